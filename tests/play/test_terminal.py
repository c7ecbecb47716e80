"""The game in a real terminal: keys go in, frames come out, and the terminal is left as it was."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from contextlib import contextmanager

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.play.terminal import ENTER, LEAVE
from tests.sokoban.levels import CORNER, CORNER_SOLUTION

ARROWS = {"u": "\x1b[A", "d": "\x1b[B", "r": "\x1b[C", "l": "\x1bOD"}
PATIENCE = 60


class Terminal:
    """A pseudo-terminal in which ``beta-plan play --terminal`` runs."""

    def __init__(self, *arguments: object) -> None:
        self.ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 90, 0, 0))
        self.before = termios.tcgetattr(self.theirs)
        self.seen = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "beta_plan", "play", "--terminal", *map(str, arguments)],
            stdin=self.theirs, stdout=self.theirs, stderr=self.theirs, preexec_fn=self._control,
        )  # fmt: skip

    def _control(self) -> None:
        """Make the terminal that of the new process, so that Ctrl-C reaches it."""
        os.setsid()
        fcntl.ioctl(self.theirs, termios.TIOCSCTTY, 0)

    def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def wait_for(self, text: str) -> None:
        """Read until a text has come since the last time."""
        while text not in self.seen:
            assert select.select([self.ours], [], [], PATIENCE)[0], f"no {text!r} after {self.seen!r}"
            self.seen += os.read(self.ours, 4096).decode()
        self.seen = self.seen[self.seen.index(text) + len(text) :]

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


@contextmanager
def playing(*arguments):
    terminal = Terminal(*arguments)
    try:
        terminal.wait_for(ENTER)
        yield terminal
    finally:
        terminal.close()


@pytest.fixture
def corner(tmp_path):
    (tmp_path / "corner.xsb").write_text(f"{CORNER}Title: The corner\n\n{CORNER}Title: Again\n")
    return tmp_path / "corner.xsb"


def test_a_level_is_solved_by_keys_and_the_moves_are_told(corner):
    with playing(corner) as terminal:
        terminal.wait_for("The corner")
        terminal.wait_for("moves 0, pushes 0")
        terminal.type("d" + ARROWS["u"])  # into a wall, and one step
        terminal.wait_for("moves 1, pushes 0")
        terminal.type("z")
        terminal.wait_for("moves 0, pushes 0")
        terminal.type("".join(ARROWS[letter.lower()] for letter in CORNER_SOLUTION))
        terminal.wait_for("moves 4, pushes 3  Solved!")
        terminal.type("q")
        terminal.wait_for(LEAVE)
        terminal.wait_for(f"solved: pushes 3, moves 4\r\n{CORNER_SOLUTION}\r\n")
        assert terminal.process.wait(PATIENCE) == 0
        assert termios.tcgetattr(terminal.theirs) == terminal.before


def test_keys_for_restart_redo_and_other_levels(corner):
    with playing(corner) as terminal:
        terminal.type("wa")
        terminal.wait_for("moves 2, pushes 0")
        terminal.type("r")
        terminal.wait_for("moves 0, pushes 0")
        terminal.type("y")
        terminal.wait_for("moves 1, pushes 0")
        terminal.type("n")
        terminal.wait_for("Again")
        terminal.wait_for("moves 0, pushes 0")
        terminal.type("p")
        terminal.wait_for("moves 1, pushes 0")
        terminal.type("q")
        terminal.wait_for("not solved: pushes 0, moves 1\r\n")
        assert terminal.process.wait(PATIENCE) == 0


def test_ctrl_d_ends_the_game(corner):
    with playing(corner) as terminal:
        terminal.wait_for("The corner")
        terminal.type("\x04")
        terminal.wait_for(LEAVE)
        terminal.wait_for("not solved: pushes 0, moves 0\r\n")
        assert terminal.process.wait(PATIENCE) == 0


def test_ctrl_c_leaves_the_terminal_as_it_was(corner):
    with playing(corner) as terminal:
        terminal.wait_for("The corner")
        terminal.type("\x03")
        terminal.wait_for(LEAVE)
        terminal.wait_for("beta-plan: interrupted\r\n")
        assert terminal.process.wait(PATIENCE) == 33
        assert termios.tcgetattr(terminal.theirs) == terminal.before


def test_sigterm_leaves_the_terminal_as_it_was(corner):
    with playing(corner) as terminal:
        terminal.wait_for("The corner")
        terminal.process.terminate()
        terminal.wait_for(LEAVE)
        assert terminal.process.wait(PATIENCE) == 33
        assert termios.tcgetattr(terminal.theirs) == terminal.before


def test_without_a_terminal_it_is_wrong_usage(corner):
    result = CliRunner().invoke(cli, ["play", "--terminal", str(corner)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--terminal needs a terminal" in result.stderr
