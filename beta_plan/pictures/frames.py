"""Animations: the pictures of a plan, and what changes from one to the next, as JSON for a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from beta_plan.pictures.scene import Group, Picture
from beta_plan.pictures.svg import group_svg, inner_svg, number


@dataclass(frozen=True)
class Step:
    """An action, spelled ``(drive van a b)`` or as a letter of LURD, and the picture after it."""

    action: str
    picture: Picture


@dataclass(frozen=True)
class Animation:
    """The initial picture and one for every step, all of one size; whatever moves keeps its key through all of them."""

    first: Picture
    steps: tuple[Step, ...]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All pictures, the initial one first."""
        return (self.first, *(step.picture for step in self.steps))

    def to_json(self) -> dict[str, Any]:
        """Return the animation as values for ``json.dumps``.

        ``svg`` is the initial picture. Each of ``steps`` has its ``action``, and under ``changed`` the groups that are
        not as before, by their ``data-key``: where they are then (``x``, ``y``: what ``translate`` takes) and, if what
        is in them is new, their inner SVG as ``inner``; for a group that was not there before, all of it as ``svg``.
        ``gone`` are the keys of groups that are there no longer, ``order`` those of all groups if it has changed.
        """
        pictures = self.pictures
        steps = [
            {"action": step.action, **_difference(before, step.picture)}
            for before, step in zip(pictures, self.steps, strict=False)
        ]
        return {"width": self.first.width, "height": self.first.height, "title": self.first.title,
                "svg": self.first.svg(), "steps": steps}  # fmt: skip


def _difference(before: Picture, after: Picture) -> dict[str, Any]:
    old = {group.key: group for group in before.groups}
    new = {group.key: group for group in after.groups}
    changed = {key: _change(old.get(key), group) for key, group in new.items() if old.get(key) != group}
    found: dict[str, Any] = {"changed": changed}
    if gone := [key for key in old if key not in new]:
        found["gone"] = gone
    if list(old) != list(new):
        found["order"] = list(new)
    return found


def _change(old: Group | None, new: Group) -> dict[str, Any]:
    if old is None:
        return {"svg": group_svg(new)}
    change: dict[str, Any] = {}
    if (old.x, old.y) != (new.x, new.y):
        change |= {"x": float(number(new.x)), "y": float(number(new.y))}
    if (old.shapes, old.title) != (new.shapes, new.title):
        change["inner"] = inner_svg(new)
    return change
