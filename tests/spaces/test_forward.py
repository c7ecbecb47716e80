from __future__ import annotations

import pytest

from beta_plan.sas.invert import Transitions
from beta_plan.spaces.forward import ForwardSpace
from beta_plan.spaces.sas import SasSpace
from tests.bundled import NAMES, front_end

UNCONDITIONAL = [name for name in NAMES if name not in ("briefcase", "miconic")]


@pytest.mark.parametrize("name", UNCONDITIONAL)
def test_its_predecessors_are_the_successors(name):
    task = front_end(name).sas
    assert task.init is not None
    forward, transitions = ForwardSpace(SasSpace(front_end(name))), Transitions(task)
    state = task.init
    for step in range(20):
        after = transitions.successors(state)
        found = [(action, other) for action, other in forward.predecessors(state) if other != state]
        assert sorted(found) == sorted(after)
        if not after:
            assert step > 2
            break  # who has walked to spanner's gate can do no more
        state = after[len(after) // 2][1]


@pytest.mark.parametrize("name", ["briefcase", "miconic"])
def test_conditional_effects_are_refused(name):
    with pytest.raises(ValueError, match="conditional effects"):
        ForwardSpace(SasSpace(front_end(name)))
