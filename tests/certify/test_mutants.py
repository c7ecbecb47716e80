"""No damaged plan or instance is accepted that unified-planning's validator, or a naive interpreter, rejects."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from beta_plan.certify.external import Outcome
from beta_plan.output.write import write_output
from tests.bundled import NAMES
from tests.certify.mutants import (
    LEVEL,
    PROBLEM,
    STRICTER,
    Files,
    certificate,
    judged,
    level_is_solved,
    level_mutants,
    manifest_mutants,
    plan_mutants,
    problem_mutants,
)
from tests.outputs import bundled_output, content, level_output

EACH = 3
"""Of the mutants of a domain, so many are judged here; benchmarks/mutations.py judges all of them."""


def files_of(output) -> Files:
    with TemporaryDirectory() as folder:
        write_output(Path(folder), output)
        return content(Path(folder))


def assert_judged_alike(found, is_right, way):
    if found.verified != is_right:
        assert not found.verified, f"{way}: accepted, but wrong"
        assert STRICTER.search(found.why), f"{way}: rejected ({found.why}), but right"


@pytest.mark.parametrize("name", NAMES)
def test_what_verify_says_of_a_mutant_is_what_the_validator_says(name, tmp_path):
    chance = Random(name)
    files, other = (files_of(bundled_output(name, [seed])) for seed in (3, 4))
    mutants = [
        *plan_mutants(chance, files, other), *problem_mutants(chance, files, other), *manifest_mutants(chance, files)
    ]  # fmt: skip
    for number, mutant in enumerate(chance.sample(mutants, EACH)):
        is_right, verdict = judged(mutant.files)
        assert "not installed" not in verdict.why
        assert_judged_alike(certificate(mutant.files, tmp_path / str(number), PROBLEM), is_right, mutant.way)


def test_what_is_not_damaged_is_accepted_by_all(tmp_path):
    files = files_of(bundled_output("transport", [3]))
    is_right, verdict = judged(files)
    assert (is_right, verdict.outcome) == (True, Outcome.VALID)
    assert certificate(files, tmp_path, PROBLEM).verified


@pytest.mark.parametrize("seed", range(6))
def test_what_verify_says_of_a_level_is_what_sets_of_places_say(seed, tmp_path):
    files = files_of(level_output([seed]))
    assert level_is_solved(files)
    rejected = 0
    for number, mutant in enumerate(level_mutants(Random(seed), files)):
        found = certificate(mutant.files, tmp_path / str(number), LEVEL)
        assert_judged_alike(found, level_is_solved(mutant.files), mutant.way)
        rejected += not found.verified
    assert rejected > 5


def test_numbers_that_are_not_those_of_the_plan_are_rejected(tmp_path):
    files = files_of(bundled_output("transport", [3]))
    for number, mutant in enumerate(manifest_mutants(Random(0), files)):
        found = certificate(mutant.files, tmp_path / str(number), PROBLEM)
        assert found.verified == mutant.way.startswith("metrics.csv"), mutant.way
