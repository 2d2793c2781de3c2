"""Functions compiled to machine code by numba, and kept on disk for the next run.

Numba chooses the folder: where `NUMBA_CACHE_DIR` says, beside the function, or in the user's cache.
By itself it would check only the file of a function, and would use old code of functions that have
changed in other files. Here code is kept with a digest of all modules of the folder and of those
that games share. Runs that need the same function wait for the one that compiles it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, TypeVar

import numba
from numba.core.caching import FunctionCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types.misc import unliteral

from toadstone.core.budget import COMPILING

try:
    import fcntl
except ImportError:  # Windows: each run compiles for itself
    fcntl = None  # type: ignore[assignment]

Function = TypeVar("Function", bound=Callable[..., Any])
Hear = Callable[[str], None]

_SHARED = Path(__file__).parent / "adversarial" / "kernels"
"""The folder of the compiled modules that games share."""


_hear: ContextVar[Hear | None] = ContextVar("hear", default=None)


@contextmanager
def announce_compiling(hear: Hear) -> Iterator[None]:
    """Say `COMPILING`, within this block, before each function is compiled; `hear` may raise.

    Code that is kept from another run is not compiled.
    """
    token = _hear.set(hear)
    try:
        yield
    finally:
        _hear.reset(token)


def compiled(function: Function) -> Function:
    """Return the function as machine code, made or taken from disk when it is first called."""
    fast: Function = _compiled(function)
    return fast


def compiled_part(function: Function) -> Function:
    """Return the same of a function that only compiled code calls: it is made in less time.

    Raises:
        TypeError: Python calls it.
    """
    part: Any = _compiled(function, no_cpython_wrapper=True)

    def refuse(*arguments: Any) -> None:
        raise TypeError(f"only compiled code can call {function.__name__}")

    def keep(result: Any) -> None:
        part.overloads[tuple(result.signature.args)] = result

    if part is not function:
        part._compile_for_args, part.add_overload = refuse, keep
    fast: Function = part
    return fast


def _compiled(function: Function, **options: bool) -> Any:
    # Nothing compiled here makes arrays, so numba need not count who still uses them. Nor does it
    # touch Python's objects, so other threads may run meanwhile; nor does it divide by zero.
    dispatcher: Any = numba.njit(
        _nrt=False, nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options
    )(function)
    if dispatcher is function:  # numba was told not to compile
        return function
    compile_now, cache = dispatcher.compile, None
    with suppress(RuntimeError):  # there is no folder to keep it in
        dispatcher._cache = cache = _KeptCode(function)

    @wraps(compile_now)
    def compile_once(signature: Any) -> Any:
        # A constant argument is compiled like any other: one code for all numbers.
        signature = tuple(map(unliteral, signature))
        # Numba's lock first: else two threads could wait for each other.
        with global_compiler_lock, nullcontext() if cache is None else cache.locked():
            return compile_now(signature)

    dispatcher.compile = compile_once
    return dispatcher


@cache
def _made_with(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted({Path(__file__), *folder.glob("*.py"), *_SHARED.glob("*.py")}):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


class _KeptCode(FunctionCache):  # type: ignore[misc]  # numba has no types
    """Numba's cache of one function, which is out of date when any of the modules has changed.

    Raises:
        RuntimeError: there is no folder to write to.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file._source_stamp = _made_with(Path(function.__code__.co_filename).parent)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Wait for other runs that compile this function; do not wait if nothing can be kept."""
        path = Path(f"{self._cache_file._index_path}.lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("wb")
        except OSError:
            yield
            return
        with file:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for these types; None, after a word to the listener, if none is kept."""
        code = None
        with suppress(OSError, EOFError, UnpicklingError):
            try:
                code = super().load_overload(sig, target_context)
            except AttributeError:  # kept by another version, with a type that is gone
                self.flush()
        if code is None and (hear := _hear.get()):
            hear(COMPILING)
        return code

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep code; where the disk is full, nothing is kept."""
        with suppress(OSError):
            super().save_overload(sig, data)
