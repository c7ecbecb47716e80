"""A drawn problem is the same for the same arguments, and only what is asked for changes it."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from beta_plan.config import TOPOLOGIES
from beta_plan.errors import IllegalTask, InputRefused
from beta_plan.skeleton.counts import ranges
from beta_plan.skeleton.problem import draw_problem, draw_states
from beta_plan.skeleton.toml import parse_skeleton, read_skeleton
from tests.bundled import DOMAINS

NAMES = sorted(path.parent.name for path in DOMAINS.glob("*/skeleton.toml"))
SMALL = '[objects]\nplace = 3\ncrate = 2\n[[init]]\neach = "?c - crate"\npick = "?p - place"\nadd = "(at ?c ?p)"\n'
GOAL = '[[goal]]\neach = "?c - crate"\npick = "?p - place"\nwhere = "(not (at ?c ?p))"\nadd = "(at ?c ?p)"\n'


def skeleton(name: str):
    return read_skeleton(DOMAINS / name / "skeleton.toml")


def objects_of(text: str) -> str:
    return text.partition("(:objects")[2].partition("\n  )")[0]


def init_of(text: str) -> list[str]:
    return text.partition("(:init")[2].partition("(:goal")[0].splitlines()[1:-1]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_text_and_another_one_another(name):
    first, again, other = (draw_problem(skeleton(name), name, seed=seed) for seed in (3, 3, 4))
    assert first == again
    assert first != other
    assert objects_of(first) == objects_of(other)


def test_the_text_does_not_depend_on_how_python_hashes():
    code = """
import sys
from pathlib import Path
from beta_plan.skeleton.problem import draw_problem
from beta_plan.skeleton.toml import read_skeleton
for name in sys.argv[2:]:
    print(draw_problem(read_skeleton(Path(sys.argv[1]) / name / "skeleton.toml"), name, seed=5))
"""
    printed = set()
    for seed in ("0", "1", "77"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code, str(DOMAINS), *NAMES]
        printed.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(printed) == 1
    assert printed.pop().count("(define (problem ") == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_other_states_differ_in_what_is_said_of_the_beginning_alone(name):
    """What actions change differs; objects, static facts and goal do not."""
    first = draw_problem(skeleton(name), name, seed=3)
    others = draw_states(skeleton(name), name, seed=3, count=4)
    assert others == draw_states(skeleton(name), name, seed=3, count=4)
    effects = re.findall(r":effect(.*?)(?=\(:action|\Z)", (DOMAINS / name / "domain.pddl").read_text(), re.DOTALL)
    fluents = set(re.findall(r"\(([\w-]+)", " ".join(effects)))
    for other in others:
        assert objects_of(other) == objects_of(first)
        assert other.partition("(:goal")[2] == first.partition("(:goal")[2]
        changed = set(init_of(other)) ^ set(init_of(first))
        assert {line.strip("( )").split()[0] for line in changed} <= fluents


def test_other_states_are_as_many_as_one_asks_for():
    others = draw_states(parse_skeleton(SMALL.replace("= 3", "= 30") + GOAL), "d", seed=1, count=9)
    assert (len(others), len(set(others))) == (9, 9)


def test_other_states_do_not_satisfy_the_goal():
    """Of two places the goal is one for each crate: a quarter of the states would do."""
    said = parse_skeleton(SMALL.replace("place = 3", "place = 2") + GOAL)
    for other in draw_states(said, "d", seed=1, count=30):
        goal = re.findall(r"\(at \S+ \S+\)", other.partition("(:goal")[2])
        assert not set(goal) <= {line.strip() for line in init_of(other)}


@pytest.mark.parametrize("name", NAMES)
def test_numbers_of_objects_change_those_objects_alone(name):
    said = skeleton(name)
    before = objects_of(draw_problem(said, name, seed=0)).splitlines()
    for kind, bounds in ranges(said).items():
        followed = any(re.search(rf"\b{kind}\b", f"{k.count} {k.least} {k.most}") for k in said.kinds.values())
        if said.kinds[kind].hidden or followed or bounds.most <= bounds.default:
            continue
        after = objects_of(draw_problem(said, name, seed=0, objects={kind: bounds.default + 1})).splitlines()
        changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
        assert len(changed) == 1
        old, new = (line.partition(" - ")[0].split() for line in changed[0])
        assert new[:-1] == old


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_the_topology_changes_the_map(topology):
    text = draw_problem(skeleton("transport"), "transport", seed=0, topology=topology)
    roads = set(re.findall(r"\(road (\w+) (\w+)\)", text))
    degrees = sorted(sum(start == f"place{number}" for start, _ in roads) for number in range(1, 9))
    assert {(b, a) for a, b in roads} == roads
    if topology == "ring":
        assert degrees == [2] * 8
    elif topology == "complete":
        assert degrees == [7] * 8
    elif topology == "tree":
        assert sum(degrees) == 14
    elif topology == "grid":
        assert degrees == [2, 2, 2, 2, 3, 3, 3, 3]
    assert objects_of(text) == objects_of(draw_problem(skeleton("transport"), "transport", seed=0))


@pytest.mark.parametrize("name", NAMES)
def test_a_topology_is_refused_where_no_map_may_change_it(name):
    if skeleton(name).free_map is None:
        with pytest.raises(InputRefused, match="no map that may have another topology"):
            draw_problem(skeleton(name), name, seed=0, topology="ring")
    else:
        for topology in TOPOLOGIES:
            assert draw_problem(skeleton(name), name, seed=0, topology=topology)


def test_names_are_given_or_numbered_and_hidden_kinds_have_none():
    kinds = 'level = { count = 4, names = ["none", "some"], first = 0 }\nrow = { count = 2, hidden = true }\n'
    text = draw_problem(parse_skeleton(SMALL.replace("crate = 2\n", f"crate = 2\n{kinds}") + GOAL), "x", seed=0)
    lines = [line.strip() for line in objects_of(text).splitlines() if line.strip()]
    assert lines == ["place1 place2 place3 - place", "crate1 crate2 - crate", "none some level2 level3 - level"]


def test_costs_begin_at_zero_where_they_count():
    text = draw_problem(parse_skeleton("metric = true\n" + SMALL + GOAL), "x", seed=0)
    assert "(= (total-cost) 0)" in text
    assert "(:metric minimize (total-cost))" in text
    assert "total-cost" not in draw_problem(parse_skeleton(SMALL + GOAL), "x", seed=0)


def test_the_goal_does_not_hold_at_the_beginning():
    said = parse_skeleton(SMALL + GOAL.replace('where = "(not (at ?c ?p))"\n', ""))
    for seed in range(40):
        text = draw_problem(said, "x", seed=seed)
        init, _, goal = text.partition("(:goal")
        assert not all(atom in init for atom in re.findall(r"\(at \w+ \w+\)", goal))


@pytest.mark.parametrize(
    ("text", "error", "complaint"),
    [
        (SMALL, IllegalTask, "no goal"),
        (SMALL + '[[goal]]\nadd = "(_note)"', IllegalTask, "no goal"),
        (SMALL + '[[goal]]\neach = "?c - crate ?p - place"\nwhere = "(at ?c ?p)"\nadd = "(at ?c ?p)"', IllegalTask,
         "the goal holds at the beginning"),
        (SMALL.replace("crate = 2", 'crate = { names = ["Place1"] }') + GOAL, InputRefused,
         "both place and crate have 'Place1'"),
        (SMALL.replace("place = 3", "place = 1") + GOAL, IllegalTask, r"\[goal 1\].* nothing to pick for \?c=crate1"),
    ],
)  # fmt: skip
def test_what_is_no_task_is_refused(text, error, complaint):
    with pytest.raises(error, match=complaint) as refused:
        draw_problem(parse_skeleton(text, "x.toml"), "x", seed=0)
    assert str(refused.value).startswith("x.toml: ")
    assert str(refused.value).endswith(")")
