"""What people write -> what tarski reads, checked, with a map of names and a place for every complaint.

Nothing here knows tarski. The parts: ``sections`` (order, repetition, unsupported sections), ``types`` and
``sorts``, ``vocabulary`` (declared names), ``formulas``, ``effects``, ``initial``.
"""

from __future__ import annotations

from dataclasses import dataclass

from beta_plan.errors import IllegalTask
from beta_plan.pddl.effects import Cost, effect_tree, effects, refuse_unknown_keyword
from beta_plan.pddl.formulas import FALSE, TRUE, Scope, Tree, condition, variable_list
from beta_plan.pddl.initial import Init, initial_facts
from beta_plan.pddl.names import TOTAL_COST, NameMap
from beta_plan.pddl.sections import Definition, check_domain, domain_sections, problem_sections
from beta_plan.pddl.sexpr import Node, SList, Source, parse, shorten, show
from beta_plan.pddl.sorts import SortSpec
from beta_plan.pddl.vocabulary import Declarations, Symbol, Vocabulary, vocabulary


@dataclass(frozen=True)
class Schema:
    """An action in tarski's names: parameters as a typed list, a condition, a flat effect, a cost."""

    name: str
    parameters: Tree
    precondition: Tree
    effect: Tree
    cost: Cost | None
    place: int


@dataclass(frozen=True)
class NormalTask:
    """A domain and a problem, checked and in normal form; all names are those that tarski gets."""

    domain: Definition
    problem: Definition
    sorts: list[SortSpec]
    objects: list[tuple[str, str]]
    predicates: list[tuple[str, list[str]]]
    functions: list[tuple[str, list[str]]]
    schemas: list[Schema]
    goal: Tree
    init: Init
    uses_costs: bool
    names: NameMap


def normalise(domain: Source, problem: Source) -> NormalTask:
    """Check and normalise a domain and a problem."""
    first = domain_sections(domain, parse(domain))
    second = problem_sections(problem, parse(problem))
    check_domain(first, second)
    words = vocabulary(
        Declarations(
            domain, problem, first[":types"], first[":constants"], first[":predicates"], first[":functions"],
            second[":objects"],
        )
    )  # fmt: skip
    uses_costs = _minimises_cost(problem, second[":metric"])
    schemas = _schemas(Scope(domain, words, words.constants, {}, {}), first[":action"])
    scope = Scope(problem, words, words.objects, {}, {})
    init = initial_facts(scope, second[":init"])
    (goal_section,) = second[":goal"]
    goal = condition(scope, goal_section[1], goal_section, 1)
    if goal == FALSE:
        raise IllegalTask("no state satisfies this goal", place=problem.place(goal_section.start))
    return _assemble(first, second, words, list(schemas.items()), goal, init, uses_costs)


def _assemble(
    domain: Definition,
    problem: Definition,
    words: Vocabulary,
    schemas: list[tuple[str, Schema]],
    goal: Tree,
    init: Init,
    uses_costs: bool,
) -> NormalTask:
    predicates = [_signature(words, symbol) for symbol in words.predicates.values()]
    functions = [_signature(words, symbol) for symbol in words.functions.values()]
    objects = [(words.object_names[name], words.sorts.declared_with(kinds)) for name, kinds in words.objects.items()]
    spelled = words.object_spellings
    names = NameMap(
        objects={words.object_names[name]: spelled[name] for name in words.objects},
        predicates={symbol.name: symbol.spelling for symbol in words.predicates.values()},
        actions={schema.name: spelling for spelling, schema in schemas},
        types={
            sort: words.type_spellings.get(type_[0], type_[0])
            for type_, sort in words.sorts.of_type.items()
            if len(type_) == 1
        },
    )
    return NormalTask(
        domain, problem, words.sorts.in_order(), objects, predicates, functions,
        [schema for _, schema in schemas], goal, init, uses_costs, names,
    )  # fmt: skip


def _signature(words: Vocabulary, symbol: Symbol) -> tuple[str, list[str]]:
    return symbol.name, [words.sorts.ranged_over(type_) for type_ in symbol.types]


def _minimises_cost(source: Source, sections: list[SList]) -> bool:
    """Tell whether plans are to be cheap; without a metric every action costs one, as in Fast Downward."""
    if not sections:
        return False
    (metric,) = sections
    if metric[1:] in (["minimize", [TOTAL_COST]], ["minimize", TOTAL_COST]):
        return True
    source.unsupported(f"the metric '{show(metric)}' is", metric, None, "only (:metric minimize (total-cost)) is")


def _schemas(scope: Scope, sections: list[SList]) -> dict[str, Schema]:
    """Return the actions by their spelling."""
    found: dict[str, Schema] = {}
    seen: set[str] = set()
    for node in sections:
        schema = _schema(scope, node)
        if schema.name in seen:
            scope.source.refuse(f"a second action '{shorten(schema.name)}'", node, 1, "rename one of them")
        seen.add(schema.name)
        spelling = schema.name if scope.source.is_lower else scope.source.spelling(node)[1]
        found[spelling] = schema
    return found


def _schema(outer: Scope, node: SList) -> Schema:
    """Normalise one action; each of its three parts may be missing."""
    source = outer.source
    if len(node) < 2 or not isinstance(node[1], str) or node[1][0] in ":?":
        source.refuse("expected a name after :action", node, 1)
    parts = _parts(source, node)
    scope = Scope(source, outer.words, outer.objects, {}, {})
    parameters: Tree = []
    if ":parameters" in parts:
        listed = parts[":parameters"][0]
        if not isinstance(listed, SList):
            source.refuse("expected parameters in parentheses", node, parts[":parameters"][1])
        scope, variables = scope.bind(listed)
        parameters = variable_list(scope.words, variables)
    precondition = TRUE
    if ":precondition" in parts:
        formula, child = parts[":precondition"]
        precondition = condition(scope, formula, node, child)
    if ":effect" not in parts:
        return Schema(node[1], parameters, precondition, ["and"], None, node.start)
    effect, child = parts[":effect"]
    found = effects(scope, effect, node, child)
    tree = effect_tree(scope, found.literals)
    return Schema(node[1], parameters, precondition, tree, found.cost, node.start)


def _parts(source: Source, node: SList) -> dict[str, tuple[Node, int]]:
    parts: dict[str, tuple[Node, int]] = {}
    for child in range(2, len(node), 2):
        keyword = node[child]
        if keyword not in (":parameters", ":precondition", ":effect"):
            refuse_unknown_keyword(source, node, child)
        if keyword in parts:
            source.refuse(f"a second {keyword} in one action", node, child)
        if child + 1 == len(node):
            source.refuse(f"nothing after {keyword}", node, child)
        parts[str(keyword)] = (node[child + 1], child + 1)
    return parts
