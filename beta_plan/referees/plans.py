"""Find the plans that a planner has left: in files, or among what it has printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from beta_plan.errors import InputRefused
from beta_plan.output.layout import by_number
from beta_plan.pddl.sexpr import load

_STEP = re.compile(r"(?:[0-9.]+\s*:\s*)?(\(\s*[^()\s][^()]*\))\s*(?:\[[0-9.]+\]\s*)?(?:;.*)?")
_LURD = re.compile(r"(?:[\w ]*[:=]\s*)?([lurdLURD]+)")

MOST_SOLUTIONS = 3
"""So many are tried: short ones may be words."""


def plan_files(path: Path) -> tuple[str, ...]:
    """Return the plans of a file, and of those numbered after it (``plan.1``, ``plan.2``), the last first.

    A planner that was killed may have left a last one that is not complete.
    """
    numbered = [file for file in path.parent.glob(f"{path.name}.*") if file.suffix[1:].isdigit()]
    numbered.sort(key=lambda file: by_number(file.name), reverse=True)
    return tuple(steps_of(text.splitlines()) for text in _texts([path, *numbered]))


def _texts(files: Iterable[Path]) -> Iterator[str]:
    for file in files:
        if file.is_file():
            try:
                yield load(file).text
            except InputRefused:
                continue


def printed_plans(output: str) -> tuple[str, ...]:
    r"""Return the plans among what was printed: all lines that are actions, or else the last ones in a row.

    >>> printed_plans("reading\n0: (drive van a b) [1]\n(unload)\ndone")
    ('(drive van a b)\n(unload)',)
    """
    lines = output.splitlines()
    blocks = [
        list(block)
        for is_step, block in groupby(lines, lambda line: _STEP.fullmatch(line.strip()) is not None)
        if is_step
    ]
    found = [steps_of(line for block in blocks for line in block), *(steps_of(block) for block in blocks[-1:])]
    return tuple(dict.fromkeys(plan for plan in found if plan))


def steps_of(lines: Iterable[str]) -> str:
    """Return the lines that are actions, without times, durations and comments."""
    return "\n".join(found[1].strip() for line in lines if (found := _STEP.fullmatch(line.strip())))


def printed_solutions(output: str) -> tuple[str, ...]:
    r"""Return the Sokoban solutions among what was printed, the longest first, in small letters.

    A solution is a line of LURD, perhaps after a word and a colon; such lines that follow each other are one.

    >>> printed_solutions("level 1\nSolution: rrDD\nlL\nin 3 s")
    ('rrddll',)
    """
    lines = [_LURD.fullmatch(line.strip()) for line in output.splitlines()]
    blocks = groupby(lines, lambda found: found is not None)
    found = {"".join(line[1].lower() for line in block if line) for is_lurd, block in blocks if is_lurd}
    return tuple(sorted(found, key=lambda moves: (-len(moves), moves))[:MOST_SOLUTIONS])
