"""Read the effort of a search out of what planners print: Fast Downward and all that is built on it, pyperplan."""

from __future__ import annotations

import re

_NUMBER = r"(?<![0-9])([0-9]{1,18})"
"""From its first digit on: nobody looks at each end of a long one."""

_TOLD = {
    "expansions": re.compile(rf"Expanded {_NUMBER} state|{_NUMBER} Nodes expanded"),
    "expansions_until_last_jump": re.compile(rf"Expanded until last jump: {_NUMBER} state"),
    "evaluations": re.compile(rf"Evaluated {_NUMBER} state"),
}
_PROGRESS = {"expansions": re.compile(f"{_NUMBER} expanded"), "evaluations": re.compile(f"{_NUMBER} evaluated")}


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
