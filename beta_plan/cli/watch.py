"""What a long run tells while it works, and from when on it can be stopped with what it has."""

from __future__ import annotations

from beta_plan.cli.interruption import Interruption
from beta_plan.cli.memory import MemoryNet
from beta_plan.cli.progress import Log, LoggedStages

FIRST_STAGE_THAT_STOPS = "pdbs"
"""From here on the run asks whether it should stop, and minds its memory; before, there is nothing to be lost."""


def watched_stages(log: Log, interruption: Interruption, net: MemoryNet) -> LoggedStages:
    """Return stages that are logged, and that say when signals ask to stop instead of ending the run."""
    from beta_plan.jit import is_first_use

    world = "sokoban"

    def begin(stage: str) -> None:
        nonlocal world
        if stage == "draw":  # of a series of tasks, each has its front end
            interruption.can_stop = False
        if stage == "sas":
            world = "sas"
        if stage == FIRST_STAGE_THAT_STOPS:
            interruption.can_stop = True
            net.lift()
            if is_first_use(world):
                log.line(COMPILING)

    return LoggedStages(log, begin)


COMPILING = "compiling kernels, once: the first run takes a minute longer"
