"""Readers of bytes, for a fuzzer that looks at which lines they reach: each may raise what is documented, no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random

from beta_plan.certify.plan import parse_plan
from beta_plan.certify.sokoban import replay_levels
from beta_plan.config import parse_duration, parse_memory
from beta_plan.errors import BetaPlanError
from beta_plan.pddl.read import read_task_text
from beta_plan.pddl.sexpr import Source, decode, parse
from beta_plan.referees.template import Template
from beta_plan.search.portfolio import Portfolio
from beta_plan.sizes import parse_scale
from beta_plan.skeleton.toml import parse_skeleton
from beta_plan.sokoban.xsb import parse_levels
from beta_plan.splits import parse_split
from tests.fuzz import levels, pddl, skeletons, words

DOMAIN = "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x)))"


def _words(text: str) -> None:
    for read in (Portfolio.parse, parse_split, parse_duration, parse_memory, lambda each: parse_scale([each])):
        with suppress(BetaPlanError, ValueError):
            read(text)


_OF_TEXT: Mapping[str, Callable[[str], object]] = {
    "expressions": lambda text: parse(Source("file", text)),
    "problem": lambda text: read_task_text(DOMAIN, text),
    "domain": lambda text: read_task_text(text, "(define (problem x) (:domain d) (:init) (:goal (p)))"),
    "levels": lambda text: parse_levels(Source("file", text)),
    "solutions": replay_levels,
    "skeleton": parse_skeleton,
    "plan": parse_plan,
    "template": Template.parse,
    "words": _words,
}


def _reader(read: Callable[[str], object]) -> Callable[[bytes], None]:
    def read_bytes(data: bytes) -> None:
        with suppress(BetaPlanError):
            read(decode(data))

    return read_bytes


READERS: Mapping[str, Callable[[bytes], None]] = {name: _reader(read) for name, read in _OF_TEXT.items()}
"""By name, for ``benchmarks/fuzz.py --guided NAME``."""

SEEDS: Mapping[str, Callable[[Random], bytes]] = {
    "expressions": lambda chance: pddl.task(chance)[0],
    "problem": lambda chance: pddl.small_task(chance)[1].encode(),
    "domain": lambda chance: pddl.small_task(chance)[0].encode(),
    "levels": levels.level_file,
    "solutions": levels.level_file,
    "skeleton": skeletons.skeleton,
    "plan": lambda chance: b"(drive van a b)\n; comment\n(unload)\n; cost = 7 (general cost)\n",
    "template": lambda chance: words.template(chance).encode(errors="replace"),
    "words": lambda chance: chance.choice((words.order, words.split, words.scale))(chance).encode(errors="replace"),
}
"""Texts to begin with, for each reader."""
