"""Polite signals at some moment of a stage: the best so far is written, or nothing and the exit code says so.

Those in the front end, the databases and the search are in ``tests/cli/test_generate.py``.
"""

from __future__ import annotations

import json
import resource
import signal
from random import Random
from time import sleep

from tests.faults.processes import QUICK, ended, long_search, one_line, run, start, verified, wait_for_stage
from tests.outputs import content


def test_in_the_race_the_best_so_far_is_written(tmp_path):
    words = long_search(tmp_path, "--order", "[w(PDB1),PDB1]", "--max-expansions", "100000")
    process = start(*words, "-o", tmp_path / "out", "--json")
    wait_for_stage(process, "search")
    sleep(Random(0).uniform(0.0, 0.5))
    process.send_signal(signal.SIGHUP)
    done = ended(process)
    assert done.returncode == 0, done.stderr.decode()
    assert len(json.loads(done.stdout)["instances"]) == 1
    assert "time was over" not in done.stderr.decode()
    assert verified(tmp_path / "out") == 1


def test_while_files_are_written_they_are_written_to_the_end(tmp_path, faultless):
    done = run(*QUICK, "-o", tmp_path / "out", fault="SIGTERM replace 3")
    assert done.returncode == 0, done.stderr.decode()
    assert content(tmp_path / "out") == faultless


def test_the_end_of_the_cpu_time_is_a_polite_signal(tmp_path):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (3, resource.RLIM_INFINITY))

    done = run(*long_search(tmp_path), "-o", tmp_path / "out", "--json", preexec_fn=limit)
    assert done.returncode == 0, done.stderr.decode()
    assert json.loads(done.stdout)["search"]["status"] == "interrupted"
    assert verified(tmp_path / "out") == 1


def test_ctrl_c_twice_ends_even_the_compiler(tmp_path):
    empty = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    process = start(*long_search(tmp_path), "-o", tmp_path / "out", environment=empty)
    wait_for_stage(process, "pdbs")  # now kernels of the search are compiled, for longer than this test takes
    while process.poll() is None:  # a compiler may be deaf for some seconds, and two signals are one for it then
        process.send_signal(signal.SIGINT)
        sleep(1.2)
    assert "interrupted by SIGINT again" in one_line(ended(process), 33)
    assert not (tmp_path / "out").exists()
