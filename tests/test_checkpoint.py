"""A run that crashes goes on from its last checkpoint, and writes the same bytes as one that never crashed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from beta_plan import limits
from beta_plan.archive import Saved
from beta_plan.certify.directory import certify_directory
from beta_plan.checkpoint import (
    Checkpoint,
    check_inputs,
    digests,
    has_checkpoint,
    load_checkpoint,
)
from beta_plan.cli.main import cli
from beta_plan.cli.run import Run, _config
from beta_plan.config import GeneratorConfig, parse_memory
from beta_plan.errors import InputRefused
from beta_plan.generation import Generation
from beta_plan.output.layout import CHECKPOINT, MANIFEST
from beta_plan.search import run
from beta_plan.search.memory import resident
from beta_plan.suites import generate
from tests.bundled import DOMAINS
from tests.outputs import content

DEPOTS = (DOMAINS / "depots" / "domain.pddl", DOMAINS / "depots" / "p01.pddl")
QUICK = "[w(PDB2),2C,PDB2]"
PORTFOLIO = f"{QUICK}+beam[PDB2]"

RUNS: dict[str, tuple[tuple[Path, ...], dict[str, Any]]] = {
    "one": (DEPOTS, {"order": QUICK, "max_expansions": 400}),
    "portfolio": (DEPOTS, {"order": PORTFOLIO, "max_expansions": 600, "count": 2}),
    "any state": (DEPOTS, {"order": PORTFOLIO, "max_expansions": 400, "any_state": True}),
    "series": (DEPOTS, {"order": QUICK, "max_expansions": 400, "series": 3}),
    "split": (DEPOTS, {"order": QUICK, "max_expansions": 400, "split": "training=easy:1,testing=hard:1"}),
    "walk": (DEPOTS, {"order": QUICK, "max_expansions": 1500, "search": "rw"}),
    "maze": ((DOMAINS / "sokoban" / "levels.sok",), {"order": "[4C,PDB4]", "max_expansions": 400, "level": "6"}),
    "suite": ((Path("ferry"),), {"order": QUICK, "max_expansions": 200, "series": 3, "scale": ("car=1..2",)}),
}


class Crash(BaseException):
    """What no handler expects."""


class Album(Checkpoint):
    """Keeps a run at every opportunity, and crashes after some of them."""

    def __init__(
        self, directory: Path, *, crash_after: int = -1, crash_at_show: int = -1, resumed: Saved | None = None,
        **asked: Any,
    ) -> None:  # fmt: skip
        asked = {"request": {}, "inputs": {}} | asked
        super().__init__(directory, **asked, seconds=0, publish=self._write_to, tell=print, resumed=resumed)
        self._directory = directory
        self.count, self._crash_after = 0, crash_after
        self.shown: list[Generation] = []
        self._crash_at_show = crash_at_show

    def _write_to(self, so_far: Generation) -> None:
        so_far.write(self._directory)

    def save(self, saved: Saved, so_far: Callable[[], Generation | None]) -> None:
        super().save(saved, so_far)
        self.count += 1
        if self.count == self._crash_after:
            raise Crash

    def show(self, so_far: Callable[[], Generation | None]) -> None:
        """Take what a race has found; only before a crash somebody looks at it."""
        if self._crash_at_show < 0:
            return
        generation = so_far()
        assert generation is not None
        self.shown.append(generation)
        if len(self.shown) == self._crash_at_show:
            self._write_to(generation)
            raise Crash


@pytest.fixture(autouse=True)
def short_slices(monkeypatch):
    monkeypatch.setattr(run, "FIRST_WORK", 150)
    monkeypatch.setattr(run.Pace, "after", lambda pace, seconds, left=0.0: None)
    monkeypatch.setattr(os, "fsync", lambda number: None)  # nobody pulls the plug here


def generated(files: tuple[Path, ...], config: GeneratorConfig, archive: Checkpoint | None = None) -> Generation:
    domain, problem = (*files, None)[:2]
    assert domain is not None
    return generate(domain, problem, config, archive=archive)


def crashed(name: str, directory: Path, crash_after: int) -> None:
    files, asked = RUNS[name]
    with pytest.raises(Crash):
        generated(files, GeneratorConfig(**asked), Album(directory, crash_after=crash_after))


@pytest.mark.parametrize("name", RUNS)
def test_a_run_that_crashes_twice_writes_the_same_bytes(name, tmp_path):
    files, asked = RUNS[name]
    config = GeneratorConfig(**asked)
    whole, album = generated(files, config), Album(tmp_path / "kept")
    assert generated(files, config, album).to_json()["instances"] == whole.to_json()["instances"]
    whole.write(tmp_path / "whole")
    assert album.count >= 6
    for first in (album.count // 2, album.count):
        broken = tmp_path / str(first)
        crashed(name, broken, first)
        if first < album.count - 1:
            again = Album(broken, crash_after=1, resumed=load_checkpoint(broken)[2])
            with pytest.raises(Crash):
                generated(files, config, again)
        last = Album(broken, resumed=load_checkpoint(broken)[2])
        generated(files, config, last).write(broken)
        last.remove()
        assert content(broken) == content(tmp_path / "whole")


@pytest.mark.parametrize("name", ["portfolio", "split", "suite"])
def test_what_lies_there_after_a_crash_verifies(name, tmp_path):
    album = Album(tmp_path / "kept")
    generated(RUNS[name][0], GeneratorConfig(**RUNS[name][1]), album)
    crashed(name, tmp_path / "broken", album.count - 1)
    certificates = list(certify_directory(tmp_path / "broken"))
    assert certificates
    assert [each.why for each in certificates if each.why] == []
    manifest = json.loads((tmp_path / "broken" / MANIFEST).read_bytes())
    assert manifest["complete"]
    assert manifest["search"]["status"] in ("interrupted", "max-expansions")


def test_a_crash_in_the_race_leaves_its_best_so_far(tmp_path):
    """Searches leave the best by their objective; what a race has found better by then is not lost with it."""
    files, asked = RUNS["portfolio"]
    config, album = GeneratorConfig(**asked), Album(tmp_path / "kept", crash_at_show=10**9)
    whole = generated(files, config, album)
    before = [each.instances[0].problem for each in album.shown]
    assert len(before) >= 3
    assert strip(before[-1]) == strip(whole.instances[0].problem)  # the last that is told is the one that wins
    assert len(set(before)) > 1  # and another one was the best before
    broken = Album(tmp_path / "broken", crash_at_show=len(before))
    with pytest.raises(Crash):
        generated(files, config, broken)
    assert all(each.verified for each in certify_directory(tmp_path / "broken"))
    assert strip((tmp_path / "broken" / "p01.pddl").read_text()) == strip(whole.instances[0].problem)
    last = Album(tmp_path / "broken", resumed=load_checkpoint(tmp_path / "broken")[2])
    assert generated(files, config, last).to_json()["instances"] == whole.to_json()["instances"]


def strip(problem: str) -> list[str]:
    """Return a problem without what is said about it."""
    return [line for line in problem.splitlines() if not line.startswith(";")]


def test_a_checkpoint_tells_what_was_asked_for(tmp_path):
    config = GeneratorConfig(**RUNS["one"][1])
    album = Album(tmp_path, crash_after=2, request=asdict(config), inputs=digests({"d": DEPOTS[0]}))
    with pytest.raises(Crash):
        generated(DEPOTS, config, album)
    request, inputs, saved = load_checkpoint(tmp_path)
    assert request["order"] == QUICK
    assert inputs.keys() == {"d"}
    assert saved.about["elapsed"] > 0
    assert [entry.name for entry in (tmp_path / CHECKPOINT).iterdir() if entry.is_dir()] == ["2"]


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: b"", lambda data: bytes([data[-1] ^ 1])])
def test_a_damaged_checkpoint_is_refused_whatever_file_is_damaged(damage, tmp_path):
    crashed("portfolio", tmp_path, 3)
    load_checkpoint(tmp_path)
    files = [path for path in sorted((tmp_path / CHECKPOINT).rglob("*")) if path.is_file()]
    assert len(files) > 20
    for file in files:
        before = file.read_bytes()
        file.write_bytes(damage(before) if len(before) > 1 else b"x")
        with pytest.raises(InputRefused, match="damaged"):
            load_checkpoint(tmp_path)
        file.write_bytes(before)
    load_checkpoint(tmp_path)


@pytest.mark.parametrize(("key", "value"), [("version", "0.0.0"), ("kernels", "0123")])
def test_other_sources_do_not_go_on(key, value, tmp_path):
    crashed("one", tmp_path, 1)
    file = tmp_path / CHECKPOINT / "run.json"
    file.write_text(json.dumps({**json.loads(file.read_bytes()), key: value}), encoding="utf-8")
    with pytest.raises(InputRefused, match="other sources"):
        load_checkpoint(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "[" * 10_000, '{"version": 1}'])
def test_nonsense_is_no_checkpoint(text, tmp_path):
    (tmp_path / CHECKPOINT).mkdir()
    (tmp_path / CHECKPOINT / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputRefused):
        load_checkpoint(tmp_path)


def test_arrays_outside_of_the_checkpoint_are_not_read(tmp_path):
    crashed("one", tmp_path, 1)
    file = tmp_path / CHECKPOINT / "run.json"
    about = json.loads(file.read_bytes())
    for place in ({"arrays": "../.."}, {"checksums": {"../../x": 0}}):
        file.write_text(json.dumps({**about, **place}), encoding="utf-8")
        with pytest.raises(InputRefused, match="damaged"):
            load_checkpoint(tmp_path)


def test_where_nothing_can_be_written_the_run_goes_on(tmp_path, capsys):
    files, asked = RUNS["one"]
    (tmp_path / CHECKPOINT).write_text("in the way", encoding="utf-8")
    found = generated(files, GeneratorConfig(**asked), Album(tmp_path))
    assert found.to_json()["instances"] == generated(files, GeneratorConfig(**asked)).to_json()["instances"]
    assert "note: no checkpoint: " in capsys.readouterr().out
    assert not has_checkpoint(tmp_path)


def test_a_search_over_databases_that_were_cut_is_not_kept(tmp_path):
    album = Album(tmp_path)
    generate(*DEPOTS, GeneratorConfig(**RUNS["one"][1]), stop=lambda: True, archive=album)
    assert album.count == 0


@pytest.mark.parametrize(("begun", "then"), [("2G", "8G"), ("8G", "2G")])
@pytest.mark.parametrize("name", ["one", "suite", "maze"])
def test_another_memory_limit_bounds_only_the_search(name, begun, then, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MEMORY_AT_FIRST", (2 << 30) - (1 << 14))
    files, asked = RUNS[name]
    config = GeneratorConfig(**asked, overall_memory_limit=parse_memory(begun))
    other = GeneratorConfig(**asked, overall_memory_limit=parse_memory(then))
    whole = generated(files, config)
    assert whole.notes != generated(files, other).notes
    request = {"domain": str(files[0]), "problem": str(files[1]) if files[1:] else None, "config": asdict(config)}
    album = Album(tmp_path / "out", crash_after=2, request=request, inputs=digests({str(file): file for file in files}))
    with pytest.raises(Crash):
        generated(files, config, album)
    words = ["generate", "--resume", str(tmp_path / "out"), "--overall-memory-limit", then, "-q"]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    whole.write(tmp_path / "whole")
    assert content(tmp_path / "out") == content(tmp_path / "whole")


def test_the_limit_of_the_databases_outlives_two_resumes():
    request = {"config": asdict(GeneratorConfig(overall_memory_limit=1 << 30))}
    for memory in (1 << 31, 1 << 32):
        config = _config(request, {"overall_memory_limit": memory})
        assert (config.overall_memory_limit, config.memory_for_databases) == (memory, 1 << 30)
        assert "--overall-memory-limit 1G" in config.command("ferry")
        request = {"config": asdict(config)}
    assert _config(request, {"overall_time_limit": 5}).overall_memory_limit == 1 << 32


@pytest.mark.parametrize("name", ["one", "maze"])
@pytest.mark.parametrize("questions", [0, 2, 5])
def test_databases_that_the_clock_has_cut_are_the_same_when_the_run_goes_on(name, questions, tmp_path, monkeypatch):
    files, config = RUNS[name][0], GeneratorConfig(**RUNS[name][1])

    def cut(album: Album | None) -> Generation:
        left = iter(range(questions))
        monkeypatch.setattr(limits.Limits, "setup_is_over", lambda limits: next(left, None) is None)
        return generated(files, config, album)

    whole = cut(Album(tmp_path / "kept"))
    assert any("stopped early" in note for note in whole.notes)
    with pytest.raises(Crash):
        cut(Album(tmp_path / "out", crash_after=2))
    monkeypatch.setattr(limits.Limits, "setup_is_over", lambda limits: pytest.fail("the clock has no say"))
    album = Album(tmp_path / "out", crash_after=1, resumed=load_checkpoint(tmp_path / "out")[2])
    with pytest.raises(Crash):
        generated(files, config, album)
    again = generated(files, config, Album(tmp_path / "out", resumed=load_checkpoint(tmp_path / "out")[2]))
    assert again.to_json()["instances"] == whole.to_json()["instances"]
    assert again.notes == whole.notes


def test_a_search_does_not_go_on_with_other_databases(tmp_path):
    crashed("one", tmp_path, 2)
    saved = load_checkpoint(tmp_path)[2]
    files, asked = RUNS["one"]
    for name, value in (("checksum", 0), ("end", 1)):
        about = {**saved.about, "databases": {**saved.about["databases"], name: value}}
        with pytest.raises(InputRefused, match=r"databases are not those .* \(go on where it began"):
            generated(files, GeneratorConfig(**asked), Album(tmp_path, resumed=Saved(about, saved.arrays)))


def test_only_the_checkpoint_of_this_run_is_offered(tmp_path):
    crashed("one", tmp_path, 1)
    assert not Album(tmp_path).is_of_this_run
    resumed = Album(tmp_path, resumed=load_checkpoint(tmp_path)[2])
    assert resumed.is_of_this_run


def test_what_a_race_shows_does_not_lie_beside_the_checkpoint_of_another_run(tmp_path):
    crashed("one", tmp_path, 1)
    how: dict[str, Any] = {"seconds": 1, "publish": lambda found: None, "tell": print}
    Checkpoint(tmp_path, {}, {}, **how, resumed=load_checkpoint(tmp_path)[2]).show(lambda: None)
    assert has_checkpoint(tmp_path)
    Checkpoint(tmp_path, {}, {}, **how).show(lambda: None)
    assert not has_checkpoint(tmp_path)


def test_a_checkpoint_that_was_read_takes_no_memory(tmp_path):
    many = np.ones(8 << 20)
    Album(tmp_path).save(Saved(arrays={"many": many}), lambda: None)
    del many
    before = resident()
    _, _, saved = load_checkpoint(tmp_path)
    assert resident() - before < 16 << 20
    assert saved.arrays["many"].sum() == 8 << 20


def test_inputs_must_be_the_same(tmp_path):
    file = tmp_path / "domain.pddl"
    file.write_text("(define)", encoding="utf-8")
    before = digests({"domain.pddl": file, "logistics": Path("logistics")})
    assert before.keys() == {"domain.pddl"}
    check_inputs(before, digests({"domain.pddl": file}))
    file.write_text("(define )", encoding="utf-8")
    with pytest.raises(InputRefused, match="has changed"):
        check_inputs(before, digests({"domain.pddl": file}))
    file.unlink()
    with pytest.raises(InputRefused, match="is not here"):
        check_inputs(before, digests({"domain.pddl": file}))


def test_a_skeleton_beside_the_domain_must_be_the_same(tmp_path):
    domain, skeleton = tmp_path / "domain.pddl", tmp_path / "skeleton.toml"
    domain.write_text("(define)", encoding="utf-8")
    drawn, given = (Run(domain, problem, tmp_path, GeneratorConfig()) for problem in (None, tmp_path / "p.pddl"))
    before = digests(drawn.files)
    skeleton.write_text("", encoding="utf-8")
    assert str(skeleton) in drawn.files
    assert str(skeleton) not in given.files
    with pytest.raises(InputRefused, match=r"skeleton\.toml: was not here when the run began \(remove it"):
        check_inputs(before, digests(drawn.files))
    before = digests(drawn.files)
    skeleton.write_text("[objects]", encoding="utf-8")
    with pytest.raises(InputRefused, match=r"skeleton\.toml: has changed"):
        check_inputs(before, digests(drawn.files))


def test_a_skeleton_beside_levels_is_not_read(tmp_path):
    levels = tmp_path / "levels.sok"
    for file in (levels, tmp_path / "skeleton.toml"):
        file.write_text("", encoding="utf-8")
    assert list(Run(levels, None, tmp_path, GeneratorConfig()).files) == [str(levels)]
