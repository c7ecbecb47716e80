"""Find the plans that a planner has left: in files, or among what it has printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from pathlib import Path

from beta_plan.errors import InputRefused
from beta_plan.output.layout import by_number
from beta_plan.pddl.sexpr import load

_STEP = re.compile(r"(?:[0-9.]+\s*:\s*)?(\(\s*[^()\s][^()]*\))\s*(?:\[[0-9.]+\]\s*)?(?:;.*)?")
_LURD = re.compile(r"(?:[\w ]*[:=]\s*)?([lurdLURD]+)")

MOST_TRIED = 8
"""So many of what may be a plan are tried: other things in brackets are none, nor are short words in LURD."""


def plan_files(path: Path) -> tuple[str, ...]:
    """Return the plans of a file, and of those numbered after it (``plan.1``, ``plan.2``), the last first.

    A planner that was killed may have left a last one that is not complete.
    """
    return tuple(steps_of(text.splitlines()) for text in _texts(_numbered(path)))


def _numbered(path: Path) -> list[Path]:
    """Return a file and those that are numbered after it, of these the last first."""
    numbered = [file for file in path.parent.glob(f"{path.name}.*") if file.suffix[1:].isdigit()]
    numbered.sort(key=lambda file: by_number(file.name), reverse=True)
    return [path, *numbered]


def _texts(files: Iterable[Path]) -> Iterator[str]:
    for file in files:
        if file.is_file():
            try:
                yield load(file).text
            except InputRefused:
                continue


def printed_plans(output: str) -> tuple[str, ...]:
    r"""Return the plans among what was printed: all lines that are actions, or else those in a row, the last first.

    >>> printed_plans("reading\n0: (drive van a b) [1]\n(unload)\ndone")
    ('(drive van a b)\n(unload)',)
    """
    lines = output.splitlines()
    blocks = [
        list(block)
        for is_step, block in groupby(lines, lambda line: _STEP.fullmatch(line.strip()) is not None)
        if is_step
    ]
    found = [steps_of(line for block in blocks for line in block), *(steps_of(block) for block in reversed(blocks))]
    return tuple(dict.fromkeys(plan for plan in found[:MOST_TRIED] if plan))


def steps_of(lines: Iterable[str]) -> str:
    """Return the lines that are actions, without times, durations and comments."""
    return "\n".join(found[1].strip() for line in lines if (found := _STEP.fullmatch(line.strip())))


def printed_solutions(output: str) -> tuple[str, ...]:
    r"""Return the Sokoban solutions among what was printed, the last first, in small letters.

    A solution is a line of LURD, perhaps after a word and a colon; such lines that follow each other are one, or else
    one each: solvers improve what they have found.

    >>> printed_solutions("level 1\nSolution: rrDD\nlL\nin 3 s")
    ('rrddll', 'll', 'rrdd')
    """
    lines = [_LURD.fullmatch(line.strip()) for line in output.splitlines()]
    blocks = [
        [line[1].lower() for line in block if line]
        for is_lurd, block in groupby(lines, lambda found: found is not None)
        if is_lurd
    ]
    found = (moves for block in reversed(blocks) for moves in ("".join(block), *reversed(block)))
    return tuple(islice(dict.fromkeys(found), MOST_TRIED))


def solution_files(path: Path) -> tuple[str, ...]:
    """Return the Sokoban solutions in a file, and in those numbered after it; none where there is no file."""
    return tuple(solution for text in _texts(_numbered(path)) for solution in printed_solutions(text))
