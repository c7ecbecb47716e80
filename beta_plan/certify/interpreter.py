"""A PDDL interpreter over the text of a domain and a problem: no grounding, no invariants, no normal form.

It understands what beta-plan reads: types with several parents and ``either``, constants, equality, all conditions
of ADL, conditional and universal effects, action costs. Anything else is refused by name, never passed over.
"""

from __future__ import annotations

from dataclasses import dataclass

from beta_plan.certify.conditions import (
    And,
    Atom,
    Becomes,
    Condition,
    Costs,
    Effect,
    Exists,
    ForAll,
    ForEach,
    Holds,
    Not,
    Or,
    Range,
    Same,
    State,
    Together,
    When,
)
from beta_plan.certify.world import File, World, typed, world
from beta_plan.errors import InputRefused
from beta_plan.pddl.sexpr import Node, SList, Source, parse, shorten, show

TOTAL_COST = "total-cost"

_DOMAIN_SECTIONS = (":requirements", ":types", ":constants", ":predicates", ":functions", ":action")
_PROBLEM_SECTIONS = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length")


@dataclass(frozen=True, eq=False)
class Action:
    """An action schema; ``over`` says which objects each parameter takes."""

    name: str
    over: Range
    precondition: Condition
    effect: Effect


@dataclass(frozen=True, eq=False)
class Task:
    """A domain and a problem, ready to be executed.

    ``objects`` have all their types each; ``values`` are those that ``:init`` gives to functions.
    """

    objects: dict[str, frozenset[str]]
    actions: dict[str, Action]
    init: State
    values: dict[Atom, int]
    goal: Condition
    uses_costs: bool


def interpret(domain: Source, problem: Source) -> Task:
    """Read a domain and a problem; text that is not understood raises InputRefused with its place."""
    first = _file(domain, "domain", _DOMAIN_SECTIONS)
    second = _file(problem, "problem", _PROBLEM_SECTIONS)
    _check_domain(first, second)
    names = world(first, second)
    inside = _Scope(domain, names, frozenset())
    actions = {}
    for section in first.named(":action"):
        action = _action(inside, section)
        if action.name in actions:
            domain.refuse(f"a second action '{shorten(action.name)}'", section)
        actions[action.name] = action
    scope = _Scope(problem, names, frozenset())
    init, values = _init(scope, second)
    return Task(names.objects, actions, init, values, _goal(scope, second), _uses_costs(second))


def _file(source: Source, kind: str, known: tuple[str, ...]) -> File:
    """Split ``(define (domain NAME) (:types ..) ..)`` into sections."""
    root = parse(source)
    head = root[1] if len(root) > 1 else None
    if root[0:1] != ["define"] or not isinstance(head, SList) or head[0:1] != [kind]:
        source.refuse(f"expected '(define ({kind} NAME) ...)'", root)
    for section in root[2:]:
        if not isinstance(section, SList) or not section or section[0] not in known:
            source.unsupported(f"'{show(section)}' in a {kind} is", root, root.index(section))
    return File(source, tuple(section for section in root[2:] if isinstance(section, SList)))


def _check_domain(domain: File, problem: File) -> None:
    """Refuse a problem of another domain, as planners do."""
    name = parse(domain.source)[1][1:]
    for section in problem.named(":domain"):
        if section[1:] != name:
            problem.source.refuse(f"'{show(section)}' beside a domain of another name", section)


@dataclass(frozen=True, eq=False)
class _Scope:
    """What words mean at one place: declared names, and the variables that are bound around it."""

    source: Source
    world: World
    variables: frozenset[str]

    def bind(self, node: Node, parent: SList) -> tuple[_Scope, Range]:
        """Bind the variables of a typed list."""
        if not isinstance(node, SList):
            self.source.refuse(f"expected variables in parentheses, found '{show(node)}'", parent)
        declared = list(typed(self.source, node, 0))
        names = tuple(name for name, _ in declared)
        if len(set(names)) < len(names) or not all(name[0] == "?" for name in names):
            self.source.refuse(f"expected different variables, found '{show(node)}'", node)
        objects = tuple(self.world.members(self.source, node, types) for _, types in declared)
        return _Scope(self.source, self.world, self.variables.union(names)), Range(names, objects)

    def terms(self, node: SList) -> Atom:
        """Return the arguments of an atom, each a bound variable or a declared object."""
        found = []
        for child, word in enumerate(node[1:], 1):
            if not isinstance(word, str) or (word not in self.variables and word not in self.world.objects):
                self.source.refuse(f"undeclared object or variable '{show(word)}'", node, child)
            found.append(word)
        return tuple(found)

    def atom(self, node: Node, parent: SList) -> Atom:
        """Return an atom of a declared predicate."""
        if not isinstance(node, SList) or not node or not isinstance(node[0], str):
            self.source.refuse(f"expected an atom, found '{show(node)}'", parent)
        if (node[0], len(node) - 1) not in self.world.predicates:
            self.source.refuse(f"no predicate '{shorten(node[0])}' with {len(node) - 1} arguments", node)
        return (node[0], *self.terms(node))

    def function_term(self, node: Node, parent: SList) -> Atom:
        """Return a declared function with its arguments."""
        head = node[0] if isinstance(node, SList) and node else node
        given = len(node) - 1 if isinstance(node, SList) else 0
        if not isinstance(head, str) or (head, given) not in self.world.functions:
            self.source.unsupported(f"'{show(node)}' in place of a number is", parent)
        return (head, *self.terms(node)) if isinstance(node, SList) else (head,)


def _condition(scope: _Scope, node: Node, parent: SList) -> Condition:
    source = scope.source
    if not isinstance(node, SList):
        source.refuse(f"expected a condition in parentheses, found '{show(node)}'", parent)
    match node:
        case []:
            return And(())
        case ["and", *parts]:
            return And(tuple(_condition(scope, part, node) for part in parts))
        case ["or", *parts]:
            return Or(tuple(_condition(scope, part, node) for part in parts))
        case ["not", part]:
            return Not(_condition(scope, part, node))
        case ["imply", one, other]:
            return Or((Not(_condition(scope, one, node)), _condition(scope, other, node)))
        case ["forall" | "exists" as quantifier, variables, part]:
            inner, over = scope.bind(variables, node)
            body = _condition(inner, part, node)
            return ForAll(over, body) if quantifier == "forall" else Exists(over, body)
        case ["=", _, _]:
            return Same(scope.terms(node))
        case _:
            return Holds(scope.atom(node, parent))


def _effect(scope: _Scope, node: Node, parent: SList) -> Effect:
    if not isinstance(node, SList):
        scope.source.refuse(f"expected an effect in parentheses, found '{show(node)}'", parent)
    match node:
        case []:
            return Together(())
        case ["and", *parts]:
            return Together(tuple(_effect(scope, part, node) for part in parts))
        case ["when", condition, part]:
            return When(_condition(scope, condition, node), _effect(scope, part, node))
        case ["forall", variables, part]:
            inner, over = scope.bind(variables, node)
            return ForEach(over, _effect(inner, part, node))
        case ["increase", target, amount]:
            if target not in ([TOTAL_COST], TOTAL_COST):
                scope.source.unsupported(f"the numeric effect '{show(node)}' is", node)
            number = _number(amount)
            return Costs(scope.function_term(amount, node) if number is None else number)
        case ["not", part]:
            return Becomes(scope.atom(part, node), true=False)
        case _:
            return Becomes(scope.atom(node, parent), true=True)


def _number(word: Node) -> int | None:
    """Return a whole number from zero on, written ``5`` or ``5.0``."""
    if isinstance(word, str):
        whole, _, fraction = word.removeprefix("+").partition(".")
        if whole.isascii() and whole.isdigit() and not fraction.strip("0") and len(whole) < 19:
            return int(whole)
    return None


def _action(scope: _Scope, node: SList) -> Action:
    if len(node) < 2 or not isinstance(node[1], str) or len(node) % 2:
        scope.source.refuse("expected (:action NAME :parameters .. :precondition .. :effect ..)", node)
    parts: dict[str, Node] = {}
    for keyword, part in zip(node[2::2], node[3::2], strict=True):
        if keyword not in (":parameters", ":precondition", ":effect") or keyword in parts:
            scope.source.refuse(f"expected :parameters, :precondition and :effect, found '{show(keyword)}'", node)
        parts[str(keyword)] = part
    inner, over = scope.bind(parts.get(":parameters", SList()), node)
    precondition = _condition(inner, parts.get(":precondition", SList()), node)
    return Action(node[1], over, precondition, _effect(inner, parts.get(":effect", SList()), node))


def _init(scope: _Scope, problem: File) -> tuple[State, dict[Atom, int]]:
    atoms: set[Atom] = set()
    denied: set[Atom] = set()
    values: dict[Atom, int] = {}
    waiting = [(fact, section) for section in problem.named(":init") for fact in section[1:]]
    while waiting:
        fact, parent = waiting.pop()
        match fact:
            case ["and", *parts]:
                assert isinstance(fact, SList)
                waiting += ((part, fact) for part in parts)
            case ["not", ["=", _, _]]:
                continue
            case ["not", atom]:
                denied.add(scope.atom(atom, parent))
            case ["=", term, number]:
                _set_value(scope, term, number, parent, values)
            case _:
                atoms.add(scope.atom(fact, parent))
    if both := sorted(atoms & denied):
        raise InputRefused(f"({' '.join(both[0])}) is both true and false in :init", place=scope.source.name)
    return frozenset(atoms), values


def _set_value(scope: _Scope, term: Node, number: Node, parent: SList, values: dict[Atom, int]) -> None:
    """Take in ``(= (f a) 5)``; ``(= a a)`` says nothing, and neither does the first total cost."""
    if isinstance(term, str) and term == number and term in scope.world.objects:
        return
    value = _number(number)
    if value is None:
        scope.source.unsupported(f"the value '{show(number)}' is", parent)
    if term in ([TOTAL_COST], TOTAL_COST):
        return
    name = scope.function_term(term, parent)
    if values.setdefault(name, value) != value:
        scope.source.refuse(f"'{show(term)}' has two values in :init", parent)


def _goal(scope: _Scope, problem: File) -> Condition:
    sections = list(problem.named(":goal"))
    if len(sections) != 1 or len(sections[0]) != 2:
        raise InputRefused("expected one (:goal CONDITION)", place=problem.source.name)
    return _condition(scope, sections[0][1], sections[0])


def _uses_costs(problem: File) -> bool:
    """Tell whether actions have costs; without a metric each costs one."""
    sections = list(problem.named(":metric"))
    if not sections:
        return False
    if sections[0][1:] not in (["minimize", [TOTAL_COST]], ["minimize", TOTAL_COST]) or len(sections) > 1:
        problem.source.unsupported(f"the metric '{show(sections[0])}' is", sections[0])
    return True
