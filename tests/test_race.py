"""A race among states: who resists the judges longest comes first, or all as they were where there was no time."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import monotonic

import pytest

from beta_plan.config import GeneratorConfig
from beta_plan.limits import Limits
from beta_plan.panel import Panel
from beta_plan.portfolio import PortfolioSearch, members_of
from beta_plan.race import race, rounds, screened, tried
from beta_plan.sas.task import State
from beta_plan.search.astar import Solution
from beta_plan.search.budget import Budget
from beta_plan.search.natural import allowed_facts
from beta_plan.search.result import Way
from beta_plan.worlds.sas import SasWorld
from beta_plan.worlds.world import Judge
from tests import naive
from tests.bundled import front_end, texts
from tests.test_panel import Counted, plan
from tests.test_panel import ways as numbered


def world(name: str, *, any_state: bool = True) -> SasWorld:
    domain, _ = texts(name)
    one = front_end(name)
    allowed = allowed_facts(one.sas, any_state=any_state)
    return SasWorld(one, domain.encode(), allowed, table_limit=2**12, total_limit=2**20)


def ways(one: SasWorld) -> list[Way]:
    """Return the ways of a walk back from a goal state that meets no state twice, the shortest first."""
    state, path, found = one.space.goal_states(limit=1, seed=0)[1].states[0], list[int](), list[Way]()
    seen = {state}
    while len(found) < 12:
        action, state = next(step for step in one.space.predecessors(state)[::-1] if step[1] not in seen)
        seen.add(state)
        path = [action, *path]
        found.append(Way(state, partial(list, path)))
    return found[2:]


def product(one: SasWorld, state: State) -> float:
    """Return the product of what a state costs the judges, by their weights."""
    efforts = [judge.solve(state, Budget()).effort for judge in one.judges(seed=0)]
    found = 1.0
    for effort, weight in zip(efforts, one.race_plan.weights, strict=True):
        found *= (effort + 1) ** weight
    return round(found, 6)


@pytest.mark.parametrize("name", ["transport", "gripper", "ferry"])
@pytest.mark.parametrize("clock", [False, True])
def test_who_costs_the_judges_most_comes_first(name, clock):
    """Also with a clock: who is solved by the expansions that it may have is ranked by them, not by seconds."""
    one = world(name)
    given = ways(one)
    deadline = monotonic() + 20 if clock else None
    found = race(one, given, seed=0, budget=Budget(max_expansions=100_000, deadline=deadline))
    products = [product(one, way.state) for way in found[:16]]
    assert {way.state for way in given} <= {way.state for way in found}
    assert products[:4] == sorted(products, reverse=True)[:4]
    assert products[0] >= max(product(one, way.state) for way in given)


@pytest.mark.parametrize("any_state", [True, False])
def test_a_climb_meets_other_states_each_with_a_way_to_the_goal_and_natural_if_asked(any_state):
    one = world("transport", any_state=any_state)
    given = ways(one)
    found = race(one, given, seed=1, budget=Budget(max_expansions=20_000))
    new = [way for way in found if way not in given]
    assert new
    task = one.space.task
    for way in new:
        state = way.state
        assert one.allowed[task.facts_of(state)].all()
        assert not naive.is_goal(task, state)
        for action in way.path:
            assert naive.holds(task, task.actions.pre[action], state)
            state = naive.apply(task, action, state)
        assert naive.is_goal(task, state)
    assert len({one.canonical(way.state) for way in new}) == len(new)


def test_the_same_seed_and_expansions_give_the_same_order():
    one = world("gripper")
    first, again = (race(one, ways(one), seed=3, budget=Budget(max_expansions=2000)) for _ in range(2))
    assert [way.state for way in first] == [way.state for way in again]


class Metered:
    """A judge whose expansions are counted."""

    def __init__(self, judge: Judge, expansions: list[int]) -> None:
        self._judge, self._expansions = judge, expansions

    def solve(self, start: State, budget: Budget) -> Solution:
        found = self._judge.solve(start, budget)
        self._expansions.append(found.num_expanded)
        return found


def spent(monkeypatch, name: str, budget: Budget) -> int:
    """Return the expansions of a race."""
    one, used = world(name), list[int]()
    judges = one.judges
    monkeypatch.setattr(one, "judges", lambda **asked: [Metered(judge, used) for judge in judges(**asked)])
    race(one, ways(one), seed=0, budget=budget)
    return sum(used)


@pytest.mark.parametrize("name", ["transport", "logistics"])
def test_where_the_best_is_solved_climbs_go_on(monkeypatch, name):
    assert 0.9 * 50_000 < spent(monkeypatch, name, Budget(max_expansions=50_000)) <= 50_000


@pytest.mark.parametrize(("name", "budget"), [("gripper", Budget(max_expansions=50_000)), ("ferry", Budget())])
def test_where_nothing_better_is_near_a_race_is_over(monkeypatch, name, budget):
    """Also without a limit."""
    assert spent(monkeypatch, name, budget) < 30_000


def test_where_nobody_is_solved_the_order_stays():
    one = world("logistics")
    far = ways(one)[:3:-1]
    found = race(one, far, seed=0, budget=Budget(max_expansions=40))
    assert [way for way in found if way in far] == far


def test_who_is_stopped_judges_nothing():
    one = world("gripper")
    given = ways(one)
    assert race(one, given, seed=0, budget=Budget(stop=lambda: True)) == given
    assert race(one, [], seed=0, budget=Budget()) == []


def test_the_best_quarter_goes_on_with_more():
    """Sixteen states, of which the last is the hardest: it is found though the first round can solve none of four."""
    needs: dict[State, int] = {(number,): 10 + number for number in range(12)}
    needs |= {(number,): 500 + number for number in range(12, 16)}
    judge = Counted(needs)
    panel = Panel([judge], plan(1.0), (0,), Budget(max_expansions=16 * 40 + 3200))
    judge.asked.clear()
    found = rounds(panel, numbered(*range(16)), 1.0)
    assert [way.state for way in found[:4]] == [(15,), (14,), (13,), (12,)]
    assert [way.state for way in found[4:]] == [(number,) for number in range(11, -1, -1)]
    assert judge.asked == [(number,) for number in range(16)] + [(number,) for number in range(12, 16)]


def test_who_falls_when_it_is_tried_longer_comes_behind_those_who_have_resisted():
    """All sixteen resist a hundred, which counts for five hundred; the first four, which go on, fall at 130."""
    needs: dict[State, int] = {(number,): 130 if number < 4 else 10**6 for number in range(16)}
    judge = Counted(needs)
    panel = Panel([judge], plan(1.0, resisting=5.0), (0,), Budget(max_expansions=3200))
    found = rounds(panel, numbered(*range(16)), 1.0)
    assert [way.state[0] for way in found] == [*range(4, 16), *range(4)]


def test_where_judges_are_quick_all_have_a_turn_and_else_the_first_ones():
    for needs, num_asked in ((10, 40), (10**6, 16)):
        costs: dict[State, int] = {(number,): needs for number in range(39)}
        judge = Counted(costs | {(39,): 500})
        panel = Panel([judge], plan(1.0), (0,), Budget(max_expansions=20_000))
        judge.asked.clear()
        found = screened(panel, numbered(*range(40)), replace(plan(1.0), screening=0.9))
        assert sorted(way.state[0] for way in found) == list(range(40))
        assert len(set(judge.asked)) == num_asked
        assert found[0].state == ((39,) if num_asked == 40 else (0,))
        assert [way.state[0] for way in found[num_asked:]] == list(range(num_asked, 40))


def test_a_race_without_a_budget_for_screening_judges_some():
    """The first field is judged in any case: somebody has to be the first."""
    judge = Counted({(number,): 10 for number in range(40)})
    panel = Panel([judge], plan(1.0), (0,), Budget(max_expansions=400))
    judge.asked.clear()
    screened(panel, numbered(*range(40)), replace(plan(1.0), screening=0.0))
    assert len(set(judge.asked)) == 16


def looked_at(needs: dict[int, int], budget: int, nearest: dict[int, int] | None = None) -> tuple[list[int], Counted]:
    """Return the states of a field as trying them for long ranks them, and the judge; a look has a fifth of all."""
    distances: dict[State, int] = {(number,): distance for number, distance in (nearest or {}).items()}
    judge = Counted({(number,): cost for number, cost in needs.items()}, nearest=distances)
    panel = Panel([judge], plan(1.0, resisting=5.0), (0,), Budget(max_expansions=budget))
    judge.asked.clear()
    judge.most.clear()
    mazes = replace(plan(1.0, resisting=5.0), field=4, screening=1.0, looking=0.2)
    return [way.state[0] for way in tried(panel, numbered(*needs), mazes)], judge


def test_who_falls_at_the_first_look_is_not_tried_for_long():
    """State 3 resists; 0 to 2 fall at once."""
    found, judge = looked_at({0: 10, 1: 30, 2: 20, 3: 10**6}, 4000)
    assert found == [3, 1, 2, 0]
    assert judge.asked == [(0,), (1,), (2,), (3,), (3,)]
    assert judge.most[:4] == [200] * 4
    assert judge.most[4] == int(0.9 * (4000 - 260))


def test_who_was_come_less_near_is_tried_first_and_the_rest_only_if_it_falls():
    found, judge = looked_at(dict.fromkeys(range(4), 10**6), 4000, {0: 3, 1: 3, 2: 8, 3: 5})
    assert found == [2, 3, 0, 1]
    assert judge.asked[4:] == [(2,)]
    found, judge = looked_at({**dict.fromkeys(range(4), 10**6), 2: 900}, 4000, {0: 3, 1: 3, 2: 8, 3: 5})
    assert found == [3, 0, 1, 2]
    assert judge.asked[4:] == [(2,), (3,)]


def test_where_all_have_fallen_the_next_field_has_its_turn():
    found, judge = looked_at({**{number: 10 + number for number in range(8)}, 8: 500, 9: 400}, 4000)
    assert found == [8, 9, 7, 6, 5, 4, 3, 2, 1, 0]
    assert set(judge.asked) == {(number,) for number in range(10)}


@pytest.mark.parametrize(("budget", "num_looked_at"), [(4000, 6), (10**6, 6), (2 * 10**6, 13), (10**8, 20)])
def test_where_looks_would_be_too_short_fewer_states_have_one(budget, num_looked_at):
    judge = Counted({(number,): 10**9 for number in range(40)})
    panel = Panel([judge], plan(1.0, resisting=5.0), (0,), Budget(max_expansions=budget))
    judge.asked.clear()
    tried(panel, numbered(*range(40)), replace(plan(1.0, resisting=5.0), field=20, screening=1.0, looking=0.2))
    assert len(set(judge.asked)) == num_looked_at


def test_where_nobody_can_win_any_more_the_rest_is_not_looked_at():
    found, judge = looked_at(dict.fromkeys(range(12), 10**6), 4000)
    assert found == list(range(12))
    assert judge.asked == [(0,), (1,), (2,), (3,), (0,)]


def test_who_has_fallen_to_one_judge_is_shown_to_the_other_when_all_were_tried():
    """0 and 1 fall to the first judge when they are tried for long; 2 resists, and the second is asked about it."""
    first = Counted({(0,): 900, (1,): 800, (2,): 10**6}, nearest={(0,): 9, (1,): 8, (2,): 7})
    second = Counted({(number,): 10**6 for number in range(3)})
    panel = Panel([first, second], plan(1.0, 1.0, resisting=5.0), (0,), Budget(max_expansions=9000))
    for judge in (first, second):
        judge.asked.clear()
    asked = replace(plan(1.0, 1.0, resisting=5.0), field=3, screening=1.0, looking=0.2)
    assert [way.state[0] for way in tried(panel, numbered(0, 1, 2), asked)] == [2, 0, 1]
    assert first.asked[3:] == [(0,), (1,), (2,)]
    assert second.asked[3:] == [(2,)]


def test_where_all_have_fallen_to_one_judge_the_other_decides():
    first = Counted({(0,): 900, (1,): 800, (2,): 900})
    second = Counted({(0,): 700, (1,): 10**6, (2,): 600})
    panel = Panel([first, second], plan(1.0, 1.0, resisting=5.0), (0,), Budget(max_expansions=9000))
    second.asked.clear()
    asked = replace(plan(1.0, 1.0, resisting=5.0), field=3, screening=1.0, looking=0.2)
    assert tried(panel, numbered(0, 1, 2), asked)[0].state == (1,)
    assert (1,) in second.asked[3:]


def test_after_a_state_has_fallen_another_search_has_its_turn():
    """States of the first search are farther, and fall; of two that have fallen once the one with more goes on."""
    needs: dict[State, int] = {(0,): 900, (1,): 950, (2,): 10**6, (3,): 500, (4,): 400}
    judge = Counted(needs, nearest={(0,): 9, (1,): 8, (2,): 2, (3,): 5, (4,): 4})
    panel = Panel([judge], plan(1.0, resisting=5.0), (0,), Budget(max_expansions=9000))
    judge.asked.clear()
    asked = replace(plan(1.0, resisting=5.0), field=5, screening=1.0, looking=0.2)
    sources = {0: 0, 1: 0, 2: 0, 3: 1, 4: 1}
    given = [replace(way, source=sources[way.state[0]]) for way in numbered(*range(5))]
    assert tried(panel, given, asked)[0].state == (2,)
    assert judge.asked[5:] == [(0,), (3,), (1,), (2,)]


def test_contenders_come_by_turns_and_know_which_search_has_met_them():
    one, config = world("transport"), GeneratorConfig(order="[PDB1]+beam[PDB1]", max_expansions=200)
    evaluators, goals = one.evaluators((1,), seed=0), one.space.goal_states(limit=1, seed=0)[0]
    search = PortfolioSearch(config, one, evaluators, goals, for_race=True)
    limits = Limits(config)
    found = search.run(limits, None).contenders
    whole = limits.budget(all_are_natural=True, race=one.race_plan.part)
    for number, member in enumerate(members_of(config).members):
        met = search.search(member, goals, whole.portion(number, 2), None)
        known = {met.state(each) for each in range(met.num_states)}
        own = {way.state for way in found if way.source == number}
        assert own
        assert own <= known
        assert not {way.state for way in found} <= known
    assert [way.source for way in found[:4]] == [0, 1, 0, 1]
