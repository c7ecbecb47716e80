"""Writing an instance: the user's text with another initial state, and the law that reading it gives that state."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.pddl.read import ReadTask, read_task_text
from beta_plan.pddl.write import instance_text

DOMAIN = """\
(define (domain Delivery)
  (:requirements :typing :action-costs)
  (:types truck package - movable place)
  (:constants Depot - place)
  (:predicates (at ?m - movable ?p - place) (in ?k - package ?t - truck) (road ?a ?b - place) (Calm))
  (:functions (total-cost) - number (length ?a ?b - place) - number)
  (:action Drive
    :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (at ?t ?b) (not (at ?t ?a)) (increase (total-cost) (length ?a ?b)))))
"""

PROBLEM = """\
; by hand
(define (problem Two-Places) ; (problem x)
  (:domain delivery)
  (:objects T1 T2 - truck K1 K10 K2 - package home - place) ; (:init)
  (:init ; what holds
    (at T1 Depot) (at k1 HOME) (and (road depot home) (= (length depot home) 4))
    (not (calm)) (= (total-cost)
                    0))
  (:goal (and (in k1 t1)))
  (:metric minimize (total-cost)))
; the end"""


def atom_texts(task: ReadTask) -> set[str]:
    """Return all atoms of the initial state in the user's spelling."""
    names = task.names
    found = set()
    for (predicate, *_), points in task.problem.init.predicate_extensions.items():
        for point in points:
            words = [names.predicates[predicate], *(names.objects[ref.expr.symbol] for ref in point)]
            found.add(f"({' '.join(words)})")
    return found


def values(task: ReadTask) -> dict[str, float]:
    pairs = [fact for fact in task.problem.init.as_atoms() if isinstance(fact, tuple)]
    return {str(term): value.symbol for term, value in pairs}


TASK = read_task_text(DOMAIN, PROBLEM)


def test_only_init_name_and_first_comment_change():
    text = instance_text(TASK.source, ["(at T1 home)", "(road Depot home)"], "p01", "beta-plan 1.0\nseed 7")
    assert text == (
        "; beta-plan 1.0\n"
        "; seed 7\n"
        "; by hand\n"
        "(define (problem p01) ; (problem x)\n"
        "  (:domain delivery)\n"
        "  (:objects T1 T2 - truck K1 K10 K2 - package home - place) ; (:init)\n"
        "  (:init\n"
        "    (= (length depot home) 4)\n"
        "    (= (total-cost)\n"
        "                    0)\n"
        "    (at T1 home)\n"
        "    (road Depot home)\n"
        "  )\n"
        "  (:goal (and (in k1 t1)))\n"
        "  (:metric minimize (total-cost)))\n"
        "; the end\n"
    )


def test_the_name_may_stay():
    assert "(problem Two-Places)" in instance_text(TASK.source, [], None, "")


def test_atoms_are_sorted_as_people_count_and_given_once():
    atoms = ["(at K10 home)", "(at K2 home)", "(Calm)", "(at K2 home)", "(at K02 home)"]
    lines = [line.strip() for line in instance_text(TASK.source, atoms, None, "").splitlines()]
    first = lines.index("(Calm)")
    assert lines[first : first + 5] == ["(Calm)", "(at K02 home)", "(at K2 home)", "(at K10 home)", ")"]


def test_a_problem_without_init_gets_one_before_its_goal():
    problem = "(define (problem x) (:domain delivery) (:objects T1 - truck)\n  (:goal (calm)))"
    task = read_task_text(DOMAIN, problem)
    text = instance_text(task.source, ["(Calm)"], None, "")
    assert text == (
        "(define (problem x) (:domain delivery) (:objects T1 - truck)\n  (:init\n    (Calm)\n  )\n  (:goal (calm)))\n"
    )
    assert atom_texts(read_task_text(DOMAIN, text)) == {"(Calm)"}


def test_several_inits_become_one():
    problem = "(define (problem x) (:init (= (total-cost) 0)) (:domain delivery) (:goal (calm)) (:init (calm)) (:init))"
    source = read_task_text(DOMAIN, problem).source
    text = instance_text(source, ["(at T1 Depot)"], None, "")
    assert text.count("(:init") == 1
    assert "(= (total-cost) 0)" in text
    assert "(calm)" not in text[: text.index("(:goal")]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_become_line_feeds(end):
    task = read_task_text(DOMAIN, PROBLEM.replace("\n", end))
    assert instance_text(task.source, atom_texts(task), "n", "c") == instance_text(
        TASK.source, atom_texts(TASK), "n", "c"
    )


@pytest.mark.parametrize("atom", ["", "at", "(at T1", "(at T1))", "(a) (b)", "(a\n)", "(a;)", "()", "( a)"])
def test_what_is_no_atom_is_not_written(atom):
    with pytest.raises(ValueError, match="not an atom"):
        instance_text(TASK.source, [atom], None, "")


@pytest.mark.parametrize("name", ["", "a b", "a)", "a;", "a\n"])
def test_what_is_no_name_is_not_written(name):
    with pytest.raises(ValueError, match="not a name"):
        instance_text(TASK.source, [], name, "")


ATOMS = sorted(
    {f"(at {movable} {place})" for movable in ("T1", "T2", "K1", "K10", "K2") for place in ("Depot", "home")}
    | {f"(in {package} {truck})" for package in ("K1", "K10", "K2") for truck in ("T1", "T2")}
    | {"(road Depot home)", "(road home Depot)", "(Calm)"}
)


@settings(deadline=None)
@given(st.sets(st.sampled_from(ATOMS)), st.sampled_from([None, "p01"]), st.text())
def test_reading_what_was_written_gives_the_state_that_was_asked_for(atoms, name, comment):
    text = instance_text(TASK.source, atoms, name, comment)
    again = read_task_text(TASK.source.domain_text, text)
    assert text.endswith("\n")
    assert atom_texts(again) == atoms
    assert values(again) == values(TASK)
    assert again.problem.goal == TASK.problem.goal
    assert again.names == TASK.names
    assert again.uses_costs
    assert again.problem.name == (name or "two-places")
    assert [c.signature for c in again.problem.language.constants()] == [
        c.signature for c in TASK.problem.language.constants()
    ]
    assert instance_text(again.source, atoms, name, "") == text[text.index("; by hand") :] or comment


@settings(deadline=None)
@given(st.sets(st.sampled_from(ATOMS)))
def test_equal_states_give_equal_texts(atoms):
    forward, backward = sorted(atoms), sorted(atoms, reverse=True)
    assert instance_text(TASK.source, forward, None, "") == instance_text(TASK.source, backward, None, "")


@settings(deadline=None)
@given(st.text())
def test_a_comment_never_leaves_its_lines(comment):
    text = instance_text(TASK.source, [], None, comment)
    head, _, _ = text.partition("; by hand")
    assert all(line.startswith(";") for line in head.splitlines())
