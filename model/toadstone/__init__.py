"""Exact, proof-carrying answers for small turn-based games.

    import toadstone

    scenario = toadstone.load("first-crossing.yaml")
    answer = toadstone.solve(scenario)
    print(answer)

`docs/python.md` shows all of it. Each name is imported when it is first used.
"""

# ruff: noqa: F403, F405  # `__all__` names the functions of `interface`; a test looks each one up

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from toadstone.core import __version__
from toadstone.core.shown import show_by

if TYPE_CHECKING:
    from toadstone.core.budget import Budget, Limits, Listener
    from toadstone.core.errors import (
        BrokenGameError,
        DisagreementError,
        InputError,
        LimitReachedError,
        RequestError,
        ToadstoneError,
    )
    from toadstone.engines.answer import Answer, Status
    from toadstone.files.scenario import Scenario
    from toadstone.interface import *

_WHERE = {
    **dict.fromkeys(["Answer", "Status"], "engines.answer"),
    **dict.fromkeys(["Budget", "Limits", "Listener"], "core.budget"),
    "Scenario": "files.scenario",
}
"""The modules of public names; errors are in `core.errors`, every other one in `interface`."""

__all__ = [
    "Answer",
    "BrokenGameError",
    "Budget",
    "DisagreementError",
    "InputError",
    "LimitReachedError",
    "Limits",
    "Listener",
    "RequestError",
    "Scenario",
    "Status",
    "ToadstoneError",
    "__version__",
    "atlas",
    "batch",
    "certify",
    "check",
    "compare",
    "count_plans",
    "draw",
    "explain",
    "export",
    "generate",
    "grade",
    "load",
    "plans",
    "prove",
    "review",
    "scenario",
    "solve",
    "verify",
]


show_by(lambda: import_module("toadstone.shown"))


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'toadstone' has no attribute {name!r}")
    usual = "core.errors" if name.endswith("Error") else "interface"
    return getattr(import_module(f"toadstone.{_WHERE.get(name, usual)}"), name)


def __dir__() -> list[str]:
    return __all__
