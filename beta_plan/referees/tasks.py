"""Find the instances of directories and files: problems in PDDL with their domain, and Sokoban levels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from beta_plan.errors import InputRefused
from beta_plan.output.layout import DOMAIN, by_number, form_of
from beta_plan.pddl.sexpr import Source, load
from beta_plan.referees.protocol import Task
from beta_plan.sokoban.xsb import level_text, read_states

LEVEL_FILES = (".sok", ".xsb", ".txt")
_DOMAIN = re.compile(r"\s*\(\s*define\s*\(\s*domain\b", re.IGNORECASE)


def find_tasks(paths: Iterable[Path], domain: Path | None = None) -> list[Task]:
    """Return the instances of all paths, called as the user would; ``p2`` comes before ``p10``.

    A directory gives all problems and levels in it and below. The domain of a problem is ``domain``, or else the
    nearest ``domain.pddl`` in its directory or above. A file of levels gives each of them, mazes alone left out.
    """
    given = None if domain is None else load(domain)
    found = (task for path in paths for task in (_below(path, given) if path.is_dir() else _tasks(path, given)))
    return list(dict.fromkeys(found))  # who names an instance twice wants it once


def _below(folder: Path, domain: Source | None) -> Iterator[Task]:
    """Yield the instances of a directory."""
    files = [
        path for path in folder.rglob("*") if form_of(path.name) and path.is_file() and not _is_hidden(path, folder)
    ]
    found = [
        task for file in sorted(files, key=lambda path: by_number(str(path))) for task in _tasks(file, domain, True)
    ]
    if not found:
        remedy = "expected p01.pddl .. with a domain.pddl, or p01.sok .."
        raise InputRefused("holds no instances", place=str(folder), remedy=remedy)
    yield from found


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _tasks(path: Path, domain: Source | None, among_others: bool = False) -> Iterator[Task]:
    """Yield the instances of a file; where it is one among others it may be a domain, which is passed over."""
    if path.suffix.lower() in LEVEL_FILES:
        yield from _levels(path)
        return
    problem = load(path)
    if _DOMAIN.match(problem.clean):
        if not among_others:
            raise InputRefused("is a domain, no problem", place=str(path), remedy="name the problem, or its directory")
        return
    yield Task(str(path), problem.text, (domain or _domain_of(path)).text)


def _levels(path: Path) -> Iterator[Task]:
    levels = read_states(path)
    for level in levels:
        level.require_state()
        name = str(path) if len(levels) == 1 else f"{path}:{level.number}"
        yield Task(name, level_text(level))


def _domain_of(problem: Path) -> Source:
    """Read the nearest domain, upwards from a problem."""
    for folder in problem.absolute().parents:
        if (folder / DOMAIN).is_file():
            return load(folder / DOMAIN)
    remedy = f"put {DOMAIN} beside it or above, or name it: --domain FILE"
    raise InputRefused("no domain is found for this problem", place=str(problem), remedy=remedy)
