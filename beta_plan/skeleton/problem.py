"""A skeleton becomes a problem in PDDL: objects, static facts, a natural initial state, and a goal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from beta_plan.errors import IllegalTask, InputRefused, WrongOption
from beta_plan.skeleton.counts import counts
from beta_plan.skeleton.draw import Drawer, Facts
from beta_plan.skeleton.spec import Map, Skeleton
from beta_plan.skeleton.topology import draw_map

MOST_DRAWS = 50
"""A task in which something does not fit, or that is solved already, is drawn again so many times at most."""


def draw_problem(
    skeleton: Skeleton, domain: str, *, seed: int, objects: Mapping[str, int] | None = None,
    topology: str | None = None, attempt: int = 0,
) -> str:  # fmt: skip
    """Return a problem of the domain by this name, the same for the same arguments on every machine.

    Args:
        skeleton: what there is to be.
        domain: the name that the domain gives itself.
        seed: for all that is drawn.
        objects: numbers of objects instead of those that the skeleton has.
        topology: the form of the first map that may have another one.
        attempt: how many problems with this seed were of no use before.
    """
    return _draw_frame(skeleton, domain, seed, objects, topology, attempt).problem()


def draw_states(
    skeleton: Skeleton, domain: str, *, seed: int, count: int, objects: Mapping[str, int] | None = None,
    topology: str | None = None, attempt: int = 0,
) -> list[str]:  # fmt: skip
    """Return problems that differ from ``draw_problem``'s, with the same arguments, in the initial state alone.

    Each has a state that the skeleton's rules have drawn anew, for the objects, the static facts and the goal of that
    problem; in none of them does the goal hold. What a rule of the skeleton adds to the initial state counts as state.

    Raises:
        IllegalTask: hardly any state can be drawn.
    """
    frame = _draw_frame(skeleton, domain, seed, objects, topology, attempt)
    found: list[str] = []
    refused: IllegalTask | None = None
    for number in range(count * MOST_DRAWS):
        try:
            found.append(frame.problem(Random(f"{domain} {seed} {attempt} state {number}")))
        except IllegalTask as error:
            refused = error
        if len(found) == count:
            return found
    raise refused or IllegalTask("no state can be drawn", place=skeleton.place)


def _draw_frame(
    skeleton: Skeleton, domain: str, seed: int, objects: Mapping[str, int] | None, topology: str | None, attempt: int
) -> _Frame:
    numbers = counts(skeleton, objects or {})
    maps = _maps(skeleton, topology)
    refused: IllegalTask | None = None
    for number in range(attempt * MOST_DRAWS, (attempt + 1) * MOST_DRAWS):
        try:
            return _Frame(skeleton, domain, numbers, maps, Random(f"{domain} {seed} {number}"))
        except IllegalTask as error:
            refused = error
    assert refused is not None
    raise refused


def _maps(skeleton: Skeleton, asked: str | None) -> dict[str, Map]:
    """Return the maps, the first free one with the topology that is asked for."""
    if asked is None:
        return skeleton.maps
    if skeleton.free_map is None:
        raise WrongOption("no map that may have another topology", place="--topology", remedy="leave it out")
    return skeleton.maps | {skeleton.free_map: skeleton.maps[skeleton.free_map]._replace(topology=asked)}


class _Frame:
    """A problem that was drawn, of which the initial state can be drawn again."""

    def __init__(
        self, skeleton: Skeleton, domain: str, numbers: Mapping[str, int], maps: Mapping[str, Map], rng: Random
    ) -> None:
        self._skeleton, self._domain = skeleton, domain
        self._own = {name: _names(skeleton, name, number) for name, number in numbers.items()}
        _check_names(skeleton, self._own)
        groups = {group: [o for kind in kinds for o in self._own[kind]] for group, kinds in skeleton.groups.items()}
        self._objects = groups | self._own
        self._edges = {
            name: draw_map(
                said.topology, self._objects[name], rng, None if said.columns is None else numbers[said.columns]
            )
            for name, said in maps.items()
        }
        drawer = Drawer(self._objects, self._edges, rng)
        self._static = Facts()
        drawer.apply(skeleton.static, self._static)
        self._init = Facts(self._static)
        drawer.apply(skeleton.init, self._init)
        goal = Facts(self._init)
        drawer.apply(skeleton.goal, goal)
        self._wanted = list(goal.written())
        if not self._wanted:
            raise IllegalTask("no goal", place=skeleton.place, remedy="add a rule [[goal]], or more objects")
        self._check(self._init)

    def problem(self, rng: Random | None = None) -> str:
        """Return the problem as text: with its own initial state, or with one that is drawn now."""
        init = self._init
        if rng is not None:
            init = Facts(self._static)
            Drawer(self._objects, self._edges, rng).apply(self._skeleton.init, init)
            self._check(init)
        return _text(self._skeleton, self._domain, self._own, self._said(init), self._wanted)

    def _said(self, init: Facts) -> list[str]:
        return [*self._static.written(), *init.written()]

    def _check(self, init: Facts) -> None:
        """Refuse an initial state in which the goal holds."""
        if set(self._wanted) <= set(self._said(init)):
            raise IllegalTask("the goal holds at the beginning", place=self._skeleton.place, remedy="more objects")


def _check_names(skeleton: Skeleton, objects: Mapping[str, list[str]]) -> None:
    """Refuse two objects with one name; PDDL takes upper and lower case for the same."""
    kind_of: dict[str, str] = {}
    for kind, names in objects.items():
        for name in names:
            if (other := kind_of.setdefault(name.lower(), kind)) != kind:
                remedy = "give one of the kinds other names"
                raise InputRefused(
                    f"[objects] both {other} and {kind} have '{name}'", place=skeleton.place, remedy=remedy
                )


def _names(skeleton: Skeleton, kind: str, count: int) -> list[str]:
    """Return names for objects: from a list as far as it goes, then numbered."""
    said = skeleton.kinds[kind]
    return [*said.names[:count], *(f"{kind}{i + said.first}" for i in range(len(said.names), count))]


def _text(
    skeleton: Skeleton, domain: str, objects: Mapping[str, list[str]], init: Iterable[str], goal: Iterable[str]
) -> str:
    lines = [f"(define (problem {domain})", f"  (:domain {domain})", "  (:objects"]
    for name, members in objects.items():
        kind = skeleton.kinds[name].type
        if members and not skeleton.kinds[name].hidden:
            lines.append(f"    {' '.join(members)}" + (f" - {kind}" if kind else ""))
    costs = ["    (= (total-cost) 0)"] if skeleton.metric else []
    lines += ["  )", "  (:init", *costs, *(f"    {fact}" for fact in init), "  )"]
    lines += ["  (:goal (and", *(f"    {fact}" for fact in goal), "  ))"]
    lines += ["  (:metric minimize (total-cost))"] if skeleton.metric else []
    return "\n".join([*lines, ")", ""])
