"""What a skeleton file says, as values: kinds of objects with their numbers, maps, and rules for facts.

A skeleton is P_{-s0} for tasks of any size: it says how objects, static facts, a natural initial state and a goal
are drawn. It is written in TOML beside the domain::

    [objects]                       # how many; of a type by this name, if no other is given
    place = 8
    package = 4
    truck = { count = 2, least = 1, most = "package" }
    level = { count = "package + 1", names = ["none", "one", "two"] }

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

A rule *loops* over bindings of variables for which its conditions hold, or over a random ``share`` of them; for each it
draws others (``pick``) such that the conditions that speak of them hold, too. Of the facts in ``one_of`` each binding
gets one, in turn. Predicates that begin with ``_`` are notes among rules, which no file has.

Numbers are sums of products of numbers and kinds, ``"2*city + 1"``, with blanks around a minus. A kind with ``names``
and no ``count`` has those objects; it is *fixed*, as is one that says so, and a user cannot ask for another number. A
*hidden* kind counts and is looped over, but the file has no such objects: rows and columns of a grid are an example.
``place = { topology = "grid", columns = "column", fixed = true }`` is a grid with so many columns, and stays one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

LOOPS = ("each", "chain", "pairs", "sums", "zip", "parts", "edges", "links", "towers")
"""What a rule may loop over.

All objects; neighbours in the order of a kind; all pairs in that order; triples of which the first two add up to the
third; the first objects of two kinds, the second ones, and so on; the objects of a kind, which is cut into as many
equal parts as another one has objects; the edges of a map, both ways or once; the things of random towers, from the
bottom up.
"""

HOW = ("any", "evenly", "once", "even")
"""How objects are picked.

Any; those first that were picked least; each at most once; each exactly once, and such that the permutation is even,
for sliding tiles reach no other.
"""

HEADINGS = ("up", "right", "down", "left")
"""The directions of the edges of a grid."""

OF_LOOP = {"towers": ("?under",), "edges": ("?length", "?heading"), "links": ("?length",), "pairs": ("?length",)}
"""What a loop binds beside its own variables: the thing below, how far two objects are, and where the way goes."""


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
    """A function and its number, a sum of products of numbers and the variable ``?length``."""

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

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts that the rule may add."""
        return (*self.add, *self.bottom, *self.top, *self.one_of)

    def split_where(self) -> tuple[list[Condition], list[Condition]]:
        """Return the conditions of the loop, and those that speak of what is picked."""
        picked = {each.variable for each in self.pick}
        of_pick = [condition for condition in self.where if not picked.isdisjoint(condition.atom)]
        return [condition for condition in self.where if condition not in of_pick], of_pick


@dataclass(frozen=True)
class Kind:
    """A kind of objects: its PDDL type (empty in a domain without types) and how many.

    ``count``, ``least`` and ``most`` are sums of products. Objects without a name of their own are numbered, from
    ``first`` on. Nobody may ask for another number of a ``fixed`` kind, and a
    ``hidden`` one has no objects in the file.
    """

    name: str
    type: str
    count: str
    names: tuple[str, ...] = ()
    first: int = 1
    least: str = "1"
    most: str | None = None
    fixed: bool = False
    hidden: bool = False


class Map(NamedTuple):
    """A map over a kind or group; ``columns`` is the kind that counts those of a grid."""

    topology: str
    fixed: bool = False
    columns: str | None = None


@dataclass(frozen=True)
class Skeleton:
    """A skeleton file; ``groups`` are kinds under one name."""

    place: str
    kinds: dict[str, Kind]
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    maps: dict[str, Map] = field(default_factory=dict)
    static: tuple[Rule, ...] = ()
    init: tuple[Rule, ...] = ()
    goal: tuple[Rule, ...] = ()
    metric: bool = False

    @property
    def free_map(self) -> str | None:
        """The first map that may have another topology, or None."""
        return next((name for name, said in self.maps.items() if not said.fixed), None)
