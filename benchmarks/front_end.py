"""PDDL to SAS+, side by side with Fast Downward's translator, over a collection of PDDL tasks.

    python benchmarks/front_end.py COLLECTION [--only NAME ...] [--also DOMAIN PROBLEM] [--steps 100] [--json OUT]

COLLECTION has one directory for each domain; its first problem is taken. For each task both programs run in turn
as processes of their own (CPU seconds, children included). Then the two tasks are compared: number of variables;
actions of one that the other does not have, with the reason; and a random walk through the translator's task, of
which every state must be a legal state of ours, with the same actions applicable.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from translator import TranslatorTask, read_translator_output

from beta_plan.front_end import FrontEnd, load
from beta_plan.sas.task import SasTask, State


def first_tasks(collection: Path, count: int = 1) -> list[tuple[str, Path, Path]]:
    """Return (name, domain, problem) for the first problems of each directory, ``count`` of them."""
    found = []
    for folder in sorted(path for path in collection.iterdir() if path.is_dir()):
        files = sorted(f for f in folder.iterdir() if f.is_file() and f.suffix in (".pddl", ""))
        problems = [f for f in files if "domain" not in f.name]
        for problem in problems[:count]:
            stem = re.match(r"(p\d+)?", problem.name)[0]
            names = ["domain.pddl", f"{problem.stem}-domain.pddl", f"domain_{problem.name}"]
            names += [f"domain-{problem.name}", f"{stem}-domain.pddl"]
            domain = next((folder / name for name in names if (folder / name).exists()), None)
            if domain is not None:
                found.append((folder.name, domain, problem))
    return found


@dataclass(frozen=True)
class Limits:
    """What one process may use: CPU seconds and bytes of memory."""

    seconds: int
    memory: int

    def apply(self) -> None:
        """Limit the process that calls."""
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds))
        resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))


def run(command: list[str], limits: Limits) -> tuple[float, int, str]:
    """Return CPU seconds (children included), exit code and output (or messages) of a process of its own."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as messages:
        child = subprocess.Popen(command, stdout=out, stderr=messages, preexec_fn=limits.apply)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        told = out if child.returncode == 0 else messages
        told.seek(0)
        return usage.ru_utime + usage.ru_stime, child.returncode, told.read().decode(errors="replace")


def compare(domain: Path, problem: Path, output: Path | None, steps: int) -> dict[str, Any]:
    """Load our task, and compare it with the translator's."""
    ours = load(domain, problem)
    numbers: dict[str, Any] = {"variables": len(ours.sas.variables), "actions": len(ours.sas.actions)}
    if output is None:
        return numbers
    theirs = read_translator_output(output)
    numbers |= {"translator variables": len(theirs.variables), "translator actions": len(theirs.actions)}
    names = {ours.sas.actions.names[a].lower() for a in range(len(ours.sas.actions))}
    numbers |= _missing(ours, theirs, names)
    numbers["only ours"] = len(names - {action.name for action in theirs.actions})
    numbers["walk"] = "axioms" if theirs.axioms else _walk(ours, theirs, steps)
    return numbers


def _missing(ours: FrontEnd, theirs: TranslatorTask, names: set[str]) -> dict[str, int]:
    """Count the translator's actions that we do not have, by the reason why."""
    missing = {action.name for action in theirs.actions} - names
    unreached = missing - theirs.relaxed_reachable() if not theirs.axioms else set()
    ground = {ours.ground.names[a].lower() for a in range(ours.ground.num_actions)}
    pruned = (missing - unreached) & ground
    return {"unreached": len(unreached), "pruned": len(pruned), "unexplained": len(missing - unreached - pruned)}


def _walk(ours: FrontEnd, theirs: TranslatorTask, steps: int) -> str:
    """Say whether both agree along a random walk: states legal, the same actions applicable."""
    sas = ours.sas
    number = {sas.atoms[atom].lower(): atom for atom in range(len(sas.atoms))}
    constant = {sas.atoms[a].lower() for a in np.flatnonzero(ours.ground.init).tolist()} - theirs.known_atoms()
    pre, post = sas.actions.pre, sas.actions.post
    successors: set[State] = set()
    for step, (state, expected, taken) in enumerate(theirs.walk(steps, seed=1)):
        spelled = constant | theirs.atoms(state)
        encoded = sas.encode([number[atom] for atom in spelled if atom in number])
        if encoded is None or not sas.is_legal(encoded) or not spelled <= number.keys():
            return f"step {step}: not a legal state of ours"
        if successors and encoded not in successors:
            return f"step {step}: the action before leads elsewhere"
        holds = np.zeros(sas.num_facts, dtype=bool)
        holds[sas.facts_of(encoded)] = True
        violated, changing = np.zeros(len(pre), dtype=bool), np.zeros(len(pre), dtype=bool)
        violated[pre.owners[~holds[pre.values]]] = True
        changing[post.owners[~holds[post.values]]] = True
        changing[sas.actions.conditional.action] = True
        applicable = {sas.actions.names[a].lower() for a in np.flatnonzero(~violated & changing).tolist()}
        if not expected <= applicable:
            return f"step {step}: {sorted(expected - applicable)[0]} is missing"
        if not len(sas.actions.conditional.action) and applicable != expected:
            return f"step {step}: {sorted(applicable - expected)[0]} is too much"
        same_name = [a for a in np.flatnonzero(~violated).tolist() if sas.actions.names[a].lower() == taken]
        successors = {_apply(sas, action, encoded) for action in same_name}
    return "agrees"


def _apply(sas: SasTask, action: int, state: State) -> State:
    """Return the state after an action."""
    effects = sas.actions.conditional
    held = set(sas.facts_of(state).tolist())
    own = np.flatnonzero(effects.action == action).tolist()
    fired = [int(effects.fact[e]) for e in own if held.issuperset(effects.condition[e].tolist())]
    after = list(state)
    for fact in [*sas.actions.post[action].tolist(), *fired]:
        variable = int(sas.variable_of[fact])
        after[variable] = fact - int(sas.offsets[variable])
    return tuple(after)


def measure(name: str, domain: Path, problem: Path, steps: int, limits: Limits) -> dict[str, Any]:
    """Run both programs on one task and compare what they made."""
    row: dict[str, Any] = {"task": name}
    with tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch) / "output.sas"
        translate = [sys.executable, "-m", "fast_downward.translate", str(domain), str(problem)]
        translate += ["--keep-unimportant-variables", "--sas-file", str(output)]
        row["translator seconds"], code, _ = run(translate, limits)
        inspect = [sys.executable, "-m", "beta_plan", "inspect", "--json", str(domain), str(problem)]
        row["seconds"], row["exit code"], text = run(inspect, limits)
        if row["exit code"] != 0:
            return row | {"message": text.strip()[-300:]}
        row["linear seconds"] = json.loads(text)["seconds"]["invariants"]
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            row |= pool.submit(compare, domain, problem, output if code == 0 else None, steps).result()
    return row


def show(rows: list[dict[str, Any]]) -> None:
    """Print the sums."""
    done = [row for row in rows if row["exit code"] == 0]
    both = [row for row in done if "translator variables" in row]
    print(f"\n{len(done)} of {len(rows)} tasks are SAS+ tasks; refused: {[r['task'] for r in rows if r not in done]}")
    for which, some in (("all tasks", rows), ("tasks that both finish", both)):
        ours, theirs = (sum(row[key] for row in some) for key in ("seconds", "translator seconds"))
        print(f"CPU seconds, {which}: {ours:.1f}, translator {theirs:.1f}")
    fewer = sum(row["variables"] <= row["translator variables"] for row in both)
    print(f"no more variables than the translator: {fewer} of {len(both)}")
    for key in ("unreached", "pruned", "unexplained", "only ours"):
        print(f"actions {key}: {sum(row[key] for row in both)} in {sum(row[key] > 0 for row in both)} tasks")
    walks = [row["walk"] for row in both]
    others = [(row["task"], row["walk"]) for row in both if row["walk"] not in ("agrees", "axioms")]
    print(f"walks: {walks.count('agrees')} agree, {walks.count('axioms')} not walked (axioms), others: {others}")


def main() -> None:
    """Measure every task, one line each, then the sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", type=Path)
    parser.add_argument("--only", nargs="*", default=[], help="names, or beginnings of names, of directories")
    parser.add_argument("--also", nargs=2, type=Path, metavar=("DOMAIN", "PROBLEM"), help="one more task")
    parser.add_argument("--steps", type=int, default=100, help="length of the random walk")
    parser.add_argument("--seconds", type=int, default=300, help="CPU seconds for each process")
    parser.add_argument("--gigabytes", type=int, default=10, help="memory for each process")
    parser.add_argument("--json", type=Path, help="write the rows to this file; tasks that it has are skipped")
    options = parser.parse_args()
    tasks = [t for t in first_tasks(options.collection) if not options.only or t[0].startswith(tuple(options.only))]
    if options.also:
        tasks.append((f"{options.also[1].parent.name}/{options.also[1].name}", *options.also))
    limits = Limits(options.seconds, options.gigabytes << 30)
    rows = json.loads(options.json.read_text()) if options.json and options.json.exists() else []
    done = {row["task"] for row in rows}
    for name, domain, problem in (task for task in tasks if task[0] not in done):
        rows.append(measure(name, domain, problem, options.steps, limits))
        print(
            "  ".join(f"{k} {v:.2f}" if isinstance(v, float) else f"{k} {v}" for k, v in rows[-1].items()), flush=True
        )
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1))
    show(rows)


if __name__ == "__main__":
    main()
