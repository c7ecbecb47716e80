"""From an output directory to the data of its report: manifests, problems and plans, also of directories inside it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from beta_plan import __version__
from beta_plan.errors import InputRefused
from beta_plan.output.layout import DOMAIN, LEVEL, MANIFEST, METRICS, form_of, is_inside, read_manifest
from beta_plan.report.level import level_entry
from beta_plan.report.pddl import pddl_entry
from beta_plan.sokoban.xsb import read_level

FILES = ("problem", "plan", "pddl_problem", "pddl_plan")
"""The keys under which a manifest lists the files of an instance."""


@dataclass(frozen=True)
class Run:
    """A directory with a manifest, somewhere below ``root``, the directory that is reported."""

    root: Path
    directory: Path
    manifest: Mapping[str, Any]

    @property
    def path(self) -> str:
        """The directory, seen from the root; empty for the root itself."""
        found = self.directory.relative_to(self.root).as_posix()
        return "" if found == "." else found

    @property
    def entries(self) -> list[Mapping[str, Any]]:
        """What the manifest says about each instance."""
        found = self.manifest.get("instances")
        if not isinstance(found, list) or not all(isinstance(each, dict) and _names(each) for each in found):
            place = str(self.directory / MANIFEST)
            raise InputRefused("lists no instances", place=place, remedy="generate the directory again")
        return found

    def file(self, name: str) -> Path:
        """Return a file of the directory; a manifest that leads out of it is refused."""
        found = self.directory / name
        if not is_inside(name) or not _leads_into(self.root, found):
            place = str(self.directory / MANIFEST)
            raise InputRefused(f"names a file elsewhere: {name}", place=place, remedy="generate the directory again")
        return found

    def link(self, name: str) -> str:
        """Return the address of a file, seen from the root; the dot keeps a name from being taken for a scheme."""
        return f"./{quote(os.fsencode(self.file(name).relative_to(self.root).as_posix()))}"

    def domain(self) -> Path:
        """Return the domain of the directory, its own or that of a directory around it."""
        around = [self.directory, *self.directory.parents]
        inside = [folder for folder in around if folder.is_relative_to(self.root)]
        return next((folder / DOMAIN for folder in inside if (folder / DOMAIN).is_file()), self.directory / DOMAIN)


def runs_below(root: Path) -> list[Run]:
    """Return what beta-plan has written in a directory and in those inside it, at least one run."""
    folders = [root, *sorted(path.parent for path in root.rglob(MANIFEST) if path.parent != root)]
    found = [Run(root, folder, manifest) for folder in folders if (manifest := read_manifest(folder)) is not None]
    if not any(run.manifest.get("instances") for run in found):
        remedy = "expected a directory that beta-plan generate has written"
        raise InputRefused("holds no instances", place=str(root), remedy=remedy)
    return [run for run in found if run.manifest.get("instances")]


def directory_data(root: Path) -> dict[str, Any]:
    """Return what the page shows of a directory, as plain values; the same files give the same data."""
    runs = runs_below(root)
    return {
        "kind": "report",
        "title": root.resolve().name,
        "version": __version__,
        "runs": [_run_data(run) for run in runs],
        "instances": [each for number, run in enumerate(runs) for each in _instances(run, number)],
    }


def _run_data(run: Run) -> dict[str, Any]:
    kept = ("command", "seed", "order", "notes", "history", "pool", "search")
    told = {key: run.manifest[key] for key in kept if key in run.manifest}
    shared = [name for name in (DOMAIN, METRICS, MANIFEST) if (run.directory / name).is_file()]
    files = [{"label": name, "href": run.link(name)} for name in shared]
    return {"path": run.path, **told, "source": run.manifest.get("source_level"), "files": files}


def _instances(run: Run, number: int) -> Iterator[dict[str, Any]]:
    """Yield what the page shows of each instance: names, numbers, links, and its picture."""
    for entry in run.entries:
        problem = str(entry["problem"])
        name, folder = Path(problem).stem, Path(run.path, problem).parent.as_posix()
        yield {
            "id": f"{folder}/{name}".removeprefix("./"),
            "name": name,
            "title": "",
            "group": "" if folder == "." else folder,
            "run": number,
            "metrics": entry.get("metrics") or {},
            "files": [{"label": str(entry[key]), "href": run.link(str(entry[key]))} for key in FILES if key in entry],
            **_shown(run, problem, str(entry.get("plan", ""))),
        }


def _shown(run: Run, problem: str, plan: str) -> dict[str, Any]:
    file = run.file(problem)
    if form_of(problem) == LEVEL:
        return level_entry(read_level(file))
    return pddl_entry(run.domain(), file, run.file(plan))


def _leads_into(root: Path, file: Path) -> bool:
    """Tell whether a file is below a directory, wherever links lead."""
    try:
        return file.resolve().is_relative_to(root.resolve())
    except (OSError, ValueError, RuntimeError):  # a ring of links, or no name at all
        return False


def _names(entry: Mapping[str, Any]) -> bool:
    return isinstance(entry.get("problem"), str) and isinstance(entry.get("metrics", {}), dict)
