"""Does an experiment survive that workers, scheduler and client are killed?

    python benchmarks/cluster.py LEVELS [--jobs 200] [--workers 4] [--kills 20] [--pause 20] [--seed 0] [-o DIR]

``beta-plan experiment table1`` runs real searches with few expansions on workers of dask, on this machine. At random
moments, with ``--pause`` seconds in between at most, one of the processes is killed (SIGKILL): mostly a worker, now and
then the client, or the scheduler with all that it has; whatever is gone is started again, with the same command. At
the end the table is compared with that of the local executor, and every result with the one that was there first.
Needs the extra ``cluster``.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic, sleep

HERE = "127.0.0.1"
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
TABLES = ("table1.md", "table1.csv", "table1.svg", "runs.csv")
ROWS = 20


def dask(part: str, *words: str) -> subprocess.Popen[bytes]:
    common = ["--host", HERE, "--no-dashboard", "--dashboard-address", f"{HERE}:0"]
    return subprocess.Popen([sys.executable, "-m", f"distributed.cli.dask_{part}", *words, *common], **QUIET)


def free_port() -> int:
    with socket.socket() as place:
        place.bind((HERE, 0))
        return int(place.getsockname()[1])


class Cluster:
    """A scheduler, workers with one thread each, and a client, which are started again when they are gone."""

    def __init__(self, command: list[str], workers: int) -> None:
        self._port = free_port()
        self.address = f"tcp://{HERE}:{self._port}"
        self._command = [*command, "--executor", "dask", "--scheduler", self.address]
        self._workers = workers
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.exit_codes: list[int] = []

    def start_again(self) -> bool:
        """Start what is not there; tell whether the client has done everything."""
        client = self.processes.get("client")
        if client is not None and client.poll() is not None:
            self.exit_codes.append(client.returncode)
            if client.returncode == 0:
                return True
            del self.processes["client"]
        for name in ["scheduler", *(f"worker {number}" for number in range(self._workers)), "client"]:
            if name not in self.processes or self.processes[name].poll() is not None:
                self.processes[name] = self._started(name)
        return False

    def _started(self, name: str) -> subprocess.Popen[bytes]:
        if name == "scheduler":
            return dask("scheduler", "--port", str(self._port))
        if name == "client":
            return subprocess.Popen(self._command, **QUIET)
        return dask("worker", self.address, "--nthreads", "1", "--no-nanny", "--death-timeout", "30")

    def kill(self, name: str) -> None:
        """Kill a process."""
        self.processes[name].send_signal(signal.SIGKILL)
        self.processes[name].wait()

    def close(self) -> None:
        """Kill all processes."""
        for process in self.processes.values():
            process.kill()
            process.wait()


def results(output: Path) -> dict[Path, int]:
    """Return when each result was written."""
    return {path: path.stat().st_mtime_ns for path in output.glob("runs/*/*/result.json")}


def survive(cluster: Cluster, output: Path, rng: Random, kills: int, pause: float) -> tuple[Counter[str], int]:
    """Kill until that is enough, then wait for the end; return who was killed, and how many results changed."""
    killed: Counter[str] = Counter()
    first: dict[Path, int] = {}
    begin, due = monotonic(), monotonic() + rng.uniform(0, pause)
    while not cluster.start_again():
        sleep(0.2)
        first = results(output) | first
        if monotonic() >= due and killed.total() < kills:
            kind = rng.choices(["worker", "client", "scheduler"], [8, 1, 1])[0]
            name = rng.choice([each for each in cluster.processes if each.startswith(kind)])
            cluster.kill(name)
            killed[kind] += 1
            due = monotonic() + rng.uniform(0, pause)
            print(f"{monotonic() - begin:6.1f} s  {len(first):4} results  {name} killed", flush=True)
    last = results(output)
    return killed, sum(last.get(path) != when for path, when in first.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", help="a file of mazes")
    parser.add_argument("--jobs", type=int, default=200)
    parser.add_argument("--mazes", type=int, default=5)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--pause", type=float, default=20)
    parser.add_argument("--max-expansions", default="100")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    output = options.output or Path(tempfile.mkdtemp(prefix="beta-plan-cluster-"))
    seeds = str(max(1, options.jobs // (ROWS * options.mazes)))
    command = [sys.executable, "-m", "beta_plan", "experiment", "table1", "--levels", options.levels, "--seeds", seeds]
    command += ["--rows", f"1-{ROWS}", "--mazes", f"1-{options.mazes}", "--mode", "none", "--quiet"]
    command += ["--max-expansions", options.max_expansions]
    cluster = Cluster([*command, "-o", str(output / "dask")], options.workers)
    begin = monotonic()
    try:
        killed, changed = survive(cluster, output / "dask", Random(options.seed), options.kills, options.pause)
    finally:
        cluster.close()
    there = len(results(output / "dask"))
    print(f"{there} results after {monotonic() - begin:.0f} s; killed: {dict(killed)}; exit codes {cluster.exit_codes}")
    print(f"results that were written again: {changed}")
    begin = monotonic()
    subprocess.run([*command, "-o", str(output / "local"), "--jobs", str(os.cpu_count())], check=True, **QUIET)
    same = [(output / "dask" / name).read_bytes() == (output / "local" / name).read_bytes() for name in TABLES]
    print(f"local executor: {monotonic() - begin:.0f} s; the same tables: {same}; in {output}")


if __name__ == "__main__":
    main()
