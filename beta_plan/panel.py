"""A panel of judges: what states cost forward searches of different kind, and which state resists them longest.

One solver's effort is a poor measure of hardness: conflicts stop A*, long ways with everything in the way stop greedy
search, and what is hard for one is often easy for the other. So a state's score is the product of the efforts of all
judges, in expansions, each to the power of its weight; whoever solves a state quickly spoils it. Of A* those before the
last layer of f count: when the goal turns up within that layer is luck. A state that was not solved costs more than was
tried, by the plan of the world; how near searches came to it can tell such states apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import log
from time import monotonic

from beta_plan.sas.task import State
from beta_plan.search.astar import Outcome, Solution
from beta_plan.search.budget import Budget
from beta_plan.search.result import Effort, Way
from beta_plan.worlds.race_plan import RacePlan
from beta_plan.worlds.world import Judge

FOR_THE_RATE, SECONDS_FOR_THE_RATE = 50_000, 0.5
"""Expansions, and seconds at most, from which the number in a second is told."""

USUAL_RATE, LEAST_FOR_THE_RATE = 100_000.0, 2_000
"""Expansions in a second where there have been too few to tell."""

SAFELY = 0.8
"""Of the expansions for which there seems to be time, the part that a search may have: large ones are slower."""

MOST_GIFT = 2
"""So many times its share a judge spends on a state, if others have solved it."""

NOT_JUDGED = -1.0
"""The score of a state of which nothing is known."""

Caps = tuple[int, ...]
"""For each judge, the expansions that a state may have."""


@dataclass(frozen=True)
class _Effort:
    """What a state has cost one judge; ``exact`` if it was solved, else it costs more than could be had for ``cap``.

    ``distance`` is how near the search came then. ``expanded`` counts all, ``worth`` what is compared.
    """

    worth: float
    cap: int
    exact: bool
    expanded: int
    distance: int = 0


@dataclass
class _Pace:
    """How many expansions a judge has had, and in how many seconds."""

    expanded: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Expansions in a second; searches that end at once do not tell."""
        is_told = self.expanded >= LEAST_FOR_THE_RATE or self.seconds >= SECONDS_FOR_THE_RATE / 2
        return self.expanded / self.seconds if is_told and self.expanded and self.seconds else USUAL_RATE

    def solve(self, judge: Judge, state: State, budget: Budget) -> Solution:
        """Let the judge solve a state, and take the time."""
        begin = monotonic()
        found = judge.solve(state, budget)
        self.seconds += monotonic() - begin
        self.expanded += found.num_expanded
        return found


class Panel:
    """Judges who share a budget, and remember what they have found out.

    What a state may cost counts in expansions also where time is limited: it is measured how many each judge has in a
    second. A share of seconds would make a state hard because somebody else used the machine.
    """

    def __init__(
        self, judges: Sequence[Judge], plan: RacePlan, some: State, budget: Budget,
        on_best: Callable[[Way], None] | None = None,
    ) -> None:  # fmt: skip
        self._judges, self._weights, self._shares, self._budget = judges, plan.weights, plan.shares, budget
        self._names = plan.judges
        self._resisting = plan.resisting
        self._best: Way | None = None
        self._on_best = on_best
        self._used = 0
        self._efforts: list[dict[State, _Effort]] = [{} for _ in judges]
        self._plans: dict[State, tuple[int, tuple[int, ...]]] = {}
        for judge in judges:
            judge.solve(some, Budget(max_expansions=1))  # nobody's time: kernels are compiled, or loaded
        self._paces = [_Pace() for _ in judges]
        if budget.deadline is not None:
            for judge, pace in zip(judges, self._paces, strict=True):
                deadline = monotonic() + SECONDS_FOR_THE_RATE
                pace.solve(judge, some, replace(budget, max_expansions=FOR_THE_RATE, deadline=deadline))

    @property
    def left(self) -> Budget:
        """What is left of the budget."""
        most = self._budget.max_expansions
        return self._budget if most is None else replace(self._budget, max_expansions=max(most - self._used, 0))

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.left.max_expansions == 0 or self._budget.is_over

    def part(self, share: float) -> Part:
        """Return a part of what is left now."""
        return Part(self, share)

    def caps(self, share: float, num_states: int, known: Iterable[Way] = ()) -> Caps:
        """Return what each of so many states may cost each judge, so that all together take a share of what is left.

        Judges divide it by their shares. Whoever has solved the states that are ``known`` leaves it to the others, who
        take MOST_GIFT times their own: what a state costs is told best by all, and other states wait.
        """
        left, states = self.left, [way.state for way in known]
        open_ = [num_states - sum(self._is_exact(efforts, state) for state in states) for efforts in self._efforts]
        needed = sum(part * number for part, number in zip(self._shares, open_, strict=True))
        whole = max(needed, sum(self._shares) * max(num_states, 1) / MOST_GIFT)
        caps = []
        for pace, part in zip(self._paces, self._shares, strict=True):
            each = share * part / whole
            limits = [] if left.max_expansions is None else [each * left.max_expansions]
            if left.deadline is not None:
                limits.append(each * pace.rate * max(left.deadline - monotonic(), 0.0))
            caps.append(max(int(min(limits)), 1) if limits else 2**40)
        return tuple(caps)

    def affordable(self, share: float, expansions: int) -> int:
        """Return how many states could each cost the first judge so many expansions, by a share of what is left."""
        return self.caps(share, 1)[0] // expansions

    def judge(self, state: State, caps: Caps, *, at_least: float = 0.0, only_resisting: bool = False) -> None:
        """Find out what a state costs one judge after the other, each up to its cap.

        What is known already costs nothing, and where the score can no longer be ``at_least`` so large others need not
        be asked; nor are they where one has solved the state, if it counts for ``only_resisting`` ones.
        """
        best = self.largest(caps)
        for number, (weight, efforts, cap) in enumerate(zip(self._weights, self._efforts, caps, strict=True)):
            if self.is_spent or best < at_least:
                break
            known = efforts.get(state)
            if known is None or not (known.exact or known.cap >= cap):
                self._ask(number, state, cap)
            if only_resisting and self._is_exact(efforts, state):
                break
            if state in efforts:
                best += weight * (log(1 + efforts[state].worth) - log(1 + self._resisting * cap))

    def _ask(self, number: int, state: State, cap: int) -> None:
        """Let a judge solve a state; of a search that was interrupted nothing is known."""
        efforts, pace = self._efforts[number], self._paces[number]
        if self._budget.deadline is not None:  # of a search that is cut nothing is known
            cap = min(cap, max(int(SAFELY * pace.rate * (self._budget.deadline - monotonic())), 1))
        found = pace.solve(self._judges[number], state, replace(self._budget, max_expansions=cap))
        self._used += found.num_expanded
        if self._budget.is_over:
            return
        if found.outcome is Outcome.SOLVED:
            efforts[state] = _Effort(found.effort, cap, exact=True, expanded=found.num_expanded)
            if found.path:
                plan = found.cost, found.path
                self._plans[state] = min(plan, self._plans.get(state, plan))
        elif found.outcome is Outcome.LIMIT:
            worth = self._resisting * max(found.effort, 1)
            efforts[state] = _Effort(worth, cap, exact=False, expanded=found.num_expanded, distance=found.nearest)

    def judge_all(self, ways: Iterable[Way], caps: Caps, *, num_wanted: int | None = None) -> None:
        """Judge one state after the other while something is left; who cannot be among the wanted ones less closely."""
        scores: list[float] = []
        for way in ways:
            if self.is_spent:
                break
            enough = num_wanted is not None and len(scores) >= num_wanted
            self.judge(way.state, caps, at_least=sorted(scores)[-num_wanted] if enough and num_wanted else 0.0)
            scores.append(self.score(way.state))

    def score(self, state: State) -> float:
        """Return the logarithm of the product of efforts, as far as they are known: who is not solved costs more.

        A judge who was not asked counts nothing: others have solved the state too soon.
        """
        known = [
            weight * log(1 + efforts[state].worth)
            for weight, efforts in zip(self._weights, self._efforts, strict=True)
            if state in efforts
        ]
        return sum(known) if known else NOT_JUDGED

    def largest(self, caps: Caps) -> float:
        """Return the score of a state that resists every judge for so long."""
        return sum(weight * log(1 + self._resisting * cap) for weight, cap in zip(self._weights, caps, strict=True))

    def resists(self, state: State, caps: Caps) -> bool:
        """Say whether no judge has solved a state within its cap."""
        known = [efforts.get(state) for efforts in self._efforts]
        return all(
            each is not None and not (each.exact and each.worth <= cap) for each, cap in zip(known, caps, strict=True)
        )

    def has_fallen(self, state: State) -> bool:
        """Say whether some judge has solved a state."""
        return any(self._is_exact(efforts, state) for efforts in self._efforts)

    def is_known(self, state: State) -> bool:
        """Say whether every judge has solved a state, so that its score is final."""
        return all(self._is_exact(efforts, state) for efforts in self._efforts)

    @staticmethod
    def _is_exact(efforts: dict[State, _Effort], state: State) -> bool:
        return state in efforts and efforts[state].exact

    def plan(self, state: State) -> tuple[int, ...] | None:
        """Return the cheapest plan that the judges tell of a state, if all of them have solved it."""
        return self._plans[state][1] if state in self._plans and self.is_known(state) else None

    def told(self, way: Way) -> Way:
        """Return a way with what its state has cost those who were asked."""
        known = ((name, efforts.get(way.state)) for name, efforts in zip(self._names, self._efforts, strict=True))
        return replace(way, efforts=tuple(Effort(name, it.expanded, it.exact) for name, it in known if it is not None))

    def ranked(self, ways: Sequence[Way]) -> list[Way]:
        """Return ways, the largest scores first, as they stand where these are equal; at the end who was not judged."""
        return self._told(ways, lambda way: (self.score(way.state), ()))

    def ranked_by_distance(self, ways: Sequence[Way]) -> list[Way]:
        """Return ways by their scores; of those that have resisted for as long, whom searches came less near first."""
        return self._told(ways, lambda way: (self.score(way.state), self._distances(way.state)))

    def _told(self, ways: Sequence[Way], key: Callable[[Way], tuple[float, tuple[int, ...]]]) -> list[Way]:
        """Return ways, the largest first, and tell who is the best of all that were ranked so far.

        That is decided anew each time: a state that has resisted may have fallen since.
        """
        ranked = sorted(ways, key=key, reverse=True)
        first = ranked[0] if ranked and self.score(ranked[0].state) != NOT_JUDGED else None
        if first and (self._best is None or key(first) > key(self._best)):
            self._best = first
        if self._best is not None and self._on_best is not None:
            self._on_best(self._best)
        return ranked

    def _distances(self, state: State) -> tuple[int, ...]:
        return tuple(efforts[state].distance if state in efforts else 0 for efforts in self._efforts)


class Part:
    """A part of what a panel had left when it was made."""

    def __init__(self, panel: Panel, share: float) -> None:
        self._panel, self._whole, self._given = panel, panel.left, share
        self._until = panel.left.part(share)

    @property
    def share(self) -> float:
        """What is left of the part, as a share of all that is left; 0 where somebody said stop."""
        now, left = self._until, self._panel.left
        shares = [self._given] if now.deadline is None and now.max_expansions is None else []
        if now.deadline is not None and left.deadline is not None:
            shares.append((now.deadline - monotonic()) / max(left.deadline - monotonic(), 1e-9))
        if (
            now.max_expansions is not None
            and self._whole.max_expansions is not None
            and left.max_expansions is not None
        ):
            used = self._whole.max_expansions - left.max_expansions
            shares.append((now.max_expansions - used) / max(left.max_expansions, 1))
        return 0.0 if self._panel.is_spent else min(max(min(shares), 0.0), 1.0)
