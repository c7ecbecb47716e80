"""Little memory: by our own limit, by the system's; the best so far, or a word and nothing written."""

from __future__ import annotations

import json
import resource

import pytest

from beta_plan.cli.memory import LEAST_ADDRESSES
from tests.faults.processes import QUICK, long_search, one_line, run, verified


def limiting(what: int, size: int):
    """Return what a process does first that may have only so many bytes."""
    return lambda: resource.setrlimit(what, (size, size))


def test_our_own_limit_ends_the_front_end_with_a_word(tmp_path):
    done = run(*QUICK, "--overall-memory-limit", "20M", "-o", tmp_path / "out")
    assert "memory" in one_line(done, 32)
    assert not (tmp_path / "out").exists()


def test_a_limit_of_the_system_ends_the_search_with_the_best_so_far(tmp_path):
    limit = limiting(resource.RLIMIT_DATA, 300 << 20)
    command = long_search(tmp_path)
    # The compiler would abort the process where it gets too little, so it has done its work before.
    compiled = run(*command, "--max-expansions", 1, "-o", tmp_path / "first")
    assert compiled.returncode == 0, compiled.stderr.decode()
    done = run(*command, "-o", tmp_path / "out", "--json", preexec_fn=limit)
    assert done.returncode == 0, done.stderr.decode()
    assert json.loads(done.stdout)["search"]["status"] == "memory-limit"
    assert verified(tmp_path / "out") == 1


@pytest.mark.parametrize("size", [100, 400])
def test_too_little_address_space_is_refused_before_libraries_hang_or_abort(tmp_path, size):
    """With 400 MB OpenBLAS has tried forever to get more."""
    limit = limiting(resource.RLIMIT_AS, size << 20)
    done = run(*QUICK, "-o", tmp_path / "out", preexec_fn=limit)
    assert one_line(done, 32) == f"beta-plan: out of memory: {size}M of addresses are too few (ulimit -v: 1G at least)"
    assert not (tmp_path / "out").exists()
    assert run("generate", "--help", preexec_fn=limit).returncode == 0


def test_with_enough_address_space_the_result_is_there(tmp_path):
    limit = limiting(resource.RLIMIT_AS, LEAST_ADDRESSES)
    done = run(*QUICK, "-o", tmp_path / "out", preexec_fn=limit, environment={"OPENBLAS_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stderr.decode()
    assert verified(tmp_path / "out") == 3
