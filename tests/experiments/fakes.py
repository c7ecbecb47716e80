"""A program in place of beta-plan: quick, counted, and as badly behaved as one asks."""

from __future__ import annotations

import sys
from pathlib import Path

from beta_plan.experiments.jobs import Job

LEVEL = "#####\n#@$.#\n#####\n"

PROGRAM = """
import json, pathlib, sys, time
COUNT, HABITS = pathlib.Path({count!r}), {habits!r}
command, file, *rest = sys.argv[1:]
with COUNT.open("a") as calls:
    calls.write(" ".join(sys.argv[1:]) + "\\n")
seed = int(rest[rest.index("--seed") + 1]) if "--seed" in rest else 0
habit = HABITS.get(f"{{command}} {{pathlib.Path(file).stem}}", HABITS.get(command, ""))
if habit == "crash":
    print("broken", file=sys.stderr)
    sys.exit(1)
if habit.startswith("exit "):
    sys.exit(int(habit.split()[1]))
if habit == "hang":
    time.sleep(600)
if habit == "slow":
    time.sleep(0.5)
if habit == "abort":
    import os
    os.abort()
if habit == "eat":
    bytearray(1 << 34)
if habit.startswith("print "):
    print(habit.removeprefix("print "))
    sys.exit(0)
own = {{"PDB1": 10, "PDB2": 12, "PDB3": 12, "PDB4": 13 + seed, "2C": 2, "3C": 0, "4C": 1 + seed % 3}}
metrics = {{"own": own, "fresh": own, "best": own, "plan_length": 1, "plan_cost": 1}}
if command == "generate":
    out = pathlib.Path(rest[rest.index("-o") + 1])
    out.mkdir(exist_ok=True)
    text, name = pathlib.Path(file).read_text() + f"Title: found with seed {{seed}}\\n", "p01.sok"
    if file.endswith(".pddl"):
        text, name = "unsolvable" if habit == "unsolvable" else f"solved {{500 + seed}}\\n", "p01.pddl"
    (out / name).write_text(text)
    instances, search = [{{"problem": name, "metrics": metrics}}], {{"expanded": 100 + seed, "status": habit}}
    print(json.dumps({{"instances": instances, "search": search, "notes": []}}))
elif command == "evaluate":
    names = [word for word in rest if word.endswith(".pddl")] or [file]
    tasks = [{{"name": name, "metrics": metrics | {{"plan_length": None}}, "notes": []}} for name in names]
    print(json.dumps({{"tasks": tasks}}))
elif command == "referee":
    status, _, number = pathlib.Path(file).read_text().strip().partition(" ")
    numbers = ("cost", "plan_length", "cpu_seconds", "wall_seconds", "peak_memory_bytes", "evaluations")
    verdict = dict.fromkeys((*numbers, "expansions_until_last_jump")) | {{"detail": "", "status": status}}
    verdict |= {{"is_measured": True}}
    if habit == "starved":
        verdict |= {{"detail": "was not run: No space left on device", "is_measured": False}}
    print(json.dumps({{"results": [{{"verdict": verdict | {{"expansions": int(number) if number else None}}}}]}}))
else:
    print(json.dumps({{"levels": [{{"status": "limit" if habit == "limit" else "solved", "expanded": 7}}]}}))
"""


class Fake:
    """The program, and the calls of it so far; habits are by command, or by command and name of the task."""

    def __init__(self, folder: Path, **habits: str) -> None:
        self._count = folder / "calls"
        script = folder / "fake.py"
        named = {key.replace("_", " "): habit for key, habit in habits.items()}
        script.write_text(PROGRAM.format(count=str(self._count), habits=named))
        self.program: tuple[str, ...] = (sys.executable, str(script))

    @property
    def calls(self) -> list[str]:
        return self._count.read_text().splitlines() if self._count.exists() else []


def job(command: str = "generate", *, name: str = "maze01", seconds: int = 60, memory: int = 1 << 30) -> Job:
    file = f"{name}.sok"
    words = (command, file, "-o", "out") if command == "generate" else (command, file)
    return Job(name, (*words, "--seed", "4"), {file: LEVEL}, seconds, memory)
