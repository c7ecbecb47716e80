"""Playing in a terminal of Unix: keys without echo, frames on its second screen; left as it was, whatever happens."""

from __future__ import annotations

import os
import re
import select
import shutil
import sys
import termios
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from beta_plan.play.game import Game
from beta_plan.play.screen import lines_of
from beta_plan.sokoban.level import Level

MOVES = {"A": "u", "B": "d", "C": "r", "D": "l", "w": "u", "s": "d", "d": "r", "a": "l"}
"""Moves by the letter that ends the sequence of an arrow key, or by a key."""

QUIT = "q\x04"
"""Keys that end the game: q, and Ctrl-D."""

ENTER = "\x1b[?1049h\x1b[?25l"
LEAVE = "\x1b[?25h\x1b[?1049l"
_ARROW = re.compile(r"\x1b[\[O]([ABCD])|\x1b\[[0-9;]*[~A-Z]|(.)", re.DOTALL)
_POLL = 0.5


def play(levels: Sequence[Level]) -> Game:
    """Let somebody play until he quits; return the game that he has left."""
    games: dict[int, Game] = {}
    at = 0
    with _second_screen():
        while True:
            game = games.setdefault(at, Game(levels[at]))
            for key in _keys_while_drawn(game):
                if key in QUIT:
                    return game
                if key in "np":
                    at = (at + (1 if key == "n" else -1)) % len(levels)
                    break
                _obey(game, key)


def _obey(game: Game, key: str) -> None:
    """Do what a key says; a solved game takes no more moves."""
    if key in MOVES and not game.is_solved:
        game.move(MOVES[key])
    elif key in "zu\x7f":
        game.undo()
    elif key == "y":
        game.redo()
    elif key == "r":
        game.restart()


def _keys_while_drawn(game: Game) -> Iterator[str]:
    """Yield keys, an arrow as the letter of its sequence; the game is drawn before each wait, and when sizes change."""
    size = None
    while True:
        if size != shutil.get_terminal_size():
            size = shutil.get_terminal_size()
            _draw(game, size)
        if select.select([sys.stdin], [], [], _POLL)[0]:
            typed = os.read(sys.stdin.fileno(), 1024).decode(errors="replace")
            if not typed:
                yield "q"  # whoever typed has gone
            for found in _ARROW.finditer(typed):
                yield found[1] or (found[2] or "").lower() or "?"
            _draw(game, size)


def _draw(game: Game, size: os.terminal_size) -> None:
    colours = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    lines = lines_of(game, columns=size.columns, rows=size.lines, colours=colours)
    _write("\x1b[H" + "\r\n".join(f"{line}\x1b[K" for line in lines) + "\x1b[J")


@contextmanager
def _second_screen() -> Iterator[None]:
    """Take the terminal over, and give it back as it was; Ctrl-C still interrupts, Ctrl-Z is off."""
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard)
        quiet = termios.tcgetattr(keyboard)
        quiet[6][termios.VSUSP] = b"\x00"
        termios.tcsetattr(keyboard, termios.TCSANOW, quiet)
        _write(ENTER)
        yield
    finally:
        _write(LEAVE)
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
