"""With any state allowed, too, an instance is a state that a natural one leads to."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

import beta_plan
from beta_plan import GeneratorConfig
from beta_plan.cli.main import cli
from beta_plan.errors import NothingFound
from beta_plan.front_end import load_text
from beta_plan.past import MOST_IN_VAIN, Past
from beta_plan.sas.task import State
from beta_plan.search.natural import allowed_facts
from beta_plan.stages import Stages
from beta_plan.worlds.open import open_world
from beta_plan.worlds.sas import SasWorld
from beta_plan.worlds.world import Request
from tests.bundled import DOMAINS, NAMES, front_end, texts
from tests.legality.check import Verdict, judge
from tests.sas.small_worlds import ONE_IN_HAND_TASK, TWO_IN_HANDS


def world(name: str) -> SasWorld:
    found = open_world(DOMAINS / name / "domain.pddl", DOMAINS / name / "p01.pddl", Request(any_state=True), Stages())
    assert isinstance(found, SasWorld)
    return found


def state(name: str, *, without: set[str], more: set[str]) -> State:
    """Return the reference with other atoms, a legal state as far as laws were found."""
    sas = front_end(name).sas
    assert sas.init is not None
    atoms = {sas.atoms[a] for a in sas.decode(sas.init)} - without | more
    found = sas.encode([a for a in range(len(sas.atoms)) if sas.atoms[a] in atoms])
    assert found is not None
    assert sas.is_legal(found)
    return found


NO_TRAIL: dict[str, set[str]] = {"without": set(), "more": {"(seen c00)"}}
TRAIL: dict[str, set[str]] = {"without": set(), "more": {"(seen c13)"}}
TIGHT_AHEAD = {
    "without": {"(loose nut1)", "(usable spanner1)", "(at spanner1 orchard)"},
    "more": {"(tight nut1)", "(carries bob spanner1)"},
}
TIGHT_HERE = {
    "without": TIGHT_AHEAD["without"] | {"(at bob shed)"},
    "more": TIGHT_AHEAD["more"] | {"(at bob gate)"},
}


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("visitall", NO_TRAIL, False),
        ("visitall", TRAIL, True),
        ("spanner", TIGHT_AHEAD, False),
        ("spanner", TIGHT_HERE, True),
    ],
    ids=["no trail", "trail", "tight from afar", "tight at hand"],
)
def test_a_state_has_a_past_if_a_natural_one_leads_to_it(name, change, expected):
    past = Past(world(name), stop=lambda: False)
    assert past(state(name, **change)) == past.is_known(state(name, **change)) == expected


def test_who_looks_in_vain_too_often_takes_nothing_more():
    past = Past(world("visitall"), stop=lambda: False)
    assert not past(state("visitall", **NO_TRAIL))
    past.in_vain = MOST_IN_VAIN
    assert not past(state("visitall", **TRAIL))


def test_without_time_states_are_taken_as_they_are():
    past = Past(world("visitall"), stop=lambda: True)
    assert past(state("visitall", **NO_TRAIL))
    assert not past.is_known(state("visitall", **NO_TRAIL))


def test_where_a_short_search_meets_goal_states_alone_natural_states_are_given(tmp_path):
    options = ["--any-state", "--order", "[PDB1]", "--select", "objective", "--table-limit", "4096", "--quiet"]
    task = ["spanner", "--seed", "66", "--max-expansions", "2000"]
    result = CliRunner().invoke(cli, ["generate", *task, *options, "-o", str(tmp_path)])
    assert result.exit_code == 0, result.stderr
    assert judge("spanner", tmp_path, tmp_path / "p01.pddl", natural=True) == Verdict()


@pytest.mark.parametrize(
    ("name", "objects"),
    [
        ("barman", "cocktail=2"),
        ("childsnack", "child=3"),
        ("rovers", "place=3,rover=1"),
        ("spanner", "place=4,nut=2"),
        ("visitall", "row=2,column=3"),
    ],
)
def test_what_any_state_gives_obeys_laws_that_nobody_has_found(name, objects, tmp_path):
    options = ["--any-state", "--search", "rw", "--max-expansions", "300", "--table-limit", "4096", "-n", "4"]
    words = [name, "--objects", objects, *options, "--order", "[PDB1]", "--select", "objective"]
    result = CliRunner().invoke(cli, ["generate", *words, "-o", str(tmp_path), "--quiet", "--json"])
    assert result.exit_code == 0, result.stderr
    assert "no natural state was found that leads to some instances" not in json.loads(result.stdout)["notes"]
    for problem in (problems := sorted(tmp_path.glob("p*.pddl"))):
        assert judge(name, tmp_path, problem, natural=False) == Verdict()
    assert problems


TWO_IN_HANDS_TASK = ONE_IN_HAND_TASK.replace("x y z - ball", "w x y z - ball").replace("(at x a)", "(at x a) (at w a)")


def test_a_limit_that_no_law_says_makes_the_initial_state_the_judge():
    task = load_text(TWO_IN_HANDS, TWO_IN_HANDS_TASK)
    allowed = allowed_facts(task.sas, any_state=True)
    found = SasWorld(task, TWO_IN_HANDS.encode(), allowed, table_limit=2**12, total_limit=2**20)
    past, atoms = Past(found, stop=lambda: False), {task.sas.atoms[a]: a for a in range(len(task.sas.atoms))}

    def is_taken(*names: str) -> bool:
        state = task.sas.encode([atoms[name] for name in names])
        assert state is not None
        return past(state)

    assert task.needs_past
    assert is_taken("(here a)", "(held x)", "(held y)", "(at z c)", "(at w a)")
    assert not is_taken("(here a)", "(held x)", "(held y)", "(held z)", "(at w a)")


def test_where_the_initial_state_is_too_far_away_any_state_takes_what_may_be_illegal(monkeypatch, tmp_path):
    files = tmp_path / "domain.pddl", tmp_path / "p.pddl"
    for file, text in zip(files, (TWO_IN_HANDS, TWO_IN_HANDS_TASK), strict=True):
        file.write_text(text)
    monkeypatch.setattr(SasWorld, "has_past", lambda world, state, stop: False)
    monkeypatch.setattr("beta_plan.past.MOST_IN_VAIN", 5)
    config = GeneratorConfig(order="[w(PDB1),PDB1]", max_expansions=1000, table_limit=2**12)
    with pytest.raises(NothingFound, match=r"laws are missing.* \(--any-state takes one that may be illegal\)"):
        beta_plan.generate(*files, config)
    found = beta_plan.generate(*files, replace(config, any_state=True))
    assert len(found.instances) == 1
    assert any("these may be illegal" in note for note in found.notes)


@pytest.mark.parametrize("select", ["objective", "effort"])
def test_where_a_law_is_missing_the_initial_state_leads_to_instances(tmp_path, select):
    files = tmp_path / "domain.pddl", tmp_path / "p.pddl"
    for file, text in zip(files, (TWO_IN_HANDS, TWO_IN_HANDS_TASK), strict=True):
        file.write_text(text)
    config = GeneratorConfig(
        order="[w(PDB1),PDB1]", select=select, max_expansions=1000, count=20, any_state=True, table_limit=2**12
    )
    found = beta_plan.generate(*files, config)
    assert any("the initial state leads to" in note for note in found.notes)
    assert max(instance.problem.count("(held ") for instance in found.instances) == 2


def test_work_that_is_cut_makes_the_initial_state_the_judge(monkeypatch):
    monkeypatch.setattr("beta_plan.sas.strengthen.LEAST_WORK", 5)
    monkeypatch.setattr("beta_plan.sas.strengthen.WORK_PER_EFFECT", 0)
    task = load_text(*texts("briefcase"))
    assert task.needs_past
    assert any("conditional effects" in note for note in task.warnings())


@pytest.mark.parametrize("name", NAMES)
def test_of_bundled_tasks_no_such_law_is_missing(name):
    assert not front_end(name).needs_past


def test_what_is_not_used_of_conditional_effects_is_told():
    told = "effects have negative conditions: fewer states are known to be illegal"
    assert [told in load_text(*texts(name)).warnings() for name in ("miconic", "briefcase")] == [True, False]
