"""Two instructions of the processor that numba has no name for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


def _first_in(typing: Any, cells: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


def _prefetch(typing: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        function = get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        to_read, to_keep, data_cache = (ir.Constant(number, each) for each in (0, 3, 1))
        builder.call(function, [place, to_read, to_keep, data_cache])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


first_in: Callable[[int], int] = intrinsic(_first_in)
"""Return the lowest member of a set of cells that is not empty: the zeros below its first bit."""

prefetch: Callable[[Numbers, int], None] = intrinsic(_prefetch)
"""Have memory bring what stands at an index of an array; it is there some hundred steps later."""
