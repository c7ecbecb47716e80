"""The formats, read back by loaders that follow the environments' documents."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from beta_plan.errors import CannotWrite, InputRefused, NothingFound
from beta_plan.export.directory import ExportDirectory
from beta_plan.export.level import LearnersLevel
from beta_plan.export.samples import Sample
from beta_plan.export.write import write_levels, write_samples
from tests.outputs import content

FIRST = LearnersLevel(("#####", "#@$.#", "#####"), "R", 0, {"pushes": 1})
SECOND = LearnersLevel(("#####", "#.$@#", "#####"), "L", 19, {"pushes": 1})


def read_boxoban(folder: Path) -> list[tuple[str, ...]]:
    """Read every file of a folder: rows begin with a wall, and a line with ; begins the next level."""
    levels, rows = list[tuple[str, ...]](), list[str]()
    for file in sorted(folder.iterdir()):
        for line in file.read_text().splitlines():
            if ";" in line and rows:
                levels.append(tuple(rows))
                rows = []
            if line[:1] == "#":
                rows.append(line.strip())
        levels.append(tuple(rows))
        rows = []
    return levels


def test_boxoban_files_hold_a_thousand_levels_each(tmp_path):
    levels = [FIRST, SECOND] * 600
    manifest = write_levels(tmp_path / "out", levels, "boxoban", {"seed": 3})
    assert read_boxoban(tmp_path / "out" / "levels") == [level.rows for level in levels]
    assert sorted(path.name for path in (tmp_path / "out" / "levels").iterdir()) == ["000.txt", "001.txt"]
    text = (tmp_path / "out" / "levels" / "001.txt").read_text()
    assert text.startswith("; 0\n#####\n#@$.#\n#####\n\n; 1\n")
    assert "; 199\n" in text
    assert "; 200\n" not in text
    solutions = [(tmp_path / "out" / "solutions" / f"00{n}.lurd").read_text().split() for n in (0, 1)]
    assert list(map(len, solutions)) == [1000, 200]
    assert [*solutions[0], *solutions[1]] == [level.solution for level in levels]
    assert (manifest["complete"], manifest["levels"], manifest["mazes"], manifest["seed"]) == (True, 1200, 2, 3)
    assert manifest["metrics"]["pushes"] == {"least": 1, "median": 1, "most": 1}
    assert json.loads((tmp_path / "out" / "manifest.json").read_text()) == manifest


def test_jumanji_grids(tmp_path):
    write_levels(tmp_path / "out", [FIRST, SECOND], "jumanji", {})
    array = np.load(tmp_path / "out" / "levels.npy")
    assert (array.dtype, array.shape) == (np.uint8, (2, 3, 5, 2))
    fixed, variable = array[..., 0], array[..., 1]
    assert fixed[0].tolist() == [[1, 1, 1, 1, 1], [1, 0, 0, 2, 1], [1, 1, 1, 1, 1]]
    assert variable[0].tolist() == [[0, 0, 0, 0, 0], [0, 3, 4, 0, 0], [0, 0, 0, 0, 0]]
    assert variable[1, 1].tolist() == [0, 0, 4, 3, 0]
    assert (tmp_path / "out" / "solutions" / "000.lurd").read_text() == "R\nL\n"


def test_parquet_columns(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    write_levels(tmp_path / "out", [FIRST, SECOND], "parquet", {})
    table = parquet.read_table(tmp_path / "out" / "levels.parquet")
    types = {field.name: str(field.type) for field in table.schema}
    assert types == {"board": "string", "solution": "string", "split": "string", "maze": "int64", "pushes": "int64"}
    assert table.column("board").to_pylist() == ["\n".join(level.rows) for level in (FIRST, SECOND)]
    assert table.column("split").to_pylist() == ["training", "test"]


@pytest.mark.parametrize("parquet", [False, True])
def test_samples(tmp_path, parquet):
    samples = [Sample(("(at a)", "(free)"), 3, 2, {"PDB1": 1}), Sample(("(at b)",), 0, 0, {"PDB1": 0})]
    if parquet:
        pytest.importorskip("pyarrow")
    assert write_samples(tmp_path / "out", samples, {}, parquet=parquet)["samples"] == 2
    rows = [
        {"state": ["(at a)", "(free)"], "cost": 3, "length": 2, "PDB1": 1},
        {"state": ["(at b)"], "cost": 0, "length": 0, "PDB1": 0},
    ]
    if parquet:
        import pyarrow.parquet

        assert pyarrow.parquet.read_table(tmp_path / "out" / "samples.parquet").to_pylist() == rows
    else:
        text = (tmp_path / "out" / "samples.jsonl").read_text()
        assert [json.loads(line) for line in text.splitlines()] == rows


def test_without_pyarrow_the_extra_is_named_before_any_work(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputRefused, match=r"pip install '\.\[data\]' in the clone"):
        write_levels(tmp_path / "out", iter([FIRST]), "parquet", {})
    assert not (tmp_path / "out").exists()


def test_an_older_export_is_replaced_and_anything_else_refused(tmp_path):
    write_levels(tmp_path / "out", [FIRST] * 1001, "boxoban", {})
    (tmp_path / "out" / "notes.txt").write_text("mine")
    write_levels(tmp_path / "out", [SECOND], "jumanji", {})
    assert set(content(tmp_path / "out")) == {"levels.npy", "solutions/000.lurd", "manifest.json", "notes.txt"}
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "other.txt").write_text("not ours")
    (tmp_path / "instances").mkdir()
    (tmp_path / "instances" / "manifest.json").write_text('{"generator": "beta-plan", "instances": []}')
    for name in ("full", "instances"):
        with pytest.raises(CannotWrite, match="choose another directory"):
            write_levels(tmp_path / name, [FIRST], "boxoban", {})


def test_a_crash_leaves_whole_files_and_says_so(tmp_path):
    def crashing():
        yield from [FIRST] * 1500
        raise NothingFound("no more")

    with pytest.raises(NothingFound):
        write_levels(tmp_path / "out", crashing(), "boxoban", {})
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert not manifest["complete"]
    assert len(read_boxoban(tmp_path / "out" / "levels")) == 1000


def test_where_there_is_no_level_nothing_is_written(tmp_path):
    def nothing(found=0):
        if not found:
            raise NothingFound("nothing")
        yield FIRST

    with pytest.raises(NothingFound):
        write_levels(tmp_path / "none", nothing(), "boxoban", {})
    assert not (tmp_path / "none").exists()


def test_a_manifest_with_foreign_names_deletes_nothing_outside(tmp_path):
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "out").mkdir()
    about = {"generator": "beta-plan", "format": "boxoban", "files": ["../precious", str(tmp_path / "precious")]}
    for complete in (False, True):
        (tmp_path / "out" / "manifest.json").write_text(json.dumps({**about, "complete": complete}))
        with ExportDirectory(tmp_path / "out", {"format": "boxoban"}) as export:
            export.finish({})
    assert (tmp_path / "precious").read_text() == "mine"


def test_an_older_export_stays_until_the_new_one_is_complete(tmp_path):
    write_levels(tmp_path, iter([FIRST] * 1500), "boxoban", {"seed": 1})
    before = content(tmp_path)

    def crashing():
        yield from [FIRST] * 1200
        assert {name: data for name, data in content(tmp_path).items() if "beta-plan-new" not in name} == before
        raise NothingFound("no more")

    with pytest.raises(NothingFound):
        write_levels(tmp_path, crashing(), "boxoban", {"seed": 2})
    assert content(tmp_path) == before
    write_levels(tmp_path, iter([FIRST] * 3), "boxoban", {"seed": 3})
    assert set(content(tmp_path)) == {"levels/000.txt", "manifest.json", "solutions/000.lurd"}
    assert len(read_boxoban(tmp_path / "levels")) == 3
