"""Limits as people write them, and the command that a configuration stands for."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.config import PORTFOLIO, GeneratorConfig, duration_text, memory_text, parse_duration, parse_memory


@pytest.mark.parametrize(
    ("text", "seconds"), [("60s", 60), ("30m", 1800), ("2h", 7200), ("90", 90), (" 5 S ", 5), ("1M", 60)]
)
def test_durations(text, seconds):
    assert parse_duration(text) == seconds


@pytest.mark.parametrize(
    ("text", "size"),
    [("8G", 8 * 2**30), ("500M", 500 * 2**20), ("64k", 2**16), ("3584", 3584 * 2**20), ("2GiB", 2**31)],
)
def test_memory(text, size):
    assert parse_memory(text) == size


@pytest.mark.parametrize("text", ["", "m", "0", "-5s", "1.5h", "30 minutes", "1e3", "5mm", "٣m", "9" * 40])
def test_what_is_no_duration(text):
    with pytest.raises(ValueError, match="is no duration: write 60s, 30m or 2h"):
        parse_duration(text)


@pytest.mark.parametrize("text", ["", "G", "0M", "-1G", "0.5G", "8T", "8GG", "lots"])
def test_what_is_no_memory_limit(text):
    with pytest.raises(ValueError, match="is no memory limit: write 500M or 8G"):
        parse_memory(text)


@given(st.integers(1, 10**8))
def test_texts_are_read_back(number):
    assert parse_duration(duration_text(number)) == number
    assert parse_memory(memory_text(number * 2**10)) == number * 2**10


def test_short_texts():
    assert [duration_text(s) for s in (90, 1800, 7200)] == ["90s", "30m", "2h"]
    assert [memory_text(b) for b in (2**33, 500 * 2**20, 1)] == ["8G", "500M", "1K"]


def test_the_command_says_what_differs_from_the_defaults():
    assert GeneratorConfig().command("domain.pddl") == (
        f"beta-plan generate domain.pddl --order '{PORTFOLIO}' --seed 0"
    )
    config = GeneratorConfig(
        order="[2C]", seed=7, count=3, any_state=True, keep=("fuel", "at"), max_expansions=1000,
        overall_memory_limit=2**29, partitions="best",
    )  # fmt: skip
    assert shlex.split(config.command("a b.pddl", "p.pddl")) == [
        "beta-plan", "generate", "a b.pddl", "p.pddl", "--partitions", "best", "--overall-memory-limit", "512M",
        "--max-expansions", "1000", "-n", "3", "--any-state", "--keep", "fuel", "--keep", "at",
        "--order", "[2C]", "--seed", "7",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"partitions": "worst"}, "'worst' is none of random, redrawn, best"),
        ({"seed": -1}, "seed: -1 is negative"),
        ({"count": 0}, "count: 0 is less than one"),
        ({"series": 0}, "series: 0 is less than one"),
        ({"series": 10_000}, "series: 10000 is more than 9999"),
        ({"count": 2, "series": 2}, "count and series exclude each other"),
        ({"split": "a=easy:1", "series": 2}, "series and split exclude each other"),
        ({"split": "a=odd:1"}, "no part of a split"),
        ({"max_expansions": 0}, "max_expansions: 0"),
        ({"novelty_cap": 0}, "novelty_cap: 0"),
    ],
)
def test_what_makes_no_sense_is_refused(values, complaint):
    with pytest.raises(ValueError, match=complaint):
        GeneratorConfig(**values)
