"""One name, one kernel for each kind of tables: the kernel is chosen by the type of the first argument.

Jitted functions passed as arguments, or closed over, are compiled again in every process; a choice by type is
loaded from the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from numba.extending import overload

from beta_plan.jit import INLINED

Function = TypeVar("Function", bound=Callable[..., Any])

_KERNELS: dict[Any, dict[type, Callable[..., Any]]] = {}
"""The kernels of each protocol by the type of their tables; filled while modules are imported."""


def kernel_protocol(stub: Function) -> Function:
    """Turn ``stub`` into a function that each kind of tables implements for itself.

    It can be called from kernels and from Python; from Python also with ``NUMBA_DISABLE_JIT=1``.
    """
    kernels: dict[type, Callable[..., Any]] = {}

    @wraps(stub)
    def call(tables, *arguments):
        chosen = kernels.get(type(tables))
        if chosen is None:
            raise TypeError(f"{stub.__name__} is not implemented for {type(tables).__name__}")
        return chosen(tables, *arguments)

    _KERNELS[call] = kernels
    return call


def implements(protocol: Callable[..., Any], tables_type: type) -> Callable[[Function], Function]:
    """Register a kernel as the implementation of ``protocol`` for ``tables_type``."""

    def register(kernel: Function) -> Function:
        _KERNELS[protocol][tables_type] = kernel

        @overload(protocol, strict=False, jit_options=INLINED)
        def choose(tables, *arguments):
            if getattr(tables, "instance_class", None) is tables_type:
                return lambda tables, *arguments: kernel(tables, *arguments)

        return kernel

    return register
