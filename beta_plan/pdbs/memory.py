"""How many bytes pattern databases take, so that a limit of memory can become a limit of abstract states.

Measured as the growth of the resident memory of a process (``python benchmarks/pdbs.py --task ..``); a test holds the
arrays of a build, and of its peak, to these numbers. At rest one byte for each abstract state is left, as long as no
distance exceeds 254; ``total_limit`` counts states of tables with wider entries accordingly more often.
"""

from __future__ import annotations

from beta_plan.pdbs.store import TABLE_LIMIT

BYTES_AT_REST = 1
"""For each abstract state of ``total_limit``, when the build is over."""

BYTES_AT_PEAK = 2
"""For each abstract state of ``total_limit``, while finished tables are packed into one array."""

BYTES_OF_TABLE = 14
"""For each abstract state of the one table that is being built: distances, queue, and masks of legal states."""

BYTES_OF_ACTION = 160
"""For each action of the task, while it is projected to a pattern; an estimate from the arrays of ``Projector``."""

BYTES_OF_ACTIONS = 32 << 20
"""At most, for the abstract actions that are kept for patterns that come again; estimated, too."""


def bytes_needed(total_limit: int, table_limit: int = TABLE_LIMIT, *, num_actions: int = 0) -> int:
    """Return how many bytes a build takes at its peak, beside what the process had before.

    >>> bytes_needed(1 << 25) >> 20
    110
    """
    one_table = BYTES_OF_TABLE * min(table_limit, total_limit)
    return BYTES_AT_PEAK * total_limit + one_table + BYTES_OF_ACTION * num_actions + BYTES_OF_ACTIONS


def total_limit_for(num_bytes: int, table_limit: int = TABLE_LIMIT, *, num_actions: int = 0) -> int:
    """Return the largest limit of all abstract states with which a build stays within so many bytes, at least 1.

    >>> total_limit_for(bytes_needed(1 << 25)) == 1 << 25
    True
    """
    left = num_bytes - BYTES_OF_ACTIONS - BYTES_OF_ACTION * num_actions
    with_small_tables = left // (BYTES_AT_PEAK + BYTES_OF_TABLE)
    if with_small_tables < table_limit:
        return max(with_small_tables, 1)
    return (left - BYTES_OF_TABLE * table_limit) // BYTES_AT_PEAK
