"""The structure of a domain is told from its schemas, not from its names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from beta_plan.errors import IllegalTask, InputRefused
from beta_plan.pddl.domain import lift_domain
from beta_plan.pddl.sexpr import Source, load
from beta_plan.skeleton.compose import skeleton_of
from beta_plan.skeleton.problem import draw_problem
from beta_plan.skeleton.structure import Structure
from beta_plan.skeleton.words import words
from beta_plan.stages import Stages
from beta_plan.worlds.drawn import draw_task
from beta_plan.worlds.world import Request
from tests.bundled import DOMAINS, NAMES

ODD = Path(__file__).parent / "odd"
NOT_UNDERSTOOD = {
    "barman": "how many (contains ..) a shaker may have",
    "briefcase": "conditional effects",
    "childsnack": "is false",
    "miconic": "conditional effects",
    "rovers": "in-sight",
    "sokoban": "pushes",
    "termes": "is false",
    "trucks": "no conjunction",
}
"""Bundled domains of which the structure does not tell how tasks look, and what the refusal says."""


def structure(name: str) -> Structure:
    return Structure.of(lift_domain(load(DOMAINS / name / "domain.pddl")))


def bare(name: str, folder: Path) -> Path:
    """Return a copy of a bundled domain without its skeleton."""
    file = folder / "domain.pddl"
    file.write_bytes((DOMAINS / name / "domain.pddl").read_bytes())
    return file


@pytest.mark.parametrize(
    ("name", "places", "levels", "movers", "movables"),
    [
        ("transport", {"place"}, {"level"}, {"vehicle"}, {"package"}),
        ("driverlog", {"spot"}, set(), {"driver", "truck"}, {"goods"}),
        ("ferry", {"port"}, set(), set(), {"car"}),
        ("gripper", {"room"}, set(), set(), {"ball"}),
        ("zenotravel", {"town"}, {"level"}, {"plane"}, {"traveller"}),
        ("elevators", {"floor"}, {"count"}, {"slow-lift", "fast-lift"}, {"person"}),
        ("nomystery", {"town"}, {"amount"}, {"truck"}, {"parcel"}),
        ("storage", {"spot", "building"}, set(), {"hoist"}, {"crate"}),
    ],
)
def test_the_four_characteristics_of_transportation(name, places, levels, movers, movables):
    found = structure(name)
    assert found.places | found.resting_places >= places
    assert {*found.chains, *found.sums} == levels
    assert found.resting.movers == movers
    assert set(found.movables) == movables


def test_trucks_stay_in_their_city_and_airports_are_locations():
    text = """(define (domain d) (:predicates (parcel ?x) (truck ?x) (plane ?x) (location ?x) (airport ?x) (city ?x)
        (at ?x ?y) (in ?x ?y) (in-city ?x ?y))
      (:action load-truck :parameters (?o ?t ?l) :precondition (and (parcel ?o) (truck ?t) (location ?l) (at ?t ?l)
        (at ?o ?l)) :effect (and (not (at ?o ?l)) (in ?o ?t)))
      (:action unload-truck :parameters (?o ?t ?l) :precondition (and (parcel ?o) (truck ?t) (location ?l) (at ?t ?l)
        (in ?o ?t)) :effect (and (at ?o ?l) (not (in ?o ?t))))
      (:action load-plane :parameters (?o ?t ?l) :precondition (and (parcel ?o) (plane ?t) (location ?l) (at ?t ?l)
        (at ?o ?l)) :effect (and (not (at ?o ?l)) (in ?o ?t)))
      (:action unload-plane :parameters (?o ?t ?l) :precondition (and (parcel ?o) (plane ?t) (location ?l) (at ?t ?l)
        (in ?o ?t)) :effect (and (at ?o ?l) (not (in ?o ?t))))
      (:action drive :parameters (?t ?a ?b ?c) :precondition (and (truck ?t) (location ?a) (location ?b) (city ?c)
        (at ?t ?a) (in-city ?a ?c) (in-city ?b ?c)) :effect (and (not (at ?t ?a)) (at ?t ?b)))
      (:action fly :parameters (?p ?a ?b) :precondition (and (plane ?p) (airport ?a) (airport ?b) (at ?p ?a))
        :effect (and (not (at ?p ?a)) (at ?p ?b))))"""
    found = Structure.of(lift_domain(Source("logistics", text)))
    labels = {found.name(label) for label in found.kinds.labels["airport"]}
    home = found.partition("truck")
    assert labels == {"airport", "location"}
    assert home is not None
    assert found.name(home.predicate) == "in-city"
    assert found.partition("plane") is None


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOT_UNDERSTOOD])
def test_a_task_drawn_from_the_domain_alone_can_be_used(name, tmp_path):
    """Its initial state is legal, an action is applicable, the goal may be reached: draw_task has checked that."""
    task = draw_task(bare(name, tmp_path), Request(seed=3), Stages()).sas
    assert task.init is not None
    assert task.is_legal(task.init)


@pytest.mark.parametrize("name", sorted(NOT_UNDERSTOOD))
def test_what_is_not_understood_is_refused_with_the_reason_and_a_remedy(name, tmp_path):
    with pytest.raises(InputRefused) as refused:
        draw_task(bare(name, tmp_path), Request(), Stages())
    assert NOT_UNDERSTOOD[name] in refused.value.message
    assert "problem file" in refused.value.remedy or isinstance(refused.value, IllegalTask)
    assert "domain.pddl" in refused.value.place


def renamed(text: str) -> str:
    """Return a domain with other names for all types, predicates, actions and variables."""
    kept = {
        "define", "domain", "and", "or", "not", "forall", "exists", "when", "object", "increase", "total-cost",
        "number", "either", "imply", "=",
    }  # fmt: skip
    names: dict[str, str] = {}

    def other(match: re.Match[str]) -> str:
        word = match[0]
        if word.lower() in kept or word[0] in ":-0123456789":
            return word
        mark = "?" if word[0] == "?" else ""
        return mark + names.setdefault(word.lower(), f"n{len(names)}")

    code = re.sub(r";.*", "", text)
    return re.sub(r"[?:]?[A-Za-z=][\w-]*", other, code)


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name not in ("briefcase", "miconic", "trucks", "childsnack")]
)
def test_names_do_not_matter(name):
    """Labels that are each other's negation are told by their names, as in childsnack; all else is structure."""

    def shape(text: str) -> object:
        try:
            found = Structure.of(lift_domain(Source("domain", text)))
            made = skeleton_of(found, "domain")
        except InputRefused:
            return "refused"
        kinds = {kind: number for number, kind in enumerate(found.kinds.names)}
        return (
            [(m.what, [[kinds[k] for k in options] for options in m.kinds], m.roles) for m in found.statics],
            sorted(kinds[k] for k in found.resting.movers),
            [kinds[k] for k in found.movables],
            [len(rules) for rules in (made.static, made.init, made.goal)],
        )

    text = (DOMAINS / name / "domain.pddl").read_text(encoding="utf-8")
    assert shape(renamed(text)) == shape(text)
    assert (shape(text) == "refused") == (name in ("barman", "rovers", "sokoban", "termes"))


@pytest.mark.parametrize("name", ["cranes", "museum"])
def test_domains_that_nobody_has_seen(name):
    """Hands are free, things stand at places: no restless predicate is in the drawn initial state."""
    file = ODD / f"{name}.pddl"
    found = Structure.of(lift_domain(load(file)))
    drawn = draw_task(file, Request(seed=1), Stages())
    restless = {found.name(predicate) for predicate in found.resting.restless}
    assert restless
    assert drawn.sas.init is not None
    held = {drawn.sas.atoms[atom].strip("()").split()[0] for atom in drawn.sas.decode(drawn.sas.init)}
    assert not held & restless


def test_a_canal_whose_locks_connect_too_little_is_refused_clearly():
    with pytest.raises(IllegalTask, match="no task was drawn that could be solved"):
        draw_task(ODD / "canal.pddl", Request(), Stages())


def test_rooms_are_open_or_locked_and_the_robot_is_in_an_open_one():
    made = skeleton_of(structure("grid"), "grid")
    numbers = set()
    for seed in range(5):
        init = draw_problem(made, "grid", seed=seed).partition("(:goal")[0]
        locked, free, (robot,) = (re.findall(rf"\({flag} (\w+)\)", init) for flag in ("locked", "open", "robot"))
        assert sorted({*locked, *free}) == sorted([*locked, *free])
        assert robot in free
        numbers.add(bool(locked))
    assert numbers == {True}


def test_the_structure_in_words():
    text = "\n".join(words(structure("transport")))
    assert "vehicle: move by themselves" in text
    assert "(road place place) connects places" in text
    assert "each package: (at it ..), rather than (in it ..)" in text


@pytest.mark.parametrize("name", sorted(set(NAMES) - NOT_UNDERSTOOD.keys()))
def test_a_guess_is_the_structure_where_that_is_understood(name):
    domain = lift_domain(load(DOMAINS / name / "domain.pddl"))
    assert list(words(Structure.guess(domain))) == list(words(Structure.of(domain)))


@pytest.mark.parametrize(
    ("name", "maps", "movers"),
    [
        ("briefcase", [], {"bag"}),
        ("childsnack", [], {"tray"}),
        ("rovers", ["path"], {"rover"}),
        ("sokoban", ["next"], {"man"}),
        ("termes", ["beside"], set()),
        ("trucks", ["road"], set()),
    ],
)
def test_a_guess_tells_maps_and_movers_of_domains_that_are_refused(name, maps, movers):
    found = Structure.guess(lift_domain(load(DOMAINS / name / "domain.pddl")))
    assert [found.name(meaning.predicate) for meaning in found.maps] == maps
    assert found.resting.movers == movers


def test_a_conditional_effect_is_guessed_as_a_step_of_its_own():
    found = Structure.guess(lift_domain(load(DOMAINS / "briefcase" / "domain.pddl")))
    moves = [step for step in found.kinds.steps if step.name == "carry"]
    assert [len(step.kinds) for step in moves] == [3, 4]
    assert [found.name(literal.predicate) for literal in moves[1].pre] == ["at", "packed"]
