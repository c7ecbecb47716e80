"""Disks that are full, or cannot be written, and streams that nobody reads."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest

from beta_plan.output.write import write_output
from tests.faults.processes import QUICK, closing, ended, fill, mounted, one_line, run, start, verified
from tests.outputs import bundled_output, content


def test_a_full_disk_for_the_output_costs_one_line_and_leaves_the_older_result(tmp_path):
    with mounted(tmp_path / "disk", "size=1m") as disk:
        write_output(disk / "out", bundled_output("transport", [1, 2]))
        before = content(disk / "out")
        filling = fill(disk, spare=8192)  # enough to begin
        assert "No space left on device" in one_line(run(*QUICK, "-o", disk / "out"), 51)
        assert content(disk / "out") == before
        filling.unlink()
        write_output(disk / "out", bundled_output("ferry", [1]))
        assert verified(disk / "out") == 1


def test_a_full_disk_for_temporary_files_and_no_home_cost_nothing(tmp_path, faultless):
    nowhere = {"HOME": "/nonexistent", "XDG_CACHE_HOME": str(tmp_path / "file")}
    (tmp_path / "file").write_text("no directory")
    with mounted(tmp_path / "disk", "size=64k") as disk:
        fill(disk)
        done = run(*QUICK, "-o", tmp_path / "out", environment={**nowhere, "TMPDIR": str(disk)})
    assert done.returncode == 0, done.stderr.decode()
    assert content(tmp_path / "out") == faultless


def test_a_disk_that_may_only_be_read_is_refused_before_the_search(tmp_path):
    with mounted(tmp_path / "disk", "size=64k") as disk:
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        assert "no file can be made in it" in one_line(run(*QUICK, "-o", disk), 51)


def test_a_full_disk_for_stdout_is_told_and_the_result_is_written(tmp_path, faultless):
    with open("/dev/full", "wb") as full:
        done = run(*QUICK, "-o", tmp_path / "out", "--json", stdout=full)
    assert one_line(done, 51) == "beta-plan: cannot write: No space left on device"
    assert content(tmp_path / "out") == faultless


def test_a_reader_that_goes_away_and_a_full_disk_for_the_log_lose_nothing_else(tmp_path, faultless):
    with open("/dev/full", "wb") as full:
        process = start(*QUICK, "-o", tmp_path / "out", "--json", stderr=full)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    assert ended(process).returncode == 1
    assert content(tmp_path / "out") == faultless


def test_with_closed_streams_the_run_goes_on(tmp_path, faultless):
    done = run(*QUICK, "-o", tmp_path / "out", "--json", stdin=None, stderr=None, preexec_fn=closing(0, 2))
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["instances"]) == 3
    assert content(tmp_path / "out") == faultless


def test_a_closed_stdout_is_refused_at_once(tmp_path):
    done = run(*QUICK, "-o", tmp_path / "out", stdout=None, preexec_fn=closing(1))
    assert one_line(done, 51) == "beta-plan: cannot write: standard output is closed"
    assert not (tmp_path / "out").exists()


def test_a_directory_that_may_not_be_written_is_refused_before_the_search(tmp_path):
    write_output(tmp_path / "out", bundled_output("ferry", [1]))
    before = content(tmp_path / "out")
    (tmp_path / "out").chmod(0o500)
    mortal = [] if os.geteuid() else ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    if mortal and shutil.which("setpriv") is None:
        pytest.skip("root may write everywhere, and there is no setpriv")
    assert "no file can be made in it" in one_line(run(*QUICK, "-o", tmp_path / "out", prefix=mortal), 51)
    assert content(tmp_path / "out") == before
