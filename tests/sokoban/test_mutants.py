"""A domain with a small mistake is not recognised, or is Sokoban all the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from beta_plan.errors import InputRefused
from beta_plan.front_end import read_text
from beta_plan.sokoban.recognise import NotSokoban, recognise
from tests.interpreter import parse
from tests.sokoban.agreement import check_agreement
from tests.sokoban.encodings import ENCODINGS, Encoding


def show(node: Any) -> str:
    return node if isinstance(node, str) else f"({' '.join(show(part) for part in node)})"


def places(node: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the path to every part of a condition or effect that may be taken away, and to every variable in one."""
    for number, part in enumerate(node):
        if isinstance(part, list):
            if part[0] != "and":
                yield (*path, number)
            yield from places(part, (*path, number))
        elif number and part.startswith("?"):
            yield (*path, number)


def mutants(domain: str) -> Iterator[str]:
    """Yield the domain without one of its literals, or with another variable in one place."""
    root = parse(domain)
    for action, node in enumerate(root):
        if node[0] == ":action":
            variables = [word for word in node[3] if word.startswith("?")]
            for part in (5, 7):
                for path in places(node[part]):
                    mutant = deepcopy(root)
                    target = mutant[action][part]
                    for step in path[:-1]:
                        target = target[step]
                    old = target[path[-1]]
                    if isinstance(old, list):
                        del target[path[-1]]
                        yield show(mutant)
                        continue
                    for variable in variables:
                        if variable != old:
                            target[path[-1]] = variable
                            yield show(mutant)


def outcome(encoding: Encoding, domain: str) -> str:
    problem = encoding.problem()
    try:
        found = recognise(read_text(domain, problem).lifted)
    except InputRefused:
        return "refused"
    if isinstance(found, NotSokoban):
        return "not Sokoban"
    check_agreement(found, domain, problem, seed=1, count=12)
    return "Sokoban"


@pytest.mark.parametrize("name", ["typed", "anonymous", "conditional"])
def test_a_domain_with_a_mistake_is_not_sokoban_or_agrees_with_the_maze(name):
    encoding = ENCODINGS[name]
    every = sorted(set(mutants(encoding.domain)))
    drawn = random.Random(name).sample(every, min(80, len(every)))
    outcomes = [outcome(encoding, mutant) for mutant in drawn]
    assert outcomes.count("not Sokoban") > 60
