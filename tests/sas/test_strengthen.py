"""Conditional effects that ask for what is implied: the implications are laws, and giving up is said."""

from __future__ import annotations

from itertools import product

from beta_plan.front_end import FrontEnd, load_text
from beta_plan.sas.strengthen import strengthen
from beta_plan.sas.task import State
from tests.bundled import texts
from tests.sas.small_worlds import WORLDS


def states(task: FrontEnd) -> list[State]:
    return list(product(*(range(len(v.values)) for v in task.sas.variables)))


def true_in(task: FrontEnd, state: State) -> set[str]:
    return {task.sas.atoms[atom] for atom in task.sas.decode(state)}


def test_what_three_facts_imply_is_a_law():
    """In an open case may be what lies elsewhere, but not in a shut one."""
    task = load_text(*WORLDS["a case that is shut"])
    packed = {"(in i)", "(in j)", "(is-at b)"}
    mine = [state for state in states(task) if packed <= true_in(task, state)]
    places = {(s, tuple(sorted(a for a in true_in(task, s) if a.startswith("(at")))) for s in mine}
    legal = {where for state, where in places if task.sas.is_legal(state) and "(closed)" in true_in(task, state)}
    assert legal == {("(at i b)", "(at j b)")}
    assert {"(open)" in true_in(task, state) for state, _ in places if task.sas.is_legal(state)} == {True, False}


def test_no_law_is_said_twice():
    """What is packed in a bag is where the bag is: triples of facts say so without the implication."""
    task = load_text(*texts("briefcase"))
    assert not task.sas.sub_invariants
    said = [{*t.pair, other} for t in task.sas.exclusive_triples for other in t.others]
    assert all(said.count(each) == 1 for each in said)


def large_briefcase(num_items: int, num_places: int) -> tuple[str, str]:
    items, places = [f"i{n}" for n in range(num_items)], [f"l{n}" for n in range(num_places)]
    init = " ".join(f"(at {item} {places[n % 7]}) (loose {item})" for n, item in enumerate(items))
    goal = " ".join(f"(at {item} l0)" for item in items)
    return (
        texts("briefcase")[0],
        f"""(define (problem p) (:domain briefcase)
      (:objects {" ".join(places)} - place case - bag {" ".join(items)} - item)
      (:init (at case l0) {init}) (:goal (and {goal})))""",
    )


def test_items_have_one_place_in_a_large_task():
    task = load_text(*large_briefcase(6, 40))
    assert len(task.sas.variables) == 13
    assert not task.warnings()


def test_work_that_is_cut_is_said():
    task = load_text(*large_briefcase(2, 5))
    found = strengthen(task.ground, task.groups, work=20)
    assert found.too_large
    assert len(found.implications) < len(strengthen(task.ground, task.groups).implications) == 10
