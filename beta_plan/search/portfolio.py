"""Portfolios: several backward searches that share the time and the pattern databases."""

from __future__ import annotations

import re
from dataclasses import dataclass

from beta_plan.evaluators.ordering import Ordering

_MEMBER = re.compile(r"(beam)?(\[[^\[\]]*\])")


@dataclass(frozen=True)
class Member:
    """One search: best-first in the order of ``ordering``, or a beam that keeps the best states of every layer."""

    ordering: Ordering
    beam: bool = False

    def __str__(self) -> str:
        return f"beam{self.ordering}" if self.beam else str(self.ordering)


@dataclass(frozen=True)
class Portfolio:
    """Searches, one after the other, each with an equal share; the first one says what is reported as the objective.

    >>> portfolio = Portfolio.parse("[w(PDB4), 4C, PDB4] + beam[PDB1]")
    >>> str(portfolio), str(portfolio.objective), portfolio.ks
    ('[w(PDB4),4C,PDB4]+beam[PDB1]', '[4C,PDB4]', (1, 3, 4))
    """

    members: tuple[Member, ...]

    @classmethod
    def parse(cls, text: str) -> Portfolio:
        """Read orderings that are joined by ``+``; a single one is a portfolio, too.

        Raises:
            ValueError: the text is none; the message says which part, and why.
        """
        members = tuple(_member(part, text) for part in "".join(text.split()).split("+"))
        twice = [str(member) for place, member in enumerate(members) if member in members[:place]]
        if twice:
            raise ValueError(f"{twice[0]!r} stands twice in {text!r}")
        return cls(members)

    def __str__(self) -> str:
        return "+".join(map(str, self.members))

    @property
    def ks(self) -> tuple[int, ...]:
        """All k whose h^PDBk some member needs, sorted."""
        return tuple(sorted({k for member in self.members for k in member.ordering.ks}))

    @property
    def objective(self) -> Ordering:
        """What the first member's result is chosen by."""
        return self.members[0].ordering.objective


def _member(part: str, text: str) -> Member:
    found = _MEMBER.fullmatch(part)
    if found is None:
        if part != "".join(text.split()):
            raise ValueError(f"{part!r} is no ordering in {text!r}: write [w(PDB4),4C,PDB4]+[PDB1]")
        return Member(Ordering.parse(text))  # which says what is wrong with it
    ordering = Ordering.parse(found[2])
    if found[1] and (not ordering.terms or ordering != ordering.objective):
        raise ValueError(f"a beam needs PDBk or kC, and knows no novelty: {part!r}")
    return Member(ordering, beam=found[1] is not None)
