"""Damaged plans, instances, manifests and levels, each with what outside judges say of it.

A *mutant* is an output directory in which one thing is changed. Who is asked: unified-planning's validator, and where
it cannot read a mutant, the naive interpreter of the tests; of a level, the interpreter below. Whatever they reject,
``verify`` must reject. What they accept it may reject only for what it says on purpose: see STRICTER.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from beta_plan.certify.directory import Certificate, certify_directory
from beta_plan.certify.external import Outcome, Verdict, validate_with_up
from beta_plan.pddl.sexpr import Node, SList, Source, parse
from tests.interpreter import Interpreter, reaches_goal

Files = dict[str, bytes]

PROBLEM, PLAN, LEVEL, LURD = "p01.pddl", "solutions/p01.plan", "p01.sok", "solutions/p01.lurd"

STRICTER = re.compile(
    r"the plan says cost|the plan says \((unit|general) cost\)|the manifest says|expected '; cost = N|"
    r"is another solution than that in the level|is a small letter|is a capital, but"
)
"""Why ``verify`` may reject what replays: numbers and letters that are not those of the plan."""


@dataclass(frozen=True)
class Mutant:
    """A directory with one thing changed, in a way that has a name."""

    way: str
    files: Mapping[str, bytes]


def certificate(files: Mapping[str, bytes], folder: Path, problem: str) -> Certificate:
    """Write a directory, and return what ``verify`` finds about one of its problems."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return next(found for found in certify_directory(folder) if found.problem == problem)


def judged(files: Mapping[str, bytes]) -> tuple[bool, Verdict]:
    """Return whether a plan is right, and what unified-planning says of it; what it says of its cost is left out."""
    domain, problem, plan = (files[name].decode() for name in ("domain.pddl", PROBLEM, PLAN))
    plan = re.sub(r";[^\n]*", "", plan)
    verdict = validate_with_up(domain, problem, plan)
    if verdict.outcome is Outcome.NOT_RUN:
        return _naively(domain, problem, plan), verdict
    return verdict.outcome is Outcome.VALID, verdict


def _naively(domain: str, problem: str, plan: str) -> bool:
    interpreter = Interpreter(domain, problem)
    return reaches_goal(interpreter, interpreter.init, [each.strip("() ") for each in plan.split("\n") if each.strip()])


def plan_mutants(chance: Random, files: Files, other: Files) -> Iterator[Mutant]:
    """Yield one directory for each way to damage a plan; ``other`` is another instance of the same domain."""
    steps = [line.strip("()").split() for line in files[PLAN].decode().splitlines() if line.startswith("(")]
    cost = files[PLAN].decode().splitlines()[-1]
    names = sorted(set(re.findall(r"\(:action\s+([^\s()]+)", files["domain.pddl"].decode())))
    words = sorted({word for step in steps for word in step[1:]} | set(_objects(files[PROBLEM])))
    for way, change in PLAN_CHANGES.items():
        changed = change(chance, [list(step) for step in steps], names, words)
        text = "".join(f"({' '.join(step)})\n" for step in changed)
        yield Mutant(f"plan: {way}", files | {PLAN: f"{text}{cost}\n".encode()})
        yield Mutant(f"plan: {way}, no cost", files | {PLAN: text.encode(), "manifest.json": b"{}"})
    body = files[PLAN].decode().removesuffix(f"{cost}\n")
    for way, line in _cost_lines(chance, cost).items():
        yield Mutant(f"cost: {way}", files | {PLAN: f"{body}{line}\n".encode()})
    yield Mutant("plan: of another instance", files | {PLAN: other[PLAN], "manifest.json": b"{}"})
    yield Mutant("problem: of another instance", files | {PROBLEM: other[PROBLEM], "manifest.json": b"{}"})


Change = Callable[[Random, list[list[str]], list[str], list[str]], list[list[str]]]


def _swap(chance: Random, steps: list[list[str]], names: list[str], words: list[str]) -> list[list[str]]:
    one, other = chance.randrange(len(steps)), chance.randrange(len(steps))
    steps[one], steps[other] = steps[other], steps[one]
    return steps


def _drop(chance: Random, steps: list[list[str]], names: list[str], words: list[str]) -> list[list[str]]:
    del steps[chance.randrange(len(steps))]
    return steps


def _double(chance: Random, steps: list[list[str]], names: list[str], words: list[str]) -> list[list[str]]:
    at = chance.randrange(len(steps))
    return [*steps[: at + 1], *steps[at:]]


def _rename(chance: Random, steps: list[list[str]], names: list[str], words: list[str]) -> list[list[str]]:
    steps[chance.randrange(len(steps))][0] = chance.choice([*names, "nosuch"])
    return steps


def _argument(chance: Random, steps: list[list[str]], names: list[str], words: list[str]) -> list[list[str]]:
    step = chance.choice([step for step in steps if len(step) > 1] or [["x", "y"]])
    step[chance.randrange(1, len(step))] = chance.choice([*words, "nosuch"])
    return steps


def _arguments_swapped(chance: Random, steps: list[list[str]], names: list[str], words: list[str]) -> list[list[str]]:
    step = chance.choice(steps)
    step[1:] = chance.sample(step[1:], len(step) - 1)
    return steps


def _one_more(chance: Random, steps: list[list[str]], names: list[str], words: list[str]) -> list[list[str]]:
    step = chance.choice(steps)
    step.append(chance.choice(words))
    return steps


def _insert(chance: Random, steps: list[list[str]], names: list[str], words: list[str]) -> list[list[str]]:
    like = chance.choice(steps)
    new = [like[0], *(chance.choice(words) if chance.random() < 0.3 else word for word in like[1:])]
    steps.insert(chance.randrange(len(steps) + 1), new)
    return steps


PLAN_CHANGES: Mapping[str, Change] = {
    "two actions swapped": _swap,
    "an action dropped": _drop,
    "the last action dropped": lambda chance, steps, names, words: steps[:-1],
    "an action doubled": _double,
    "reversed": lambda chance, steps, names, words: steps[::-1],
    "twice": lambda chance, steps, names, words: steps * 2,
    "empty": lambda chance, steps, names, words: [],
    "an action renamed": _rename,
    "an argument replaced": _argument,
    "arguments swapped": _arguments_swapped,
    "an argument too many": _one_more,
    "an action inserted": _insert,
}


def _cost_lines(chance: Random, cost: str) -> dict[str, str]:
    number = int(re.findall(r"[0-9]+", cost)[0])
    return {
        "one more": cost.replace(str(number), str(number + 1)), "none": "", "no number": "; cost = much",
        "other kind": cost.replace("unit", "general") if "unit" in cost else cost.replace("general", "unit"),
        "another": cost.replace(str(number), str(chance.randrange(999))), "twice": f"{cost}\n{cost}",
    }  # fmt: skip


def problem_mutants(chance: Random, files: Files, other: Files) -> Iterator[Mutant]:
    """Yield one directory for each way to damage the facts of a problem."""
    tree = parse(Source(PROBLEM, files[PROBLEM].decode()))
    strange = parse(Source(PROBLEM, other[PROBLEM].decode()))
    init, goal = (_section(tree, keyword) for keyword in (":init", ":goal"))
    facts = [*init[1:], *_section(strange, ":init")[1:]]
    words = _objects(files[PROBLEM])
    conjuncts = list(goal[1][1:]) if goal[1][:1] == ["and"] else [goal[1]]
    for way, change in FACT_CHANGES.items():
        changed = [":init", *change(chance, list(init[1:]), facts, words)]
        yield Mutant(f"init: {way}", files | {PROBLEM: _with_section(tree, init, changed)})
        wanted = change(chance, list(conjuncts), facts, words)
        yield Mutant(f"goal: {way}", files | {PROBLEM: _with_section(tree, goal, [":goal", ["and", *wanted]])})
    denied = ["and", *conjuncts[:-1], ["not", conjuncts[-1]]]
    yield Mutant("goal: denied", files | {PROBLEM: _with_section(tree, goal, [":goal", denied])})


def _replaced(chance: Random, facts: list[Any], others: list[Any], words: list[str]) -> list[Any]:
    able = [at for at, fact in enumerate(facts) if isinstance(fact, list) and len(fact) > 1 and fact[0] != "="]
    if able:
        at = chance.choice(able)
        fact = list(facts[at])
        fact[chance.randrange(1, len(fact))] = chance.choice(words)
        facts[at] = fact
    return facts


FACT_CHANGES: Mapping[str, Callable[[Random, list[Any], list[Any], list[str]], list[Any]]] = {
    "a fact dropped": lambda chance, facts, others, words: [
        fact for at, fact in enumerate(facts) if at != chance.randrange(len(facts)) or len(facts) == 1
    ],
    "a fact added": lambda chance, facts, others, words: [
        *facts, chance.choice([each for each in others if each[0] != "="])
    ],
    "a fact replaced": _replaced,
    "two facts replaced": lambda chance, facts, others, words: _replaced(
        chance, _replaced(chance, facts, others, words), others, words
    ),
}  # fmt: skip


def _section(tree: SList, keyword: str) -> Any:
    return next(each for each in tree if isinstance(each, SList) and each[:1] == [keyword])


def _objects(problem: bytes) -> list[str]:
    tree = parse(Source(PROBLEM, problem.decode()))
    known = [word for word in tree if isinstance(word, SList) and word[:1] == [":objects"]]
    words = [str(word) for section in known for word in section[1:] if isinstance(word, str)]
    return [word for at, word in enumerate(words) if word != "-" and words[at - 1 : at] != ["-"]] or ["nosuch"]


def _with_section(tree: SList, old: Any, new: list[Any]) -> bytes:
    return _text([new if each is old else each for each in tree]).encode()


def _text(node: Node | list[Any]) -> str:
    return node if isinstance(node, str) else f"({' '.join(map(_text, node))})"


def manifest_mutants(chance: Random, files: Files) -> Iterator[Mutant]:
    """Yield directories whose manifest or metrics say something else about the plan."""
    for key in ("plan_length", "plan_cost"):
        manifest = json.loads(files["manifest.json"])
        metrics = manifest["instances"][0]["metrics"]
        metrics[key] += chance.choice((-1, 1, 10**9))
        yield Mutant(f"manifest: {key}", files | {"manifest.json": json.dumps(manifest).encode()})
    rows = files["metrics.csv"].decode().replace(",", ",1", 1)
    yield Mutant("metrics.csv: a number", files | {"metrics.csv": rows.encode()})


def level_mutants(chance: Random, files: Files) -> Iterator[Mutant]:
    """Yield one directory for each way to damage a level, its solution, or the one beside it."""
    rows, _, moves = files[LEVEL].decode().partition("Solution:\n")
    lurd = "".join(moves.split())
    for way, change in LURD_CHANGES.items():
        changed = change(chance, lurd)
        level = f"{rows}Solution:\n{changed}\n".encode()
        yield Mutant(f"solution: {way}", files | {LEVEL: level, LURD: f"{changed}\n".encode(), "manifest.json": b"{}"})
        yield Mutant(f"solution beside: {way}", files | {LURD: f"{changed}\n".encode()})
    for symbol in "#@$.*+ ":
        at = chance.choice([place for place, sign in enumerate(rows) if sign in "#@$.*+ "])
        changed = rows[:at] + symbol + rows[at + 1 :]
        yield Mutant(f"board: a place becomes '{symbol}'", files | {LEVEL: f"{changed}Solution:\n{moves}".encode()})


def _swapped(chance: Random, moves: str) -> str:
    one, other = chance.randrange(len(moves)), chance.randrange(len(moves))
    return _put(_put(moves, one, moves[other]), other, moves[one])


def _without(moves: str, at: int) -> str:
    return moves[:at] + moves[at + 1 :]


def _twice(moves: str, at: int) -> str:
    return moves[: at + 1] + moves[at:]


def _put(moves: str, at: int, letter: str) -> str:
    return moves[:at] + letter + moves[at + 1 :]


LURD_CHANGES: Mapping[str, Callable[[Random, str], str]] = {
    "two moves swapped": _swapped,
    "a move dropped": lambda chance, moves: _without(moves, chance.randrange(len(moves))),
    "a move doubled": lambda chance, moves: _twice(moves, chance.randrange(len(moves))),
    "a move replaced": lambda chance, moves: _put(moves, chance.randrange(len(moves)), chance.choice("lurdLURD")),
    "the last move dropped": lambda chance, moves: moves[:-1],
    "reversed": lambda chance, moves: moves[::-1],
    "other capitals": lambda chance, moves: _put(moves, at := chance.randrange(len(moves)), moves[at].swapcase()),
    "small letters": lambda chance, moves: moves.lower(),
    "empty": lambda chance, moves: "",
}


def level_is_solved(files: Mapping[str, bytes]) -> bool:
    """Tell by sets of places whether the solution in a level, and the one beside it, bring every box to a goal."""
    board, _, moves = files[LEVEL].decode().partition("Solution:\n")
    return all(_solves(board.split("\n"), "".join(text.split())) for text in (moves, files[LURD].decode()))


def _solves(lines: list[str], moves: str) -> bool:
    board = [line for line in lines if set(line) & set("#@$*+") and ":" not in line]
    places = {(y, x): sign for y, row in enumerate(board) for x, sign in enumerate(row)}
    free = {place for place, sign in places.items() if sign != "#"}
    men = [place for place, sign in places.items() if sign in "@+"]
    boxes = {place for place, sign in places.items() if sign in "$*"}
    goals = {place for place, sign in places.items() if sign in ".*+"}
    if len(men) != 1 or not goals or len(boxes) != len(goals):
        return False
    y, x = men[0]
    for letter in moves.lower():
        dy, dx = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}[letter]
        y, x = y + dy, x + dx
        if (y, x) in boxes:
            if (y + dy, x + dx) in boxes or (y + dy, x + dx) not in free:
                return False
            boxes = boxes - {(y, x)} | {(y + dy, x + dx)}
        if (y, x) not in free:
            return False
    return boxes == goals
