"""CP-SAT's module without pandas, which takes as long to load as all the rest of a command.

The module looks up two classes of pandas, to ask whether it was given a table of them; Toadstone
gives it none. While it is loaded, an empty class stands for each. Elsewhere pandas is what it is. A
version of the module that looks up more is loaded with pandas.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

SOLVER = "ortools.sat.python.cp_model"
PANDAS = "pandas"


class _StandIn(ModuleType):
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
    """Load CP-SAT's module, when it is wanted, without pandas."""
    sys.meta_path.insert(0, _Finder())
