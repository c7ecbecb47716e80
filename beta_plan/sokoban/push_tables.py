"""The arrays of what guides a search for a solution: deadlocks, the classical lower bound, pattern databases."""

from __future__ import annotations

from typing import NamedTuple

from beta_plan.sokoban.deadlocks import DeadlockTables
from beta_plan.sokoban.matching import MatchingTables
from beta_plan.spaces.protocol import Tables


class PushTables(NamedTuple):
    """Three parts, asked in this order; what one of them calls dead the next ones do not see."""

    deadlocks: DeadlockTables
    matching: MatchingTables
    pdbs: Tables
