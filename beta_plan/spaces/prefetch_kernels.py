"""A hint to the processor: some row of an array is needed soon.

What is not in a cache takes a hundred nanoseconds to come. Who knows several rows that will be needed asks for all of
them first: they come at the same time. A hint changes no value, and plain Python does without it.
"""

# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload


def prefetch(array, row):
    """Begin to bring the beginning of ``array[row]`` into the cache; nobody waits for it."""


@intrinsic
def _prefetch(context, array, row):
    """Let LLVM choose the instruction: to read (0), to stay in all caches (3), data (1)."""

    def generate(context, builder, signature, arguments):
        fields = context.make_array(signature.args[0])(context, builder, arguments[0])
        stride = builder.extract_value(fields.strides, 0)
        byte, word, nothing = ir.IntType(8), ir.IntType(32), ir.VoidType()
        data = builder.bitcast(fields.data, byte.as_pointer())
        place = builder.gep(data, [builder.mul(stride, arguments[1])])
        hint = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte.as_pointer()], ir.FunctionType(nothing, [byte.as_pointer(), word, word, word])
        )
        builder.call(hint, [place, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


@overload(prefetch, strict=False, jit_options={"forceinline": True, "_nrt": False})
def _compiled(array, row):
    return lambda array, row: _prefetch(array, row)
