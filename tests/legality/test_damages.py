"""Every checker can fail: it sees each atom too many or too few in a legal state, and subtler damage."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from tests.bundled import NAMES, texts
from tests.interpreter import Atom
from tests.legality.check import illegal, unsolved
from tests.legality.damages import DAMAGES, UNNATURAL
from tests.legality.general import Written
from tests.legality.registry import CHECKERS

ALSO_LEGAL = {
    "miconic": {"boarded", "served"},
    "rovers": {"calibrated", "has-picture"},
    "satellite": {"calibrated", "picture"},
    "visitall": {"seen"},
}
"""Atoms that come alone: one more of them makes a state that is legal, if no natural one."""


def with_atoms(written: Written, atoms: Iterable[Atom]) -> Written:
    """Return an instance with another initial state."""
    begin, _, rest = written.problem.partition("(:init")
    said = [f"({' '.join(atom)})" for atom in sorted(atoms)]
    said += [f"(= ({' '.join(term)}) {value})" for term, value in written.task.numbers.items()]
    return Written(written.domain, f"{begin}(:init {' '.join(said)})\n (:goal{rest.partition('(:goal')[2]}")


def parts(text: str) -> set[Atom]:
    return {tuple(atom.split()) for atom in text.strip("()").split(") (")} if text else set()


def complaints(name, take, add, *, natural) -> list[str]:
    """Return what is said about a bundled task with other atoms; it must have those that are taken away."""
    written = Written(*texts(name))
    damaged = with_atoms(written, written.task.init - parts(take) | parts(add))
    return list(illegal(name, damaged, written, natural=natural))


def test_every_domain_has_a_checker_and_damages():
    assert sorted(CHECKERS) == sorted(DAMAGES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_bundled_tasks_are_legal(name):
    written = Written(*texts(name))
    assert list(illegal(name, written, written)) == []


@pytest.mark.parametrize("natural", [True, False], ids=["natural", "any"])
@pytest.mark.parametrize("name", NAMES)
def test_one_atom_more_or_less_is_reported(name, natural):
    written = Written(*texts(name))
    unseen = set()
    for predicate, kinds in written.declared(":predicates").items():
        if predicate in written.task.fluents:
            for objects in product(*map(written.task.members, kinds)):
                damaged = with_atoms(written, written.task.init ^ {(predicate, *objects)})
                if not any(illegal(name, damaged, written, natural=natural)):
                    unseen.add(predicate)
    assert unseen == (set() if natural else ALSO_LEGAL.get(name, set()))


@pytest.mark.parametrize(
    ("name", "take", "add", "complaint"), [(name, *damage) for name in NAMES for damage in DAMAGES[name]]
)
def test_damage_is_reported(name, take, add, complaint):
    said = complaints(name, take, add, natural=False)
    assert any(complaint in what for what in said), said


@pytest.mark.parametrize(
    ("name", "take", "add", "complaint"), [(name, *damage) for name in UNNATURAL for damage in UNNATURAL[name]]
)
def test_what_no_author_writes_is_reported_unless_any_state_will_do(name, take, add, complaint):
    said = complaints(name, take, add, natural=True)
    assert any(complaint in what for what in said), said
    assert complaints(name, take, add, natural=False) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("(room van one)", "(room van one) (room van one)", "(room van one) is said 2 times"),
        ("(room van one)", "(room crate one)", "crate is no vehicle"),
        ("(room van one)", "(space van one)", "(space van one) is not declared"),
        ("(room van one)", "(room van)", "(room van) is not declared"),
        ("(room van one)", "(room van one) (= (length inn mill) 3)", "values of functions are not those"),
        ("(= (total-cost) 0)", "(= (total-cost) 0) (= (total-cost) 1)", "(total-cost) has 2 values"),
        ("(road farm inn)", "", "static (road farm inn) is missing"),
        ("(road farm inn)", "(road farm inn) (road farm market)", "static (road farm market) is new"),
        ("van lorry - vehicle", "van lorry bus - vehicle", "the objects are not those of the reference"),
        ("van lorry - vehicle", "van lorry lorry - vehicle", "object lorry is declared 2 times"),
        ("van lorry - vehicle", "van lorry - vessel", "object van has no declared type"),
        ("(at crate farm)", "(at crate inn)", "the goal is not that of the reference"),
        ("(and (at crate farm) (at barrel inn) (at sack market))", "(at lorry farm)", "the goal is true already"),
        ("(:metric minimize (total-cost))", "", "the metric is not that of the reference"),
    ],
)
def test_what_no_domain_allows_is_reported(old, new, complaint):
    domain, problem = texts("transport")
    assert old in problem
    said = list(illegal("transport", Written(domain, problem.replace(old, new)), Written(domain, problem)))
    assert any(complaint in what for what in said), said


def test_a_goal_of_the_wrong_kind_is_reported():
    domain, problem = texts("transport")
    other = Written(domain, problem.replace("(at sack market)", "(in sack van)"))
    assert list(illegal("transport", other)) == ["the goal speaks of (in ..)"]


def test_a_plan_must_reach_the_goal():
    written = Written(*texts("miconic"))
    plan = "(down f1 f0)\n(stop f0)\n(up f0 f2)\n(stop f2)\n(up f2 f4)\n(stop f4)\n(down f4 f3)\n(stop f3)\n"
    plan += "(down f3 f2)\n(stop f2)\n(down f2 f1)\n(stop f1)\n(down f1 f0)\n(stop f0)\n; cost = 14 (unit cost)\n"
    assert list(unsolved(written, plan)) == []
    assert list(unsolved(written, plan.replace("(stop f4)\n", "")))
    assert list(unsolved(written, plan.replace("(down f1 f0)", "(down f1 f9)")))
    assert list(unsolved(written, "; cost = 0 (unit cost)\n"))
