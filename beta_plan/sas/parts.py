"""One part of a completion: variables that bounds link, all their joint values or a sample of them (clingo)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Longs

Values = tuple[int, ...]
"""Values of the variables of a part, or of one variable, in order."""

ALWAYS = -1
"""The place of an edge that is there whatever is chosen."""

_CLINGO_MAX = (1 << 31) - 1
_NUMPY_MAX = 1 << 62
_BATCH = 1 << 14
_FREQUENT = 16
"""Rejection is worth its while where a batch of draws has so many legal ones: one in a thousand."""
_CERTAIN = 64
"""With so many legal ones in a batch, an estimate of their number is not wrong by a factor of four."""
_IN_VAIN = 1_000
_MAX_SEED = (1 << 31) - 1

_PROGRAM = """
1 { holds(P, X) : value(P, X) } 1 :- place(P).
:- row(R, L, H), not L #sum { W, P, X : weight(R, P, X, W), holds(P, X) } H.
#edge ((R, S), (R, T)) : edge(R, P, X, S, T), holds(P, X).
#edge ((R, S), (R, T)) : edge(R, S, T).
#show holds/2.
"""


@dataclass(frozen=True)
class PartRow:
    """``low <= sum of weights <= high``; the weights of variable number ``place`` go with the values of its domain."""

    weights: tuple[tuple[int, Values], ...]
    low: int
    high: int

    def holds(self, positions: Sequence[int]) -> bool:
        """Say whether the row is met where each variable has the value at its position in the domain."""
        return self.low <= sum(weights[positions[place]] for place, weights in self.weights) <= self.high

    @property
    def reach(self) -> int:
        """No sum of weights is larger: clingo counts with 32 bits, numpy with 64."""
        return max(sum(max(map(abs, weights)) for _, weights in self.weights), abs(self.low), abs(self.high))


@dataclass(frozen=True)
class PartEdge:
    """Where the variable number ``place`` has the value at ``position``, ``source`` leads to ``target``."""

    place: int
    position: int
    source: int
    target: int


@dataclass(frozen=True)
class Part:
    """Variables with the values that each may have, and the rows and relations that link them.

    A relation is a list of edges between things; no way along those that are there may lead back.
    """

    variables: tuple[int, ...]
    domains: tuple[Values, ...]
    rows: tuple[PartRow, ...]
    relations: tuple[tuple[PartEdge, ...], ...] = ()

    def states(self, at_most: int) -> tuple[Values, ...] | None:
        """Return all joint values, sorted, or None where they are more than ``at_most``."""
        if not self.rows and not self.relations:
            found = list(islice(product(*self.domains), at_most + 1))
        elif self._are_certainly_more_than(at_most):
            return None
        else:
            found = list(islice(_Models(self, "0"), at_most + 1))
        return tuple(sorted(found)) if len(found) <= at_most else None

    def _are_certainly_more_than(self, count: int) -> bool:
        """Say so where a batch of random combinations leaves no reasonable doubt; saves listing them."""
        hits = len(next(self._batches(0))) if self._is_countable else 0
        return hits >= _CERTAIN and hits * prod(map(len, self.domains)) > 4 * _BATCH * count

    def is_easy(self, seed: int) -> bool:
        """Say whether legal combinations are frequent enough to draw them by rejection."""
        return self._is_countable and len(next(self._batches(seed))) >= _FREQUENT

    @property
    def _is_countable(self) -> bool:
        return all(row.reach < _NUMPY_MAX for row in self.rows)

    def draw_uniformly(self, seed: int) -> Iterator[Values]:
        """Yield independent uniform joint values, by rejection from all combinations of an easy part."""
        for batch in self._batches(seed):
            for positions in batch.tolist():
                yield tuple(domain[i] for domain, i in zip(self.domains, positions, strict=True))

    def _batches(self, seed: int) -> Iterator[Longs]:
        """Yield the legal ones of random positions; raw bits, as numpy's distributions may change with its version."""
        bits = np.random.PCG64(seed)
        sizes = np.array([len(domain) for domain in self.domains], dtype=np.uint64)
        tables = [(r, [(p, np.array(weights, dtype=np.int64)) for p, weights in r.weights]) for r in self.rows]
        while True:
            drawn = (bits.random_raw(_BATCH * len(sizes)).reshape(_BATCH, -1) % sizes).astype(np.int64)
            legal = np.ones(_BATCH, dtype=bool)
            for row, weights in tables:
                total = sum((table[drawn[:, place]] for place, table in weights), np.zeros(_BATCH, dtype=np.int64))
                legal &= (row.low <= total) & (total <= row.high)
            drawn = drawn[legal]
            for relation in self.relations:
                drawn = drawn[~_have_ring(relation, drawn)]
            yield drawn

    def draw_anyhow(self, seed: int) -> Iterator[Values]:
        """Yield joint values that clingo meets when it decides at random, starting anew each time; not uniform."""
        models = _Models(self, "1", "--rand-freq=1", "--sign-def=rnd", f"--seed={seed % _MAX_SEED}")
        in_vain = 0
        while in_vain < _IN_VAIN:
            found = list(models)
            in_vain = 0 if found else in_vain + 1
            yield from found


def _have_ring(relation: tuple[PartEdge, ...], drawn: Longs) -> NDArray[np.bool_]:
    """Mark the rows of positions with a ring: whoever goes as many steps as there are things is still on the way."""
    things = sorted({edge.source for edge in relation} | {edge.target for edge in relation})
    number = {thing: n for n, thing in enumerate(things)}
    following = np.full((len(drawn), len(things) + 1), len(things), dtype=np.int64)
    for edge in relation:
        there = slice(None) if edge.place == ALWAYS else drawn[:, edge.place] == edge.position
        following[there, number[edge.source]] = number[edge.target]
    for _ in range(len(things).bit_length()):
        following = np.take_along_axis(following, following, axis=1)
    ring: NDArray[np.bool_] = np.logical_or.reduce(following < len(things), axis=1)
    return ring


class _Models:
    """The clingo program of a part, ready to be solved again and again."""

    def __init__(self, part: Part, *options: str) -> None:
        from clingo import Control

        self._part = part
        self._wide = [row for row in part.rows if row.reach > _CLINGO_MAX]
        self._control = Control(list(options), logger=lambda code, message: None)
        self._control.add("base", [], _PROGRAM + "\n".join(_facts(part)))
        self._control.ground([("base", [])])
        atoms = self._control.symbolic_atoms.by_signature("holds", 2)
        self._meaning = {atom.symbol: [n.number for n in atom.symbol.arguments] for atom in atoms}

    def __iter__(self) -> Iterator[Values]:
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                positions = [0] * len(self._part.domains)
                for symbol in model.symbols(shown=True):
                    place, value = self._meaning[symbol]
                    positions[place] = value
                if all(row.holds(positions) for row in self._wide):
                    yield tuple(domain[i] for domain, i in zip(self._part.domains, positions, strict=True))


def _facts(part: Part) -> Iterator[str]:
    for place, domain in enumerate(part.domains):
        yield f"place({place}). value({place},0..{len(domain) - 1})."
    for number, row in enumerate(part.rows):
        if row.reach <= _CLINGO_MAX:
            yield f"row({number},{row.low},{row.high})."
            yield from (f"weight({number},{p},{x},{w})." for p, ws in row.weights for x, w in enumerate(ws) if w)
    for number, relation in enumerate(part.relations):
        for edge in relation:
            condition = "" if edge.place == ALWAYS else f"{edge.place},{edge.position},"
            yield f"edge({number},{condition}{edge.source},{edge.target})."
