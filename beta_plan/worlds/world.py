"""What the pipeline asks of a task: a state space, heuristics, and states written as certified instances."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Protocol

from beta_plan.evaluators.pdb import Evaluators
from beta_plan.metrics import Metrics
from beta_plan.output.write import Instance
from beta_plan.sas.rows import Longs
from beta_plan.sas.task import State
from beta_plan.search.budget import Budget
from beta_plan.search.result import SearchResult, Way
from beta_plan.spaces.protocol import GoalSpace, Mask

Stop = Callable[[], bool]


@dataclass(frozen=True)
class Request:
    """What may be asked of a world: which states are natural, how large its pattern databases may be.

    ``table_limit`` and ``total_limit`` are for the abstract states of one database and of all of them.
    """

    any_state: bool
    keep: tuple[str, ...]
    table_limit: int
    total_limit: int


@dataclass(frozen=True)
class Planned:
    """A state that becomes an instance, and its plan as text, with its length and cost in the task's own terms."""

    way: Way
    plan: str
    length: int
    cost: int


class World(Protocol):
    """A task without its initial state, P_{-s0}."""

    @property
    def name(self) -> str:
        """The kind of its state space: ``sas`` or ``sokoban``."""

    @property
    def space(self) -> GoalSpace:
        """The state space that is searched backwards."""

    @property
    def allowed(self) -> Mask:
        """The facts that an instance may have."""

    @property
    def forward(self) -> GoalSpace | None:
        """The space in which predecessors are successors; None where there is none."""

    @property
    def costs(self) -> Longs:
        """The costs of the actions of ``forward``."""

    @property
    def reference(self) -> State | None:
        """The initial state that the input states, if it does."""

    @property
    def title(self) -> str:
        """What the input calls itself; instances are called after it."""

    @property
    def domain(self) -> bytes | None:
        """The domain file that instances belong to, if they are PDDL."""

    def evaluators(
        self, ks: Iterable[int], *, seed: int, policy: str = "random", stop: Stop | None = None
    ) -> Evaluators:
        """Return h^PDBk for some k; see ``Evaluators.build``."""

    def best(self, state: State, k: int, *, seed: int, stop: Stop | None = None) -> int:
        """Return h^PDBk of a state with the best partition that is found; raise Stopped where ``stop`` says so."""

    def canonical(self, state: State) -> Hashable:
        """Return a value that is equal for states that are copies of each other."""

    def naturalise(self, found: SearchResult, evaluators: Evaluators, budget: Budget) -> list[Way]:
        """Return natural states, hardest first, where a search has met none."""

    def planned(self, way: Way) -> Planned:
        """Return a state with its plan as text."""

    def instance(self, planned: Planned, metrics: Metrics, *, name: str, comment: str) -> Instance:
        """Return the text of an instance; its plan was replayed over that text by an interpreter of its own."""

    def notes(self) -> list[str]:
        """Return what had to be given up, for the log and the result."""
