"""Conditions and effects of PDDL, evaluated by recursion over the state, as the language defines them.

A state is the set of atoms that are true, an atom a predicate and its objects. A binding gives variables their objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

Atom = tuple[str, ...]
State = frozenset[Atom]
Binding = Mapping[str, str]


@dataclass(frozen=True)
class Range:
    """Variables and the objects that each of them stands for in turn."""

    variables: tuple[str, ...]
    objects: tuple[tuple[str, ...], ...]

    def bindings(self, outer: Binding) -> Iterator[Binding]:
        """Yield ``outer`` with every choice of objects; a variable of the same name outside is hidden."""
        for chosen in product(*self.objects):
            yield {**outer, **dict(zip(self.variables, chosen, strict=True))}


@dataclass(frozen=True)
class Holds:
    """An atom is true."""

    atom: Atom


@dataclass(frozen=True)
class Same:
    """Two terms are the same object."""

    terms: Atom


@dataclass(frozen=True)
class Not:
    """A condition is false."""

    part: Condition


@dataclass(frozen=True)
class And:
    """Every part is true."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Or:
    """Some part is true."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class ForAll:
    """A condition is true of all choices of objects."""

    over: Range
    part: Condition


@dataclass(frozen=True)
class Exists:
    """A condition is true of some choice of objects."""

    over: Range
    part: Condition


Condition = Holds | Same | Not | And | Or | ForAll | Exists


def substitute(words: Atom, binding: Binding) -> Atom:
    """Return an atom or terms with objects for variables."""
    return tuple([binding.get(word, word) for word in words])


def holds(condition: Condition, state: State, binding: Binding) -> bool:
    """Tell whether a condition is true in a state."""
    match condition:
        case Holds(atom):
            return substitute(atom, binding) in state
        case Same(terms):
            return len(set(substitute(terms, binding))) == 1
        case Not(part):
            return not holds(part, state, binding)
        case And(parts):
            return all(holds(part, state, binding) for part in parts)
        case Or(parts):
            return any(holds(part, state, binding) for part in parts)
        case ForAll(over, part):
            return all(holds(part, state, inner) for inner in over.bindings(binding))
        case Exists(over, part):
            return any(holds(part, state, inner) for inner in over.bindings(binding))


def failing(condition: Condition, state: State, binding: Binding) -> str:
    """Return, as PDDL text, the part of a false condition that is to blame."""
    match condition:
        case And(parts):
            return next(failing(part, state, binding) for part in parts if not holds(part, state, binding))
        case ForAll(over, part):
            false = (inner for inner in over.bindings(binding) if not holds(part, state, inner))
            return failing(part, state, next(false))
        case _:
            return spell(condition, binding)


def spell(condition: Condition, binding: Binding) -> str:
    """Return a condition as PDDL text, with objects for the variables that are bound."""
    match condition:
        case Holds(atom):
            return f"({' '.join(substitute(atom, binding))})"
        case Same(terms):
            return f"(= {' '.join(substitute(terms, binding))})"
        case Not(part):
            return f"(not {spell(part, binding)})"
        case And(parts) | Or(parts):
            head = "and" if isinstance(condition, And) else "or"
            return f"({' '.join([head, *(spell(part, binding) for part in parts)])})"
        case ForAll(over, part) | Exists(over, part):
            head = "forall" if isinstance(condition, ForAll) else "exists"
            outer = {name: value for name, value in binding.items() if name not in over.variables}
            return f"({head} ({' '.join(over.variables)}) {spell(part, outer)})"


@dataclass(frozen=True)
class Becomes:
    """An atom becomes true, or false."""

    atom: Atom
    true: bool


@dataclass(frozen=True)
class Costs:
    """The total cost grows by a number, or by the value that ``:init`` gives a term."""

    amount: int | Atom


@dataclass(frozen=True)
class Together:
    """Several effects at once."""

    parts: tuple[Effect, ...]


@dataclass(frozen=True)
class When:
    """An effect that happens where a condition held before the action."""

    condition: Condition
    part: Effect


@dataclass(frozen=True)
class ForEach:
    """An effect for every choice of objects."""

    over: Range
    part: Effect


Effect = Becomes | Costs | Together | When | ForEach


@dataclass
class Changes:
    """What the effects of one action add up to."""

    add: set[Atom] = field(default_factory=set)
    delete: set[Atom] = field(default_factory=set)
    costs: list[int | Atom] = field(default_factory=list)

    def collect(self, effect: Effect, state: State, binding: Binding) -> None:
        """Take in what an effect does in ``state``, the state before the action."""
        match effect:
            case Becomes(atom, true):
                (self.add if true else self.delete).add(substitute(atom, binding))
            case Costs(amount):
                self.costs.append(amount if isinstance(amount, int) else substitute(amount, binding))
            case Together(parts):
                for part in parts:
                    self.collect(part, state, binding)
            case When(condition, part):
                if holds(condition, state, binding):
                    self.collect(part, state, binding)
            case ForEach(over, part):
                for inner in over.bindings(binding):
                    self.collect(part, state, inner)

    def applied(self, state: State) -> State:
        """Return the state after: an atom that is both deleted and added is true."""
        return (state - self.delete) | self.add
