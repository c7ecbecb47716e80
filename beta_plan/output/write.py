"""Writing the output directory so that no crash, full disk or second run leaves anything half-written.

``exchange`` brings the files into place, so that whoever dies leaves the older output or the new one. In the moment
between, a problem goes before its plan or domain changes and comes back after them, so that at any time every problem
that is there, in PDDL or a level, has its plan and its domain.

Nothing that is written depends on the clock or the machine: the same seed and the same ``--max-expansions`` give the
same bytes. Seconds, rates and memory are printed by the command line and are in its ``--json``, never in a file.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beta_plan import __version__
from beta_plan.errors import CannotWrite
from beta_plan.metrics import Metrics, metrics_csv
from beta_plan.output.exchange import STAGED, Exchange, clean_up, mark_incomplete, stage_all
from beta_plan.output.layout import (
    CHECKPOINT,
    DOMAIN,
    GENERATOR,
    LEVEL,
    MANIFEST,
    METRICS,
    PDDL,
    PTEST,
    REPORT,
    SOLUTIONS,
    Form,
    folder_of,
    folders_of_ours,
    form_of,
    instance_paths,
    is_plan_of_ours,
    is_problem_of_ours,
    is_report_of_ours,
    plan_file,
    plan_of,
    problem_file,
    read_manifest,
)
from beta_plan.output.links import refuse_links
from beta_plan.output.lock import locked

LASTING = ("expanded", "generated", "status")
"""What the manifest keeps of a search's numbers; the others depend on the machine."""

_NUMBERS = re.compile(r"(?<=\[)\n[-0-9.,\s]+(?=\])")  # no string holds a line break


@dataclass(frozen=True)
class Writing:
    """An instance in one form: the texts of a problem and of its plan."""

    form: Form
    problem: str
    plan: str


@dataclass(frozen=True)
class Instance:
    """One instance, ready to be written.

    ``pddl`` is the same instance in PDDL, for one that is a level; ``folder`` that of its section, in a suite that is
    split.
    """

    problem: str
    plan: str
    metrics: Metrics
    form: Form = PDDL
    pddl: Writing | None = None
    folder: str = ""

    @property
    def writings(self) -> list[Writing]:
        """The forms in which the instance is written, the one of its metrics first."""
        own = Writing(self.form, self.problem, self.plan)
        return [own, self.pddl] if self.pddl else [own]


def level_instance(level: str, lurd: str, metrics: Metrics, pddl: tuple[str, str] | None = None) -> Instance:
    """Return an instance that is a Sokoban level; ``pddl`` are problem and plan of the same, if they are wanted."""
    return Instance(level, lurd, metrics, LEVEL, Writing(PDDL, *pddl) if pddl else None)


def listed(instances: Sequence[Instance]) -> list[dict[str, Any]]:
    """Return what scripts can read about instances: their files, seen from the directory, and their metrics."""
    return [_listed(name, each) for name, each in zip(_names(instances), instances, strict=True)]


def _names(instances: Sequence[Instance]) -> list[str]:
    return instance_paths([instance.folder for instance in instances])


def _listed(name: str, instance: Instance) -> dict[str, Any]:
    files = {"problem": problem_file(name, instance.form), "plan": plan_file(name, instance.form)}
    if instance.pddl:
        files |= {"pddl_problem": problem_file(name), "pddl_plan": plan_file(name)}
    return {**files, "metrics": instance.metrics.to_json()}


@dataclass(frozen=True)
class Output:
    """Everything that a run writes; in its folder each instance gets the next name.

    ``domain`` are the bytes of the user's file, None where no instance is in PDDL. ``about`` are more entries of the
    manifest, such as seed and order; of its ``search`` only the keys in LASTING are written.
    """

    domain: bytes | None
    instances: Sequence[Instance]
    about: Mapping[str, Any] = field(default_factory=dict)

    def manifest(self) -> dict[str, Any]:
        """Return what scripts can read about the directory."""
        about = dict(self.about)
        if "search" in about:
            about["search"] = {key: value for key, value in about["search"].items() if key in LASTING}
        about["instances"] = listed(self.instances)
        return {"generator": GENERATOR, "version": __version__, "complete": True, **about}

    def files(self) -> dict[str, bytes]:
        """Return the content of every file by its name, seen from the directory; plans come before problems."""
        names = _names(self.instances)
        found = {} if self.domain is None else {DOMAIN: self.domain}
        for name, instance in zip(names, self.instances, strict=True):
            for writing in instance.writings:
                found[plan_file(name, writing.form)] = writing.plan.encode()
                found[problem_file(name, writing.form)] = writing.problem.encode()
        rows = [(problem_file(name, each.form), each.metrics) for name, each in zip(names, self.instances, strict=True)]
        return found | {METRICS: metrics_csv(rows).encode(), MANIFEST: _json(self.manifest())}


def provenance(command: str, *, seed: int, order: str, metrics: Metrics) -> str:
    """Return the first comment of an instance: which program, asked how, has found what."""
    return f"beta-plan {__version__}\ncommand: {command}\nseed: {seed}\norder: {order}\nmetrics: {metrics}"


def check_directory(directory: Path) -> None:
    """Raise CannotWrite where ``write_output`` would refuse a directory; ask before a long search."""
    with _one_line(directory):
        if directory.is_symlink() and not directory.exists():
            raise CannotWrite(f"{directory}: is a link to nowhere (choose another directory, or remove it)")
        if not directory.exists():
            _check_parent(directory)
            return
        if not directory.is_dir():
            raise CannotWrite(f"{directory}: is not a directory (choose another one)")
        strangers = [entry for entry in os.scandir(directory) if not _is_passing(entry.name)]
        if strangers and read_manifest(directory) is None:
            remedy = "choose another directory, or empty it"
            raise CannotWrite(f"{directory}: is not empty and holds no output of beta-plan ({remedy})")
        refuse_links(directory)
        _try_in(directory, f"{directory}: no file can be made in it (choose another one)")


def _is_passing(name: str) -> bool:
    """Tell whether a file, or a folder, is there only as long as a run goes on."""
    return name.endswith(STAGED) or name == CHECKPOINT


def _check_parent(directory: Path) -> None:
    """Raise CannotWrite where a directory could not be made."""
    parent = next(parent for parent in directory.absolute().parents if parent.exists())
    _try_in(parent, f"{directory}: no directory can be made in {parent} (choose another one)")


def _try_in(folder: Path, complaint: str) -> None:
    """Make a file in a folder that is gone at once; permissions alone do not tell whether that is possible."""
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        raise CannotWrite(complaint) from None


def write_output(directory: Path, output: Output) -> None:
    """Write all files of a run; an older output of beta-plan in the directory is replaced, anything else refused."""
    check_directory(directory)
    with _one_line(directory):
        directory.mkdir(parents=True, exist_ok=True)
        with locked(directory):
            clean_up(directory)
            try:
                if read_manifest(directory) is None:
                    mark_incomplete(directory, {"has_domain": False})
                (directory / SOLUTIONS).mkdir(exist_ok=True)
                _put(directory, output.files())
            finally:
                clean_up(directory)


def _put(directory: Path, files: dict[str, bytes]) -> None:
    """Exchange the files that differ, in an order that keeps problems, plans and domain together."""
    changed = _changed(directory, files)
    before = folders_of_ours(read_manifest(directory))
    old = _files_in(directory, before, is_problem_of_ours)
    plans = [f"{SOLUTIONS}/{name}" for name in _files_in(directory / SOLUTIONS, before, is_plan_of_ours)]
    domain = [DOMAIN] if _has_domain_of_ours(directory) else []
    stale = [name for name in [*old, *plans, *domain] if name not in files]
    if not changed and not stale:
        return
    stale += [PTEST, *([REPORT] if is_report_of_ours(directory / REPORT) else [])]
    changed = changed or [MANIFEST]
    stage_all(directory, files, changed)
    going = [name for name in old if name in changed or (DOMAIN in changed and name in stale and form_of(name) == PDDL)]
    exchange = Exchange(tuple(going), tuple(changed), tuple(stale))
    now = {folder_of(name) for name in files if is_problem_of_ours(name)} - {""}
    has_domain = bool(domain) or DOMAIN in files
    exchange.begin(directory, {"has_domain": has_domain, "folders": sorted(before | now)})
    exchange.finish(directory)


def _files_in(directory: Path, folders: set[str], is_ours: Callable[[str], bool]) -> list[str]:
    """Return files of ours in a directory and in folders of it, sorted."""
    below = (path for folder in ["", *folders] for path in (directory / folder).glob("*"))
    return sorted(name for name in (path.relative_to(directory).as_posix() for path in below) if is_ours(name))


def _changed(directory: Path, files: dict[str, bytes]) -> list[str]:
    """Return the files to be written, in order; the manifest always if there are any.

    A problem counts as changed where its plan or the domain is: it must not be there while they are replaced.
    """
    differs = {name for name, content in files.items() if _content(directory / name) != content}
    if DOMAIN in differs:
        differs |= {name for name in files if form_of(name) == PDDL}
    for name in files:
        if is_problem_of_ours(name) and plan_of(name) in differs:
            differs.add(name)
    return [name for name in files if name in differs or name == MANIFEST] if differs else []


def _has_domain_of_ours(directory: Path) -> bool:
    """Tell whether a run has written the domain of a directory; beside levels alone somebody may have put his own."""
    manifest = read_manifest(directory)
    if manifest is None or not (directory / DOMAIN).is_file():
        return False
    if not manifest.get("complete"):
        return bool(manifest.get("has_domain", True))
    entries = manifest.get("instances")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return True
    problems = [str(entry.get(key)) for entry in entries for key in ("problem", "pddl_problem")]
    return not problems or any(form_of(problem) == PDDL for problem in problems)


def _json(value: Mapping[str, Any]) -> bytes:
    """Return an indented text in which a list of numbers takes one line."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return f"{_NUMBERS.sub(lambda found: ' '.join(found[0].split()), text)}\n".encode()


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


@contextmanager
def _one_line(directory: Path) -> Iterator[None]:
    """Turn whatever the system says against a file into CannotWrite."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"{error.filename or directory}: {error.strerror or error}") from None
