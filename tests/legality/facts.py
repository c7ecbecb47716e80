"""What a written instance says, to be asked in patterns such as ``at ? *``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from tests.interpreter import Atom, Interpreter

Row = tuple[str, ...]


class Facts:
    """The initial state of an instance; ``task`` is its text as the naive interpreter reads it.

    A pattern is a predicate and its arguments: an object by name, ``?`` for the object that is asked about, ``*`` for
    any.
    """

    def __init__(self, task: Interpreter) -> None:
        self.task = task
        self.atoms = task.init
        self._rows: Mapping[str, list[Row]] = defaultdict(list)
        for atom in sorted(task.init):
            self._rows[atom[0]].append(atom[1:])

    def __contains__(self, atom: Atom) -> bool:
        return atom in self.atoms

    def of(self, kind: str) -> list[str]:
        """Return the objects of a type; without such a type, those of which the predicate of that name is true."""
        if kind == "object" or kind in self.task.parent or any(own == kind for _, own in self.task.objects):
            return self.task.members(kind)
        return [row[0] for row in self._rows.get(kind, [])]

    def rows(self, pattern: str, asked: str = "") -> list[Row]:
        """Return the arguments of all atoms that match a pattern."""
        predicate, *terms = pattern.split()
        return [
            row
            for row in self._rows.get(predicate, [])
            if len(row) == len(terms)
            and all(t == "*" or own == (asked if t == "?" else t) for t, own in zip(terms, row, strict=True))
        ]

    def count(self, pattern: str, asked: str = "") -> int:
        """Return how many atoms match a pattern."""
        return len(self.rows(pattern, asked))

    def holds(self, pattern: str, asked: str = "") -> bool:
        """Tell whether any atom matches a pattern."""
        return bool(self.rows(pattern, asked))

    def values(self, pattern: str, asked: str) -> list[str]:
        """Return the last arguments of what matches, such as the places of ``at ? *``."""
        return [row[-1] for row in self.rows(pattern, asked)]

    def value(self, pattern: str, asked: str) -> str:
        """Return the last argument of what matches; "" unless there is exactly one such atom."""
        found = self.values(pattern, asked)
        return found[0] if len(found) == 1 else ""

    def ranks(self, chain: str) -> dict[str, int]:
        """Return the places of levels in a chain such as ``one-more``; the lowest has 0."""
        following = {row[0]: row[1] for row in self.rows(f"{chain} * *")}
        lowest = [level for level in following if level not in following.values()]
        found: dict[str, int] = {}
        while lowest and lowest[0] not in found:
            found[lowest[0]] = len(found)
            lowest = [following[lowest[0]]] if lowest[0] in following else []
        return found
