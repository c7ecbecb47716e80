"""A skeleton becomes a problem in PDDL: objects, static facts, a natural initial state, and a goal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from beta_plan.errors import IllegalTask, InputRefused
from beta_plan.skeleton.counts import counts
from beta_plan.skeleton.draw import Drawer, Facts
from beta_plan.skeleton.spec import Skeleton
from beta_plan.skeleton.topology import draw_map

MOST_DRAWS = 50
"""A task in which something does not fit, or that is solved already, is drawn again so many times at most."""


def draw_problem(
    skeleton: Skeleton, domain: str, *, seed: int, objects: Mapping[str, int] | None = None,
    topology: str | None = None,
) -> str:  # fmt: skip
    """Return a problem of the domain by this name, the same for the same arguments on every machine.

    Args:
        skeleton: what there is to be.
        domain: the name that the domain gives itself.
        seed: for all that is drawn.
        objects: numbers of objects instead of those that the skeleton has.
        topology: the form of the first map that may have another one.
    """
    numbers = counts(skeleton, objects or {})
    maps = _topologies(skeleton, topology)
    refused: IllegalTask | None = None
    for attempt in range(MOST_DRAWS):
        try:
            return _draw(skeleton, domain, numbers, maps, Random(f"{domain} {seed} {attempt}"))
        except IllegalTask as error:
            refused = error
    assert refused is not None
    raise refused


def _topologies(skeleton: Skeleton, asked: str | None) -> dict[str, str]:
    maps = dict(skeleton.maps)
    if asked is not None:
        free = [name for name in maps if name not in skeleton.fixed]
        if not free:
            raise InputRefused("no map that may have another topology", place=skeleton.place, remedy="leave it out")
        maps[free[0]] = asked
    return maps


def _draw(skeleton: Skeleton, domain: str, numbers: Mapping[str, int], maps: Mapping[str, str], rng: Random) -> str:
    own = {name: _names(skeleton, name, number) for name, number in numbers.items()}
    objects = {group: [o for kind in kinds for o in own[kind]] for group, kinds in skeleton.groups.items()} | own
    drawer = Drawer(objects, {name: draw_map(maps[name], objects[name], rng) for name in maps}, rng)
    static, goal = Facts(), Facts()
    drawer.apply(skeleton.static, static)
    init = Facts(static)
    drawer.apply(skeleton.init, init)
    goal = Facts(init)
    drawer.apply(skeleton.goal, goal)
    if not goal.atoms:
        raise IllegalTask("no goal", place=skeleton.place, remedy="add a rule [[goal]], or more objects")
    if all(atom in init.atoms for atom in goal.atoms):
        raise IllegalTask("the goal holds at the beginning", place=skeleton.place, remedy="more objects")
    return _text(skeleton, domain, own, [*static.written(), *init.written()], goal.written())


def _names(skeleton: Skeleton, kind: str, count: int) -> list[str]:
    """Return names for objects, from a list of names as far as it goes."""
    given = skeleton.kinds[kind].names
    return [given[i] if i < len(given) else f"{kind}{i + 1}" for i in range(count)]


def _text(
    skeleton: Skeleton, domain: str, objects: Mapping[str, list[str]], init: Iterable[str], goal: Iterable[str]
) -> str:
    lines = [f"(define (problem {domain})", f"  (:domain {domain})", "  (:objects"]
    for name, members in objects.items():
        kind = skeleton.kinds[name].type
        if members:
            lines.append(f"    {' '.join(members)}" + (f" - {kind}" if kind else ""))
    lines += ["  )", "  (:init", *(f"    {fact}" for fact in init), "  )"]
    lines += ["  (:goal (and", *(f"    {fact}" for fact in goal), "  ))"]
    lines += ["  (:metric minimize (total-cost))"] if skeleton.metric else []
    return "\n".join([*lines, ")", ""])
