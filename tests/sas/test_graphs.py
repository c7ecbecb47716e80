"""The causal graph and the transition graphs, against their definitions."""

from __future__ import annotations

import time
from itertools import permutations

import networkx as nx
import pytest
from hypothesis import given, settings

from beta_plan.sas.graphs import causal_graph, transition_graph
from beta_plan.sas.task import SasTask
from tests.sas import examples, large, strategies
from tests.sas.build import action, task


def variables(task: SasTask, facts) -> set[int]:
    return {int(task.variable_of[f]) for f in facts}


def effects(task: SasTask, action: int) -> list[tuple[set[int], int]]:
    """(what must hold before, what is set) for every effect of the action that can change something."""
    pre = set(task.actions.pre[action].tolist())
    table = task.actions.conditional
    rows = [(pre, f) for f in task.actions.post[action].tolist()]
    rows += [(pre | set(table.condition[i].tolist()), int(table.fact[i]))
             for i in range(len(table.fact)) if table.action[i] == action]  # fmt: skip
    return [
        (before, fact) for before, fact in rows if fact not in before and len(variables(task, before)) == len(before)
    ]


def naive_causal_edges(task: SasTask) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    pre_eff, eff_eff = set(), set()
    for a in range(len(task.actions)):
        changed = effects(task, a)
        for before, fact in changed:
            pre_eff |= {(u, int(task.variable_of[fact])) for u in variables(task, before)}
        eff_eff |= set(permutations(variables(task, [f for _, f in changed]), 2))
    return {(u, v) for u, v in pre_eff if u != v}, eff_eff


def assert_causal_graph(task: SasTask) -> None:
    graph = causal_graph(task)
    pre_eff, eff_eff = naive_causal_edges(task)
    assert list(graph) == list(range(len(task.variables)))
    assert set(graph.edges) == pre_eff | eff_eff
    assert {(u, v) for u, v, kind in graph.edges(data="pre_eff") if kind} == pre_eff
    assert {(u, v) for u, v, kind in graph.edges(data="eff_eff") if kind} == eff_eff


def assert_transition_graphs(task: SasTask) -> None:
    for variable in range(len(task.variables)):
        expected: dict[tuple[int, int], int] = {}
        first, last = task.offsets[variable : variable + 2].tolist()
        for a in range(len(task.actions)):
            for before, new in effects(task, a):
                if first <= new < last:
                    for old in [f for f in before if first <= f < last] or set(range(first, last)) - {new}:
                        edge = (old - first, new - first)
                        expected[edge] = expected.get(edge, 0) + 1
        graph = transition_graph(task, variable)
        assert len(graph) == last - first
        assert {(u, v): k for u, v, k in graph.edges(data="actions")} == expected


@pytest.mark.parametrize("name", examples.EXAMPLES)
def test_graphs_of_the_examples(name):
    assert_causal_graph(examples.EXAMPLES[name]())
    assert_transition_graphs(examples.EXAMPLES[name]())


@given(strategies.tasks())
@settings(max_examples=100, deadline=None)
def test_graphs_of_random_tasks(task):
    assert_causal_graph(task)
    assert_transition_graphs(task)


def test_the_causal_graph_of_transport():
    transport = examples.transport()
    t1, _, cap1, _, p1, p2 = range(6)
    graph = causal_graph(transport)
    assert graph.edges[t1, p1] == {"pre_eff": True, "eff_eff": False}
    assert graph.edges[cap1, p1] == {"pre_eff": True, "eff_eff": True}
    assert not graph.has_edge(p1, t1)
    assert not graph.has_edge(p1, p2)


def test_a_condition_matters_to_its_own_effect_only():
    bag = examples.briefcase()
    _, o1, o2, in1, _ = range(5)
    graph = causal_graph(bag)
    assert graph.has_edge(in1, o1)
    assert not graph.has_edge(in1, o2)


def test_the_transition_graph_of_the_running_example():
    graph = transition_graph(examples.running_example(), 0)
    assert set(graph.edges) == {(0, 1), (1, 2), (2, 3), (0, 3)}
    assert nx.is_directed_acyclic_graph(graph)


def test_an_effect_without_precondition_leads_from_everywhere():
    reset = task({"x": "0 1 2", "y": "0 1"}, [action("reset", "y=0", "x=0"), action("up", "x=0", "x=1")], "x=1", None)
    assert dict(transition_graph(reset, 0).edges) == {
        (1, 0): {"actions": 1},
        (2, 0): {"actions": 1},
        (0, 1): {"actions": 1},
    }


def test_two_hundred_thousand_actions_take_a_fraction_of_a_second():
    fleet = large.transport(trucks=10, packages=40, places=60, capacity=4)
    start = time.process_time()
    graph = causal_graph(fleet)
    assert time.process_time() - start < 2  # 0.3 s on a quiet machine
    assert set(graph.predecessors(20)) == set(range(20))  # the first package: trucks and capacities
