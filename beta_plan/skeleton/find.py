"""How tasks of a domain look: as a file says, given or beside the domain, or as its structure tells."""

from __future__ import annotations

from pathlib import Path

from beta_plan.pddl.sexpr import load
from beta_plan.skeleton.spec import Skeleton
from beta_plan.skeleton.toml import find_skeleton, read_skeleton


def skeleton_for(domain: Path, given: str | None = None) -> Skeleton:
    """Return the skeleton of a domain; InputRefused says what is wrong with a file, or not understood of the domain."""
    file = find_skeleton(domain, given)
    if file is not None:
        return read_skeleton(file)
    from beta_plan.skeleton.compose import understood  # reads PDDL, which takes a while to load

    return understood(load(domain))
