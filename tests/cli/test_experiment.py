"""``beta-plan experiment``: a small run from end to end, interruption, and what is refused."""

from __future__ import annotations

import json
from functools import partial

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.experiments import runs
from beta_plan.experiments.executors import local
from beta_plan.sokoban.xsb import read_levels, read_states
from tests.bundled import DOMAINS
from tests.experiments.fakes import Fake


def experiment(*words):
    return CliRunner().invoke(cli, ["experiment", *map(str, words)], prog_name="beta-plan")


@pytest.fixture
def levels(domains):
    return domains / "sokoban" / "levels.sok"


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """Jobs are run by a program that takes no time."""
    program = Fake(tmp_path).program
    monkeypatch.setattr(local, "run_all", partial(local.run_all, run=partial(runs.run, program=program)))
    return Fake(tmp_path)


def test_a_small_run_from_end_to_end(tmp_path, levels):
    words = ["table1", "--levels", levels, "--rows", "4,human", "--mazes", "1", "--max-expansions", "300"]
    words += ["--solver-time", "60s", "-o", tmp_path / "out", "--json"]
    result = experiment(*words)
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert (found["missing_jobs"], found["failed"]) == (0, [])
    beta, human = found["rows"]
    assert (beta["row"], beta["runs"], beta["solved_greedy"], human["row"]) == ("4", 1, 1, "human")
    assert 0 < beta["expanded"] <= 300
    assert beta["own_PDB1"] <= beta["own_PDB4"]
    assert sorted(found["files"]) == sorted(path.name for path in (tmp_path / "out").iterdir() if path.is_file())
    again = experiment(*words)
    assert json.loads(again.stdout) == found
    assert "0 jobs that find or evaluate states (4 finished before)" in again.stderr
    elsewhere = experiment(
        *words, "-o", tmp_path / "elsewhere", "--records", tmp_path / "out" / "runs.csv", "--prepare"
    )
    assert "runs.csv: 2 of 2 runs are taken from there" in elsewhere.stderr
    assert json.loads(elsewhere.stdout)["rows"] == found["rows"]
    assert json.loads(elsewhere.stdout)["missing_jobs"] == 0


def test_domains_are_known_before_a_planner_is_looked_for(tmp_path):
    words = ["domains", "--domains", "ferry,nodomain", "--referee", "no-such-planner {domain} {problem}"]
    result = experiment(*words, "-o", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (41, "")
    assert "nodomain: " in result.stderr
    assert not (tmp_path / "out").exists()


def test_interruption_writes_the_table_of_what_there_is(tmp_path, levels, fake, monkeypatch):
    def run_two(jobs, runs, **options):
        patched(jobs[:2], runs, **options)
        raise KeyboardInterrupt

    patched = local.run_all
    monkeypatch.setattr(local, "run_all", run_two)
    out = tmp_path / "out"
    words = ["--rows", "1-3", "--mode", "none", "--max-expansions", "9"]
    result = experiment("table1", "--levels", levels, "-o", out, *words)
    assert (result.exit_code, len(fake.calls)) == (0, 2)
    assert f"{out / 'table1.md'}  2 runs, 0 failed jobs, partial, 7 jobs missing" in result.stdout
    assert "interrupted: the same command goes on from here" in result.stderr
    assert "**Partial: 7 of the jobs" in (out / "table1.md").read_text()
    assert "PARTIAL, 7 jobs missing" in (out / "table1.svg").read_text()


def test_kernels_are_compiled_before_anything_is_timed(tmp_path, levels, fake):
    words = ["table1", "--levels", levels, "-o", tmp_path / "out", "--rows", "1-2,human", "--mazes", "1"]
    words += ["--mode", "none"]
    assert experiment(*words, "--time", "9s").exit_code == 0
    timed = ["--overall-time-limit 9s" in call for call in fake.calls if call.startswith("generate")]
    assert timed == [False, False, True, True]
    assert experiment(*words, "--time", "9s").exit_code == 0
    assert len(fake.calls) == 5  # with the human state: nothing is left that would need it


def test_interruption_before_anything_is_33(tmp_path, levels, monkeypatch):
    def interrupt(jobs, runs, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(local, "run_all", interrupt)
    assert experiment("table1", "--levels", levels, "-o", tmp_path / "out").exit_code == 33


def test_specs_for_other_machines(tmp_path, levels, fake):
    words = [
        "table1",
        "--levels",
        levels,
        "-o",
        tmp_path / "out",
        "--rows",
        "1,human",
        "--mazes",
        "1",
        "--mode",
        "none",
    ]
    result = experiment(*words, "--prepare")
    assert (result.exit_code, fake.calls) == (0, [])
    commands = (tmp_path / "out" / "jobs.txt").read_text().splitlines()
    assert len(commands) == 2
    assert all(command.startswith("beta-plan experiment run /") for command in commands)
    assert "partial, 2 jobs missing" in result.stdout


def test_one_job_by_its_spec(tmp_path, levels, fake):
    experiment("table1", "--levels", levels, "-o", tmp_path / "out", "--rows", "1", "--mazes", "1", "--prepare")
    (command,) = (tmp_path / "out" / "jobs.txt").read_text().splitlines()
    result = experiment("run", command.split()[-1], "--json")
    assert json.loads(result.stdout)["status"] == "done"
    assert experiment("run", command.split()[-1]).stdout.startswith("generate maze01 ")
    assert len(fake.calls) == 1


def test_several_jobs_by_their_specs(tmp_path, levels, fake):
    experiment("table1", "--levels", levels, "-o", tmp_path / "out", "--rows", "1-3", "--mazes", "1", "--prepare")
    specs = sorted((tmp_path / "out" / "runs").glob("*/*/spec.json"))
    copy = tmp_path / "elsewhere" / "spec.json"
    copy.parent.mkdir()
    copy.write_bytes(specs[0].read_bytes())
    result = experiment("run", *specs, copy, "--jobs", "2", "--json")
    assert [each["status"] for each in json.loads(result.stdout)] == ["done"] * 4
    assert all((spec.parent / "result.json").exists() for spec in (*specs, copy))
    assert len(fake.calls) == 4


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--scheduler", "tcp://127.0.0.1:1"], "--scheduler and --slurm are for --executor dask"),
        (["--slurm", "cores=2"], "--scheduler and --slurm are for --executor dask"),
        (["--executor", "dask", "--scheduler", "tcp://127.0.0.1:1", "--slurm", "jobs=2"], "exclude each other"),
        (["--executor", "dask", "--slurm", "partition"], "'partition' is no KEY=VALUE"),
        (["--executor", "dask", "--slurm", "partition=a b"], "is no KEY=VALUE"),
        (["--executor", "dask", "--slurm", "cores=0"], "cores=0: a number from 1 on is needed"),
        (["--executor", "dask", "--slurm", "walltime=soon"], "'soon' is no duration"),
        (["--executor", "dask", "--slurm", "memory=much"], "'much' is no memory limit"),
        (["--executor", "ray"], "'ray' is not one of"),
    ],
)
def test_bad_words_about_executors_are_wrong_usage(tmp_path, levels, words, complaint):
    result = experiment("table1", "--levels", levels, "-o", tmp_path / "out", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert complaint in result.stderr
    assert not (tmp_path / "out").exists()


def test_the_cost_of_the_paper_is_told(tmp_path, levels):
    result = experiment("table1", "--levels", levels, "-o", tmp_path / "out", "--protocol", "paper", "--prepare")
    mazes, human = len(read_levels(levels)), len(read_states(levels))
    searches, solves = mazes * 5 * (19 + 20) + human, mazes * 5 * 21 + human  # row 21 has the runs of row 20, too
    assert f"{searches:,} jobs that find or evaluate states, up to {solves:,} that judge them" in result.stderr
    assert "1h and 8G for each search, 10m and 4G for the solver (greedy)" in result.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--rows", "99"], "'99' is no row"),
        (["--rows", "rows"], "'rows' is no row"),
        (["--mazes", "0"], "'0' is neither a number nor a range"),
        (["--mode", "fast"], "'fast' is none of greedy, optimal, none"),
        (["--mode", "none,greedy"], "has a mode beside 'none'"),
        (["--time", "soon"], "is no duration"),
        (["--memory", "much"], "is no memory limit"),
        (["--seeds", "0"], "0 is not in the range"),
        (["--protocol", "other"], "'other' is not one of"),
    ],
)
def test_bad_words_are_wrong_usage(tmp_path, levels, words, complaint):
    result = experiment("table1", "--levels", levels, "-o", tmp_path / "out", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert complaint in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_maze_that_is_not_there_is_refused(tmp_path, levels):
    result = experiment("table1", "--levels", levels, "-o", tmp_path / "out", "--mazes", "1-500")
    assert result.exit_code == 41
    number = len(read_levels(levels))
    assert f"levels.sok: no maze {number + 1}: there are {number} (--mazes takes 1 to {number})" in result.stderr


@pytest.mark.parametrize("words", [["run"], ["table1", "--levels", "{levels}", "--records"]])
def test_what_cannot_be_read_is_told_as_that(words, tmp_path, levels):
    result = experiment(*(word.format(levels=levels) for word in words), tmp_path / "nofile")
    assert (result.exit_code, result.stdout) == (41, "")
    assert result.stderr == f"beta-plan: {tmp_path / 'nofile'}: cannot be read: No such file or directory\n"


def test_a_file_that_is_not_there_is_refused(tmp_path):
    result = experiment("table1", "--levels", tmp_path / "none.sok")
    assert (result.exit_code, result.stderr.count("\n")) == (41, 1)


def test_a_place_that_cannot_be_written_is_51(tmp_path, levels):
    (tmp_path / "file").write_text("")
    assert experiment("table1", "--levels", levels, "-o", tmp_path / "file").exit_code == 51


def test_a_spec_that_is_none_is_refused(tmp_path):
    (tmp_path / "spec.json").write_text("{}")
    result = experiment("run", tmp_path / "spec.json")
    assert result.exit_code == 41
    assert "spec.json: no spec of a job" in result.stderr


def test_domains_from_end_to_end(tmp_path, fake):
    words = ["domains", "--domains", "ferry", "--rows", "4,random", "--states", "2", "-o", tmp_path / "out", "--json"]
    result = experiment(*words, "--max-expansions", "100")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    # the fake referee looks for a number in a text that is PDDL, and breaks
    assert [(failure["row"], failure["status"]) for failure in found["failed"]] == 2 * [("random", "crashed")]
    assert [(line["row"], line["effort"]) for line in found["rows"]] == [("4", 500), ("random", None)]
    assert found["files"] == ["domains.md", "domains.csv"]


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (["--rows", "human"], 2, "'human' is no row"),
        (["--domains", "ferry,blocks", "--objects", "car=3"], 2, "--objects is for a single domain"),
        (["--domains", "fery"], 41, "did you mean 'ferry'?"),
        (["--referee", "lama-frist"], 2, "did you mean 'lama-first'?"),
        (["--domains", "ferry", "--objects", "boat=3"], 2, "boat"),
        (["--domains", "ferry", "--referee", "sokoban-greedy"], 2, "sokoban-greedy: reads Sokoban levels"),
        (["--domains", "ferry", "--referee", "./none {domain} {problem}"], 41, "./none: no such program"),
        (["--domains", f"ferry,{DOMAINS / 'ferry' / 'domain.pddl'}"], 2, "ferry: two domains have this name"),
    ],
)
def test_bad_words_about_domains_are_refused(tmp_path, words, code, complaint):
    result = experiment("domains", "-o", tmp_path / "out", *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert complaint in result.stderr


def test_a_directory_of_somebody_else_is_refused(tmp_path, levels):
    (tmp_path / "mine.txt").write_text("mine")
    result = experiment("table1", "--levels", levels, "-o", tmp_path)
    assert (result.exit_code, result.stdout) == (51, "")
    assert "is not empty and holds no experiment" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["table1", "--levels", "l.sok", "--seeds", "99999999999"], "--seeds"),
        (["domains", "--domains", ","], "--domains"),
    ],
)
def test_numbers_and_names_that_make_no_sense_are_wrong_usage(words, said):
    result = experiment(*words)
    assert result.exit_code == 2
    assert said in result.stderr
