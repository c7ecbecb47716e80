"""Conditions: checked, and brought into the form that tarski reads without surprises.

The result is in negation normal form (``not`` stands directly before an atom), has no nested conjunctions or
disjunctions and no shadowed variable; truth and falsity occur only as the whole formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from beta_plan.pddl.sexpr import Node, SList, Source, counted, shorten, show
from beta_plan.pddl.types import Kinds, Type, typed_list
from beta_plan.pddl.vocabulary import Symbol, Vocabulary, hint

Tree = list[Any]
"""A normalised expression: a list of words and trees, with the names that tarski gets."""

TRUE: Tree = ["and"]
FALSE: Tree = ["or"]

MAX_VARIABLES = 500
"""More variables at one place are refused; no action that people write comes near."""

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_COMPARISONS = frozenset(("<", ">", "<=", ">="))
_TRAJECTORY = frozenset(
    (
        "always", "sometime", "within", "at-most-once", "sometime-after", "sometime-before",
        "always-within", "hold-during", "hold-after",
    )
)  # fmt: skip


@dataclass(frozen=True)
class Scope:
    """What names mean at one place: the objects that may be named there and the variables bound around it."""

    source: Source
    words: Vocabulary
    objects: Mapping[str, Kinds]
    variables: Mapping[str, tuple[str, Type]]
    bound: dict[str, int]

    def bind(self, node: SList) -> tuple[Scope, list[tuple[str, Type]]]:
        """Bind a typed list of variables; a name bound before in the same action becomes a new one."""
        inner = dict(self.variables)
        fresh: list[tuple[str, Type]] = []
        here: set[str] = set()
        for entry in typed_list(self.source, node, variables=True):
            if entry.name in here:
                self.source.refuse(f"variable '{shorten(entry.name)}' is declared twice", node, entry.child)
            here.add(entry.name)
            name = self._unused(entry.name)
            type_ = self.words.type_of(self.source, node, entry)
            inner[entry.name] = (name, type_)
            fresh.append((name, type_))
        if len(inner) > MAX_VARIABLES:
            self.source.refuse(f"more than {MAX_VARIABLES} variables", node)
        return Scope(self.source, self.words, self.objects, inner, self.bound), fresh

    def _unused(self, name: str) -> str:
        """Return a name that is not bound yet anywhere in the action, and bind it."""
        fresh, number = name, self.bound.get(name, 1)
        while fresh in self.bound:
            number += 1
            fresh = f"{name}-{number}"
        self.bound[name] = number
        self.bound.setdefault(fresh, 1)
        return fresh

    def atom(self, node: SList) -> Tree:
        """Return an atom with every argument looked up."""
        symbol = self.words.predicate(self.source, node)
        return self.application(symbol, node)

    def application(self, symbol: Symbol, node: SList) -> Tree:
        """Return a predicate or function applied to arguments, each of which must be declared."""
        words, variables, objects = self.words, self.variables, self.objects
        tree: Tree = [symbol.name]
        types = symbol.types
        for position, word in enumerate(node[1:]):
            if word.__class__ is not str:
                self._refuse_term(node, position + 1)
            if word in variables:
                name, type_ = variables[word]
                if type_ != types[position]:
                    words.take_variable(symbol, position, type_)
                tree.append(name)
            elif word in objects:
                words.take_object(symbol, position, objects[word])
                tree.append(words.object_names[word])
            else:
                self._refuse_term(node, position + 1)
        return tree

    def function_term(self, node: SList, child: int) -> Tree:
        """Return ``(f a b)``, or ``f`` for a function without arguments."""
        term, source = node[child], self.source
        head = term[0] if isinstance(term, SList) and term else term
        if not isinstance(head, str):
            source.refuse(f"expected a function, found '{show(term)}'", node, child)
        symbol = self.words.functions.get(head)
        if symbol is None:
            remedy = hint(head, self.words.functions, "declare it in :functions")
            source.refuse(f"undeclared function '{shorten(head)}'", node, child, remedy)
        given = len(term) - 1 if isinstance(term, SList) else 0
        if given != len(symbol.types):
            takes = f"takes {counted(len(symbol.types), 'argument')}, {given} given"
            source.refuse(f"function '{shorten(head)}' {takes}", node, child)
        return self.application(symbol, term) if isinstance(term, SList) else [symbol.name]

    def term(self, node: SList, child: int) -> str:
        """Return a variable or object by its name in tarski."""
        word = node[child]
        if isinstance(word, str):
            if word in self.variables:
                return self.variables[word][0]
            if word in self.objects:
                return self.words.object_names[word]
        self._refuse_term(node, child)

    def _refuse_term(self, node: SList, child: int) -> NoReturn:
        word, source = node[child], self.source
        if isinstance(word, SList):
            if word and isinstance(word[0], str) and word[0] in self.words.functions:
                source.unsupported("a function as an argument is", node, child, "use a predicate")
            source.refuse(f"expected an object or a variable, found '{show(word)}'", node, child)
        if word[0] == "?":
            remedy = hint(word, self.variables, "declare it in :parameters or by forall or exists")
            source.refuse(f"undeclared variable '{shorten(word)}'", node, child, remedy)
        if word in self.words.objects:
            message = f"object '{shorten(word)}' belongs to the problem and is not known in the domain"
            source.refuse(message, node, child, "declare it in :constants")
        remedy = hint(word, self.objects, "declare it in :objects or :constants")
        source.refuse(f"undeclared object '{shorten(word)}'", node, child, remedy)


def conjunction(parts: Iterable[Tree]) -> Tree:
    """Return the flat conjunction of normalised formulas."""
    return _join("and", parts, TRUE, FALSE)


def disjunction(parts: Iterable[Tree]) -> Tree:
    """Return the flat disjunction of normalised formulas."""
    return _join("or", parts, FALSE, TRUE)


def _join(connective: str, parts: Iterable[Tree], neutral: Tree, absorbing: Tree) -> Tree:
    flat: Tree = [connective]
    for part in parts:
        if part == absorbing:
            return absorbing
        if part[0] == connective:
            flat.extend(part[1:])
        else:
            flat.append(part)
    if len(flat) == 1:
        return neutral
    return flat[1] if len(flat) == 2 else flat


def condition(scope: Scope, node: Node, parent: SList, child: int, negated: bool = False) -> Tree:
    """Return a condition in normal form; ``parent[child]`` says where it stands."""
    if not isinstance(node, SList):
        scope.source.refuse(f"expected a condition in parentheses, found '{show(node)}'", parent, child)
    if not node:
        return FALSE if negated else TRUE
    head = node[0]
    if not isinstance(head, str):
        scope.source.refuse(f"expected a condition, found '{show(node)}'", parent, child)
    rule = _RULES.get(head)
    if rule is not None:
        return rule(scope, node, negated)
    if (head, len(node) - 1) not in scope.words.predicates:
        _refuse_condition(scope, node, head)
    atom = scope.atom(node)
    return ["not", atom] if negated else atom


def _and_or(scope: Scope, node: SList, negated: bool) -> Tree:
    parts = [condition(scope, part, node, child, negated) for child, part in enumerate(node[1:], 1)]
    return conjunction(parts) if (node[0] == "and") != negated else disjunction(parts)


def _not(scope: Scope, node: SList, negated: bool) -> Tree:
    _count(scope, node, 1)
    return condition(scope, node[1], node, 1, not negated)


def _imply(scope: Scope, node: SList, negated: bool) -> Tree:
    _count(scope, node, 2)
    parts = [condition(scope, node[1], node, 1, not negated), condition(scope, node[2], node, 2, negated)]
    return conjunction(parts) if negated else disjunction(parts)


def _quantified(scope: Scope, node: SList, negated: bool) -> Tree:
    _count(scope, node, 2)
    if not isinstance(node[1], SList):
        scope.source.refuse(f"expected variables in parentheses, found '{show(node[1])}'", node, 1)
    inner, variables = scope.bind(node[1])
    body = condition(inner, node[2], node, 2, negated)
    quantifier = "forall" if (node[0] == "forall") != negated else "exists"
    if any(scope.words.is_empty(type_) for _, type_ in variables):
        return TRUE if quantifier == "forall" else FALSE
    if not variables or body in (TRUE, FALSE):
        return body
    typed = variable_list(scope.words, variables)
    if body[0] == quantifier:
        return [quantifier, typed + body[1], body[2]]
    return [quantifier, typed, body]


def _equality(scope: Scope, node: SList, negated: bool) -> Tree:
    _count(scope, node, 2)
    for child in (1, 2):
        word = node[child]
        is_number = isinstance(word, str) and word not in scope.objects and number_like(word)
        is_function = isinstance(word, SList) and bool(word) and word[0] in (*scope.words.functions, *"+-*/")
        if is_number or is_function:
            scope.source.unsupported("a numeric condition is", node, None, "state it with predicates")
    equal: Tree = ["=", scope.term(node, 1), scope.term(node, 2)]
    return ["not", equal] if negated else equal


_RULES = {
    "and": _and_or,
    "or": _and_or,
    "not": _not,
    "imply": _imply,
    "forall": _quantified,
    "exists": _quantified,
    "=": _equality,
}


def variable_list(words: Vocabulary, variables: Iterable[tuple[str, Type]]) -> Tree:
    """Return ``?x - sort ?y - sort ...``."""
    typed: Tree = []
    for name, type_ in variables:
        typed += (name, "-", words.sorts.ranged_over(type_))
    return typed


def number_like(word: str) -> bool:
    """Tell whether a word reads as a number."""
    return _NUMBER.fullmatch(word) is not None


def _count(scope: Scope, node: SList, expected: int) -> None:
    if len(node) != expected + 1:
        takes = f"takes {counted(expected, 'argument')}, {len(node) - 1} given"
        scope.source.refuse(f"'{node[0]}' {takes}", node)


def _refuse_condition(scope: Scope, node: SList, head: str) -> NoReturn:
    source = scope.source
    if head in _COMPARISONS:
        source.unsupported("a numeric condition is", node, None, "state it with predicates")
    if head == "preference":
        source.unsupported("preferences are", node, None, "make it a goal or leave it out")
    if head in _TRAJECTORY or (head == "at" and node[1:2] == ["end"]):
        source.unsupported("trajectory constraints are", node, None, "leave them out")
    if head == "when":
        source.refuse("'when' belongs in effects", node, None, "use 'imply' in conditions")
    scope.words.predicate(source, node)
    raise AssertionError("the predicate was looked up before")
