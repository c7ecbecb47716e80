"""The bundled tasks are what domains/README.md says they are; Fast Downward is the judge."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

DOMAINS = Path(__file__).parent.parent / "domains"
ROW = re.compile(r"^\| (?P<name>[a-z]+) \|.*\| (?P<states>[\d,]+) \| (?P<cost>\d+) \|$", re.MULTILINE)
COSTS = {row["name"]: int(row["cost"]) for row in ROW.finditer((DOMAINS / "README.md").read_text(encoding="utf-8"))}


def test_every_bundled_task_is_listed():
    assert sorted(COSTS) == sorted(path.parent.name for path in DOMAINS.glob("*/domain.pddl"))


@pytest.mark.parametrize("name", sorted(COSTS))
def test_a_cheapest_plan_costs_what_the_list_says(name, tmp_path):
    planner = find_spec("up_fast_downward")
    if planner is None or planner.origin is None:
        pytest.skip("needs the extra 'planners'")
    driver = Path(planner.origin).parent / "downward" / "fast-downward.py"
    task = [DOMAINS / name / "domain.pddl", DOMAINS / name / "p01.pddl"]
    subprocess.run(
        [sys.executable, driver, *task, "--search", "astar(blind())"], cwd=tmp_path, check=True, capture_output=True
    )
    *_, last = (tmp_path / "sas_plan").read_text().splitlines()
    assert last.startswith(f"; cost = {COSTS[name]} (")
