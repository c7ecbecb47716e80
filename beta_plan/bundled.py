"""The tasks that beta-plan ships: where they are, in an installed package and in a checkout."""

from __future__ import annotations

from difflib import get_close_matches
from os import PathLike
from pathlib import Path

from beta_plan.errors import InputRefused

_PACKAGE = Path(__file__).parent
_DOMAIN = "domain.pddl"


def bundled_directory() -> Path:
    """Return the directory of bundled domains: in the package where it is installed, else beside it."""
    inside = _PACKAGE / "domains"
    return inside if inside.is_dir() else _PACKAGE.parent / "domains"


def bundled_names() -> list[str]:
    """Return the names of the bundled domains, sorted."""
    return sorted(path.parent.name for path in bundled_directory().glob("*/domain.pddl"))


def bundled_domain(name: str) -> Path:
    """Return the file of a bundled domain; that there is one by this name is the caller's affair."""
    return bundled_directory() / name / "domain.pddl"


def is_maze_domain(domain: Path, skeleton: str | None = None) -> bool:
    """Tell whether mazes are drawn for a domain: it is the bundled Sokoban, and no skeleton says otherwise."""
    return skeleton is None and domain.resolve() == bundled_domain("sokoban").resolve()


def _meant(directory: Path) -> str:
    return f"did you mean {directory / _DOMAIN}?"


def find_domain(domain: str | PathLike[str]) -> Path:
    """Return the file of a domain: the file by this name, or else the bundled domain.

    A word that is neither is refused; what looks like a path is returned, for whoever reads it to complain.
    """
    path, known = Path(domain), bundled_names()
    if path.is_file() or path.suffix or len(path.parts) != 1:
        if (path / _DOMAIN).is_file():
            raise InputRefused("cannot be read: Is a directory", place=str(path), remedy=_meant(path))
        return path
    if str(domain) not in known:
        close = get_close_matches(str(domain), known, n=1)
        remedy = f"did you mean '{close[0]}'?" if close else "beta-plan domains lists those that are bundled"
        remedy = _meant(path) if (path / _DOMAIN).is_file() else remedy
        raise InputRefused("neither a file nor a bundled domain", place=str(domain), remedy=remedy)
    return bundled_domain(str(domain))
