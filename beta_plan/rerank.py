"""A planner has the last word: of the hardest states, those become instances that cost it most.

Heuristics and our own searches stand in for planners, because they can be had for millions of states. A referee can be
asked about some twenty. So these are states that the judges before it think hard, and that differ from each other:
the neighbours of a hard state are often hard for the same reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any

from beta_plan.config import GeneratorConfig
from beta_plan.errors import InputRefused, Interrupted, VerificationFailed, WrongOption
from beta_plan.limits import Limits
from beta_plan.metrics import Metrics
from beta_plan.output.layout import LEVEL, PDDL
from beta_plan.pddl.sexpr import counted, decode
from beta_plan.referees.judge import judge
from beta_plan.referees.protocol import Kind, Referee, RunLimits, Task
from beta_plan.referees.registry import find_referee
from beta_plan.referees.verdict import Verdict
from beta_plan.sas.task import State
from beta_plan.search.result import Way
from beta_plan.worlds.world import World

SECONDS_EACH = 10.0
"""CPU seconds for a candidate where no time limit says otherwise."""

LEAST_SECONDS = 3.0
"""With less, planners hardly start; so fewer candidates are looked at."""

MEMORY = 2 << 30
"""Bytes for a planner, but not more than the run may have itself."""

APART = 4
"""Candidates differ from each other in at least one of so many variables, where there are enough of them."""

LOOKED_AT = 5
"""Candidates come from the first of all states, so many times as many."""

_FORMS = {Kind.PDDL: PDDL, Kind.LEVEL: LEVEL}
_LASTING = ("expansions", "expansions_until_last_jump", "evaluations", "cost", "plan_length")
"""What a verdict says that is the same on every machine, if the instance is solved."""


class Reranking:
    """What a referee says about the candidates of one run; without one, everything stays as it is.

    Raises InputRefused at once where the referee is not there, or cannot read what this world writes.
    """

    def __init__(
        self, config: GeneratorConfig, world: World, limits: Limits, stop: Callable[[], bool] | None = None
    ) -> None:
        self._config, self._world, self._limits, self._stop = config, world, limits, stop
        self._verdicts: dict[State, Verdict] = {}
        self._not_measured: Counter[str] = Counter()
        self.notes: list[str] = []
        self._referee = None if config.referee is None else _ready(config.referee, world)

    def __call__(self, ways: Sequence[Way]) -> list[Way]:
        """Return ways that stand hardest first in the referee's order.

        First come candidates that resist all that it may use, then the others by expansions, or by CPU seconds where
        it does not tell these; then who was not asked about, and at last those that it could not treat.
        """
        if self._referee is None or not ways:
            return list(ways)
        chosen, limits = self._candidates(ways)
        for way in chosen:
            try:
                self._ask(self._referee, way, limits)
            except Interrupted:
                break
            except InputRefused as error:  # it was there when the run began: what was found counts for more
                self.notes.append(f"referee {self._referee.name}: {error}")
                break
        self._tell_failures(self._referee)
        if not any(each.is_solved or each.has_resisted for each in self._verdicts.values()):
            return list(ways)  # nobody was measured
        return sorted(ways, key=lambda way: self._rank(way.state), reverse=True)

    def annotated(self, metrics: Metrics, state: State) -> Metrics:
        """Return the numbers of an instance with what the referee has said."""
        verdict = self._verdicts.get(state)
        if self._referee is None or verdict is None:
            return metrics
        said: dict[str, Any] = {"name": self._referee.name, "status": verdict.status.value}
        if verdict.is_solved:
            said |= {name: getattr(verdict, name) for name in _LASTING if getattr(verdict, name) is not None}
        return replace(metrics, referee=said)

    def _candidates(self, ways: Sequence[Way]) -> tuple[list[Way], RunLimits]:
        """Return whom to ask about, and what each of them may use: equal parts of the time that is left."""
        memory = min(MEMORY, self._config.overall_memory_limit)
        seconds = self._limits.seconds_for_referee()
        ways = self._distinct(ways, self._config.candidates)
        if seconds is None:
            return apart(ways, self._config.candidates), RunLimits(SECONDS_EACH, memory)
        count = min(self._config.candidates, int(seconds // LEAST_SECONDS))
        if count < min(self._config.candidates, len(ways)):
            self.notes.append(f"time for {count} of {self._config.candidates} candidates before the referee")
        chosen = apart(ways, count)
        each = seconds / max(len(chosen), 1)
        return chosen, RunLimits(each, memory, wall_seconds=each)

    def _distinct(self, ways: Sequence[Way], count: int) -> list[Way]:
        """Return the first ways of which none is a copy of another with other names, as many as ``apart`` looks at."""
        seen: set[Hashable] = set()
        found: list[Way] = []
        for way in ways:
            if len(found) == LOOKED_AT * count:
                break
            if (canonical := self._world.canonical(way.state)) not in seen:
                seen.add(canonical)
                found.append(way)
        return found

    def _ask(self, referee: Referee, way: Way, limits: RunLimits) -> None:
        """Write a candidate as it would be written as an instance, and keep what the referee says."""
        planned = self._world.planned(way)
        numbers = Metrics(planned.length, planned.cost)
        try:
            instance = self._world.instance(planned, numbers, name=f"{self._world.title}-candidate", comment="")
        except VerificationFailed:  # said when instances are chosen
            return
        text = next(each.problem for each in instance.writings if each.form == _FORMS[referee.kind])
        domain = decode(self._world.domain) if referee.kind is Kind.PDDL and self._world.domain is not None else None
        verdict = judge(referee, Task("candidate", text, domain), limits, stop=self._stop)
        if verdict.is_measured:
            self._verdicts[way.state] = verdict
        else:
            self._not_measured[verdict.detail] += 1

    def _tell_failures(self, referee: Referee) -> None:
        for why, number in self._not_measured.items():
            self.notes.append(f"referee {referee.name}: {counted(number, 'candidate')} not measured: it {why}")
        failed = [each for each in self._verdicts.values() if not each.is_solved and not each.has_resisted]
        for text, number in Counter(f"{each.status.value} ({each.detail})" for each in failed).items():
            asked = counted(len(self._verdicts), "candidate")
            self.notes.append(f"referee {referee.name}: {text} on {number} of {asked}, which comes last")

    def _rank(self, state: State) -> tuple[int, float]:
        verdict = self._verdicts.get(state)
        if verdict is None:
            return 1, 0.0
        if verdict.has_resisted:
            return 3, 0.0
        return (2, self._effort(verdict)) if verdict.is_solved else (0, 0.0)

    def _effort(self, verdict: Verdict) -> float:
        """Return expansions, where all solved candidates have them."""
        if all(each.expansions is not None for each in self._verdicts.values() if each.is_solved):
            return float(verdict.expansions or 0)
        return verdict.cpu_seconds or 0.0


def _ready(text: str, world: World) -> Referee:
    """Return a referee that can be asked about instances of a world."""
    referee = find_referee(text)
    if _FORMS[referee.kind] not in world.forms:
        remedy = "add --pddl" if LEVEL in world.forms else "sokoban-greedy is for files of levels"
        raise WrongOption(f"reads {referee.kind.value}, which is not written here", place=referee.name, remedy=remedy)
    referee.prepare()
    return referee


def apart(ways: Sequence[Way], count: int) -> list[Way]:
    """Return so many ways, hardest first, from states that differ in many variables as far as there are such.

    >>> [way.state for way in apart([Way(state, list) for state in [(0, 0), (0, 0), (1, 1), (2, 2)]], 2)]
    [(0, 0), (1, 1)]
    """
    taken: list[Way] = []
    near: list[Way] = []
    for way in ways[: LOOKED_AT * count]:
        least = max(len(way.state) // APART, 1)
        is_far = all(_difference(way.state, other.state) >= least for other in taken)
        (taken if is_far else near).append(way)
    chosen = {id(way) for way in [*taken, *near][:count]}
    return [way for way in ways if id(way) in chosen]


def _difference(one: State, other: State) -> int:
    return sum(mine != yours for mine, yours in zip(one, other, strict=True))
