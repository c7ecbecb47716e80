"""A signal that raises is remembered: whoever swallows the exception is still asked to stop."""

from __future__ import annotations

import signal

import pytest

from beta_plan.cli import interruption as module
from beta_plan.cli.interruption import Interruption
from beta_plan.cli.memory import MemoryNet
from beta_plan.errors import Interrupted, OutOfMemory, OutOfTime


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_is_swallowed_still_asks_to_stop(number):
    interruption = Interruption()
    with interruption.listening(None), pytest.raises(Interrupted, match="before anything was found"):
        signal.raise_signal(number)
    assert interruption.requested()


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm here")
def test_a_time_that_is_over_too_early_names_its_limit():
    limit = r"^time-limit \(--overall-time-limit 2h\): the task was not even read$"
    with Interruption().listening(7200), pytest.raises(OutOfTime, match=limit):
        signal.raise_signal(signal.SIGALRM)


def test_memory_that_is_too_little_names_its_limit():
    net = MemoryNet()
    with pytest.raises(OutOfMemory, match=r"^out of memory \(--overall-memory-limit 64G\)$"), net.stretched(64 << 30):
        raise MemoryError
    with pytest.raises(MemoryError), net.stretched(64 << 30):
        _runs_out_later(net)


def _runs_out_later(net):
    net.lift()
    raise MemoryError


def test_while_the_run_can_stop_the_first_signal_only_asks():
    interruption = Interruption()
    interruption.can_stop = True
    with interruption.listening(None):
        assert not interruption.requested()
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
    assert interruption.requested()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_second_signal_after_a_while_ends_the_run_at_once(number, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    interruption = Interruption()
    interruption.can_stop = True
    before = signal.signal(number, signal.SIG_DFL)  # behind nohup a hangup is ignored
    try:
        with interruption.listening(None):
            signal.raise_signal(signal.SIGINT)
            with pytest.raises(KeyboardInterrupt, match="again"):
                signal.raise_signal(number)
    finally:
        signal.signal(number, before)


def test_the_end_of_the_cpu_time_may_be_told_every_second(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    interruption = Interruption()
    interruption.can_stop = True
    with interruption.listening(None):
        for _ in range(3):
            signal.raise_signal(signal.SIGXCPU)
    assert interruption.requested()


def test_whoever_ignores_that_the_terminal_goes_is_not_asked():
    interruption = Interruption()
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        with interruption.listening(None):
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert not interruption.requested()
