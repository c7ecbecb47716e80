"""Runs of ``experiment table1`` on mazes, added to a file of records until the time is over.

    python benchmarks/records.py LEVELS FILE --rows 1-20 --mazes 1-90 --hours 2 [--seeds 1] [--mode none] [--jobs 2]
    python benchmarks/records.py LEVELS FILE --hours 0 --add RUNS.csv ...

LEVELS is a file of levels in XSB, FILE one of records, such as records/xsokoban-60s.csv; what stands in it is not run
again. Searches and both modes of the solver have 60 s each. Some mazes after the others have all of their rows, in an
order that jumps, so that whenever it is stopped rows can be compared on the same mazes, and these are spread over the
file. Of ``--together`` mazes all searches come first, then the solver, so that no core waits for the longest job of one
maze. What is run in between is added after them; ``--add`` adds the ``runs.csv`` of other experiments. Of two lines
for one run that counts which says more, and any rather than one of a method that has changed since.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from signal import SIG_IGN, SIGINT, SIGTERM, default_int_handler, signal
from tempfile import TemporaryDirectory
from time import monotonic

from beta_plan.experiments.csv_text import as_csv
from beta_plan.experiments.methods import METHODS, parse_numbers
from beta_plan.experiments.records import Line, is_as_now
from beta_plan.output.file import write_file

LIMIT = "60s"
"""Of a search, and of each mode of the solver."""

GOLDEN = (5**0.5 - 1) / 2
SECONDS_TO_STOP = 60


def jumping(mazes: list[int]) -> list[int]:
    """Return mazes in an order of which every beginning is spread over all.

    >>> jumping([1, 2, 3, 4, 5])
    [1, 4, 2, 5, 3]
    """
    return sorted(mazes, key=lambda maze: (maze - 1) * GOLDEN % 1)


def lines_of(path: Path) -> list[Line]:
    """Return the lines of a file; none where there is no file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def merged(lines: Iterable[Line]) -> list[Line]:
    """Return one line for each run, in the order of rows, mazes and seeds."""
    found: dict[tuple[int, int, int, str, str], Line] = {}
    rows = list(METHODS)
    for line in lines:
        key = rows.index(line["row"]), int(line["maze"]), int(line["seed"]), line["level"], line["limits"]
        found[key] = max(found.get(key, line), line, key=worth)
    return [found[key] for key in sorted(found)]


def worth(line: Line) -> tuple[bool, int]:
    """Return by which of two lines for one run is chosen."""
    return is_as_now(line["version"], line["row"]), sum(map(bool, line.values()))


def run(asked: argparse.Namespace, mazes: Sequence[int], output: Path, deadline: float) -> bool:
    """Let an experiment run on mazes, until the deadline; tell whether it came to its end by itself.

    What it says of a failure goes to stderr; then this ends with a complaint, too.
    """
    command = [sys.executable, "-m", "beta_plan", "experiment", "table1", "--levels", str(asked.levels)]
    command += ["--rows", asked.rows, "--mazes", ",".join(map(str, mazes)), "--seeds", str(asked.seeds)]
    command += ["--time", LIMIT, "--solver-time", LIMIT, "--mode", asked.mode]
    command += ["--jobs", str(asked.jobs), "-o", str(output)]
    command += ["--records", str(asked.records)] if asked.records.exists() else []
    process = subprocess.Popen(command, start_new_session=True)  # signals are for us, and handed on once
    try:
        process.wait(max(deadline - monotonic(), 0.0))
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        for number in (SIGINT, SIGTERM):
            signal(number, SIG_IGN)  # once is enough: what it has written is still to be added
        process.send_signal(SIGTERM)  # it writes what it has; behind nohup it would not hear SIGINT
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()
        return False
    if process.returncode:
        sys.exit(f"the experiment on mazes {', '.join(map(str, mazes))} ended with exit code {process.returncode}")
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", type=Path)
    parser.add_argument("records", type=Path)
    parser.add_argument("--add", type=Path, nargs="*", default=[], help="runs.csv of other experiments")
    parser.add_argument("--rows", default="1-20,human,default")
    parser.add_argument("--mazes", type=parse_numbers, default=parse_numbers("1-90"))
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--mode", default="none", help="of the solver: greedy,optimal; or none")
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--jobs", type=int, default=2, help="at the same time")
    parser.add_argument("--together", type=int, default=4, help="mazes in one experiment")
    asked = parser.parse_args()
    deadline = monotonic() + 3600 * asked.hours
    signal(SIGTERM, default_int_handler)

    def add(runs: Iterable[Path]) -> None:
        found = [*lines_of(asked.records), *(line for path in runs for line in lines_of(path))]
        write_file(asked.records, as_csv(merged(found)).encode())

    add(asked.add)
    goes_on, mazes = asked.hours > 0, iter(jumping(asked.mazes))
    while goes_on and (some := list(islice(mazes, asked.together))):
        with TemporaryDirectory() as directory:
            runs = Path(directory) / "runs.csv"
            try:
                goes_on = run(asked, some, Path(directory), deadline)
            finally:
                add([runs])
    print(f"{asked.records}: {len(lines_of(asked.records)):,} runs")


if __name__ == "__main__":
    main()
