"""What changes around a run, or is strange from the beginning: files, names, clocks, caches, terminals."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

from tests.bundled import DOMAINS
from tests.faults.processes import (
    CHEAP,
    QUICK,
    ended,
    fill,
    long_search,
    mounted,
    one_line,
    run,
    start,
    verified,
    wait_for_stage,
)
from tests.outputs import content
from tests.stacks import DOMAIN


def test_everything_around_the_search_goes_and_it_still_writes_what_it_read(tmp_path):
    there = tmp_path / "there"
    there.mkdir()
    words = long_search(there)
    shutil.copy(DOMAIN, there / "domain.pddl")
    words[1] = there / "domain.pddl"
    (tmp_path / "out").mkdir()
    process = start(*words, "-o", tmp_path / "out", cwd=there)
    wait_for_stage(process, "ground")
    (there / "domain.pddl").write_text("(define (domain other))")
    wait_for_stage(process, "kernels")
    shutil.rmtree(there)
    shutil.rmtree(tmp_path / "out")
    process.send_signal(signal.SIGTERM)
    done = ended(process)
    assert done.returncode == 0, done.stderr.decode()
    assert verified(tmp_path / "out") == 1
    assert (tmp_path / "out" / "domain.pddl").read_bytes() == DOMAIN.read_bytes()


def test_limits_do_not_look_at_the_time_of_day(tmp_path, faultless):
    done = run(*QUICK, "-o", tmp_path / "out", "--overall-time-limit", "10m", "--json", fault="clock")
    assert json.loads(done.stdout)["search"]["status"] == "max-expansions"
    plans = [f"solutions/p0{number}.plan" for number in (1, 2, 3)]
    assert [content(tmp_path / "out")[plan] for plan in plans] == [faultless[plan] for plan in plans]


BREAK: dict[str, Callable[[bytes], bytes]] = {
    "kernels.saturate-*": lambda sealed: sealed[: len(sealed) // 2],
    "result_kernels.unpack_rows-*": lambda sealed: b"garbage",
    "sas_kernels.unpack-*": lambda sealed: b"",
    "lookup_kernels.look_up-*": lambda sealed: sealed[:-99] + bytes([sealed[-99] ^ 1]) + sealed[-98:],
}
"""How the files of kernels are broken that every run loads."""


def test_kernels_that_are_broken_are_compiled_again_even_if_there_is_no_room_for_them(tmp_path, faultless):
    known = Path(os.environ["NUMBA_CACHE_DIR"])
    size = sum(path.stat().st_size for path in known.rglob("*"))
    with mounted(tmp_path / "disk", f"size={2 * size}") as disk:
        cache = shutil.copytree(known, disk / "cache")
        for name, change in BREAK.items():
            for path in cache.rglob(f"{name}.nbc"):
                path.write_bytes(change(path.read_bytes()))
        fill(disk)
        before = content(cache)
        done = run(*QUICK, "-o", tmp_path / "out", environment={"NUMBA_CACHE_DIR": str(cache)})
        assert done.returncode == 0, done.stderr.decode()
        assert content(cache) == before
    assert content(tmp_path / "out") == faultless


C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TERM": "dumb", "COLUMNS": "1"}
NAME = os.fsdecode("spaces, 'quotes\" \\ and\nlines, \u00e9\u4e2d".encode() + b", and no \xff\xfe text")


def test_names_may_be_anything(tmp_path, faultless):
    there = tmp_path / NAME
    shutil.copytree(DOMAINS / "ferry", there)
    (there / "p01.pddl").rename(there / f"-p{NAME}.pddl")
    words = ["generate", *CHEAP, "--max-expansions", "200", "-n", "3", "-o", f"{there}/-o"]
    done = run(*words, "--", "domain.pddl", f"-p{NAME}.pddl", cwd=there, environment=C_LOCALE)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert verified(there / "-o") == 3
    plans = [f"solutions/p0{number}.plan" for number in (1, 2, 3)]
    assert [content(there / "-o")[plan] for plan in plans] == [faultless[plan] for plan in plans]


def test_what_is_no_text_is_told_as_it_is(tmp_path):
    done = run("verify", tmp_path / NAME, environment={"LC_ALL": "C.UTF-8"})
    assert one_line(done, 41).endswith(
        ": cannot be read: No such file or directory (name a directory that generate wrote)"
    )


def test_a_name_that_is_too_long_is_refused_before_the_search(tmp_path):
    assert "File name too long" in one_line(run(*QUICK, "-o", tmp_path / ("n" * 256)), 51)


def test_without_a_directory_to_be_in_there_is_one_line(tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    one_line(run(*QUICK, "-o", "out", cwd=gone, preexec_fn=lambda: shutil.rmtree(gone)), 51)
