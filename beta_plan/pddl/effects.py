"""Effects: flattened into literals, each with the variables and the condition under which it happens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import NoReturn

from beta_plan.pddl.formulas import FALSE, TRUE, Scope, Tree, condition, conjunction, number_like, variable_list
from beta_plan.pddl.names import TOTAL_COST
from beta_plan.pddl.sexpr import Node, SList, Source, shorten, show
from beta_plan.pddl.types import Type

MAX_COST = 2**31 - 1
"""The largest cost; Fast Downward and the SAS+ format end there too."""

_NUMERIC = frozenset(("assign", "decrease", "scale-up", "scale-down"))
_UNCERTAIN = frozenset(("oneof", "probabilistic", "unknown", "one-of"))

Cost = Tree | int
"""What an action adds to the total cost: a number, or a static function applied to arguments."""


@dataclass(frozen=True)
class Literal:
    """An atom, or ``not`` an atom, that an action makes true for all values of the variables."""

    variables: tuple[tuple[str, Type], ...]
    condition: Tree
    literal: Tree


@dataclass
class Effects:
    """The effects of one action, collected as they are met."""

    literals: list[Literal] = field(default_factory=list)
    cost: Cost | None = None


@dataclass(frozen=True)
class _Under:
    """What stands around an effect: its scope, the variables it is repeated for, and when it happens."""

    scope: Scope
    variables: tuple[tuple[str, Type], ...]
    when: Tree

    def never(self) -> bool:
        """Tell whether nothing here can ever happen."""
        return self.when == FALSE or any(self.scope.words.is_empty(type_) for _, type_ in self.variables)


def effects(scope: Scope, node: Node, parent: SList, child: int) -> Effects:
    """Return the effects of an action; ``parent[child]`` says where they stand."""
    found = Effects()
    _collect(_Under(scope, (), TRUE), node, parent, child, found)
    return found


def _collect(under: _Under, node: Node, parent: SList, child: int, found: Effects) -> None:
    """Add what one effect says; forall and when are carried down to the literals in them."""
    scope, source = under.scope, under.scope.source
    if not isinstance(node, SList):
        source.refuse(f"expected an effect in parentheses, found '{show(node)}'", parent, child)
    head = node[0] if node else "and"
    if head == "and":
        for position, part in enumerate(node[1:], 1):
            _collect(under, part, node, position, found)
    elif head == "forall":
        _two_parts(source, node)
        if not isinstance(node[1], SList):
            source.refuse(f"expected variables in parentheses, found '{show(node[1])}'", node, 1)
        inner, bound = scope.bind(node[1])
        _collect(_Under(inner, (*under.variables, *bound), under.when), node[2], node, 2, found)
    elif head == "when":
        _two_parts(source, node)
        both = conjunction((under.when, condition(scope, node[1], node, 1)))
        _collect(_Under(scope, under.variables, both), node[2], node, 2, found)
    elif head == "increase":
        _set_cost(under, node, found)
    else:
        literal = _literal(scope, node)
        if not under.never():
            found.literals.append(Literal(under.variables, under.when, literal))


def _set_cost(under: _Under, node: SList, found: Effects) -> None:
    source = under.scope.source
    if under.variables or under.when != TRUE:
        source.unsupported("a conditional cost effect is", node, None, "split the action into one per cost")
    if found.cost is not None:
        source.unsupported("a second cost effect of one action is", node, None, "add the costs up")
    found.cost = _cost(under.scope, node)


def _two_parts(source: Source, node: SList) -> None:
    if len(node) != 3:
        source.refuse(f"'{node[0]}' takes 2 arguments, {len(node) - 1} given", node)


def _literal(scope: Scope, node: SList) -> Tree:
    """Return the literal of a simple effect."""
    source = scope.source
    if node[0] != "not":
        _check_effect(scope, node)
        return scope.atom(node)
    if len(node) != 2 or not isinstance(node[1], SList) or not node[1]:
        source.refuse(f"expected (not ATOM), found '{show(node)}'", node)
    _check_effect(scope, node[1])
    return ["not", scope.atom(node[1])]


def _check_effect(scope: Scope, node: SList) -> None:
    head, source = node[0], scope.source
    if not isinstance(head, str) or (head, len(node) - 1) in scope.words.predicates:
        return
    if head in _NUMERIC or head == "increase":
        source.unsupported(f"the numeric effect '{head}' is", node, None, "only (increase (total-cost) ...) is")
    if head in _UNCERTAIN:
        source.unsupported(f"the uncertain effect '{head}' is", node, None, "use actions with certain effects")
    if head in ("or", "imply", "exists", "not", "and", "forall", "when", "="):
        source.refuse(f"'{head}' cannot be an effect here", node)


def _cost(scope: Scope, node: SList) -> Cost:
    """Return what ``(increase (total-cost) X)`` adds: X is a number or a function that never changes."""
    source = scope.source
    _two_parts(source, node)
    target, amount = node[1], node[2]
    if target not in ([TOTAL_COST], TOTAL_COST):
        what = f"the numeric fluent '{show(target)}' is"
        source.unsupported(what, node, 1, "only (increase (total-cost) ...) is")
    if isinstance(amount, str) and number_like(amount):
        return cost_value(source, node, 2)
    head = amount[0] if isinstance(amount, SList) and amount else amount
    if head in ("+", "-", "*", "/", TOTAL_COST):
        source.unsupported("arithmetic in a cost effect is", node, 2, "give the sum as one function in :init")
    return scope.function_term(node, 2)


def cost_value(source: Source, node: SList, child: int) -> int:
    """Return a number of the text as a cost; only whole ones from zero on are."""
    word = node[child]
    if not isinstance(word, str) or not number_like(word):
        source.refuse(f"expected a number, found '{show(word)}'", node, child)
    whole, _, fraction = word.partition(".")
    if fraction.strip("0"):
        source.unsupported(f"the fractional cost {shorten(word)} is", node, child, "scale all costs to whole numbers")
    digits = whole.lstrip("+-").lstrip("0") or "0"
    if word[0] == "-" and digits != "0":
        source.unsupported(f"the negative cost {shorten(word)} is", node, child, "use costs from zero on")
    if len(digits) > 10 or int(digits) > MAX_COST:
        source.unsupported(f"a cost above {MAX_COST} is", node, child, "scale the costs down")
    return int(digits)


def effect_tree(scope: Scope, literals: Iterable[Literal]) -> Tree:
    """Return effects as tarski reads them: a flat conjunction of ``[forall] [when] literals``."""
    tree: Tree = ["and"]
    for (variables, when), group in groupby(literals, lambda entry: (entry.variables, entry.condition)):
        same = [entry.literal for entry in group]
        if when != TRUE:
            same = [["when", when, ["and", *same] if len(same) > 1 else same[0]]]
        if variables:
            same = [["forall", variable_list(scope.words, variables), ["and", *same]]]
        tree += same
    return tree


def refuse_unknown_keyword(source: Source, node: SList, child: int) -> NoReturn:
    """Refuse a keyword of an action other than its parameters, precondition and effect."""
    word = node[child]
    if word in (":duration", ":condition"):
        source.unsupported("durative actions are", node, child, "use :precondition and :effect without time")
    if word in (":vars", ":observe", ":only-in-expansions", ":expansion", ":maintain"):
        source.unsupported(f"'{word}' in an action is", node, child, "use :parameters, :precondition and :effect")
    source.refuse(f"expected :parameters, :precondition or :effect, found '{show(word)}'", node, child)
