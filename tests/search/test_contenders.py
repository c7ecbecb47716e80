"""Who enters a race is hard, away from the goal, and not next to the others."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.contenders import DRAWN, LEAST_AWAY, SCORED, contenders, far_apart, num_away
from beta_plan.search.select import Candidates
from beta_plan.spaces.sas import SasSpace
from tests import naive
from tests.bundled import front_end

ROWS = st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4).map(tuple), min_size=1, max_size=12)


@given(ROWS, st.integers(1, 15))
def test_each_is_as_far_from_those_before_it_as_any_other_would_be(rows, count):
    facts = np.array([[5 * place + value for place, value in enumerate(row)] for row in rows], dtype=np.int32)
    chosen = list(far_apart(facts, count, num_facts=20))
    assert chosen[0] == 0
    assert len(chosen) == len(set(chosen)) == min(count, len(rows))

    def distance(one, others):
        return min(sum(a != b for a, b in zip(rows[one], rows[other], strict=True)) for other in others)

    for place in range(1, len(chosen)):
        before = chosen[:place]
        rest = [one for one in range(len(rows)) if one not in before]
        assert distance(chosen[place], before) == max(distance(one, before) for one in rest)


def test_what_is_away_are_the_goals_that_do_not_hold():
    space = SasSpace(front_end("transport"))
    task = space.task
    found = search_backward(space, Evaluators.blind(), Ordering.parse("[]"), Budget(max_expansions=200))
    rows = found.states(np.arange(found.num_states))
    (goal,) = task.goals
    away = [len(goal) - sum(fact in goal for fact in task.facts_of(state)) for state in map(tuple, rows.tolist())]
    assert num_away(space, rows).tolist() == away
    assert max(away) > 1


def test_contenders_are_different_states_that_may_become_instances_and_most_of_them_is_away():
    space = SasSpace(front_end("transport"))
    evaluators = Evaluators.build(space, (1,), seed=0, table_limit=2**12)
    found = search_backward(space, evaluators, Ordering.parse("[PDB1]"), Budget(max_expansions=500))
    everything = np.ones(space.num_facts, dtype=bool)
    candidates = Candidates(found, space, everything)
    numbers = contenders(found, candidates, space, 20, seed=0)
    assert len(set(numbers)) == 20
    assert numbers[0] == candidates.hardest(1)[0]
    assert numbers == contenders(found, candidates, space, 20, seed=0)
    rows = found.states(np.array(numbers))
    assert not any(naive.is_goal(space.task, state) for state in map(tuple, rows.tolist()))
    assert num_away(space, rows).min() >= LEAST_AWAY * num_away(space, rows).max()


def test_with_a_score_the_better_half_stands_in_its_order():
    space = SasSpace(front_end("transport"))
    evaluators = Evaluators.build(space, (1,), seed=0, table_limit=2**12)
    found = search_backward(space, evaluators, Ordering.parse("[PDB1]"), Budget(max_expansions=500))
    candidates = Candidates(found, space, np.ones(space.num_facts, dtype=bool))

    def score(rows):
        return rows.sum(axis=1, keepdims=True)

    def values(numbers):
        return score(found.states(np.array(numbers)))[:, 0].tolist()

    drawn = candidates.drawn(DRAWN * 8, seed=0)
    away = num_away(space, found.states(np.array(drawn)))
    enough = [number for number, far in zip(drawn, away, strict=True) if far >= LEAST_AWAY * away.max()]
    best = sorted(values(enough), reverse=True)
    assert best[0] > best[-1], "all states have the same score"
    numbers = contenders(found, candidates, space, 8, seed=0, score=score)
    assert len(set(numbers)) == 8
    assert values(numbers) == sorted(values(numbers), reverse=True)
    assert values(numbers)[0] == best[0]
    assert values(numbers)[-1] >= best[SCORED * 8 - 1]
