"""Plans as text: one ``(action argument ..)`` on each line, ``;`` before comments, the cost at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from beta_plan.errors import VerificationFailed
from beta_plan.pddl.sexpr import Source, shorten

_LINE_END = re.compile(r"\r\n|\r|\n")
_STEP = re.compile(r"\(\s*([^\s()]+(?:\s+[^\s()]+)*)\s*\)")
_SAYS_COST = re.compile(r";\s*cost\s*=", re.IGNORECASE)
_COST = re.compile(r";\s*cost\s*=\s*([0-9]{1,18})\s*(?:\((unit|general) cost\)\s*)?", re.IGNORECASE)


@dataclass(frozen=True)
class Step:
    """One action of a plan in lower case, as PDDL reads it, and the line it stands on."""

    words: tuple[str, ...]
    line: int

    def __str__(self) -> str:
        return shorten(f"({' '.join(self.words)})", 120)


@dataclass(frozen=True)
class Claim:
    """What a comment of a plan says about its cost; ``kind`` is ``unit``, ``general`` or empty."""

    cost: int
    kind: str


@dataclass(frozen=True)
class Plan:
    """A plan as it was written."""

    steps: tuple[Step, ...]
    claims: tuple[Claim, ...]


def plan_text(actions: Iterable[str], *, cost: int, uses_costs: bool) -> str:
    """Return a plan as text; ``actions`` are spelled without parentheses.

    >>> print(plan_text(["drive van a b", "unload"], cost=7, uses_costs=True), end="")
    (drive van a b)
    (unload)
    ; cost = 7 (general cost)
    """
    lines = [f"({action})" for action in actions]
    return "\n".join([*lines, f"; cost = {cost} ({'general' if uses_costs else 'unit'} cost)", ""])


def parse_plan(text: str, name: str = "plan") -> Plan:
    """Read a plan; a line that is no action and no comment raises VerificationFailed, and so does an unclear cost."""
    code = _LINE_END.split(Source(name, text).clean)
    steps: list[Step] = []
    claims: list[Claim] = []
    for number, (line, written) in enumerate(zip(code, _LINE_END.split(text), strict=True), 1):
        if line.strip():
            found = _STEP.fullmatch(line.strip())
            if found is None:
                said = shorten(line.strip(), 60)
                raise VerificationFailed(f"{name}, line {number}: expected one (action argument ..), found '{said}'")
            steps.append(Step(tuple(found[1].split()), number))
        elif _SAYS_COST.match(written.strip()):
            claims.append(_claim(written.strip(), f"{name}, line {number}"))
    return Plan(tuple(steps), tuple(claims))


def _claim(comment: str, place: str) -> Claim:
    found = _COST.fullmatch(comment)
    if found is None:
        raise VerificationFailed(f"{place}: expected '; cost = N (unit cost)', found '{shorten(comment, 60)}'")
    return Claim(int(found[1]), (found[2] or "").lower())
