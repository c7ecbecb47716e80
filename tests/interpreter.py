"""A naive PDDL interpreter: the semantics of the language over its text, with no grounding and no invariants.

It shares no code with beta_plan. States are sets of atoms, formulas are evaluated by recursion, actions are tried
for every choice of objects. Slow and obvious: what the front end makes of a task must agree with it.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import product
from typing import Any

Atom = tuple[str, ...]
State = frozenset[Atom]


def parse(text: str):
    words = re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text).lower())
    stack: list[list[Any]] = [[]]
    for word in words:
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    return stack[0][0]


def typed(words) -> list[tuple[str, str]]:
    """Return (name, type) of ``a b - t c``."""
    found: list[tuple[str, str]] = []
    pending: list[str] = []
    i = 0
    while i < len(words):
        if words[i] == "-":
            found += [(name, words[i + 1]) for name in pending]
            pending, i = [], i + 1
        else:
            pending.append(words[i])
        i += 1
    return found + [(name, "object") for name in pending]


class Interpreter:
    def __init__(self, domain_text: str, problem_text: str) -> None:
        domain, problem = parse(domain_text), parse(problem_text)
        section = {part[0]: part[1:] for part in [*domain[2:], *problem[2:]] if part[0] != ":action"}
        self.parent = dict(typed(section.get(":types", [])))
        self.objects = typed([*section.get(":constants", [])]) + typed([*section.get(":objects", [])])
        self.goal = section[":goal"][0]
        self.init: State = frozenset(tuple(atom) for atom in section[":init"] if atom[0] != "=")
        self.numbers = {tuple(a[1]): int(a[2]) for a in section[":init"] if a[0] == "=" and isinstance(a[1], list)}
        self.minimises = ":metric" in section
        self.schemas = []
        for part in domain[2:]:
            if part[0] == ":action":
                body = dict(zip(part[2::2], part[3::2], strict=True))
                parameters = typed(body.get(":parameters", []))
                self.schemas.append((part[1], parameters, body.get(":precondition", []), body[":effect"]))
        changed = {atom[0] for _, _, _, effect in self.schemas for atom in self._effect_atoms(effect)}
        self.fluents = changed

    @cached_property
    def ground(self) -> list[tuple[str, Any, Any, dict[str, str]]]:
        """Return (name, effect, precondition, binding) of every action whose static parts hold."""
        everything = [
            (name, effect, precondition, dict(zip([v for v, _ in parameters], objects, strict=True)))
            for name, parameters, precondition, effect in self.schemas
            for objects in product(*(self.members(kind) for _, kind in parameters))
        ]
        return [entry for entry in everything if self._static_parts_hold(entry[2], entry[3])]

    def _static_parts_hold(self, formula, binding) -> bool:
        """Say whether the static literals at the top of a conjunction hold; only for speed."""
        parts = formula[1:] if formula and formula[0] == "and" else [formula]
        static = [p for p in parts if p and p[0] not in self.fluents and not any(isinstance(t, list) for t in p)]
        return all(self.holds(part, self.init, binding) for part in static)

    def _effect_atoms(self, effect):
        head = effect[0] if effect else "and"
        if head == "and":
            return [atom for part in effect[1:] for atom in self._effect_atoms(part)]
        if head in ("forall", "when"):
            return self._effect_atoms(effect[2])
        if head == "increase":
            return []
        return [effect[1] if head == "not" else effect]

    def members(self, kind: str) -> list[str]:
        return [name for name, own in self.objects if self.is_a(own, kind)]

    def is_a(self, kind: str, ancestor: str) -> bool:
        while kind != ancestor and kind in self.parent:
            kind = self.parent[kind]
        return kind == ancestor or ancestor == "object"

    def bindings(self, variables, binding):
        declared = typed(variables)
        for objects in product(*(self.members(kind) for _, kind in declared)):
            yield binding | dict(zip([v for v, _ in declared], objects, strict=True))

    def holds(self, formula, state: State, binding: dict[str, str]) -> bool:
        head = formula[0] if formula else "and"
        if head == "and":
            return all(self.holds(part, state, binding) for part in formula[1:])
        if head == "or":
            return any(self.holds(part, state, binding) for part in formula[1:])
        if head == "not":
            return not self.holds(formula[1], state, binding)
        if head == "imply":
            return not self.holds(formula[1], state, binding) or self.holds(formula[2], state, binding)
        if head in ("forall", "exists"):
            rounds = (self.holds(formula[2], state, inner) for inner in self.bindings(formula[1], binding))
            return all(rounds) if head == "forall" else any(rounds)
        terms = tuple(binding.get(term, term) for term in formula[1:])
        return terms[0] == terms[1] if head == "=" else (head, *terms) in state

    def changes(self, effect, state: State, binding: dict[str, str]) -> tuple[set[Atom], set[Atom]]:
        head = effect[0] if effect else "and"
        if head == "when":
            return self.changes(effect[2], state, binding) if self.holds(effect[1], state, binding) else (set(), set())
        if head == "and":
            parts = [self.changes(part, state, binding) for part in effect[1:]]
        elif head == "forall":
            parts = [self.changes(effect[2], state, inner) for inner in self.bindings(effect[1], binding)]
        elif head == "increase":
            parts = []
        else:
            atom = effect[1] if head == "not" else effect
            ground = (atom[0], *(binding.get(term, term) for term in atom[1:]))
            return (set(), {ground}) if head == "not" else ({ground}, set())
        return set().union(*(add for add, _ in parts)), set().union(*(delete for _, delete in parts))

    def successors(self, state: State) -> set[tuple[str, State]]:
        """Return (action, state after it) of every action that applies and changes something."""
        found = set()
        for name, effect, precondition, binding in self.ground:
            if self.holds(precondition, state, binding):
                add, delete = self.changes(effect, state, binding)
                after = (state - delete) | add
                if after != state:
                    found.add((" ".join([name, *binding.values()]), after))
        return found

    def after(self, state: State, action: str) -> State | None:
        """Return the state after an action, written ``name object ..``; None where it cannot be applied."""
        name, *objects = action.lower().split()
        for own, parameters, precondition, effect in self.schemas:
            if own == name and len(parameters) == len(objects):
                binding = dict(zip([v for v, _ in parameters], objects, strict=True))
                fits = all(each in self.members(kind) for each, (_, kind) in zip(objects, parameters, strict=True))
                if fits and self.holds(precondition, state, binding):
                    add, delete = self.changes(effect, state, binding)
                    return (state - delete) | add
        return None

    def is_goal(self, state: State) -> bool:
        return self.holds(self.goal, state, {})

    def reachable(self, limit: int) -> list[State]:
        """Return the states that breadth-first search finds first, at most ``limit``."""
        seen, queue = {self.init}, [self.init]
        for state in queue:
            for _, after in sorted(self.successors(state), key=lambda pair: (pair[0], sorted(pair[1]))):
                if after not in seen and len(queue) < limit:
                    seen.add(after)
                    queue.append(after)
        return queue

    def text(self, state: State) -> frozenset[str]:
        """Return the fluent atoms of a state as beta-plan spells them."""
        return frozenset(f"({' '.join(atom)})" for atom in state if atom[0] in self.fluents)


def reaches_goal(interpreter: Interpreter, state: State, actions: list[str]) -> bool:
    """Say whether actions can be executed one after another and end in a goal state."""
    reached: State | None = state
    for action in actions:
        if reached is not None:
            reached = interpreter.after(reached, action)
    return reached is not None and interpreter.is_goal(reached)
