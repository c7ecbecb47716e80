"""The search for a reading of a task's fluents under which every action is a step of the man or a push."""

from __future__ import annotations

from collections.abc import Iterator

from beta_plan.pddl.lifted import Effect, Formula, LiftedTask, Literal, Quantified, Schema, Term, conjuncts
from beta_plan.sokoban.schema_roles import ANY, MEANINGS, Content, Contents, Place, Reader, Roles, StepRoles, changes
from beta_plan.sokoban.static_facts import StaticFacts, Unlike

_STEPS, _CHANGES, _CONDITIONS = 10**3, 10**4, 10**5  # how far a comparison came; below, how many schemas could be read

_MAX_FLUENTS = 8


def find_roles(facts: StaticFacts) -> Roles:
    """Return the reading of a task as Sokoban, or raise Unlike with the reason why the best one fails."""
    task = facts.task
    _refuse_other_fluents(task)
    best = Unlike("no two fluents say where a man and where boxes are", -1)
    for man, box in _pairs(task):
        try:
            return _Reading(facts, man, box).roles()
        except Unlike as why:
            best = max(best, why, key=lambda each: each.depth)  # the first of equals
    raise best


def _refuse_other_fluents(task: LiftedTask) -> None:
    if sum(task.fluent) > _MAX_FLUENTS:
        raise Unlike(f"there are {sum(task.fluent)} fluents: more than can be about squares, a man and boxes")
    for name, arity, fluent in zip(task.predicates, task.arities, task.fluent, strict=True):
        if fluent and arity not in (1, 2):
            raise Unlike(f"the fluent {name} has {arity} arguments: it is about neither a square nor a thing on one")


def _pairs(task: LiftedTask) -> Iterator[tuple[Place, Place]]:
    """Yield every choice of fluents that might say where the man and where the boxes are."""
    places = [
        Place(predicate, slot)
        for predicate, (arity, fluent) in enumerate(zip(task.arities, task.fluent, strict=True))
        if fluent
        for slot in range(arity)
    ]
    for man in places:
        for box in places:
            same = man.predicate == box.predicate
            if not same or (man == box and task.arities[man.predicate] > 1):
                yield man, box


class _Reading:
    """The reading that begins with which fluents say where man and boxes are."""

    def __init__(self, facts: StaticFacts, man: Place, box: Place) -> None:
        self.facts, self.task, self.man, self.box = facts, facts.task, man, box
        self.reader = Reader(facts, man, box)

    def roles(self) -> Roles:
        """Return all roles; raise Unlike if the fluents and schemas cannot be read so."""
        steps = self._steps()
        boxes = self._boxes(steps)
        contents: dict[int, Contents] = {}
        stored: list[int] = []
        for predicate, fluent in enumerate(self.task.fluent):
            if fluent and self.task.arities[predicate] == 1:
                meaning = self._meaning(predicate, steps)
                if meaning is None:
                    stored.append(predicate)
                else:
                    contents[predicate] = meaning
            elif fluent:
                self._check_places(predicate, steps)
        men = self.reader.men if self.task.arities[self.man.predicate] > 1 else None
        roles = Roles(self.man, self.box, contents, tuple(stored), steps, men, boxes, walls=False)
        conditions = _Conditions(self.facts, roles)
        walls = [conditions.keep_out_walls(step) for step in steps]
        return Roles(self.man, self.box, contents, tuple(stored), steps, men, boxes, walls=all(walls))

    def _steps(self) -> tuple[StepRoles, ...]:
        read: list[StepRoles] = []
        reasons: list[str] = []
        for number in range(len(self.task.schemas)):
            try:
                read.append(self.reader.read(number))
            except Unlike as why:
                reasons.append(why.reason)
        if len({step.is_push for step in read}) < 2:
            raise Unlike("there are not both steps of a man and pushes of boxes")
        if reasons:
            raise Unlike(reasons[0], len(read))
        return tuple(read)

    def _boxes(self, steps: tuple[StepRoles, ...]) -> frozenset[int] | None:
        """Return the objects that are boxes; every push must be one of any of them, every step one of the man.

        Where a parameter for boxes may also be the man, that is no push: he cannot be on two squares.
        """
        for step in steps:
            if step.man is not None and self.reader.things(self.man, step.schema, step.man) != self.reader.men:
                raise Unlike(f"action {step.schema.name} is not for every man", _STEPS)
        pushes = [step for step in steps if step.is_push]
        kinds = {self.reader.things(self.box, step.schema, step.box) for step in pushes}
        if len(kinds) > 1:
            raise Unlike("boxes are not all alike: some actions push only some of them", _STEPS)
        (boxes,) = kinds
        return None if pushes[0].box is None else boxes - self.reader.men

    def _meaning(self, predicate: int, steps: tuple[StepRoles, ...]) -> Contents | None:
        """Return the contents for which a fluent of one square is true; None for a fluent of a box."""
        name, wanted = self.task.predicates[predicate], MEANINGS
        if predicate in (self.man.predicate, self.box.predicate):
            wanted = MEANINGS[:1] if predicate == self.man.predicate else MEANINGS[1:2]
        terms = [(step, e.literal.terms[0]) for step in steps for e in _effects(step.schema, predicate)]
        if all(term == step.box for step, term in terms):
            return None
        for meaning in wanted:
            if all(_follows(meaning, predicate, step) for step in steps):
                return meaning
        raise Unlike(f"the fluent {name} does not follow from where man and boxes are", _CHANGES)

    def _check_places(self, predicate: int, steps: tuple[StepRoles, ...]) -> None:
        """See that a fluent of thing and square changes exactly with the places of man and boxes."""
        name = self.task.predicates[predicate]
        if predicate not in (self.man.predicate, self.box.predicate):
            raise Unlike(f"the fluent {name} says neither where the man nor where a box is", _CHANGES)
        for step in steps:
            expected: dict[tuple[Term, ...], bool] = {}
            if predicate == self.man.predicate:
                expected |= _moved(self.man, step.man, *step.squares[:2])
            if predicate == self.box.predicate and step.is_push:
                expected |= _moved(self.box, step.box, *step.squares[1:])
            if changes(step.schema, predicate) != expected or _conditional(step.schema, predicate):
                raise Unlike(f"action {step.schema.name} changes {name} in another way than a step or a push", _CHANGES)


def _moved(place: Place, thing: Term | None, source: Term, target: Term) -> dict[tuple[Term, ...], bool]:
    return {place.terms(thing, source): False, place.terms(thing, target): True}


def _effects(schema: Schema, predicate: int) -> list[Effect]:
    return [effect for effect in schema.effects if effect.literal.predicate == predicate]


def _conditional(schema: Schema, predicate: int) -> bool:
    return any(e.literal.predicate == predicate and not e.unconditional for e in schema.effects)


def _follows(meaning: Contents, predicate: int, step: StepRoles) -> bool:
    """Say whether a schema changes a fluent as the contents of the squares change."""
    made = changes(step.schema, predicate)
    if _conditional(step.schema, predicate) or any(term not in step.squares for (term,) in made):
        return False
    return all(
        made.get((square,), before in meaning) == (after in meaning)
        for square, before, after in zip(step.squares, step.before, step.after, strict=True)
    )


class _Conditions:
    """Preconditions as what they allow on squares."""

    def __init__(self, facts: StaticFacts, roles: Roles) -> None:
        self.facts, self.task, self.roles = facts, facts.task, roles

    def keep_out_walls(self, step: StepRoles) -> bool:
        """See that a schema is applicable exactly where a step or a push is possible, and say whether walls bar it."""
        allowed: dict[Term, Contents] = dict.fromkeys(step.squares, ANY)
        for part in conjuncts(step.schema.precondition):
            if not self.facts.is_static(part):
                square, contents = self._allows(step, part)
                if square not in allowed:
                    raise self._other(step)
                allowed[square] &= contents
        for square, content in zip(step.squares, step.before, strict=True):
            possible = allowed[square] if content == Content.MAN else allowed[square] - {Content.MAN}
            if possible - {Content.WALL} != {content}:
                raise self._other(step)
        return Content.WALL not in allowed[step.squares[-1]]

    def _allows(self, step: StepRoles, part: Formula) -> tuple[Term, Contents]:
        """Return a square and what may be there by one part of a precondition."""
        if isinstance(part, Quantified):
            return self._nothing_there(step, part)
        if not isinstance(part, Literal) or part.predicate in self.roles.stored:
            raise self._other(step)
        if part.predicate in self.roles.contents:
            meaning = self.roles.contents[part.predicate]
            return part.terms[0], meaning if part.positive else ANY - meaning
        for place, thing, square, content in self._known_places(step):
            if part.predicate == place.predicate and place.thing(part) == thing:
                if part.positive:
                    return place.square(part), frozenset({content})
                if place.square(part) != square:
                    return place.square(part), ANY  # it is elsewhere, that is known
        raise self._other(step)

    def _known_places(self, step: StepRoles) -> list[tuple[Place, Term | None, Term, Content]]:
        known = [(self.roles.man, step.man, step.squares[0], Content.MAN)]
        return [*known, (self.roles.box, step.box, step.squares[1], Content.BOX)] if step.is_push else known

    def _nothing_there(self, step: StepRoles, part: Quantified) -> tuple[Term, Contents]:
        """Return what may be on a square of which no box, or nothing at all, is said to be there."""
        literal, variables = part.body, part.variables
        kinds = ((self.roles.man, self.roles.men, Content.MAN), (self.roles.box, self.roles.boxes, Content.BOX))
        if part.universal and len(variables) == 1 and isinstance(literal, Literal) and not literal.positive:
            ((variable, kind),) = variables
            members, contents, square = frozenset(self.task.types[kind]), ANY, None
            for place, things, content in kinds:
                if literal.predicate == place.predicate and place.thing(literal) == ~variable and things is not None:
                    if members >= things:
                        contents, square = contents - {content}, place.square(literal)
                    elif members & things:
                        raise self._other(step)
            if square is not None:
                return square, contents
        raise self._other(step)

    @staticmethod
    def _other(step: StepRoles) -> Unlike:
        kind = "a push" if step.is_push else "a step of the man"
        return Unlike(f"action {step.schema.name} moves things like {kind}, but under other conditions", _CONDITIONS)
