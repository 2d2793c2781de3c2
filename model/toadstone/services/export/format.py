"""Formats: how a scenario is written for another solver, and how its output is read back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toadstone.core.budget import Budget
from toadstone.engines.instance import Instance
from toadstone.files.source import Source
from toadstone.services.export.objective import Objective

Files = Mapping[str, str]
"""The texts of some files by their names."""


@dataclass(frozen=True)
class Claim:
    """A plan in the output of another solver, and what that output states of it.

    Attributes:
        moves: the plan.
        figures: figures that the output states.
        objectives: objectives, each with the value that the output states.
    """

    moves: tuple[Any, ...]
    figures: Mapping[str, int] = field(default_factory=dict)
    objectives: tuple[tuple[Objective, int], ...] = ()


@dataclass(frozen=True)
class Format(ABC):
    """One format.

    Attributes:
        name: what `--to` calls it.
    """

    name: str

    @abstractmethod
    def write(self, instance: Instance, budget: Budget) -> Files:
        """Return the files that state the questions of an instance; most often it is one.

        Raises:
            RequestError: the format cannot state the scenario or the questions.
            LimitReachedError: time is up.
        """

    @abstractmethod
    def read(self, instance: Instance, source: Source, budget: Budget) -> Claim:
        """Read a solver's output for what `write` has written.

        Raises:
            InputError: there is no plan in it; the error says where and why.
            RequestError: the format cannot state the scenario or the questions.
            LimitReachedError: time is up.
        """


def no_plan(source: Source) -> str:
    """Return the message for an output that says that there is no plan."""
    return (
        f"{source.name} holds no plan: its solver says that there is none. "
        "`toadstone prove SCENARIO` decides that"
    )


def stopped_without_plan(source: Source) -> str:
    """Return the message for an output of a solver that stopped before it found anything."""
    return (
        f"{source.name} holds no plan: its solver found no plan before it stopped. "
        "Give it more time"
    )
