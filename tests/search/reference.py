"""Best-first search and novelty straight from the paper's definitions: what the kernels must equal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from beta_plan.evaluators.ordering import Ordering, Term
from beta_plan.sas.task import State


class SeenSubsets:
    """Every set of at most ``cap`` facts that was seen with a value of h."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._seen: set[tuple[int, ...]] = set()

    def width(self, facts: Sequence[int], h: int) -> int:
        """Return the size of the smallest set that is new with h, or cap + 1."""
        found = self._cap + 1
        for n in range(self._cap, 0, -1):
            subsets = {(h, *chosen) for chosen in combinations(facts, n)}
            if not subsets <= self._seen:
                found = n
            self._seen |= subsets
        return found


class NaiveSearch:
    """The paper's algorithm with lists and sets; ``states``, ``keys``, ``parents`` are in generation order."""

    def __init__(
        self, goals: Iterable[State], before: Callable[[State], list[tuple[int, State]]],
        facts: Callable[[State], list[int]], h: Callable[[State], dict[int, int]],
        ordering: Ordering, cap: int, *, num_movables: int,
    ) -> None:  # fmt: skip
        self._before, self._facts, self._h = before, facts, h
        self._ordering, self._num_movables = ordering, num_movables
        self._seen = {term.k: SeenSubsets(cap) for term in ordering.terms if term.kind == "w"}
        self._waiting: list[int] = []
        self.states: list[State] = []
        self.keys: list[tuple[int, ...]] = []
        self.parents: list[tuple[int, int]] = []
        self.expanded: list[State] = []
        self.generated = 0
        for goal in sorted(goals):
            self._insert(goal, -1, -1)

    def _insert(self, state: State, parent: int, action: int) -> None:
        self.keys.append(tuple(self._value(term, state) for term in self._ordering.terms))
        self._waiting.append(len(self.states))
        self.states.append(state)
        self.parents.append((parent, action))

    def _value(self, term: Term, state: State) -> int:
        h = self._h(state)
        if term.kind == "w":
            return self._num_movables - self._seen[term.k].width(self._facts(state), h[term.k]) + 1
        if term.kind == "C":
            return max(0, h[term.k] - h[term.k - 1])
        return h[term.k]

    def run(self, max_expansions: int) -> None:
        """Expand the state with the largest key, the first generated one among equals, again and again."""
        closed = set(self.states)
        while self._waiting and len(self.expanded) < max_expansions:
            chosen = max(self._waiting, key=lambda i: (self.keys[i], -i))
            self._waiting.remove(chosen)
            self.expanded.append(self.states[chosen])
            for action, s in self._before(self.states[chosen]):
                self.generated += 1
                if s not in closed:
                    closed.add(s)
                    self._insert(s, chosen, action)
