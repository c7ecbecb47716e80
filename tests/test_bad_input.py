"""Whatever stands in the files, ``inspect`` ends with a result or with one line that names the file."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beta_plan.cli.main import cli
from tests.bundled import NAMES, texts

REFUSED = {41, 42, 43}


def inspect(folder: Path, domain: bytes, problem: bytes):
    (folder / "domain.pddl").write_bytes(domain)
    (folder / "problem.pddl").write_bytes(problem)
    return CliRunner().invoke(cli, ["inspect", "--json", str(folder / "domain.pddl"), str(folder / "problem.pddl")])


def assert_refused_in_one_line(result):
    assert result.exit_code in REFUSED, (result.exit_code, result.stderr)
    (line,) = result.stderr.splitlines()
    assert re.match(r"beta-plan: .*(domain|problem)\.pddl(:\d+:\d+)?: ", line), line


@st.composite
def damaged_tasks(draw):
    """Return the texts of a bundled task in which a few words are dropped, doubled, swapped or replaced."""
    files = [re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", t)) for t in texts(draw(st.sampled_from(NAMES)))]
    words = draw(st.sampled_from(files))
    for _ in range(draw(st.integers(1, 3))):
        at, other = draw(st.integers(0, len(words) - 1)), draw(st.integers(0, len(words) - 1))
        match draw(st.sampled_from(["drop", "double", "swap", "replace", "cut"])):
            case "drop":
                words[at] = ""
            case "double":
                words[at] = f"{words[at]} {words[at]}"
            case "swap":
                words[at], words[other] = words[other], words[at]
            case "replace":
                words[at] = draw(st.sampled_from([words[other], "(", ")", "not", "forall", "-", "?x", "0", "\x00"]))
            case "cut":
                del words[max(at, 1) :]
    return tuple(" ".join(file).encode() for file in files)


@settings(
    max_examples=300,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(task=damaged_tasks())
def test_a_damaged_task_is_read_or_refused(tmp_path, task):
    result = inspect(tmp_path, *task)
    if result.exit_code != 0:
        assert_refused_in_one_line(result)


GOOD = b"(define (domain d) (:predicates (p)) (:action a :parameters () :precondition (and) :effect (p)))"
GOAL = b"(define (problem x) (:domain d) (:init) (:goal (p)))"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\x00\xff\xfe",
        bytes(range(256)) * 40,
        b"(" * 10_000_000,
        b"(" * 5_000_000 + b")" * 5_000_000,
        b")" * 1000,
        b"(define " * 3000,
        b"(and " * 3000 + b")" * 3000,
        b"word " * 100_000,
        GOOD[:-1],
        GOOD + b")",
        "(define (domain ä) (:predicates (ü)))".encode("latin-1"),
    ],
    ids=range(12),
)
def test_garbage_is_refused_in_one_line(tmp_path, text):
    assert_refused_in_one_line(inspect(tmp_path, text, GOAL))
    assert_refused_in_one_line(inspect(tmp_path, GOOD, text))


@pytest.mark.parametrize(
    ("domain", "problem", "code"),
    [
        (GOOD, GOAL.replace(b"(:goal (p))", b"(:goal (q))"), 41),
        (GOOD.replace(b"(:predicates (p))", b"(:predicates (p)) (:functions (f) - number)"), GOAL, 0),
        (GOOD.replace(b":effect (p)", b":effect (increase (f) 1)"), GOAL, 42),
        (GOOD, GOAL.replace(b"(:goal (p))", b"(:goal (preference g (p)))"), 42),
        (GOOD, GOAL.replace(b"(:goal (p))", b"(:goal (and (p) (not (p))))"), 43),
    ],
)
def test_exit_codes_by_family(tmp_path, domain, problem, code):
    result = inspect(tmp_path, domain, problem)
    assert result.exit_code == code, result.stderr
    if code:
        assert_refused_in_one_line(result)


def test_missing_files_and_directories_are_refused_in_one_line(tmp_path):
    for path in (tmp_path / "nowhere.pddl", tmp_path):
        result = CliRunner().invoke(cli, ["inspect", str(path), str(path)])
        (line,) = result.stderr.splitlines()
        assert (result.exit_code, line.startswith(f"beta-plan: {path}: ")) == (41, True)


MANY = b"""(define (domain d) (:requirements :adl) (:predicates (at ?x ?y) (next ?y ?z) (q))
  (:action go :parameters (?x ?y ?z) :precondition (and (at ?x ?y) (next ?y ?z))
   :effect (and (not (at ?x ?y)) (at ?x ?z)))
  (:action rest :parameters (?y) :precondition (forall (?x) (not (at ?x ?y))) :effect (q)))"""
PLACES = b"""(define (problem p) (:domain d) (:objects u v w a b c)
  (:init (next a b) (next b c) (next c a) (at u a) (at v a) (at w a)) (:goal (q)))"""


@pytest.mark.parametrize(
    ("module", "limit"), [("beta_plan.sas.rewrite", "MAX_ACTIONS"), ("beta_plan.pddl.adl", "MAX_BINDINGS")]
)
def test_what_grows_beyond_a_limit_is_refused(tmp_path, monkeypatch, module, limit):
    assert inspect(tmp_path, MANY, PLACES).exit_code == 0
    monkeypatch.setattr(f"{module}.{limit}", 5)
    result = inspect(tmp_path, MANY, PLACES)
    assert result.exit_code == 42
    assert_refused_in_one_line(result)
