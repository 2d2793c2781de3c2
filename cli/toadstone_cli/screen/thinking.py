"""The engine beside a game on the screen: it moves, hints, shows and evaluates without blocking."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from toadstone.core.errors import LimitReachedError, ToadstoneError
from toadstone.play.advice import Verdict
from toadstone.play.tasks import ChooseMove, Evaluate, Hint, ShowLine
from toadstone.view.review_page import evaluation
from toadstone_cli.game_words import advice_in_words
from toadstone_cli.screen.game_view import SPEEDS, GameView

if TYPE_CHECKING:
    from toadstone.play.assistant import Assistant
    from toadstone.play.tasks import Task
    from toadstone_cli.screen.played_game import PlayedGame
    from toadstone_cli.screen.settings import PlaySettings

T = TypeVar("T")

ENGINE = "engine"
"""The group of workers that wait for the engine; there is one at a time."""


class ThinkingView(GameView):
    """A game with the engine at its side.

    Attributes:
        assistant: the engine.
        shown_from: how many moves there were before the best line was shown; None otherwise.
    """

    def __init__(self, game: PlayedGame, settings: PlaySettings) -> None:
        super().__init__(game, settings)
        self.assistant: Assistant = settings.assistant(game.instance)
        self.shown_from: int | None = None

    def on_unmount(self) -> None:
        """Stop the engine."""
        self.assistant.close()

    def go_on(self) -> None:
        """Draw where the game has come to; let the program move, or say what it thinks of it."""
        self.hinted = ()
        self.engine_said = ""
        self.typed.clear()
        self.over = None
        self.stop_thinking()
        game = self.game
        if not game.is_over and not game.waits_for_person:
            if not self.paused:
                self.think(self._let_choose())
        elif self.evaluating and not game.is_over:
            self.think(self._evaluate())
        self.draw()

    def think(self, work: Coroutine[Any, Any, None]) -> None:
        """Let the engine work; what it was doing before is stopped."""
        self.run_worker(self._reporting(work), group=ENGINE, exclusive=True)

    def stop_thinking(self) -> None:
        """Stop what the engine is doing."""
        self.workers.cancel_group(self, ENGINE)
        self.showing = False

    async def _reporting(self, work: Coroutine[Any, Any, None]) -> None:
        """Do some work, and say what went wrong with it."""
        try:
            await work
        except LimitReachedError:
            seconds = f"{self.settings.seconds:g} s"
            self.engine_said = f"Undecided: there was no answer within {seconds}."
            self.paused = self.plays_alone
        except ToadstoneError as error:
            self.engine_said = f"The engine stopped: {error}"
            self.paused = self.plays_alone
        self.showing = False
        self.draw()

    async def _ask(self, task: Task[T], doing: str) -> T:
        """Return what the engine says; meanwhile the screen says what it is doing."""
        self.engine_said = f"{doing}..."
        self.draw()
        answer = await asyncio.wrap_future(self.assistant.ask(task))
        self.engine_said = ""
        return answer

    async def _let_choose(self) -> None:
        """Let the program choose the move of its side."""
        game, session = self.game, self.game.session
        if self.evaluating:
            await self._evaluate()
        side = session.to_move
        player = str(game.chosen[side])
        task = ChooseMove(session.moves, seconds=self.settings.seconds, side=side, player=player)
        waiting = asyncio.create_task(asyncio.sleep(SPEEDS[self.speed] if self.plays_alone else 0))
        chosen = await self._ask(task, f"{side} {player} thinks")
        await waiting
        if chosen.move is None:
            self.engine_said = f"{player} gives up: no plan wins from here."
            self.paused = self.plays_alone
            return
        game.make(chosen.move)
        looks = f"{chosen.move} looks best, but is not proven: the time was too short."
        self.said = "" if chosen.proven else looks
        self.call_later(self.go_on)  # once the worker that made the move has ended

    async def _evaluate(self) -> None:
        """Say what is still possible."""
        task = Evaluate(self.game.session.moves, seconds=self.settings.seconds)
        outlook = await self._ask(task, "Evaluating")
        self.engine_said = evaluation(outlook, self.game.instance.ask)

    async def give_hint(self) -> None:
        """Name a best move, and mark it."""
        game, seconds = self.game, self.settings.seconds
        advice = await self._ask(
            Hint(game.session.moves, seconds=seconds), "Looking for a best move"
        )
        self.engine_said = advice_in_words(advice, game.session.to_move, game.sides, seconds)
        self.hinted = () if advice.verdict is Verdict.LOST else tuple(advice.moves)

    async def show_line(self) -> None:
        """Play the best line; it can be taken back at once."""
        game, session, seconds = self.game, self.game.session, self.settings.seconds
        task = ShowLine(session.moves, seconds=seconds)
        advice = await self._ask(task, "Looking for the best line")
        if not advice.line:
            self.engine_said = advice_in_words(advice, session.to_move, game.sides, seconds)
            return
        self.shown_from = len(session.moves)
        kind = "The best line" if advice.proven else "A line, not proven best"
        for number, move in enumerate(advice.line, 1):
            game.make(move, shown=True)
            self.said = self.engine_said = ""
            self.engine_said = f"{kind}: move {number} of {len(advice.line)}; u takes it back."
            self.draw()
            await asyncio.sleep(SPEEDS[self.speed])
