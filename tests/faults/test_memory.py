"""Little memory: by our own limit, by the system's; the best so far, or a word and nothing written."""

from __future__ import annotations

import json
import resource

import pytest

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
    done = run(*long_search(tmp_path), "-o", tmp_path / "out", "--json", preexec_fn=limit)
    assert done.returncode == 0, done.stderr.decode()
    assert json.loads(done.stdout)["search"]["status"] == "memory-limit"
    assert verified(tmp_path / "out") == 1


@pytest.mark.parametrize("size", [100, 300])
def test_whatever_the_address_space_a_result_is_whole_or_not_there(tmp_path, size):
    """Libraries of others end the process themselves where they get no memory; then nothing is written."""
    limit = limiting(resource.RLIMIT_AS, size << 20)
    done = run(*QUICK, "-o", tmp_path / "out", "--quiet", preexec_fn=limit, environment={"OPENBLAS_NUM_THREADS": "1"})
    if done.returncode == 0:
        assert verified(tmp_path / "out") == 3
    else:
        assert not (tmp_path / "out").exists()
