"""What a long run says before it is silent for a minute."""

from __future__ import annotations

import pytest

from beta_plan import jit
from beta_plan.cli.interruption import Interruption
from beta_plan.cli.memory import MemoryNet
from beta_plan.cli.progress import Log
from beta_plan.cli.watch import COMPILING, watched_stages

MAZE = ("read", "goals", "pdbs", "kernels", "search")
PDDL_MAZE = ("normalise", "recognise", "goals", "pdbs", "kernels", "search")
PDDL = ("normalise", "recognise", "ground", "mutexes", "sas", "goals", "pdbs", "kernels", "search")


@pytest.mark.parametrize(
    ("compiled", "stages", "tells"),
    [
        ("sas", PDDL, False),
        ("sas", MAZE, True),
        ("sas", PDDL_MAZE, True),
        ("sokoban", PDDL, True),
        ("sokoban", MAZE, False),
        ("sokoban", PDDL_MAZE, False),
        ("solver-greedy", PDDL, True),
    ],
)
def test_compiling_is_announced_for_each_world(compiled, stages, tells, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(jit, "_DIRECTORY", tmp_path)
    jit.note_use(compiled)
    watched = watched_stages(Log(quiet=False), Interruption(), MemoryNet())
    for stage in stages:
        with watched(stage):
            pass
    lines = capsys.readouterr().err.splitlines()
    assert (COMPILING in lines) == tells
    if tells:
        assert lines[lines.index(COMPILING) + 1].startswith("pdbs ")
