"""What a user may choose when a task of a domain is drawn, as values for people and scripts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beta_plan.bundled import bundled_domain, bundled_names, is_maze_domain
from beta_plan.config import DEFAULT_BOXES, DEFAULT_SIZE, TOPOLOGIES
from beta_plan.pddl.sections import domain_sections
from beta_plan.pddl.sexpr import load, parse
from beta_plan.skeleton.counts import names_in, ranges
from beta_plan.skeleton.find import skeleton_for
from beta_plan.skeleton.spec import Skeleton
from beta_plan.skeleton.toml import SKELETON, read_skeleton

MAZE_ARGUMENTS: tuple[dict[str, Any], ...] = (
    {"name": "size", "option": "--size WxH", "type": "text", "default": DEFAULT_SIZE, "pattern": "[0-9]+x[0-9]+"},
    {"name": "boxes", "option": "--boxes N", "type": "integer", "default": DEFAULT_BOXES, "minimum": 1, "maximum": 40},
)
"""Of Sokoban, whose tasks are mazes."""


@dataclass(frozen=True)
class Summary:
    """A bundled domain in a few words; ``objects`` is None where no task can be drawn."""

    name: str
    about: str
    objects: dict[str, int] | None
    topology: str | None

    def to_json(self) -> dict[str, Any]:
        """Return the summary as JSON has it."""
        return {"name": self.name, "about": self.about, "objects": self.objects, "topology": self.topology}


def bundled_summaries() -> list[Summary]:
    """Return the bundled domains, with the kinds whose numbers may be chosen and the map that may change its form."""
    return [_summary(name) for name in bundled_names()]


def domain_name(domain: Path) -> str:
    """Return the name that a domain gives itself."""
    source = load(domain)
    return domain_sections(source, parse(source)).name


def drawing_arguments(domain: Path, skeleton: str | None = None) -> list[dict[str, Any]]:
    """Return what may be chosen when a task is drawn: numbers of objects, the form of the map, the seed.

    Defaults and bounds that follow from other numbers are given for the defaults of those, with their formulas.
    """
    seed = {"name": "seed", "option": "--seed N", "type": "integer", "default": 0, "minimum": 0}
    if is_maze_domain(domain, skeleton):
        return [*MAZE_ARGUMENTS, seed]
    said = skeleton_for(domain, skeleton)
    return [*_numbers(said), *_topology(said), seed]


def _numbers(skeleton: Skeleton) -> list[dict[str, Any]]:
    found = []
    for name, bounds in ranges(skeleton).items():
        kind = skeleton.kinds[name]
        entry: dict[str, Any] = {
            "name": name, "option": f"--objects {name}=N", "type": "integer", "default": bounds.default,
            "minimum": bounds.least, "maximum": bounds.most,
            "type_name": None if kind.hidden else kind.type or "object",
        }  # fmt: skip
        formulas = {"formula": kind.count, "minimum_formula": kind.least, "maximum_formula": kind.most or ""}
        found.append(entry | {key: formula for key, formula in formulas.items() if names_in(formula)})
    return found


def _topology(skeleton: Skeleton) -> list[dict[str, Any]]:
    if skeleton.free_map is None:
        return []
    default = skeleton.maps[skeleton.free_map].topology
    return [
        {
            "name": "topology", "option": "--topology", "type": "choice", "choices": list(TOPOLOGIES),
            "default": default, "map": skeleton.free_map,
        }
    ]  # fmt: skip


def _summary(name: str) -> Summary:
    domain = bundled_domain(name)
    lines = domain.read_text(encoding="utf-8").splitlines()
    about = next((line.lstrip("; ") for line in lines if line.startswith(";")), "")
    beside = domain.with_name(SKELETON)
    if not beside.is_file():
        return Summary(name, about, None, None)
    skeleton = read_skeleton(beside)
    objects = {kind: bounds.default for kind, bounds in ranges(skeleton).items()}
    free = skeleton.free_map
    return Summary(name, about, objects, None if free is None else skeleton.maps[free].topology)
