"""Output directories, real ones and damaged: manifests, metrics, problems, plans, levels, results of jobs."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

from beta_plan.experiments.protocol import protocol
from beta_plan.experiments.runs import run
from beta_plan.experiments.table1 import Table1
from beta_plan.output.write import write_output
from tests.experiments.fakes import Fake
from tests.fuzz.damage import damaged, json_text, odd_word
from tests.outputs import bundled_output, content, level_output, split
from tests.sokoban.levels import CORNER, levels

_DOMAINS = ("ferry", "transport", "briefcase", "miconic", "sokoban")


@cache
def outputs() -> tuple[Mapping[str, bytes], ...]:
    """Return the files of some directories that beta-plan has written: PDDL, levels, both, and a split."""
    made = [bundled_output(name, [1, 2]) for name in _DOMAINS]
    made += [level_output([1, 2]), level_output([3], pddl=True)]
    made.append(split(bundled_output("gripper", [1, 2]), ["training/easy", "testing/hard"]))
    found = []
    for output in made:
        with tempfile.TemporaryDirectory() as folder:
            write_output(Path(folder) / "out", output)
            found.append(content(Path(folder) / "out"))
    return (*found, _boxoban())


def _boxoban() -> Mapping[str, bytes]:
    manifest = {"generator": "beta-plan", "complete": True, "format": "boxoban", "levels": 1}
    return {
        "manifest.json": json.dumps(manifest).encode(), "levels/000.txt": f"; 0\n{CORNER}\n".encode(),
        "solutions/000.lurd": b"LuLL\n",
    }  # fmt: skip


def write_directory(chance: Random, folder: Path) -> None:
    """Write an output directory of which one file or two are not as they should be."""
    files = dict(chance.choice(outputs()))
    for _ in range(chance.choice((0, 1, 1, 2))):
        _damage_one(chance, files)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def _damage_one(chance: Random, files: dict[str, bytes]) -> None:
    name = chance.choice([*files, "manifest.json", "manifest.json"])
    if name.endswith(".json") and name in files and chance.random() < 0.8:
        try:
            files[name] = json_text(chance, json.loads(files[name]))
        except (ValueError, RecursionError):
            files[name] = b"[" * 100_000
        return
    match chance.randrange(6):
        case 0:
            files.pop(name, None)
        case 1:
            other = chance.choice(list(files) or ["x"])
            files[name], files[other] = files.get(other, b""), files.get(name, b"")
        case 2:
            odd = "".join(c for c in odd_word(chance) if c not in "/\x00")[:50] or "x"
            files[f"p{odd}.{chance.choice(('pddl', 'sok', 'plan'))}"] = files.get(name, b"")
        case _:
            files[name] = damaged(chance, files.get(name, b"").decode("utf-8", errors="replace"))


ASKED = protocol("quick", {"max_expansions": 9, "mazes": (1,), "spread": None})


def table(runs: Path) -> Table1:
    """Return the experiment whose results are in a directory."""
    return Table1(ASKED, levels(CORNER), runs)


@cache
def results() -> Mapping[str, bytes]:
    """Return the files of all jobs of a small experiment, from a program that answers as beta-plan does."""
    with tempfile.TemporaryDirectory() as scratch:
        fake, runs = Fake(Path(scratch)), Path(scratch) / "runs"
        for jobs in (table(runs).search_jobs, table(runs).judge_jobs):
            for job in jobs():
                run(job, job.directory(runs), program=fake.program)
        return {name: data for name, data in content(runs).items() if name.endswith((".json", "stdout"))}


def write_results(chance: Random, runs: Path) -> None:
    """Write the results of all jobs; one of them is not what a job has written."""
    files = dict(results())
    victim = chance.choice([name for name in files if name.endswith("result.json")])
    files[victim] = json_text(chance, json.loads(files[victim]))
    for name, data in files.items():
        (runs / name).parent.mkdir(parents=True, exist_ok=True)
        (runs / name).write_bytes(data)


def write_spec(chance: Random, folder: Path) -> Path:
    """Write the spec of a job, damaged, into a directory of its own."""
    name = chance.choice([name for name in results() if name.endswith("spec.json")])
    folder.mkdir()
    (folder / "spec.json").write_bytes(json_text(chance, json.loads(results()[name])))
    return folder / "spec.json"
