"""What a referee says about one instance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import Enum
from typing import Any

MOST_WORK = 0.8
"""Who has had this part of its CPU time and no plan has come to its limit; a clock may have ended it before."""

ENDED_BY_A_LIMIT = "ended by a limit"
"""The detail of a plan from a planner that was not at its end: it might have found a better one."""


class Status(Enum):
    """How a run of a planner ended.

    A plan that replays counts as SOLVED however the planner ended; planners that improve their plans until they are
    killed are no worse than others.
    """

    SOLVED = "solved"
    """A plan was given, and replays to the goal."""

    UNSOLVABLE = "unsolvable"
    """The planner says that there is no plan."""

    TIME_LIMIT = "time-limit"
    """No plan within the seconds allowed."""

    MEMORY_LIMIT = "memory-limit"
    """No plan within the memory allowed."""

    WRONG_PLAN = "wrong-plan"
    """A plan was given, but does not replay to the goal."""

    CRASHED = "crashed"
    """The planner ended with an error of its own."""

    NO_ANSWER = "no-answer"
    """The planner ended as if all were well, but gave nothing that can be read as a plan."""

    @property
    def is_final(self) -> bool:
        """Whether larger limits would not change it."""
        return self in (Status.SOLVED, Status.UNSOLVABLE)

    @property
    def is_limit(self) -> bool:
        """Whether there was no plan within a limit."""
        return self in (Status.TIME_LIMIT, Status.MEMORY_LIMIT)


@dataclass(frozen=True)
class Verdict:
    """What a planner made of an instance; a number is None where the planner does not tell it.

    Attributes:
        status: how the run ended.
        expansions: states that were expanded; of an unsolved run those that its log shows last.
        expansions_until_last_jump: of A*, those before the last f-layer, which do not depend on how ties are broken.
        evaluations: states whose heuristic was computed.
        cost: of the plan, as its replay has found it; pushes of a Sokoban solution.
        plan_length: actions of the plan; moves of a Sokoban solution.
        cpu_seconds: of the planner and all its processes.
        wall_seconds: from start to end.
        peak_memory_bytes: of the largest of its processes, or of all of them together if more was seen.
        detail: one line for people, empty where there is nothing to add.
        is_measured: False where it says nothing about the instance: the machine could not run the planner, or gave it
            little of its CPU time.
    """

    status: Status
    expansions: int | None = None
    expansions_until_last_jump: int | None = None
    evaluations: int | None = None
    cost: int | None = None
    plan_length: int | None = None
    cpu_seconds: float | None = None
    wall_seconds: float | None = None
    peak_memory_bytes: int | None = None
    detail: str = ""
    is_measured: bool = True

    @property
    def is_solved(self) -> bool:
        """Whether a plan was found that replays."""
        return self.status is Status.SOLVED

    @property
    def has_resisted(self) -> bool:
        """Whether a planner that had all that it may use has found no plan."""
        return self.is_measured and self.status.is_limit

    @property
    def is_cut(self) -> bool:
        """Whether there is a plan, but a limit has ended the planner."""
        return self.is_solved and self.detail == ENDED_BY_A_LIMIT

    def to_json(self) -> dict[str, Any]:
        """Return the object that scripts rely on."""
        return asdict(self) | {"status": self.status.value}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Verdict:
        """Return what ``to_json`` has written.

        >>> told = Verdict(Status.SOLVED, expansions=266, cost=11)
        >>> Verdict.from_json(told.to_json()) == told
        True
        """
        known = {field.name: value[field.name] for field in fields(cls)}
        return cls(**known | {"status": Status(value["status"])})
