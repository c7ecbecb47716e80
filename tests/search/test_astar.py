"""A* equals Dijkstra on every state of small tasks; greedy search finds some way."""

from heapq import heappop, heappush

import pytest

from beta_plan.evaluators.pdb import Evaluators
from beta_plan.sas.task import SasTask, State
from beta_plan.search.astar import ASTAR, GREEDY, AStar, Outcome
from beta_plan.search.budget import Budget
from beta_plan.spaces.forward import ForwardSpace
from beta_plan.spaces.sas import SasSpace
from tests import naive
from tests.bundled import front_end
from tests.sas.build import action, task


def bundled(name: str) -> SasSpace:
    return SasSpace(front_end(name))


def solver(space: SasSpace, ks=(1, 2), **options) -> AStar:
    evaluators = Evaluators.build(space, ks, seed=1)
    return AStar(ForwardSpace(space), evaluators, cost=space.task.actions.cost, **options)


def reference(space: SasSpace) -> State:
    assert space.task.init is not None
    return space.task.init


def cheapest(task: SasTask, start: State) -> int:
    distance, waiting = {start: 0}, [(0, start)]
    while waiting:
        cost, state = heappop(waiting)
        if cost > distance[state]:
            continue
        if naive.is_goal(task, state):
            return cost
        for number, after in naive.successors(task, state):
            there = cost + int(task.actions.cost[number])
            if there < distance.get(after, there + 1):
                distance[after] = there
                heappush(waiting, (there, after))
    raise AssertionError("no way to the goal")


def walk(task: SasTask, start: State, path) -> State:
    for number in path:
        assert naive.holds(task, task.actions.pre[number], start)
        start = naive.apply(task, number, start)
    return start


@pytest.mark.parametrize("name", ["transport", "gripper", "sokoban", "blocks"])
@pytest.mark.parametrize("weights", [ASTAR, GREEDY], ids=["astar", "greedy"])
def test_a_solution_leads_to_the_goal_and_that_of_astar_is_a_cheapest_one(name, weights):
    space = bundled(name)
    judge, sas = solver(space, weights=weights), space.task
    states = [state for _, state in space.predecessors(space.goal_states(limit=3, seed=1)[1].states[0])]
    for start in [reference(space), *states[:3]]:
        found = judge.solve(start, Budget())
        best = cheapest(sas, start)
        assert found.outcome is Outcome.SOLVED
        assert naive.is_goal(sas, walk(sas, start, found.path))
        assert found.cost == sas.actions.cost[list(found.path)].sum()
        assert found.cost == best if weights == ASTAR else found.cost >= best


def test_without_a_heuristic_all_cheaper_states_are_expanded():
    space = bundled("gripper")
    blind, guided = solver(space, ks=()), solver(space, ks=(2,))
    one, other = (judge.solve(reference(space), Budget()) for judge in (blind, guided))
    assert one.cost == other.cost
    assert other.effort <= other.num_expanded < one.num_expanded


def test_expansions_can_be_limited_and_the_next_search_forgets_the_last():
    space = bundled("transport")
    judge = solver(space)
    short = judge.solve(reference(space), Budget(max_expansions=5))
    assert (short.outcome, short.num_expanded, short.path) == (Outcome.LIMIT, 5, ())
    first, again = (judge.solve(reference(space), Budget()) for _ in range(2))
    assert (first.path, first.num_expanded) == (again.path, again.num_expanded)


def test_a_state_without_a_way_to_the_goal_is_unsolvable():
    step = action("step", "one=a", "one=b")
    judge = solver(SasSpace.of_task(task({"one": "a b", "other": "a b"}, [step], "one=b other=b", None)), ks=())
    assert judge.solve((0, 1), Budget()).outcome is Outcome.SOLVED
    assert judge.solve((0, 0), Budget()).outcome is Outcome.UNSOLVABLE


def test_arrays_grow_as_memory_allows_which_changes_nothing_else():
    space = bundled("transport")
    small, large = solver(space, ks=(), capacity=4), solver(space, ks=())
    one, other = (judge.solve(reference(space), Budget()) for judge in (small, large))
    assert (one.path, one.num_expanded, one.num_states) == (other.path, other.num_expanded, other.num_states)
    short = solver(space, ks=(), capacity=4).solve(reference(space), Budget(memory=1))
    assert short.outcome is Outcome.LIMIT
    assert short.num_states < one.num_states


@pytest.mark.parametrize("weights", [ASTAR, GREEDY], ids=["astar", "greedy"])
def test_a_search_that_goes_on_in_small_steps_finds_the_same(weights):
    space = bundled("transport")
    judge = solver(space, weights=weights)
    whole = judge.solve(reference(space), Budget())
    judge.begin([reference(space)])
    for limit in range(0, whole.num_expanded, 7):
        assert judge.go_on(Budget(max_expansions=limit)).outcome is Outcome.LIMIT
    found = judge.go_on(Budget())
    assert (found.path, found.num_expanded, found.num_states) == (whole.path, whole.num_expanded, whole.num_states)


def test_of_several_starts_the_nearest_counts():
    space = bundled("gripper")
    judge, start = solver(space), reference(space)
    goal = space.goal_states(limit=1, seed=1)[1].states[0]
    judge.begin([start, goal])
    assert judge.go_on(Budget()).path == ()


def test_two_searches_meet_at_a_state_that_both_know():
    space = bundled("gripper")
    one, other = solver(space, ks=()), solver(space, ks=())
    start = reference(space)
    (action, after), *_ = naive.successors(space.task, start)
    one.begin([start])
    other.begin([after])
    other.go_on(Budget(max_expansions=0))
    one.go_on(Budget(max_expansions=0))
    assert one.meet(other, 0) is None
    one.go_on(Budget(max_expansions=1))
    numbers = one.meet(other, 0)
    assert numbers is not None
    assert (one.path_to(numbers[0]), other.path_to(numbers[1])) == ([action], [])
    assert one.meet(other, numbers[0] + 1) is None


@pytest.mark.parametrize("weights", [ASTAR, GREEDY], ids=["astar", "greedy"])
@pytest.mark.parametrize("name", ["transport", "sokoban"])
def test_the_nearest_state_has_the_smallest_h_of_all_that_were_met(name, weights):
    """After one expansion these are the start and its successors; whoever is solved has met the goal."""
    space = bundled(name)
    evaluators, judge, start = Evaluators.build(space, (1, 2), seed=1), solver(space, weights=weights), reference(space)
    assert judge.solve(start, Budget()).nearest == 0
    met = [start, *(after for _, after in naive.successors(space.task, start))]
    first = judge.solve(start, Budget(max_expansions=1))
    assert first.nearest == min(max(evaluators.h(state).values()) for state in met) > 0
    assert judge.solve(start, Budget(max_expansions=20)).nearest <= first.nearest
