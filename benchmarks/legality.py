"""Legality at scale: generates instances of all bundled domains and checks what is written, by the text alone.

    python benchmarks/legality.py [--count 1000] [--domains NAME ...] [--jobs 1] [--output legality]

Sizes, maps, seeds, orders and searches vary, single instances, ``-n``, ``--series`` and ``--split``, problem files and
drawn tasks, natural states and ``--any-state`` (``legality_runs.py``). Each instance is judged by the naive interpreter
of the tests, which replays the plan; by Fast Downward's translator, which must accept the task and not find it
unsolvable; and by the laws that an author of the domain would name (``tests/legality``), next to the problem that it
was made from. A run whose verdicts stand in the output directory already is not repeated. Writes ``summary.json`` and
``summary.md`` there, and ends with exit code 1 if anything is wrong. Needs the extra ``planners``.
"""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from math import ceil
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent))
from legality_runs import DOMAINS, Run, run_of

from beta_plan.sokoban.xsb import level_text
from beta_plan.stages import Stages
from beta_plan.worlds.drawn import draw_level
from tests.legality.check import copied, judge, judge_level
from tests.legality.levels import Board
from tests.legality.references import reference_of, request_of
from tests.legality.registry import CHECKERS

NOTHING_FOUND = 11
"""The exit code of ``generate`` where the search was too short for a single instance."""

MOST_RUNS = 60
"""Of one domain: some tasks have few natural states."""


def other_maze(run: Run, level: Path) -> list[str]:
    """Return a sentence if walls or goals of a drawn maze are not as they were drawn."""
    if run.words[0] != "sokoban":
        return []
    drawn = Board.read(level_text(draw_level(request_of(level), Stages())))
    board = Board.read(level.read_text(encoding="utf-8"))
    return [] if (drawn.walls, drawn.goals) == (board.walls, board.goals) else ["walls or goals are not as drawn"]


def check(run: Run, directory: Path) -> dict[str, Any]:
    """Return what is wrong with what a run has written."""
    verdicts: dict[str, Any] = {}
    problems, levels = (sorted(directory.rglob(f"p*.{ending}")) for ending in ("pddl", "sok"))
    for problem in problems:
        reference = reference_of(run.domain, problem, run.problem)
        verdict = judge(run.domain, directory, problem, reference, natural=run.natural)
        verdicts[str(problem.relative_to(directory))] = asdict(verdict)
    for level in levels:
        verdict = asdict(judge_level(directory, level))
        verdict["illegal"] = [*verdict["illegal"], *other_maze(run, level)]
        verdicts[str(level.relative_to(directory))] = verdict
    same_domain = (directory / "domain.pddl").read_bytes() == (DOMAINS / run.domain / "domain.pddl").read_bytes()
    return {"verdicts": verdicts, "copies": copied(directory), "same domain": same_domain, "instances": len(problems)}


def conduct(run: Run, output: Path) -> dict[str, Any]:
    """Generate and check, unless that was done; return the row of a run."""
    directory, record = output / run.name, output / f"{run.name}.json"
    if record.exists() and (row := json.loads(record.read_text(encoding="utf-8")))["words"] == list(run.words):
        return row
    shutil.rmtree(directory, ignore_errors=True)
    command = [sys.executable, "-m", "beta_plan", "generate", *run.words, "-o", str(directory), "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    row: dict[str, Any] = {"domain": run.domain, "words": list(run.words), "natural": run.natural}
    row |= {"exit code": done.returncode, "message": done.stderr.strip()[-300:], "instances": 0}
    if done.returncode == 0:
        row |= check(run, directory)
    record.write_text(json.dumps(row, indent=1), encoding="utf-8")
    return row


def objections(row: dict[str, Any]) -> list[str]:
    """Return everything that is wrong with a run, in sentences."""
    said = [] if row["exit code"] in (0, NOTHING_FOUND) else [f"exit {row['exit code']}: {row['message']}"]
    for name, verdict in row.get("verdicts", {}).items():
        said += [f"{name}: {what}" for complaints in verdict.values() for what in complaints]
    return [*said, *row.get("copies", []), *([] if row.get("same domain", True) else ["domain.pddl is another"])]


def conduct_all(names: Iterable[str], count: int, jobs: int, output: Path) -> list[dict[str, Any]]:
    """Conduct runs of all domains in turn until each has its part of ``count``; one line each."""
    rows: list[dict[str, Any]] = []
    left = dict.fromkeys(names, 0)
    quota = ceil(count / len(left))
    for number in range(MOST_RUNS):
        runs = [run_of(name, number) for name in left if left[name] < quota]
        with ThreadPoolExecutor(jobs) as pool:
            for run, row in zip(runs, pool.map(lambda run: conduct(run, output), runs), strict=True):
                rows.append(row)
                left[run.domain] += row["instances"]
                wrong = objections(row)
                print(f"{sum(left.values()):5} {run.name:16} {row['instances']} instances  {len(wrong)} wrong")
                for what in [shlex.join(run.words), *wrong[:5]] if wrong else []:
                    print(f"      {what}", flush=True)
    return rows


def summary(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the sums of each domain, and of all."""
    names = sorted({row["domain"] for row in rows})
    sums = [_sum(name, [row for row in rows if row["domain"] == name]) for name in names]
    return [*sums, _sum("all", rows)]


def _sum(name: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    verdicts = [verdict for row in rows for verdict in row.get("verdicts", {}).values()]
    return {
        "domain": name,
        "runs": len(rows),
        "instances": sum(row["instances"] for row in rows),
        "any-state": sum(row["instances"] for row in rows if not row["natural"]),
        "illegal": sum(bool(verdict["illegal"]) for verdict in verdicts),
        "unsolvable": sum(bool(verdict["unsolved"]) for verdict in verdicts),
        "translator errors": sum(bool(verdict["untranslatable"]) for verdict in verdicts),
        "copies": sum(len(row.get("copies", [])) for row in rows),
        "nothing found": sum(row["exit code"] == NOTHING_FOUND for row in rows),
        "failed": sum(row["exit code"] not in (0, NOTHING_FOUND) for row in rows),
    }


def markdown(sums: list[dict[str, Any]]) -> str:
    """Return the sums as a table."""
    lines = [[*sums[0]], *(["---" if key == "domain" else "---:" for key in sums[0]],), *(row.values() for row in sums)]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="instances in all")
    parser.add_argument("--domains", nargs="*", default=sorted(CHECKERS), choices=sorted(CHECKERS), metavar="NAME")
    parser.add_argument("--jobs", type=int, default=1, help="runs at the same time")
    parser.add_argument("--output", type=Path, default=Path("legality"))
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    rows = conduct_all(options.domains, options.count, options.jobs, options.output)
    sums = summary(rows)
    (options.output / "summary.json").write_text(json.dumps(sums, indent=1), encoding="utf-8")
    (options.output / "summary.md").write_text(markdown(sums), encoding="utf-8")
    print(markdown(sums), end="")
    raise SystemExit(any(objections(row) for row in rows))


if __name__ == "__main__":
    main()
