"""Ask one referee about one instance: run it, read its answer, replay its plan."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from beta_plan.certify.replay import Replay, replay_sources
from beta_plan.certify.sokoban import replay_level
from beta_plan.errors import InputRefused, VerificationFailed
from beta_plan.pddl.sexpr import Source, shorten
from beta_plan.referees.protocol import Answer, Files, Referee, Run, RunLimits, Task
from beta_plan.referees.run import run_limited
from beta_plan.referees.verdict import ENDED_BY_A_LIMIT, MOST_WORK, Status, Verdict

LONGEST_DETAIL = 200
NEARLY = 0.95
"""Who fails having used so much of what is allowed, fails for that."""

LEAST_WORK = 0.5
"""Who is stopped by the clock having had less than this part of its CPU time has not resisted: the machine was busy, or
the planner slept."""

_MEMORY = re.compile(r"MemoryError|bad_alloc|out of memory|cannot allocate memory", re.IGNORECASE)
_END = 4000
"""Of an output, so many characters at its end may say why a planner gave up."""


def judge(
    referee: Referee, task: Task, limits: RunLimits | None = None, *, stop: Callable[[], bool] | None = None
) -> Verdict:
    """Return what a referee says about an instance, within limits for this one run.

    Raises:
        InputRefused: the planner is not there; whatever else it does is a verdict, and so is what the machine does.
        Interrupted: ``stop`` has said True.
    """
    try:
        return _judge(referee, task, limits or RunLimits(), stop)
    except OSError as error:  # a disk that is full, too many processes
        why = _one_line(f"was not run: {error.strerror or error}")
        return Verdict(Status.CRASHED, detail=why, is_measured=False)


def _judge(referee: Referee, task: Task, limits: RunLimits, stop: Callable[[], bool] | None) -> Verdict:
    with tempfile.TemporaryDirectory(prefix="beta-plan-referee-", ignore_cleanup_errors=True) as folder:
        files = Files(Path(folder))
        files.write(task)
        run = run_limited(referee.command(files, limits), limits, files.folder, stop)
        answer = referee.read(run, files)
    verdict = _verdict(task, run, answer)
    verdict = replace(
        verdict,
        expansions=answer.efforts.get("expansions"),
        expansions_until_last_jump=answer.efforts.get("expansions_until_last_jump"),
        evaluations=answer.efforts.get("evaluations"),
        cpu_seconds=round(run.cpu_seconds, 3),
        wall_seconds=round(run.wall_seconds, 3),
        peak_memory_bytes=run.peak_memory_bytes,
    )
    if verdict.status is not Status.TIME_LIMIT or run.cpu_seconds >= MOST_WORK * limits.seconds:
        return verdict
    why = verdict.detail or f"ended by the clock after {run.cpu_seconds:.1f} s of CPU time"
    return replace(verdict, detail=why, is_measured=run.cpu_seconds >= LEAST_WORK * limits.seconds)


def _verdict(task: Task, run: Run, answer: Answer) -> Verdict:
    """Return status, plan and detail."""
    why = ""
    for plan in answer.plans:
        try:
            found = replay(task, plan)
        except VerificationFailed as error:
            why = why or str(error)
        except InputRefused as error:
            return Verdict(Status.NO_ANSWER, detail=_one_line(f"the plan cannot be replayed: {error}"))
        else:
            note = ENDED_BY_A_LIMIT if run.exit_code is None or _limit_reached(run) else ""
            return Verdict(Status.SOLVED, cost=found.cost, plan_length=found.length, detail=note)
    limit = Status.MEMORY_LIMIT if run.out_of_memory else Status.TIME_LIMIT
    status = limit if run.exit_code is None else answer.status or _limit_reached(run)
    if status is not None:
        return Verdict(status, detail=_one_line(answer.detail))
    if any(answer.plans) or (answer.plans and run.exit_code == 0):
        return Verdict(Status.WRONG_PLAN, detail=_one_line(why))
    if run.exit_code != 0:
        return Verdict(Status.CRASHED, detail=_one_line(f"{_ended(run)}: {answer.detail or _last_line(run)}"))
    if max(run.cpu_seconds, run.wall_seconds) >= NEARLY * run.limits.seconds:
        return Verdict(Status.TIME_LIMIT)  # it knows its limit, and ended in good order
    return Verdict(Status.NO_ANSWER, detail=_one_line(answer.detail or f"printed no plan: {_last_line(run)}"))


def replay(task: Task, plan: str) -> Replay:
    """Execute a plan, or a solution of a level, over the text of an instance; raise VerificationFailed."""
    if task.domain is None:
        return replay_level(task.problem, solution=plan)
    return replay_sources(Source("domain", task.domain), Source(task.name, task.problem), plan)


def _limit_reached(run: Run) -> Status | None:
    """Tell which limit was too small for a run that failed, if one was: by what it used, and what it said."""
    if run.exit_code == 0:
        return None
    if run.cpu_seconds >= NEARLY * run.limits.seconds:
        return Status.TIME_LIMIT
    said = f"{run.stdout[-_END:]}\n{run.stderr[-_END:]}"
    if run.peak_memory_bytes >= NEARLY * run.limits.memory or _MEMORY.search(said):
        return Status.MEMORY_LIMIT
    return None


def _ended(run: Run) -> str:
    assert run.exit_code is not None
    return f"exit code {run.exit_code}" if run.exit_code > 0 else f"signal {-run.exit_code}"


def _last_line(run: Run) -> str:
    """Return the last line that says something, errors first."""
    lines = [line for text in (run.stdout, run.stderr) for line in text[-_END:].splitlines() if line.strip()]
    return lines[-1].strip() if lines else "nothing printed"


def _one_line(text: str) -> str:
    return shorten(" ".join(text.split()), LONGEST_DETAIL)
