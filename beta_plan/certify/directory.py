"""Certify a whole output directory: every problem in it with its plan, and what the manifest says of them.

Problems in PDDL and Sokoban levels may stand beside each other; each file is certified on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beta_plan.certify.external import Outcome, Verdict
from beta_plan.certify.replay import Replay, replay_sources
from beta_plan.certify.sokoban import replay_level, written_levels
from beta_plan.errors import BetaPlanError, InputRefused, VerificationFailed
from beta_plan.output.layout import (
    DOMAIN,
    LEVEL,
    MANIFEST,
    SOLUTIONS,
    by_number,
    folders_with_problems,
    form_of,
    is_inside,
    is_json,
    plan_of,
    read_manifest,
)
from beta_plan.pddl.sexpr import Source, counted, load

Judge = Callable[[str, str, str], Verdict]
"""An outside judge: asked with the texts of domain, problem and plan."""


@dataclass(frozen=True)
class Certificate:
    """What was found about one problem: its replay, or why there is none; and the outside judge's verdict."""

    problem: str
    replay: Replay | None
    why: str = ""
    verdict: Verdict | None = None

    @property
    def verified(self) -> bool:
        """Tell whether the plan replays, and no judge says otherwise."""
        return self.replay is not None and (self.verdict is None or self.verdict.outcome != Outcome.INVALID)


def certify_directory(directory: Path, judge: Judge | None = None) -> Iterator[Certificate]:
    """Yield a certificate for each problem of a directory, ``p2`` before ``p10``.

    Problems are all PDDL files beside ``domain.pddl``, all levels, those in folders such as ``testing/easy``, and all
    that the manifest lists. A directory without any, or with problems in PDDL but without a domain, raises
    InputRefused at once. Only they are shown to the judge. Levels in bulk are certified in the format that is text,
    Boxoban.
    """
    if (read_manifest(directory) or {}).get("format") == "boxoban":
        return _certify_boxoban(directory)
    listed = _listed(directory)
    found = {
        path.relative_to(directory).as_posix()
        for folder in folders_with_problems(directory)
        for path in (directory / folder).iterdir()
        if form_of(path.name) and path.is_file()
    }
    if not found | listed.keys():
        raise InputRefused("holds no instances", place=str(directory), remedy="expected p01.pddl, p02.pddl, ..")
    problems = sorted(found | listed.keys(), key=by_number)
    domain = load(directory / DOMAIN) if any(form_of(problem) != LEVEL for problem in problems) else None
    return (_certify(directory, domain, problem, listed.get(problem, {}), judge) for problem in problems)


def _certify_boxoban(directory: Path) -> Iterator[Certificate]:
    """Yield a certificate for each level of ``levels/000.txt``, .. with its line of ``solutions/000.lurd``, .."""
    for file in sorted((directory / "levels").glob("*.txt")):
        levels = written_levels(load(file).text)
        solutions = load(directory / SOLUTIONS / f"{file.stem}.lurd").text.split("\n")[:-1]
        for number in range(max(len(levels), len(solutions))):
            name = f"levels/{file.name}; {number}"
            if number >= min(len(levels), len(solutions)):
                yield Certificate(name, None, f"no {'level' if number >= len(levels) else 'solution'}")
                continue
            try:
                yield Certificate(name, replay_level("\n".join(levels[number].rows), solution=solutions[number]))
            except BetaPlanError as error:
                yield Certificate(name, None, str(error))


def _listed(directory: Path) -> dict[str, dict[str, Any]]:
    """Return the manifest's metrics of the problems that it lists."""
    manifest = read_manifest(directory) or {}
    if not manifest and (directory / MANIFEST).is_file() and not is_json(directory / MANIFEST):
        raise InputRefused("not JSON", place=str(directory / MANIFEST), remedy="remove it, or generate again")
    try:
        return {
            str(entry[key]): dict(entry["metrics"])
            for entry in manifest.get("instances", [])
            for key in ("problem", "pddl_problem")
            if key == "problem" or key in entry
        }
    except (KeyError, TypeError, ValueError):
        raise InputRefused("not a manifest of beta-plan", place=str(directory / MANIFEST)) from None


def _certify(
    directory: Path, domain: Source | None, name: str, metrics: dict[str, Any], judge: Judge | None
) -> Certificate:
    try:
        if not is_inside(name):
            raise InputRefused("names a file elsewhere", place=str(directory / MANIFEST), remedy="generate it again")
        problem = load(directory / name).text
        plan = load(directory / plan_of(name)).text
        if domain is None or form_of(name) == LEVEL:
            found, judge = _replay_level(name, problem, plan), None
        else:
            found = replay_sources(Source(DOMAIN, domain.text), Source(name, problem), plan)
        _compare(found, metrics)
    except BetaPlanError as error:
        return Certificate(name, None, str(error).replace(f"{directory}/", ""))
    verdict = judge(domain.text, problem, plan) if domain and judge else None
    refuted = verdict is not None and verdict.outcome == Outcome.INVALID
    return Certificate(name, found, f"outside judge: {verdict}" if refuted else "", verdict)


def _replay_level(name: str, text: str, plan: str) -> Replay:
    """Replay the level of a file with the solution that is in it, and with the one beside it."""
    levels = written_levels(text)
    if len(levels) != 1:
        raise VerificationFailed(f"holds {counted(len(levels), 'level')}, expected one")
    found, beside = replay_level(text), "".join(plan.split())
    try:
        replay_level(text, solution=beside)
    except VerificationFailed as error:
        raise VerificationFailed(f"{plan_of(name)}: {error}") from None
    if beside != levels[0].solution:
        raise VerificationFailed(f"{plan_of(name)} is another solution than that in the level")
    return found


def _compare(found: Replay, metrics: dict[str, Any]) -> None:
    """Refuse numbers of the manifest that are not those of the plan."""
    for key, number in (("plan_length", found.length), ("plan_cost", found.cost)):
        if metrics.get(key, number) != number:
            raise VerificationFailed(f"the manifest says {key} {metrics[key]}, the plan has {number}")
