"""The words in which laws of states are written, and what a checker of a domain is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tests.legality.facts import Facts

Law = Callable[[Facts], Iterator[str]]
"""Yields a sentence for everything that is wrong."""

Quantity = Callable[[Facts], Mapping[str, object]]
"""Numbers, or other values, by what they belong to."""

Stock = Callable[[Facts], Mapping[str, int]]
"""Numbers by what they belong to."""


@dataclass(frozen=True)
class Checker:
    """What the author of a domain calls a legal initial state.

    Attributes:
        goal: predicates that a goal speaks of.
        laws: what holds in every state.
        natural: what holds beside in the states that an author would write.
        constant: what is the same in all states of one task, such as the capacity of a truck.
        stock: what only shrinks, such as fuel: no more than in the reference, in a natural state as much.
    """

    goal: frozenset[str]
    laws: tuple[Law, ...]
    natural: tuple[Law, ...] = ()
    constant: tuple[Quantity, ...] = ()
    stock: tuple[Stock, ...] = ()

    def complaints(self, state: Facts, reference: Facts | None = None, *, natural: bool) -> Iterator[str]:
        """Yield what is wrong with a state, alone and next to the reference of its task."""
        for law in self.laws + (self.natural if natural else ()):
            yield from law(state)
        if reference is None:
            return
        for constant in self.constant:
            yield from _differences(constant(state), constant(reference))
        for stock in self.stock:
            now, first = stock(state), stock(reference)
            if natural:
                yield from _differences(now, first)
            for name in now:
                if now[name] > first.get(name, 0):
                    yield f"{name} is {now[name]}, more than {first.get(name, 0)} at first"


def _differences(now: Mapping[str, object], first: Mapping[str, object]) -> Iterator[str]:
    for name in sorted(now.keys() | first.keys()):
        if now.get(name) != first.get(name):
            yield f"{name} is {now.get(name)} and not {first.get(name)}, as in the reference"


def exactly_one(kind: str, *patterns: str) -> Law:
    """Each object of a kind has one atom of the patterns together."""

    def law(state: Facts) -> Iterator[str]:
        for each in state.of(kind):
            if (count := sum(state.count(pattern, each) for pattern in patterns)) != 1:
                yield f"{kind} {each} has {count} of ({'), ('.join(patterns)})"

    return law


def at_most_one(kind: str, *patterns: str) -> Law:
    """No object of a kind has two atoms of the patterns together."""

    def law(state: Facts) -> Iterator[str]:
        for each in state.of(kind):
            if (count := sum(state.count(pattern, each) for pattern in patterns)) > 1:
                yield f"{kind} {each} has {count} of ({'), ('.join(patterns)})"

    return law


def just_one(*patterns: str) -> Law:
    """The state has one atom of the patterns together, such as the place of the only robot."""

    def law(state: Facts) -> Iterator[str]:
        if (count := sum(map(state.count, patterns))) != 1:
            yield f"there are {count} of ({'), ('.join(patterns)})"

    return law


def never(*patterns: str) -> Law:
    """No atom matches any of the patterns."""

    def law(state: Facts) -> Iterator[str]:
        for pattern in patterns:
            predicate = pattern.split()[0]
            yield from (f"({' '.join([predicate, *row])}) in a natural state" for row in state.rows(pattern))

    return law


def implies(kind: str, condition: str, *consequences: str) -> Law:
    """Each object of a kind that has the condition has one of the consequences, too."""

    def law(state: Facts) -> Iterator[str]:
        for each in state.of(kind):
            if state.holds(condition, each) and not any(state.holds(other, each) for other in consequences):
                yield f"{kind} {each} has ({condition}) without ({') or ('.join(consequences)})"

    return law


def iff(kind: str, condition: str, *others: str) -> Law:
    """Each object of a kind has the condition just when it has one of the others."""

    def law(state: Facts) -> Iterator[str]:
        for each in state.of(kind):
            if state.holds(condition, each) != any(state.holds(other, each) for other in others):
                yield f"{kind} {each}: ({condition}) does not agree with ({') or ('.join(others)})"

    return law


def arguments(predicate: str, *kinds: str) -> Law:
    """A predicate speaks of objects of these kinds, which a domain without types does not say itself."""

    def law(state: Facts) -> Iterator[str]:
        for row in state.rows(" ".join([predicate, *("*" for _ in kinds)])):
            yield from (
                f"({' '.join([predicate, *row])}): {each} is no {kind}"
                for each, kind in zip(row, kinds, strict=True)
                if each not in state.of(kind)
            )

    return law


def symmetric(relation: str) -> Law:
    """A map's ways lead to and fro, and never from a place to itself; the last two arguments are the places."""

    def law(state: Facts) -> Iterator[str]:
        for row in state.task.init:
            if row[0] == relation and (*row[:-2], row[-1], row[-2]) not in state:
                yield f"({' '.join(row)}) has no way back"
            if row[0] == relation and row[-1] == row[-2]:
                yield f"({' '.join(row)}) leads nowhere"

    return law


def chain(relation: str, kind: str) -> Law:
    """A relation puts all objects of a kind into one row."""

    def law(state: Facts) -> Iterator[str]:
        pairs = state.rows(f"{relation} * *")
        if set(state.ranks(relation)) != set(state.of(kind)) or len(pairs) != len(state.of(kind)) - 1:
            yield f"({relation} ..) is no row of every {kind}"

    return law


def total_order(relation: str, kind: str) -> Law:
    """A relation orders all objects of a kind, nearer and further ones too."""

    def law(state: Facts) -> Iterator[str]:
        below = sorted(state.count(f"{relation} * ?", each) for each in state.of(kind))
        if below != list(range(len(below))):
            yield f"({relation} ..) is no order of every {kind}"

    return law


def constant_of(kind: str, *patterns: str) -> Quantity:
    """What matches for each object of a kind is the same in every state, such as where a hoist is."""
    return lambda state: {
        f"({pattern}) of {each}": tuple(state.rows(pattern, each)) for pattern in patterns for each in state.of(kind)
    }


def stock_of(pattern: str) -> Stock:
    """Every atom that matches counts one."""
    predicate = pattern.split()[0]
    return lambda state: {f"({' '.join([predicate, *row])})": 1 for row in state.rows(pattern)}
