"""Read the effort of a search out of what planners print: Fast Downward and all that is built on it, pyperplan."""

from __future__ import annotations

import re

_TOLD = {
    "expansions": re.compile(r"Expanded (\d+) state|(\d+) Nodes expanded"),
    "expansions_until_last_jump": re.compile(r"Expanded until last jump: (\d+) state"),
    "evaluations": re.compile(r"Evaluated (\d+) state"),
}
_PROGRESS = {"expansions": re.compile(r"(\d+) expanded"), "evaluations": re.compile(r"(\d+) evaluated")}


def efforts(log: str) -> dict[str, int]:
    """Return numbers by the names that they have in a verdict; where a log was cut off, what it told last.

    >>> efforts("f = 9, 193 evaluated, 136 expanded")
    {'expansions': 136, 'evaluations': 193}
    """
    found = {}
    for forms in (_PROGRESS, _TOLD):
        for name, form in forms.items():
            for match in form.finditer(log):
                found[name] = int(match[match.lastindex or 1])
    return found
