"""Reference tasks of domains: drawn once, and kept in the directory of the experiment."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from beta_plan import __version__
from beta_plan.bundled import find_domain
from beta_plan.experiments.domains import Reference
from beta_plan.output.file import make_directory, write_file
from beta_plan.pddl.sexpr import load
from beta_plan.skeleton.toml import find_skeleton
from beta_plan.stages import Stages


def reference(domain: str, folder: Path, *, seed: int, count: int, objects: Sequence[str] = ()) -> Reference:
    """Return the task of a domain, and up to ``count`` problems with other random states: known ones, or drawn now.

    Raises:
        InputRefused: no such domain, or one whose tasks cannot be drawn.
    """
    path = find_domain(domain)
    name = (path.stem == "domain" and path.resolve().parent.name) or path.stem
    skeleton = find_skeleton(path)
    drawn_from = [load(file).text for file in (path, skeleton) if file is not None]
    key = json.dumps([*drawn_from, seed, count, list(objects), __version__])
    file = folder / f"{name}-{sha256(key.encode()).hexdigest()[:16]}.json"
    try:
        return Reference(**json.loads(file.read_bytes()))
    except (OSError, ValueError, TypeError):
        found = _drawn(name, path, seed, count, objects)
    make_directory(folder)
    said = {"name": name, "domain": found.domain, "problem": found.problem, "others": list(found.others)}
    write_file(file, f"{json.dumps(said, indent=1)}\n".encode(), through_links=False)
    return found


def _drawn(name: str, path: Path, seed: int, count: int, objects: Sequence[str]) -> Reference:
    from beta_plan.worlds.drawn import draw, draw_others
    from beta_plan.worlds.world import Request

    request = Request(seed=seed, objects=tuple(objects))
    drawn = draw(path, request, Stages())
    return Reference(name, drawn.source.text, drawn.text, draw_others(drawn, request, count))
