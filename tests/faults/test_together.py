"""Two runs that write the same directory at the same time: one result, whole, and no mixture."""

from __future__ import annotations

from beta_plan.output.write import write_output
from tests.faults.processes import QUICK, ended, start, verified
from tests.outputs import bundled_output, content


def test_one_of_two_results_is_there(tmp_path, faultless):
    out = tmp_path / "out"
    write_output(out, bundled_output("transport", [1, 2, 3, 4]))
    processes = [start(*QUICK, "-o", out), start(*QUICK[:-2], "--seed", "1", "-n", "5", "-o", out)]
    assert [ended(process).returncode for process in processes] == [0, 0]
    assert verified(out) == (3 if content(out) == faultless else 5)
