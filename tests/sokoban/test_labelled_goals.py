"""Where every box has a goal of its own, it is placed so that the solution brings it there, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations

import pytest

from beta_plan.certify.plan import plan_text
from beta_plan.certify.replay import Replay, replay_sources
from beta_plan.errors import VerificationFailed
from beta_plan.front_end import Reading, read_text
from beta_plan.pddl.sexpr import Source
from beta_plan.sokoban.pddl_task import PddlSokoban
from beta_plan.sokoban.recognise import recognise
from tests.interpreter import Interpreter
from tests.sokoban.encodings import CONDITIONAL, ENCODINGS, RENAMED, TYPED, UNTYPED, Encoding, Picture, facts
from tests.sokoban.pulls import pulls

HALL = """\
########
#@   ###
# $.   #
#  .$  #
## $.  #
########
"""

FORMS = {"typed": "(at {} {})", "untyped": "(at {} {})", "renamed": "(f {1} {0})", "conditional": "(on {} {})"}
ORDER = (1, 2, 0)  # not its own inverse, so that box and goal cannot be confused


def own_goals(picture: Picture) -> list[tuple[str, str]]:
    return [(f"b{box}", picture.goals[goal]) for box, goal in enumerate(ORDER)]


def labelled(encoding: Encoding, form: str) -> Encoding:
    return replace(encoding, goal=lambda picture: f"(and {facts(form, own_goals(picture))})", drawing=HALL)


LABELLED = {name: labelled(ENCODINGS[name], form) for name, form in FORMS.items()}


@dataclass(frozen=True)
class Case:
    """A labelled task as text, as read, and as recognised."""

    domain: str
    problem: str
    reading: Reading
    found: PddlSokoban


@cache
def case(name: str) -> Case:
    domain, problem = LABELLED[name].domain, LABELLED[name].problem()
    return Case(domain, problem, read_text(domain, problem), recognised(domain, problem))


def recognised(domain: str, problem: str) -> PddlSokoban:
    found = recognise(read_text(domain, problem).lifted)
    assert isinstance(found, PddlSokoban), found.reason
    return found


def replayed(case: Case, atoms: Sequence[str], actions: Sequence[str], *, cost: int) -> Replay:
    instance = case.reading.instance(list(atoms), name="pulled")
    plan = plan_text(actions, cost=cost, uses_costs=case.reading.read.uses_costs)
    return replay_sources(Source("domain", case.domain), Source("problem", instance), plan)


def renamed(lines: Sequence[str], names: dict[str, str]) -> list[str]:
    """Return lines in which boxes have changed their names."""
    words = [line.replace("(", "( ").replace(")", " )").split(" ") for line in lines]
    return [" ".join(names.get(word, word) for word in line).replace("( ", "(").replace(" )", ")") for line in words]


@pytest.mark.parametrize("name", LABELLED)
def test_own_goals_are_those_of_the_text_and_the_rest_is_as_without_them(name):
    found, picture = case(name).found, Picture.of(HALL)
    base = recognised(ENCODINGS[name].domain, ENCODINGS[name].problem(HALL))
    assert found.is_labelled
    assert found.own_goals is not None
    assert [
        (box, found.labels.squares[goal]) for box, goal in zip(found.labels.boxes, found.own_goals, strict=True)
    ] == (own_goals(picture))
    assert (base.is_labelled, base.own_goals) == (False, None)
    for attribute in ("maze", "boxes", "man", "labels", "steps", "pushes", "stored", "squares", "outside"):
        assert getattr(found, attribute) == getattr(base, attribute)


@pytest.mark.parametrize("name", LABELLED)
def test_static_facts_alone_are_enough(name):
    found = recognised(LABELLED[name].domain, LABELLED[name].problem(static_only=True))
    assert (found.maze, found.own_goals) == (case(name).found.maze, case(name).found.own_goals)


@pytest.mark.parametrize("name", ["typed", "conditional", "renamed"])
def test_of_all_ways_to_place_boxes_on_goals_exactly_one_is_a_goal_state(name):
    found = case(name).found
    judge = Interpreter(case(name).domain.lower(), case(name).problem.lower())
    man = next(square for square in range(found.maze.num_squares) if square not in found.maze.goals)
    statics = frozenset(atom for atom in judge.init if atom[0] not in judge.fluents)
    placed = found.state_atoms(found.maze.goals, man, [])
    for order in permutations(found.labels.boxes):
        names = dict(zip(found.labels.boxes, order, strict=True))
        state = statics | {tuple(atom[1:-1].split()) for atom in renamed(placed, names)}
        assert judge.is_goal(state) == (order == found.labels.boxes)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", LABELLED)
def test_written_instances_replay_and_are_recognised_again(name, seed):
    found, text = case(name).found, case(name).reading
    boxes, man, pushes = pulls(found.maze, seed=seed, count=25)
    atoms, solution = found.state_atoms(boxes, man, pushes), found.solution(boxes, man, pushes)
    result = replayed(case(name), atoms, solution.actions, cost=solution.cost)
    assert (result.length, result.cost) == (len(solution.actions), solution.cost)
    assert solution.num_pushes == len(pushes)
    again = recognised(case(name).domain, text.instance(atoms, name="pulled"))
    assert (again.maze, list(again.boxes or ()), again.man) == (found.maze, boxes, man)
    assert (again.labels, again.own_goals) == (found.labels, found.own_goals)
    assert sorted(again.state_atoms(boxes, man, pushes)) == sorted(atoms)


@pytest.mark.parametrize("seed", range(4))
def test_with_boxes_in_any_other_order_the_same_pushes_are_no_plan(seed):
    found = case("typed").found
    boxes, man, pushes = pulls(found.maze, seed=seed, count=25)
    atoms, solution = found.state_atoms(boxes, man, pushes), found.solution(boxes, man, pushes)
    for order in list(permutations(found.labels.boxes))[1:]:
        names = dict(zip(found.labels.boxes, order, strict=True))
        with pytest.raises(VerificationFailed, match=r"the goal .* does not hold"):
            replayed(case("typed"), renamed(atoms, names), renamed(solution.actions, names), cost=solution.cost)
        with pytest.raises(VerificationFailed, match="does not hold"):
            replayed(case("typed"), renamed(atoms, names), solution.actions, cost=solution.cost)


def test_the_walks_place_boxes_in_every_order():
    found = case("typed").found
    orders = set()
    for seed in range(60):
        boxes, man, pushes = pulls(found.maze, seed=seed, count=25)
        words = [atom[1:-1].split() for atom in found.state_atoms(boxes, man, pushes) if atom.startswith("(at b")]
        assert {square for _, _, square in words} == {found.labels.squares[box] for box in boxes}
        orders.add(tuple(box for _, box, _ in sorted(words, key=lambda atom: found.labels.squares.index(atom[2]))))
    assert len(orders) == 6


def test_each_box_is_named_after_the_goal_where_it_ends():
    drawing = "#######\n#@    #\n#  $  #\n# $.  #\n#   . #\n#######\n"
    encoding = replace(labelled(TYPED, FORMS["typed"]), goal=lambda picture: "(and (at b0 q4-4) (at b1 q3-3))")
    domain, problem = encoding.domain, encoding.problem(drawing)
    found = recognised(domain, problem)
    square = {name: number for number, name in enumerate(found.labels.squares)}
    upper_to_the_corner = [(square["q2-3"], 1), (square["q2-4"], 2), (square["q3-4"], 2)]
    lower_to_the_middle = [(square["q3-2"], 1)]
    boxes = [square["q2-3"], square["q3-2"]]
    atoms = found.state_atoms(boxes, square["q1-1"], upper_to_the_corner + lower_to_the_middle)
    assert {atom for atom in atoms if atom.startswith("(at b")} == {"(at b0 q2-3)", "(at b1 q3-2)"}
    upper_to_the_middle = [(square["q2-3"], 2)]
    lower_to_the_corner = [(square["q3-2"], 2), (square["q4-2"], 1), (square["q4-3"], 1)]
    pushes = upper_to_the_middle + lower_to_the_corner
    atoms = found.state_atoms(boxes, square["q1-1"], pushes)
    assert {atom for atom in atoms if atom.startswith("(at b")} == {"(at b1 q2-3)", "(at b0 q3-2)"}
    words = [action.split() for action in found.solution(boxes, square["q1-1"], pushes).actions]
    assert [word[2] for word in words if word[0].startswith("push")] == ["b1", "b0", "b0", "b0"]


def test_a_labelled_state_takes_pushes_that_lead_to_the_goals():
    found = case("typed").found
    assert found.boxes is not None
    assert found.man is not None
    with pytest.raises(ValueError, match="it takes the pushes to say which box is where"):
        found.state_atoms(found.boxes, found.man)
    for make in (found.state_atoms, found.solution):
        with pytest.raises(ValueError, match="not to the goals"):
            make(found.boxes, found.man, [])
        with pytest.raises(ValueError, match="no push U of a box on square 0"):
            make(found.boxes, found.man, [(0, 0)])
    base = recognised(TYPED.domain, TYPED.problem(HALL))
    assert base.state_atoms(found.boxes, found.man, [(0, 0)]) == base.state_atoms(found.boxes, found.man)


@pytest.mark.parametrize("base", [UNTYPED, CONDITIONAL, RENAMED], ids=["untyped", "conditional", "renamed"])
def test_a_goal_may_say_twice_where_boxes_belong(base):
    name = next(name for name, encoding in ENCODINGS.items() if encoding is base)
    pairs = own_goals(Picture.of(HALL))
    choices = [f"(or {' '.join(FORMS[name].format(box, goal) for _, goal in pairs)})" for box, _ in pairs]
    for more in (choices, [FORMS[name].format(*pair) for pair in pairs]):
        goal = f"(and {facts(FORMS[name], pairs)} {' '.join(more)})"
        found = recognised(base.domain, replace(base, goal=lambda picture, goal=goal: goal).problem(HALL))
        assert found.own_goals == case(name).found.own_goals
    found = recognised(base.domain, replace(base, goal=lambda picture: f"(and {' '.join(choices)})").problem(HALL))
    assert found.own_goals is None
