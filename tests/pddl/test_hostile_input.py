"""Whatever stands in the files, the answer is a task or a refusal in one line with a place; never anything else."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beta_plan.errors import InputRefused
from beta_plan.pddl.read import ReadTask, read_task, read_task_text

DOMAIN = """\
(define (domain hostile) ; comment
  (:requirements :adl)
  (:types a b - c d - (either a b))
  (:constants k - a)
  (:predicates (p ?x - a) (q ?x ?y - (either a b)) (done))
  (:functions (total-cost) (f ?x) - number)
  (:action act
    :parameters (?x - a ?y - c)
    :precondition (and (p ?x) (or (q ?x ?y) (not (exists (?z - b) (q ?z k)))) (not (= ?x ?y)))
    :effect (and (done) (forall (?z - d) (when (p ?z) (not (q ?z ?y)))) (increase (total-cost) (f ?x)))))
"""
PROBLEM = """\
(define (problem trouble)
  (:domain hostile)
  (:objects o1 - a o2 - b o3 - (either a b))
  (:init (p o1) (q o1 o2) (= (f o1) 3) (not (done)) (= (total-cost) 0))
  (:goal (and (done) (forall (?x - c) (imply (p ?x) (q ?x ?x)))))
  (:metric minimize (total-cost)))
"""
WORD = re.compile(r"[()]|[^\s()]+")
WORDS = sorted(set(WORD.findall(DOMAIN + PROBLEM)))

no_deadline = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read_or_refuse(domain: str, problem: str) -> ReadTask | InputRefused:
    """Return the task or the refusal, which must be one line that begins with a place."""
    try:
        return read_task_text(domain, problem)
    except InputRefused as error:
        refused = error
    assert "\n" not in str(refused)
    assert re.match(r"(domain|problem):[0-9]+:[0-9]+: ", str(refused))
    assert refused.exit_code in (41, 42, 43)
    assert "tarski" not in str(refused)
    return refused


def test_the_task_that_is_spoiled_below_is_fine():
    assert isinstance(read_or_refuse(DOMAIN, PROBLEM), ReadTask)


@no_deadline
@given(st.integers(0, len(DOMAIN)), st.integers(0, len(PROBLEM)))
def test_truncated_files(end_of_domain, end_of_problem):
    read_or_refuse(DOMAIN[:end_of_domain], PROBLEM)
    read_or_refuse(DOMAIN, PROBLEM[:end_of_problem])


def spoil(text: str, data: st.DataObject) -> str:
    """Return a text with a few words removed, doubled, exchanged or replaced."""
    words = WORD.findall(re.sub(";.*", "", text))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(words) - 1))
        other = data.draw(st.integers(0, len(words) - 1))
        change = data.draw(st.integers(0, 3))
        if change == 0:
            del words[place]
        elif change == 1:
            words.insert(place, words[other])
        elif change == 2:
            words[place], words[other] = words[other], words[place]
        else:
            words[place] = data.draw(st.sampled_from([*WORDS, "-", "when", "(either", "?", ":", "1.5", "²"]))
    return " ".join(words)


@settings(no_deadline, max_examples=400)
@given(st.data())
def test_spoiled_words(data):
    if data.draw(st.booleans()):
        read_or_refuse(spoil(DOMAIN, data), PROBLEM)
    else:
        read_or_refuse(DOMAIN, spoil(PROBLEM, data))


def list_spans(text: str) -> list[tuple[int, int]]:
    stack, found = [], []
    for match in re.finditer(r"[()]", text):
        if match[0] == "(":
            stack.append(match.start())
        else:
            found.append((stack.pop(), match.end()))
    return found


@settings(no_deadline, max_examples=400)
@given(st.data())
def test_exchanged_expressions(data):
    """Lists in the place of other lists or of words keep the parentheses balanced, so they reach every check."""
    texts = [DOMAIN, PROBLEM]
    which = data.draw(st.integers(0, 1))
    text = texts[which]
    begin, end = data.draw(st.sampled_from(list_spans(text) + [m.span() for m in re.finditer(r"[^\s()]+", text)]))
    piece = data.draw(st.sampled_from([f"{t[a:b]}" for t in texts for a, b in list_spans(t)] + [*WORDS[2:], "()", ""]))
    texts[which] = f"{text[:begin]} {piece} {text[end:]}"
    read_or_refuse(*texts)


@no_deadline
@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
def test_word_salad(salad):
    read_or_refuse(salad, PROBLEM)
    read_or_refuse(f"(define (domain d) {salad})", PROBLEM)
    read_or_refuse(DOMAIN, f"(define (problem x) (:domain hostile) {salad} (:goal (done)))")


@no_deadline
@given(st.binary(max_size=200), st.binary(max_size=200))
def test_bytes(tmp_path_factory: pytest.TempPathFactory, domain, problem):
    folder = tmp_path_factory.mktemp("bytes")
    (folder / "domain").write_bytes(domain)
    (folder / "problem").write_bytes(problem)
    with pytest.raises(InputRefused) as caught:
        read_task(folder / "domain", folder / "problem")
    assert "\n" not in str(caught.value)
    assert re.match(rf"{re.escape(str(folder))}/domain:[0-9]+:[0-9]+$", caught.value.place)


@no_deadline
@given(st.text(max_size=30))
def test_any_text_as_a_name(name):
    text = DOMAIN.replace("done", name).replace("?z", f"?{name}").replace("k ", f"{name} ")
    read_or_refuse(text, PROBLEM.replace("done", name))


NESTED = {
    "and": "(and {} (p ?x))",
    "or": "(or (p ?x) {})",
    "and-or": "(and (p ?x) (or (p k) {}))",
    "not": "(not (and {} (p ?x)))",
    "imply": "(imply {} (p ?x))",
    "imply-not": "(imply (not {}) (p ?x))",
    "forall": "(forall (?x - a) {})",
    "forall-exists": "(forall (?x - a) (exists (?y - a) {}))",
}


def nested(pattern: str, levels: int) -> str:
    text = "(p k)"
    for _ in range(levels):
        text = pattern.format(text)
    return text


@pytest.mark.parametrize("pattern", NESTED.values(), ids=NESTED)
@pytest.mark.parametrize("levels", [30, 1000])
def test_deep_conditions(pattern, levels):
    goal = nested(pattern.replace("?x)", "k)") if "forall" not in pattern else pattern, levels)
    outcome = read_or_refuse(DOMAIN, f"(define (problem x) (:domain hostile) (:objects o1 - a) (:goal {goal}))")
    assert isinstance(outcome, ReadTask) == (levels == 30)
    effect = f"(when {nested(pattern, levels)} (done))"
    action = f"(:action deep :parameters (?x - a) :precondition {nested(pattern, levels)} :effect {effect})"
    outcome = read_or_refuse(DOMAIN.rstrip()[:-1] + action + ")", PROBLEM)
    assert isinstance(outcome, ReadTask) == (levels == 30)


@pytest.mark.parametrize("pattern", ["(and {})", "(when (p ?x) {})", "(forall (?y - a) {})"])
def test_the_deepest_effects(pattern):
    action = f"(:action deep :parameters (?x - a) :effect {nested(pattern, 90)})"
    outcome = read_or_refuse(DOMAIN.rstrip()[:-1] + action + ")", PROBLEM)
    assert isinstance(outcome, ReadTask)


@pytest.mark.parametrize("pattern", NESTED.values(), ids=NESTED)
def test_the_deepest_conditions(pattern):
    levels = 90 // (pattern.count("(") - pattern.count("(p") - pattern.count("(?"))
    action = f"(:action deep :parameters (?x - a) :precondition {nested(pattern, levels)})"
    outcome = read_or_refuse(DOMAIN.rstrip()[:-1] + action + ")", PROBLEM)
    assert isinstance(outcome, ReadTask)


def many(count: int, text: str) -> str:
    return " ".join(text.replace("#", str(i)) for i in range(count))


LARGE = {
    "types in a chain": DOMAIN.replace("a b - c", f"{many(3000, 't# - t#x t#x')} a b - c"),
    "many types": DOMAIN.replace("a b - c", f"{many(1900, 't#')} a b - c"),
    "too many types": DOMAIN.replace("a b - c", f"{many(30_000, 't#')} a b - c"),
    "a long chain": DOMAIN.replace("a b - c", " ".join(f"t{i} - t{i + 1}" for i in range(1500)) + " a b - c"),
    "a long either": DOMAIN.replace("(either a b)", f"(either {many(5000, 'a b')})"),
    "many unions": DOMAIN.replace("a b - c", f"{many(1000, 't#')} a b - c").replace(
        "(done)", many(2000, "(u# ?x - (either t1 t2 t3 t4 t5 a b))") + "(done)", 1
    ),
    "many predicates": DOMAIN.replace("(done)", many(20_000, "(u# ?x ?y ?z)") + "(done)", 1),
    "a wide predicate": DOMAIN.replace("(done)", f"(wide {many(20_000, '?x#')}) (done)", 1),
    "many parameters": DOMAIN.replace("?x - a ?y", f"{many(20_000, '?x#')} ?x - a ?y"),
    "many quantifiers": DOMAIN.replace("(and (p ?x)", f"(and {many(1000, '(exists (?z - a) (p ?z))')} (p ?x)", 1),
    "many conjuncts": DOMAIN.replace("(and (p ?x)", f"(and {many(3000, '(p ?x)')} (p ?x)", 1),
    "a long word": DOMAIN.replace("(p ?x)", f"({'p' * 100_000} ?x)", 1),
    "a long number": DOMAIN.replace("(f ?x)))", f"{'9' * 100_000}))"),
}


@pytest.mark.parametrize("domain", LARGE.values(), ids=LARGE)
def test_large_domains_end_soon(domain):
    begin = time.process_time()
    read_or_refuse(domain, PROBLEM)
    assert time.process_time() - begin < 15  # at most two on an idle machine


def test_endless_devices_are_refused():
    device = Path("/dev/zero")
    if not device.exists():
        pytest.skip("no such device here")
    with pytest.raises(InputRefused, match="longer than"):
        read_task(device, device)
