"""``beta-plan evaluate``: the measures of given initial states."""

import json
import re

from click.testing import CliRunner

from beta_plan.cli.main import cli
from tests.bundled import DOMAINS, texts
from tests.sokoban.levels import CORNER, HALL


def evaluate(*arguments):
    return CliRunner().invoke(cli, ["evaluate", *map(str, arguments)])


def task(name):
    return DOMAINS / name / "domain.pddl", DOMAINS / name / "p01.pddl"


def test_the_measures_of_a_bundled_task_do_not_exceed_its_cheapest_plan():
    result = evaluate("--json", "--quiet", *task("transport"))
    assert result.exit_code == 0, result.stderr
    (found,) = json.loads(result.stdout)["tasks"]
    assert found["name"].endswith("p01.pddl")
    metrics = found["metrics"]
    assert (metrics["plan_length"], metrics["plan_cost"]) == (None, None)
    for source in ("own", "fresh", "best"):
        assert list(metrics[source]) == ["PDB1", "PDB2", "PDB3", "PDB4", "2C", "3C", "4C"]
        assert 0 < metrics[source]["PDB1"] <= metrics[source]["PDB4"] <= 32  # the cost in domains/README.md


def test_a_domain_may_be_bundled_and_levels_without_a_state_are_told(tmp_path):
    assert evaluate("nodomain", task("ferry")[1]).exit_code == 41
    domain, problem = task("gripper")
    assert evaluate("-q", "gripper", problem).stdout == evaluate("-q", domain, problem).stdout != ""
    (tmp_path / "two.sok").write_text(f"{CORNER}Title: one\n\n{HALL}Title: bare\n")
    result = evaluate(tmp_path / "two.sok")
    assert result.exit_code == 0, result.stderr
    assert f"note: {tmp_path / 'two.sok'}: left out 1 level without boxes and man" in result.stderr.splitlines()


def test_several_problems_are_several_tasks(tmp_path):
    domain, problem = task("gripper")
    (tmp_path / "p02.pddl").write_bytes(problem.read_bytes())
    result = evaluate(domain, problem, tmp_path / "p02.pddl")
    first, second = re.split(r"\n(?=\S)", result.stdout.rstrip())
    assert [told.partition("\n")[0] for told in (first, second)] == [str(problem), str(tmp_path / "p02.pddl")]
    assert first.partition("\n")[2] == second.partition("\n")[2] != ""
    assert "plan" not in first.partition("\n")[2]


def test_a_problem_without_fluents_is_refused(tmp_path):
    domain, problem = texts("gripper")
    bare = problem[: problem.index("(robot-in")] + ")" + problem[problem.index("(:goal") :]
    (tmp_path / "d.pddl").write_text(domain)
    (tmp_path / "p.pddl").write_text(bare)
    result = evaluate(tmp_path / "d.pddl", tmp_path / "p.pddl")
    assert result.exit_code == 43
    (line,) = result.stderr.splitlines()
    assert ":init states no fluents (a full initial state is needed here)" in line
