"""A small share of what ``benchmarks/fuzz.py`` tries: whatever is handed over is read, or refused as documented."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.damage import damaged
from tests.fuzz.guided import READERS
from tests.fuzz.targets import TARGETS, Finding, Target, try_input

SEARCHES = ("evaluate", "generate", "options", "referee", "solve")
"""Targets that need kernels or processes; they have few inputs here."""

CHANCES = st.randoms(use_true_random=False)
"""Hypothesis makes every choice of the grammars, and can look for a smaller input."""

QUICKLY = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("target", [target for target in TARGETS if target.name not in SEARCHES], ids=lambda t: t.name)
@QUICKLY
@given(chance=CHANCES)
def test_whatever_is_handed_over_is_read_or_refused(target, chance):
    with TemporaryDirectory() as base:
        try_input(target, chance, Path(base))


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("number", range(4))
def test_searches_of_whatever_is_handed_over_end_as_documented(name, number, tmp_path):
    (target,) = (target for target in TARGETS if target.name == name)
    try_input(target, Random(f"share {number}"), tmp_path)


@pytest.mark.parametrize("name", READERS)
@QUICKLY
@given(data=st.binary(max_size=200))
def test_bytes_are_read_or_refused(name, data):
    READERS[name](data)


def test_the_same_number_gives_the_same_input():
    text = "(define (domain d))\n" * 9
    assert [damaged(Random(f"0 {n}"), text) for n in range(50)] == [damaged(Random(f"0 {n}"), text) for n in range(50)]


def command(*words: str) -> Target:
    return Target("planted", 1, words=lambda chance, folder: words)


@pytest.mark.parametrize("words", [("nosuch",), ("inspect", "\x1b"), ("generate", "--seed", "-1", "x")])
def test_what_is_documented_is_no_finding(words, tmp_path):
    try_input(command(*words), Random(0), tmp_path)


def test_an_unexpected_error_is_a_finding(tmp_path, monkeypatch):
    monkeypatch.setattr("beta_plan.bundled.find_domain", lambda _: 1 / 0)
    with pytest.raises(Finding, match="ZeroDivisionError"):
        try_input(command("inspect", "x"), Random(0), tmp_path)


def test_a_file_elsewhere_is_a_finding(tmp_path):
    target = Target("planted", 1, lambda chance, folder: (folder / ".." / "elsewhere").touch())
    with pytest.raises(Finding, match="elsewhere"):
        try_input(target, Random(0), tmp_path)
