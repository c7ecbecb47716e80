import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.bundled import bundled_directory, bundled_domain, bundled_names
from beta_plan.certify.plan import plan_text
from beta_plan.certify.replay import replay
from beta_plan.errors import IllegalTask
from beta_plan.sokoban.solution import steps_of_lurd, steps_of_pushes
from beta_plan.sokoban.to_pddl import level_to_pddl, square_names, steps_to_pddl
from tests.bundled import DOMAINS, NAMES
from tests.sokoban.levels import CORNER, CORNER_SOLUTION, HALL, level, pull_back

P01 = "#######\n#@. ###\n#.   ##\n#   $##\n# # $ #\n##    #\n#######\n"


def plan(found, steps):
    steps = list(steps)
    return plan_text(steps_to_pddl(found, steps), cost=sum(step.is_push for step in steps), uses_costs=True)


def test_the_bundled_domains_are_found():
    assert (bundled_directory(), bundled_names()) == (DOMAINS, NAMES)
    assert bundled_domain("sokoban").read_bytes() == (DOMAINS / "sokoban" / "domain.pddl").read_bytes()


def test_an_installed_package_has_the_domains_inside(tmp_path, monkeypatch):
    (tmp_path / "domains" / "toy").mkdir(parents=True)
    (tmp_path / "domains" / "toy" / "domain.pddl").write_text("")
    monkeypatch.setattr("beta_plan.bundled._PACKAGE", tmp_path)
    assert bundled_names() == ["toy"]
    assert bundled_domain("toy") == tmp_path / "domains" / "toy" / "domain.pddl"


def facts(text):
    """Return the facts of a problem, without comments, as a set."""
    code = "\n".join(line.partition(";")[0] for line in text.splitlines())
    return set(
        code.replace("(:init", "\n").replace("(:goal", "\n").replace(")", ")\n").replace("\n ", "\n").split("\n")
    )


def test_the_bundled_problem_is_this_level():
    written = level_to_pddl(level(P01))[1]
    bundled = (DOMAINS / "sokoban" / "p01.pddl").read_text()
    inits = [{fact.strip() for fact in facts(text) if fact.strip().startswith("(")} for text in (written, bundled)]
    assert inits[0] == inits[1]
    assert len(inits[0]) > 80


def test_a_solution_by_hand():
    found = level(CORNER)
    boxes, man = found.require_state()
    text = plan(found, steps_of_lurd(found.maze, boxes, man, CORNER_SOLUTION))
    assert text.splitlines()[:3] == [
        "(push-to-target man box2 s35 s34 s33 left)",
        "(walk man s34 s24 up)",
        "(push-to-plain man box1 s24 s23 s22 left)",
    ]
    assert (replay(*level_to_pddl(found), text).length, replay(*level_to_pddl(found), text).cost) == (4, 3)


@given(st.integers(0, 2**31), st.integers(0, 30))
def test_solutions_replay_as_pddl(seed, pulls):
    found, pushes = pull_back(level(HALL), seed, pulls)
    boxes, man = found.require_state()
    replayed = replay(*level_to_pddl(found), plan(found, steps_of_pushes(found.maze, boxes, man, pushes)))
    assert replayed.cost == len(pushes)


def test_boxes_on_goals_are_stored():
    found = level("######\n#+*$ #\n######")
    assert "(stored box1)\n" in level_to_pddl(found)[1]
    assert "(stored box2)\n" not in level_to_pddl(found)[1]


def test_squares_of_large_mazes_have_names_of_their_own():
    rows = ["#" * 14, *["#" + " " * 12 + "#"] * 12, "#" * 14]
    rows[1] = "#@$." + " " * 9 + "#"
    names = square_names(level("\n".join(rows)).maze)
    assert len(set(names)) == 144
    assert names[:2] == ["s0101", "s0102"]


def test_a_maze_alone_is_no_task():
    with pytest.raises(IllegalTask, match="no man"):
        level_to_pddl(level(HALL))


def test_the_comment_comes_first():
    text = level_to_pddl(level(CORNER), "sokoban-p07", "by me\n\nand you")[1]
    assert text.splitlines()[:4] == ["; by me", ";", "; and you", ";"]
    assert "(define (problem sokoban-p07)" in text
