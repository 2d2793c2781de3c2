"""Functions compiled to machine code, where numba is installed: the extra `toadstone[fast]`."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

CAN_COMPILE = find_spec("numba") is not None

HOW_TO_COMPILE = "for larger boards: pip install 'toadstone[fast]'"


def compiled(function: Function) -> Function:
    """Return the function as machine code, made when it is first called.

    It is kept on disk where there is a folder to write to: beside the function, in the user's
    cache, or where `NUMBA_CACHE_DIR` says.
    """
    if not CAN_COMPILE:
        return function
    from numba import njit

    # Nothing compiled here makes arrays, so numba need not count who still uses them.
    try:
        fast: Function = njit(cache=True, _nrt=False)(function)
    except RuntimeError:  # there is no such folder
        fast = njit(_nrt=False)(function)
    return fast
