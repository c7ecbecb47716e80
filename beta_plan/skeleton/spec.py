"""What a skeleton file says, as values: kinds of objects with their numbers, maps, and rules for facts.

A skeleton is P_{-s0} for tasks of any size: it says how objects, static facts, a natural initial state and a goal
are drawn. It is written in TOML beside the domain::

    [objects]                       # how many; of a type by this name, if no other is given
    place = 8
    package = 4
    level = "3"                     # also a sum or product with other kinds: "2*city"

    [maps]                          # a connected graph over a kind
    place = "random"

    [[static]]
    edges = "?a ?b - place"         # for each edge of the map, both ways
    add = ["(road ?a ?b)", "(= (length ?a ?b) ?length)"]

    [[init]]
    each = "?p - package"           # for every package ..
    pick = "?x - place"             # .. some place
    add = "(at ?p ?x)"

    [[goal]]
    each = "?p - package"
    pick = "?x - place"
    where = "(not (at ?p ?x))"      # facts that are known by now
    add = "(at ?p ?x)"

A rule *loops* over bindings of variables, or a random ``share`` of them, and for each draws others (``pick``) such that
its conditions hold; of the facts in ``one_of`` each binding gets one, in turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

LOOPS = ("each", "chain", "pairs", "sums", "edges", "towers")
"""What a rule may loop over: all objects; neighbours in the order of a kind; all pairs in that order; triples of which
the first two add up to the third; the edges of a map; the things of random towers, from the bottom up."""

HOW = ("any", "evenly", "once")
"""How objects are picked: any; those first that were picked least; each at most once."""

HEADINGS = ("up", "right", "down", "left")
"""The directions of the edges of a grid."""


class Typed(NamedTuple):
    """A variable and its kind."""

    variable: str
    kind: str


Term = tuple[str, ...]
"""An atom or a function: its name, and variables, objects or ``*``, which stands for any object."""


class Condition(NamedTuple):
    """An atom that must be known, or must not; ``=`` compares objects."""

    atom: Term
    positive: bool


class Value(NamedTuple):
    """A function and its number; ``number`` may be the variable ``?length`` of an edge."""

    function: Term
    number: str


Fact = Term | Value


@dataclass(frozen=True)
class Rule:
    """One rule for facts; ``place`` says where it stands, for messages."""

    place: str
    loop: str = "each"
    over: tuple[Typed, ...] = ()
    pick: tuple[Typed, ...] = ()
    where: tuple[Condition, ...] = ()
    how: str = "any"
    add: tuple[Fact, ...] = ()
    heading: str | None = None
    base: Typed | None = None
    bottom: tuple[Fact, ...] = ()
    top: tuple[Fact, ...] = ()
    height: int | None = None
    one_of: tuple[Fact, ...] = ()
    share: float = 1.0


@dataclass(frozen=True)
class Kind:
    """A kind of objects: its PDDL type (empty in a domain without types) and how many, as a sum of products."""

    name: str
    type: str
    count: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Skeleton:
    """A skeleton file.

    ``groups`` are kinds under one name; ``maps`` the topology of the map over a kind or group; ``fixed`` those maps
    whose topology nobody may change.
    """

    place: str
    kinds: dict[str, Kind]
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    maps: dict[str, str] = field(default_factory=dict)
    fixed: frozenset[str] = frozenset()
    static: tuple[Rule, ...] = ()
    init: tuple[Rule, ...] = ()
    goal: tuple[Rule, ...] = ()
    metric: bool = False

    def members(self, name: str) -> tuple[str, ...]:
        """Return the kinds of a group, or the kind itself."""
        return self.groups.get(name, (name,))
