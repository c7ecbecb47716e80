"""The goal of a task, read as: every box is on a goal square, be it any of them or its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from beta_plan.pddl.lifted import (
    FALSE,
    TRUE,
    And,
    Equality,
    Formula,
    Literal,
    Or,
    Quantified,
    conjunction,
    conjuncts,
    disjunction,
)
from beta_plan.sokoban.schema_roles import Content, Roles
from beta_plan.sokoban.static_facts import StaticFacts, Unlike

_MAX_PARTS = 200_000


@dataclass(frozen=True)
class Asked:
    """What the goal asks for: boxes on certain squares, or that a fluent of every box is true (or false).

    ``own`` is the square of each box where the goal gives every box one of its own, so that it matters which is where.

    >>> Asked(squares=frozenset({3, 4})).stored is None
    True
    """

    squares: frozenset[int] | None = None
    stored: tuple[int, bool] | None = None
    own: Mapping[int, int] | None = None


def asked_for(facts: StaticFacts, roles: Roles) -> Asked:
    """Return what the goal asks for; raise Unlike if that is neither the same for all boxes nor a square for each."""
    ground = _Expansion(facts).expand(facts.task.goal, {})
    alternatives = [part.parts if isinstance(part, Or) else (part,) for part in conjuncts(ground)]
    parts = [_Part(facts, roles, literals) for literals in alternatives]
    if not parts:
        raise Unlike("the goal asks for nothing")
    stored = {part.stored for part in parts}
    if stored != {None}:
        return _every_box_stored(stored, [part.box for part in parts], roles)
    squares = [part.square for part in parts]
    if None not in squares:
        return Asked(squares=frozenset(square for square in squares if square is not None))
    return _every_box_somewhere(parts, roles)


def _every_box_stored(stored: set[tuple[int, bool] | None], boxes: list[int | None], roles: Roles) -> Asked:
    if len(stored) > 1:
        raise Unlike("the goal asks for different things of boxes")
    _see_that_all_are_asked_for(boxes, roles)
    (one,) = stored
    return Asked(stored=one)


def _every_box_somewhere(parts: list[_Part], roles: Roles) -> Asked:
    choices: dict[int, frozenset[int]] = {}
    for part in parts:
        if part.box is None:
            raise Unlike("the goal asks for more than boxes on goal squares")
        choices[part.box] = choices.get(part.box, part.squares) & part.squares
        if not choices[part.box]:
            raise Unlike(f"the goal asks for {part.facts.task.objects[part.box]} on two squares at once")
    _see_that_all_are_asked_for(list(choices), roles)
    if len(choices) > 1 and all(len(squares) == 1 for squares in choices.values()):
        return _every_box_on_its_own({box: min(squares) for box, squares in choices.items()})
    if len(set(choices.values())) > 1:
        raise Unlike("the goal gives some boxes other squares than others, yet not each its own")
    return Asked(squares=next(iter(choices.values())))


def _every_box_on_its_own(own: dict[int, int]) -> Asked:
    if len(set(own.values())) < len(own):
        raise Unlike("the goal gives two boxes the same square")
    return Asked(squares=frozenset(own.values()), own=own)


def _see_that_all_are_asked_for(boxes: list[int | None], roles: Roles) -> None:
    if roles.boxes is None or set(boxes) != set(roles.boxes):
        raise Unlike("the goal does not ask for all boxes")


class _Part:
    """One part of the goal, a choice of literals: some box on a square, or a box on some squares, or a box stored."""

    def __init__(self, facts: StaticFacts, roles: Roles, literals: tuple[Formula, ...]) -> None:
        self.facts, self.roles = facts, roles
        self.stored: tuple[int, bool] | None = None
        self.box: int | None = None
        self.square: int | None = None
        self.squares: frozenset[int] = frozenset()
        first = literals[0] if literals else TRUE
        if len(literals) == 1 and isinstance(first, Literal):
            self._read(first)
        else:
            self._read_choice(literals)

    def _read(self, literal: Literal) -> None:
        if literal.predicate in self.roles.stored:
            self.stored, self.box = (literal.predicate, literal.positive), literal.terms[0]
            return
        contents = self.roles.contents.get(literal.predicate)
        if contents is not None:
            true_for = contents if literal.positive else frozenset(Content) - contents
            if true_for - {Content.WALL} != {Content.BOX}:
                raise Unlike(f"the goal says something else of {self.facts.task.objects[literal.terms[0]]} than a box")
            self.square = literal.terms[0]
            return
        self._read_choice((literal,))

    def _read_choice(self, literals: tuple[Formula, ...]) -> None:
        place = self.roles.box
        pairs: set[tuple[int, int]] = set()
        for literal in literals:
            if not isinstance(literal, Literal) or not literal.positive or literal.predicate != place.predicate:
                raise Unlike("the goal asks for more than boxes on goal squares")
            thing = place.thing(literal)
            pairs.add((-1 if thing is None else thing, place.square(literal)))
        boxes, squares = {box for box, _ in pairs}, frozenset(square for _, square in pairs)
        if self.roles.boxes is None or not boxes <= self.roles.boxes:
            raise Unlike("the goal asks for more than boxes on goal squares")
        if len(boxes) == 1:
            self.box, self.squares = min(pairs)[0], squares
        if len(squares) == 1 and boxes == self.roles.boxes:
            self.square = min(squares)
        if self.box is None and self.square is None:
            raise Unlike("the goal leaves open which boxes are to be on goal squares")


class _Expansion:
    """Formulas without quantifiers and static facts."""

    def __init__(self, facts: StaticFacts) -> None:
        self.facts, self.left = facts, _MAX_PARTS

    def expand(self, formula: Formula, binding: Mapping[int, int]) -> Formula:
        """Return what is left of a formula when static facts are known and every quantifier is written out."""
        self.left -= 1
        if self.left < 0:
            raise Unlike("the goal is too large to be read")
        if isinstance(formula, Literal):
            if self.facts.is_static(formula):
                return TRUE if self.facts.holds(formula, binding) else FALSE
            terms = tuple(term if term >= 0 else binding[~term] for term in formula.terms)
            return Literal(formula.predicate, terms, formula.positive)
        if isinstance(formula, Equality):
            return TRUE if self.facts.holds(formula, binding) else FALSE
        if isinstance(formula, Quantified):
            (variable, kind), *others = formula.variables
            body = Quantified(formula.universal, tuple(others), formula.body) if others else formula.body
            parts = [self.expand(body, {**binding, variable: item}) for item in self.facts.task.types[kind]]
            return conjunction(parts) if formula.universal else disjunction(parts)
        parts = [self.expand(part, binding) for part in formula.parts]
        return conjunction(parts) if isinstance(formula, And) else disjunction(parts)
