"""Names: tarski keeps types, predicates, functions and objects in one drawer, PDDL does not.

Where two of them share a name, one is renamed on tarski's side; ``NameMap`` leads back to the user's spelling.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain, count

TOTAL_COST = "total-cost"

_TARSKI_OWN = ("object", "number", "ite", TOTAL_COST)


@dataclass(frozen=True)
class NameMap:
    """From the names in the tarski problem to those in the user's files, as spelled where they are declared."""

    objects: Mapping[str, str]
    predicates: Mapping[str, str]
    actions: Mapping[str, str]
    types: Mapping[str, str]


@dataclass
class Drawer:
    """Hands out names of which no two are equal."""

    taken: set[str] = field(default_factory=lambda: set(_TARSKI_OWN))

    def take(self, wanted: str, kind: str) -> str:
        """Return the wanted name when it is free, else one with the kind (and a number) appended."""
        candidates = chain((wanted, f"{wanted}-{kind}"), (f"{wanted}-{kind}-{number}" for number in count(2)))
        name = next(name for name in candidates if name not in self.taken)
        self.taken.add(name)
        return name
