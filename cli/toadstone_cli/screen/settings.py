"""How the program was started, and what its screens ask of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from toadstone.play.assistant import Assistant

if TYPE_CHECKING:
    from toadstone.engines.instance import Instance
    from toadstone_cli.screen.played_game import PlayedGame

REVIEW_FACTOR = 6
"""How much longer a review may take than a hint."""


@dataclass(frozen=True)
class PlaySettings:
    """How the program was started.

    Attributes:
        seconds: the time for a hint or a move of the program.
        seed: decides the dice.
        workers: threads of the solver.
        ascii_only: whether to draw with ASCII characters.
        wishes: the players that were asked for, as the command line takes them.
        assistant: starts the engine beside the keyboard.
    """

    seconds: float
    seed: int = 0
    workers: int = 1
    ascii_only: bool = False
    wishes: tuple[str, ...] = ()
    assistant: Callable[[Instance], Assistant] = Assistant

    def start_assistant(self, instance: Instance) -> Assistant:
        """Start an engine with this seed and so many threads."""
        return Assistant(instance, seed=self.seed, workers=self.workers)

    @property
    def review_seconds(self) -> float:
        """The time for a review."""
        return REVIEW_FACTOR * self.seconds


class BeginGame(Message):
    """Somebody wants to play a scenario."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        super().__init__()


class LoadGame(Message):
    """Somebody wants to load a saved game, or a plan of the game that is played."""

    def __init__(self, game: PlayedGame | None = None) -> None:
        self.game = game
        super().__init__()


class LeaveGame(Message):
    """Somebody wants to leave a game, for the menu or for good."""

    def __init__(self, game: PlayedGame | None = None, *, to_menu: bool = False) -> None:
        self.game, self.to_menu = game, to_menu
        super().__init__()
