"""What an output directory holds, by name.

    domain.pddl  p01.pddl ..  solutions/p01.plan ..  metrics.csv  manifest.json

A directory of Sokoban levels holds ``p01.sok ..  solutions/p01.lurd ..`` in place of the PDDL files, or beside them.
A suite that is split has its problems in folders, and each plan below ``solutions`` in a folder of the same name::

    domain.pddl  training/easy/p01.pddl ..  testing/hard/p01.pddl ..  solutions/training/easy/p01.plan ..

``report.html`` and ``beta-plan.ptest.json`` may be there, too: a page and a test suite, which go when these change.

``checkpoint`` is there while a long run goes on, and after a crash.

The manifest marks the directory as ours. While files are being replaced it says ``"complete": false``, lists no
instances, and says what is to be done; whatever problems are there then still have their plans.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from beta_plan.splits import is_folder

DOMAIN = "domain.pddl"
SOLUTIONS = "solutions"
MANIFEST = "manifest.json"
METRICS = "metrics.csv"
REPORT = "report.html"
PTEST = "beta-plan.ptest.json"
CHECKPOINT = "checkpoint"
GENERATOR = "beta-plan"

LARGEST_JSON = 1 << 28
"""Bytes; a longer file is not read."""


@dataclass(frozen=True)
class Form:
    """A way to write instances: the endings of the files of a problem and its plan."""

    problem: str
    plan: str


PDDL = Form("pddl", "plan")
LEVEL = Form("sok", "lurd")
FORMS = (PDDL, LEVEL)

GENERATED = f'<meta name="generator" content="{GENERATOR}">'.encode()
"""Stands near the beginning of every page."""
_NAME = re.compile(r"p[0-9]{2,}")
_NUMBER = re.compile(r"([0-9]+)")


def instance_names(count: int) -> list[str]:
    """Return ``p01``, ``p02``, ..: all of one width, at least two digits.

    >>> instance_names(2), instance_names(100)[-1]
    (['p01', 'p02'], 'p100')
    """
    width = max(2, len(str(count)))
    return [f"p{number:0{width}}" for number in range(1, count + 1)]


def instance_paths(folders: Sequence[str]) -> list[str]:
    """Return the names of instances with their folders, of which each has its own ``p01``; "" is the directory.

    >>> instance_paths(["training/easy", "testing/easy", "testing/easy"])
    ['training/easy/p01', 'testing/easy/p01', 'testing/easy/p02']
    """
    names = {folder: iter(instance_names(count)) for folder, count in Counter(folders).items()}
    return [f"{folder}/{next(names[folder])}".removeprefix("/") for folder in folders]


def problem_file(name: str, form: Form = PDDL) -> str:
    """Return the file of an instance, seen from the directory."""
    return f"{name}.{form.problem}"


def plan_file(name: str, form: Form = PDDL) -> str:
    """Return the file of an instance's plan, seen from the directory."""
    return f"{SOLUTIONS}/{name}.{form.plan}"


def form_of(file: str) -> Form | None:
    """Return the form of a problem by the name of its file; None for other files."""
    ending = Path(file).suffix.removeprefix(".")
    return next((form for form in FORMS if form.problem == ending and Path(file).name != DOMAIN), None)


def plan_of(problem: str) -> str:
    """Return the file of the plan that belongs to the file of a problem.

    >>> plan_of("p01.pddl"), plan_of("testing/easy/p01.sok")
    ('solutions/p01.plan', 'solutions/testing/easy/p01.lurd')
    """
    return plan_file(PurePosixPath(problem).with_suffix("").as_posix(), form_of(problem) or PDDL)


def is_problem_of_ours(file: str) -> bool:
    """Tell whether a run may have written this file, seen from the directory, as a problem."""
    return any(_is_ours(file, form.problem) for form in FORMS)


def is_plan_of_ours(file: str) -> bool:
    """Tell whether a run may have written this file, seen from the directory of solutions, as a plan."""
    return any(_is_ours(file, form.plan) for form in FORMS)


def is_report_of_ours(file: Path) -> bool:
    """Tell whether beta-plan has written a page, which its first lines say."""
    try:
        with file.open("rb") as page:
            return GENERATED in page.read(1000)
    except OSError:
        return False


def _is_ours(file: str, ending: str) -> bool:
    folder, _, file = file.rpartition("/")
    name, _, rest = file.partition(".")
    return rest == ending and _NAME.fullmatch(name) is not None and (not folder or is_folder(folder))


def folder_of(file: str) -> str:
    """Return the folder of a file; "" for one in the directory itself.

    >>> folder_of("testing/easy/p01.pddl"), folder_of("p01.pddl")
    ('testing/easy', '')
    """
    return file.rpartition("/")[0]


def folders_with_problems(directory: Path) -> list[str]:
    """Return where problems may be, by the names that splits have; the directory itself, "", comes first."""
    below = (path.relative_to(directory).as_posix() for path in directory.glob("*/*") if path.is_dir())
    return ["", *sorted(folder for folder in below if is_folder(folder))]


def folders_of_ours(manifest: dict[str, Any] | None) -> set[str]:
    """Return the folders of a split that a run has written, or was about to: nothing else below is ours."""
    if manifest is None:
        return set()
    files = [str(entry.get("problem")) for entry in _list(manifest, "instances") if isinstance(entry, dict)]
    said = [*map(folder_of, files), *map(str, _list(manifest, "folders"))]
    return {folder for folder in said if is_folder(folder)}


def _list(manifest: dict[str, Any], key: str) -> list[Any]:
    found = manifest.get(key)
    return found if isinstance(found, list) else []


def read_manifest(directory: Path) -> dict[str, Any] | None:
    """Return the manifest of a directory that beta-plan has written, or None where there is none."""
    try:
        found = read_json(directory / MANIFEST)
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found.get("generator") == GENERATOR else None


def read_json(file: Path) -> Any:
    """Return what a file says; OSError, ValueError or RecursionError where it is not JSON, endless, or no file."""
    if not file.is_file():  # a pipe would let us wait
        raise ValueError("no file")
    size = file.stat().st_size
    if size > LARGEST_JSON:
        raise ValueError(f"longer than {LARGEST_JSON:,} bytes")
    with file.open("rb") as opened:
        return json.loads(opened.read(size))  # whoever asks for more than there is needs memory for it


def is_json(file: Path) -> bool:
    """Tell whether a file can be read as JSON, whatever it says."""
    try:
        read_json(file)
    except (OSError, ValueError, RecursionError):
        return False
    return True


def is_inside(name: str) -> bool:
    """Tell whether the name of a file, seen from a directory, stays in it.

    >>> is_inside("testing/easy/p01.pddl"), is_inside("../p01.pddl"), is_inside("/etc/passwd")
    (True, False, False)
    """
    return not Path(name).is_absolute() and ".." not in Path(name).parts


def by_number(name: str) -> list[str | tuple[int, str]]:
    """Return a sorting key by which ``p2`` comes before ``p10``."""
    parts = _NUMBER.split(name)  # text and digits, in turn
    return [part if place % 2 == 0 else (len(part.lstrip("0")), part) for place, part in enumerate(parts)]
