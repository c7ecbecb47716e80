"""A grammar of small PDDL tasks, mostly right, with everything that beta-plan reads and some that it refuses."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.bundled import NAMES, texts
from tests.fuzz.damage import damaged

TYPES = ("place", "thing", "truck", "level")
_OBJECTS = ("a", "b", "c", "d1", "Home", "x-2", "o_1", "p+q", "1st")


@dataclass
class Vocabulary:
    """What a domain declares, so that formulas can speak of it."""

    chance: Random
    types: dict[str, str] = field(default_factory=dict)
    predicates: dict[str, list[str]] = field(default_factory=dict)
    has_costs: bool = False

    def kind(self) -> str:
        """Return a type, ``object`` among them."""
        return self.chance.choice([*self.types, "object"])

    def is_a(self, kind: str, wanted: str) -> bool:
        """Tell whether a type is another one, or below it."""
        while kind != wanted and kind in self.types:
            kind = self.types[kind]
        return kind == wanted or wanted == "object"


def task(chance: Random) -> tuple[bytes, bytes]:
    """Return the texts of a domain and a problem: a small task, or a bundled one, and damage to either or none."""
    domain, problem = texts(chance.choice(NAMES)) if chance.random() < 0.25 else small_task(chance)
    if chance.random() < 0.5:
        return damaged(chance, domain), problem.encode()
    return domain.encode(), damaged(chance, problem)


def small_task(chance: Random) -> tuple[str, str]:
    """Return the texts of a domain and a problem of a few objects."""
    words = Vocabulary(chance)
    if chance.random() < 0.7:
        for kind in TYPES[: chance.randrange(1, 5)]:
            words.types[kind] = chance.choice(["object", *words.types])
    for number in range(chance.randrange(1, 5)):
        words.predicates[f"p{number}"] = [words.kind() for _ in range(chance.choice((0, 1, 1, 2, 2, 3)))]
    words.has_costs = chance.random() < 0.3
    objects = {name: words.kind() for name in chance.sample(_OBJECTS, chance.randrange(1, 5))}
    constants = {name: kind for name, kind in objects.items() if chance.random() < 0.1}
    actions = [_action(words, number, constants) for number in range(chance.randrange(1, 4))]
    domain = [
        "(define (domain d)",
        *([f"  (:requirements {chance.choice((':strips', ':adl', ':strips :typing', ':adl :action-costs'))})"] * 1),
        *(
            [f"  (:types {' '.join(f'{kind} - {above}' for kind, above in words.types.items())})"]
            if words.types
            else []
        ),
        *([f"  (:constants {_typed(words, constants)})"] if constants else []),
        f"  (:predicates {' '.join(_declared(words, name) for name in words.predicates)})",
        *(["  (:functions (total-cost) - number (far ?x) - number)"] if words.has_costs else []),
        *actions,
        ")",
    ]
    return "\n".join(domain), _problem(words, objects, constants)


def _problem(words: Vocabulary, objects: dict[str, str], constants: dict[str, str]) -> str:
    chance = words.chance
    facts = [atom for _ in range(chance.randrange(8)) if (atom := _atom(words, objects))]
    costs = ["(= (total-cost) 0)", *(f"(= (far {name}) {chance.randrange(9)})" for name in objects)]
    own = {name: kind for name, kind in objects.items() if name not in constants}
    return "\n".join([
        "(define (problem x)", "  (:domain d)", f"  (:objects {_typed(words, own)})",
        f"  (:init {' '.join([*facts, *(costs if words.has_costs else [])])})",
        f"  (:goal {_condition(words, objects, 2)})",
        *(["  (:metric minimize (total-cost))"] if words.has_costs and chance.random() < 0.8 else []), ")",
    ])  # fmt: skip


def _typed(words: Vocabulary, names: dict[str, str]) -> str:
    if not words.types:
        return " ".join(names)
    return " ".join(f"{name} - {kind}" for name, kind in names.items())


def _declared(words: Vocabulary, name: str) -> str:
    kinds = {f"?x{number}": kind for number, kind in enumerate(words.predicates[name])}
    return f"({name} {_typed(words, kinds)})"


def _atom(words: Vocabulary, scope: dict[str, str]) -> str:
    """Return an atom over a scope; empty where nothing fits its arguments."""
    name = words.chance.choice(list(words.predicates))
    chosen = []
    for wanted in words.predicates[name]:
        fitting = [each for each, kind in scope.items() if words.is_a(kind, wanted)]
        if not fitting:
            return ""
        chosen.append(words.chance.choice(fitting))
    return f"({' '.join([name, *chosen])})"


def _condition(words: Vocabulary, scope: dict[str, str], depth: int) -> str:
    chance = words.chance
    if depth == 0 or chance.random() < 0.3:
        if len(scope) > 1 and chance.random() < 0.1:
            return f"(= {' '.join(chance.sample(list(scope), 2))})"
        return _atom(words, scope) or "()"
    parts = [_condition(words, scope, depth - 1) for _ in range(chance.randrange(1, 4))]
    match chance.choice(("and", "and", "and", "or", "not", "imply", "forall", "exists")):
        case "not":
            return f"(not {parts[0]})"
        case "imply":
            return f"(imply {parts[0]} {parts[-1]})"
        case "forall" | "exists" as head:
            kind, name = words.kind(), f"?q{depth}"
            typed = f"{name} - {kind}" if words.types else name
            return f"({head} ({typed}) {_condition(words, {**scope, name: kind}, depth - 1)})"
        case head:
            return f"({head} {' '.join(parts)})"


def _effect(words: Vocabulary, scope: dict[str, str], depth: int) -> str:
    chance = words.chance
    if depth == 0 or chance.random() < 0.2:
        atom = _atom(words, scope) or "(and)"
        return f"(not {atom})" if chance.random() < 0.4 and atom != "(and)" else atom
    match chance.choice(("and", "and", "and", "when", "forall")):
        case "when":
            return f"(when {_condition(words, scope, 1)} {_effect(words, scope, depth - 1)})"
        case "forall":
            kind, name = words.kind(), f"?e{depth}"
            typed = f"{name} - {kind}" if words.types else name
            return f"(forall ({typed}) {_effect(words, {**scope, name: kind}, depth - 1)})"
        case _:
            parts = [_effect(words, scope, depth - 1) for _ in range(chance.randrange(1, 4))]
            if words.has_costs and depth == 2:
                parts.append(
                    f"(increase (total-cost) {chance.choice(('1', '0', '7', *(f'(far {v})' for v in scope)))})"
                )
            return f"(and {' '.join(parts)})"


def _action(words: Vocabulary, number: int, constants: dict[str, str]) -> str:
    parameters = {f"?v{each}": words.kind() for each in range(words.chance.randrange(4))}
    scope = {**parameters, **constants}
    return (
        f"  (:action act{number} :parameters ({_typed(words, parameters)})\n"
        f"   :precondition {_condition(words, scope, 2)}\n   :effect {_effect(words, scope, 2)})"
    )
