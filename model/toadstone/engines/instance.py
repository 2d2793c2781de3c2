"""What is asked: questions about a scenario, and how much their answer may take."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toadstone.core.budget import Limits
from toadstone.core.reporting import Reporting

if TYPE_CHECKING:
    from toadstone.core.question import Question
    from toadstone.files.scenario import Scenario
    from toadstone.game import AnyGame


@dataclass(frozen=True)
class Request:
    """Questions about a scenario, as every method takes them.

    Attributes:
        game: the game that the scenario is of.
        scenario: the scenario.
        ask: the questions, the most important first; each is answered among the best plans for
            those before it.
        limits: time, threads and seed; by default no limit and one thread.
        reporting: who hears of progress; by default nobody.
        bounded: whether the model may state bounds that the rules imply, which spare it work.
    """

    game: AnyGame
    scenario: Scenario
    ask: tuple[Question, ...]
    limits: Limits = field(default_factory=Limits)
    reporting: Reporting = field(default_factory=Reporting)
    bounded: bool = True
