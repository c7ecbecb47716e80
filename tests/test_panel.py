"""A panel ranks states by the product of what they cost its judges, each up to a cap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log
from time import monotonic

import pytest

from beta_plan.panel import NOT_JUDGED, USUAL_RATE, Panel
from beta_plan.sas.task import State
from beta_plan.search.astar import Outcome, Solution
from beta_plan.search.budget import Budget
from beta_plan.search.result import Effort, Way
from beta_plan.worlds.race_plan import RacePlan


@dataclass
class Counted:
    """A judge who needs a known number of expansions for each state, and tells what it was asked, with which caps."""

    needs: Mapping[State, int]
    asked: list[State] = field(default_factory=list)
    most: list[int] = field(default_factory=list)
    nearest: Mapping[State, int] = field(default_factory=dict)

    def solve(self, start, budget):
        self.asked.append(start)
        most = budget.max_expansions if budget.max_expansions is not None else 2**40
        self.most.append(most)
        solved = self.needs[start] <= most
        expanded = min(self.needs[start], most)
        outcome = Outcome.SOLVED if solved else Outcome.LIMIT
        nearest = self.nearest.get(start, 0)
        return Solution(outcome, (), 0, expanded, expanded, expanded, expanded, expanded / 1000, 0, nearest)


def plan(*weights: float, shares: tuple[float, ...] = (), resisting: float = 1.0) -> RacePlan:
    return RacePlan(
        judges=("first", "second", "third")[: len(weights)],
        weights=weights, shares=shares or weights, part=0.5, resisting=resisting, field=16,
        screening=0.1, looking=0.0, climbing=0.3, deciding=0.25, last_climbing=0.6,
    )  # fmt: skip


def ways(*numbers: int) -> list[Way]:
    return [Way((number,), list) for number in numbers]


def panel(*needs: dict[int, int], budget: Budget | None = None) -> tuple[Panel, list[Counted]]:
    judges = [Counted({(state,): cost for state, cost in each.items()}) for each in needs]
    made = Panel(judges, plan(*[1.0] * len(judges)), (0,), budget or Budget(max_expansions=10_000))
    for judge in judges:
        judge.asked.clear()
    return made, judges


def test_the_product_of_efforts_decides():
    """State 1 is hard for the first judge alone, 2 for the second alone, 3 for both."""
    one, _ = panel({0: 1, 1: 900, 2: 5, 3: 90}, {0: 1, 1: 3, 2: 400, 3: 80})
    field_ = ways(0, 1, 2, 3)
    one.judge_all(field_, (1000, 1000))
    assert [way.state for way in one.ranked(field_)] == [(3,), (1,), (2,), (0,)]
    assert one.score((1,)) == pytest.approx(log(901) + log(4))


def test_who_resists_every_judge_comes_first_and_ties_stay():
    one, _ = panel({0: 50, 1: 999, 2: 999}, {0: 999, 1: 999, 2: 999})
    field_ = ways(0, 1, 2)
    one.judge_all(field_, (100, 100))
    assert [way.state for way in one.ranked(field_)] == [(1,), (2,), (0,)]
    assert [one.resists(way.state, (100, 100)) for way in field_] == [False, True, True]


def test_of_those_who_resist_alike_who_was_come_less_near_is_the_first():
    judges = [Counted(dict.fromkeys([(1,), (2,), (3,)], 999), nearest={(1,): 4, (2,): 9, (3,): 4}) for _ in range(2)]
    judges[1].nearest = {(1,): 7, (2,): 1, (3,): 8}
    judges[0].needs = {**judges[0].needs, (4,): 60}
    judges[1].needs = {**judges[1].needs, (4,): 999}
    told: list[Way] = []
    one = Panel(judges, plan(1.0, 1.0), (1,), Budget(max_expansions=10_000), told.append)
    one.judge_all(ways(1, 2, 3, 4), (100, 100))
    assert [way.state for way in one.ranked(ways(4, 1, 2, 3))] == [(1,), (2,), (3,), (4,)]
    assert [way.state for way in one.ranked_by_distance(ways(4, 1, 2, 3))] == [(2,), (3,), (1,), (4,)]
    assert [way.state for way in told] == [(1,), (2,)]


def test_who_has_resisted_costs_more_than_was_tried():
    """State 2, which has resisted 100 expansions, comes before 1, which takes 400, and behind 3, which takes 600."""
    judge = Counted({(1,): 400, (2,): 10**6, (3,): 600})
    one = Panel([judge], plan(1.0, resisting=5.0), (1,), Budget(max_expansions=10**6))
    for state, cap in (((1,), 1000), ((2,), 100), ((3,), 1000)):
        one.judge(state, (cap,))
    assert [way.state for way in one.ranked(ways(1, 2, 3))] == [(3,), (2,), (1,)]
    assert one.score((2,)) == one.largest((100,)) == pytest.approx(log(501))
    asked = len(judge.asked)
    one.judge((2,), (119,), at_least=one.score((3,)))
    assert len(judge.asked) == asked
    one.judge((2,), (121,), at_least=one.score((3,)))
    assert len(judge.asked) == asked + 1


def test_what_is_known_is_not_asked_again():
    one, (first, second) = panel({0: 10, 1: 500}, {0: 20, 1: 30})
    one.judge((1,), (100, 100))
    one.judge((1,), (100, 100))
    one.judge((1,), (50, 50))
    assert (first.asked, second.asked) == ([(1,)], [(1,)])
    one.judge((1,), (1000, 1000))  # the first one gave up at a hundred, the second one knows
    assert (first.asked, second.asked) == ([(1,)] * 2, [(1,)])


def test_the_caps_of_a_round_use_up_a_share_of_the_expansions():
    one, _ = panel({0: 10**9}, {0: 10**9}, budget=Budget(max_expansions=1000))
    caps = one.caps(0.5, 5)
    assert caps == (50, 50)
    one.judge((0,), caps)
    assert one.left.max_expansions == 900
    one.judge((0,), (900, 900))
    assert one.left.max_expansions == 0
    assert one.is_spent


def test_judges_divide_the_budget_by_their_shares():
    judges = [Counted({(0,): 1}), Counted({(0,): 1})]
    one = Panel(judges, plan(1.0, 1.0, shares=(0.75, 0.25)), (0,), Budget(max_expansions=1000))
    assert one.caps(0.4, 2) == (150, 50)


def test_who_has_solved_states_leaves_the_budget_to_the_others():
    """The first judge has solved all three, the second one of them: two are left, and a judge takes twice its share."""
    one, _ = panel({0: 10, 1: 10, 2: 10}, {0: 500, 1: 500, 2: 5}, budget=Budget(max_expansions=1255))
    one.judge_all(ways(0, 1, 2), (10, 10))
    assert one.left.max_expansions == 1255 - 30 - 25
    assert one.caps(1.0, 3) == (200, 200)
    assert one.caps(1.0, 3, ways(0, 1, 2)) == (400, 400)
    assert one.caps(1.0, 3, ways(0)) == (240, 240)


def test_with_a_clock_caps_follow_the_measured_rates(monkeypatch):
    """The first judge is ten times as fast, and may expand ten times as many; what it does later counts, too."""
    clock = [monotonic()]
    monkeypatch.setattr("beta_plan.panel.monotonic", lambda: clock[0])

    @dataclass
    class Timed(Counted):
        rate: float = 1000.0

        def solve(self, start, budget):
            found = super().solve(start, budget)
            clock[0] += found.num_expanded / self.rate
            return found

    judges = [Timed({(0,): 10**6}, rate=10_000.0), Timed({(0,): 10**6})]
    one = Panel(judges, plan(1.0, 1.0), (0,), Budget(deadline=clock[0] + 10_000))
    first, second = one.caps(1.0, 10)
    assert first == pytest.approx(10 * second, rel=0.001)
    judges[0].rate = 1000.0
    one.judge((0,), (20_000, 1))
    now, _ = one.caps(1.0, 10)  # 50,000 in five seconds, and 20,000 in twenty
    assert now / first == pytest.approx(70_000 / 25 / 10_000, rel=0.01)


@pytest.mark.parametrize(("needs", "rate", "usual"), [(300, 2_000.0, True), (10**6, 1_000.0, False)])
def test_few_expansions_tell_a_rate_only_if_they_have_taken_long(monkeypatch, needs, rate, usual):
    """A state that is solved at once says nothing; a judge who is slow has few in the time that there is for it."""
    clock = [monotonic()]
    monkeypatch.setattr("beta_plan.panel.monotonic", lambda: clock[0])

    class Timed(Counted):
        def solve(self, start, budget):
            seconds = 2**40 if budget.deadline is None else budget.deadline - clock[0]
            most = min(budget.max_expansions, int(seconds * rate))
            found = super().solve(start, Budget(max_expansions=most))
            clock[0] += found.num_expanded / rate
            return found

    one = Panel([Timed({(0,): needs})], plan(1.0), (0,), Budget(deadline=clock[0] + 1000))
    (cap,) = one.caps(1.0, 1)
    assert cap == pytest.approx((USUAL_RATE if usual else rate) * 1000, rel=0.01)


def test_of_a_state_that_was_not_judged_nothing_is_known():
    one, _ = panel({0: 1, 1: 1}, {0: 1, 1: 1}, budget=Budget(max_expansions=1000, stop=lambda: True))
    one.judge_all(ways(0, 1), (10, 10))
    assert one.score((1,)) == NOT_JUDGED
    assert not one.resists((1,), (10, 10))


def test_whom_one_judge_solves_too_soon_the_others_need_not_see():
    one, (first, second) = panel({0: 100, 1: 3, 2: 95}, {0: 90, 1: 90, 2: 90})
    field_ = ways(0, 1, 2)
    one.judge_all(field_, (100, 100), num_wanted=1)
    assert (first.asked, second.asked) == ([(0,), (1,), (2,)], [(0,), (2,)])
    assert [way.state for way in one.ranked(field_)] == [(0,), (2,), (1,)]


def test_a_judge_counts_as_much_as_its_weight():
    judges = [Counted({(1,): 900, (2,): 800}), Counted({(1,): 3, (2,): 300})]
    equal, first = (
        Panel(judges, plan(*weights), (1,), Budget(max_expansions=10**6)) for weights in ((1, 1), (1, 0.01))
    )
    for one, order in ((equal, [(2,), (1,)]), (first, [(1,), (2,)])):
        one.judge_all(ways(1, 2), (1000, 1000))
        assert [way.state for way in one.ranked(ways(1, 2))] == order


def test_what_is_known_counts_in_full_also_where_others_may_have_less():
    """The last round has small caps: state 0, which is known to cost 9000, stays before those who resist 100."""
    one, (first,) = panel({0: 9000, 1: 9500, 2: 9600})
    one.judge((0,), (9000,))
    field_ = ways(1, 2, 0)
    one.judge_all(field_, (100,))
    assert [way.state for way in one.ranked(field_)] == [(0,), (1,), (2,)]
    assert first.asked == [(0,), (1,), (2,)]


def test_who_is_solved_when_the_time_is_over_is_not_judged():
    """A judge may have left out what takes long."""
    over = [False]

    class Late(Counted):
        def solve(self, start, budget):
            over[0] = start == (1,)
            return super().solve(start, budget)

    one = Panel([Late({(0,): 5, (1,): 5})], plan(1.0), (0,), Budget(max_expansions=1000, stop=lambda: over[0]))
    one.judge((1,), (10,))
    assert one.score((1,)) == NOT_JUDGED


def test_a_search_is_over_before_the_time_is(monkeypatch):
    """The second state has what is left of ten seconds, at a thousand expansions a second, and is judged by that."""
    clock = [monotonic()]
    monkeypatch.setattr("beta_plan.panel.monotonic", lambda: clock[0])
    monkeypatch.setattr("beta_plan.search.budget.monotonic", lambda: clock[0])

    class Timed(Counted):
        def solve(self, start, budget):
            found = super().solve(start, budget)
            clock[0] += found.num_expanded / 1000
            return found

    judge = Timed({(0,): 10**6, (1,): 10**6})
    one = Panel([judge], plan(1.0), (0,), Budget(max_expansions=10**6, deadline=clock[0] + 60))
    one.judge_all(ways(0, 1), (5000,))
    assert judge.most[-2:] == [5000, pytest.approx(0.8 * 5000, rel=0.01)]
    assert one.score((1,)) == pytest.approx(log(1 + judge.most[-1]))


def test_a_part_is_told_by_what_is_left_of_it():
    one, _ = panel({0: 10**6, 1: 10**6}, budget=Budget(max_expansions=1000))
    part = one.part(0.5)
    assert part.share == 0.5
    one.judge((0,), (200,))
    assert part.share == pytest.approx(300 / 800)
    one.judge((1,), (300,))
    assert part.share == 0.0
    assert one.part(1.0).share == 1.0
    assert panel({0: 1}, budget=Budget(stop=lambda: True))[0].part(0.5).share == 0.0
    assert panel({0: 1}, budget=Budget())[0].part(0.5).share == 0.5


def test_a_way_is_told_what_its_state_has_cost_those_who_were_asked():
    judged, _ = panel({0: 1, 1: 40, 2: 900}, {0: 1, 1: 7, 2: 3})
    for number in (1, 2):
        judged.judge((number,), (100, 100), only_resisting=True)
    first, second, third = (judged.told(way) for way in ways(1, 2, 3))
    assert first.efforts == (Effort("first", 40, True),)
    assert second.efforts == (Effort("first", 100, False), Effort("second", 3, True))
    assert third.efforts == ()
