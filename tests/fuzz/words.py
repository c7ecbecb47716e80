"""A grammar of what stands on a command line: orderings, splits, numbers of objects, limits, commands of referees."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from beta_plan.splits import CLASSES
from tests.fuzz.damage import damaged, odd_word

_KINDS = ("package", "truck", "place", "parcel", "city", "car", "port", "boxes", "width", "height")


def argument(text: str) -> str:
    """Return a text that can stand on a command line, where there is no NUL."""
    return text.replace("\x00", "")


def maybe_damaged(chance: Random, text: str) -> str:
    """Return a text, often damaged; bytes that are no text are there as the system hands them over."""
    if chance.random() < 0.6:
        return text
    data = damaged(chance, text, times=chance.randrange(1, 3))
    return argument(data.decode("utf-8", errors="surrogateescape"))


def term(chance: Random) -> str:
    """Return a term of an ordering."""
    k = chance.choice(("1", "2", "3", "4", "5", "0", "99", "007", "1000000000"))
    return chance.choice((f"PDB{k}", f"{k}C", f"w(PDB{k})", f"h^PDB{k}", f"w({k}C)"))


def order(chance: Random) -> str:
    """Return an ordering, or several as a portfolio."""
    members = []
    for _ in range(chance.choice((1, 1, 2, 3))):
        terms = ",".join(term(chance) for _ in range(chance.randrange(4)))
        members.append(f"{chance.choice(('', '', 'beam', 'Beam'))}[{terms}]")
    return maybe_damaged(chance, chance.choice(("+", " + ")).join(members))


def small_order(chance: Random) -> str:
    """Return an ordering that a search of a few states can have."""
    return chance.choice(("[PDB1]", "[w(PDB1),PDB1]", "[w(PDB2),2C,PDB2]", "beam[PDB1]", "[]", "[PDB1]+beam[2C]"))


def split(chance: Random) -> str:
    """Return a split."""
    sets, counts = ("training=", "testing=", "", "solutions=", "a_1="), ("1", "2", "0", "9999", "10000", "01")
    return _list(chance, lambda: f"{chance.choice(sets)}{chance.choice(CLASSES)}:{chance.choice(counts)}")


def scale(chance: Random) -> str:
    """Return ranges of numbers of objects."""
    numbers = ("0", "1", "2", "5", "2000", "999999", "1000000")
    return _list(chance, lambda: f"{chance.choice(_KINDS)}={chance.choice(numbers)}..{chance.choice(numbers)}")


def objects(chance: Random) -> str:
    """Return numbers of objects."""
    numbers = ("0", "1", "2", "3", "2001", "999999999")
    return _list(chance, lambda: f"{chance.choice(_KINDS)}={chance.choice(numbers)}")


def rows(chance: Random) -> str:
    """Return rows of the paper's table."""
    return _list(chance, lambda: chance.choice(("1", "1-21", "20", "bfs", "human", "default", "0", "22", "9-1")))


def _list(chance: Random, part: Callable[[], str]) -> str:
    return maybe_damaged(chance, ",".join(part() for _ in range(chance.randrange(1, 4))))


def size(chance: Random) -> str:
    """Return width and height of a maze."""
    return maybe_damaged(chance, f"{chance.choice((0, 1, 5, 8, 999))}x{chance.choice((0, 3, 6, 8, 1000))}")


def duration(chance: Random) -> str:
    """Return a time limit."""
    number = chance.choice(("0", "1", "60", "999999999", "1000000000", "-1", "1.5"))
    return maybe_damaged(chance, f"{number}{chance.choice(('', 's', 'm', 'h', 'd', ' S'))}")


def memory(chance: Random) -> str:
    """Return a memory limit."""
    number = chance.choice(("0", "1", "900", "8", "999999999", "-1"))
    return maybe_damaged(chance, f"{number}{chance.choice(('', 'K', 'M', 'G', 'GiB', 'T'))}")


def number(chance: Random) -> str:
    """Return a number, or what somebody takes for one."""
    numbers = ("0", "1", "2", "7", "-1", "1000000", "99999999999999999999", "1.0", "")
    return chance.choice((*numbers, argument(odd_word(chance))))


def template(chance: Random) -> str:
    """Return the command of a referee."""
    programs = ("true", "false", "echo", "./planner", "nosuch", "'my planner'", "/bin/sh -c", "cat")
    places = (
        "{domain}", "{problem}", "{plan}", "{level}", "{time}", "{memory}", "--x={problem}", "{nosuch}", "{{problem}}",
        '"{problem}"', "$(id)",
    )  # fmt: skip
    words = [chance.choice(programs), *(chance.choice(places) for _ in range(chance.randrange(5)))]
    return maybe_damaged(chance, " ".join(words))
