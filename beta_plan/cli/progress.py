"""The log of a long run on stderr: a line for each stage, and one that tells how far the search is."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from beta_plan.pddl.sexpr import printable
from beta_plan.stages import Note, Stages

if TYPE_CHECKING:
    from beta_plan.search.budget import Progress

Item = TypeVar("Item")

SECONDS_ON_TERMINAL, SECONDS_IN_FILE = 0.25, 10.0
"""How often the line is written: over itself on a terminal, below itself elsewhere."""


class LoggedStages(Stages):
    """Stages that are written down when they end; ``on_begin`` is told the name of each that begins."""

    def __init__(self, log: Log, on_begin: Callable[[str], None]) -> None:
        super().__init__()
        self._log, self._on_begin = log, on_begin

    @contextmanager
    def __call__(self, name: str) -> Iterator[Note]:
        """Time the block under ``name``, and log it."""
        self._on_begin(name)
        with super().__call__(name) as note:
            yield note
        stage = self.finished[-1]
        sizes = [f"{size:,} {what.replace('_', ' ')}" for what, size in stage.sizes.items()]
        told = ", ".join([*([stage.text] if stage.text else []), *sizes])
        self._log.line(f"{name:<10} {stage.seconds:8.3f} s  {told}".rstrip())


class Log:
    """Lines on stderr; none of them if ``quiet``. A progress line on a terminal stands below the others."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._on_terminal = sys.stderr.isatty()
        self._shown = 0
        self._last = monotonic()

    def line(self, text: str) -> None:
        """Write a line."""
        if not self._quiet:
            self._erase()
            self._write(f"{printable(text)}\n")

    def progress(self, progress: Progress) -> None:
        """Show how far a search is, which may tell as often as it likes."""
        if self._is_due():
            self._overwrite(progress_text(progress))

    def status(self, text: str) -> None:
        """Tell how far a run is, as often as one likes; not every text is shown."""
        if self._is_due():
            self._overwrite(text)

    def counts(self, what: str) -> Callable[[int, int], None]:
        """Return what a search may tell its numbers of expansions and of states, as often as it likes."""
        begin = self._last = monotonic()

        def show(num_expanded: int, num_states: int) -> None:
            if self._is_due():
                seconds = monotonic() - begin
                self._overwrite(f"{what}  {seconds:.1f} s  {num_expanded:,} expanded, {num_states:,} states")

        return show

    def counting(self, what: str, items: Iterable[Item]) -> Iterator[Item]:
        """Yield items, and show how many there were."""
        begin = monotonic()
        for number, item in enumerate(items, 1):
            if self._is_due():
                seconds = monotonic() - begin
                self._overwrite(f"{what:<10} {seconds:8.1f} s  {number:,}, {number / seconds:,.0f}/s")
            yield item

    def _is_due(self) -> bool:
        """Tell whether the progress line should be written again; it is taken for written then."""
        pause = SECONDS_ON_TERMINAL if self._on_terminal else SECONDS_IN_FILE
        due = not self._quiet and monotonic() - self._last >= pause
        if due:
            self._last = monotonic()
        return due

    def _overwrite(self, text: str) -> None:
        if not self._on_terminal:
            return self.line(text)
        self._erase()
        self._write(text := printable(text))
        self._shown = len(text)

    def _erase(self) -> None:
        if self._shown:
            self._write(f"\r{' ' * self._shown}\r")
            self._shown = 0

    def _write(self, text: str) -> None:
        """Write to stderr; where that fails, the disk is full or nobody reads, the run goes on without a log."""
        try:
            print(text, end="", file=sys.stderr, flush=True)
        except OSError:
            self._quiet = True
            sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def progress_text(progress: Progress) -> str:
    """Return how far a search is: expansions, rate, the best so far, memory."""
    rate = progress.num_expanded / progress.seconds if progress.seconds else 0.0
    best = f"best {progress.objective} = {','.join(map(str, progress.best))}, " if progress.best else ""
    return (
        f"search     {progress.seconds:8.1f} s  {progress.num_expanded:,} expanded, {rate:,.0f}/s, "
        f"{progress.num_states:,} states, {best}{progress.memory / 2**20:,.0f} MB"
    )
