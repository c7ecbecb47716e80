"""Are generated instances harder than random ones? Fast Downward is the referee: A* with LM-cut counts expansions.

    python benchmarks/hardness.py [--only NAME ...] [--order "[w(PDB4),4C,PDB4]"] [--seconds 60] [--states 30]
        [--limit 300] [--options "..."] [--work DIR] [--json OUT]

For each domain there is a reference task (``hardness_tasks.py``). ``beta-plan generate`` searches backwards from its
goal and writes one instance; the domain's usual way to draw an initial state gives 30 others with the same static
facts and goal, and ``walk`` is the best that random walks from the goal find in the same time, by h^PDB4. The table
compares the expansions that each of them needs. An instance that is not solved within the
limit counts as harder than every solved one, and has the expansions that the log shows last, marked by ``>``; where a
random state is not solved either, nothing is claimed. Whatever was computed once is kept in DIR and not computed again:
runs of the referee by the text of their task, generated instances by task, options and sources of beta-plan.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from math import exp, log
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from hardness_tasks import REFERENCES, random_state, reference

from beta_plan.referees.batch import judge_all
from beta_plan.referees.cache import Cache
from beta_plan.referees.protocol import RunLimits, Task
from beta_plan.referees.registry import find_referee
from beta_plan.referees.verdict import Verdict

WALK = ("--search", "rw", "--order", "[PDB4]", "--select", "objective")
DOMAINS = Path(__file__).parent.parent / "domains"
REFEREE = "astar-lmcut"
MEMORY = 3 << 30
PUBLISHED = 15.5
"""The best geometric mean of such ratios that is published for a learned generator (NeSIG)."""


class Store:
    """A directory with one JSON file for each thing that was computed, named by a digest of what it depends on."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.verdicts = Cache(folder / "verdicts")
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, *parts: str) -> Path:
        """Return the file of what depends on these texts."""
        return self._folder / f"{sha256(json.dumps(parts).encode()).hexdigest()[:20]}.json"

    def read(self, *parts: str) -> dict[str, Any] | None:
        """Return what was computed, or None."""
        path = self.path(*parts)
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def write(self, value: dict[str, Any], *parts: str) -> None:
        """Keep what was computed."""
        self.path(*parts).write_text(json.dumps(value, indent=1), encoding="utf-8")


def package_folder(name: str, *, extra: str) -> Path:
    """Return the directory of an installed package."""
    found = find_spec(name)
    if found is None or found.origin is None:
        raise SystemExit(f"{name} is not installed: {extra}")
    return Path(found.origin).parent


def judge(domain: Path, problem: str, limit: int, cache: Cache) -> Verdict:
    """Return what the referee says of a problem after ``limit`` seconds, or has said in an earlier run."""
    task = Task(domain.parent.name, problem, domain.read_text(encoding="utf-8"))
    (result,) = judge_all([task], [find_referee(REFEREE)], RunLimits(limit, MEMORY), cache=cache)
    if not result.verdict.is_solved and result.verdict.expansions is None:
        raise RuntimeError(f"the referee did not search: {result.verdict}")
    return result.verdict


def generate(domain: Path, problem: str, words: Sequence[str], store: Store) -> dict[str, Any]:
    """Return the instance that beta-plan writes ("text"), and what it reports."""
    folder = package_folder("beta_plan", extra="install it, or set PYTHONPATH")
    sources = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
    key = ("generated", domain.read_text(encoding="utf-8"), problem, *words, *sources)
    known = store.read(*key)
    if known is None:
        known = _run_generator(domain, problem, words)
        if "error" not in known:  # it may be another time
            store.write(known, *key)
    return known


def _run_generator(domain: Path, problem: str, words: Sequence[str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as scratch:
        task, output = Path(scratch) / "problem.pddl", Path(scratch) / "out"
        task.write_text(problem, encoding="utf-8")
        command = [sys.executable, "-m", "beta_plan", "generate", str(domain), str(task), "-o", str(output)]
        done = subprocess.run([*command, "--json", "--quiet", *words], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return {"error": done.stderr.strip()[-300:] or f"exit code {done.returncode}"}
        report = json.loads(done.stdout)
        text = (output / report["instances"][0]["problem"]).read_text(encoding="utf-8")
    return {"text": text, "metrics": report["instances"][0]["metrics"], "search": report["search"]}


def measure(
    name: str, limits: Sequence[str], words: Sequence[str], *, states: int, limit: int, store: Store
) -> dict[str, Any]:
    """Return the row of one domain: ``limits`` are for all that is generated, ``words`` for what is compared."""
    task, domain = reference(name), DOMAINS / name / "domain.pddl"
    drawn = [random_state(task, Random(f"{name}: state {i}"), f"{name}-{i}") for i in range(states)]
    example = random_state(task, Random(f"{name}: example"), name)
    found = generate(domain, example, [*limits, *words], store)
    row: dict[str, Any] = {"domain": name, "size": task.size}
    others = [judge(domain, text, limit, store.verdicts) for text in drawn]
    row["random"] = [other.to_json() for other in others]
    if "text" in (walked := generate(domain, example, [*limits, *WALK], store)):
        row["walk"] = judge(domain, walked["text"], limit, store.verdicts).to_json()
    else:
        print(f"{name}: no state of random walks: {walked['error']}", file=sys.stderr)
    if "error" in found:
        return row | {"error": found["error"], "harder": False}
    ours = judge(domain, found["text"], limit, store.verdicts)
    row |= {"generated": ours.to_json(), "metrics": found["metrics"], "search": found["search"], "text": found["text"]}
    return row | _compared(ours, others)


def _compared(ours: Verdict, others: Sequence[Verdict]) -> dict[str, Any]:
    """Compare with the random states: a ratio is a lower bound where ours is not solved."""
    all_solved = all(other.is_solved for other in others)
    most = max(expanded(other) for other in others)
    ratios = {
        name: max(effort(ours), 1) / max(median(map(effort, others)), 1)
        for name, effort in (("ratio", expanded), ("ratio last jump", before_last_jump))
    }
    return {"harder": all_solved and (not ours.is_solved or expanded(ours) > most), **ratios}


def expanded(verdict: Verdict) -> int:
    """Return the expansions; of an unsolved instance those that the log shows last."""
    return verdict.expansions or 0


def before_last_jump(verdict: Verdict) -> int:
    """Return the expansions before the last layer of f, or all of an instance that is not solved."""
    last_jump = verdict.expansions_until_last_jump
    return expanded(verdict) if last_jump is None else last_jump


def told(verdict: Verdict) -> str:
    """Return the expansions as they stand in the table."""
    return f"{'' if verdict.is_solved else '>'}{expanded(verdict):,}"


HEADER = (
    "domain      median      max     walk   generated  cost (random)    ratio (last jump)  harder than all?  search"
)


def line(row: dict[str, Any]) -> str:
    """Return one line of the table."""
    others = [Verdict.from_json(other) for other in row["random"]]
    middle = median(map(expanded, others))
    most = max(others, key=lambda other: (not other.is_solved, expanded(other)))
    walked = told(Verdict.from_json(row["walk"])) if "walk" in row else "-"
    start = f"{row['domain']:11}{middle:7,.0f}{told(most):>9}{walked:>9}"
    if "error" in row:
        return f"{start}  {row['error']}"
    ours, search = Verdict.from_json(row["generated"]), row["search"]
    cost = ours.cost or f"<={row['metrics']['plan_cost']}"
    costs = [other.cost for other in others if other.cost is not None]
    usual = f"{median(costs):.0f}" if costs else "-"
    return (
        f"{start}{told(ours):>12}{cost:>6} ({usual}){row['ratio']:>12,.1f} ({row['ratio last jump']:,.1f})"
        f"{'yes' if row['harder'] else 'NO':>15}  {search['states']:,} states, {search['status']}"
    )


def geometric_mean(values: Sequence[float]) -> float:
    """Return the number whose logarithm is the mean of the logarithms."""
    return exp(sum(map(log, values)) / len(values)) if values else float("nan")


def main() -> None:
    """Measure every domain, one line each, then the mean."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], choices=list(REFERENCES), metavar="NAME")
    parser.add_argument("--order", help="the ordering of the search; beta-plan's default otherwise")
    parser.add_argument("--seconds", type=int, default=60, help="time limit of beta-plan")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--options", type=shlex.split, default=[], help="more options of beta-plan generate")
    parser.add_argument("--states", type=int, default=30, help="random states of each domain")
    parser.add_argument("--limit", type=int, default=300, help="seconds for the referee, each instance")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "beta-plan-hardness")
    parser.add_argument("--json", type=Path, help="write the rows to this file")
    options = parser.parse_args()
    limits = ["--overall-time-limit", f"{options.seconds}s", "--seed", str(options.seed)]
    words = [*options.options, *(["--order", options.order] if options.order else [])]
    store, rows = Store(options.work), []
    print(shlex.join(["beta-plan", "generate", *limits, *words]))
    print(HEADER)
    for name in options.only or REFERENCES:
        rows.append(measure(name, limits, words, states=options.states, limit=options.limit, store=store))
        print(line(rows[-1]), flush=True)
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    mean = geometric_mean([row["ratio"] for row in rows if "ratio" in row])
    print(f"harder than all {options.states}: {sum(row['harder'] for row in rows)} of {len(rows)} domains;", end=" ")
    print(f"geometric mean of the ratios {mean:.1f} (published: {PUBLISHED})")


if __name__ == "__main__":
    main()
