"""What the pipeline asks of a task: a state space, heuristics, and states written as certified instances."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from beta_plan.evaluators.pdb import Evaluators
from beta_plan.metrics import Metrics
from beta_plan.output.layout import Form
from beta_plan.output.write import Instance
from beta_plan.sas.task import State
from beta_plan.search.astar import Solution
from beta_plan.search.budget import Budget
from beta_plan.search.result import SearchResult, Way
from beta_plan.spaces.protocol import GoalSpace, Mask
from beta_plan.worlds.race_plan import RacePlan

Stop = Callable[[], bool]


@dataclass(frozen=True)
class Request:
    """How a task is to be read, and how large its pattern databases may be.

    Attributes:
        any_state: instances may have facts that no author would write.
        keep: predicates whose atoms must be as in the reference.
        level: number or title of a level in a file of several.
        pddl: levels are written as PDDL, too.
        no_fast_path: a PDDL task becomes a SAS+ task, whatever it is.
        skeleton: a file that says how a task is drawn, where there is no problem file.
        objects: numbers of objects instead of those of the skeleton.
        topology: the form of the map of a task that is drawn.
        size: of a maze that is drawn, such as ``12x10``.
        boxes: in a maze that is drawn.
        seed: of the task that is drawn.
        given_state: the initial state of the input is asked about, and no other.
        table_limit: abstract states in one pattern database of a SAS+ task.
        total_limit: abstract states in all of them.
        byte_limit: bytes of all pattern databases on a fast path.
    """

    any_state: bool = False
    keep: tuple[str, ...] = ()
    level: str | None = None
    pddl: bool = False
    no_fast_path: bool = False
    skeleton: str | None = None
    objects: tuple[str, ...] = ()
    topology: str | None = None
    size: str | None = None
    boxes: int | None = None
    seed: int = 0
    given_state: bool = False
    table_limit: int = 1 << 20
    total_limit: int = 1 << 25
    byte_limit: int = 1 << 30


@dataclass(frozen=True)
class Planned:
    """A state that becomes an instance, and its plan as text, with its length and cost in the task's own terms."""

    way: Way
    plan: str
    length: int
    cost: int


class Judge(Protocol):
    """A forward search that tells how hard a state is by what it takes to solve it."""

    def solve(self, start: State, budget: Budget, /) -> Solution:
        """Solve a state, or reach the limits of a budget."""


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
    def has_judges(self) -> bool:
        """Whether forward searches can judge states."""

    @property
    def reference(self) -> State | None:
        """The initial state that the input states, if it does."""

    @property
    def title(self) -> str:
        """What the input calls itself; instances are called after it."""

    @property
    def domain(self) -> bytes | None:
        """The domain file that instances belong to, if they are PDDL."""

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms in which instances are written."""

    def evaluators(
        self, ks: Iterable[int], *, seed: int, policy: str = "random", stop: Stop | None = None
    ) -> Evaluators:
        """Return h^PDBk for some k; see ``Evaluators.build``."""

    @property
    def built(self) -> int:
        """How far the building of databases is: at the same point the same number, on every machine."""

    def best(self, state: State, k: int, *, seed: int, stop: Stop | None = None) -> int:
        """Return h^PDBk of a state with the best partition that is found; raise Stopped where ``stop`` says so."""

    def scorers(self, ks: Iterable[int], *, seed: int) -> Sequence[Evaluators]:
        """Return h^PDBk in other ways than a search with this seed sees it, where these are to be had at once."""

    def judges(self, *, seed: int, stop: Stop | None = None) -> Sequence[Judge]:
        """Return forward searches of different kind."""

    @property
    def builds_for_metrics(self) -> int:
        """About how many times as long as for the search databases are built to measure what was found."""

    @property
    def race_plan(self) -> RacePlan:
        """How much each of ``judges`` counts, and may spend."""

    def canonical(self, state: State) -> Hashable:
        """Return a value that is equal for states that are copies of each other."""

    def naturalise(self, found: SearchResult, evaluators: Evaluators, budget: Budget) -> list[Way]:
        """Return natural states, hardest first, where a search has met none."""

    @property
    def needs_past(self) -> bool:
        """Whether only states that the reference leads to are sure to be legal."""

    def has_past(self, state: State, stop: Stop) -> bool:
        """Tell whether a natural state leads to a state, so that it is legal; False too where none is found."""

    def planned(self, way: Way) -> Planned:
        """Return a state with its plan as text."""

    def spelled(self, way: Way) -> tuple[str, ...]:
        """Return a state as text: its atoms, or the rows of a board."""

    def instance(self, planned: Planned, metrics: Metrics, *, name: str, comment: str) -> Instance:
        """Return the text of an instance; its plan was replayed over that text by an interpreter of its own."""

    def about(self) -> dict[str, Any]:
        """Return what the manifest is to tell of the input."""

    def notes(self) -> list[str]:
        """Return what had to be given up, for the log and the result."""
