"""Real jobs by every way that there is: the local executor, dask, lines of a shell; and what Slurm is asked for."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.experiments.executors.clusters import parse_slurm, slurm_cluster
from beta_plan.experiments.jobs import Result, Status, write_result
from tests.bundled import DOMAINS

ROOT = Path(__file__).parents[2]
TABLES = ("table1.md", "table1.csv", "table1.svg", "runs.csv")


def experiment(*words):
    return CliRunner().invoke(cli, ["experiment", *map(str, words)], prog_name="beta-plan")


def table1(output: Path, *words: object):
    """Run three jobs: row 4, and two of which row 21 is the best."""
    levels = ROOT / "domains" / "sokoban" / "levels.sok"
    asked = ["--rows", "4,21", "--runs", "2", "--mazes", "1", "--mode", "none", "--max-expansions", "200"]
    result = experiment("table1", "--levels", levels, *asked, "-o", output, *words)
    assert result.exit_code == 0, result.stderr
    return result


def tables(output: Path) -> dict[str, bytes]:
    return {name: (output / name).read_bytes() for name in TABLES}


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    output = tmp_path_factory.mktemp("local") / "out"
    table1(output)
    return tables(output)


def example(file: Path, first: str) -> str:
    """Return the line of a document that begins so."""
    lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    return next(line for line in lines if line.startswith(first))


def shell(line: str, folder: Path, **variables: str) -> None:
    """Run a line where ``beta-plan`` is this one."""
    command = folder / "bin" / "beta-plan"
    command.parent.mkdir(exist_ok=True)
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m beta_plan "$@"\n')
    command.chmod(0o755)
    places = {"PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    subprocess.run(["bash", "-euc", line], cwd=folder, env={**os.environ, **places, **variables}, check=True)


def test_real_jobs_on_workers_of_dask_give_the_same_table(tmp_path, expected):
    pytest.importorskip("distributed")
    result = table1(tmp_path / "out", "--executor", "dask", "--jobs", "2")
    assert "out/table1.md  2 runs, 0 failed jobs, complete" in result.stdout
    assert tables(tmp_path / "out") == expected
    again = table1(tmp_path / "out", "--executor", "dask", "--scheduler", "tcp://127.0.0.1:1")
    assert again.stdout == result.stdout, "nothing is left, so nobody is asked"


def test_the_lines_of_the_documentation_run_all_jobs(tmp_path, expected):
    """Of an array of Slurm the first job, by xargs the others, and what is finished is not run again."""
    document = ROOT / "docs" / "cluster.md"
    table1(tmp_path / "table1", "--prepare")
    assert len((tmp_path / "table1" / "jobs.txt").read_text().splitlines()) == 3
    array = example(document, "eval ")
    shell(array, tmp_path, SLURM_ARRAY_TASK_ID="1")
    results = list((tmp_path / "table1").rglob("result.json"))
    assert len(results) == 1
    before = results[0].stat().st_mtime_ns
    shell(example(document, "xargs "), tmp_path)
    assert results[0].stat().st_mtime_ns == before
    result = table1(tmp_path / "table1")
    assert "0 jobs that find or evaluate states (3 finished before)" in result.stderr
    assert tables(tmp_path / "table1") == expected


def test_the_lines_for_parallel_and_xargs_are_the_same_jobs():
    document = ROOT / "docs" / "cluster.md"
    assert example(document, "parallel ").endswith("< table1/jobs.txt")
    assert example(document, "xargs ").endswith("< table1/jobs.txt")


def test_what_slurm_is_asked_for():
    pytest.importorskip("dask_jobqueue")
    options = parse_slurm("partition=short,account=planners,cores=8,walltime=90m,jobs=3,interface=lo,qos=high")
    with slurm_cluster(options, memory=4 << 30) as cluster:
        script = cluster.job_script()
    lines = [line.removeprefix("#SBATCH ") for line in script.splitlines() if line.startswith("#SBATCH")]
    assert sorted(lines) == sorted(
        [
            "-J beta-plan",
            "-p short",
            "-A planners",
            "-n 1",
            "--cpus-per-task=8",
            "--mem=40G",
            "-t 01:30:00",
            "--qos=high",
        ]
    )
    words = shlex.split(script.splitlines()[-1])
    assert words[:3] == [sys.executable, "-m", "distributed.cli.dask_worker"]
    assert words[3].startswith("tcp://127.0.0.1:")
    assert words[words.index("--nworkers") + 1] == "8"
    assert words[words.index("--nthreads") + 1] == "1"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("memory=5G,interface=lo", "--mem=5G"),
        ("walltime=1-12:00:00,interface=lo", "-t 1-12:00:00"),
        ("cores=1,interface=lo", "-t 24:00:00"),
    ],
)
def test_what_slurm_is_asked_for_by_default(text, line):
    pytest.importorskip("dask_jobqueue")
    with slurm_cluster(parse_slurm(text), memory=1 << 30) as cluster:
        assert f"#SBATCH {line}\n" in cluster.job_script()


@pytest.mark.parametrize(
    ("words", "library"), [(["--jobs", "2"], "distributed"), (["--slurm", "cores=2"], "dask_jobqueue")]
)
def test_without_the_extra_it_is_named(tmp_path, monkeypatch, words, library):
    table1(tmp_path / "out", "--prepare")
    monkeypatch.setitem(sys.modules, library, None)
    spec = next((tmp_path / "out").rglob("spec.json"))
    result = experiment("run", spec, "--executor", "dask", *words)
    complaint = f"dask: needs {library}, which is not installed (pip install '.[cluster]' in the clone)"
    assert (result.exit_code, result.stderr) == (41, f"beta-plan: {complaint}\n")


def test_without_the_extra_nothing_is_begun(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    for command in (["table1", "--levels", DOMAINS / "sokoban" / "levels.sok"], ["domains"]):
        result = experiment(*command, "-o", tmp_path / "out", "--executor", "dask")
        complaint = "dask: needs distributed, which is not installed (pip install '.[cluster]' in the clone)"
        assert (result.exit_code, result.stderr) == (41, f"beta-plan: {complaint}\n")
        assert not (tmp_path / "out").exists()


SBATCH = """#!/bin/sh
# takes a script as Slurm does, of which the original may be gone a moment later, and runs it here
echo "$1" >> {calls}
cp "$1" {calls}.$$
setsid sh {calls}.$$ > /dev/null 2>&1 &
echo "Submitted batch job $!"
"""


@pytest.mark.faults
def test_jobs_run_in_what_slurm_starts(tmp_path, monkeypatch):
    """A program in place of sbatch starts the script that it gets, one in place of scancel ends it."""
    pytest.importorskip("dask_jobqueue")
    calls = tmp_path / "calls"
    for name, text in (("sbatch", SBATCH.format(calls=calls)), ("scancel", "#!/bin/sh\nkill -TERM -- -$1\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    table1(tmp_path / "out", "--prepare")
    specs = sorted((tmp_path / "out").rglob("spec.json"))
    for spec in specs[1:]:
        write_result(spec.parent, Result(Status.DONE, 1.0))
    words = ["--executor", "dask", "--slurm", "cores=1,jobs=1,interface=lo"]
    result = experiment("run", *specs, *words)
    assert result.exit_code == 0, result.stderr
    assert [line.split()[3] for line in result.stdout.splitlines()] == ["done"] * 3
    assert len(calls.read_text().splitlines()) == 1
