"""Kernels are compiled once: the next process loads them, and an edit is noticed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from beta_plan import jit
from beta_plan.spaces.sas import SasSpace
from tests import naive
from tests.sas import examples

ROOT = Path(__file__).parent.parent.parent

CALLER = """
from beta_plan.jit import kernel
from beta_plan.spaces.protocol import facts

@kernel
def sum_of_facts(tables, state, out):
    return out[:facts(tables, state, out)].sum()
"""

CALL = """
import json
import numpy as np
from beta_plan import jit
from beta_plan.spaces.sas import sas_tables
from caller_kernels import sum_of_facts
from tests.sas.examples import lights
row = np.zeros(3, dtype=np.int32)
total = int(sum_of_facts(sas_tables(lights()), row, np.empty(3, dtype=np.int32)))
stats = sum_of_facts.stats
print(json.dumps([str(jit._DIRECTORY), total, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""

PREDECESSORS = """
import json
from beta_plan.spaces.sas import SasSpace
from tests import naive
from tests.sas.examples import EXAMPLES
print(json.dumps([SasSpace.of_task(task).predecessors(s) for task in (make() for make in EXAMPLES.values())
                  for s in naive.legal_states(task)[:20]]))
"""


def run(script: str, folder: Path, **environment: str):
    """Return what a Python process of its own prints, as JSON."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "XDG"))}
    path = os.pathsep.join([str(ROOT), str(folder)])
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=kept | {"PYTHONPATH": path} | environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_second_process_compiles_nothing(tmp_path):
    (tmp_path / "caller_kernels.py").write_text(CALLER)
    cache = tmp_path / "cache"
    directory, total, hits, misses = run(CALL, tmp_path, XDG_CACHE_HOME=str(cache))
    assert Path(directory).parent == cache / "beta-plan"
    assert (total, hits, misses) == (0 + 2 + 4, 0, 1)
    files = sorted(path for path in cache.rglob("*") if path.is_file())
    assert {path.suffix for path in files} == {".nbc"}
    assert run(CALL, tmp_path, XDG_CACHE_HOME=str(cache)) == [directory, total, 1, 0]
    assert sorted(path for path in cache.rglob("*") if path.is_file()) == files


def test_without_a_home_kernels_are_kept_among_temporary_files(tmp_path):
    (tmp_path / "caller_kernels.py").write_text(CALLER)
    (tmp_path / "file").write_text("no directory")
    (tmp_path / "tmp").mkdir()
    there = {"HOME": str(tmp_path / "file"), "TMPDIR": str(tmp_path / "tmp")}
    directory, _, hits, _ = run(CALL, tmp_path, **there)
    assert Path(directory).is_relative_to(tmp_path / "tmp")
    assert Path(directory).parent.stat().st_mode & 0o077 == 0
    assert hits == 0
    assert run(CALL, tmp_path, **there)[2] == 1


def test_without_jit_results_are_the_same(tmp_path):
    compiled = [
        SasSpace.of_task(task).predecessors(state)
        for task in (make() for make in examples.EXAMPLES.values())
        for state in naive.legal_states(task)[:20]
    ]
    found = run(PREDECESSORS, tmp_path, NUMBA_DISABLE_JIT="1")
    assert [[(a, tuple(s)) for a, s in rows] for rows in found] == compiled


@pytest.fixture
def package(tmp_path):
    for name, text in {
        "a/kernels.py": "from beta_plan.b.values import LIMIT\nfrom beta_plan import c\nimport beta_plan.d\n"
        "from beta_plan.e import (\n    f,\n    g,\n)\n",
        "b/values.py": "from beta_plan.deep import X\nif TYPE_CHECKING:\n    from beta_plan.b import other\n",
        "b/other.py": "",
        "deep.py": "",
        "c.py": "",
        "e/f.py": "",
        "e/h.py": "",
        "d/__init__.py": "",
        "cli.py": "from beta_plan.a import kernels\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_kernel_sources_are_kernels_and_what_they_import(package):
    found = [path.relative_to(package).as_posix() for path in jit.kernel_sources(package)]
    assert found == ["a/kernels.py", "b/values.py", "c.py", "d/__init__.py", "deep.py", "e/f.py"]


def test_an_edit_that_can_reach_machine_code_changes_the_digest(package):
    before = jit.kernel_digest(package)
    (package / "cli.py").write_text("x = 1\n")
    assert jit.kernel_digest(package) == before
    (package / "deep.py").write_text("X = 2\n")
    assert jit.kernel_digest(package) != before


def test_our_own_kernels_do_not_hang_on_the_front_end():
    found = {path.relative_to(ROOT / "beta_plan").as_posix() for path in jit.kernel_sources()}
    assert {"jit.py", "spaces/dispatch.py", "spaces/sas_kernels.py", "spaces/protocol.py"} <= found
    assert not any(name.startswith(("pddl/", "cli/")) for name in found)


def test_each_world_is_compiled_once(tmp_path, monkeypatch):
    monkeypatch.setattr(jit, "_DIRECTORY", tmp_path)
    assert jit.is_first_use("sas")
    jit.note_use("sas")
    assert not jit.is_first_use("sas")
    assert jit.is_first_use("sokoban")


@pytest.mark.parametrize("directory", [None, Path("/nowhere")])
def test_where_nothing_can_be_kept_every_use_is_the_first(directory, monkeypatch):
    monkeypatch.setattr(jit, "_DIRECTORY", directory)
    jit.note_use("sas")
    assert jit.is_first_use("sas")


def test_kernels_of_other_versions_are_forgotten_after_a_month(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    mine = jit.cache_directory()
    assert mine is not None
    old, young = (mine.parent / f"kernels-{name}" for name in ("old", "young"))
    old.mkdir()
    young.mkdir()
    os.utime(old, (time.time() - 40 * 24 * 3600,) * 2)
    assert jit.cache_directory() == mine
    assert mine.exists()
    assert young.exists()
    assert not old.exists()


def test_other_users_of_numba_keep_their_cache_directory():
    import numba

    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    jit.kernel(lambda: 1)
    assert before == numba.config.CACHE_DIR  # type: ignore[attr-defined]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs owners of files")
def test_kernels_are_kept_where_nobody_else_can_write(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "beta-plan").mkdir()
    (tmp_path / "beta-plan").chmod(0o777)
    found = jit.cache_directory()
    assert found is not None
    assert found.parent == tmp_path / "beta-plan"
    assert found.parent.stat().st_mode & 0o777 == 0o755
    assert not found.stat().st_mode & 0o022


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs owners of files")
def test_kernels_of_somebody_else_are_not_loaded(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    theirs = jit.cache_directory()
    assert theirs is not None
    owner = theirs.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    other = jit.cache_directory()
    assert other is None or not other.is_relative_to(tmp_path)
