"""Texts so long that a reader which looks at every pair of places would need days: all of them are read, or refused."""

from contextlib import suppress

import pytest

from beta_plan.certify.plan import parse_plan
from beta_plan.certify.sokoban import replay_levels
from beta_plan.errors import BetaPlanError, InputRefused
from beta_plan.pddl.formulas import number_like
from beta_plan.pddl.sexpr import Source
from beta_plan.referees.effort import efforts
from beta_plan.referees.plans import printed_plans, printed_solutions
from beta_plan.skeleton.counts import LARGEST_VALUE, value_of
from beta_plan.skeleton.toml import parse_skeleton
from beta_plan.sokoban.xsb import parse_levels

MANY = 1_000_000


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (replay_levels, "#" * MANY + "x"),
        (replay_levels, "#####\n#@$.#\n#####\nSolution:\nR\n\n" * 3000),
        (lambda text: parse_levels(Source("file", text)), "#" * MANY + "x"),
        (lambda text: parse_levels(Source("file", text)), "###\n" + "-" * MANY + "x"),
        (parse_plan, "; cost = 1" + " " * MANY + "x"),
        (parse_plan, "(a" + " " * MANY + "a"),
        (number_like, "9" * MANY + "x"),
        (printed_plans, "(" + "a" * MANY),
        (printed_plans, " " * MANY + "x"),
        (printed_plans, "(a)" + " " * MANY + "x"),
        (printed_solutions, " " * MANY + "x"),
        (printed_solutions, "l" * MANY + "x"),
        (efforts, "9" * MANY),
        (parse_skeleton, f'[objects]\na = 1\n[[init]]\neach = "{"?a - a " * 100_000}"\nadd = "(a)"'),
        (parse_skeleton, f'[objects]\na = "{"9*" * 400_000}9"'),
    ],
    ids=range(15),
)
def test_long_texts_come_to_an_end(read, text):
    with suppress(BetaPlanError):
        read(text)


def test_numbers_that_planners_print_are_bounded():
    assert efforts(f"{'9' * 5000} expanded, Evaluated {'9' * 5000} state(s). 7 expanded") == {"expansions": 7}


def test_products_of_products_are_bounded():
    kinds = "\n".join(f'k{number + 1} = "k{number}*k{number}*k{number}"' for number in range(60))
    with pytest.raises(InputRefused, match="at most 2000"):
        parse_skeleton(f"[objects]\nk0 = 999\n{kinds}")
    assert value_of("999999999*999999999*999999999 - 5", {}) == LARGEST_VALUE - 5


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("  0.5 : (drive a b) [1.0] ; note", "(drive a b)"), ("( go )", "( go )"), ("()", ""), ("( )", ""),
        ("(a (b))", ""), ("1:(a)[2];", "(a)"), ("x (a)", ""),
    ],
)  # fmt: skip
def test_lines_that_are_actions(line, step):
    assert "".join(printed_plans(line)) == step
