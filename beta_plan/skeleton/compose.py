"""From a domain alone to a skeleton: its structure tells how its tasks may look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from beta_plan.errors import InputRefused
from beta_plan.pddl.domain import lift_domain
from beta_plan.pddl.sexpr import Source
from beta_plan.skeleton.goal_rules import GoalRules
from beta_plan.skeleton.kinds import not_understood
from beta_plan.skeleton.numbers import numbers
from beta_plan.skeleton.spec import HEADINGS, Kind, Skeleton
from beta_plan.skeleton.state_rules import StateRules
from beta_plan.skeleton.static_rules import StaticRules
from beta_plan.skeleton.structure import Structure
from beta_plan.skeleton.wording import Wording


def skeleton_of(structure: Structure, place: str) -> Skeleton:
    """Return how tasks of a domain may look; ``place`` names it in messages."""
    wording = Wording(structure, place)
    static, state = StaticRules(structure, wording), StateRules(structure, wording)
    statics, init = static.rules(), state.rules()
    goal = GoalRules(structure, wording, state).rules()
    if not goal:
        raise not_understood("nothing is moved, or achieved once and for all")
    counts = numbers(structure)
    kinds = {
        name: Kind(
            name, structure.kinds.type_of[name], counts[name], HEADINGS if name in structure.headings else (),
            fixed=name in structure.headings, first=_free_number(structure, name),
        )
        for name in structure.kinds.names
    }  # fmt: skip
    return Skeleton(
        place=place, kinds=kinds, groups=wording.groups, maps=static.maps, static=tuple(statics), init=tuple(init),
        goal=tuple(goal), metric=structure.domain.uses_costs,
    )  # fmt: skip


def _free_number(structure: Structure, kind: str) -> int:
    """Return the number of the first object of a kind, above that of every constant that is called like one."""
    named = (re.fullmatch(rf"{re.escape(kind)}([0-9]{{1,9}})", name.lower()) for name in structure.kinds.task.objects)
    return 1 + max((int(match[1]) for match in named if match), default=0)


def understood(source: Source) -> Skeleton:
    """Return the skeleton that the structure of a domain tells."""
    with _placed(source):
        return skeleton_of(Structure.of(lift_domain(source)), source.name)


def structure_of(source: Source) -> Structure:
    """Return the structure of a domain."""
    with _placed(source):
        return Structure.of(lift_domain(source))


@contextmanager
def _placed(source: Source) -> Iterator[None]:
    """Name the domain in what is refused without a place."""
    try:
        yield
    except InputRefused as error:
        raise type(error)(error.message, place=error.place or source.name, remedy=error.remedy) from None
