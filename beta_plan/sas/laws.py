"""The laws of a task: what holds in its reference state and in every state that an author could have written."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass


@dataclass(frozen=True)
class MutexGroup:
    """Facts of which a legal state has at most one, or exactly one."""

    facts: tuple[int, ...]
    exactly_one: bool


@dataclass(frozen=True)
class LinearInvariant:
    """Weights over facts whose sum no action changes; a legal state has the reference's ``value``."""

    facts: tuple[int, ...]
    weights: tuple[int, ...]
    value: int


@dataclass(frozen=True)
class SubInvariant:
    """Facts of which a legal state has at most so many: no action lets more hold than before, or they say "implies"."""

    facts: tuple[int, ...]
    value: int


@dataclass(frozen=True)
class ExclusiveTriple:
    """A ``pair`` of facts with which none of the ``others`` holds; these are values of one more variable."""

    pair: tuple[int, int]
    others: tuple[int, ...]


@dataclass(frozen=True)
class AcyclicRelation:
    """Facts such as on(a, b): ``facts[i]`` leads from the thing ``sources[i]``, a, to ``targets[i]``, b.

    In a legal state at most one fact leads from each thing, and no way along these facts leads back to its beginning.
    """

    predicate: str
    facts: tuple[int, ...]
    sources: tuple[int, ...]
    targets: tuple[int, ...]

    def has_cycle(self, held: AbstractSet[int]) -> bool:
        """Say whether the facts that hold make a ring."""
        edges = zip(self.facts, self.sources, self.targets, strict=True)
        following = {source: target for fact, source, target in edges if fact in held}
        while following:
            here, way = next(iter(following)), set()
            while here in following:
                way.add(here)
                here = following.pop(here)
            if here in way:
                return True
        return False
