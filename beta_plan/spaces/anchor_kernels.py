"""For evaluators that make no use of the state from which another one comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from beta_plan.jit import kernel
from beta_plan.spaces.dispatch import implements
from beta_plan.spaces.protocol import anchor, evaluate, evaluate_near

if TYPE_CHECKING:
    from beta_plan.sas.rows import Ints
    from beta_plan.spaces.protocol import Tables

Function = TypeVar("Function", bound=Callable[..., Any])


@kernel
def _forget(tables: Tables, state: Ints) -> None:
    """Do nothing."""


def evaluates_alone(tables_type: type) -> Callable[[Function], Function]:
    """Register a kernel as the way to evaluate a state, whether it is near an anchor or not."""

    def register(kernel: Function) -> Function:
        implements(anchor, tables_type)(_forget)
        implements(evaluate_near, tables_type)(kernel)
        return implements(evaluate, tables_type)(kernel)

    return register
