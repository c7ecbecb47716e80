"""What three facts exclude, and what they must not: a state that an author could have written stays legal."""

from __future__ import annotations

import pytest

from beta_plan.front_end import load_text
from beta_plan.sas.cycles import acyclic_relations
from beta_plan.sas.invert import inverse_actions
from beta_plan.sas.triples import exclusive_triples
from beta_plan.skeleton.problem import draw_problem
from beta_plan.skeleton.toml import read_skeleton
from tests.bundled import DOMAINS, NAMES, front_end
from tests.sas.small_worlds import BOXES, BOXES_TASK, WORLDS


def excluded(sas) -> set[frozenset[str]]:
    """Return the exclusive triples as sets of three names."""
    found = sas.exclusive_triples
    return {frozenset(sas.fact_name(f).split("=")[1] for f in (*t.pair, x)) for t in found for x in t.others}


def test_a_crate_is_where_the_crate_below_it_is():
    found = excluded(front_end("depots").sas)
    assert frozenset({"(stacked tea silk)", "(at tea dock)", "(at silk store)"}) in found
    assert frozenset({"(stacked tea silk)", "(at tea dock)", "(at silk dock)"}) not in found
    assert not any("(at cart dock)" in triple for triple in found)


@pytest.mark.parametrize("crates", [3, 5, 6])
def test_a_crate_is_where_the_crate_below_it_is_among_many_pallets(crates):
    """Among facts about pallets, which pairs settle, those about crates must not be overlooked."""
    skeleton = read_skeleton(DOMAINS / "depots" / "skeleton.toml")
    problem = draw_problem(skeleton, "depots", seed=3, objects={"crate": crates})
    found = excluded(load_text((DOMAINS / "depots" / "domain.pddl").read_text(encoding="utf-8"), problem).sas)
    assert frozenset({"(stacked crate1 crate2)", "(at crate1 place1)", "(at crate2 place2)"}) in found


def test_what_a_triple_implies_is_required_backwards():
    """The crate below is where the upper one is lifted: known before, so nothing is left to count."""
    sas = front_end("depots").sas
    action = next(a for a in range(len(sas.actions)) if sas.actions.names[a] == "hoist-up dock-hoist tea silk dock")
    assert "silk-at=(at silk dock)" in {sas.fact_name(f) for f in inverse_actions(sas)[action].required}


def test_a_pair_that_only_triples_show_is_a_pair():
    sas = front_end("miconic").sas
    names = [{sas.fact_name(f) for f in group.facts} for group in sas.mutex_groups]
    assert {"boarded-uma=(boarded uma)", "served-uma=(served uma)"} in names
    assert not sas.exclusive_triples


def test_a_shaker_with_two_ingredients_is_not_at_level_one():
    sas = front_end("barman").sas
    found = [{sas.fact_name(f) for f in (*triple.pair, *triple.others)} for triple in sas.exclusive_triples]
    both = {"contains-mixer-gin=(contains mixer gin)", "contains-mixer-tonic=(contains mixer tonic)"}
    assert both | {"mixer-filled=(filled mixer one)"} in found


def test_no_car_stands_behind_itself():
    assert [relation.predicate for relation in front_end("parking").sas.acyclic_relations] == ["behind"]


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"barman", "blocks", "briefcase", "depots", "parking"}))
def test_most_tasks_have_no_such_law(name):
    """Vans that begin elsewhere, less fuel, unseen cells: nothing of that is excluded."""
    assert (front_end(name).sas.exclusive_triples, front_end(name).sas.acyclic_relations) == ((), ())


def test_things_that_begin_in_each_other_may_be_anywhere():
    """A ring of what no action ever makes is no law: who only takes out leaves the beginning to the author."""
    domain = BOXES[: BOXES.index("(:action put")] + BOXES[BOXES.index("(:action take") :]
    problem = BOXES_TASK.replace("(out a) (out b)", "(in a b) (in b c)").replace("(:goal (in a b))", "(:goal (out a))")
    assert load_text(domain, problem).sas.acyclic_relations == ()


def test_a_relation_that_has_a_ring_at_first_is_no_law():
    problem = BOXES_TASK.replace("(out a) (out b)", "(in a b) (in b a)")
    assert load_text(BOXES, problem).sas.acyclic_relations == ()


def test_a_relation_that_an_action_may_close_is_no_law():
    anything = BOXES.replace("(and (out ?a) (out ?b) (not (= ?a ?b)))", "(and (out ?a) (not (= ?a ?b)))")
    assert load_text(anything, BOXES_TASK).sas.acyclic_relations == ()
    assert [r.predicate for r in load_text(BOXES, BOXES_TASK).sas.acyclic_relations] == ["in"]


def test_without_a_reference_state_nothing_is_claimed():
    domain, problem = WORLDS["blocks, nothing asked"]
    begin, end = problem.index("(:init"), problem.index("(:goal")
    sas = load_text(domain, problem[:begin] + "(:init)\n" + problem[end:]).sas
    assert (exclusive_triples(sas).found, acyclic_relations(sas).found) == ((), ())


def test_a_small_budget_is_said_and_what_is_found_is_still_true():
    depots = front_end("depots").sas
    assert exclusive_triples(depots, budget=0).too_large
    assert not exclusive_triples(depots).too_large
