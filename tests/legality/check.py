"""One written instance, judged by its text alone: laws of its domain, general laws, and its plan."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.interpreter import reaches_goal
from tests.legality.copies import copies
from tests.legality.facts import Facts
from tests.legality.general import Written, changed, malformed
from tests.legality.levels import Board, illegal_level, solution_fails
from tests.legality.registry import CHECKERS


@dataclass(frozen=True)
class Verdict:
    """What is wrong with an instance, by the family of the error; nothing if all is well."""

    illegal: tuple[str, ...] = ()
    unsolved: tuple[str, ...] = ()
    untranslatable: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether anything is wrong."""
        return bool(self.illegal or self.unsolved or self.untranslatable)


def illegal(name: str, written: Written, reference: Written | None = None, *, natural: bool = True) -> Iterator[str]:
    """Yield what makes an instance of a bundled domain illegal; ``reference`` is the problem that it was made from."""
    found = list(malformed(written))
    if reference is not None:
        found += changed(written, reference)
    yield from found
    if found:  # laws of the domain speak of what is well formed
        return
    checker = CHECKERS[name]
    for predicate in sorted({atom[0] for atom in written.goal_atoms} - checker.goal):
        yield f"the goal speaks of ({predicate} ..)"
    first = None if reference is None else Facts(reference.task)
    yield from checker.complaints(Facts(written.task), first, natural=natural)


def unsolved(written: Written, plan: str) -> Iterator[str]:
    """Yield a sentence if a plan, replayed by the naive interpreter, does not reach the goal."""
    actions = [line.strip("() ") for line in plan.splitlines() if line.startswith("(")]
    if not reaches_goal(written.task, written.task.init, actions):
        yield f"the plan of {len(actions)} actions does not reach the goal"


def untranslatable(domain: Path, problem: Path) -> Iterator[str]:
    """Yield what Fast Downward's translator, a process of its own, has against a task."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fast_downward.translate", str(domain.resolve()), str(problem.resolve())]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        yield f"the translator ends with {done.returncode}: {(done.stderr or done.stdout).strip()[-200:]}"
    elif "unsolvable task" in done.stdout:
        yield "the translator finds the task unsolvable"


def judge(
    name: str, directory: Path, problem: Path, reference: Written | None = None, *, natural: bool = True
) -> Verdict:
    """Return the verdict about one PDDL instance of an output directory."""
    domain, place = directory / "domain.pddl", problem.relative_to(directory)
    written = Written(domain.read_text(encoding="utf-8"), problem.read_text(encoding="utf-8"))
    plan = (directory / "solutions" / place).with_suffix(".plan").read_text(encoding="utf-8")
    return Verdict(
        tuple(illegal(name, written, reference, natural=natural)),
        tuple(unsolved(written, plan)),
        tuple(untranslatable(domain, problem)),
    )


def judge_level(directory: Path, level: Path) -> Verdict:
    """Return the verdict about one Sokoban level of an output directory."""
    board = Board.read(level.read_text(encoding="utf-8"))
    solution = (directory / "solutions" / level.relative_to(directory)).with_suffix(".lurd")
    complaints = tuple(illegal_level(board))
    fails = () if complaints else solution_fails(board, solution.read_text(encoding="utf-8"))
    return Verdict(complaints, tuple(fails))


def copied(directory: Path) -> list[str]:
    """Return a sentence for every PDDL instance of a directory that is a copy of another."""
    domain = (directory / "domain.pddl").read_text(encoding="utf-8")
    problems: Mapping[str, Written] = {
        str(path.relative_to(directory)): Written(domain, path.read_text(encoding="utf-8"))
        for path in sorted(directory.rglob("p*.pddl"))
    }
    return list(copies(problems))
