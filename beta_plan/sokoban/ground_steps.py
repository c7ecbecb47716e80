"""Steps and pushes between squares: what the static facts make of the schemas."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from beta_plan.pddl.lifted import Effect, Formula, FunctionTerm, Term, conjuncts
from beta_plan.sokoban.schema_roles import Roles, StepRoles
from beta_plan.sokoban.static_facts import Binding, StaticFacts, Unlike, free_terms

BOX = -1
"""Stands for the box among the arguments of a push."""

_FROM, _TO = -1, -2


@dataclass(frozen=True)
class GroundStep:
    """A step of the man over two squares, or a push of any box over three.

    ``labels`` are the static facts that join each square to the next, ``arguments`` objects, or BOX. ``stores``
    says of each fluent of boxes whether the push makes it true, or false, or leaves it as it is.
    """

    schema: int
    squares: tuple[int, ...]
    labels: tuple[Hashable, ...]
    arguments: tuple[int, ...]
    cost: int
    stores: tuple[bool | None, ...]


def ground_steps(facts: StaticFacts, roles: Roles) -> list[GroundStep]:
    """Return every step and push that static facts allow."""
    return [ground for step in roles.steps for ground in _Grounder(facts, roles, step).steps()]


def goals_by_effect(facts: StaticFacts, roles: Roles, predicate: int, wanted: bool) -> frozenset[int]:
    """Return the squares on which a push makes a fluent of the box ``wanted``, also if no push leads there.

    That is decided by the conditions on the box's new square alone; pushes must be checked one by one.
    """
    yes: set[int] = set()
    no: set[int] = set()
    for step in roles.steps:
        if step.is_push:
            to = step.squares[-1]
            effects = [(effect, _about(facts, step, effect, to)) for effect in _effects(step, predicate)]
            for item in facts.choices(step.schema, to):
                binding = {~to: item} if to < 0 else {}
                held = [e.literal.positive for e, parts in effects if all(facts.holds(p, binding) for p in parts)]
                if held:
                    (yes if any(held) == wanted else no).add(item)
    return frozenset(yes - no)


def _about(facts: StaticFacts, step: StepRoles, effect: Effect, term: Term) -> list[Formula]:
    """Return the static conditions of an effect that are about one term alone."""
    parts = (*conjuncts(step.schema.precondition), *conjuncts(effect.condition))
    return [part for part in parts if facts.is_static(part) and {t for t in free_terms(part) if t < 0} == {term}]


def _effects(step: StepRoles, predicate: int) -> list[Effect]:
    return [effect for effect in step.schema.effects if effect.literal.predicate == predicate]


class _Grounder:
    """One schema between squares."""

    def __init__(self, facts: StaticFacts, roles: Roles, step: StepRoles) -> None:
        self.facts, self.roles, self.step = facts, roles, step
        self.schema, self.task = step.schema, facts.task
        self.links = facts.links(step.schema)

    def steps(self) -> Iterator[GroundStep]:
        self._check_terms()
        opened = self._open_arguments()
        if opened is None:
            return
        for binding in self.facts.bindings(self.schema):
            squares = tuple(self._object(term, binding) for term in self.step.squares)
            if len(set(squares)) < len(squares):
                raise Unlike(f"action {self.schema.name} has one square in two places")
            yield GroundStep(
                self.step.number,
                squares,
                tuple(self._label(pair, binding) for pair in range(len(squares) - 1)),
                tuple(binding.get(v, opened.get(v, BOX)) for v in range(len(self.schema.parameters))),
                self._cost(binding),
                tuple(self._stores(predicate, binding) for predicate in self.roles.stored),
            )

    def _check_terms(self) -> None:
        linked = self.facts.linked(self.schema)
        if any(square < 0 and ~square not in linked for square in self.step.squares):
            raise Unlike(f"action {self.schema.name} moves things between squares that no static fact links")
        for term in (self.step.man, self.step.box):
            if term is not None and term < 0 and ~term in linked:
                raise Unlike(f"action {self.schema.name} has a static condition on a man or a box")

    def _open_arguments(self) -> Binding | None:
        """Return objects for the parameters that squares do not decide, but the box; None if there are none."""
        opened: Binding = {}
        for variable in set(range(len(self.schema.parameters))) - self.facts.linked(self.schema):
            if ~variable != self.step.box:
                choices = self.roles.men if ~variable == self.step.man else self.facts.choices(self.schema, ~variable)
                if not choices:
                    return None
                opened[variable] = min(choices)
        return opened

    def _label(self, pair: int, binding: Binding) -> Hashable:
        """Return the static facts that join two squares, with marks for these."""
        source, target = self.step.squares[pair : pair + 2]
        marks = {source: _FROM, target: _TO}
        label = sorted(
            (link.predicate, tuple(marks[t] if t in marks else self._object(t, binding) for t in link.terms))
            for link in self.links
            if {source, target} <= set(link.terms)
        )
        if not label:
            raise Unlike(f"action {self.schema.name} moves things between squares that no static fact links")
        return tuple(label)

    def _cost(self, binding: Binding) -> int:
        cost = self.schema.cost
        if not isinstance(cost, FunctionTerm):
            return cost
        if any(term < 0 and ~term not in binding for term in cost.terms):
            raise Unlike(f"the cost of action {self.schema.name} depends on the man or the box")
        row = tuple(self._object(term, binding) for term in cost.terms)
        if row not in self.task.functions[cost.function]:
            raise Unlike(f"action {self.schema.name} has a cost that :init does not state")
        return self.task.functions[cost.function][row]

    def _stores(self, predicate: int, binding: Binding) -> bool | None:
        made = [e.literal.positive for e in _effects(self.step, predicate) if self._happens(e, binding)]
        return any(made) if made else None

    def _happens(self, effect: Effect, binding: Binding) -> bool:
        terms = free_terms(effect.condition)
        if effect.variables or not self.facts.is_static(effect.condition):
            raise Unlike(f"action {self.schema.name} changes a box in a way that depends on the state")
        if any(term < 0 and ~term not in binding for term in terms):
            raise Unlike(f"action {self.schema.name} has a static condition on a man or a box")
        return self.facts.holds(effect.condition, binding)

    @staticmethod
    def _object(term: Term, binding: Binding) -> int:
        return term if term >= 0 else binding[~term]


def spelled(facts: StaticFacts, label: Hashable) -> str:
    """Return the names in a label."""
    assert isinstance(label, tuple)
    words = [facts.task.predicates[predicate] for predicate, _ in label]
    return " ".join([*words, *(facts.task.objects[item] for _, terms in label for item in terms if item >= 0)])
