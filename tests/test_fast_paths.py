"""Fast paths: the first that takes a task wins, a broken one is noted and does no harm."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from beta_plan import fast_paths
from beta_plan.fast_paths import BUILT_IN, GROUP, find, known
from beta_plan.front_end import read_text
from beta_plan.sokoban.pddl_task import PddlSokoban
from beta_plan.stages import Stages
from beta_plan.worlds.open import open_world
from beta_plan.worlds.world import Request
from tests.bundled import DOMAINS, texts

PLUG_INS = """
from beta_plan.fast_paths import Declined

def takes(lifted):
    return ("mine", len(lifted.objects))

def declines(lifted):
    return Declined("not to my taste")

def raises(lifted):
    raise RuntimeError("out of order")

def forgets(lifted):
    pass
"""


@pytest.fixture
def plug_ins(tmp_path, monkeypatch):
    (tmp_path / "some_plug_ins.py").write_text(PLUG_INS)
    monkeypatch.syspath_prepend(tmp_path)
    return {
        name: EntryPoint(name, f"some_plug_ins:{name}", GROUP)
        for name in ("takes", "declines", "raises", "forgets", "missing")
    } | {"absent": EntryPoint("absent", "no_such_package:takes", GROUP)}


def test_sokoban_is_found_without_any_installed_plug_in(monkeypatch):
    monkeypatch.setattr(fast_paths, "entry_points", lambda group: [])
    found = find(read_text(*texts("sokoban")).lifted)
    assert found.path == "sokoban"
    assert isinstance(found.task, PddlSokoban)
    assert found.notes == ()


def test_other_tasks_are_left_to_the_general_path_with_the_reason(monkeypatch):
    monkeypatch.setattr(fast_paths, "entry_points", lambda group: [])
    found = find(read_text(*texts("gripper")).lifted)
    assert (found.path, found.task) == ("", None)
    (note,) = found.notes
    assert note.startswith("not sokoban: ")


def test_broken_plug_ins_are_noted_and_passed_over(plug_ins):
    lifted = read_text(*texts("gripper")).lifted
    asked = [plug_ins[name] for name in ("absent", "missing", "raises", "forgets", "declines", "takes", "raises")]
    found = find(lifted, asked)
    assert (found.path, found.task) == ("takes", ("mine", len(lifted.objects)))
    assert [note.split(":")[0] for note in found.notes] == [
        "fast path absent is broken",
        "fast path missing is broken",
        "fast path raises is broken",
        "not forgets",
        "not declines",
    ]
    assert found.notes[2].endswith("RuntimeError: out of order")
    assert found.notes[-1] == "not declines: not to my taste"


def test_the_own_paths_come_first_and_a_name_is_asked_once(monkeypatch, plug_ins):
    usurper = EntryPoint("sokoban", "some_plug_ins:takes", GROUP)
    monkeypatch.setattr(fast_paths, "entry_points", lambda group: [plug_ins["takes"], usurper, plug_ins["declines"]])
    assert list(known()) == [*BUILT_IN, plug_ins["declines"], plug_ins["takes"]]


def test_the_built_in_paths_are_those_that_the_package_announces():
    text = (Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    section = text.split(f'[project.entry-points."{GROUP}"]\n')[1].split("\n\n")[0]
    assert section.splitlines() == [f'{path.name} = "{path.value}"' for path in BUILT_IN]


def test_the_world_of_another_package_is_what_the_pipeline_gets(monkeypatch, plug_ins, tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Mine:\n    def world(self, reading, domain, request):\n        return domain, request.seed\n\n"
        "def recognise(lifted):\n    return Mine()\n"
    )
    mine = EntryPoint("mine", "mine:recognise", GROUP)
    monkeypatch.setattr(fast_paths, "entry_points", lambda group: [mine])
    task = DOMAINS / "gripper"
    world: object = open_world(task / "domain.pddl", task / "p01.pddl", Request(seed=7), Stages())
    assert world == ((task / "domain.pddl").read_bytes(), 7)
    general = open_world(task / "domain.pddl", task / "p01.pddl", Request(no_fast_path=True), Stages())
    assert general.name == "sas"
