"""What was understood of a domain, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from beta_plan.pddl.lifted import LiftedTask
from beta_plan.skeleton.counts import counts
from beta_plan.skeleton.groups import Group, Part
from beta_plan.skeleton.kinds import Kinds
from beta_plan.skeleton.spec import Skeleton
from beta_plan.skeleton.statics import Meaning
from beta_plan.skeleton.structure import Structure

MEANINGS = {
    "map": "connects places",
    "order": "orders them, every one before all that follow",
    "chain": "orders them, every one before the next",
    "sum": "adds up levels",
    "unequal": "says that two are different",
    "permission": "says what is allowed; everything is",
    "function": "gives each of the first one of the others",
    "label": "marks them",
    "flag": "holds",
}


def words(s: Structure, sizes: Mapping[str, int] | None = None) -> Iterator[str]:
    """Yield what there is, what static relations mean, where things are at rest, and what tasks are about.

    ``sizes`` are the numbers of objects of a task that was drawn, if one could be.
    """
    yield "kinds"
    for kind in s.kinds.names:
        number = "" if sizes is None else f" ({sizes[kind]})"
        yield f"  {kind}{number}: {', '.join(_roles(s, kind)) or 'nothing in particular'}"
    if s.statics:
        yield "static relations"
    for meaning in s.statics:
        yield f"  {_relation(s, meaning)}"
    yield "natural state"
    for group, part in s.resting.part.items():
        yield f"  {_rest(s, group, part)}"
    yield "goal"
    yield from (f"  {line}" for line in _goal(s))


def sizes_of(kinds: Kinds, skeleton: Skeleton, drawn: LiftedTask) -> dict[str, int]:
    """Return how many objects of each kind a task has that was drawn from a skeleton, which may have kinds of its own.

    They have the kind's type, or where a domain has no types the kind's name, or else all its labels.
    """
    numbers = counts(skeleton, {})
    rows = {name: {row[0] for row in rows if row} for name, rows in zip(drawn.predicates, drawn.init, strict=True)}
    found = {}
    for kind in kinds.names:
        wanted = kinds.type_of[kind].lower()
        if wanted:
            same = [name for name, said in skeleton.kinds.items() if not said.hidden and said.type.lower() == wanted]
            found[kind] = sum(numbers[name] for name in same)
        elif kind in skeleton.kinds:
            found[kind] = numbers[kind]
        else:
            labels = [rows[kinds.task.predicates[label]] for label in kinds.labels[kind]]
            found[kind] = len(set(range(len(drawn.objects))).intersection(*labels))
    return found


def _roles(s: Structure, kind: str) -> Iterator[str]:
    if kind in s.places or kind in s.resting_places:
        yield "places"
    if kind in s.chains or kind in s.sums:
        yield "levels"
    if kind in s.headings:
        yield "directions"
    if kind in s.resting.movers:
        yield "move by themselves"
    elif kind in s.located:
        yield "are moved by others"
    if any(group.kind == kind for group in s.resting.holders):
        yield "hold one thing at a time"
    home = s.partition(kind)
    if home is not None:
        yield f"stay within one {home.kinds[1][0]}"


def _relation(s: Structure, meaning: Meaning) -> str:
    kinds = " ".join("|".join(options) for options in meaning.kinds)
    return f"({s.name(meaning.predicate)} {kinds}) {MEANINGS[meaning.what]}"


def _rest(s: Structure, group: Group, part: Part) -> str:
    others = [_atom(s, other) for other in sorted(group.parts) if other != part]
    who = f"each {group.kind}" if group.kind is not None else "in all"
    return f"{who}: {_atom(s, part)}" + (f", rather than {' or '.join(others)}" if others else "")


def _atom(s: Structure, part: Part) -> str:
    predicate, subject = part
    arguments = ["it" if i == subject else ".." for i in range(s.kinds.task.arities[predicate])]
    return f"({' '.join([s.name(predicate), *arguments])})"


def _goal(s: Structure) -> Iterator[str]:
    aims = [s.name(predicate) for predicate in (*s.achievements, *s.stocks)]
    if aims:
        yield f"achieved once and for all: {', '.join(aims)}"
    else:
        yield f"where they are: {', '.join(s.movables) or 'what stands on what'}"
