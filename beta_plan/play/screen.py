"""What the terminal shows of a game: lines of text, coloured with ANSI sequences; two columns to a square."""

from __future__ import annotations

from dataclasses import replace

from beta_plan.pddl.sexpr import printable
from beta_plan.play.game import Game
from beta_plan.sokoban.level import BOX, BOX_ON_GOAL, FLOOR, GOAL, MAN, MAN_ON_GOAL, OUTER_WALL

SYMBOLS = {
    OUTER_WALL: ("##", "90;100"),
    FLOOR: ("  ", ""),
    GOAL: ("::", "33"),
    BOX: ("[]", "1"),
    BOX_ON_GOAL: ("[]", "1;30;43"),
    MAN: ("()", "1;36"),
    MAN_ON_GOAL: ("()", "1;36"),
}
"""How a symbol of a level looks: two characters, which suffice alone, and their colours."""

KEYS = "arrows or wasd move, z undo, y redo, r restart, n and p other levels, q quit"


def lines_of(game: Game, *, columns: int, rows: int, colours: bool) -> list[str]:
    """Return the lines of a frame, none wider than the terminal; of a large board the part around the man."""
    level = replace(game.level, boxes=tuple(sorted(game.boxes)), man=game.man)
    counts = game.counts
    said = "Solved!" if game.is_solved else ""
    below = [f"moves {counts.moves}, pushes {counts.pushes}  {said}".rstrip(), KEYS]
    board, (row, column) = level.rows(), level.maze.places[game.man]
    height, width = max(rows - len(below) - 3, 1), max(columns // 2, 1)
    top, left = _first(row, height, len(board)), _first(column, width, max(map(len, board)))
    shown = [line[left : left + width] for line in board[top : top + height]]
    drawn = ["".join(_square(symbol, colours) for symbol in line) for line in shown]
    return [printable(level.name)[:columns], "", *drawn, "", *(line[:columns] for line in below)]


def _first(at: int, room: int, size: int) -> int:
    """Return where a window begins that has a place near its middle and does not leave the board in vain."""
    return max(0, min(at - room // 2, size - room))


def _square(symbol: str, colours: bool) -> str:
    text, colour = SYMBOLS.get(symbol, SYMBOLS[FLOOR])
    return f"\x1b[{colour}m{text}\x1b[0m" if colours and colour else text
