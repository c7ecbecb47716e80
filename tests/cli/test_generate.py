"""``beta-plan generate``: what it prints and writes, and how it ends; limits and signals with real processes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from click.testing import CliRunner

import beta_plan
from beta_plan.certify.directory import certify_directory
from beta_plan.cli.main import cli
from beta_plan.cli.progress import progress_text
from beta_plan.search.budget import Progress
from tests.bundled import DOMAINS
from tests.outputs import content
from tests.stacks import DOMAIN, write_problem

ODD = DOMAINS.parent / "tests" / "skeleton" / "odd"
TASK = [str(DOMAINS / "transport" / "domain.pddl"), str(DOMAINS / "transport" / "p01.pddl")]
QUICK = ["--order", "[w(PDB1),PDB1]", "--table-limit", "4096"]


def generate(*arguments):
    return CliRunner().invoke(cli, ["generate", *map(str, arguments)])


def verified(directory: Path) -> int:
    found = list(certify_directory(directory))
    assert all(certificate.verified for certificate in found)
    return len(found)


def start(*arguments: object, **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "beta_plan", "generate", *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=os.environ | environment)


def test_the_result_for_scripts_and_the_directory_say_the_same(tmp_path):
    result = generate(*TASK, *QUICK, "-o", tmp_path / "out", "-n", 2, "--max-expansions", 500, "--seed", 7, "--json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert [entry["problem"] for entry in found["instances"]] == ["p01.pddl", "p02.pddl"]
    assert found["search"]["expanded"] == 500
    assert found["search"]["status"] == "max-expansions"
    assert found["search"]["peak_memory_bytes"] > 1 << 20
    assert (found["space"], found["seed"], found["order"]) == ("sas", 7, "[w(PDB1),PDB1]")
    assert (found["partitions"], found["version"]) == ("random", beta_plan.__version__)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["instances"] == found["instances"]
    assert manifest["command"].startswith("beta-plan generate domain.pddl p01.pddl ")
    assert len(manifest["history"]["states"]) == len(manifest["history"]["PDB1"]) > 1
    assert manifest["history"]["PDB1"][-1] == max(manifest["history"]["PDB1"]) >= max(manifest["pool"]["PDB1"])
    assert str(tmp_path) not in (tmp_path / "out" / "p01.pddl").read_text()
    assert verified(tmp_path / "out") == 2


def test_a_report_is_written_beside_the_instances_and_named(tmp_path):
    out = tmp_path / "out"
    result = generate(*TASK, *QUICK, "-o", out, "--max-expansions", 200, "--report")
    assert result.stdout.splitlines()[-1] == str(out / "report.html")
    found = json.loads(generate(*TASK, *QUICK, "-o", out, "--max-expansions", 200, "--report", "--json").stdout)
    assert found["report"] == str(out / "report.html")
    assert b'"id":"p01"' in (out / "report.html").read_bytes()
    assert "--report" not in (out / "manifest.json").read_text()


def test_the_log_tells_every_stage_and_quiet_none(tmp_path):
    result = generate(*TASK, *QUICK, "-o", tmp_path / "out", "--max-expansions", 50)
    words = [line.split()[0] for line in result.stderr.splitlines()]
    stages = [word for word in dict.fromkeys(words) if word not in ("compiling", "note:")]
    assert stages[-7:] == ["goals", "pdbs", "kernels", "search", "select", "metrics", "certify"]
    assert result.stdout.startswith(f"{tmp_path / 'out' / 'p01.pddl'}  plan length ")
    quiet = generate(*TASK, *QUICK, "-o", tmp_path / "out", "--max-expansions", 50, "--quiet")
    assert (quiet.stderr, quiet.stdout.splitlines()[0]) == ("", result.stdout.splitlines()[0])


def test_without_a_directory_it_is_named_after_the_request(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert generate(*TASK, *QUICK, "--max-expansions", 50, "--seed", 3).exit_code == 0
    assert verified(tmp_path / "transport-p01-seed3") == 1


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--order", "[5X]"], "'5X' is none of PDBk, kC, w(PDBk) in '[5X]'"),
        (["--overall-time-limit", "soon"], "'soon' is no duration: write 60s, 30m or 2h"),
        (["--checkpoint", "0s"], "Invalid value for '--checkpoint': '0s' is no duration: write 60s, 30m or 2h"),
        (["--overall-memory-limit", "all"], "'all' is no memory limit: write 500M or 8G"),
        (["-n", "2", "--series", "3"], "-n and --series exclude each other"),
        (["--series", "3", "--order", "[w(PDB1)]"], "--series needs an order with PDBk or kC"),
        (["--novelty-cap", "3"], "3 is not in the range 1<=x<=2"),
        (["--max-expansions", "0"], "0 is not in the range x>=1"),
        (["--partitions", "worst"], "'worst' is not one of"),
    ],
)
def test_wrong_usage_is_2(tmp_path, options, complaint):
    result = generate(*TASK, "-o", tmp_path / "out", *options)
    assert result.exit_code == 2
    assert complaint in " ".join(result.stderr.split())
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        ([str(ODD / "pushes.pddl")], 41, "action push pushes things, as in Sokoban (give a problem file"),
        ([TASK[0], "missing.pddl"], 41, "missing.pddl: cannot be read"),
        ([*TASK, "--keep", "unheard-of"], 41, "--keep: the domain has no predicate 'unheard-of'"),
        ([*TASK, "-o", str(DOMAINS)], 51, "is not empty and holds no output of beta-plan"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line_before_any_work(arguments, code, complaint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = generate(*arguments, "--quiet")
    assert result.exit_code == code
    (line,) = result.stderr.splitlines()
    assert line.startswith("beta-plan: ")
    assert complaint in line
    assert list(tmp_path.iterdir()) == []


def test_bytes_depend_on_the_request_alone(tmp_path):
    request = [*TASK, "--order", "[w(PDB2),2C,PDB2]", "--max-expansions", 2000, "-n", 3, "--seed", 5]
    for name, seed in (("one", "1"), ("two", "2")):
        with start(*request, "-o", tmp_path / name, PYTHONHASHSEED=seed) as process:
            _, complaint = process.communicate(timeout=300)
        assert process.returncode == 0, complaint
    assert content(tmp_path / "one") == content(tmp_path / "two")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("stage", ["pdbs", "search"])
def test_a_signal_ends_the_search_with_the_best_so_far(tmp_path, number, stage):
    problem = write_problem(tmp_path)
    with start(DOMAIN, problem, "-o", tmp_path / "out", "--overall-time-limit", "10m", "--json") as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith({"pdbs": "goals", "search": "pdbs"}[stage]):
                break
        sleep(1)
        process.send_signal(number)
        begin = monotonic()
        out, complaint = process.communicate(timeout=120)
    assert process.returncode == 0, complaint
    assert json.loads(out)["search"]["status"] == "interrupted"
    assert verified(tmp_path / "out") == 1
    assert monotonic() - begin < 100


def test_a_signal_in_the_race_is_told_as_one(tmp_path):
    """Whoever reads the report must know that the run had less than it was asked for."""
    problem = write_problem(tmp_path)
    with start(DOMAIN, problem, "-o", tmp_path / "out", "--overall-time-limit", "60s", "--json") as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("search"):
                break
        process.send_signal(signal.SIGTERM)
        out, complaint = process.communicate(timeout=120)
    assert process.returncode == 0, complaint
    assert json.loads(out)["search"]["status"] == "interrupted"
    assert verified(tmp_path / "out") == 1


def test_a_signal_before_anything_is_found_leaves_nothing(tmp_path):
    code = """
import signal, sys
from beta_plan.cli.interruption import Interruption
from beta_plan.cli.main import main
from beta_plan import pipeline
pipeline.open_world = lambda *arguments: signal.raise_signal(signal.SIGTERM)
sys.argv = ["beta-plan", "generate", *sys.argv[1:]]
main()
"""
    command = [sys.executable, "-c", code, *TASK, "-o", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (33, "")
    assert done.stderr == "beta-plan: interrupted by SIGTERM before anything was found\n"
    assert not (tmp_path / "out").exists()


def test_the_memory_limit_ends_the_search_with_the_best_so_far(tmp_path):
    problem = write_problem(tmp_path)
    limit = 450 << 20
    options = ["--order", "[PDB1]", "--select", "objective", "--json"]
    options += ["--overall-memory-limit", "450M", "--overall-time-limit", "2m"]
    with start(DOMAIN, problem, "-o", tmp_path / "out", *options) as process:
        out, complaint = process.communicate(timeout=300)
    assert process.returncode == 0, complaint
    found = json.loads(out)["search"]
    assert found["status"] == "memory-limit"
    assert found["peak_memory_bytes"] < 1.1 * limit
    assert verified(tmp_path / "out") == 1


def test_a_full_disk_costs_one_line(tmp_path, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device", str(tmp_path / "out" / "p01.pddl"))

    monkeypatch.setattr("beta_plan.output.exchange.stage", full)
    result = generate(*TASK, *QUICK, "-o", tmp_path / "out", "--max-expansions", 50, "--quiet")
    assert result.exit_code == 51
    assert result.stderr == f"beta-plan: {tmp_path / 'out' / 'p01.pddl'}: No space left on device\n"


def test_the_progress_line_tells_expansions_rate_best_and_memory():
    progress = Progress(
        objective="[4C,PDB4]",
        num_expanded=12_000,
        num_generated=30_000,
        num_states=20_000,
        best=(3, 41),
        seconds=2.0,
        memory=512 << 20,
    )
    text = progress_text(progress)
    assert re.sub(" +", " ", text) == (
        "search 2.0 s 12,000 expanded, 6,000/s, 20,000 states, best [4C,PDB4] = 3,41, 512 MB"
    )
