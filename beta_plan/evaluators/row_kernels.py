"""Values of many states at once, for every kind of evaluator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beta_plan.jit import kernel
from beta_plan.spaces.protocol import Tables, evaluate

if TYPE_CHECKING:
    from beta_plan.sas.rows import Ints


@kernel
def evaluate_rows(tables: Tables, rows: Ints, h: Ints) -> None:
    """Write the values of each state in ``rows`` into its row of ``h``."""
    for i in range(len(rows)):
        evaluate(tables, rows[i], h[i])
