"""A grammar of skeleton files, about the kinds and predicates of a small domain of transport."""

from __future__ import annotations

from random import Random

from beta_plan.config import TOPOLOGIES
from beta_plan.skeleton.rules import KEYS
from beta_plan.skeleton.spec import HOW, LOOPS
from tests.bundled import DOMAINS, NAMES
from tests.fuzz.damage import damaged, odd_word

DOMAIN = """(define (domain ride) (:requirements :typing)
  (:types place truck package level)
  (:predicates (road ?a ?b - place) (at ?t - object ?p - place) (in ?p - package ?t - truck) (more ?a ?b - level))
  (:action drive :parameters (?t - truck ?a ?b - place) :precondition (and (at ?t ?a) (road ?a ?b))
   :effect (and (not (at ?t ?a)) (at ?t ?b)))
  (:action load :parameters (?t - truck ?a - place ?p - package) :precondition (and (at ?t ?a) (at ?p ?a))
   :effect (and (not (at ?p ?a)) (in ?p ?t)))
  (:action unload :parameters (?t - truck ?a - place ?p - package) :precondition (and (at ?t ?a) (in ?p ?t))
   :effect (and (at ?p ?a) (not (in ?p ?t)))))
"""

_KINDS = ("place", "truck", "package", "level")
_FACTS = (
    "(road ?a ?b)", "(at ?a ?b)", "(in ?a ?b)", "(more ?a ?b)", "(_note ?a)", "(= (far ?a ?b) ?length)", "(= (far) 3)",
    "(at ?a ?x)", "(not (at ?a ?b))", "(at * ?b)", "(= ?a ?b)", "()", "at", "(at ?a ?under)",
)  # fmt: skip
_NUMBERS = (
    "0",
    "1",
    "3",
    "8",
    "2001",
    '"2*place"',
    '"truck + 1"',
    '"place - 9"',
    '"truck*truck*truck"',
    "-1",
    "1.5",
    "true",
)


def skeleton(chance: Random) -> bytes:
    """Return a skeleton file: one that is made up, or a bundled one; and perhaps damaged."""
    if chance.random() < 0.4:
        file = DOMAINS / chance.choice(NAMES) / "skeleton.toml"
        if file.is_file():
            return damaged(chance, file.read_text(encoding="utf-8"))
    return damaged(chance, made_up(chance))


def made_up(chance: Random) -> str:
    """Return a skeleton of a few kinds, maps and rules."""
    lines = [f"metric = {chance.choice(('true', 'false'))}"] if chance.random() < 0.2 else []
    lines += ["[objects]", *(f"{kind} = {_count(chance)}" for kind in _KINDS)]
    if chance.random() < 0.3:
        lines += ["[groups]", f'both = ["place", "{chance.choice(_KINDS)}"]']
    if chance.random() < 0.6:
        lines += ["[maps]", f'place = "{chance.choice(TOPOLOGIES)}"']
    for table in ("static", "init", "init", "goal"):
        for _ in range(chance.randrange(3)):
            lines += [f"[[{table}]]", *_rule(chance)]
    return "\n".join([*lines, ""])


def _count(chance: Random) -> str:
    if chance.random() < 0.5:
        return str(chance.randrange(1, 6))
    said = {"count": chance.choice(_NUMBERS), "least": chance.choice(_NUMBERS), "most": chance.choice(_NUMBERS)}
    said |= {"names": '["one", "two"]', "fixed": "true", "hidden": "true", "first": chance.choice(_NUMBERS)}
    kept = {key: value for key, value in said.items() if chance.random() < 0.3}
    return f"{{ {', '.join(f'{key} = {value}' for key, value in kept.items())} }}"


def _rule(chance: Random) -> list[str]:
    loop = chance.choice(LOOPS)
    kinds = chance.choice(_KINDS), chance.choice((*_KINDS, "both"))
    said = {loop: f'"?a - {kinds[0]} ?b - {kinds[1]}"' if chance.random() < 0.5 else f'"?a ?b - {kinds[0]}"'}
    if chance.random() < 0.4:
        said["pick"] = f'"?x - {chance.choice(_KINDS)}"'
        said["how"] = f'"{chance.choice(HOW)}"'
    if chance.random() < 0.3:
        said["where"] = f'"{chance.choice(_FACTS)}"'
    if chance.random() < 0.15:
        said[chance.choice(KEYS)] = chance.choice(
            ('"up"', "0.5", "2", f'"{chance.choice(_FACTS)}"', "[]", "nan", "1979-05-27")
        )
    said["add"] = chance.choice(
        (f'"{chance.choice(_FACTS)}"', f'["{chance.choice(_FACTS)}", "{chance.choice(_FACTS)}"]')
    )
    if chance.random() < 0.03:
        said[odd_word(chance) or "x"] = "1"
    return [f"{key} = {value}" for key, value in said.items()]
