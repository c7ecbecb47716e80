"""What ``inspect`` writes, for a hand-made task: a truck with one slot brings a parcel from a to b."""

import json
import sys

import numpy as np
import pytest
from click.testing import CliRunner

from beta_plan.cli import present
from beta_plan.cli.main import cli
from beta_plan.sas.invariants import Groups
from beta_plan.sas.rows import Rows
from beta_plan.sas.task import (
    NONE_OF_THOSE,
    ActionNames,
    ActionTable,
    AtomTable,
    ConditionalEffects,
    GroundEffects,
    GroundTask,
    LinearInvariant,
    MutexGroup,
    SasTask,
    Variable,
)


def ints(*values):
    return np.array(values, dtype=np.int32)


OBJECTS = ("truck", "parcel", "a", "b")
ATOMS = AtomTable(
    predicates=("at", "in", "empty"),
    objects=OBJECTS,
    predicate=ints(0, 0, 0, 0, 1, 2),
    arguments=Rows.of([[0, 2], [0, 3], [1, 2], [1, 3], [1, 0], [0]]),
)
NAMES = ActionNames(("drive", "load"), OBJECTS, ints(0, 1), Rows.of([[0, 2, 3], [1, 0, 2]]))
COST = np.array([4, 1], dtype=np.int64)
GROUND = GroundTask(
    atoms=ATOMS,
    names=NAMES,
    cost=COST,
    positive=Rows.of([[0], [0, 2, 5]]),
    negative=Rows.of([[], [4]]),
    add=Rows.of([[1], [4]]),
    delete=Rows.of([[0], [2, 5]]),
    effects=GroundEffects(ints(0), Rows.of([[2]]), Rows.of([[4]]), Rows.of([[3]]), Rows.of([[2]])),
    goals=(((3,), ()), ((1,), (4,))),
    init=np.array([1, 0, 1, 0, 0, 1], dtype=bool),
    backward=True,
)
SAS = SasTask(
    atoms=ATOMS,
    variables=(
        Variable("truck", (0, 1), ("(at truck a)", "(at truck b)")),
        Variable("parcel", (2, 3, 4), ("(at parcel a)", "(at parcel b)", "(in parcel truck)")),
        Variable("empty", (5, NONE_OF_THOSE), ("(empty truck)", "none of those")),
    ),
    actions=ActionTable(
        names=NAMES,
        cost=COST,
        pre=Rows.of([[0], [0, 2, 5]]),
        post=Rows.of([[1], [4, 6]]),
        conditional=ConditionalEffects(ints(0), Rows.of([[2, 5]]), ints(3)),
    ),
    goals=((3,),),
    init=(0, 0, 0),
    mutex_groups=(MutexGroup((4, 5), exactly_one=True), MutexGroup((0, 6), exactly_one=False)),
    linear_invariants=(LinearInvariant((4, 5), (1, 1), 1), LinearInvariant((0, 1, 2), (2, -3, -1), 3)),
    true_atoms=(),
)


def text(lines):
    return "\n".join(lines)


def test_ground_task_as_text():
    assert (
        text(present.ground_lines(GROUND))
        == """\
atoms (6)
  (at truck a)  in init
  (at truck b)
  (at parcel a)  in init
  (at parcel b)
  (in parcel truck)
  (empty truck)  in init
actions (2)
  drive truck a b  cost 4
    pre  (at truck a)
    post (at truck b) (not (at truck a))
    post (at parcel b) (not (at parcel a)) when (at parcel a) (not (in parcel truck))
  load parcel truck a  cost 1
    pre  (at truck a) (at parcel a) (empty truck) (not (in parcel truck))
    post (in parcel truck) (not (at parcel a)) (not (empty truck))
goal: one of 2
  (at parcel b)
  (at truck b) (not (in parcel truck))"""
    )


def test_sas_task_as_text():
    assert (
        text(present.sas_lines(SAS))
        == """\
variables (3)
  truck (2 values)  init (at truck a)
    (at truck a)
    (at truck b)
  parcel (3 values)  init (at parcel a)
    (at parcel a)
    (at parcel b)
    (in parcel truck)
  empty (2 values)  init (empty truck)
    (empty truck)
    none of those
actions (2)
  drive truck a b  cost 4
    pre  truck=(at truck a)
    post truck=(at truck b)
    post parcel=(at parcel b) when parcel=(at parcel a) empty=(empty truck)
  load parcel truck a  cost 1
    pre  truck=(at truck a) parcel=(at parcel a) empty=(empty truck)
    post parcel=(in parcel truck) empty=none of those
goal
  parcel=(at parcel b)"""
    )


def test_mutex_groups_as_text():
    groups = Groups(Rows.of([[4, 5], [0, 2]]), np.array([True, False]), ints(1))
    assert (
        text(present.mutex_lines(GROUND, groups))
        == """\
mutex groups (2)
  exactly one: (in parcel truck) (empty truck)
  at most one: (at truck a) (at parcel a)
never true (1)
  (at truck b)"""
    )


def test_linear_invariants_are_equations():
    assert (
        text(present.invariant_lines(SAS))
        == """\
linear invariants (2)
  (in parcel truck) + (empty truck) = 1
  2*(at truck a) - 3*(at truck b) - (at parcel a) = 3"""
    )


@pytest.fixture
def inspect(domains):
    """Run ``inspect`` on the bundled transport task."""
    task = [str(domains / "transport" / name) for name in ("domain.pddl", "p01.pddl")]

    def run(*options):
        result = CliRunner().invoke(cli, ["inspect", *options, *task])
        assert result.exit_code == 0, result.stderr
        return result.stdout

    return run


STAGES = ["normalise", "ground", "mutexes", "sas", "pairs", "triples", "invariants"]


def test_the_table_of_stages(inspect):
    header, *stages, counts = inspect().splitlines()
    assert header.split() == ["stage", "seconds", "result"]
    assert [line.split()[0] for line in stages] == STAGES
    assert stages[1].endswith("  37 atoms, 140 actions")
    assert counts == "7 variables, 37 facts, 140 actions, 37 atoms, 7 mutex groups, 2 linear invariants"


def test_json_has_the_names_that_scripts_rely_on(inspect):
    result = json.loads(inspect("--json"))
    numbers = {key: result[key] for key in ("variables", "actions", "atoms", "mutex_groups", "linear_invariants")}
    assert numbers == {"variables": 7, "actions": 140, "atoms": 37, "mutex_groups": 7, "linear_invariants": 2}
    assert list(result["seconds"]) == STAGES
    assert result["notes"] == []


@pytest.mark.parametrize(
    ("stage", "line"),
    [
        ("normalise", "    pre  (and (at ?0 ?1) (road ?1 ?2))"),
        ("normalise", "  drive (?0 - vehicle ?1 - place ?2 - place)  cost (length ?1 ?2)"),
        ("ground", "  (at van farm)"),
        ("mutexes", "  exactly one: (room van none) (room van one) (room van two)"),
        ("invariants", "  (in crate van) + (in barrel van) + (in sack van) + (room van one) + 2*(room van two) = 1"),
        ("sas", "  van-room (3 values)  init (room van one)"),
        ("causal-graph", "  movables: crate-at/in barrel-at/in sack-at/in"),
    ],
)
def test_one_stage_as_text_and_in_json(inspect, stage, line):
    lines = inspect("--stage", stage).splitlines()
    assert line in lines
    result = json.loads(inspect("--stage", stage, "--json"))
    assert (result["stage"], result["lines"]) == (stage, lines)


def test_every_stage_is_shown(inspect):
    assert set(present.STAGES) == {"normalise", "ground", "mutexes", "invariants", "sas", "causal-graph"}


def test_a_terminal_gets_a_drawn_table(monkeypatch, capsys):
    from beta_plan.stages import Stage

    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    present.print_stages([Stage("ground", 0.5, {"atoms": 7})])
    assert "│ ground │   0.500 │ 7 atoms │" in capsys.readouterr().out
