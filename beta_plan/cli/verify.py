"""``beta-plan verify``: replay the plans of a directory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beta_plan.cli.options import PathType, check_is_directory, json_option
from beta_plan.cli.say import say
from beta_plan.errors import VerificationFailed

if TYPE_CHECKING:
    from beta_plan.certify.directory import Certificate


@click.command()
@click.argument("directory", metavar="DIR", type=PathType())
@click.option("--validator", type=click.Choice(["up"]), help="Also ask unified-planning's validator.")
@json_option
def verify(directory: Path, validator: str | None, as_json: bool) -> None:
    """Replay the plans of DIR/solutions over DIR/domain.pddl and the problems of DIR.

    The plans are executed over the PDDL text by an interpreter of its own, which knows nothing of the generator.
    Sokoban levels (p01.sok) are replayed with the solution in the file and with that of DIR/solutions.
    Levels that --format boxoban has written are replayed, too. Costs that the plans and the manifest state are checked.
    Files that a run has written, and not brought into place before it was killed, are brought there first.
    Ends with 12 when a plan fails, or is missing.

    \b
    Examples:
      beta-plan verify out
      beta-plan verify --json out
      beta-plan verify --validator up out
    """
    from beta_plan.certify.directory import certify_directory
    from beta_plan.certify.external import require_up, validate_with_up
    from beta_plan.output.exchange import finish_writing
    from beta_plan.output.layout import read_manifest

    check_is_directory(directory)
    if validator:
        require_up()
    finish_writing(directory)
    unfinished = not (read_manifest(directory) or {}).get("complete", True)
    if unfinished:
        say(f"beta-plan: {directory}: unfinished, what is there is replayed (generate again)", err=True)
    found = []
    for certificate in certify_directory(directory, validate_with_up if validator else None):
        found.append(certificate)
        if not as_json:
            say(line(certificate))
    failed = [certificate for certificate in found if not certificate.verified]
    if as_json:
        click.echo(json.dumps(summary(found, validator), indent=2))
    else:
        click.echo(f"{len(found) - len(failed)} verified, {len(failed)} failed")
    if failed:
        raise VerificationFailed(f"{directory}: {len(failed)} of {len(found)} failed, the first is {failed[0].problem}")


def line(certificate: Certificate) -> str:
    """Return what was found about one problem as a line for people."""
    if not certificate.verified or certificate.replay is None:
        return f"{certificate.problem}  failed: {certificate.why}"
    told = f"{certificate.problem}  verified: {certificate.replay.length} steps, cost {certificate.replay.cost}"
    return told if certificate.verdict is None else f"{told}; up: {certificate.verdict}"


def summary(found: list[Certificate], validator: str | None) -> dict[str, Any]:
    """Return the result; scripts rely on the names of the keys."""
    failed = [{"problem": c.problem, "why": c.why} for c in found if not c.verified]
    result: dict[str, Any] = {"verified": len(found) - len(failed), "failed": failed}
    if validator:
        result["validator"] = {"name": validator, "verdicts": {c.problem: str(c.verdict) for c in found if c.verdict}}
    return result
