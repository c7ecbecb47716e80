"""What the policies that choose partitions state by state ask of the databases of parts, whatever kind these are."""

from __future__ import annotations

from beta_plan.sas.rows import Ints, Longs
from beta_plan.spaces.dispatch import kernel_protocol
from beta_plan.spaces.protocol import Tables


@kernel_protocol
def value_of(parts: Tables, state: Ints, group: Longs, size: int, without: int, thing: int) -> int:
    """Return the value of the part of ``size`` ascending things in ``group``, one place left out, one thing added.

    ``without`` and ``thing`` may be -1: none. DEAD_END, or more, where no goal state can be reached.
    """
    raise NotImplementedError
