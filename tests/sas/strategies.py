"""Random small SAS+ tasks for hypothesis."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from beta_plan.sas.task import AcyclicRelation, ExclusiveTriple, LinearInvariant, SasTask, SubInvariant
from tests.sas.build import Action, task

NAMES = "uvwx"


@st.composite
def tasks(draw, *, conditional: bool = True, groups: bool = True) -> SasTask:
    """Return a task of two to four variables with two or three values, whose groups need not be invariant."""
    sizes = draw(st.lists(st.integers(2, 3), min_size=2, max_size=4))
    values = {name: [str(x) for x in range(size)] for name, size in zip(NAMES, sizes, strict=False)}
    partial = _partial_assignments(values)
    actions = []
    for number in range(draw(st.integers(1, 5))):
        pre, post = draw(partial), draw(partial)
        when = draw(_effects(values, partial)) if conditional and draw(st.booleans()) else ()
        post = {v: x for v, x in post.items() if not any(v in effect for _, effect in when)}
        spelled = tuple((_spell(condition), _spell(effect)) for condition, effect in when)
        actions.append(Action(f"a{number}", _spell(pre), _spell(post), spelled))
    facts = st.sampled_from([f"{v}={x}" for v, xs in values.items() for x in xs])
    some_facts = st.lists(facts, min_size=2, max_size=4, unique=True).map(" ".join)
    init = {v: draw(st.sampled_from(xs)) for v, xs in values.items()}
    return task(
        {v: " ".join(xs) for v, xs in values.items()},
        actions,
        [_spell(goal) for goal in draw(st.lists(partial, min_size=1, max_size=3))],
        _spell(init),
        exactly_one=draw(st.lists(some_facts, max_size=1)) if groups else (),
        at_most_one=draw(st.lists(some_facts, max_size=2)) if groups else (),
    )


@st.composite
def linear_invariants(draw, task: SasTask) -> tuple[LinearInvariant, ...]:
    """Return one to three sums over some facts, with gaps between weights, that the reference state has."""
    assert task.init is not None
    found = []
    held = set(task.facts_of(task.init).tolist())
    for _ in range(draw(st.integers(1, 3))):
        weights = draw(st.dictionaries(st.integers(0, task.num_facts - 1), st.sampled_from([-1, 1, 2, 4]), min_size=2))
        value = sum(weight for fact, weight in weights.items() if fact in held)
        found.append(LinearInvariant(tuple(weights), tuple(weights.values()), value))
    return tuple(found)


def _partial_assignments(values: dict[str, list[str]]) -> st.SearchStrategy[dict[str, str]]:
    return st.fixed_dictionaries({}, optional={v: st.sampled_from(xs) for v, xs in values.items()})


@st.composite
def _effects(draw, values: dict[str, list[str]], partial) -> tuple[tuple[dict[str, str], dict[str, str]], ...]:
    """Return effects that never disagree: one target value for each variable, or one for each value of a selector."""
    found: list[tuple[dict[str, str], dict[str, str]]] = []
    for v, xs in values.items():
        kind = draw(st.sampled_from(["none", "target", "selector"]))
        if kind == "target":
            target = draw(st.sampled_from(xs))
            found += [(draw(partial), {v: target}) for _ in range(draw(st.integers(1, 2)))]
        if kind == "selector":
            u = draw(st.sampled_from(sorted(values)))
            found += [({u: y}, {v: draw(st.sampled_from(xs))}) for y in values[u]]
    targets = [v for _, effect in found for v in effect]
    if len(found) > 1 and targets.count(targets[-1]) == 1 and draw(st.booleans()):
        condition, effect = found[0]  # two effects under one condition
        found[0] = (condition, effect | found.pop()[1])
    return tuple(found)


def _spell(assignment: dict[str, str]) -> str:
    return " ".join(f"{v}={x}" for v, x in assignment.items())


@st.composite
def with_more_laws(draw, task: SasTask) -> SasTask:
    """Return the task with exclusive triples, sub-invariants and an acyclic relation, which need not be invariant."""
    subs = []
    for _ in range(draw(st.integers(0, 2))):
        facts = draw(st.lists(st.integers(0, task.num_facts - 1), min_size=1, max_size=6, unique=True))
        subs.append(SubInvariant(tuple(sorted(facts)), draw(st.integers(0, 3))))
    triples = []
    for _ in range(draw(st.integers(0, 3)) if len(task.variables) > 2 else 0):
        chosen = draw(st.permutations(range(len(task.variables))))[:3]
        own = [list(range(int(task.offsets[v]), int(task.offsets[v + 1]))) for v in chosen]
        others = draw(st.lists(st.sampled_from(own[2]), min_size=1, max_size=len(own[2]) - 1, unique=True))
        pair = (draw(st.sampled_from(own[0])), draw(st.sampled_from(own[1])))
        triples.append(ExclusiveTriple(pair, tuple(sorted(others))))
    facts = draw(st.lists(st.integers(0, task.num_facts - 1), max_size=8, unique=True))
    sources = [int(task.variable_of[fact]) for fact in facts]
    targets = [draw(st.sampled_from([v for v in range(len(task.variables)) if v != s])) for s in sources]
    relation = AcyclicRelation("leads", tuple(facts), tuple(sources), tuple(targets))
    return replace(
        task,
        exclusive_triples=tuple(triples),
        acyclic_relations=(relation,) if facts else (),
        sub_invariants=tuple(subs),
    )
