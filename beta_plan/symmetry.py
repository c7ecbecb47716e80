"""Objects that differ in their names only, and the states that they make copies of each other."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from beta_plan.pddl.lifted import And, Equality, Formula, FunctionTerm, LiftedTask, Literal, Or, Quantified, Schema
from beta_plan.sas.task import SasTask, State

Classes = tuple[tuple[int, ...], ...]
"""Objects that may be exchanged for each other; each class is sorted and has two or more."""

Row = tuple[int, ...]


def interchangeable(task: LiftedTask) -> Classes:
    """Return the classes of objects of which any two can be swapped without changing the task.

    That is: same types, same static facts and values of functions, same goal, once the two names are
    swapped, and no action schema names them. Then the same holds for all permutations inside a class.
    """
    named = {item for schema in task.schemas for item in _objects_of(schema)}
    statics = _Statics(task)
    goal = _unordered(task.goal, {})
    types: list[set[int]] = [set() for _ in task.objects]
    for number, members in enumerate(task.types):
        for item in members:
            types[item].add(number)
    alike: dict[frozenset[int], list[list[int]]] = {}
    for item in range(len(task.objects)):
        if item in named:
            continue
        classes = alike.setdefault(frozenset(types[item]), [])
        for members_so_far in classes:
            swap = {item: members_so_far[0], members_so_far[0]: item}
            if statics.unchanged(item, members_so_far[0]) and _unordered(task.goal, swap) == goal:
                members_so_far.append(item)
                break
        else:
            classes.append([item])
    return tuple(sorted(tuple(c) for classes in alike.values() for c in classes if len(c) > 1))


class _Statics:
    """Facts of static predicates and values of functions, by the objects in them."""

    def __init__(self, task: LiftedTask) -> None:
        self._rows_of: dict[int, set[Row]] = {}
        for number, (rows, fluent) in enumerate(zip(task.init, task.fluent, strict=True)):
            if not fluent:
                self._add(number, dict.fromkeys(rows, 0))
        for number, values in enumerate(task.functions, len(task.init)):
            self._add(number, values)

    def _add(self, table: int, values: Mapping[Row, int]) -> None:
        for row, value in values.items():
            for item in row:
                self._rows_of.setdefault(item, set()).add((table, value, *row))

    def unchanged(self, one: int, other: int) -> bool:
        """Tell whether all rows stay the same when two objects are swapped."""
        swap = {one: other, other: one}
        first, second = self._rows_of.get(one, set()), self._rows_of.get(other, set())
        return len(first) == len(second) and all((*row[:2], *_swapped(row[2:], swap)) in second for row in first)


def _swapped(terms: Sequence[int], swap: Mapping[int, int]) -> Row:
    return tuple([swap.get(term, term) for term in terms])


def _objects_of(schema: Schema) -> Iterator[int]:
    """Yield the objects that an action schema names."""
    terms = list(schema.cost.terms) if isinstance(schema.cost, FunctionTerm) else []
    formulas = [schema.precondition]
    for effect in schema.effects:
        formulas += (effect.condition, effect.literal)
    for formula in formulas:
        terms += _terms(formula)
    return (term for term in terms if term >= 0)


def _terms(formula: Formula) -> Iterator[int]:
    match formula:
        case Literal(_, terms):
            yield from terms
        case Equality(left, right):
            yield from (left, right)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _terms(part)
        case Quantified(_, _, body):
            yield from _terms(body)


def _unordered(formula: Formula, swap: Mapping[int, int]) -> Hashable:
    """Return a formula with objects swapped, as a value in which the order of its parts does not count."""
    match formula:
        case Literal(predicate, terms, positive):
            return "atom", predicate, positive, _swapped(terms, swap)
        case Equality(left, right, positive):
            return "=", positive, frozenset(_swapped((left, right), swap))
        case And(parts) | Or(parts):
            return type(formula).__name__, frozenset(_unordered(part, swap) for part in parts)
        case Quantified(universal, variables, body):
            return "for", universal, variables, _unordered(body, swap)


class Orbits:
    """Gives states a canonical form: equal forms have only states that are copies of each other.

    Two states are copies if a permutation of interchangeable objects leads from one to the other. Objects are told
    apart by the atoms they are in (colour refinement) and renamed in that order; of those that look alike the first
    one is taken, and set apart before the others are looked at again. Where it matters which one is taken, some
    copies may be missed; no two states that are no copies have equal forms.
    """

    def __init__(self, task: SasTask, classes: Classes) -> None:
        self._task = task
        self._classes = classes
        atoms = task.atoms
        self._atoms = [(int(p), *row.tolist()) for p, row in zip(atoms.predicate, atoms.arguments, strict=True)]
        self._first_colour: dict[int, int] = {}
        for members in classes:
            self._first_colour |= dict.fromkeys(members, len(self._first_colour))

    def __call__(self, state: State) -> Hashable:
        """Return the canonical form of a state."""
        if not self._classes:
            return state
        atoms = [self._atoms[atom] for atom in self._task.decode(state)]
        about = [atom for atom in atoms if not self._first_colour.keys().isdisjoint(atom[1:])]
        colour = self._refined(about, self._first_colour)
        while alike := self._alike(colour):
            colour = self._refined(about, {**colour, **dict.fromkeys(alike[1:], colour[alike[0]] + 1)})
        rename: dict[int, int] = {}
        for members in self._classes:
            rename |= zip(sorted(members, key=colour.__getitem__), members, strict=True)
        return tuple(sorted((atom[0], *_swapped(atom[1:], rename)) for atom in atoms))

    def _alike(self, colour: Mapping[int, int]) -> list[int]:
        """Return the objects of the first colour that several have, in their order."""
        same: dict[int, list[int]] = {}
        for item, own in colour.items():
            same.setdefault(own, []).append(item)
        return next((items for _, items in sorted(same.items()) if len(items) > 1), [])

    def _refined(self, atoms: Sequence[Row], colour: dict[int, int]) -> dict[int, int]:
        """Return colours that differ where what is said of the objects differs; older differences stay."""
        while True:
            said: dict[int, list[Row]] = {item: [] for item in colour}
            for predicate, *items in atoms:
                coloured = [colour.get(item, ~item) for item in items]
                for place, item in enumerate(items):
                    if item in colour:
                        said[item].append((place, predicate, *coloured))
            finer = dict(colour)
            for members in self._classes:
                about = {item: (colour[item], sorted(said[item])) for item in members}
                ordered = sorted(members, key=about.__getitem__)
                for rank, item in enumerate(ordered):
                    same = rank > 0 and about[item] == about[ordered[rank - 1]]
                    finer[item] = finer[ordered[rank - 1]] if same else self._first_colour[item] + rank
            if finer == colour:
                return colour
            colour = finer
