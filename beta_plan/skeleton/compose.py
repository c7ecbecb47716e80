"""From a domain alone to a skeleton: its structure tells how its tasks may look."""

from __future__ import annotations

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
    headings = {k for m in structure.maps if "heading" in m.roles for k in m.kinds[m.roles.index("heading")]}
    kinds = {
        name: Kind(
            name, structure.kinds.type_of[name], counts[name], HEADINGS if name in headings else (),
            fixed=name in headings,
        )
        for name in structure.kinds.names
    }  # fmt: skip
    return Skeleton(
        place=place, kinds=kinds, groups=wording.groups, maps=static.maps, static=tuple(statics), init=tuple(init),
        goal=tuple(goal), metric=structure.domain.uses_costs,
    )  # fmt: skip


def understood(source: Source) -> Skeleton:
    """Return the skeleton that the structure of a domain tells."""
    try:
        return skeleton_of(Structure.of(lift_domain(source)), source.name)
    except InputRefused as error:
        raise type(error)(error.message, place=error.place or source.name, remedy=error.remedy) from None
