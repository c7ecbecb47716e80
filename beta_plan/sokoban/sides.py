"""The sides of a box that is alone in a maze: from which of them to which others a man gets.

Two neighbours of a square are joined without it if, and only if, one depth-first walk through the maze shows it: the
part of the walk that begins with a neighbour comes back to what was met before the square, or it does not (Hopcroft and
Tarjan). So one walk tells it of all squares.
"""

from __future__ import annotations

from collections.abc import Sequence

_NEVER = _NONE = -1

Neighbours = Sequence[tuple[int, int, int, int]]
"""Of each square those next to it; negative: a wall."""

Sides = tuple[tuple[int, ...], ...]
"""Of a box on each square, and of each direction: the zone of a man who stands there; -1 where he cannot."""


def zones_beside(neighbours: Neighbours) -> Sides:
    """Return the zones in which a man beside a box can be; each has the number of the first direction that is in it."""
    walk = _Walk(neighbours)
    return tuple(tuple(walk.zones(square)) for square in range(len(neighbours)))


class _Walk:
    """A walk through all squares, depth first.

    ``met`` says as which one a square was met; its part of the walk is what was met from there until the walk left it
    for good. ``back`` is the first square that is next to one of this part, ``behind`` where its parts begin that
    follow it.
    """

    def __init__(self, neighbours: Neighbours) -> None:
        self._neighbours = neighbours
        self._met = [_NEVER] * len(neighbours)
        self._back = [0] * len(neighbours)
        self._behind: list[list[int]] = [[] for _ in neighbours]
        self._count = 0
        for square, met in enumerate(self._met):
            if met == _NEVER:
                self._from(square)

    def _from(self, root: int) -> None:
        """Meet all squares that can be reached from one."""
        self._meet(root)
        path = [(root, iter(self._neighbours[root]))]
        while path:
            square, left = path[-1]
            for there in left:
                if there >= 0 and self._met[there] == _NEVER:
                    self._behind[square].append(there)
                    self._meet(there)
                    path.append((there, iter(self._neighbours[there])))
                    break
                if there >= 0:
                    self._back[square] = min(self._back[square], self._met[there])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    self._back[above] = min(self._back[above], self._back[square])

    def _meet(self, square: int) -> None:
        self._met[square] = self._back[square] = self._count
        self._count += 1

    def zones(self, square: int) -> list[int]:
        """Return the zones around a square: parts of the walk that begin behind it, and what else there is."""
        first: dict[int, int] = {}
        return [
            _NONE if there < 0 else first.setdefault(self._part(square, there), direction)
            for direction, there in enumerate(self._neighbours[square])
        ]

    def _part(self, square: int, there: int) -> int:
        """Return where the part begins in which a neighbour is; _NONE: it comes back to what was met before."""
        met = self._met[square]
        if self._met[there] < met:
            return _NONE
        begin = max(
            (one for one in self._behind[square] if self._met[one] <= self._met[there]), key=self._met.__getitem__
        )
        return begin if self._back[begin] >= met else _NONE
