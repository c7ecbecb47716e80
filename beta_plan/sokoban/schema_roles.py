"""Action schemas read as steps and pushes: which predicate says what about a square, whatever its name is.

A state of Sokoban gives every square a *content*: it is empty, or the man, a box or a wall is there. A reading says of
each fluent for which contents of a square it is true. It is right if every schema, under it, is applicable exactly
where a step of the man (or a push) is possible and changes the fluents exactly as the contents change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from beta_plan.pddl.lifted import Literal, Schema, Term, conjuncts
from beta_plan.sokoban.static_facts import StaticFacts, Unlike


class Content(IntEnum):
    """What is on a square."""

    EMPTY = 0
    MAN = 1
    BOX = 2
    WALL = 3


Contents = frozenset[Content]

ANY: Contents = frozenset(Content)

MEANINGS: tuple[Contents, ...] = (
    frozenset({Content.MAN}),
    frozenset({Content.BOX}),
    frozenset({Content.EMPTY}),
    frozenset({Content.EMPTY, Content.MAN}),
    frozenset({Content.MAN, Content.BOX, Content.WALL}),
    frozenset({Content.EMPTY, Content.BOX, Content.WALL}),
)
"""What a fluent of one square may say about it."""


@dataclass(frozen=True)
class Place:
    """A fluent that says where a man or a box is; ``slot`` is that of the square, the other one that of the thing."""

    predicate: int
    slot: int

    def square(self, literal: Literal) -> Term:
        """Return the square of an atom."""
        return literal.terms[self.slot]

    def thing(self, literal: Literal) -> Term | None:
        """Return the man or the box of an atom, if the predicate has a slot for it."""
        return literal.terms[1 - self.slot] if len(literal.terms) > 1 else None

    def terms(self, thing: Term | None, square: Term) -> tuple[Term, ...]:
        """Return the terms of the atom that places a thing."""
        if thing is None:
            return (square,)
        return (thing, square) if self.slot == 1 else (square, thing)


@dataclass(frozen=True)
class StepRoles:
    """The roles of the terms of a schema; ``squares`` are two for a step of the man, three for a push.

    In their order: where the man is; where the box is; to where the man, or the box, goes.
    """

    number: int
    schema: Schema
    squares: tuple[Term, ...]
    man: Term | None
    box: Term | None

    @property
    def is_push(self) -> bool:
        """Say whether a box moves."""
        return len(self.squares) == 3

    @property
    def before(self) -> tuple[Content, ...]:
        """What is on the squares before the action."""
        return (Content.MAN, Content.BOX, Content.EMPTY) if self.is_push else (Content.MAN, Content.EMPTY)

    @property
    def after(self) -> tuple[Content, ...]:
        """What is on the squares after the action."""
        return (Content.EMPTY, Content.MAN, Content.BOX) if self.is_push else (Content.EMPTY, Content.MAN)


@dataclass(frozen=True)
class Roles:
    """A right reading of all fluents and schemas.

    ``contents`` are of the fluents of a square, ``stored`` the fluents of a box (which may say whether it is on a
    goal). ``men`` and ``boxes`` are objects; None where the encoding has none for them. ``walls`` says that
    squares that are neither empty nor taken by man or box are walls, because nothing can ever go there.
    """

    man: Place
    box: Place
    contents: Mapping[int, Contents]
    stored: tuple[int, ...]
    steps: tuple[StepRoles, ...]
    men: frozenset[int] | None
    boxes: frozenset[int] | None
    walls: bool


def changes(schema: Schema, predicate: int) -> dict[tuple[Term, ...], bool]:
    """Return what the unconditional effects make of atoms of a predicate; adding prevails over deleting."""
    found: dict[tuple[Term, ...], bool] = {}
    for effect in schema.effects:
        if effect.literal.predicate == predicate and effect.unconditional:
            found[effect.literal.terms] = effect.literal.positive or found.get(effect.literal.terms, False)
    return found


class Reader:
    """Reads schemas, given which fluents say where man and boxes are."""

    def __init__(self, facts: StaticFacts, man: Place, box: Place) -> None:
        self.facts, self.task, self.man, self.box = facts, facts.task, man, box
        self.placed = {
            place: frozenset(row[1 - place.slot] for row in self.task.init[place.predicate] if len(row) > 1)
            for place in (man, box)
        }
        self.men = self._men()

    def things(self, place: Place, schema: Schema, term: Term | None) -> frozenset[int]:
        """Return the objects that a man or box may be: of those that ``:init`` places, if it places any."""
        if term is None:
            return frozenset()
        choices = self.facts.choices(schema, term)
        return choices & self.placed[place] if self.placed[place] else choices

    def _men(self) -> frozenset[int]:
        """Return the objects that may be the man: what moves, in schemas in which nothing else does."""
        men: set[int] = set()
        for schema in self.task.schemas:
            placed = self._placed(schema, self.man)
            if self.man != self.box or len(placed) == 1:
                for literal in placed:
                    men |= self.things(self.man, schema, self.man.thing(literal))
        return frozenset(men)

    def _placed(self, schema: Schema, place: Place) -> list[Literal]:
        """Return the atoms of a precondition that say where something is."""
        return [
            part
            for part in conjuncts(schema.precondition)
            if isinstance(part, Literal) and part.predicate == place.predicate and part.positive
        ]

    def read(self, number: int) -> StepRoles:
        """Return the roles of the terms of a schema, by where man and box are and where they go."""
        schema = self.task.schemas[number]
        men, boxes = self._placed(schema, self.man), self._placed(schema, self.box)
        if self.man == self.box:
            men = [each for each in men if self.things(self.man, schema, self.man.thing(each)) <= self.men]
            boxes = [each for each in boxes if each not in men]
        if len(men) != 1 or len(boxes) > 1:
            raise self._neither(schema)
        goes_to = self._destination(schema, self.man, men[0])
        squares: tuple[Term, ...] = (self.man.square(men[0]), goes_to)
        if boxes:
            squares = (*squares, self._destination(schema, self.box, boxes[0]))
            if goes_to != self.box.square(boxes[0]):
                raise self._neither(schema)
        if len(set(squares)) < len(squares):
            raise self._neither(schema)
        return StepRoles(
            number, schema, squares, self.man.thing(men[0]), self.box.thing(boxes[0]) if boxes else None
        )  # fmt: skip

    def _destination(self, schema: Schema, place: Place, literal: Literal) -> Term:
        """Return the square to which the effects bring what a literal has placed."""
        added = [Literal(place.predicate, terms) for terms, true in changes(schema, place.predicate).items() if true]
        squares = [place.square(each) for each in added if place.thing(each) == place.thing(literal)]
        others = [square for square in squares if square != place.square(literal)]
        if len(others) != 1:
            raise self._neither(schema)
        return others[0]

    @staticmethod
    def _neither(schema: Schema) -> Unlike:
        return Unlike(f"action {schema.name} is neither a step of the man nor a push of one box")
