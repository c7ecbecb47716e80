"""``beta-plan generate``, ``evaluate`` and ``inspect`` with Sokoban: level files, and PDDL on the fast path."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from click.testing import CliRunner, Result

import beta_plan
from beta_plan.certify.directory import certify_directory
from beta_plan.cli.main import cli
from beta_plan.experiments.methods import ORDERINGS
from beta_plan.sokoban.xsb import read_level
from tests.bundled import DOMAINS
from tests.outputs import content
from tests.sokoban.levels import CORNER, HALL

SOKOBAN = [str(DOMAINS / "sokoban" / "domain.pddl"), str(DOMAINS / "sokoban" / "p01.pddl")]
QUICK = ["--order", "[w(PDB1),PDB1]", "--max-expansions", "60", "--select", "objective"]
COLLECTION = f"{CORNER}Title: corner\n\n{HALL}Title: The Hall\n\n{CORNER}"


def run(command: str, *arguments: object) -> Result:
    return CliRunner().invoke(cli, [command, *map(str, arguments)])


def generate(*arguments: object) -> Result:
    return run("generate", *arguments)


def verified(directory: Path) -> list[str]:
    found = list(certify_directory(directory))
    assert all(one.verified for one in found), [one.why for one in found]
    return [one.problem for one in found]


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    (tmp_path / "hall.xsb").write_text(HALL)
    return tmp_path / "hall.xsb"


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    (tmp_path / "some.sok").write_text(COLLECTION)
    return tmp_path / "some.sok"


def test_the_result_for_scripts_and_the_directory_say_the_same(hall, tmp_path):
    result = generate(hall, *QUICK, "-o", tmp_path / "out", "-n", 2, "--seed", 7, "--json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert set(found) >= {"instances", "search", "space", "seed", "order", "partitions", "version"}
    assert set(found["search"]) >= {
        "expanded", "generated", "seconds", "setup_seconds", "expansions_per_second", "peak_memory_bytes", "status",
    }  # fmt: skip
    assert (found["space"], found["seed"], found["order"]) == ("sokoban", 7, "[w(PDB1),PDB1]")
    assert (found["partitions"], found["version"]) == ("random", beta_plan.__version__)
    assert (found["search"]["status"], found["search"]["expanded"]) == ("max-expansions", 60)
    for number, entry in enumerate(found["instances"], 1):
        assert (entry["problem"], entry["plan"]) == (f"p0{number}.sok", f"solutions/p0{number}.lurd")
        metrics = entry["metrics"]
        assert set(metrics) == {"own", "fresh", "best", "plan_length", "plan_cost", "human"}
        solution = (tmp_path / "out" / entry["plan"]).read_text().strip()
        assert metrics["plan_length"] == len(solution)
        assert metrics["plan_cost"] == sum(letter.isupper() for letter in solution)
        for values in (metrics["own"], metrics["fresh"], metrics["best"]):
            assert list(values) == ["PDB1", "PDB2", "PDB3", "PDB4", "2C", "3C", "4C"]
            assert values["PDB1"] <= values["PDB4"] <= metrics["plan_cost"]
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["instances"] == found["instances"]
    assert manifest["command"].startswith("beta-plan generate hall.xsb ")
    assert verified(tmp_path / "out") == ["p01.sok", "p02.sok"]
    assert not (tmp_path / "out" / "domain.pddl").exists()
    assert str(tmp_path) not in (tmp_path / "out" / "p01.sok").read_text()


def test_levels_are_written_as_pddl_too_where_that_is_asked(hall, tmp_path):
    result = generate(hall, *QUICK, "-o", tmp_path / "out", "--pddl", "--json")
    assert result.exit_code == 0, result.stderr
    (entry,) = json.loads(result.stdout)["instances"]
    assert (entry["pddl_problem"], entry["pddl_plan"]) == ("p01.pddl", "solutions/p01.plan")
    assert sorted(verified(tmp_path / "out")) == ["p01.pddl", "p01.sok"]
    again = run("evaluate", tmp_path / "out" / "domain.pddl", tmp_path / "out" / "p01.pddl", "--json", "--quiet")
    (task,) = json.loads(again.stdout)["tasks"]
    assert task["metrics"]["own"]["PDB1"] == entry["metrics"]["own"]["PDB1"]
    without = generate(hall, *QUICK, "-o", tmp_path / "out")
    assert without.exit_code == 0
    assert verified(tmp_path / "out") == ["p01.sok"]


def test_walls_and_goals_are_those_of_the_level(hall, tmp_path):
    assert generate(hall, *QUICK, "-o", tmp_path / "out", "-n", 3).exit_code == 0
    states = set()
    for number in (1, 2, 3):
        found = read_level(tmp_path / "out" / f"p0{number}.sok")
        assert found.maze == read_level(hall).maze
        assert set(found.boxes) != set(found.maze.goals)
        states.add((found.boxes, found.man))
    assert len(states) == 3


def test_a_series_ascends(hall, tmp_path):
    result = generate(hall, *QUICK, "-o", tmp_path / "out", "--series", 4, "--json")
    values = [entry["metrics"]["own"]["PDB1"] for entry in json.loads(result.stdout)["instances"]]
    assert len(values) == 4
    assert values == sorted(values)
    assert 0 < values[0] < values[-1]
    assert len(verified(tmp_path / "out")) == 4


@pytest.mark.parametrize("choice", ["2", "The Hall", "the hall"])
def test_a_level_is_chosen_by_number_or_title(collection, choice, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = generate(collection, "--level", choice, *QUICK, "-o", "out")
    assert result.exit_code == 0, result.stderr
    assert read_level(tmp_path / "out" / "p01.sok").maze.num_boxes == 3
    assert "Title: The Hall-p01" in (tmp_path / "out" / "p01.sok").read_text()


def test_without_a_directory_it_is_named_after_file_level_and_seed(collection, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert generate(collection, "--level", "The Hall", *QUICK, "--seed", 3).exit_code == 0
    assert verified(tmp_path / "some-The-Hall-seed3") == ["p01.sok"]


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        ([], 41, "some.sok: there are 3 levels (choose one with --level: 1 to 3, or its title)"),
        (["--level", "4"], 41, "no level '4': there are 3 levels"),
        (["--level", "the cellar"], 41, "no level 'the cellar'"),
        ([SOKOBAN[1]], 2, "a file of levels takes no problem file beside it"),
    ],
)
def test_what_a_collection_does_not_hold_is_said_in_one_line(collection, arguments, code, complaint, tmp_path):
    refused(generate(collection, *arguments, "-o", tmp_path / "out", "--quiet"), code, complaint, tmp_path / "out")


@pytest.mark.parametrize(
    ("text", "code", "complaint"),
    [
        ("", 41, "holds no level"),
        ("nothing but words\n", 41, "holds no level"),
        ("#####\n#@$ #\n#####\n", 43, "this level has no goal"),
        ("#####\n#@$.\n#####\n", 43, "the wall is open"),
        ("#####\n#@@.#\n#####\n", 41, "a second man"),
        ("#####\n#@x.#\n#####\n", 41, "bad.xsb:"),
        ("####\n#..#\n####\n", 43, "bad.xsb:1:1: level 1 has a goal on every square, and none for the man (enlarge"),
        ("#####\n#.. #\n#####\x00\n", 41, "not a text file"),
    ],
)
def test_bad_levels_are_refused_in_one_line(text, code, complaint, tmp_path):
    (tmp_path / "bad.xsb").write_text(text)
    refused(generate(tmp_path / "bad.xsb", "-o", tmp_path / "out", "--quiet"), code, complaint, tmp_path / "out")


def test_a_missing_file_and_options_of_levels_beside_pddl_are_refused(tmp_path):
    out = ["-o", tmp_path / "out", "--quiet"]
    refused(generate(tmp_path / "no.xsb", *out), 41, "no.xsb: cannot be read", tmp_path / "out")
    refused(generate(*SOKOBAN, "--level", 1, *out), 2, "--level is for files of Sokoban levels", tmp_path / "out")
    refused(generate(*SOKOBAN, "--pddl", *out), 2, "--pddl is for files of Sokoban levels", tmp_path / "out")


def refused(result: Result, code: int, complaint: str, out: Path) -> None:
    assert result.exit_code == code, result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith("beta-plan: ")
    assert complaint in line
    assert result.stdout == ""
    assert not out.exists()


def test_a_maze_without_any_pull_has_no_instance(tmp_path):
    (tmp_path / "l.xsb").write_text("####\n#. #\n####\n")
    result = generate(tmp_path / "l.xsb", *QUICK, "-o", tmp_path / "out", "--quiet")
    refused(result, 11, "there is no state but goal states", tmp_path / "out")


@pytest.mark.parametrize("search", ["bfs", "rw"])
def test_baselines_search_levels(hall, search, tmp_path):
    result = generate(hall, *QUICK, "--search", search, "-o", tmp_path / "out", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["search"]["expanded"] == 60
    assert verified(tmp_path / "out") == ["p01.sok"]


@pytest.mark.parametrize("row", sorted(ORDERINGS))
def test_every_order_of_the_paper_gives_verified_levels(hall, row, tmp_path):
    options = ["--order", ORDERINGS[row], "--max-expansions", 60, "--select", "objective", "-n", 2]
    result = generate(hall, *options, "-o", tmp_path / "out", "--json", "--quiet")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["order"] == ORDERINGS[row]
    terms = [term for term in ORDERINGS[row].strip("[]").split(",") if not term.startswith("w")]
    first, second = ([entry["metrics"]["own"][term] for term in terms] for entry in found["instances"])
    assert first >= second
    assert verified(tmp_path / "out") == ["p01.sok", "p02.sok"]


@pytest.mark.parametrize("partitions", ["random", "redrawn", "best"])
def test_every_policy_and_the_race_give_the_same_bytes_twice(hall, partitions, tmp_path):
    options = ["--order", "[w(PDB3),3C,PDB3]", "--partitions", partitions, "--max-expansions", 100, "--seed", 2]
    for name in ("one", "two"):
        result = generate(hall, *options, "-o", tmp_path / name, "--json", "--quiet")
        assert result.exit_code == 0, result.stderr
        assert json.loads(result.stdout)["partitions"] == partitions
    assert content(tmp_path / "one") == content(tmp_path / "two")
    assert verified(tmp_path / "one") == ["p01.sok"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_search_with_the_best_so_far(number, tmp_path):
    rows = ["#" * 12, *["#" + " " * 10 + "#"] * 8, "#" * 12]
    rows[4] = "#  ...... #".replace(" #", "  #")
    (tmp_path / "large.xsb").write_text("\n".join(rows))
    options = ["--order", "[PDB1]", "--overall-time-limit", "10m", "--json", "-o", str(tmp_path / "out")]
    command = [sys.executable, "-m", "beta_plan", "generate", str(tmp_path / "large.xsb"), *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=os.environ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("pdbs"):
                break
        sleep(1)
        process.send_signal(number)
        out, complaint = process.communicate(timeout=120)
    assert process.returncode == 0, complaint
    assert json.loads(out)["search"]["status"] == "interrupted"
    assert verified(tmp_path / "out") == ["p01.sok"]


def test_evaluate_tells_how_hard_levels_are(tmp_path):
    (tmp_path / "l.sok").write_text(f"{CORNER}Title: corner\n\n#######\n#@ $ .#\n#######\n")
    result = run("evaluate", tmp_path / "l.sok", "--json", "--quiet")
    assert result.exit_code == 0, result.stderr
    tasks = json.loads(result.stdout)["tasks"]
    assert [task["name"] for task in tasks] == ["corner", "2"]
    assert [task["metrics"]["own"]["PDB2"] for task in tasks] == [3, 2]
    assert (tasks[0]["metrics"]["plan_length"], tasks[0]["metrics"]["plan_cost"]) == (None, None)
    text = run("evaluate", tmp_path / "l.sok", "--quiet").stdout.splitlines()
    assert [line for line in text if not line.startswith(" ")] == ["corner", "2"]
    assert text[2].split() == ["own", *(str(value) for value in tasks[0]["metrics"]["own"].values())]
    assert run("evaluate", tmp_path / "l.sok", "--level", 2, "--quiet").stdout.splitlines() == text[text.index("2") :]


@pytest.mark.parametrize(
    ("text", "code", "complaint"),
    [
        (HALL, 43, "has no man"),
        ("#####\n#@$..#\n######\n", 43, "has 1 box and 2 goals"),
        ("no level\n", 41, "holds no level"),
    ],
)
def test_evaluate_refuses_what_is_no_state(text, code, complaint, tmp_path):
    (tmp_path / "l.xsb").write_text(text)
    result = run("evaluate", tmp_path / "l.xsb", "--quiet")
    assert result.exit_code == code
    (line,) = result.stderr.splitlines()
    assert complaint in line
    assert "l.xsb" in line


LOST = "######\n#$@ .#\n######\n"


def test_evaluate_tells_which_box_is_lost_and_measures_the_other_levels(tmp_path):
    (tmp_path / "l.sok").write_text(f"{CORNER}Title: corner\n\n{LOST}Title: lost\n\n#######\n#@ $ .#\n#######\n")
    result = run("evaluate", tmp_path / "l.sok", "--json")
    assert result.exit_code == 0, result.stderr
    tasks = json.loads(result.stdout)["tasks"]
    assert [task["name"] for task in tasks] == ["corner", "lost", "3"]
    assert [task["metrics"]["own"]["PDB2"] for task in tasks] == [3, None, 2]
    for source in ("own", "fresh", "best"):
        assert list(tasks[1]["metrics"][source]) == list(tasks[0]["metrics"][source])
        assert set(tasks[1]["metrics"][source].values()) == {None}
    assert tasks[1]["notes"] == ["the box at row 2, column 2 can never reach a goal, so h is infinite"]
    assert f"note: lost: {tasks[1]['notes'][0]}" in result.stderr
    lines = run("evaluate", tmp_path / "l.sok", "--quiet", "--level", "lost").stdout.splitlines()
    assert lines[0] == "lost"
    assert [line.count("dead end") for line in lines[2:]] == [7, 7, 7]


def test_evaluate_sees_a_box_that_is_lost_on_both_paths(tmp_path):
    text = Path(SOKOBAN[1]).read_text().replace("(at box2 s44)", "(at box2 s55)").replace("(clear s55)", "(clear s44)")
    (tmp_path / "lost.pddl").write_text(text)
    for options in ([], ["--no-fast-path"]):
        result = run("evaluate", SOKOBAN[0], tmp_path / "lost.pddl", *options, "--json", "--quiet")
        assert result.exit_code == 0, result.stderr
        (task,) = json.loads(result.stdout)["tasks"]
        assert {value for source in ("own", "fresh", "best") for value in task["metrics"][source].values()} == {None}


def test_evaluate_gives_equal_numbers_on_both_paths():
    found = []
    for options in ([], ["--no-fast-path"]):
        result = run("evaluate", *SOKOBAN, *options, "--json", "--quiet")
        assert result.exit_code == 0, result.stderr
        (task,) = json.loads(result.stdout)["tasks"]
        found.append({source: task["metrics"][source] for source in ("own", "fresh", "best")})
    assert found[0] == found[1]
    assert found[0]["own"]["PDB1"] > 0


def test_evaluate_takes_levels_alone_and_level_only_with_them(tmp_path):
    (tmp_path / "l.xsb").write_text(CORNER)
    assert run("evaluate", tmp_path / "l.xsb", SOKOBAN[1]).exit_code == 2
    assert run("evaluate", *SOKOBAN, "--level", 1).exit_code == 2


def test_inspect_still_shows_sokoban_as_a_sas_task():
    result = run("inspect", *SOKOBAN, "--json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["variables"] > 3
    assert found["actions"] > 50
