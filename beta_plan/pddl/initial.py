"""The ``:init`` of a problem: atoms that hold and values of functions, checked here and not by tarski."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from beta_plan.pddl.effects import cost_value
from beta_plan.pddl.formulas import Scope, number_like
from beta_plan.pddl.names import TOTAL_COST
from beta_plan.pddl.sexpr import Node, SList, show

Atom = tuple[str, ...]
"""A predicate or function and its arguments, in tarski's names."""

_UNCERTAIN = frozenset(("oneof", "or", "unknown", "probabilistic"))


@dataclass(frozen=True)
class Init:
    """What holds at first: atoms in the order of the file, the values of functions and where they are given."""

    atoms: list[Atom]
    values: dict[Atom, int]
    assignments: list[SList]


def initial_facts(scope: Scope, sections: Iterable[SList]) -> Init:
    """Read all ``:init`` sections; duplicates count once, ``(not ...)`` states what holds anyway."""
    source = scope.source
    atoms: dict[Atom, None] = {}
    values: dict[Atom, int] = {}
    denied: list[tuple[SList, Atom]] = []
    assignments: list[SList] = []
    for node in _facts(scope, sections):
        head = node[0]
        if head == "=":
            if _value(scope, node, values):
                assignments.append(node)
        elif head == "not":
            if len(node) != 2 or not isinstance(node[1], SList) or not node[1]:
                source.refuse(f"expected (not ATOM), found '{show(node)}'", node)
            if node[1][0] != "=":
                denied.append((node, _atom(scope, node[1])))
        else:
            atoms[_atom(scope, node)] = None
    for node, atom in denied:
        if atom in atoms:
            source.refuse(f"'{show(node[1])}' is both true and false in :init", node)
    return Init(list(atoms), values, assignments)


def _facts(scope: Scope, sections: Iterable[SList]) -> Iterator[SList]:
    """Yield each fact, also those inside an ``(and ...)``, which some files put around them."""
    for section in sections:
        nested: list[tuple[SList, int]] = [(section, 1)]
        while nested:
            node, first = nested.pop()
            for child in range(first, len(node)):
                fact = node[child]
                if not isinstance(fact, SList) or not fact:
                    scope.source.refuse(f"expected a fact in parentheses, found '{show(fact)}'", node, child)
                if fact[0] == "and":
                    nested += ((node, child + 1), (fact, 1))
                    break
                yield fact


def _atom(scope: Scope, node: SList) -> Atom:
    head = node[0]
    symbol = scope.words.predicates.get((head, len(node) - 1)) if isinstance(head, str) else None
    if symbol is None or isinstance(node[-1], SList):
        _refuse_unsupported(scope, node)
        symbol = scope.words.predicate(scope.source, node)
    return tuple(scope.application(symbol, node))


def _refuse_unsupported(scope: Scope, node: SList) -> None:
    head, source = node[0], scope.source
    if head == "at" and len(node) == 3 and isinstance(node[2], SList) and _is_number(node[1]):
        source.unsupported("timed initial literals are", node, None, "state in :init only what holds at first")
    if isinstance(head, str) and head in _UNCERTAIN:
        source.unsupported(f"an uncertain initial state ('{head}') is", node, None, "state what holds")


def _value(scope: Scope, node: SList, values: dict[Atom, int]) -> bool:
    """Take in ``(= (f a) 5)`` and return true; ``(= a a)`` says nothing."""
    source, words = scope.source, scope.words
    if len(node) != 3:
        source.refuse(f"'=' takes 2 arguments, {len(node) - 1} given", node)
    left, right = node[1], node[2]
    if isinstance(left, str) and left == right and left in words.objects:
        return False
    if left in ([TOTAL_COST], TOTAL_COST) and TOTAL_COST not in words.functions:
        cost_value(source, node, 2)
        return True
    if isinstance(right, str) and right in words.objects and not number_like(right):
        source.unsupported("object fluents are", node, None, "replace the function by a predicate")
    term = tuple(scope.function_term(node, 1))
    value = cost_value(source, node, 2)
    if values.setdefault(term, value) != value:
        source.refuse(f"'{show(left)}' has two values in :init", node)
    return True


def _is_number(node: Node) -> bool:
    return isinstance(node, str) and number_like(node)
