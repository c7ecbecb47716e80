"""Copies with other names have one fingerprint, other problems another one."""

from __future__ import annotations

import re
from random import Random

import pytest

from beta_plan.bundled import bundled_domain
from beta_plan.fingerprint import fingerprint
from beta_plan.skeleton.problem import draw_problem
from beta_plan.skeleton.toml import SKELETON, read_skeleton
from tests.sokoban.levels import CORNER

NAMES = ["transport", "gripper", "blocks", "elevators", "satellite"]


def drawn(name: str, seed: int) -> str:
    return draw_problem(read_skeleton(bundled_domain(name).with_name(SKELETON)), name, seed=seed)


def renamed(problem: str, seed: int) -> str:
    """Return a problem with other names for its objects, and its facts and objects in another order."""
    objects = re.findall(r"[\w-]+", re.sub(r" - [\w-]+", "", problem.partition("(:objects")[2].partition(")")[0]))
    names = [f"x{number}" for number in range(len(objects))]
    draw = Random(seed)
    draw.shuffle(names)
    new = dict(zip(objects, names, strict=True))
    head, begin, rest = problem.partition("(:init\n")
    facts, end, goal = rest.partition("\n  )\n")
    lines = facts.splitlines()
    draw.shuffle(lines)
    shuffled = head + begin + "\n".join(lines) + end + goal
    return re.sub(r"[\w-]+", lambda word: new.get(word[0], word[0]), shuffled)


@pytest.mark.parametrize("name", NAMES)
def test_copies_have_one_fingerprint(name):
    problem = drawn(name, 0)
    assert renamed(problem, 1) != problem
    assert fingerprint(renamed(problem, 1)) == fingerprint(problem)


@pytest.mark.parametrize("name", NAMES)
def test_other_draws_have_others(name):
    assert len({fingerprint(drawn(name, seed)) for seed in range(8)}) == 8


def test_tasks_that_are_few_are_recognised():
    assert len({fingerprint(drawn("childsnack", seed)) for seed in range(12)}) < 12


TASK = """(define (problem p) (:domain d) (:objects a b c - t e - u {more})
  (:init (on a b) (on b c) (= (cost a b) 3) (k a)) (:goal (and (on c a) (or (k b) (k c)))))"""
PLAIN = TASK.format(more="")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(on a b)", "(on b a)"), ("3", "4"), ("(k a)", "(k e)"), ("(on c a)", "(on a c)"), ("e - u", "e - v"),
        ("(k a))", ")"), ("(or (k b)", "(or (k a)"), ("- u ", "- u f - u"), ("(k c)", "(k constant)"),
    ],
)  # fmt: skip
def test_whatever_differs_is_told_apart(old, new):
    assert old in PLAIN
    assert fingerprint(PLAIN.replace(old, new)) != fingerprint(PLAIN)


@pytest.mark.parametrize(
    ("old", "new"), [("(or (k b) (k c))", "(or (k c) (k b))"), ("a b c - t", "c a b - t"), ("(k a)", "(K A)")]
)
def test_order_and_case_mean_nothing(old, new):
    assert fingerprint(PLAIN.replace(old, new)) == fingerprint(PLAIN)


def test_a_goal_is_not_the_initial_state():
    swapped = PLAIN.replace("(k a)", "(on c a)").replace("(and (on c a)", "(and (k a)")
    assert fingerprint(swapped) != fingerprint(PLAIN)


def test_a_maze_and_its_mirror_image_are_copies():
    from beta_plan.sokoban.to_pddl import level_to_pddl
    from tests.sokoban.levels import level

    rows = CORNER.splitlines()
    width = max(map(len, rows))
    mirror = "\n".join(row.ljust(width)[::-1] for row in rows)
    one, other = (level_to_pddl(level(text))[1] for text in (CORNER, mirror))
    assert fingerprint(one) == fingerprint(other)
