"""Write docs/domains.md and docs/pictures/: a picture of every bundled domain, of a task that its skeleton draws.

Run ``python docs/gallery.py`` after a change of pictures, domains or skeletons; equal sources give equal bytes.
"""

from __future__ import annotations

from pathlib import Path

from beta_plan.bundled import bundled_directory, bundled_domain, bundled_names
from beta_plan.cli.describe import text
from beta_plan.pictures import Picture, draw_instance, draw_level
from beta_plan.skeleton.arguments import bundled_summaries, drawing_arguments
from beta_plan.stages import Stages
from beta_plan.worlds.drawn import draw_task
from beta_plan.worlds.world import Request

DOCS = Path(__file__).parent

SIZES: dict[str, tuple[int, str]] = {
    "blocks": (1, "block=7"),
    "depots": (4, "place=3,crate=5,pallet=4"),
    "elevators": (1, "floor=5,person=4"),
    "ferry": (1, "port=4,car=6"),
    "logistics": (1, "parcel=5"),
    "miconic": (1, "floor=6,passenger=6"),
    "nomystery": (4, "town=5,parcel=4"),
    "rovers": (1, "place=5"),
    "satellite": (1, "direction=5,satellite=2,instrument=3"),
    "storage": (1, "crate=3"),
    "transport": (1, "place=7"),
}
"""Seed and numbers of objects, where others than the defaults make a better picture."""

HEAD = """# The bundled domains

A picture of every bundled domain: a task that its skeleton draws, some of them smaller than usual, and of Sokoban a
bundled level, with its initial state and, dashed, what the goal asks for. Written by `python docs/gallery.py`; single
instances are drawn by `beta-plan draw PROBLEM`. The numbers are what `beta-plan describe NAME` says can be chosen;
where one follows from others, its formula stands behind it, and more boxes need a larger `--size`.
[domains/README.md](../domains/README.md) has the small tasks `p01.pddl` that the tests enumerate.
"""


def drawn(name: str) -> Picture:
    """Return the picture of a bundled domain."""
    if name == "sokoban":
        return draw_level(bundled_directory() / name / "levels.sok", 4)
    seed, objects = SIZES.get(name, (1, ""))
    request = Request(seed=seed, objects=(objects,) if objects else ())
    task = draw_task(bundled_domain(name), request, Stages())
    assert task.sas.init is not None
    return draw_instance(bundled_domain(name), task.instance(task.sas.init, name=name))


def page() -> str:
    """Return the text of docs/domains.md."""
    parts = [HEAD]
    for summary in bundled_summaries():
        arguments = drawing_arguments(bundled_domain(summary.name))
        chosen = "\n".join(f"- `{each['option']}`: {text(each)}" for each in arguments if each["name"] != "seed")
        picture = f"![An instance of {summary.name}](pictures/{summary.name}.svg)"
        parts.append(f"## {summary.name}\n\n{summary.about}\n\n{chosen}\n\n{picture}\n")
    return "\n".join(parts)


def main() -> None:
    """Write all files."""
    for name in bundled_names():
        (DOCS / "pictures" / f"{name}.svg").write_text(drawn(name).svg(), encoding="utf-8", newline="\n")
    (DOCS / "domains.md").write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
