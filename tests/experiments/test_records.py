"""Records of runs: another machine makes the same table of them, and takes nothing that was another run."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from beta_plan.errors import InputRefused
from beta_plan.experiments import records
from beta_plan.experiments.csv_text import as_csv
from beta_plan.experiments.methods import METHODS, TERMS
from beta_plan.experiments.protocol import Protocol
from beta_plan.experiments.records import Records, record
from beta_plan.experiments.samples import Sample, board_of, result_of, sample
from beta_plan.experiments.tables import markdown, runs_csv
from beta_plan.metrics import Metrics
from tests.experiments.fakes import Fake
from tests.experiments.test_table1 import LEVELS, conducted, table


@pytest.fixture
def here(tmp_path):
    """What a machine has found, and the directory of another one, whose program would count its calls."""
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    return tmp_path / "here"


def written(text: str, folder: Path) -> Records:
    (folder / "runs.csv").write_text(text)
    return Records.read(folder / "runs.csv")


def test_another_machine_makes_the_same_table_and_runs_nothing(here):
    there = here.parent / "there"
    one, other = (
        table(place, "4,20,21,human", seeds=2, runs=3, modes=("greedy", "optimal")) for place in (here, there)
    )
    found = conducted(one, here, Fake(here, solve_maze02="limit"))
    assert (
        other.adopt(written(runs_csv(found), there)) == 2 * 2 + 2 * 6 + 2
    )  # row 4, row 20 for row 21, the human states once
    assert other.outcomes().missing == 0
    assert markdown(other.outcomes()) == markdown(found)
    assert runs_csv(other.outcomes()) == runs_csv(found)


def test_what_is_not_recorded_is_run(here):
    found = conducted(table(here, "4", mazes=(1,)), here, Fake(here))
    there = here.parent / "there"
    fake, other = Fake(there), table(there, "4,human", modes=("greedy", "optimal"))
    assert other.adopt(written(runs_csv(found), there)) == 1
    assert conducted(other, there, fake).missing == 0
    kinds = [call.split()[:2] for call in fake.calls]
    assert kinds == [
        ["evaluate", "maze01.sok"], ["generate", "maze02.sok"], ["evaluate", "maze02.sok"], ["solve", "maze01.sok"],
        *2 * [["solve", "maze02.sok"]],
    ]  # fmt: skip


def test_what_the_solver_said_counts_with_the_run_that_it_belongs_to(here):
    """Another machine has found the same state, and tried it in another mode as well: no run is mixed of two."""
    lines = list(csv.DictReader(io.StringIO(runs_csv(conducted(table(here, "4", mazes=(1,)), here, Fake(here))))))
    (first,) = (dict(line) for line in lines)
    second = {**first, "expanded": "7", "solved_optimal": "1", "expanded_optimal": "3"}
    other = table(here.parent / "there", "4", mazes=(1,), modes=("greedy", "optimal"))
    assert other.adopt(written(as_csv([first]), here)) == 1
    assert other.adopt(written(as_csv([second]), here)) == 0
    (found,) = other.outcomes().samples
    assert (found.expanded, set(found.solved)) == (100, {"greedy"})


def test_records_that_have_grown_are_taken_again(here):
    (line,) = csv.DictReader(io.StringIO(runs_csv(conducted(table(here, "4", mazes=(1,)), here, Fake(here)))))
    other = table(here.parent / "there", "4", mazes=(1,), modes=("greedy", "optimal"))
    assert other.adopt(written(as_csv([line]), here)) == 1
    assert other.adopt(written(as_csv([{**line, "solved_optimal": "0", "expanded_optimal": "9"}]), here)) == 1
    assert [each.solved["optimal"] for each in other.outcomes().samples] == [False]


def test_numbers_that_were_not_fresh_are_left_out(here, monkeypatch):
    text = runs_csv(conducted(table(here, "4", mazes=(1,)), here, Fake(here)))
    (line,) = ({**line, "version": "0.1.0"} for line in csv.DictReader(io.StringIO(text)))
    monkeypatch.setattr(records, "METHODS", {"4": replace(METHODS["4"], fresh_since="0.1.1")})
    other = table(here.parent / "there", "4", mazes=(1,))
    assert other.adopt(written(as_csv([line]), here)) == 1
    (found,) = other.outcomes().samples
    assert (dict(found.metrics.fresh), found.metrics.own["PDB1"], found.metrics.best["PDB1"]) == ({}, 10, 10)


def test_row_21_is_made_of_records_of_row_20(here):
    found = conducted(table(here, "20", seeds=3), here, Fake(here))
    there = here.parent / "there"
    other = table(there, "21", runs=3)
    assert other.adopt(written(runs_csv(found), there)) == 6
    assert [each.metrics.own["4C"] for each in other.outcomes().samples] == [3, 3]
    assert other.adopt(written("", there)) == 0
    third = table(here.parent / "third", "20", seeds=3)
    assert third.adopt(written(runs_csv(other.outcomes()), there)) == 6


def test_results_that_are_there_are_not_replaced(here):
    one = table(here, "4", mazes=(1,))
    found = conducted(one, here, Fake(here))
    changed = runs_csv(replace(found, samples=[replace(found.samples[0], expanded=5)]))
    assert one.adopt(written(changed, here)) == 0
    assert one.outcomes() == found


def test_a_record_is_better_than_a_failure(here):
    lines = written(runs_csv(conducted(table(here, "4"), here, Fake(here))), here)
    other = table(here.parent / "there", "4")
    assert conducted(other, here.parent / "there", Fake(here.parent / "there", generate="crash")).failures
    assert other.adopt(lines) == 2
    assert not other.outcomes().failures


def test_of_several_lines_for_a_run_the_first_that_suits_counts(here):
    (line,) = csv.DictReader(io.StringIO(runs_csv(conducted(table(here, "4", mazes=(1,)), here, Fake(here)))))
    lines = [{**line, "version": "0.0.1", "expanded": 1}, line, {**line, "expanded": 3}]
    other = table(here.parent / "there", "4", mazes=(1,))
    assert other.adopt(written(as_csv(lines), here)) == 1
    assert [each.expanded for each in other.outcomes().samples] == [100]


@pytest.mark.parametrize("other", [{"max_expansions": 51}, {"seconds": 9}, {"memory": 1 << 30}])
def test_runs_with_other_limits_are_other_runs(here, other):
    lines = written(runs_csv(conducted(table(here), here, Fake(here))), here)
    assert table(here.parent / "there", "4,human", **other).adopt(lines) == 2  # states that are given have no limits
    assert table(here.parent / "there", "4", **other).outcomes().samples == []


def test_runs_on_another_level_are_other_runs(here, monkeypatch):
    lines = written(runs_csv(conducted(table(here), here, Fake(here))), here)
    swapped = table(here.parent / "there")
    monkeypatch.setattr(swapped, "_levels", {1: LEVELS[1], 2: LEVELS[0]})
    assert swapped.adopt(lines) == 0


@pytest.mark.parametrize(
    ("then", "now", "since", "is_taken"),
    [("0.2.0", "0.2.0", "0.2.0", True), ("0.2.0", "0.10.0", "0.2.0", True), ("0.2.0", "0.3.0", "0.2.1", False),
     ("0.3.0", "0.2.0", "0.1.0", False), ("", "0.2.0", "0.1.0", False), ("0.2.0rc1", "0.2.0", "0.1.0", False),
     ("0.2.0rc1", "0.2.0rc1", "0.1.0", True)],
)  # fmt: skip
def test_runs_of_a_version_count_until_a_later_one_has_changed_their_method(
    here, monkeypatch, then, now, since, is_taken
):
    (line,) = csv.DictReader(io.StringIO(runs_csv(conducted(table(here, "4", mazes=(1,)), here, Fake(here)))))
    monkeypatch.setattr(records, "__version__", now)
    monkeypatch.setattr(records, "METHODS", {"4": replace(METHODS["4"], since=since)})
    assert table(here, "4", mazes=(1,)).adopt(written(as_csv([{**line, "version": then}]), here)) == 0  # it is there
    other = table(here.parent / "there", "4", mazes=(1,))
    assert other.adopt(written(as_csv([{**line, "version": then}]), here)) == is_taken


def test_a_record_that_is_taken_keeps_its_version(here, monkeypatch):
    text = runs_csv(conducted(table(here, "4,human", mazes=(1,)), here, Fake(here)))
    lines = [{**line, "version": "0.1.0"} for line in csv.DictReader(io.StringIO(text))]
    other = table(here.parent / "there", "4,human", mazes=(1,))
    assert other.adopt(written(as_csv(lines), here)) == 2
    again = csv.DictReader(io.StringIO(runs_csv(other.outcomes())))
    assert [line["version"] for line in again] == ["0.1.0", "0.1.0"]


def test_a_solver_with_other_limits_is_asked_again(here):
    lines = written(runs_csv(conducted(table(here, "4"), here, Fake(here))), here)
    other = table(here.parent / "there", "4", solver_seconds=11)
    assert other.adopt(lines) == 2
    assert [each.solved for each in other.outcomes().samples] == [{}, {}]


def test_a_sample_is_the_one_of_its_record():
    own, fresh = dict(zip(TERMS, range(7), strict=True)), dict.fromkeys(TERMS, 1.25)
    level = LEVELS[1].with_state([3], 1)
    found = Sample(
        "20", 2, 5, Metrics(9, 4, own, fresh, {"PDB1": 3}), 1234, ("a note", "b"), board_of(level),
        {"greedy": True, "optimal": False}, {"greedy": 12, "optimal": 345},
    )  # fmt: skip
    line = next(csv.DictReader(io.StringIO(as_csv([record(found, Protocol(), board_of(LEVELS[1]))]))))
    assert line["state"] == "0 3"  # the first square of the man's zone
    assert Records([line]).sample("20", 2, 5, Protocol(), LEVELS[1]) == found
    assert sample("20", 2, 5, [result_of(found)]) == replace(found, solved={}, effort={}, notes=["a note", "b"])


def test_records_tell_nothing_of_the_walls(here):
    text = runs_csv(conducted(table(here, "4,human"), here, Fake(here)))
    assert "#" not in text
    assert "$" not in text


@pytest.mark.parametrize(
    "text",
    ["row,maze\n1,2\n", "row,maze,seed\n1,x,2\n", "\0", "row,maze,seed\n1,2\n", "row,maze,seed\n1,2,3,4\n", "\xff"],
)
def test_other_files_are_refused(tmp_path, text):
    (tmp_path / "runs.csv").write_bytes(text.encode("latin-1"))
    with pytest.raises(InputRefused, match=r"runs.csv: no records of runs \(the runs.csv of another"):
        Records.read(tmp_path / "runs.csv")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputRefused, match="No such file"):
        Records.read(tmp_path / "runs.csv")


@pytest.mark.parametrize(
    ("column", "said"),
    [("state", ""), ("state", "1 1"), ("state", "0 77"), ("state", "0 -1"), ("state", "0 1 2"), ("own_PDB1", "much"),
     ("solved_greedy", "yes"), ("expanded_greedy", ""), ("expanded", "1.5"),
     ("expanded", ""), ("expanded", "-1"), ("expanded", "9" * 16), ("own_PDB4", "1e999"), ("own_PDB4", "nan")],
)  # fmt: skip
def test_lines_that_are_no_runs_are_refused_with_their_place(here, column, said):
    found = conducted(table(here, "4", mazes=(1,)), here, Fake(here))
    (line,) = csv.DictReader(io.StringIO(runs_csv(found)))
    lines = written(as_csv([{**line, column: said}]), here)
    with pytest.raises(InputRefused, match=r"runs.csv: row 4, maze 1, seed 0: no record of a run"):
        table(here.parent / "there", "4").adopt(lines)
