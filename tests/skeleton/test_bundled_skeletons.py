"""Every bundled skeleton draws tasks that the front end takes, legal from the beginning, with goal states."""

from __future__ import annotations

from functools import cache

import pytest

from beta_plan.bundled import bundled_domain, bundled_names
from beta_plan.front_end import FrontEnd, load_text
from beta_plan.sas.invert import Transitions
from beta_plan.skeleton.problem import draw_problem
from beta_plan.skeleton.toml import SKELETON, read_skeleton

OTHER_SIZES: dict[str, dict[str, int]] = {
    "barman": {"cocktail": 1, "glass": 1},
    "blocks": {"block": 12},
    "briefcase": {"place": 2, "bag": 1, "item": 1},
    "childsnack": {"child": 2, "tray": 1, "place": 1},
    "depots": {"place": 1, "crate": 2, "truck": 1},
    "driverlog": {"spot": 2, "driver": 1, "truck": 1, "goods": 1},
    "elevators": {"block": 3, "slow-lift": 4, "fast-lift": 2},
    "ferry": {"port": 2, "car": 1},
    "floortile": {"row": 2, "column": 1, "robot": 1},
    "grid": {"row": 1, "column": 4, "shape": 1},
    "gripper": {"room": 2, "ball": 1, "hand": 3},
    "hiking": {"place": 2, "couple": 1},
    "logistics": {"city": 5, "parcel": 10, "aeroplane": 2},
    "miconic": {"floor": 2, "passenger": 1},
    "nomystery": {"town": 2, "parcel": 1},
    "npuzzle": {"row": 2, "column": 4},
    "parking": {"kerb": 3},
    "rovers": {"place": 2, "rover": 1, "camera": 1, "mode": 1, "objective": 1},
    "satellite": {"satellite": 1, "instrument": 1, "mode": 1, "direction": 2},
    "spanner": {"place": 3, "nut": 1, "spanner": 1},
    "storage": {"crate": 1, "depot": 1, "row": 1, "column": 3},
    "termes": {"row": 2, "column": 3, "level": 3, "tower": 1},
    "tpp": {"market": 1, "truck": 1, "goods": 1},
    "transport": {"place": 12, "vehicle": 3, "package": 6, "level": 2},
    "trucks": {"place": 2, "parcel": 1, "bay": 1},
    "visitall": {"row": 1, "column": 2},
    "zenotravel": {"town": 2, "plane": 1, "traveller": 1, "level": 2},
}
NAMES = sorted(OTHER_SIZES)


def test_every_domain_but_sokoban_has_a_skeleton():
    assert [name for name in bundled_names() if bundled_domain(name).with_name(SKELETON).is_file()] == NAMES
    assert {*bundled_names()} - {*NAMES} == {"sokoban"}


@cache
def drawn(name: str, seed: int, other_size: bool) -> FrontEnd:
    domain = bundled_domain(name)
    objects = OTHER_SIZES[name] if other_size else {}
    text = draw_problem(read_skeleton(domain.with_name(SKELETON)), name, seed=seed, objects=objects)
    return load_text(domain.read_text(encoding="utf-8"), text)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("seed", "other_size"), [(0, False), (1, False), (0, True)])
def test_a_drawn_task_is_a_task(name, seed, other_size):
    front_end = drawn(name, seed, other_size)
    task = front_end.sas
    assert task.init is not None
    assert task.is_legal(task.init)
    goals = front_end.goal_states(limit=10, seed=0).states
    assert goals
    assert task.init not in goals
    transitions = Transitions(task)
    assert transitions.successors(task.init)
    assert any(transitions.predecessors(goal) for goal in goals)


@pytest.mark.parametrize("name", NAMES)
def test_the_default_task_is_worth_a_search(name):
    task = drawn(name, 0, False).sas
    size = 1
    for variable in task.variables:
        size *= len(variable.atoms)
    assert size > 10**5
    assert len(task.actions) < 5000


@pytest.mark.parametrize(
    ("name", "expected"),
    [("barman", {"clean", "empty", "filled", "hand-empty", "on-bar"}), ("miconic", {"lift-at"})],
)
def test_the_work_has_not_begun_yet(name, expected):
    task = drawn(name, 0, False).sas
    assert task.init is not None
    assert {task.atoms.predicates[task.atoms.predicate[atom]] for atom in task.decode(task.init)} == expected
