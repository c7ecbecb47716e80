"""The problem that an instance was made from; beta_plan draws it anew, and has no part in the judgement."""

from __future__ import annotations

import shlex
from pathlib import Path

from beta_plan.bundled import bundled_domain
from beta_plan.stages import Stages
from beta_plan.worlds.drawn import draw
from beta_plan.worlds.world import Request
from tests.legality.general import Written


def request_of(instance: Path) -> Request:
    """Return how the task of an instance was drawn, as its first lines say."""
    line = next(line for line in instance.read_text(encoding="utf-8").splitlines() if "command: " in line)
    words = shlex.split(line.partition("command: ")[2])
    given = {word: words[place + 1] for place, word in enumerate(words[:-1]) if word.startswith("--")}
    return Request(
        seed=int(given["--seed"]),
        objects=tuple(words[place + 1] for place, word in enumerate(words) if word == "--objects"),
        topology=given.get("--topology"),
        size=given.get("--size"),
        boxes=int(given["--boxes"]) if "--boxes" in given else None,
    )


def reference_of(name: str, instance: Path, problem: Path | None = None) -> Written | None:
    """Return the problem of an instance: the file that was given, or what was drawn; of a maze there is none."""
    domain = bundled_domain(name)
    if problem is None and name == "sokoban":
        return None
    text = draw(domain, request_of(instance), Stages()).text if problem is None else problem.read_text(encoding="utf-8")
    return Written(domain.read_text(encoding="utf-8"), text)
