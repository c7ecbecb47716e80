"""What Fast Downward's translator makes of a task, read from its output file: an independent witness.

The translator runs as a process of its own. Nothing of it is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np


@dataclass
class TranslatorAction:
    """An operator: name, preconditions (variable, value), effects (conditions, variable, value)."""

    name: str
    pre: list[tuple[int, int]]
    effects: list[tuple[list[tuple[int, int]], int, int]]


@dataclass
class TranslatorTask:
    """Variables as lists of atoms in our spelling (None where a value is no atom), and the rest as in the file."""

    variables: list[list[str | None]] = field(default_factory=list)
    init: list[int] = field(default_factory=list)
    actions: list[TranslatorAction] = field(default_factory=list)
    axioms: int = 0

    def atoms(self, state: list[int]) -> set[str]:
        """Return the atoms that are true in a state."""
        return {a for values, v in zip(self.variables, state, strict=True) if (a := values[v]) is not None}

    def known_atoms(self) -> set[str]:
        """Return every atom that has a value of its own."""
        return {atom for values in self.variables for atom in values if atom is not None}

    def relaxed_reachable(self) -> set[str]:
        """Return the names of the actions that are relaxed-reachable from the initial state.

        The translator ignores inequalities on the way, so that it instantiates some that are not.
        """
        facts = set(enumerate(self.init))
        waiting: dict[tuple[int, int], list[int]] = {}
        missing = []
        ready = []
        for index, action in enumerate(self.actions):
            unmet = [fact for fact in action.pre if fact not in facts]
            missing.append(len(unmet))
            for fact in unmet:
                waiting.setdefault(fact, []).append(index)
            if not unmet:
                ready.append(index)
        reached = set()
        while ready:
            action = self.actions[ready.pop()]
            reached.add(action.name)
            for _, variable, value in action.effects:
                if (variable, value) not in facts:
                    facts.add((variable, value))
                    for index in waiting.get((variable, value), []):
                        missing[index] -= 1
                        if missing[index] == 0:
                            ready.append(index)
        return reached

    def walk(self, steps: int, seed: int) -> Iterator[tuple[list[int], set[str], str]]:
        """Yield the states of a random walk, the names of the actions that change each, and that of the one taken."""
        rng = Random(seed)
        owners = np.repeat(np.arange(len(self.actions)), [len(a.pre) for a in self.actions])
        pairs = np.array([fact for a in self.actions for fact in a.pre], dtype=np.int64).reshape(-1, 2)
        state = list(self.init)
        for _ in range(steps):
            values = np.array(state)
            violated = np.zeros(len(self.actions), dtype=bool)
            violated[owners[values[pairs[:, 0]] != pairs[:, 1]]] = True
            after = [(i, s) for i in np.flatnonzero(~violated).tolist() if (s := self._apply(i, state)) != state]
            taken, following = rng.choice(after) if after else (-1, list(self.init))
            yield state, {self.actions[i].name for i, _ in after}, self.actions[taken].name if after else ""
            state = following

    def _apply(self, index: int, state: list[int]) -> list[int]:
        after = list(state)
        for condition, variable, value in self.actions[index].effects:
            if all(state[v] == d for v, d in condition):
                after[variable] = value
        return after


def read_translator_output(path: Path) -> TranslatorTask:
    """Read an output file of the translator (version 3 of its format)."""
    lines = iter(path.read_text(encoding="utf-8").splitlines())
    task = TranslatorTask()
    for line in lines:
        if line == "begin_variable":
            next(lines)
            task.axioms += int(next(lines)) >= 0
            task.variables.append([_spelled(next(lines)) for _ in range(int(next(lines)))])
        elif line == "begin_state":
            task.init = [int(next(lines)) for _ in task.variables]
        elif line == "begin_operator":
            task.actions.append(_action(lines))
    return task


def _action(lines: Iterator[str]) -> TranslatorAction:
    action = TranslatorAction(next(lines).strip(), [], [])
    for _ in range(int(next(lines))):
        variable, value = map(int, next(lines).split())
        action.pre.append((variable, value))
    for _ in range(int(next(lines))):
        numbers = list(map(int, next(lines).split()))
        count = numbers[0]
        condition = list(zip(numbers[1 : 1 + 2 * count : 2], numbers[2 : 2 + 2 * count : 2], strict=True))
        variable, before, after = numbers[1 + 2 * count :]
        if before >= 0:
            action.pre.append((variable, before))
        action.effects.append((condition, variable, after))
    return action


def _spelled(value: str) -> str | None:
    """Return ``Atom at(truck, a)`` as ``(at truck a)``."""
    if not value.startswith("Atom "):
        return None
    name, _, arguments = value.removeprefix("Atom ").removesuffix(")").partition("(")
    return f"({' '.join([name, *arguments.replace(',', ' ').split()])})"
