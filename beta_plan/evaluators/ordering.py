"""Orderings of the open list, written as in the paper's table: ``[w(PDB4),4C,PDB4]``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from beta_plan.sas.rows import Ints

KINDS = ("w", "C", "PDB")
"""What a term measures, in the order of the codes that kernels know: novelty, conflicts, solution length."""

_HEURISTIC = r"(?:h\^)?PDB([0-9]{1,9})"
_TERM = {
    "w": re.compile(rf"w\({_HEURISTIC}\)"),
    "C": re.compile(r"([0-9]{1,9})C"),
    "PDB": re.compile(_HEURISTIC),
}


@dataclass(frozen=True)
class Term:
    """One number of the key: w(PDBk) (kind ``w``), kC (kind ``C``) or h^PDBk (kind ``PDB``)."""

    kind: str
    k: int

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.kind!r} is none of {', '.join(KINDS)}")
        smallest = 2 if self.kind == "C" else 1
        if self.k < smallest:
            raise ValueError(f"k must be at least {smallest} in {str(self)!r}")

    def __str__(self) -> str:
        return {"w": f"w(PDB{self.k})", "C": f"{self.k}C", "PDB": f"PDB{self.k}"}[self.kind]


@dataclass(frozen=True)
class Ordering:
    """Lexicographic key of the open list: larger first, ties first-in first-out; ``[]`` is breadth-first.

    >>> ordering = Ordering.parse("[w(PDB4), 4C, PDB4]")
    >>> str(ordering), str(ordering.objective), ordering.ks
    ('[w(PDB4),4C,PDB4]', '[4C,PDB4]', (3, 4))
    """

    terms: tuple[Term, ...]

    @classmethod
    def parse(cls, text: str) -> Ordering:
        """Read an ordering; blanks are allowed, and ``h^PDB4`` is PDB4.

        Raises:
            ValueError: the text is no ordering; the message says which term, and why.
        """
        bare = "".join(text.split())
        if not (bare.startswith("[") and bare.endswith("]") and len(bare) >= 2):
            raise ValueError(f"{text!r} is no ordering: write it in brackets, for example [w(PDB4),4C,PDB4]")
        words = bare[1:-1].split(",") if len(bare) > 2 else []
        terms = tuple(_term(word, text) for word in words)
        twice = [str(term) for place, term in enumerate(terms) if term in terms[:place]]
        if twice:
            raise ValueError(f"{twice[0]!r} stands twice in {text!r}")
        return cls(terms)

    def __str__(self) -> str:
        return f"[{','.join(map(str, self.terms))}]"

    @property
    def ks(self) -> tuple[int, ...]:
        """All k whose h^PDBk the key needs, sorted; kC needs k and k-1."""
        return tuple(sorted({k for term in self.terms for k in _needed(term)}))

    @property
    def objective(self) -> Ordering:
        """What a result is chosen by: the ordering without w."""
        return Ordering(tuple(term for term in self.terms if term.kind != "w"))

    def codes(self) -> Ints:
        """Return the key for kernels: rows (place of the kind in KINDS, index of k in ``ks``, index of k-1 or -1)."""
        ks = self.ks
        rows = [
            (KINDS.index(term.kind), ks.index(term.k), ks.index(term.k - 1) if term.kind == "C" else -1)
            for term in self.terms
        ]
        return np.array(rows, dtype=np.int32).reshape(-1, 3)


def _needed(term: Term) -> Iterator[int]:
    yield term.k
    if term.kind == "C":
        yield term.k - 1


def _term(word: str, text: str) -> Term:
    for kind, form in _TERM.items():
        if found := form.fullmatch(word):
            try:
                return Term(kind, int(found[1]))
            except ValueError as error:
                raise ValueError(f"{error} of {text!r}") from None
    raise ValueError(f"{word!r} is none of PDBk, kC, w(PDBk) in {text!r}")
