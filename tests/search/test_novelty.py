"""Novelty equals the enumeration of all small sets of facts."""

from __future__ import annotations

from random import Random

import pytest

from beta_plan.search.novelty import Novelty
from tests.search.reference import SeenSubsets


@pytest.mark.parametrize("cap", [1, 2])
@pytest.mark.parametrize("values", [1, 7, 90])
def test_novelty_equals_enumeration(cap, values):
    """Facts of 90 values for each variable fill many words, h of one state must not touch that of another."""
    rng = Random(values + cap)
    variables = 6
    for heuristics in (1, 2):
        fast = Novelty(heuristics, variables * values, variables, cap=cap, rows=heuristics)
        naive = [SeenSubsets(cap) for _ in range(heuristics)]
        for _ in range(300):
            facts = [variable * values + rng.randrange(values) for variable in range(variables)]
            h, heuristic = rng.choice([0, 1, 2, 1 << 20, 1 << 30]), rng.randrange(heuristics)
            expected = naive[heuristic].width(facts, h)
            assert fast.width(facts, h, heuristic=heuristic) == expected


def test_sets_of_facts_need_not_have_one_for_each_variable():
    """Boxes that cannot be told apart are a set, and their number may change."""
    fast, naive, rng = Novelty(1, 130, 8), SeenSubsets(2), Random(3)
    for _ in range(400):
        facts = sorted(rng.sample(range(130), rng.randint(0, 8)))
        assert fast.width(facts, 0) == naive.width(facts, 0)


def test_memory_grows_with_what_is_seen():
    novelty = Novelty(1, 6400, 3)
    before = novelty.nbytes
    for h in range(100):
        novelty.width([0, 1, 2], h)
    assert novelty.nbytes - before < 100 * (4 * 6400 + 3 * 8) * 1.6 + 10_000


@pytest.mark.parametrize("cap", [0, 3])
def test_other_caps_are_refused(cap):
    with pytest.raises(ValueError, match="must be 1 to 2"):
        Novelty(1, 10, 3, cap=cap)
