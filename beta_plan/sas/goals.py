"""S*: the complete, legal states that satisfy the goal."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import accumulate, islice, product, repeat
from math import prod
from random import Random
from typing import Literal

from beta_plan.errors import IllegalTask, NothingFound
from beta_plan.sas.complete import Completion, Completions, Contradiction
from beta_plan.sas.invert import Transitions
from beta_plan.sas.legal import Bound
from beta_plan.sas.parts import Part, Values
from beta_plan.sas.task import AcyclicRelation, SasTask, State

_ENUMERATED = 10_000
"""A part with at most so many joint values is listed; of a larger one values are drawn."""
_PATIENCE = 20
"""The sample is as large as it gets after so many draws for each state that was asked for."""


@dataclass(frozen=True)
class GoalStates:
    """Goal states, sorted, and what is known of them.

    ``complete``: these are all. ``uniform``: every legal goal state had the same chance. ``how``: ``completed``
    from the goal in all ways, ``sampled`` from these, or ``reached`` by a search from the reference state.
    """

    states: tuple[State, ...]
    complete: bool
    uniform: bool
    how: Literal["completed", "sampled", "reached"]


class _Alternative:
    """The completions of one goal alternative."""

    def __init__(self, goal: tuple[int, ...], completion: Completion, listed: _Listed) -> None:
        self.goal = goal
        self._completion = completion
        self._states = [listed(part) for part in completion.parts]
        if any(states == () for states in self._states):
            raise Contradiction(None)
        self._listed = [states for states in self._states if states is not None]

    @property
    def count(self) -> int | None:
        """The number of completions, or None where some part has too many."""
        return prod(map(len, self._listed)) if len(self._listed) == len(self._states) else None

    def __iter__(self) -> Iterator[State]:
        return map(self._completion.join, product(*self._listed))

    def draws(self, rng: Random) -> tuple[Iterator[State], bool]:
        """Return random completions, and whether they are uniform (and independent)."""
        streams, uniform = [], True
        for part, states in zip(self._completion.parts, self._states, strict=True):
            if states is not None:
                streams.append(_choices(states, rng))
                continue
            seed = rng.getrandbits(30)
            easy = part.is_easy(seed)
            streams.append(part.draw_uniformly(seed) if easy else part.draw_anyhow(seed))
            uniform &= easy
        joint = zip(*streams, strict=False) if streams else repeat(())
        return map(self._completion.join, joint), uniform


def _choices(states: tuple[Values, ...], rng: Random) -> Iterator[Values]:
    while True:
        yield rng.choice(states)


def goal_states(task: SasTask, *, limit: int, seed: int) -> GoalStates:
    """Return the legal states that satisfy one of the goals: all, or ``limit`` of them drawn at random.

    Raises IllegalTask where there is none.
    """
    alternatives = _alternatives(task, _Listed(max(2 * limit, _ENUMERATED)))
    if all(a.count is not None and a.count <= limit for a in alternatives):
        found: set[State] = set()
        for alternative in alternatives:
            found.update(alternative)
            if len(found) > limit:
                break
        else:
            return GoalStates(tuple(sorted(found)), complete=True, uniform=True, how="completed")
    drawn, uniform = _union_draws(task, alternatives, Random(seed))
    states: dict[State, None] = {}
    for state in islice(drawn, _PATIENCE * limit):
        states[state] = None
        if len(states) == limit:
            break
    return GoalStates(tuple(sorted(states)), complete=False, uniform=uniform, how="sampled")


class _Listed:
    """The joint values of parts, listed once for all alternatives that share a part."""

    def __init__(self, at_most: int) -> None:
        self._at_most = at_most
        self._known: dict[Part, tuple[Values, ...] | None] = {}

    def __call__(self, part: Part) -> tuple[Values, ...] | None:
        if part not in self._known:
            self._known[part] = part.states(self._at_most)
        return self._known[part]


def _alternatives(task: SasTask, listed: _Listed) -> list[_Alternative]:
    completions = Completions(task)
    found, obstacles = [], []
    for goal in task.goals:
        try:
            found.append(_Alternative(goal, completions.complete(goal), listed))
        except Contradiction as contradiction:
            obstacles.append(contradiction.law)
    if not found:
        raise IllegalTask(_no_goal_state(task, obstacles), remedy="change the goal or the initial state")
    return found


def _union_draws(task: SasTask, alternatives: list[_Alternative], rng: Random) -> tuple[Iterator[State], bool]:
    """Return random states of the union of the alternatives, and whether they are uniform.

    An alternative is chosen in proportion to its count, and its state kept if no earlier alternative has that
    state too: each state of the union then counts once (Karp and Luby). Without counts all weigh the same.
    """
    counts = [a.count for a in alternatives]
    exact = [n for n in counts if n is not None]
    known = len(exact) == len(counts)
    weights = list(accumulate(exact if known else [1] * len(counts)))
    streams = [a.draws(rng) for a in alternatives]
    goals = [_unmet(task, a.goal) for a in alternatives]

    def draw() -> Iterator[State]:
        while True:
            chosen = bisect_right(weights, rng.randrange(weights[-1]))
            state = next(streams[chosen][0], None)
            if state is None:
                return
            if all(unmet(state) for unmet in goals[:chosen]):
                yield state

    return draw(), all(uniform for _, uniform in streams) and (known or len(counts) == 1)


def _unmet(task: SasTask, goal: tuple[int, ...]) -> Callable[[State], int]:
    """Return the function that counts the variables that do not have a value which ``goal`` asks for."""
    wanted = list(task.goal_values(goal).items())
    return lambda state: sum(state[variable] not in values for variable, values in wanted)


def _no_goal_state(task: SasTask, obstacles: list[Bound | AcyclicRelation | None]) -> str:
    message = "no legal state satisfies the goal"
    if len(obstacles) > 1:
        message += f", nor any of its {len(obstacles)} alternatives"
    named = next((law for law in obstacles if law is not None), None)
    if isinstance(named, AcyclicRelation):
        return f"{message}: its facts ({named.predicate} ...) make a ring"
    if named is not None:
        return f"{message}: {named.spell(task)}"
    return f"{message}: its facts, the mutex groups and the other invariants exclude each other"


def goal_states_by_search(task: SasTask, *, limit: int, max_expansions: int = 20_000) -> GoalStates:
    """Return goal states that are reachable from the reference state, hence legal, where invariants are unknown.

    Greedy best-first search on the number of unmet goal facts (of the nearest alternative). Among equals, states
    that show a fact for the first time with that number come first. It goes on beyond the first goal state, whose
    neighbours are the next. Raises NothingFound where the search meets no goal state.
    """
    if task.init is None:
        raise IllegalTask("goal states can be searched from an initial state only", remedy="give :init its fluents")
    transitions = Transitions(task)
    goals = [_unmet(task, goal) for goal in task.goals]
    open_: list[tuple[int, bool, int, State]] = []
    closed: set[State] = set()
    shown: set[tuple[int, int, int]] = set()
    found: list[State] = []

    def insert(state: State) -> None:
        unmet = min(goal(state) for goal in goals)
        facts = {(unmet, variable, value) for variable, value in enumerate(state)}
        heappush(open_, (unmet, facts <= shown, len(closed), state))
        shown.update(facts)
        closed.add(state)
        if unmet == 0:
            found.append(state)

    insert(task.init)
    for _ in range(max_expansions):
        if not open_ or len(found) >= limit:
            break
        for _, successor in transitions.successors(heappop(open_)[-1]):
            if successor not in closed:
                insert(successor)
    if not found:
        raise NothingFound(f"no goal state within {max_expansions} expansions from the initial state")
    return GoalStates(tuple(sorted(found[:limit])), complete=False, uniform=False, how="reached")
