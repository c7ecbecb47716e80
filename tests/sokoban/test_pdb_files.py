"""Databases in files are those that would be built: the same arrays and bytes, whatever happened to the files."""

from __future__ import annotations

import json
import mmap
import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import numpy as np
import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.errors import InputRefused
from beta_plan.sokoban import build
from beta_plan.sokoban.build import BoxPdbs
from beta_plan.sokoban.evaluators import BoxEvaluators
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.pdb_files import ABOUT, LIMIT, RECENT, VARIABLE, PdbFiles
from beta_plan.sokoban.space import SokobanSpace

pytestmark = pytest.mark.usefixtures("_everything_is_kept")


@pytest.fixture
def _everything_is_kept(monkeypatch):
    monkeypatch.setattr(build, "KEPT_FROM", 0)


@pytest.fixture
def files(tmp_path):
    return PdbFiles(tmp_path / "pdbs")


def room(columns: int = 7) -> Maze:
    """Return a room with two pillars, so that some sets of boxes divide the man's zone."""
    floor = {(r, c) for r in range(6) for c in range(columns)} - {(2, 2), (2, 4)}
    return Maze.of(floor, [(3, c) for c in range(1, 5)])


def built(size: int = 3, **options) -> BoxPdbs:
    pdbs = BoxPdbs(room(), threads=1, **options)
    assert pdbs.add_up_to(size) == (size, "")
    return pdbs


def equal(one: BoxPdbs, other: BoxPdbs) -> bool:
    mine, yours = one.tables._asdict(), other.tables._asdict()
    return one.nbytes == other.nbytes and all(np.array_equal(mine[name], yours[name]) for name in mine)


def is_mapped(pdbs: BoxPdbs) -> bool:
    root: object = pdbs.tables.entries
    while isinstance(root, np.ndarray):
        root = root.base
    return isinstance(root, mmap.mmap)


def places(files: PdbFiles) -> list[Path]:
    return sorted(files.folder.iterdir())


def test_what_is_taken_is_what_is_built(files):
    alone, first, second = built(), built(files=files), built(files=files)
    assert len(alone.tables.pool) > 0
    assert (is_mapped(first), is_mapped(second)) == (False, True)
    assert equal(alone, first)
    assert equal(alone, second)
    assert second.sizes == (1, 2, 3)


def test_kernels_are_not_compiled_again_for_what_is_mapped(files):
    first, second = built(files=files), built(files=files)
    assert is_mapped(second)
    assert numba.typeof(first.tables) == numba.typeof(second.tables)


def test_who_writes_to_a_mapped_array_changes_nothing_for_others(files):
    built(files=files)
    mine, others = built(files=files), built(files=files)
    mine.tables.entries[:] = 7
    assert equal(others, built())
    assert equal(built(files=files), others)


@pytest.mark.parametrize("size", [4, 5])
def test_what_is_taken_can_grow(files, size):
    built(files=files)
    for pdbs in (built(files=files), built()):
        before = pdbs.tables
        pdbs.add(size)
        pdbs.add(4)
        assert np.array_equal(before.entries, pdbs.tables.entries[: len(before.entries)])
    grown, whole = built(files=files), built()
    assert [grown.add(size), whole.add(size)] == ["", ""]
    assert equal(grown, whole)


def test_smaller_ones_that_were_built_are_replaced(files):
    built(4, files=files)
    pdbs = BoxPdbs(room(), threads=1, files=files)
    pdbs.add(1)
    pdbs.add(2)
    assert pdbs.add_up_to(4) == (4, "")
    assert is_mapped(pdbs)
    assert equal(pdbs, built(4))


def test_databases_in_another_order_are_neither_kept_nor_replaced(files):
    def out_of_order() -> BoxPdbs:
        pdbs = BoxPdbs(room(), threads=1, files=files)
        pdbs.add(3)
        assert pdbs.add_up_to(4) == (4, "")
        return pdbs

    assert out_of_order().sizes == (1, 2, 3, 4)
    assert not files.folder.exists()
    built(4, files=files)
    assert not is_mapped(out_of_order())


def test_what_could_not_be_built_is_not_taken(files):
    """For every limit the same sizes, with the same complaint, as without files."""
    whole = built(4, files=files)
    for limit in range(2_000, 2 * whole.nbytes, 7_919):
        one, other = (
            BoxPdbs(room(), threads=1, byte_limit=limit),
            BoxPdbs(room(), threads=1, byte_limit=limit, files=files),
        )
        assert one.add_up_to(4) == other.add_up_to(4)
        assert one.nbytes == other.nbytes


def test_nothing_is_taken_when_the_time_is_over(files):
    built(files=files)
    assert BoxPdbs(room(), files=files).add_up_to(3, stop=lambda: True) == (1, "stopped early")
    evaluators = BoxEvaluators(room()).build((1, 3), seed=3, stop=lambda: True)
    assert evaluators.notes == ("PDB3: stopped early, so parts have at most 1 boxes",)


def _truncate(place: Path) -> None:
    os.truncate(place / "entries.npy", 1000)


def _flip(place: Path, name: str = "entries.npy") -> None:
    content = bytearray((place / name).read_bytes())
    content[-1] ^= 1
    (place / name).write_bytes(content)


def _flip_in_pool(place: Path) -> None:
    _flip(place, "pool.npy")


def _remove(place: Path) -> None:
    (place / "base.npy").unlink()


def _retype(place: Path) -> None:
    array = np.load(place / "entries.npy")
    np.save(place / "entries.npy", array.view(np.int16))


def _reshape(place: Path) -> None:
    about = json.loads((place / ABOUT).read_text())
    about["arrays"]["entries"]["shape"] = [3]
    (place / ABOUT).write_text(json.dumps(about))


def _babble(place: Path) -> None:
    (place / ABOUT).write_text('{"format": 1}')


def _empty(place: Path) -> None:
    for file in place.iterdir():
        file.write_bytes(b"")


@pytest.mark.faults
@pytest.mark.parametrize("damage", [_truncate, _flip, _flip_in_pool, _remove, _retype, _reshape, _babble, _empty])
def test_what_is_damaged_is_built_anew(files, damage):
    built(files=files)
    damage(places(files)[-1])
    again = built(files=files)
    assert equal(again, built())
    taken = built(files=files)
    assert is_mapped(taken)
    assert equal(taken, again)


class _Bomb:
    def __init__(self, file: Path) -> None:
        self._file = file

    def __reduce__(self):
        return (Path.touch, (self._file,))


def test_no_file_is_unpickled(files, tmp_path):
    built(files=files)
    np.save(places(files)[-1] / "entries.npy", np.array([_Bomb(tmp_path / "boom")], dtype=object))
    with (places(files)[-1] / "pool.npy").open("wb") as file:
        pickle.dump(_Bomb(tmp_path / "boom"), file)
    assert equal(built(files=files), built())
    assert not (tmp_path / "boom").exists()


def test_files_of_another_maze_or_of_other_sources_are_not_ours(files, monkeypatch):
    built(files=files)
    assert files.take(room(8), 3) is None
    assert files.take(room(), 2) is not None
    monkeypatch.setattr("beta_plan.sokoban.pdb_files._sources_digest", lambda: "other")
    assert files.take(room(), 3) is None


def test_a_place_that_cannot_be_written_does_no_harm(tmp_path):
    (tmp_path / "file").write_text("")
    files = PdbFiles(tmp_path / "file" / "pdbs")
    assert equal(built(files=files), built())


def test_what_was_not_used_for_longest_goes_first(files):
    contents = []
    for columns in (7, 8, 9):
        pdbs = BoxPdbs(room(columns), threads=1)
        pdbs.add_up_to(2)
        pdbs._files = files
        pdbs._keep(2)
        contents.append(sum(file.stat().st_size for file in files._place(room(columns), 2).iterdir()))
    for age, columns in ((3, 8), (2, 7), (1, 9)):
        place = files._place(room(columns), 2)
        for file in (*place.iterdir(), place):
            os.utime(file, (0, 10_000_000 - age))
    small = PdbFiles(files.folder, contents[0] + contents[2] + contents[1] // 2)
    assert small._has_room(0)
    assert [columns for columns in (7, 8, 9) if small._place(room(columns), 2).exists()] == [7, 9]
    taken = small.take(room(7), 2)
    assert taken is not None
    assert small._has_room(contents[2])
    assert [columns for columns in (7, 8, 9) if small._place(room(columns), 2).exists()] == [7]
    assert not small._has_room(contents[0] + contents[2]), "what may be in use stays"


def test_what_was_begun_and_never_finished_is_removed(files):
    old, new = files.folder / "new-old", files.folder / "new-new"
    for place in (old, new):
        place.mkdir(parents=True)
    os.utime(old, (0, new.stat().st_mtime - RECENT - 60))
    built(files=files)
    assert (old.exists(), new.exists()) == (False, True)


def test_several_who_keep_the_same_leave_one(files):
    contents = [built() for _ in range(4)]
    for pdbs in contents:
        pdbs._files = files
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda pdbs: pdbs._keep(3), contents))
    assert [place.name.endswith("-3") for place in places(files)] == [True]
    assert equal(built(files=files), contents[0])


def test_what_is_larger_than_the_limit_is_not_kept(tmp_path):
    built(files=PdbFiles(tmp_path / "pdbs", limit=100))
    assert not (tmp_path / "pdbs").exists()


def test_the_variable_says_how_much_is_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "beta-plan" / "pdbs"
    for text, files in (("off", None), ("0", None), ("", PdbFiles(folder, LIMIT)), ("8G", PdbFiles(folder, 8 << 30))):
        monkeypatch.setenv(VARIABLE, text)
        assert PdbFiles.of_user() == files
    monkeypatch.setenv(VARIABLE, "much")
    with pytest.raises(InputRefused, match=f"{VARIABLE}: 'much' is no memory limit"):
        PdbFiles.of_user()


@pytest.mark.parametrize("orders", [[(2, 3)], [(3,), (4,)], [(1,), (3, 4)], [(4,), (2,)]])
def test_an_evaluator_takes_what_another_has_kept(monkeypatch, tmp_path, orders):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    values = []
    for limit in ("off", "1G", "1G"):
        monkeypatch.setenv(VARIABLE, limit)
        builder = BoxEvaluators(room())
        evaluators = [builder.build(ks, seed=1, policy=policy) for ks in orders for policy in ("random", "best")]
        values.append([each.h(SokobanSpace(room()).state(room().live[:4], 0)) for each in evaluators])
    assert values[0] == values[1] == values[2]
    assert is_mapped(builder.pdbs)


def test_generate_writes_the_same_bytes_with_and_without_files(monkeypatch, tmp_path, domains):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    found = []
    for limit in ("off", "1G", "1G"):
        monkeypatch.setenv(VARIABLE, limit)
        words = ["generate", str(domains / "sokoban" / "levels.sok"), "--level", "3", "--max-expansions", "300"]
        result = CliRunner().invoke(cli, [*words, "-o", "out", "--quiet"], prog_name="beta-plan")
        assert result.exit_code == 0, result.stderr
        found.append(
            {p.name: p.read_bytes() for p in Path("out").rglob("*") if p.is_file() and p.name != "manifest.json"}
        )
    assert found[0] == found[1] == found[2]
    assert any((tmp_path / "cache").rglob("entries.npy"))
