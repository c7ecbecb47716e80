"""A record of the stages of one run: what each is called, how long it took, how large its result is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol


@dataclass(frozen=True)
class Stage:
    """A finished stage; ``sizes`` counts what it made, for example ``{"atoms": 12}``, ``text`` says more in words."""

    name: str
    seconds: float
    sizes: dict[str, int]
    text: str = ""


class Note(Protocol):
    """What a stage calls to say how much it made."""

    def __call__(self, text: str = "", /, **sizes: int) -> None:
        """Record sizes by name, and a word about the result."""


class Stages:
    """Finished stages in order. A stage that raises is not recorded.

    >>> stages = Stages()
    >>> with stages("ground") as note:
    ...     note(atoms=12, actions=40)
    >>> [(stage.name, stage.sizes) for stage in stages.finished]
    [('ground', {'atoms': 12, 'actions': 40})]
    """

    def __init__(self) -> None:
        self.finished: list[Stage] = []

    @contextmanager
    def __call__(self, name: str) -> Iterator[Note]:
        """Time the block under ``name``; the block may note its sizes."""
        noted: dict[str, int] = {}
        said: list[str] = []

        def note(text: str = "", /, **sizes: int) -> None:
            noted.update(sizes)
            said.append(text)

        start = perf_counter()
        yield note
        self.finished.append(Stage(name, perf_counter() - start, noted, " ".join(filter(None, said))))

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of each stage, in order; a stage that ran twice has the sum."""
        total: dict[str, float] = {}
        for stage in self.finished:
            total[stage.name] = total.get(stage.name, 0.0) + stage.seconds
        return total
