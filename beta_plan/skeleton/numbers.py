"""How many objects of each kind a task has where nobody says so: enough to be hard, few enough to be searched."""

from __future__ import annotations

from beta_plan.skeleton.groups import Group
from beta_plan.skeleton.spec import HEADINGS
from beta_plan.skeleton.structure import Structure

PLACES, GRID, MOVERS, THINGS, STACKED, LEVELS, SUMS, OTHERS = 6, 9, 2, 4, 7, 4, 12, 2


def numbers(structure: Structure) -> dict[str, str]:
    """Return the number of objects of every kind, perhaps by another kind.

    The first of these that a kind is: a direction, the places of a map, levels, pairs' halves, things that are moved,
    what stands at places or keeps things, what belongs to one that moves, what the goal is about, what is used up.
    """
    return {kind: _number(structure, kind) for kind in structure.kinds.names}


def _number(s: Structure, kind: str) -> str:
    options = (
        _heading(s, kind), _place(s, kind), _level(s, kind), _half(s, kind), _thing(s, kind), _aim(s, kind),
        _stand(s, kind), _property(s, kind), _used(s, kind),
    )  # fmt: skip
    least = sum(m.what == "label" and m.kinds[0] == (kind,) for m in s.statics)
    found = next((option for option in options if option is not None), str(OTHERS))
    return str(max(int(found), least)) if found.isdigit() else found


def _heading(s: Structure, kind: str) -> str | None:
    return str(len(HEADINGS)) if kind in s.headings else None


def _place(s: Structure, kind: str) -> str | None:
    if kind not in s.places:
        return None
    if s.directed or s.headings:
        return str(GRID)
    kept = _kept(s, kind)
    if kept is not None:
        return f"2*{kept}"
    shared = any(len(m.kinds[m.roles.index("old")]) > 1 for m in s.maps if kind in m.kinds[m.roles.index("old")])
    return str(PLACES // 2 if shared else PLACES)


def _level(s: Structure, kind: str) -> str | None:
    if kind in s.sums:
        return str(SUMS)
    return str(LEVELS) if kind in s.chains else None


def _half(s: Structure, kind: str) -> str | None:
    """Two of a kind belong to one of another: the partners of a couple."""
    for meaning in s.statics:
        if meaning.what == "function" and len(meaning.kinds) == 3 and meaning.kinds[1] == meaning.kinds[2]:
            if meaning.kinds[1] == (kind,):
                return f"2*{meaning.kinds[0][0]}"
            if meaning.kinds[0] == (kind,):
                return str(OTHERS)
    return None


def _thing(s: Structure, kind: str) -> str | None:
    if any(_leans_on(s, group) for group in s.groups if group.kind == kind):
        return str(STACKED)
    if kind not in s.located:
        return None
    home = s.partition(kind)
    if home is not None:
        return home.kinds[1][0]
    return str(MOVERS if kind in s.resting.movers and (s.has_aims or kind not in s.movables) else THINGS)


def _leans_on(s: Structure, group: Group) -> bool:
    """Tell whether objects of a kind may stand on others of it, and nowhere in particular."""
    rest = s.resting.part.get(group)
    flat = rest is not None and s.kinds.task.arities[rest[0]] == 1
    return flat and any(
        lit.predicate == predicate
        and len(lit.terms) == 2
        and group.kind in step.of(lit.terms[0]) & step.of(lit.terms[1])
        for predicate, _ in group.parts
        for step in s.kinds.steps
        for lit in step.add
    )


def _stand(s: Structure, kind: str) -> str | None:
    """Hoists and pallets stand at places for ever, curbs keep cars."""
    base, kept = _stands_at(s, kind), _kept(s, kind)
    if base is not None:
        return f"2*{base}" if kept else base
    return f"{kept}+2" if kept else None


def _stands_at(s: Structure, kind: str) -> str | None:
    added = {
        (lit.predicate, k) for step in s.kinds.steps for lit in step.add if lit.terms for k in step.of(lit.terms[0])
    }
    for step in s.kinds.steps:
        for literal in step.pre:
            two = literal.positive and len(literal.terms) == 2 and s.kinds.task.fluent[literal.predicate]
            if two and kind in step.of(literal.terms[0]) and (literal.predicate, kind) not in added:
                places = sorted(step.of(literal.terms[1]))
                return places[0] if places and places[0] != kind else None
    return None


def _kept(s: Structure, kind: str) -> str | None:
    """Return the kind of things that lie at rest with a holder of this kind."""
    for group in s.resting.holders:
        if group.kind == kind:
            for predicate, at in sorted(group.parts):
                for thing, groups in s.located.items():
                    rests = [s.resting.part[g] for g in groups]
                    if thing in s.movables and thing != kind and any(p == predicate and i != at for p, i in rests):
                        return thing
    return None


def _property(s: Structure, kind: str) -> str | None:
    """What belongs to one that moves there is one of for each: a rover's store."""
    for meaning in s.statics:
        if meaning.what == "function" and meaning.kinds[0] == (kind,) and meaning.kinds[1][0] in s.resting.movers:
            return meaning.kinds[1][0]
    return None


def _aim(s: Structure, kind: str) -> str | None:
    """What the goal is about."""
    atoms = [(step, lit) for step in s.kinds.steps for lit in step.add if lit.predicate in s.achievements]
    return str(THINGS) if any(kind in step.of(term) for step, lit in atoms for term in lit.terms[:1]) else None


def _used(s: Structure, kind: str) -> str | None:
    """What is used up, and where things are."""
    steps = s.kinds.steps
    added = {lit.predicate for step in steps for lit in step.add}
    gone = [(step, lit) for step in steps for lit in step.delete if lit.predicate not in added]
    used = {k for step, lit in gone for term in lit.terms for k in step.of(term)}
    return str(THINGS) if kind in used | s.resting_places else None
