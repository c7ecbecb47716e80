"""What ``legality.py`` asks beta-plan for: every bundled domain in several sizes, ways of choosing, and searches."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DOMAINS = Path(__file__).parent.parent / "domains"

SIZES: dict[str, tuple[str, ...]] = {
    "barman": ("cocktail=1,glass=1", "cocktail=2", "cocktail=4,glass=6"),
    "blocks": ("block=3", "block=6", "block=12"),
    "briefcase": ("place=2,bag=1,item=2", "place=3,item=4", "place=6,bag=3,item=8"),
    "childsnack": ("child=2,tray=1,place=1", "child=3,tray=2", "child=6,tray=3,place=3,sandwich=7"),
    "depots": ("place=1,crate=3,truck=1", "place=2,crate=4", "place=4,crate=8,truck=3"),
    "driverlog": ("spot=2,driver=1,truck=1,goods=2", "spot=4,goods=3", "spot=9,driver=3,truck=3,goods=6"),
    "elevators": ("block=1,slow-lift=1,person=2", "person=3,count=3", "block=3,slow-lift=4,fast-lift=2,person=6"),
    "ferry": ("port=2,car=2", "port=3,car=4", "port=8,car=10"),
    "floortile": ("row=2,column=2,robot=1", "row=3,column=3", "row=4,column=5,colour=3"),
    "grid": ("row=1,column=4,shape=1", "row=2,column=3", "row=4,column=4,shape=3,other-key=3"),
    "gripper": ("room=2,ball=2", "room=3,ball=4,hand=1", "room=5,ball=9,hand=3"),
    "hiking": ("place=2,couple=1", "place=3,couple=1,tent=2", "place=5,couple=2,car=3,tent=2"),
    "logistics": ("city=2,parcel=2", "city=3,place=3,parcel=4", "city=4,parcel=8,aeroplane=2"),
    "miconic": ("floor=3,passenger=2", "floor=6,passenger=4", "floor=14,passenger=12"),
    "nomystery": ("town=3,parcel=2", "town=4,parcel=3", "town=8,parcel=6"),
    "npuzzle": ("row=2,column=2", "row=2,column=4", "row=3,column=4"),
    "parking": ("kerb=3", "kerb=4,car=5", "kerb=7,car=12"),
    "rovers": (
        "place=3,rover=1,camera=1,mode=1,objective=1", "place=4,objective=3",
        "place=8,rover=3,camera=3,mode=3,objective=3",
    ),
    "satellite": ("satellite=1,instrument=1,mode=1,direction=3", "satellite=2,direction=4", "satellite=4,direction=8"),
    "spanner": ("place=3,nut=1,spanner=1", "place=5,nut=2", "place=10,nut=6,spanner=9"),
    "storage": ("crate=2,depot=1,row=1,column=4", "crate=3", "crate=5,hoist=2,depot=2,row=3,column=4"),
    "termes": ("row=2,column=3,level=3,tower=1", "row=3,column=3,level=3", "row=4,column=4,level=4,tower=3"),
    "tpp": ("market=1,truck=1,goods=1", "market=2,truck=1", "market=4,truck=2,goods=3"),
    "transport": ("place=4,vehicle=1,package=2", "place=6,package=3", "place=12,vehicle=3,package=7,level=5"),
    "trucks": ("place=2,parcel=2,bay=1", "place=3,parcel=3", "place=5,truck=2,parcel=6,bay=3"),
    "visitall": ("row=2,column=3", "row=3,column=4", "row=5,column=6"),
    "zenotravel": ("town=2,plane=1,traveller=2", "town=3,traveller=4", "town=6,plane=3,traveller=8"),
}  # fmt: skip
"""Numbers of objects, small, middling and large; the usual ones are a fourth size."""

SCALES: dict[str, str] = {
    "barman": "cocktail=1..3", "blocks": "block=3..9", "briefcase": "item=2..6", "childsnack": "child=2..5",
    "depots": "crate=2..6", "driverlog": "goods=1..5,spot=3..7", "elevators": "person=1..5", "ferry": "car=2..8",
    "floortile": "row=2..4,column=2..4", "grid": "row=2..3,column=3..5", "gripper": "ball=2..8",
    "hiking": "place=2..5", "logistics": "parcel=2..7", "miconic": "floor=4..10,passenger=3..9",
    "nomystery": "town=3..6,parcel=2..5", "npuzzle": "row=2..3,column=2..4", "parking": "kerb=3..6",
    "rovers": "place=3..6,objective=1..3", "satellite": "direction=3..7", "spanner": "nut=1..5,place=4..8",
    "storage": "crate=1..4", "termes": "column=3..5", "tpp": "goods=1..3,market=1..3",
    "transport": "place=4..9,package=2..5", "trucks": "parcel=1..5", "visitall": "row=2..5,column=3..6",
    "zenotravel": "town=2..5,traveller=2..6", "sokoban": "boxes=2..5,width=7..11,height=6..9",
}  # fmt: skip
"""How the tasks of a series grow."""

TOPOLOGIES = ("ring", "tree", "grid", "complete", "random")
MAPS = ("driverlog", "grid", "nomystery", "rovers", "tpp", "transport", "visitall")
"""Domains whose map may have another form."""

MAZES = ("--size 7x7 --boxes 2", "--size 9x8 --boxes 3", "--size 14x11 --boxes 8", "--size 18x13 --boxes 10")
LEVELS = DOMAINS / "sokoban" / "levels.sok"

ORDERS = ("portfolio", "[w(PDB2),2C,PDB2]", "[PDB1]", "[w(PDB4),4C,PDB4]", "beam[PDB2]", "[w(PDB1),PDB1]")
SEARCHES = ("best-first", "bfs", "rw")
EXPANSIONS = ("2000", "5000", "20000")
KINDS = ("drawn", "growing", "any", "given", "drawn", "split", "any-given", "any")
"""Tasks that are drawn, series of growing ones, problem files, and a share with --any-state."""

MANY = (("-n", "10"), ("--series", "10"), ("-n", "1"))
SPLIT = "training=easy:1,medium:1,testing=hard:1"


@dataclass(frozen=True)
class Run:
    """One call of ``beta-plan generate``; ``words`` are its arguments, without where to write."""

    domain: str
    number: int
    words: tuple[str, ...]
    natural: bool = True
    problem: Path | None = None

    @property
    def name(self) -> str:
        """Return the name of its directory."""
        return f"{self.domain}-{self.number:03}"


def run_of(domain: str, number: int) -> Run:
    """Return a run of a domain: following numbers differ in what is asked for, in size, seed, order and search.

    Most of the time goes into searches and their databases, not into instances, so that one search gives many.
    """
    number += 3 * sorted(SCALES).index(domain)
    kind = KINDS[number % len(KINDS)]
    natural = not kind.startswith("any")
    words = ["--order", ORDERS[(number + number // len(KINDS)) % len(ORDERS)], "--seed", str(number)]
    words += ["--max-expansions", EXPANSIONS[number % len(EXPANSIONS)], "--table-limit", "20000"]
    words += [] if natural else ["--any-state", "--search", SEARCHES[number // 2 % len(SEARCHES)]]
    words += [] if _races(number) else ["--select", "objective"]
    if kind.endswith("given"):
        return _given(domain, number, words, natural)
    if kind == "split":
        return Run(domain, number, (domain, "--split", SPLIT, *words))
    if kind == "growing":
        return Run(domain, number, (domain, "--series", "3", "--scale", SCALES[domain], *words))
    return Run(domain, number, (domain, *_size(domain, number), *MANY[number % len(MANY)], *words), natural)


def _races(number: int) -> bool:
    """Tell whether candidates race against judges, the default, which takes its time even after a short search."""
    return number % 4 == 0


def _given(domain: str, number: int, words: list[str], natural: bool) -> Run:
    """Return a run with a problem file, or with a level; Sokoban in PDDL takes the general path."""
    if domain == "sokoban" and natural:
        return Run(domain, number, (str(LEVELS), "--level", str(1 + number // 8 % 9), "--pddl", *words, "-n", "10"))
    words += ["--no-fast-path"] if domain == "sokoban" else []
    files = [DOMAINS / domain / name for name in ("domain.pddl", "p01.pddl")]
    return Run(domain, number, (*map(str, files), *words, "-n", "10"), natural, problem=files[1])


def _size(domain: str, number: int) -> list[str]:
    """Return the words that say how large a task is, and what form its map has."""
    if domain == "sokoban":
        return MAZES[number // 4 % (2 if _races(number) else len(MAZES))].split()
    sizes = SIZES[domain][:2] if _races(number) else ("", *SIZES[domain])
    size = sizes[number // 4 % len(sizes)]
    form = ["--topology", TOPOLOGIES[number % len(TOPOLOGIES)]] if domain in MAPS else []
    return [*(["--objects", size] if size else []), *form]
