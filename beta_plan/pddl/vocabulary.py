"""What a domain and a problem declare: types, objects, predicates, functions, and their names in tarski."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NoReturn

from beta_plan.pddl.names import TOTAL_COST, Drawer
from beta_plan.pddl.sexpr import SList, Source, counted, shorten, show
from beta_plan.pddl.sorts import Sorts
from beta_plan.pddl.types import MAX_UNIONS, Kinds, Type, Typed, TypeTable, type_table, typed_list

CONNECTIVES = frozenset(("and", "or", "not", "imply", "forall", "exists", "when"))


@dataclass
class Symbol:
    """A predicate or function: its name in tarski, its spelling, and the types of its arguments.

    The types grow: where a task uses a predicate with arguments outside the declared types (which Fast
    Downward never looks at), the declared type is widened. Facts, not types, decide where an atom holds.
    """

    name: str
    spelling: str
    types: list[Type]
    seen: list[set[Kinds]] = field(init=False)

    def __post_init__(self) -> None:
        """Start with no kind of object seen at any position."""
        self.seen = [set() for _ in self.types]


@dataclass
class Vocabulary:
    """All declared names of a domain and a problem, each under its lower-case name in the files."""

    types: TypeTable
    sorts: Sorts
    objects: dict[str, Kinds] = field(default_factory=dict)
    constants: dict[str, Kinds] = field(default_factory=dict)
    object_names: dict[str, str] = field(default_factory=dict)
    object_spellings: dict[str, str] = field(default_factory=dict)
    type_spellings: dict[str, str] = field(default_factory=dict)
    predicates: dict[tuple[str, int], Symbol] = field(default_factory=dict)
    functions: dict[str, Symbol] = field(default_factory=dict)
    populated: set[str] = field(default_factory=set)

    def type_of(self, source: Source, node: SList, entry: Typed) -> Type:
        """Return the type of a variable, of which every part must be declared."""
        self.check_types(source, node, entry)
        return self.types.union(entry.types)

    def check_types(self, source: Source, node: SList, entry: Typed) -> None:
        """Refuse an undeclared type after the dash of a typed name, and unions without end."""
        for name in entry.types:
            if name not in self.types:
                dash = next(i for i in range(entry.child, len(node)) if node[i] == "-")
                remedy = hint(name, self.types.above, "declare it in :types")
                source.refuse(f"undeclared type '{shorten(name)}'", node, dash + 1, remedy)
        if self.types.is_crowded():
            source.refuse(f"more than {MAX_UNIONS} different unions of types", node, entry.child)

    def is_empty(self, type_: Type) -> bool:
        """Tell whether no object has this type."""
        return not any(name in self.populated for name in type_)

    def take_variable(self, symbol: Symbol, position: int, type_: Type) -> None:
        """Let a variable of this type be an argument, widening the symbol's type where it must be."""
        declared = symbol.types[position]
        if not self.types.fits(type_, declared):
            symbol.types[position] = self.types.widen(declared, type_)

    def take_object(self, symbol: Symbol, position: int, kinds: Kinds) -> None:
        """Let an object of these kinds be an argument, widening the symbol's type where it must be."""
        if kinds in symbol.seen[position]:
            return
        declared = symbol.types[position]
        if not self.types.has(kinds, declared):
            candidates = [self.types.widen(declared, (kind,)) for kind in kinds]
            symbol.types[position] = max(candidates, key=lambda type_: len(self.types.above[type_[0]]))
        symbol.seen[position].add(kinds)

    def predicate(self, source: Source, node: SList) -> Symbol:
        """Return the predicate of an atom; both name and number of arguments must be declared."""
        head = node[0]
        symbol = self.predicates.get((head, len(node) - 1)) if isinstance(head, str) else None
        return symbol if symbol is not None else self._refuse_atom(source, node)

    def _refuse_atom(self, source: Source, node: SList) -> NoReturn:
        head = node[0]
        if not isinstance(head, str):
            source.refuse(f"expected a predicate, found '{show(head)}'", node, 0)
        arities = sorted(arity for name, arity in self.predicates if name == head)
        if arities:
            takes = " or ".join(counted(arity, "argument") for arity in arities)
            source.refuse(f"predicate '{shorten(head)}' takes {takes}, {len(node) - 1} given", node)
        if head in self.functions:
            source.unsupported(f"the numeric fluent '{shorten(head)}' is", node, 0, "state it with predicates")
        if head in self.types:
            source.refuse(f"'{shorten(head)}' is a type, not a predicate", node, 0)
        declared = sorted({name for name, _ in self.predicates})
        remedy = hint(head, declared, "declare it in :predicates")
        source.refuse(f"undeclared predicate '{shorten(head)}'", node, 0, remedy)


def hint(name: str, declared: Iterable[str], otherwise: str) -> str:
    """Return a remedy for an undeclared name: one that is spelled nearly like it, if any is."""
    close = get_close_matches(name[:60], list(declared)[:2000], 1, 0.75)
    return f"did you mean '{close[0]}'?" if close else otherwise


@dataclass(frozen=True)
class Declarations:
    """The sections of a domain and a problem that declare names."""

    domain: Source
    problem: Source
    types: list[SList]
    constants: list[SList]
    predicates: list[SList]
    functions: list[SList]
    objects: list[SList]


def vocabulary(declared: Declarations) -> Vocabulary:
    """Read all declarations, then give each symbol, object and type its name in tarski, in this order."""
    source, drawer = declared.domain, Drawer()
    types = type_table(source, declared.types)
    words = Vocabulary(types, Sorts(types, drawer))
    for section in declared.types:
        words.type_spellings.update(_spelled(source, section, range(1, len(section))))
    for section in declared.functions:
        _add_functions(words, source, section, drawer)
    for section in declared.predicates:
        _add_predicates(words, source, section, drawer)
    _add_objects(words, source, declared.constants)
    words.constants = dict(words.objects)
    _add_objects(words, declared.problem, declared.objects)
    for name, kinds in words.objects.items():
        words.object_names[name] = drawer.take(name, "object")
        for kind in kinds:
            words.populated |= types.above[kind]
    words.sorts.take_names()
    return words


def _spelled(source: Source, node: SList, children: Iterable[int]) -> dict[str, str]:
    """Return the user's spelling of some words of a list, by their lower-case form."""
    spelling = source.spelling(node)
    return {str(node[i]): spelling[i] for i in children}


def _add_objects(words: Vocabulary, source: Source, sections: Iterable[SList]) -> None:
    """Take in objects; one that is declared again has the types of both declarations."""
    for section in sections:
        children = []
        for entry in typed_list(source, section, 1):
            words.check_types(source, section, entry)
            children.append(entry.child)
            before = words.objects.get(entry.name, ())
            words.objects[entry.name] = words.types.meet((*before, *entry.types))
        for name, spelling in _spelled(source, section, children).items():
            words.object_spellings.setdefault(name, spelling)


def _add_predicates(words: Vocabulary, source: Source, section: SList, drawer: Drawer) -> None:
    """Take in predicates; the same name with other numbers of arguments is another predicate."""
    for child, node in enumerate(section[1:], 1):
        if not isinstance(node, SList) or not node or not isinstance(node[0], str) or node[0][0] in "?:":
            source.refuse(f"expected a predicate, found '{show(node)}'", section, child)
        name = node[0]
        types = [words.type_of(source, node, entry) for entry in typed_list(source, node, 1, variables=True)]
        if name == "=":
            continue
        if name in CONNECTIVES:
            source.refuse(f"'{name}' is a word of PDDL and cannot be a predicate", node, 0)
        known = words.predicates.get((name, len(types)))
        if known is None:
            spelling = _spelled(source, node, (0,))[name]
            words.predicates[name, len(types)] = Symbol(drawer.take(name, "predicate"), spelling, types)
        else:
            for position, type_ in enumerate(types):
                words.take_variable(known, position, type_)


def _add_functions(words: Vocabulary, source: Source, section: SList, drawer: Drawer) -> None:
    """Take in numeric functions; ``(f ?x) - number`` and ``(f ?x)`` are the same."""
    child = 1
    while child < len(section):
        node = section[child]
        if node == "-":
            kind = section[child + 1] if child + 1 < len(section) else ""
            if kind != "number":
                what = f"an object fluent (a function of type '{show(kind)}') is"
                source.unsupported(what, section, child + 1, "replace the function by a predicate")
            child += 2
            continue
        if not isinstance(node, SList) or not node or not isinstance(node[0], str) or node[0][0] in "?:":
            source.refuse(f"expected a function, found '{show(node)}'", section, child)
        name = node[0]
        types = [words.type_of(source, node, entry) for entry in typed_list(source, node, 1, variables=True)]
        if name in words.functions:
            source.refuse(f"function '{shorten(name)}' is declared twice", node, 0)
        if name == TOTAL_COST and types:
            source.unsupported("total-cost with arguments is", node, 0, "declare (total-cost)")
        wanted = name if name == TOTAL_COST else drawer.take(name, "function")
        words.functions[name] = Symbol(wanted, _spelled(source, node, (0,))[name], types)
        child += 1
