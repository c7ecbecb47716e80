"""Signals at random moments: does each leave a directory that verifies?

    python benchmarks/interrupt.py DOMAIN PROBLEM [--times 20] [--first 3] [--last 40] [--options "..."]

``beta-plan generate`` gets SIGTERM or SIGINT, in turn, at a random moment between the first and the last second, and
what it has written by its end is verified. Kernels are compiled before.
"""

from __future__ import annotations

import argparse
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import monotonic, sleep

BETA_PLAN = [sys.executable, "-m", "beta_plan"]


def interrupt(command: list[str], output: Path, number: int, moment: float) -> bool:
    """Print the line of one run, and say whether it has left a directory that verifies."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    sleep(moment)
    sign = (signal.SIGTERM, signal.SIGINT)[number % 2]
    process.send_signal(sign)
    start = monotonic()
    _, said = process.communicate()
    seconds = monotonic() - start
    checked = subprocess.run([*BETA_PLAN, "verify", str(output)], capture_output=True, text=True, check=False)
    verified = process.returncode == 0 and checked.returncode == 0
    what = "verified" if verified else f"NOT VERIFIED: {said.strip().splitlines()[-1:]}"
    print(
        f"{sign.name} after {moment:5.1f} s: exit {process.returncode} after {seconds:4.1f} s more, {what}", flush=True
    )
    return verified


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("domain")
    parser.add_argument("problem")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--first", type=float, default=3)
    parser.add_argument("--last", type=float, default=40)
    parser.add_argument("--options", type=shlex.split, default=[], help="of beta-plan generate")
    options = parser.parse_args()
    rng, good = Random(0), 0
    with tempfile.TemporaryDirectory() as scratch:
        command = [*BETA_PLAN, "generate", options.domain, options.problem, "--quiet", *options.options]
        warm = [*command, "-o", f"{scratch}/warm", "--overall-time-limit", "20s"]
        subprocess.run(warm, check=True, capture_output=True)
        for number in range(options.times):
            output = Path(scratch) / str(number)
            moment = rng.uniform(options.first, options.last)
            good += interrupt([*command, "-o", str(output)], output, number, moment)
    print(f"{good} of {options.times} leave a directory that verifies")


if __name__ == "__main__":
    main()
