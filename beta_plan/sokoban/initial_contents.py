"""What the initial state of a task says about squares: where man and boxes are, and which squares are walls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from beta_plan.pddl.lifted import LiftedTask, Literal
from beta_plan.sokoban.schema_roles import Content, Roles
from beta_plan.sokoban.static_facts import Unlike


@dataclass(frozen=True)
class InitialContents:
    """The squares of man and boxes, and the squares where nothing can ever go."""

    men: frozenset[int]
    boxes: frozenset[int]
    walls: frozenset[int]


def initial_contents(task: LiftedTask, roles: Roles, squares: Iterable[int]) -> InitialContents | None:
    """Return what ``:init`` says of squares; None if it states no fluents; raise Unlike if it contradicts itself."""
    if not task.has_fluent_init:
        return None
    things = _things(task, roles)
    true = {predicate: {row[0] for row in task.init[predicate]} for predicate in roles.contents}
    found: dict[Content, set[int]] = {content: set() for content in Content}
    for square in squares:
        held = frozenset(predicate for predicate, rows in true.items() if square in rows)
        found[_content(task, roles, square, held, things.get(square, []))].add(square)
    if found[Content.WALL] and not roles.walls:
        raise Unlike(f"{_names(task, found[Content.WALL])} cannot be read: nothing is there, yet it is not empty")
    for place in (roles.man, roles.box):
        for row in task.init[place.predicate]:
            if row[place.slot] not in found[Content.MAN] | found[Content.BOX]:
                raise Unlike(f"something stands on {task.objects[row[place.slot]]}, from where no way leads to a goal")
    return InitialContents(*(frozenset(found[content]) for content in (Content.MAN, Content.BOX, Content.WALL)))


def _things(task: LiftedTask, roles: Roles) -> dict[int, list[Content]]:
    """Return which kinds of objects are on each square; a thing must be on one square only."""
    found: dict[int, list[Content]] = {}
    seen: set[int] = set()
    for place in dict.fromkeys((roles.man, roles.box)):
        for row in task.init[place.predicate]:
            thing = place.thing(Literal(place.predicate, row))
            if thing is not None:
                kind = Content.MAN if thing in (roles.men or ()) else Content.BOX
                if thing in seen or (kind == Content.BOX and thing not in (roles.boxes or ())):
                    raise Unlike(f"{task.objects[thing]} is in two places, or neither man nor box")
                seen.add(thing)
                found.setdefault(row[place.slot], []).append(kind)
    return found


def _content(task: LiftedTask, roles: Roles, square: int, held: frozenset[int], things: list[Content]) -> Content:
    """Return what is on a square, by the fluents that hold of it and the things that are placed there."""
    for content in Content:
        named = (content == Content.MAN and roles.men is not None) or (
            content == Content.BOX and roles.boxes is not None
        )
        if things == ([content] if named else []) and held == {p for p, m in roles.contents.items() if content in m}:
            return content
    raise Unlike(f"what :init says of {task.objects[square]} is contradictory")


def _names(task: LiftedTask, squares: Iterable[int]) -> str:
    return ", ".join(task.objects[square] for square in sorted(squares)[:3])
