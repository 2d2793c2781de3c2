"""Functions compiled to machine code by numba, and kept on disk for the next run.

Code is kept in a folder that numba chooses: where `NUMBA_CACHE_DIR` says, beside the function, or
in the user's cache. Numba's own cache looks at the file of a function alone, and so runs on with
code of functions that have changed in other files. Here a file's name says what its code was made
from: the contents of all compiled modules of the folder and of those that games share, and the
types of the arguments. So code that is out of date is never found, and two runs at once write the
same or different files.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import numba
from numba.core.caching import FunctionCache
from numba.core.serialize import dumps

from toadstone.core.budget import COMPILING

Function = TypeVar("Function", bound=Callable[..., Any])
Hear = Callable[[str], None]

_SHARED = Path(__file__).parent / "adversarial" / "kernels"
"""The folder of the compiled modules that games share."""
_COMPILED = re.compile(rb"^@compiled$", re.MULTILINE)


def _unheard(words: str) -> None:
    """Hear nothing."""


_hear: ContextVar[Hear] = ContextVar("hear", default=_unheard)


@contextmanager
def told_of_compiling(hear: Hear) -> Iterator[None]:
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
    # Nothing compiled here makes arrays, so numba need not count who still uses them. Nor does it
    # touch Python's objects, so other threads may run meanwhile.
    dispatcher = numba.njit(_nrt=False, nogil=True)(function)
    with suppress(RuntimeError):  # there is no folder to keep it in
        dispatcher._cache = _KeptCode(function)
    fast: Function = dispatcher
    return fast


@cache
def _made_with(file: Path) -> str:
    """Return a digest of what code from this file is made with: modules, and numba."""
    modules = chain(file.parent.glob("*.py"), _SHARED.glob("*.py"))
    called = (path for path in modules if _COMPILED.search(path.read_bytes()))
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted({file, Path(__file__), *called}):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


class _KeptCode:
    """The machine code of one function on disk, a file for each sequence of argument types.

    It has the two methods of a cache that numba calls when a function is called.

    Raises:
        RuntimeError: there is no folder to write to.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        numbas = FunctionCache(function)
        self._folder = Path(numbas.cache_path)
        self._index_key, self._form = numbas._index_key, numbas._impl
        source = Path(function.__code__.co_filename)
        self._module = f"{source.stem}.{sys.implementation.cache_tag}"
        self._function = re.sub("[<>]", "", function.__qualname__)
        self._line = function.__code__.co_firstlineno
        self._made_with = _made_with(source)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the code for these types; None, after a word to who listens, if none is kept."""
        target.refresh()
        try:
            kept = pickle.loads(self._file(signature, target.codegen()).read_bytes())  # noqa: S301
        except (OSError, EOFError, pickle.UnpicklingError):
            _hear.get()(COMPILING)
            return None
        return self._form.rebuild(target, kept)

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep code and remove what is out of date; where the disk is full, nothing is kept."""
        file = self._file(signature, code.codegen)
        written = file.with_suffix(f".{uuid4().hex[:16]}")
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            try:
                written.write_bytes(dumps(self._form.reduce(code)))
                written.replace(file)
            finally:
                written.unlink(missing_ok=True)
            for old in self._folder.glob(f"{self._module}-*.code"):
                if not old.name.startswith(f"{self._module}-{self._made_with}."):
                    old.unlink(missing_ok=True)

    def _file(self, signature: Any, codegen: Any) -> Path:
        """Return where the code for these types is kept."""
        key = repr((self._line, self._index_key(signature, codegen)))
        types = hashlib.sha256(key.encode()).hexdigest()[:16]
        return self._folder / f"{self._module}-{self._made_with}.{self._function}.{types}.code"
