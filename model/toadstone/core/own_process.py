"""The start of a process of Toadstone: of the command, and of the workers that it starts."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""Objects that are made, and not freed at once, before the collector looks for garbage in cycles.

All libraries together make fewer, and none of it is garbage: to look after every 700, as is usual,
costs a tenth of the time in which the solver is loaded.
"""


def load_less() -> None:
    """Let the libraries that this process will need load what it needs of them, and no more."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    # Nothing here multiplies matrices, so that NumPy need not start threads for it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    leave_pandas_out()


SOLVER = "ortools.sat.python.cp_model"
PANDAS = "pandas"


class _StandIn(ModuleType):
    """Stands for pandas, which takes as long to load as the rest of a command, for CP-SAT's module.

    The module asks whether it is given a table of pandas; Toadstone gives it none.
    """

    Index = type("Index", (), {})
    Series = type("Series", (), {})


class _Loader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        sys.modules[PANDAS] = _StandIn(PANDAS)
        try:
            super().exec_module(module)
            return
        except AttributeError:
            pass
        finally:
            del sys.modules[PANDAS]
        super().exec_module(module)


class _Finder(MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != SOLVER or PANDAS in sys.modules:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(name, spec.loader.path)
        return spec


def leave_pandas_out() -> None:
    """Let CP-SAT's module be loaded without pandas; a version that needs more of it gets pandas."""
    sys.meta_path.insert(0, _Finder())
