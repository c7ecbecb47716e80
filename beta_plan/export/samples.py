"""States with bounds of what they cost, for learning heuristics: a JSON object on each line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    """A state with what is known of the cost of a cheapest plan for it.

    ``state`` are its atoms, always in one order, or the rows of a board. ``cost`` is the cost of a plan that was found,
    so an upper bound, and ``length`` the number of its actions. ``lower_bounds`` are admissible heuristics by name.
    """

    state: tuple[str, ...]
    cost: int
    length: int
    lower_bounds: Mapping[str, int]

    def to_json(self) -> dict[str, object]:
        """Return one flat object: ``state``, ``cost``, ``length``, and the lower bounds by name."""
        return {"state": list(self.state), "cost": self.cost, "length": self.length, **self.lower_bounds}


def json_lines(samples: Sequence[Sample]) -> str:
    """Return samples as text, a JSON object on each line."""
    return "".join(f"{json.dumps(sample.to_json())}\n" for sample in samples)
