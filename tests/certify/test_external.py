"""The outside judge agrees, says why not, or says that it was not run."""

from importlib.util import find_spec

import pytest

from beta_plan.certify import external
from beta_plan.certify.external import Outcome, validate_with_up
from tests.bundled import texts
from tests.certify.walks import backward_walk, text_of

needs_up = pytest.mark.skipif(find_spec("unified_planning") is None, reason="unified-planning is missing")


@needs_up
@pytest.mark.parametrize("name", ["briefcase", "sokoban", "transport"])
def test_unified_planning_agrees_with_a_valid_plan(name):
    domain, problem, actions = backward_walk(name, seed=1, steps=8)
    assert str(validate_with_up(domain, problem, text_of(actions))) == "valid"


@needs_up
def test_unified_planning_refutes_an_empty_plan():
    verdict = validate_with_up(*texts("gripper"), "")
    assert verdict.outcome is Outcome.INVALID
    assert str(verdict).startswith("invalid: ")


@needs_up
def test_what_it_cannot_read_is_no_verdict():
    verdict = validate_with_up(*texts("gripper"), "(unheard-of)")
    assert verdict.outcome is Outcome.NOT_RUN
    assert "\n" not in str(verdict)


def test_an_absent_judge_was_not_run(monkeypatch):
    monkeypatch.setattr(external, "find_spec", lambda name: None)
    verdict = validate_with_up(*texts("gripper"), "")
    assert str(verdict).startswith("not run: unified-planning is not installed")
