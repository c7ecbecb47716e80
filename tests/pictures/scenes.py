"""What stands where in a picture, read from its shapes alone."""

from __future__ import annotations

from beta_plan.pictures import Picture
from beta_plan.pictures.scene import Group, Rectangle, Text

Frame = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def frames(picture: Picture, *roles: str) -> dict[str, Frame]:
    """Return the outer rectangle of every group with one of some roles."""
    found = {}
    for group in picture.groups:
        if group.role in roles:
            box = next(shape for shape in group.shapes if isinstance(shape, Rectangle))
            found[group.key] = (
                group.x + box.x,
                group.y + box.y,
                group.x + box.x + box.width,
                group.y + box.y + box.height,
            )
    return found


def is_inside(inner: Frame, outer: Frame) -> bool:
    near = 0.01
    return (
        inner[0] >= outer[0] - near and inner[1] >= outer[1] - near
        and inner[2] <= outer[2] + near and inner[3] <= outer[3] + near
    )  # fmt: skip


def overlap(one: Frame, other: Frame) -> bool:
    near = 0.01
    return (
        one[0] < other[2] - near and other[0] < one[2] - near and one[1] < other[3] - near and other[1] < one[3] - near
    )


def written(group: Group) -> str:
    """Return the words of a group, line after line."""
    return " ".join(shape.text for shape in group.shapes if isinstance(shape, Text))


def told(picture: Picture) -> str:
    """Return all facts of things and places, and those below the picture; not those of the goal."""
    parts = [group.title for group in picture.groups if group.role not in ("goal", "facts")]
    for group in picture.groups:
        if group.role == "facts":
            parts.append(written(group).split("goal: ")[0])
    return " ".join(parts)
