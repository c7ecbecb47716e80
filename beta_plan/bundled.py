"""The tasks that beta-plan ships: where they are, in an installed package and in a checkout."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

_PACKAGE = Path(__file__).parent


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


def find_domain(domain: str | PathLike[str]) -> Path:
    """Return the file of a domain: the file by this name, or else the bundled domain."""
    path = Path(domain)
    if not path.exists() and str(domain) in bundled_names():
        return bundled_domain(str(domain))
    return path
