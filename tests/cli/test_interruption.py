"""A signal that raises is remembered: whoever swallows the exception is still asked to stop."""

from __future__ import annotations

import signal

import pytest

from beta_plan.cli.interruption import Interruption
from beta_plan.errors import Interrupted


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_is_swallowed_still_asks_to_stop(number):
    interruption = Interruption()
    with interruption.listening(None), pytest.raises(Interrupted, match="before anything was found"):
        signal.raise_signal(number)
    assert interruption.requested()


def test_while_the_run_can_stop_the_first_signal_only_asks():
    interruption = Interruption()
    interruption.can_stop = True
    with interruption.listening(None):
        assert not interruption.requested()
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
    assert interruption.requested()
