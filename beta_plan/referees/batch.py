"""Ask several referees about several instances, some at a time; what is known already is not asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from beta_plan.errors import InputRefused, Interrupted
from beta_plan.referees.cache import Cache
from beta_plan.referees.judge import judge
from beta_plan.referees.protocol import Referee, RunLimits, Task
from beta_plan.referees.verdict import Status, Verdict


@dataclass(frozen=True)
class Result:
    """What a referee says about an instance; ``cached``: it had been asked before."""

    task: Task
    referee: Referee
    verdict: Verdict
    cached: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the object that scripts rely on."""
        return {"problem": self.task.name, "referee": self.referee.name, "verdict": self.verdict.to_json()}


def judge_all(
    tasks: Sequence[Task], referees: Sequence[Referee], limits: RunLimits | None = None, *,
    jobs: int = 1, cache: Cache | None = None, stop: Callable[[], bool] | None = None,
) -> Iterator[Result]:  # fmt: skip
    """Yield what each referee says about each instance that it can read, in the order in which runs end.

    Each run has the limits for itself. When ``stop`` says True no more results come, and nothing is left running.
    """
    limits = limits or RunLimits()
    pairs = [(task, referee) for task in tasks for referee in referees if task.kind is referee.kind]
    waiting: list[tuple[Task, Referee]] = []
    for task, referee in pairs:
        known = cache.find(referee, task, limits) if cache else None
        if known is None:
            waiting.append((task, referee))
        else:
            yield Result(task, referee, known, cached=True)
    for referee in referees:
        if any(other is referee for _, other in waiting):
            referee.prepare()
    yield from _judge_now(waiting, limits, jobs, cache, stop or (lambda: False))


def _judge_now(
    pairs: Sequence[tuple[Task, Referee]], limits: RunLimits, jobs: int, cache: Cache | None, stop: Callable[[], bool]
) -> Iterator[Result]:
    """Run referees in threads, which only wait: each run is a process of its own."""
    abandoned = False

    def ask(task: Task, referee: Referee) -> Result:
        try:
            verdict = judge(referee, task, limits, stop=lambda: abandoned or stop())
        except InputRefused as error:  # it was there when it got ready: one bad planner is a row, and no end of all
            verdict = Verdict(Status.CRASHED, detail=error.message, is_measured=False)
        if cache:
            cache.keep(referee, task, limits, verdict)
        return Result(task, referee, verdict)

    with ThreadPoolExecutor(max_workers=max(jobs, 1)) as pool:
        asked: list[Future[Result]] = [pool.submit(ask, task, referee) for task, referee in pairs]
        try:
            for future in as_completed(asked):
                yield future.result()
        except Interrupted:
            if not stop():
                raise
        finally:  # also when nobody wants more results
            abandoned = True
            pool.shutdown(cancel_futures=True)
