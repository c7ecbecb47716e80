"""Replay agrees with the naive interpreter on every plan, valid or damaged."""

import random
import re
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beta_plan.certify.plan import plan_text
from beta_plan.certify.replay import Replay, replay
from beta_plan.errors import BetaPlanError, VerificationFailed
from tests.bundled import NAMES, front_end
from tests.certify.walks import backward_walk, text_of, walk_cost
from tests.interpreter import Interpreter, reaches_goal
from tests.pddl.test_semantics import tasks
from tests.test_bad_input import damaged_tasks


def accepts(domain, problem, actions):
    try:
        replay(domain, problem, text_of(actions))
    except VerificationFailed:
        return False
    return True


def mutants(actions, others, chance):
    """Yield plans with one action dropped, swapped with the next, doubled or replaced."""
    for at in range(len(actions)):
        yield [*actions[:at], *actions[at + 1 :]]
        yield [*actions[:at], *actions[at : at + 1] * 2, *actions[at + 1 :]]
        yield [*actions[:at], chance.choice(others), *actions[at + 1 :]]
        yield [*actions[:at], *reversed(actions[at : at + 2]), *actions[at + 2 :]]


def without_fact(problem, fact):
    head, init, tail = re.split(r"(\(:init\n.*?\n *\)\n)", problem, maxsplit=1, flags=re.DOTALL)
    return head + init.replace(f" {fact}\n", "\n", 1) + tail


@pytest.mark.parametrize("name", NAMES)
def test_a_walk_back_replays_at_its_cost(name):
    domain, problem, actions = backward_walk(name, seed=1, steps=12)
    uses_costs, cost = front_end(name).read.uses_costs, walk_cost(name, actions)
    found = replay(domain, problem, plan_text(actions, cost=cost, uses_costs=uses_costs))
    assert found == Replay(len(actions), cost, uses_costs)
    with pytest.raises(VerificationFailed, match=f"says cost {cost + 1}, its actions cost {cost}"):
        replay(domain, problem, plan_text(actions, cost=cost + 1, uses_costs=uses_costs))


@pytest.mark.parametrize("name", NAMES)
def test_a_damaged_plan_is_rejected_where_the_naive_interpreter_rejects_it(name):
    domain, problem, actions = backward_walk(name, seed=2, steps=10)
    interpreter = Interpreter(domain, problem)
    names = front_end(name).sas.actions.names
    others = [names[action] for action in range(len(names))]
    verdicts = []
    for mutant in mutants(actions, others, random.Random(3)):
        verdicts.append(reaches_goal(interpreter, interpreter.init, mutant))
        assert accepts(domain, problem, mutant) == verdicts[-1], mutant
    assert verdicts.count(False) >= len(actions)


@pytest.mark.parametrize("name", NAMES)
def test_a_damaged_init_is_rejected_where_the_naive_interpreter_rejects_it(name):
    domain, problem, actions = backward_walk(name, seed=4, steps=10)
    interpreter = Interpreter(domain, problem)
    rejected = 0
    for atom in sorted(interpreter.init):
        fact = f"({' '.join(atom)})"
        damaged = without_fact(problem, fact)
        assert len(damaged) < len(problem), fact
        verdict = reaches_goal(interpreter, interpreter.init - {atom}, actions)
        assert accepts(domain, damaged, actions) == verdict, fact
        rejected += not verdict
    assert rejected


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(tasks(), st.randoms(use_true_random=False))
def test_random_tasks_have_the_plans_that_the_naive_interpreter_has(texts, chance):
    domain, problem = texts
    interpreter = Interpreter(domain, problem)
    state, actions = interpreter.init, []
    for _ in range(chance.randrange(5)):
        steps = sorted(interpreter.successors(state), key=lambda step: (step[0], sorted(step[1])))
        if steps:
            action, state = chance.choice(steps)
            actions.append(action)
    # The same problem with the state that the walk has reached as its goal.
    absent = [atom for atom in [("z",), ("p", "a"), ("p", "b"), ("q", "a", "c")] if atom not in state]
    literals = [f"({' '.join(atom)})" for atom in sorted(state)] + [f"(not ({' '.join(atom)}))" for atom in absent]
    reached = re.sub(r"\(:goal .*", f"(:goal (and {' '.join(literals)})))", problem)
    interpreter = Interpreter(domain, reached)
    assert replay(domain, reached, text_of(actions)).length == len(actions)
    others = [" ".join([name, *binding.values()]) for name, _, _, binding in interpreter.ground] or ["act0 a c"]
    for mutant in mutants(actions or [chance.choice(others)], others, chance):
        assert accepts(domain, reached, mutant) == reaches_goal(interpreter, interpreter.init, mutant), mutant
        assert accepts(domain, problem, mutant) == reaches_goal(Interpreter(*texts), interpreter.init, mutant), mutant


def test_a_damaged_interpreter_would_be_found(monkeypatch):
    from beta_plan.certify.conditions import Changes

    domain, problem, actions = backward_walk("gripper", seed=1, steps=12)
    monkeypatch.setattr(Changes, "applied", lambda self, state: state | self.add)
    interpreter = Interpreter(domain, problem)
    others = [front_end("gripper").sas.actions.names[action] for action in range(10)]
    assert any(
        accepts(domain, problem, mutant) != reaches_goal(interpreter, interpreter.init, mutant)
        for mutant in mutants(actions, others, random.Random(1))
    )


def test_the_witness_is_independent():
    code = "import sys, beta_plan.certify.directory; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.startswith("beta_plan.")}
    assert {name for name in ours if not name.startswith("beta_plan.certify.")} == {
        "beta_plan.certify", "beta_plan.errors", "beta_plan.output", "beta_plan.output.layout",
        "beta_plan.pddl", "beta_plan.pddl.sexpr", "beta_plan.splits",  # how folders are called
    }  # fmt: skip
    assert {"numpy", "tarski", "clingo", "numba", "unified_planning"}.isdisjoint(loaded)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(damaged_tasks(), st.text(alphabet="(); a\n\x00=c\u00e9", max_size=20))
def test_whatever_stands_in_the_files_is_replayed_or_refused(texts, plan):
    domain, problem = (text.decode() for text in texts)
    said = ""
    try:
        replay(domain, problem, plan)
    except BetaPlanError as error:
        said = str(error)
    assert said.isprintable()
