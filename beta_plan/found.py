"""What the backward searches of a run have left, all together."""

from __future__ import annotations

from dataclasses import dataclass, field

from beta_plan.generation import SearchSummary
from beta_plan.past import Past
from beta_plan.search.result import SearchResult, Status, Way


@dataclass
class Found:
    """What searches have left: states for a race, members by turns; and the hardest by the first one's objective.

    ``recorded`` is what the first search leaves for plots. ``went_on`` says that no search has met a natural state, and
    that these lie further back. ``past`` tells which states a natural one leads to; the hardest have been asked.
    """

    past: Past
    contenders: list[Way] = field(default_factory=list)
    hardest: list[Way] = field(default_factory=list)
    status: Status = Status.EXHAUSTED
    num_expanded: int = 0
    num_generated: int = 0
    num_states: int = 0
    seconds: float = 0.0
    peak_memory: int = 0
    recorded: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    went_on: bool = False

    def add(self, result: SearchResult) -> None:
        """Count what a search has done."""
        self.status = result.status
        self.num_expanded += result.num_expanded
        self.num_generated += result.num_generated
        self.num_states += result.num_states
        self.seconds += result.seconds
        self.peak_memory = max(self.peak_memory, result.peak_memory)

    def summary(self, *, goal_states: int, setup_seconds: float) -> SearchSummary:
        """Return the numbers that are reported."""
        return SearchSummary(
            status=self.status.value,
            expanded=self.num_expanded,
            generated=self.num_generated,
            states=self.num_states,
            goal_states=goal_states,
            seconds=self.seconds,
            setup_seconds=setup_seconds,
            peak_memory_bytes=self.peak_memory,
        )
