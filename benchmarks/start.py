"""How soon a search begins: seconds from the command to the first expansion, for a first and for later starts.

    python benchmarks/start.py [TASK] [--times 3] [--order "[w(PDB4),4C,PDB4]"]

TASK is a directory with domain.pddl and p01.pddl, by default the bundled gripper. The first start has an empty cache
for kernels and compiles them; the others load them. Each line also says how long the whole command took.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

DOMAINS = Path(__file__).parent.parent / "domains"


def run(task: Path, order: str, work: Path) -> str:
    """Run the command once and return a line."""
    command = [
        sys.executable, "-m", "beta_plan", "generate", str(task / "domain.pddl"), str(task / "p01.pddl"),
        "-o", str(work / "out"), "--order", order, "--max-expansions", "10000", "--json",
    ]  # fmt: skip
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(work / "cache")}
    begin = perf_counter()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        until_search = until_databases = 0.0
        for line in process.stderr:
            if line.startswith("pdbs"):
                until_databases = perf_counter() - begin
            if line.startswith("search") and "instances" not in line:
                until_search = perf_counter() - begin
        search = json.loads(process.stdout.read())["search"]
    whole = perf_counter() - begin
    first = until_search - search["seconds"]
    return f"databases ready {until_databases:6.2f} s, searching {first:6.2f} s, whole command {whole:6.2f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", nargs="?", type=Path, default=DOMAINS / "gripper")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--order", default="[w(PDB4),4C,PDB4]")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        for number in range(options.times):
            name = "first start" if number == 0 else "later start"
            print(f"{name}  {run(options.task, options.order, Path(work))}", flush=True)


if __name__ == "__main__":
    main()
