"""What is not quite Sokoban is not recognised, each for its own reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from beta_plan.front_end import read_text
from beta_plan.sokoban.recognise import NotSokoban, recognise
from tests.bundled import NAMES, texts
from tests.sokoban.encodings import ANONYMOUS, CONDITIONAL, TYPED, UNTYPED


def reason(domain: str, problem: str) -> str:
    found = recognise(read_text(domain, problem).lifted)
    assert isinstance(found, NotSokoban)
    return found.reason


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def domain(*changes: tuple[str, str], more: str = "") -> str:
    """Return the typed domain with changes and another action."""
    return changed(TYPED.domain, *changes).rstrip()[:-1] + more + ")"


def problem(*changes: tuple[str, str], init: str = "") -> str:
    """Return the typed problem with changes and more in its initial state."""
    return changed(TYPED.problem(), *changes, ("(:init", f"(:init {init}"))


def asked(*parts: str) -> str:
    """Return the untyped problem with another goal."""
    return replace(UNTYPED, goal=lambda picture: f"(and {' '.join(parts)})").problem()


PULL = """(:action pull
  :parameters (?m - man ?b - box ?here ?from ?to - square ?w - way)
  :precondition (and (at ?m ?from) (at ?b ?here) (clear ?to) (next ?here ?from ?w) (next ?from ?to ?w) (plain ?from))
  :effect (and (not (at ?m ?from)) (not (at ?b ?here)) (not (clear ?to)) (at ?m ?to) (at ?b ?from) (clear ?here)
               (not (home ?b))))"""

TAKE = """(:action take :parameters (?m - man ?s - square) :precondition (and (at ?m ?s) (key-at ?s))
  :effect (and (has-key ?m) (not (key-at ?s))))"""

JUMP = """(:action jump :parameters (?m - man ?from ?to - square) :precondition (and (at ?m ?from) (clear ?to))
  :effect (and (not (at ?m ?from)) (not (clear ?to)) (at ?m ?to) (clear ?from)))"""

DANCE = "(:action dance :parameters (?m - man) :precondition (and) :effect (and (tired)))"

RUN = """(:action run :parameters (?m - man ?from ?to - square ?w - way)
  :precondition (and (at ?m ?from) (clear ?to) (next ?from ?to ?w))
  :effect (and (not (at ?m ?from)) (not (clear ?to)) (at ?m ?to) (clear ?from) (increase (total-cost) 2)))"""

KEYS = ("(aim ?s - square)", "(aim ?s - square) (key-at ?s - square) (has-key ?m - man)")
TWO_KINDS = (
    ("man box - thing", "man box - thing big small - box"),
    ("push-home\n    :parameters (?m - man ?b - box", "push-home\n    :parameters (?m - man ?b - big"),
)

NEAR_MISSES = {
    "pull": (domain(more=PULL), problem(), "action pull is neither a step of the man nor a push"),
    "pull-first": (
        domain(("(:action walk", f"{PULL} (:action walk")),
        problem(),
        "action pull is neither a step of the man nor a push",
    ),
    "jump": (domain(more=JUMP), problem(), "action jump moves things between squares that no static fact links"),
    "dance": (domain(("(clear ?s", "(tired) (clear ?s"), more=DANCE), problem(), "the fluent tired has 0 arguments"),
    "key": (
        domain(KEYS, ("(and (at ?m ?here)", "(and (has-key ?m) (at ?m ?here)"), more=TAKE),
        problem(init="(key-at q1-2)"),
        "action take is neither a step of the man nor a push",
    ),
    "one-way": (
        TYPED.domain,
        problem(("(next q1-1 q1-2 right)", "")),
        "there is a way from q1-2 to q1-1, and none back",
    ),
    "thin wall": (
        TYPED.domain,
        problem(("(next q1-1 q1-2 right)", ""), ("(next q1-2 q1-1 left)", "")),
        "there is no way between the neighbours q1-1 and q1-2",
    ),
    "diagonal": (
        TYPED.domain,
        problem(("left - way", "left se nw - way"), init="(next q1-1 q2-2 se) (next q2-2 q1-1 nw)"),
        "linked in 6 directions, a grid has four",
    ),
    "torus": (
        TYPED.domain,
        problem(init="(next q2-4 q2-1 right) (next q2-1 q2-4 left)"),
        "do not lie on a grid",
    ),
    "not back": (
        TYPED.domain,
        problem(("(next q1-2 q1-1 left)", "(next q1-2 q1-1 down)")),
        "is in a direction that is not opposite",
    ),
    "bends": (
        changed(
            TYPED.domain,
            ("?w - way)\n    :prec", "?w ?v - way)\n    :prec"),
            ("(next ?from ?to ?w)\n", "(next ?from ?to ?v)\n"),
        ),
        problem(),
        "action push-away has one square in two places",
    ),
    "no ways": (
        changed(
            TYPED.domain,
            (" ?w - way", ""),
            ("(next ?here ?from ?w)", "(next ?here ?from)"),
            ("(next ?from ?to ?w)", "(next ?from ?to)"),
        ),
        changed(problem(), (" up)", ")"), (" right)", ")"), (" down)", ")"), (" left)", ")")),
        "action push-away has one square in two places",
    ),
    "a box without a goal": (UNTYPED.domain, asked("(at b0 q1-3)"), "the goal does not ask for all boxes"),
    "one goal for two boxes": (
        UNTYPED.domain,
        asked("(at b0 q1-3) (at b1 q1-3)"),
        "the goal gives two boxes the same square",
    ),
    "two goals for a box": (
        UNTYPED.domain,
        asked("(at b0 q1-3) (at b1 q2-3) (at b0 q2-3)"),
        "the goal asks for b0 on two squares at once",
    ),
    "a goal of its own for one box": (
        UNTYPED.domain,
        asked("(at b0 q1-3) (or (at b1 q1-3) (at b1 q2-3))"),
        "the goal gives some boxes other squares than others, yet not each its own",
    ),
    "other choices for other boxes": (
        UNTYPED.domain,
        asked("(or (at b0 q1-3) (at b0 q2-3)) (or (at b1 q1-3) (at b1 q1-2))"),
        "the goal gives some boxes other squares than others, yet not each its own",
    ),
    "some box beside a certain one": (
        UNTYPED.domain,
        asked("(at b0 q1-3) (exists (?b) (and (crate ?b) (at ?b q2-3)))"),
        "the goal asks for more than boxes on goal squares",
    ),
    "stored beside a certain one": (
        TYPED.domain,
        problem(("(home b1))", "(at b1 q2-3))")),
        "the goal asks for different things of boxes",
    ),
    "own goals that are not aims": (
        TYPED.domain,
        problem(("(home b0)", "(at b0 q2-3)"), ("(home b1))", "(at b1 q2-4))")),
        "the fluent home does not say whether a box is on a goal square",
    ),
    "two men": (
        TYPED.domain,
        problem(("hero - man", "hero girl - man"), ("(clear q2-1)", ""), init="(at girl q2-1)"),
        "there are 2 men",
    ),
    "two nameless men": (
        UNTYPED.domain,
        changed(UNTYPED.problem(), ("(:init", "(:init (robot q2-1)")),
        "there are 2 men",
    ),
    "no man": (TYPED.domain, problem(("(at hero q1-1)", "")), "there are 0 men"),
    "more goals": (
        TYPED.domain,
        problem(("(plain q2-1)", ""), init="(aim q2-1)"),
        "the number of boxes, 2, is not that of goal squares, 3",
    ),
    "fewer goals": (
        TYPED.domain,
        problem(("(aim q3-2)", "(plain q3-2)")),
        "the number of boxes, 2, is not that of goal squares, 1",
    ),
    "more nameless boxes": (
        ANONYMOUS.domain,
        changed(ANONYMOUS.problem(), ("(:init", "(:init (box q2-4)")),
        "the number of boxes, 3, is not that of goal squares, 2",
    ),
    "pinned at goals": (
        domain(("(plain ?to)", "(plain ?to) (plain ?from)")),
        problem(),
        "no action pushes a box from",
    ),
    "stays home": (
        domain(("(not (home ?b)) ", "")),
        problem(),
        "the fluent home does not say whether a box is on a goal square",
    ),
    "crowded": (
        changed(UNTYPED.domain, ("(free ?to) ", "")),
        UNTYPED.problem(),
        "action move moves things like a step of the man, but",
    ),
    "only homeless boxes": (
        domain(("(plain ?to)", "(plain ?to) (not (home ?b))")),
        problem(),
        "action push-away moves things like a push, but",
    ),
    "onto some boxes": (
        changed(
            CONDITIONAL.domain,
            ("(exists (?other - box)", "(exists (?other - heavy)"),
            ("man box)", "man heavy - box box)"),
        ),
        changed(CONDITIONAL.problem(), ("b1 - box", "- box b1 - heavy")),
        "action push moves things like a push, but",
    ),
    "leaves no room": (
        changed(TYPED.domain, ("(at ?m ?to) (clear ?from)", "(at ?m ?to)")),
        problem(),
        "the fluent clear does not follow",
    ),
    "two kinds of boxes": (
        domain(*TWO_KINDS),
        problem(("b0 b1 - box", "b0 - big b1 - small")),
        "boxes are not all alike",
    ),
    "coloured boxes": (
        domain(
            ("(aim ?s - square)", "(aim ?s - square) (fits ?b - box ?s - square)"),
            ("(aim ?to)", "(aim ?to) (fits ?b ?to)"),
        ),
        problem(init="(fits b0 q2-3) (fits b1 q3-2)"),
        "action push-home has a static condition on a man or a box",
    ),
    "free pushes": (domain((" (increase (total-cost) 1)", "")), problem(), "pushes cost nothing"),
    "dearer pushes": (
        domain(("(home ?b) (increase (total-cost) 1))))", "(home ?b) (increase (total-cost) 2))))")),
        problem(),
        "pushes do not all cost",
    ),
    "walk or run": (domain(more=RUN), problem(), "steps of the man do not all cost the same"),
    "man in the goal": (
        TYPED.domain,
        problem(("(home b1))", "(home b1) (at hero q1-1))")),
        "the goal asks for more than boxes on goal squares",
    ),
    "empty in the goal": (
        TYPED.domain,
        problem(("(home b1))", "(home b1) (clear q1-1))")),
        "the goal says something else",
    ),
    "one box in the goal": (TYPED.domain, problem(("(home b1))", ")")), "the goal does not ask for all boxes"),
    "either box": (
        TYPED.domain,
        problem(("(:goal (and", "(:goal (or")),
        "the goal asks for more than boxes on goal squares",
    ),
    "wrongly home": (TYPED.domain, problem(init="(home b0)"), "what :init says with home is not which boxes"),
    "clear and taken": (TYPED.domain, problem(init="(clear q1-1)"), "what :init says of q1-1 is contradictory"),
    "box in two places": (TYPED.domain, problem(init="(at b0 q1-2)"), "b0 is in two places, or neither man nor box"),
    "lost box": (
        TYPED.domain,
        problem(("(:objects", "(:objects q9-9 - square"), ("(at b0 q2-2)", "(at b0 q9-9)")),
        "something stands on q9-9",
    ),
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_is_not_quite_sokoban_is_not_sokoban(name):
    domain_text, problem_text, why = NEAR_MISSES[name]
    assert why in reason(domain_text, problem_text)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "sokoban"])
def test_other_bundled_tasks_are_not_sokoban(name):
    assert reason(*texts(name))
