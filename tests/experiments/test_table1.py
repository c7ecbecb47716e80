"""The paper's table: which jobs it has, that none runs twice, and what becomes of their results."""

from __future__ import annotations

import csv
import io
import statistics
from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from beta_plan.experiments.conduct import Cost, Remaining, conduct, cost, forget_failures, write_tables
from beta_plan.experiments.executors.local import run_all
from beta_plan.experiments.jobs import Result, Status, write_result
from beta_plan.experiments.methods import METHODS, TERMS, parse_rows
from beta_plan.experiments.picture import picture
from beta_plan.experiments.protocol import PAPER, PROTOCOLS, Protocol, protocol
from beta_plan.experiments.rows import Mean, rows_of
from beta_plan.experiments.runs import run
from beta_plan.experiments.samples import Sample, best_of
from beta_plan.experiments.table1 import Outcomes, Table1
from beta_plan.experiments.tables import markdown, records, runs_csv, table_csv, texts
from beta_plan.metrics import Metrics
from beta_plan.pddl.sexpr import Source
from beta_plan.sokoban.xsb import parse_levels
from tests.experiments.fakes import Fake, job

LEVELS = parse_levels(
    Source("levels", "; a\n#####\n#@$.#\n#####\n\n; b\n######\n#@$ .#\n######\n\n; maze alone\n#####\n#  .#\n#####\n")
)


def table(tmp_path: Path, rows: str = "4,human", **asked) -> Table1:
    asked = {"rows": parse_rows(rows), "mazes": (1, 2), "max_expansions": 50, "modes": ("greedy",), **asked}
    return Table1(protocol("quick", asked), LEVELS, tmp_path / "runs")


def conducted(table: Table1, tmp_path: Path, fake: Fake) -> Outcomes:
    runs = tmp_path / "runs"
    conduct(table, runs, lambda jobs: run_all(jobs, runs, run=partial(run, program=fake.program)))
    return table.outcomes()


def test_rows_times_mazes_times_seeds(tmp_path):
    jobs = table(tmp_path, "1,4,bfs,default,human", seeds=3).search_jobs()
    assert len(jobs) == 4 * 2 * 3 + 2
    commands = [" ".join(each.command) for each in jobs]
    limits = "--json --quiet --overall-memory-limit 4G --max-expansions 50"
    assert f"generate maze02.sok -o out --order [PDB4] --select objective --seed 2 {limits}" in commands
    assert f"generate maze01.sok -o out --search bfs --order [PDB4] --select objective --seed 0 {limits}" in commands
    assert f"generate maze01.sok -o out --seed 0 {limits}" in commands
    assert "evaluate maze01.sok --seed 0 --json --quiet" in commands


def test_rows_come_maze_by_maze(tmp_path):
    """So an interrupted table compares rows on the same mazes."""
    runs = [(run.seed, run.maze, run.method.name) for run in table(tmp_path, "1,2", seeds=2).runs()]
    assert runs[:4] == [(0, 1, "1"), (0, 1, "2"), (0, 2, "1"), (0, 2, "2")]
    assert runs == sorted(runs)


def test_a_maze_alone_has_no_human_state(tmp_path):
    runs = table(tmp_path, "1,human", mazes=(1, 3)).runs()
    assert [(run.maze, run.method.name) for run in runs] == [(1, "1"), (1, "human"), (3, "1")]


def test_aggregations_are_of_different_runs_that_row_20_shares(tmp_path):
    asked = table(tmp_path, "20,21", seeds=2, runs=3, mazes=(1,))
    seeds = [[int(job.command[job.command.index("--seed") + 1]) for job in run.jobs] for run in asked.runs()]
    assert seeds == [[0], [0, 1, 2], [1], [3, 4, 5]]
    assert len(asked.search_jobs()) == 6


def test_aggregation_keeps_the_best_state_and_counts_all_expansions(tmp_path):
    """The fake's 4C is 1 + seed % 3 and its PDB4 is 13 + seed: of seeds 0 to 3 the one with 4C = 3 wins."""
    found = conducted(table(tmp_path, "21", runs=4, mazes=(1,)), tmp_path, Fake(tmp_path))
    (sample,) = found.samples
    assert (sample.metrics.own["4C"], sample.metrics.own["PDB4"]) == (3, 13 + 2)
    assert sample.expanded == sum(100 + seed for seed in range(4))


def test_ties_of_conflicts_are_broken_by_length_then_by_order():
    def result(conflicts: int, length: int) -> Result:
        metrics = Metrics(1, 1, own={"4C": conflicts, "PDB4": length}).to_json()
        return Result(Status.DONE, 1.0, report={"instances": [{"metrics": metrics}], "search": {"expanded": 1}})

    results = [result(3, 9), result(5, 1), result(5, 4), result(5, 4)]
    assert best_of(results) is results[2]


def test_a_run_of_which_one_job_fails_still_has_a_state(tmp_path):
    fake = Fake(tmp_path, generate_maze02="crash")
    found = conducted(table(tmp_path, "4,21,human", runs=2), tmp_path, fake)
    assert [(sample.row, sample.maze) for sample in found.samples] == [
        ("4", 1), ("21", 1), ("human", 1), ("human", 2)
    ]  # fmt: skip
    assert [(failure.row, failure.job.name) for failure in found.failures] == [("4", "maze02"), *2 * [("21", "maze02")]]
    assert found.missing == 0


def test_a_shared_run_that_fails_fails_for_both_rows(tmp_path):
    """Row 20 has seed 0 alone, which crashes; row 21 has two more, of which the best counts, and says so."""
    fake = Fake(tmp_path)
    one = table(tmp_path, "20,21", runs=3, mazes=(1,))
    conducted(one, tmp_path, fake)
    (broken,) = [job for run in one.runs() if run.method.name == "20" for job in run.jobs]
    write_result(broken.directory(tmp_path / "runs"), Result(Status.CRASHED, 1.0, complaint="broken"))
    found = one.outcomes()
    assert [failure.row for failure in found.failures] == ["20", "21"]
    (sample,) = found.samples
    assert (sample.row, sample.notes) == ("21", ["the best of 2 runs: 1 have failed"])


def test_resumption_repeats_no_finished_job(tmp_path):
    fake, one = Fake(tmp_path), table(tmp_path)
    first = conducted(one, tmp_path, fake)
    calls = list(fake.calls)
    assert len(calls) == 2 * 2 + 2  # two rows on two mazes; their states are equal, so the solver runs once each
    assert conducted(one, tmp_path, fake) == first
    assert fake.calls == calls
    conducted(table(tmp_path, "4,5,human"), tmp_path, fake)
    assert len(fake.calls) == len(calls) + 2


def test_resumption_runs_what_was_interrupted(tmp_path):
    fake, one = Fake(tmp_path), table(tmp_path)
    runs = tmp_path / "runs"
    run_all(one.search_jobs()[:1], runs, run=partial(run, program=fake.program))
    assert one.outcomes().missing == 4  # three searches, and the solver of the one state
    assert "**Partial: 4 of the jobs have not ended.**" in markdown(one.outcomes())
    found = conducted(one, tmp_path, fake)
    assert found.missing == 0
    assert len(fake.calls) == 6


def test_failed_jobs_run_again_when_they_are_forgotten(tmp_path):
    one = table(tmp_path, "4", modes=())
    conducted(one, tmp_path, Fake(tmp_path, generate_maze01="crash"))
    assert forget_failures(one, tmp_path / "runs") == 1
    fake = Fake(tmp_path)
    before = len(fake.calls)
    assert not conducted(one, tmp_path, fake).failures
    assert len(fake.calls) == before + 1


def test_every_kind_of_failure_is_a_line_and_the_table_is_written(tmp_path):
    fake = Fake(tmp_path, generate_maze01="crash", generate_maze02="print hello", evaluate_maze01="exit 43")
    found = conducted(table(tmp_path), tmp_path, fake)
    text = markdown(found)
    assert text.index("## Failed: 1 crashed, 1 garbage, 1 refused") < text.index("## h and conflicts, own")
    assert "| 4 | generate maze01 | crashed | broken |" in text
    assert "| 4 | [PDB4] | 0/2 | - (19,683,953) |" in text


def test_the_solver_is_asked_about_what_was_found(tmp_path):
    fake = Fake(tmp_path, solve_maze02="limit")
    found = conducted(table(tmp_path, modes=("greedy", "optimal")), tmp_path, fake)
    assert {sample.maze: dict(sample.solved) for sample in found.samples} == {
        1: {"greedy": True, "optimal": True},
        2: {"greedy": False, "optimal": False},
    }
    assert "1.0 of 2 (18.0 of 90)" in markdown(found)


def metrics(value: float) -> Metrics:
    numbers = dict.fromkeys(TERMS, value)
    return Metrics(1, 1, own=numbers, fresh=dict.fromkeys(TERMS, value / 2), best={"PDB4": value})


def known() -> Outcomes:
    """Row 9 with five seeds on two mazes: both solved, one, .. so 2, 1, 1, 2, 1 are solved."""
    solved = [(True, True), (True, False), (False, True), (True, True), (False, True)]
    samples = [
        Sample(
            "9",
            maze,
            seed,
            metrics(10 * maze + seed),
            1000 * (seed + 1),
            ("odd",),
            "",
            {"greedy": pair[maze - 1]},
            {"greedy": 5},
        )
        for seed, pair in enumerate(solved)
        for maze in (1, 2)
    ]
    asked = Protocol(rows=parse_rows("9,human"), seeds=5, modes=("greedy",))
    return Outcomes(asked, 2, samples, expected={"9": 10, "human": 2})


def test_known_numbers_are_rendered():
    row, human = rows_of(known())
    assert row.values["own"]["PDB4"] == Mean(17.0, 10, statistics.stdev([10 * m + s for m in (1, 2) for s in range(5)]))
    assert row.solved["greedy"] == Mean(1.4, 5, statistics.stdev([2, 1, 1, 2, 1]))
    assert (human.samples, human.expanded, human.solved["greedy"]) == (0, None, None)
    text = markdown(known())
    assert "| 9 | [3C,PDB3] | 10/10 | 3,000 (10,075,985) | 17.00 (111.44) | 17.00 (117.76)" in text
    assert "| 17.00 (0.83) | 1.4 ± 0.5 of 2 (28.8 ± 0.8 of 90) |" in text
    assert "| 9 | [3C,PDB3] | 10/10 | 8.50 | 8.50 |" in text
    assert "| human | the states in the file | 0/2 | - | - (188.02) |" in text
    assert "Partial" not in text
    assert "- 10 runs: odd" in text


def test_seeds_that_have_tried_other_mazes_have_no_deviation():
    found = known()
    lacking = [sample for sample in found.samples if (sample.maze, sample.seed) != (2, 4)]
    row, _ = rows_of(replace(found, samples=lacking))
    assert (row.solved["greedy"], row.tried["greedy"]) == (Mean(1.2, 5, None), Mean(1.8, 5, None))


def test_figures_that_the_paper_does_not_print_are_marked():
    found = Outcomes(Protocol(rows=parse_rows("20,bfs"), modes=()), 2, known().samples)
    assert "The paper's figures of bfs and rw are in comments of its source" in markdown(found)
    assert "comments of its source" not in markdown(known())


def test_the_memory_of_an_experiment_is_that_of_its_largest_job(tmp_path):
    asked = partial(table, tmp_path, memory=2 << 30, solver_memory=16 << 30)
    assert asked().memory == 16 << 30
    assert asked(modes=()).memory == 2 << 30


def test_a_mean_over_fewer_runs_is_marked():
    found = known()
    lacking = Sample("9", 1, 0, Metrics(1, 1, own={"PDB1": 3}), 5)
    text = markdown(Outcomes(found.protocol, 2, [*found.samples, lacking], expected={"9": 11}))
    assert "17.00* (127.69)" in text
    assert "\\* mean over fewer runs" in text
    assert "\\*" not in markdown(found)


def test_csv_has_a_name_for_every_number():
    line = next(csv.DictReader(io.StringIO(table_csv(known()))))
    assert (line["row"], line["runs"], line["own_PDB4"], line["fresh_4C"]) == ("9", "10", "17.0", "8.5")
    assert (line["paper_PDB4"], line["solved_greedy"], line["solved_greedy_deviation"]) == ("127.69", "1.4", "0.5477")
    assert line["best_PDB1"] == ""
    assert [record["row"] for record in records(known())] == ["9", "human"]
    runs = list(csv.DictReader(io.StringIO(runs_csv(known()))))
    assert (len(runs), runs[1]["maze"], runs[1]["own_2C"], runs[1]["solved_greedy"]) == (10, "2", "20", "1")


def test_the_picture_has_a_mark_for_every_number():
    tree = ElementTree.fromstring(picture(known()))
    marks = [element for element in tree if element.tag.endswith("}g")]
    # PDB4: paper, own, fresh, best, the humans' paper; 2C to 4C: no best; solved: paper, ours; five in the legend
    assert len(marks) == 5 + 3 * 4 + 3 + 5
    assert "PARTIAL" not in picture(known())


def test_all_files_are_written(tmp_path):
    assert write_tables(texts(known()), tmp_path) == ["table1.md", "table1.csv", "table1.svg", "runs.csv"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["runs.csv", "table1.csv", "table1.md", "table1.svg"]


def test_the_cost_is_that_of_what_is_left(tmp_path):
    one = table(tmp_path, "4,human", seconds=30, solver_seconds=7, modes=("greedy", "optimal"))
    runs = tmp_path / "runs"
    assert cost(one, runs) == Cost(4, 8, 0, {"generate": 60, "evaluate": 8, "solve": 56})
    conducted(one, tmp_path, Fake(tmp_path))
    assert cost(one, runs) == Cost(0, 0, 8, {"solve": 0})


def test_the_time_that_is_left_follows_what_jobs_took():
    remaining = Remaining(Cost(3, 4, 0, {"generate": 30, "solve": 40}), parallel=2)
    assert remaining.left() == 35
    ten = job("generate")
    object.__setattr__(ten, "expected", 10)
    remaining.note(ten, Result(Status.DONE, 20.0))
    assert remaining.left() == (20 * 2 + 40) / 2
    remaining.note(ten, Result(Status.CRASHED, 0.0))
    assert str(remaining) == "2 of up to 7 jobs, 1 failed, about 0:00:25 left"


def test_the_protocol_of_the_paper():
    assert [method.name for method in PAPER.rows] == [*map(str, range(1, 22)), "human"]
    assert (PAPER.seeds, PAPER.seconds, PAPER.memory, PAPER.runs) == (5, 3600, 8 << 30, 20)
    assert (PAPER.solver_seconds, PAPER.solver_memory) == (600, 4 << 30)
    assert PAPER.chosen(90) == list(range(1, 91))
    assert PROTOCOLS["quick"].chosen(90) == [1, 31, 61]
    assert PROTOCOLS["quick"].chosen(2) == [1, 2]


def test_expansions_replace_seconds_unless_both_are_asked_for():
    assert protocol("quick", {"max_expansions": 9}).seconds is None
    assert protocol("quick", {"max_expansions": 9, "seconds": 5}).seconds == 5
    assert protocol("paper", {"max_expansions": None, "seeds": 2}) == Protocol(
        **{**{name: getattr(PAPER, name) for name in Protocol.__dataclass_fields__}, "seeds": 2}
    )


@pytest.mark.parametrize("text", ["", "22", "0", "4-2", "x", "1,,2", "1-x"])
def test_rows_that_do_not_exist_are_refused(text):
    with pytest.raises(ValueError, match=r"is no row|neither a number"):
        parse_rows(text)


def test_rows_are_named_as_in_the_table():
    assert list(METHODS) == [*map(str, range(1, 22)), "bfs", "rw", "default", "human"]
    assert [method.name for method in parse_rows("human, rw ,19-21,20")] == ["19", "20", "21", "rw", "human"]
