"""Certify a whole output directory: every problem in it with its plan, and what the manifest says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beta_plan.certify.external import Outcome, Verdict
from beta_plan.certify.replay import Replay, replay_sources
from beta_plan.errors import BetaPlanError, InputRefused, VerificationFailed
from beta_plan.output.layout import DOMAIN, MANIFEST, by_number, plan_file, read_manifest
from beta_plan.pddl.sexpr import Source, load

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

    Problems are all PDDL files beside ``domain.pddl``, and all that the manifest lists. A directory without
    any, or without a domain, raises InputRefused at once.
    """
    listed = _listed(directory)
    found = {path.name for path in directory.glob("*.pddl") if path.name != DOMAIN}
    if not found | listed.keys():
        raise InputRefused("holds no instances", place=str(directory), remedy="expected p01.pddl, p02.pddl, ..")
    domain = load(directory / DOMAIN)
    problems = sorted(found | listed.keys(), key=by_number)
    return (_certify(directory, domain, problem, listed.get(problem), judge) for problem in problems)


def _listed(directory: Path) -> dict[str, dict[str, Any]]:
    """Return the manifest's metrics of the problems that it lists."""
    manifest = read_manifest(directory) or {}
    try:
        return {str(entry["problem"]): dict(entry["metrics"]) for entry in manifest.get("instances", [])}
    except (KeyError, TypeError, ValueError):
        raise InputRefused("not a manifest of beta-plan", place=str(directory / MANIFEST)) from None


def _certify(
    directory: Path, domain: Source, name: str, metrics: dict[str, Any] | None, judge: Judge | None
) -> Certificate:
    try:
        problem = load(directory / name)
        plan = load(directory / plan_file(Path(name).stem)).text
        found = replay_sources(Source(DOMAIN, domain.text), Source(name, problem.text), plan)
        _compare(found, metrics or {})
    except BetaPlanError as error:
        return Certificate(name, None, str(error).replace(f"{directory}/", ""))
    verdict = judge(domain.text, problem.text, plan) if judge else None
    refuted = verdict is not None and verdict.outcome == Outcome.INVALID
    return Certificate(name, found, f"outside judge: {verdict}" if refuted else "", verdict)


def _compare(found: Replay, metrics: dict[str, Any]) -> None:
    """Refuse numbers of the manifest that are not those of the plan."""
    for key, number in (("plan_length", found.length), ("plan_cost", found.cost)):
        if metrics.get(key, number) != number:
            raise VerificationFailed(f"the manifest says {key} {metrics[key]}, the plan has {number}")
