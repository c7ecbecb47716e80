"""``beta-plan referee``: instances by planners, as a table, JSON and CSV, and how it ends."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from tests.bundled import DOMAINS
from tests.referees.fakes import LEVEL, PLAN, script

FLIES = PLAN.replace("(sail west north)", "(fly west north)")


def referee(*arguments):
    return CliRunner().invoke(cli, ["referee", *map(str, arguments)])


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A directory as competitions have them: one domain at the top, problems two levels below."""
    folder = tmp_path / "suite"
    for place in ("training/easy/p2.pddl", "training/easy/p10.pddl", "testing/p01.pddl"):
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        text = (DOMAINS / "ferry" / "p01.pddl").read_text()
        (folder / place).write_text(f"{text}; {place}\n")
    shutil.copy(DOMAINS / "ferry" / "domain.pddl", folder)
    return folder


def test_nothing_but_an_older_table_is_replaced(suite, good, tmp_path):
    problem = suite / "testing" / "p01.pddl"
    before = problem.read_bytes()
    result = referee(suite, "--planner", good, "--csv", problem)
    assert (result.exit_code, result.stdout) == (51, "")
    assert f"{problem}: is there, and is no table of beta-plan's" in result.stderr
    assert problem.read_bytes() == before
    table = tmp_path / "table.csv"
    assert [referee(problem, "--planner", good, "--csv", table).exit_code for _ in range(2)] == [0, 0]


@pytest.fixture
def good(tmp_path: Path) -> str:
    return f"{script(tmp_path, f'print({PLAN!r})', 'good.py')} {{domain}} {{problem}}"


@pytest.fixture
def bad(tmp_path: Path) -> str:
    return f"{script(tmp_path, f'print({FLIES!r})', 'bad.py')} {{domain}} {{problem}}"


def test_the_table_has_a_row_for_each_instance_and_planner(suite, good, bad, tmp_path):
    file = tmp_path / "table.csv"
    result = referee(suite, "--planner", good, "--planner", bad, "--jobs", 2, "--csv", file)
    assert result.exit_code == 0, result.stderr
    header, *rows, first, second = result.stdout.splitlines()
    assert " ".join(header.split()) == "problem referee status expansions evaluations cost length seconds MB"
    names = [str(suite / name) for name in ("testing/p01.pddl", "training/easy/p2.pddl", "training/easy/p10.pddl")]
    assert [row.split()[0] for row in rows] == [name for name in names for _ in range(2)]
    assert ["wrong-plan" in row for row in rows] == [False, True] * 3
    assert "no action 'fly' in the domain" in rows[1]
    assert (first, second) == (f"{good}: 3 of 3 solved", f"{bad}: 0 of 3 solved")
    with file.open() as text:
        table = list(csv.DictReader(text))
    assert [row["status"] for row in table] == ["solved", "wrong-plan"] * 3
    assert (table[0]["cost"], table[1]["cost"]) == ("11", "")


def test_the_file_is_written_also_where_nobody_reads_the_table(suite, good, tmp_path):
    file = tmp_path / "table.csv"
    command = [sys.executable, "-m", "beta_plan", "referee", str(suite), "--planner", good, "--csv", str(file)]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, timeout=120)
    assert done.returncode == 51
    assert len(file.read_text().splitlines()) == 4


def test_a_name_that_is_no_text_costs_no_table(suite, good, tmp_path):
    file, odd = tmp_path / "table.csv", os.fsdecode(os.fsencode(suite.parent) + b"/odd\xff")
    shutil.copytree(suite, odd)
    command = [sys.executable, "-m", "beta_plan", "referee", odd, "--planner", good, "--csv", str(file)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert file.read_bytes().count(b"odd\xff/") == 3


def test_the_result_for_scripts(suite, good):
    result = referee(suite / "testing" / "p01.pddl", "--planner", good, "--json", "--no-cache")
    (entry,) = json.loads(result.stdout)["results"]
    assert (entry["problem"], entry["referee"]) == (str(suite / "testing" / "p01.pddl"), good)
    verdict = entry["verdict"]
    assert (verdict["status"], verdict["cost"], verdict["expansions"]) == ("solved", 11, None)
    assert verdict["wall_seconds"] > 0


def test_what_is_known_is_told_again_and_not_asked(suite, tmp_path):
    code = f"open({str(tmp_path / 'runs')!r}, 'a').write('x'); print('''{PLAN}''')"
    asked = [suite, "--planner", f"{script(tmp_path, code)} {{domain}} {{problem}}"]
    first, second = referee(*asked), referee(*asked)
    assert first.stdout == second.stdout
    assert (tmp_path / "runs").stat().st_size == 3
    assert second.stderr.count("(known)") == 3
    referee(*asked, "--no-cache")
    assert (tmp_path / "runs").stat().st_size == 6


def test_levels_of_a_file_are_numbered(tmp_path):
    (tmp_path / "two.sok").write_text(f"{LEVEL.problem}\n{LEVEL.problem}")
    solver = script(tmp_path, "print('rRR')")
    result = referee(tmp_path / "two.sok", "--solver", f"{solver} {{level}}", "--json")
    assert [entry["problem"] for entry in json.loads(result.stdout)["results"]] == [
        f"{tmp_path / 'two.sok'}:1",
        f"{tmp_path / 'two.sok'}:2",
    ]


def test_a_domain_may_be_named(tmp_path, good):
    shutil.copy(DOMAINS / "ferry" / "domain.pddl", tmp_path / "ferry.pddl")
    (tmp_path / "tasks").mkdir()
    shutil.copy(DOMAINS / "ferry" / "p01.pddl", tmp_path / "tasks")
    without = referee(tmp_path / "tasks", "--planner", good)
    assert (without.exit_code, without.stderr.count("\n")) == (41, 1)
    assert "no domain is found" in without.stderr
    result = referee(tmp_path, "--domain", "ferry", "--planner", good)
    assert result.exit_code == 0, result.stderr
    result = referee(tmp_path, "--domain", tmp_path / "ferry.pddl", "--planner", good)
    assert result.stdout.endswith(": 1 of 1 solved\n")


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        ([], 2, "Missing argument"),
        (["ferry", "--planner", "lama-frist"], 2, "did you mean 'lama-first'"),
        (["ferry", "--planner", "no-such-planner {domain} {problem}"], 41, "no such program"),
        (["ferry", "--planner", "up:unheard-of"], 41, "up:unheard-of: "),
        (["ferry", "--planner", "sokoban-greedy"], 2, "--solver"),
        (["ferry", "--solver", "lama-first"], 2, "--planner"),
        (["ferry", "--solver", "sokoban-greedy"], 2, "no instances are Sokoban levels"),
        (["ferry/domain.pddl"], 41, "is a domain"),
        (["no-such-place"], 41, "cannot be read"),
        (["ferry", "--csv", "/no/such/place.csv"], 51, "/no/such/place.csv"),
    ],
)
def test_what_is_refused_costs_one_line(arguments, code, complaint):
    result = referee(*(DOMAINS / word if "ferry" in word else word for word in arguments))
    assert (result.exit_code, result.stdout) == (code, "")
    assert complaint in result.stderr
    assert code == 2 or result.stderr.count("\n") == 1


def test_a_directory_without_instances_is_refused(tmp_path):
    result = referee(tmp_path)
    assert (result.exit_code, result.stderr) == (
        41,
        f"beta-plan: {tmp_path}: holds no instances (expected p01.pddl .. with a domain.pddl, or p01.sok ..)\n",
    )


def _default_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_prints_what_is_known(number, suite, tmp_path):
    with (suite / "training" / "easy" / "p2.pddl").open("a") as file:
        file.write("; slow\n")
    pid = tmp_path / "pid"
    code = (
        "import os, sys, time\nif 'slow' in open(sys.argv[2]).read():\n"
        f"    open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(600)\nprint('''{PLAN}''')"
    )
    command = [sys.executable, "-m", "beta_plan", "referee", suite, "--no-cache"]
    with subprocess.Popen(
        [*command, "--planner", f"{script(tmp_path, code)} {{domain}} {{problem}}", "--overall-time-limit", "10m"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=_default_interrupt,
    ) as process:  # fmt: skip
        while not pid.exists() or not pid.read_text():
            sleep(0.02)
        process.send_signal(number)
        printed, log = process.communicate(timeout=60)
    assert process.returncode == 0, log
    assert "testing/p01.pddl" in printed
    assert "1 of 1 solved" in printed
    assert "interrupted: 2 of 3 runs are missing" in log
    deadline = monotonic() + 30
    while Path(f"/proc/{pid.read_text()}").exists() and monotonic() < deadline:
        sleep(0.05)
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
