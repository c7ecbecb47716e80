"""Replay of Sokoban solutions over the characters of the written level; it knows nothing of mazes and squares.

Understood are levels as beta-plan writes them: plain rows, headers, ``Solution:`` and lines of LURD below it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from beta_plan.certify.replay import Replay
from beta_plan.errors import VerificationFailed
from beta_plan.pddl.sexpr import counted, shorten

_SYMBOLS = re.compile(r"[-#@+$*. ]+")
_LURD = re.compile(r"[lurdLURD]+")
_STEPS = {"u": (-1, 0), "r": (0, 1), "d": (1, 0), "l": (0, -1)}
_MAN, _BOX, _GOAL = "@+", "$*", ".+*"
_LEFT = {"@": " ", "+": ".", "$": " ", "*": "."}
_ENTERED = {" ": "@", "-": "@", ".": "+"}
_PUSHED_TO = {" ": "$", "-": "$", ".": "*"}

Place = tuple[int, int]


@dataclass(frozen=True)
class WrittenLevel:
    """The rows of a level and the solution below them, None where there is none."""

    rows: tuple[str, ...]
    solution: str | None


def written_levels(text: str) -> list[WrittenLevel]:
    """Return the levels of a text that beta-plan has written."""
    found: list[tuple[list[str], list[str] | None]] = []
    inside, solving = False, False
    for line in text.split("\n"):
        if ("#" in line and _SYMBOLS.fullmatch(line)) or (inside and line == "-"):
            if not inside:
                found.append(([], None))
            found[-1][0].append(line)
            inside, solving = True, False
        elif found and line == "Solution:":
            found[-1] = (found[-1][0], [])
            inside, solving = False, True
        else:
            solving = solving and _LURD.fullmatch(line) is not None
            if solving and found[-1][1] is not None:
                found[-1][1].append(line)
            inside = False
    return [WrittenLevel(tuple(rows), None if lurd is None else "".join(lurd)) for rows, lurd in found]


def replay_levels(text: str) -> list[Replay]:
    """Replay every level of a text with its own solution; raise VerificationFailed at the first that fails."""
    levels = written_levels(text)
    if not levels:
        raise VerificationFailed("holds no level")
    return [_replay_one(levels, number, None) for number in range(1, len(levels) + 1)]


def replay_level(text: str, number: int = 1, solution: str | None = None) -> Replay:
    """Replay one level, counted from one, with its own solution or a given one.

    Raise VerificationFailed with the number of the move and what is wrong with it. The length is that of all moves,
    the cost the number of pushes. Capitals must be pushes and pushes capitals, unless all letters are small.
    """
    return _replay_one(written_levels(text), number, solution)


def _replay_one(levels: list[WrittenLevel], number: int, solution: str | None) -> Replay:
    if not 1 <= number <= len(levels):
        raise VerificationFailed(f"no level {number}, there are {len(levels)}")
    level = levels[number - 1]
    where = f"level {number}: " if len(levels) > 1 else ""
    try:
        if solution is None and level.solution is None:
            raise _Fails("no solution")
        return _replay(level.rows, level.solution or "" if solution is None else solution)
    except _Fails as why:
        raise VerificationFailed(f"{where}{why}") from None


class _Fails(Exception):
    """Why a level with a solution is not what it should be."""


def _replay(rows: tuple[str, ...], solution: str) -> Replay:
    grid = {(r, c): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row)}
    men = [place for place, symbol in grid.items() if symbol in _MAN]
    boxes, goals = (sum(symbol in kind for symbol in grid.values()) for kind in (_BOX, _GOAL))
    if len(men) != 1:
        raise _Fails(f"{len(men)} men, expected one")
    if boxes != goals or not goals:
        raise _Fails(f"the number of boxes is {boxes}, that of goals {goals}")
    man, pushes = men[0], 0
    marks_pushes = solution != solution.lower()
    for number, letter in enumerate(solution, 1):
        try:
            man, pushed = _move(grid, man, letter)
            if marks_pushes and pushed != letter.isupper():
                raise _Fails("pushes a box, but is a small letter" if pushed else "is a capital, but pushes no box")
        except _Fails as why:
            raise _Fails(f"move {number} ({shorten(letter)}) {why}") from None
        pushes += pushed
    if missing := sum(symbol == "$" for symbol in grid.values()):
        raise _Fails(f"after {counted(len(solution), 'move')} {missing} of {boxes} boxes not on a goal")
    return Replay(len(solution), pushes, uses_costs=True)


def _move(grid: dict[Place, str], man: Place, letter: str) -> tuple[Place, bool]:
    """Carry out a move in the grid; return where the man is then, and whether he has pushed a box."""
    if letter.lower() not in _STEPS:
        raise _Fails("is none of l, u, r, d")
    rows, columns = _STEPS[letter.lower()]
    to, beyond = ((man[0] + far * rows, man[1] + far * columns) for far in (1, 2))
    pushed = grid.get(to, "#") in _BOX
    if pushed:
        if grid.get(beyond, "#") not in _PUSHED_TO:
            raise _Fails(f"pushes a box into {'another box' if grid.get(beyond, '#') in _BOX else 'a wall'}")
        grid[beyond] = _PUSHED_TO[grid[beyond]]
        grid[to] = _LEFT[grid[to]]
    if grid.get(to, "#") not in _ENTERED:
        raise _Fails("walks into a wall")
    grid[to] = _ENTERED[grid[to]]
    grid[man] = _LEFT[grid[man]]
    return to, pushed
