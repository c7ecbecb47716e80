"""One run of a planner: whatever it does becomes its status, soon, and nothing of it survives."""

from __future__ import annotations

import errno
import json
import os
import signal
import tempfile
from pathlib import Path
from time import monotonic, sleep

import pytest

from beta_plan.errors import InputRefused, Interrupted
from beta_plan.referees import run
from beta_plan.referees.judge import judge
from beta_plan.referees.protocol import RunLimits, Task
from beta_plan.referees.template import Template
from beta_plan.referees.verdict import Status, Verdict
from tests.referees.fakes import FERRY, LEVEL, PLAN, planner

SHORT = RunLimits(seconds=1, memory=256 << 20, wall_seconds=3)

BEHAVIOUR = {
    "prints a plan": (f"print('''{PLAN}''')", Status.SOLVED),
    "prints a plan with times": (
        "\n".join(f"print('{i}.000: {s} [1.000]')" for i, s in enumerate(PLAN.split("\n")[:-1])),
        Status.SOLVED,
    ),
    "prints a plan among words": (f"print('''Reading (fast)..\n(done)\nso:\n{PLAN}Bye''')", Status.SOLVED),
    "writes a plan": (f"open('sas_plan', 'w').write('''{PLAN}; cost = 11 (unit cost)''')", Status.SOLVED),
    "writes a better plan": (
        f"open('sas_plan.1', 'w').write('(nothing)'); open('sas_plan.2', 'w').write('''{PLAN}''')",
        Status.SOLVED,
    ),
    "prints a plan and hangs": (f"print('''{PLAN}''', flush=True); import time; time.sleep(60)", Status.SOLVED),
    "prints a plan and fails": (f"print('''{PLAN}'''); raise SystemExit(7)", Status.SOLVED),
    "prints half a plan": (f"print('''{PLAN[:60]}''')", Status.WRONG_PLAN),
    "prints an unknown action": ("print('(fly west north)')", Status.WRONG_PLAN),
    "writes nothing into its plan": ("open('sas_plan', 'w')", Status.WRONG_PLAN),
    "prints garbage": ("import sys; sys.stdout.buffer.write(bytes(range(256)) * 99)", Status.NO_ANSWER),
    "prints nothing": ("", Status.NO_ANSWER),
    "prints a plan and then brackets": (
        f"print('''{PLAN}'''); print('plan length 11'); print('(solved)')",
        Status.SOLVED,
    ),
    "knows its limit": (
        "import time\nwhile time.process_time() < 0.97: pass\nprint('no solution within the time')",
        Status.TIME_LIMIT,
    ),
    "cannot prove that it is unsolvable": (
        "print('gave up: could not prove that the task is unsolvable')",
        Status.NO_ANSWER,
    ),
    "works for ever in many children": (
        "import os, time\nfor _ in range(8):\n    if os.fork() == 0:\n        while True: pass\ntime.sleep(60)",
        Status.TIME_LIMIT,
    ),
    "eats memory in many children": (
        """
import os, time
for _ in range(4):
    if os.fork() == 0:
        x = bytearray(b"x") * (100 << 20)
        time.sleep(60)
time.sleep(60)
""",
        Status.MEMORY_LIMIT,
    ),
    "says there is no plan": ("print('Task is unsolvable.'); raise SystemExit(3)", Status.UNSOLVABLE),
    "raises": ("raise ValueError('too hard')", Status.CRASHED),
    "is killed": ("import os; os.abort()", Status.CRASHED),
    "sleeps": ("import time; time.sleep(60)", Status.TIME_LIMIT),
    "works for ever": ("while True: pass", Status.TIME_LIMIT),
    "works for ever in a child": (
        "import os\nif os.fork() == 0:\n    while True: pass\nos.waitpid(-1, 0)\nraise SystemExit(1)",
        Status.TIME_LIMIT,
    ),
    "ignores signals": (
        "import signal\nfor s in (15, 24): signal.signal(s, signal.SIG_IGN)\nwhile True: pass",
        Status.TIME_LIMIT,
    ),
    "prints for ever": ("while True: print('x' * 9999)", Status.TIME_LIMIT),
    "complains for ever": ("import sys\nwhile True: print('x' * 9999, file=sys.stderr)", Status.TIME_LIMIT),
    "eats memory": ("x = []\nwhile True: x.append(bytearray(1 << 24))", Status.MEMORY_LIMIT),
    "writes a file for ever": (
        "f = open('sas_plan', 'wb')\nf.truncate(1 << 40)\nf.seek(0, 2)\nf.write(b'x')",
        Status.CRASHED,
    ),
}


@pytest.mark.parametrize("name", BEHAVIOUR)
def test_what_a_planner_does_becomes_its_status(name, tmp_path):
    code, status = BEHAVIOUR[name]
    verdict = judge(planner(tmp_path, code), FERRY, SHORT)
    assert verdict.status is status, verdict
    assert "\n" not in verdict.detail
    assert verdict.peak_memory_bytes is not None
    assert 1 << 20 < verdict.peak_memory_bytes <= SHORT.memory * (2 if "many children" in name else 1)
    assert (verdict.cost, verdict.plan_length) == ((11, 11) if status is Status.SOLVED else (None, None))
    assert Verdict.from_json(verdict.to_json()) == verdict


def test_all_processes_of_a_run_have_its_time_together(tmp_path):
    """Eight that work at the same time, and nine one after the other."""
    verdict = judge(planner(tmp_path, BEHAVIOUR["works for ever in many children"][0]), FERRY, RunLimits(seconds=2))
    assert verdict.cpu_seconds is not None
    assert verdict.cpu_seconds < 5  # of 16, if each had two
    burn = "import time\nwhile time.process_time() < 0.9: pass"
    calls = f"import subprocess, sys\nfor _ in range(9): subprocess.call([sys.executable, '-c', {burn!r}])"
    verdict = judge(planner(tmp_path, calls), FERRY, RunLimits(seconds=1, wall_seconds=60))
    assert verdict.status is Status.TIME_LIMIT
    assert verdict.cpu_seconds is not None
    assert verdict.cpu_seconds < 5


def test_details_tell_why(tmp_path):
    told = {
        "raises": "exit code 1: ValueError: too hard",
        "is killed": "signal 6: nothing printed",
        "prints an unknown action": "step 1 (fly west north): no action 'fly' in the domain",
        "prints nothing": "printed no plan: nothing printed",
        "prints a plan and hangs": "ended by a limit",
    }
    for name, detail in told.items():
        assert judge(planner(tmp_path, BEHAVIOUR[name][0]), FERRY, SHORT).detail == detail


def test_cpu_time_of_children_counts(tmp_path):
    code = """
import os, time
def work():
    end = time.process_time() + 0.3
    while time.process_time() < end: pass
if os.fork() == 0:
    work()
    if os.fork() == 0:
        work()
        open("done", "w")
    os._exit(0)  # the last one is nobody's child now
while not os.path.exists("done"): time.sleep(0.01)
time.sleep(0.1)
"""
    verdict = judge(planner(tmp_path, code), FERRY, RunLimits(seconds=30))
    assert verdict.cpu_seconds is not None
    assert verdict.cpu_seconds >= 0.59  # the clocks differ a little


GRANDCHILD = """
import os, pathlib, sys, time
if os.fork() == 0:
    {leave}
    if os.fork() == 0:
        pathlib.Path({file!r}).write_text(str(os.getpid()))
        time.sleep(600)
    os._exit(0)
while not pathlib.Path({file!r}).exists(): time.sleep(0.01)
time.sleep(0.1)
"""


@pytest.mark.parametrize("leave", ["pass", "os.setsid()"])
def test_no_grandchild_survives(leave, tmp_path):
    file = tmp_path / "pid"
    begin = monotonic()
    verdict = judge(planner(tmp_path, GRANDCHILD.format(leave=leave, file=str(file))), FERRY, RunLimits(seconds=30))
    assert verdict.status is Status.NO_ANSWER
    assert monotonic() - begin < 25  # who holds the pipes open is not waited for
    assert not is_alive(int(file.read_text()))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def test_who_says_stop_leaves_nothing_running(tmp_path):
    file = tmp_path / "pid"
    code = f"import os, time, pathlib; pathlib.Path({str(file)!r}).write_text(str(os.getpid())); time.sleep(600)"
    with pytest.raises(Interrupted):
        judge(planner(tmp_path, code), FERRY, RunLimits(seconds=300), stop=lambda: file.exists() and file.read_text())
    assert not is_alive(int(file.read_text()))


def test_the_death_of_who_asked_is_the_planners(tmp_path):
    file = tmp_path / "pid"
    code = f"import os, time, pathlib; pathlib.Path({str(file)!r}).write_text(str(os.getpid())); time.sleep(600)"
    referee = planner(tmp_path, code)
    if (asker := os.fork()) == 0:
        try:
            judge(referee, FERRY, RunLimits(seconds=300))
        finally:
            os._exit(0)
    while not file.exists() or not file.read_text():
        sleep(0.01)
    os.kill(asker, signal.SIGKILL)
    os.waitpid(asker, 0)
    deadline = monotonic() + 30
    while is_alive(int(file.read_text())) and monotonic() < deadline:
        sleep(0.05)
    assert not is_alive(int(file.read_text()))


def test_the_scratch_directory_is_gone_afterwards(tmp_path):
    verdict = judge(planner(tmp_path, "import os; print('!', os.getcwd())"), FERRY)
    folder = verdict.detail.rpartition(" ")[2]
    assert "beta-plan-referee-" in folder
    assert not Path(folder).exists()


def test_a_level_is_replayed_too(tmp_path):
    def asked(code):
        return judge(planner(tmp_path, code, "{level} {time}"), LEVEL, SHORT)

    solved = asked("import sys; assert sys.argv[2] == '1' and '$' in open(sys.argv[1]).read(); print('Solution: rRR')")
    assert (solved.status, solved.cost, solved.plan_length) == (Status.SOLVED, 2, 3)
    assert asked("print('RRR')").status is Status.SOLVED
    assert asked("print('rr')").status is Status.WRONG_PLAN
    assert asked("print('unsolvable, I am afraid')").status is Status.UNSOLVABLE
    assert asked("print('moves: rlrRR'); print('better:'); print('rRR')").plan_length == 3
    assert asked("print('rlrRR'); print('rRR'); print('done: ul')").plan_length == 3
    assert asked("print('rR'); print('R')").plan_length == 3
    writes = judge(planner(tmp_path, "import sys; open(sys.argv[2], 'w').write('rRR')", "{level} {plan}"), LEVEL, SHORT)
    assert (writes.status, writes.plan_length) == (Status.SOLVED, 3)


def test_a_solver_does_not_see_the_solution(tmp_path):
    known = Task("level", f"{LEVEL.problem}Title: mine\nSolution:\nrRR\n")
    peeks = planner(tmp_path, "import sys; print(open(sys.argv[1]).read())", "{level}")
    assert judge(peeks, known).status is Status.NO_ANSWER


def test_a_program_that_is_not_there_is_refused():
    referee = Template.parse("no-such-planner {domain} {problem}")
    with pytest.raises(InputRefused, match="no-such-planner: no such program"):
        referee.prepare()
    with pytest.raises(InputRefused, match="no-such-planner: cannot be run"):
        judge(referee, FERRY)


def test_a_machine_without_room_is_no_end_of_all(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    verdict = judge(planner(tmp_path, f"print('''{PLAN}''')"), FERRY)
    assert (verdict.status, verdict.detail) == (Status.CRASHED, "was not run: No such file or directory")
    assert not verdict.is_measured


def test_a_program_that_cannot_be_run_now_is_no_wrong_command(tmp_path):
    """Somebody writes the program at the moment: it is there, and later it can be run."""
    program = tmp_path / "planner"
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{PLAN}END\n")
    program.chmod(0o755)
    referee = Template.parse(f"{program} {{domain}} {{problem}}")
    with program.open("a"):
        verdict = judge(referee, FERRY)
        assert (verdict.status, verdict.is_measured) == (Status.CRASHED, False)
        assert "cannot be run now: Text file busy" in verdict.detail
    assert judge(referee, FERRY).is_solved


def test_a_machine_without_memory_for_the_program_is_no_memory_limit(tmp_path, monkeypatch):
    """The planner was never there, so nobody has resisted it."""
    said = {"error": os.strerror(errno.ENOMEM), "may_pass": True}
    supervisor = tmp_path / "supervisor.py"
    supervisor.write_text(f"input()\nprint({json.dumps(json.dumps(said))})\n")
    monkeypatch.setattr(run, "_SUPERVISOR", supervisor)
    verdict = judge(planner(tmp_path, f"print('''{PLAN}''')"), FERRY)
    assert (verdict.status, verdict.is_measured) == (Status.CRASHED, False)
    assert verdict.detail == "was not run: cannot be run now: Cannot allocate memory"


def test_a_plan_is_that_of_a_limit_also_where_a_wrapper_hides_it(tmp_path):
    inner = f"print('''{PLAN}''', flush=True)\nwhile True: pass"
    code = f"import subprocess, sys; sys.exit(subprocess.call([sys.executable, '-c', {inner!r}]) and 3)"
    verdict = judge(planner(tmp_path, code), FERRY, RunLimits(seconds=1))
    assert (verdict.is_solved, verdict.is_cut) == (True, True)
