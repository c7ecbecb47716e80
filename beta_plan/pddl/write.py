"""State -> PDDL instance text: the user's own problem text, with another ``:init``, name and first comment."""

from __future__ import annotations

import re
from collections.abc import Iterable

from beta_plan.pddl.sections import ProblemSource

_ATOM = re.compile(r"\([^\s();]+(?: [^\s();]+)*\)")
_NAME = re.compile(r"[^\s();]+")
_NUMBER = re.compile(r"([0-9]+)")
_INDENT = re.compile(r"(?:^|[\r\n])([ \t]*)\Z")


def instance_text(source: ProblemSource, init_atoms: Iterable[str], name: str | None, comment: str) -> str:
    """Return the problem with ``init_atoms``, such as ``(at truck1 a)``, as all the atoms that hold at first.

    Values of functions stay as the user wrote them; so does everything outside ``:init``. The atoms are sorted
    (``p2`` before ``p10``), so that equal states give equal texts. ``name`` renames the problem when given.
    """
    atoms = sorted(set(init_atoms), key=_natural)
    for atom in atoms:
        if not _ATOM.fullmatch(atom):
            raise ValueError(f"not an atom: {atom!r}")
    if name is not None and not _NAME.fullmatch(name):
        raise ValueError(f"not a name: {name!r}")
    text = source.problem_text
    for begin, end, replacement in sorted(_edits(source, atoms, name), reverse=True):
        text = text[:begin] + replacement + text[end:]
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
    return f"{_comment(comment)}{text}\n"


def _edits(source: ProblemSource, atoms: list[str], name: str | None) -> list[tuple[int, int, str]]:
    """Return which spans of the text become what."""
    edits = [] if name is None else [(*source.name_span, name)]
    if not source.init_spans:
        at = source.goal_span[0]
        indent = _indent(source.problem_text, at)
        edits.append((at, at, f"{_init(source, atoms, indent)}\n{indent}"))
    for begin, end in source.init_spans[:1]:
        edits.append((begin, end, _init(source, atoms, _indent(source.problem_text, begin))))
    edits += ((begin, end, "") for begin, end in source.init_spans[1:])
    return edits


def _init(source: ProblemSource, atoms: list[str], indent: str) -> str:
    facts = (*source.assignments, *atoms)
    return "\n".join(("(:init", *(f"{indent}  {fact}" for fact in facts), f"{indent})"))


def _indent(text: str, at: int) -> str:
    """Return the blanks before a place when nothing else stands before it on its line."""
    blanks = _INDENT.search(text[max(0, at - 200) : at])
    return blanks[1] if blanks else ""


def _natural(atom: str) -> tuple[list[str | tuple[int, str]], str]:
    """Return a sorting key by which numbers inside names count as numbers."""
    parts: list[str | tuple[int, str]] = list(_NUMBER.split(atom))
    for position in range(1, len(parts), 2):
        digits = str(parts[position]).lstrip("0")
        parts[position] = (len(digits), digits)
    return parts, atom


def _comment(text: str) -> str:
    """Return a text as comment lines, out of which no character leads."""
    lines = ["".join(c if c.isprintable() else " " for c in line).rstrip() for line in text.splitlines()]
    return "".join(f"; {line}\n" if line else ";\n" for line in lines)
