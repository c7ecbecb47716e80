"""Sokoban is recognised in any words, what is not quite Sokoban is not, and states and plans find their way back."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from beta_plan.certify.plan import plan_text
from beta_plan.certify.replay import replay_sources
from beta_plan.front_end import Reading, read_text
from beta_plan.pddl.sexpr import Source
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.pddl_task import PddlSokoban
from beta_plan.sokoban.recognise import NotSokoban, recognise
from tests.bundled import NAMES, texts
from tests.sokoban.agreement import check_agreement
from tests.sokoban.encodings import ENCODINGS, TYPED, UNTYPED, Picture
from tests.sokoban.pulls import pulls

BUNDLED = {"bundled": texts("sokoban")} | {name: (each.domain, each.problem()) for name, each in ENCODINGS.items()}
KINDS = sorted(BUNDLED)
CORNER = "####\n#@##\n#$ #\n#. #\n####\n"
SMALL = {"untyped": (UNTYPED.domain, UNTYPED.problem(CORNER))}  # without types the naive interpreter needs patience


@cache
def reading(kind: str) -> Reading:
    return read_text(*BUNDLED[kind])


@cache
def task(kind: str) -> PddlSokoban:
    return recognised(*BUNDLED[kind])


def recognised(domain: str, problem: str) -> PddlSokoban:
    found = recognise(read_text(domain, problem).lifted)
    assert isinstance(found, PddlSokoban), found.reason
    return found


def reason(domain: str, problem: str) -> str:
    found = recognise(read_text(domain, problem).lifted)
    assert isinstance(found, NotSokoban)
    return found.reason


def shape(maze: Maze) -> set[tuple[tuple[int, int], bool]]:
    """Return the squares from the top left, and whether they are goals."""
    top, left = (min(place[axis] for place in maze.places) for axis in (0, 1))
    return {((r - top, c - left), number in maze.goals) for number, (r, c) in enumerate(maze.places)}


def looks(maze: Maze) -> set[frozenset[tuple[tuple[int, int], bool]]]:
    """Return the shape as it is, turned and mirrored."""
    found = set()
    for flip in (1, -1):
        for mirror in (1, -1):
            for turn in (False, True):
                places = [(mirror * c, flip * r) if turn else (flip * r, mirror * c) for r, c in maze.places]
                goals = [places[goal] for goal in maze.goals]
                found.add(frozenset(shape(Maze.of(places, goals))))
    return found


@pytest.mark.parametrize("kind", sorted(ENCODINGS))
def test_the_maze_is_the_one_that_was_drawn(kind):
    encoding, found = ENCODINGS[kind], task(kind)
    picture = Picture.of(encoding.drawing)
    place = {name: place for place, name in picture.floor.items()}
    drawn = Maze.of(picture.floor, [place[goal] for goal in picture.goals])
    assert frozenset(shape(found.maze)) in looks(drawn)
    assert found.boxes is not None
    assert found.man is not None
    assert {found.labels.squares[box] for box in found.boxes} == set(picture.boxes)
    assert [found.labels.squares[found.man]] == picture.man


@pytest.mark.parametrize("kind", ["typed", "untyped", "conditional", "bundled"])
def test_directions_with_telling_names_are_drawn_as_they_say(kind):
    found = task(kind)
    assert [words.split()[-1] for words in found.labels.directions] == ["up", "right", "down", "left"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_task_has_exactly_the_steps_and_pushes_of_the_maze(kind):
    domain, problem = SMALL.get(kind, BUNDLED[kind])
    check_agreement(recognised(domain, problem), domain, problem, seed=len(kind), count=25)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_written_instances_replay_and_are_recognised_again(kind, seed):
    found, text = task(kind), reading(kind)
    boxes, man, pushes = pulls(found.maze, seed=seed, count=12)
    assert pushes
    instance = text.instance(found.state_atoms(boxes, man), name="pulled")
    solution = found.solution(boxes, man, pushes)
    plan = plan_text(solution.actions, cost=solution.cost, uses_costs=text.read.uses_costs)
    replayed = replay_sources(Source("domain", BUNDLED[kind][0]), Source("problem", instance), plan)
    assert (replayed.length, replayed.cost) == (len(solution.actions), solution.cost)
    assert solution.num_pushes == len(pushes)
    steps = len(solution.actions) - solution.num_pushes
    assert solution.cost == steps * found.step_cost + len(pushes) * found.push_cost
    again = recognised(BUNDLED[kind][0], instance)
    assert (again.maze, list(again.boxes or ()), again.man) == (found.maze, boxes, man)
    assert again.labels == found.labels


def test_the_plan_counts_in_the_terms_of_the_task():
    assert (task("typed").step_cost, task("typed").push_cost) == (0, 1)
    assert (task("untyped").step_cost, task("untyped").push_cost) == (1, 1)
    assert (task("anonymous").step_cost, task("anonymous").push_cost) == (1, 3)


def test_a_push_onto_a_goal_is_the_action_for_goals_and_the_man_takes_the_shortest_way():
    found = task("typed")
    assert found.boxes is not None
    assert found.man is not None
    square = found.labels.squares.index
    first = found.solution(found.boxes, found.man, [(square("q2-2"), 1), (square("q2-3"), 1)])
    assert first.actions == (
        "walk hero q1-1 q2-1 down",
        "push-home hero b0 q2-1 q2-2 q2-3 right",
        "push-away hero b0 q2-2 q2-3 q2-4 right",
    )
    assert first.cost == 2


def test_impossible_pushes_and_states_are_refused():
    found = task("typed")
    assert found.boxes is not None
    assert found.man is not None
    with pytest.raises(ValueError, match="no push U of a box"):
        found.solution(found.boxes, found.man, [(found.boxes[0], 0), (found.maze.neighbours[found.boxes[0]][0], 0)])
    with pytest.raises(ValueError, match="the man cannot walk from square 0 to square 6"):
        found.solution([1, 2], 0, [(2, 0)])
    with pytest.raises(ValueError, match="no push R of a box on square 0"):
        found.solution(found.boxes, found.man, [(0, 1)])
    with pytest.raises(ValueError, match="are no state with 2 boxes"):
        found.state_atoms(found.boxes[:1], found.man)
    with pytest.raises(ValueError, match="are no state with 2 boxes"):
        found.state_atoms(found.boxes, found.boxes[0])


@pytest.mark.parametrize("name", sorted(ENCODINGS))
def test_static_facts_alone_are_enough(name):
    encoding = ENCODINGS[name]
    found = recognised(encoding.domain, encoding.problem(static_only=True))
    assert (found.boxes, found.man) == (None, None)
    assert found.maze == task(name).maze
    assert sorted(found.state_atoms(task(name).boxes or (), task(name).man or 0)) == sorted(
        task(name).state_atoms(task(name).boxes or (), task(name).man or 0)
    )


@pytest.mark.parametrize("base", [TYPED, UNTYPED], ids=["typed", "untyped"])
def test_squares_that_are_never_free_are_walls(base):
    encoding = replace(base, walls=True)
    if base is UNTYPED:  # there the robot's square is free, and so would be that of a wall
        encoding = replace(encoding, fluents=lambda p, text: "".join(
            line for line in base.fluents(p, text).splitlines(keepends=True) if "free" not in line
        ) + "".join(f"\n(free {square})" for square in [*p.empty(text), *p.man]))  # fmt: skip
    found = recognised(encoding.domain, encoding.problem())
    assert shape(found.maze) == shape(recognised(base.domain, base.problem()).maze)
    assert found.boxes is not None
    assert found.man is not None
    text = read_text(encoding.domain, encoding.problem()).instance(found.state_atoms(found.boxes, found.man))
    again = recognised(encoding.domain, text)
    assert (again.maze, again.boxes, again.man) == (found.maze, found.boxes, found.man)


def test_parts_of_the_maze_without_goals_stay_as_they_are():
    drawing = "#########\n#@$. # ##\n#    #  #\n#########\n"
    found = recognised(TYPED.domain, TYPED.problem(drawing))
    assert found.maze.num_squares == 8
    assert set(found.outside) == {"(clear q1-6)", "(clear q2-6)", "(clear q2-7)"}


def test_a_goal_that_no_push_leads_to_is_a_goal():
    drawing = "#######\n#@$. ##\n#######\n##*####\n#######\n"
    found = recognised(TYPED.domain, TYPED.problem(drawing))
    assert found.maze.num_boxes == 2
    assert found.labels.squares[found.maze.goals[-1]] in ("q3-2", "q1-3")


@pytest.mark.parametrize("name", [name for name in NAMES if name != "sokoban"])
def test_other_bundled_tasks_are_not_sokoban(name):
    assert reason(*texts(name))


def test_one_box_with_a_square_of_its_own_is_sokoban():
    goal = "(exists (?l) (and (goal-location ?l) (at b0 ?l)))"
    for asked in ("(at b0 q3-1)", goal, f"(and {goal} (or (at b0 q3-1)))"):
        problem = UNTYPED.problem(CORNER).replace(UNTYPED.goal(Picture.of("")), asked)
        found = recognised(UNTYPED.domain, problem)
        assert [found.labels.squares[number] for number in found.maze.goals] == ["q3-1"]
        assert not found.is_labelled  # one box is interchangeable with itself


def test_a_parameter_for_boxes_may_be_for_all_things():
    domain = TYPED.domain.replace("?m - man ?b - box", "?m - man ?b - thing").replace("(home ?b - box)", "(home ?b)")
    found = recognised(domain, TYPED.problem())
    assert found.labels.boxes == ("b0", "b1")
