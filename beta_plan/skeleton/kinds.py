"""The kinds of objects that a domain speaks of: its types, or where it has none the unary predicates in their place.

In a domain without types (``(TRUCK ?t)`` in a precondition) every static predicate of one argument is a *label*. A
parameter is of the kinds whose objects have all the labels that its schema asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from beta_plan.errors import InputRefused
from beta_plan.pddl.domain import LiftedDomain
from beta_plan.pddl.lifted import Equality, LiftedTask, Literal, Schema, conjuncts

REMEDY = "give a problem file, or a skeleton file"
PLAIN = "thing"
"""The kind of all objects in a domain with neither types nor labels."""


@dataclass(frozen=True)
class Step:
    """A schema as literals: what must hold, what it adds and deletes; parameters by number, kinds by name."""

    name: str
    kinds: tuple[frozenset[str], ...]
    pre: tuple[Literal, ...]
    add: tuple[Literal, ...]
    delete: tuple[Literal, ...]
    different: tuple[tuple[int, int], ...]

    def of(self, term: int) -> frozenset[str]:
        """Return the kinds of a term; those of a constant are not known."""
        return self.kinds[~term] if term < 0 else frozenset()


@dataclass(frozen=True, eq=False)
class Kinds:
    """The kinds of a domain: ``type_of`` and ``labels`` (predicates of one argument) of each; and its steps."""

    task: LiftedTask
    names: tuple[str, ...]
    type_of: dict[str, str]
    labels: dict[str, tuple[int, ...]]
    steps: tuple[Step, ...]

    @property
    def all_labels(self) -> frozenset[int]:
        """The predicates that are labels of some kind."""
        return frozenset(label for labels in self.labels.values() for label in labels)

    def with_labels(self, kind: str, more: frozenset[int]) -> Kinds:
        """Return the kinds if the objects of one have more labels; it then is a part of the kinds that ask for them."""
        labels = self.labels | {kind: tuple(sorted({*self.labels[kind], *more}))}
        steps = []
        for step in self.steps:
            joined = [options and self._asked(options) <= set(labels[kind]) for options in step.kinds]
            both = [options | {kind} if join else options for options, join in zip(step.kinds, joined, strict=True)]
            steps.append(replace(step, kinds=tuple(both)))
        return replace(self, labels=labels, steps=tuple(steps))

    def _asked(self, options: frozenset[str]) -> set[int]:
        """Return the labels that all of some kinds have."""
        return set.intersection(*(set(self.labels[kind]) for kind in options))


def kinds(domain: LiftedDomain) -> Kinds:
    """Return the kinds of a domain; one with conditions that are no conjunctions is refused."""
    task = domain.task
    schemas = [_literals(task, schema) for schema in task.schemas]
    if domain.leaf_types != ("",):
        members = [frozenset(objects) for objects in task.types]
        of_type = dict(zip(domain.examples, domain.leaf_types, strict=True))
        of_types = [frozenset(of_type[o] for o in objects if o in of_type) for objects in members]
        steps = [
            Step(schema.name, tuple(of_types[t] for t in schema.parameters), *rest)
            for schema, rest in zip(task.schemas, schemas, strict=True)
        ]
        used = {kind for step in steps for options in step.kinds for kind in options}
        names = tuple(name for name in domain.leaf_types if name in used)
        return Kinds(task, names, {name: name for name in names}, dict.fromkeys(names, ()), tuple(steps))
    return _labelled(task, schemas)


Parts = tuple[tuple[Literal, ...], tuple[Literal, ...], tuple[Literal, ...], tuple[tuple[int, int], ...]]


def _literals(task: LiftedTask, schema: Schema) -> Parts:
    pre: list[Literal] = []
    different: list[tuple[int, int]] = []
    for part in conjuncts(schema.precondition):
        if isinstance(part, Literal):
            pre.append(part)
        elif isinstance(part, Equality) and not part.positive:
            different.append((part.left, part.right))
        else:
            raise not_understood(f"action {schema.name} has a condition that is no conjunction of literals")
    if not all(effect.unconditional for effect in schema.effects):
        raise not_understood(f"action {schema.name} has conditional effects")
    effects = [effect.literal for effect in schema.effects]
    add = tuple(literal for literal in effects if literal.positive)
    kept = {(literal.predicate, literal.terms) for literal in add}
    delete = tuple(e for e in effects if not e.positive and (e.predicate, e.terms) not in kept)
    return tuple(pre), add, delete, tuple(different)


def not_understood(message: str) -> InputRefused:
    """Return the error that says why no task can be drawn for a domain alone."""
    return InputRefused(f"the structure of the domain is not understood: {message}", remedy=REMEDY)


def _labelled(task: LiftedTask, schemas: list[Parts]) -> Kinds:
    """Return the kinds of a domain without types: a kind for each label that some parameter has."""
    is_label = [arity == 1 and not fluent for arity, fluent in zip(task.arities, task.fluent, strict=True)]
    asked: list[list[frozenset[int]]] = []
    for schema, (pre, *_) in zip(task.schemas, schemas, strict=True):
        mine = [{lit.predicate for lit in pre if is_label[lit.predicate] and lit.terms == (~i,) and lit.positive}
               for i in range(len(schema.parameters))]  # fmt: skip
        asked.append([frozenset(labels) for labels in mine])
    count = {label: sum(label in labels for row in asked for labels in row) for label in range(len(is_label))}
    of_kind: dict[str, set[int]] = {}
    for labels in (labels for row in asked for labels in row):
        if labels:
            rarest = min(labels, key=lambda label: (count[label], label))
            of_kind.setdefault(task.predicates[rarest].lower(), set()).update(labels)
    if not of_kind or any(not labels for row in asked for labels in row):
        of_kind[PLAIN] = set()
    names = tuple(of_kind)
    own = {name: tuple(sorted(of_kind[name])) for name in names}
    steps = [
        Step(schema.name, _options(wanted, own), *parts)
        for schema, parts, wanted in zip(task.schemas, schemas, asked, strict=True)
    ]
    return Kinds(task, names, dict.fromkeys(names, ""), own, tuple(steps))


def _options(asked: Sequence[frozenset[int]], labels: Mapping[str, tuple[int, ...]]) -> tuple[frozenset[str], ...]:
    """Return the kinds of parameters that ask for some labels each."""
    return tuple(frozenset(kind for kind, own in labels.items() if wanted <= set(own)) for wanted in asked)
