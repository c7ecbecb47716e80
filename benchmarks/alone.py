"""Domains alone: ``beta-plan generate DOMAIN`` without a problem file or any other option.

    python benchmarks/alone.py DOMAIN ... [--seconds 60] [--limit 60] [--jobs 1] [--output DIR]

For each domain file, or name of a bundled domain: generate, verify, and ask Fast Downward's lama-first, which must
solve the instance or reach its limit. What was written stays in DIR to be looked at. More jobs than the machine has
cores would take time from each other.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).parent))
from hardness import package_folder

BETA_PLAN = [sys.executable, "-m", "beta_plan"]
SAYS = {0: "solved", 23: "time limit", 22: "memory limit", 24: "limits"}
"""What the planner's exit codes mean that are no objection."""


def measure(domain: str, output: Path, *, seconds: int, limit: int) -> str:
    """Return the line of a domain: ``refused``, ``FAILED``, or how the instance does."""
    start = monotonic()
    time = [] if seconds == 60 else ["--overall-time-limit", f"{seconds}s"]
    command = [*BETA_PLAN, "generate", domain, "-o", str(output), "--json", "--quiet", *time]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    begin = f"{monotonic() - start:6.1f} s "
    if done.returncode != 0:
        what = "refused" if done.returncode in (41, 42, 43) else "FAILED"
        return f"{begin} {what} ({done.returncode}): {done.stderr.strip()[-230:]}"
    report = json.loads(done.stdout)
    checked = subprocess.run([*BETA_PLAN, "verify", str(output)], capture_output=True, text=True, check=False)
    verified = "verified" if checked.returncode == 0 else "FAILED to verify"
    search, metrics = report["search"], report["instances"][0]["metrics"]
    return (
        f"{begin} {search['status']:12} {search['states']:>11,} states  cost {metrics['plan_cost']:>4}  {verified}, "
        f"lama-first: {planner(output, limit)}"
    )


def planner(output: Path, limit: int) -> str:
    """Return what lama-first makes of the first instance."""
    driver = package_folder("up_fast_downward", extra="needs the extra 'planners'") / "downward" / "fast-downward.py"
    files = [str((output / name).resolve()) for name in ("domain.pddl", "p01.pddl")]
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, str(driver), "--alias", "lama-first", "--overall-time-limit", f"{limit}s", *files]
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
    return SAYS.get(done.returncode, f"FAILED, exit {done.returncode}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("domains", nargs="+")
    parser.add_argument("--seconds", type=int, default=60, help="time limit of beta-plan")
    parser.add_argument("--limit", type=int, default=60, help="seconds for the planner")
    parser.add_argument("--jobs", type=int, default=1, help="domains at the same time")
    parser.add_argument("--output", type=Path, default=Path("alone"))
    options = parser.parse_args()
    names = [Path(domain).resolve().parent.name if domain.endswith(".pddl") else domain for domain in options.domains]
    outputs = [options.output / f"{number:02}-{name}" for number, name in enumerate(names)]
    lines = []
    with ThreadPoolExecutor(options.jobs) as pool:
        measured = partial(measure, seconds=options.seconds, limit=options.limit)
        for name, line in zip(names, pool.map(measured, options.domains, outputs), strict=True):
            lines.append(line)
            print(f"{name:26} {line}", flush=True)
    failed, refused = (sum(word in line for line in lines) for word in ("FAILED", "refused"))
    print(
        f"{len(lines) - failed - refused} of {len(lines)} give a verified instance, {refused} refused, {failed} failed"
    )


if __name__ == "__main__":
    main()
