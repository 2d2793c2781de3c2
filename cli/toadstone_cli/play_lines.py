"""A game line by line: the moves that are piped in or typed, and what is printed of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from io import TextIOWrapper
from itertools import count
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.budget import Limits
from toadstone.core.errors import InputError, LimitReachedError, Place
from toadstone.files.messages import printable
from toadstone.play.parts import Verdict
from toadstone.play.session import RefusedError
from toadstone.play.tasks import Task, TaskContext, advise
from toadstone.play.words import advice_in_words, with_noun
from toadstone.view.page import board_of, figures_line
from toadstone_cli.progress import live_budget
from toadstone_cli.streams import tell, tell_sentence, write_page

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.board import Board
    from toadstone.play.session import Session

SAID = ("hints", "unproven", "refused")
"""What is noted for the JSON of a game, by its keys."""

HINT = "hint"
"""The one line that is no move."""


class End(StrEnum):
    """Why a game went no further."""

    OVER = "over"
    UNFINISHED = "unfinished"
    """The input ended before the game."""
    GIVEN_UP = "given-up"
    """A player proved that no plan wins any more."""
    UNKNOWN = "unknown"
    """A player did not find its move in time."""
    INTERRUPTED = "interrupted"


def typed_lines() -> Iterator[tuple[int, str]]:
    """Yield the lines of standard input with their numbers, without comments and empty ones.

    Raises:
        InputError: standard input is closed.
    """
    if sys.stdin is None:
        raise InputError("cannot read: it is closed", Place("<stdin>"))
    at_terminal = sys.stdin.isatty()
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    for number in count(1):
        if at_terminal:
            tell("> ")
        if not (line := sys.stdin.readline()):
            return
        if text := line.partition("#")[0].strip():
            yield number, text


class LineMode:
    """A game being played line by line.

    Args:
        session: the game.
        limits: the time for a hint or a move, and the seed of the players.
        lines: what people type; None without a person.
        silent: whether only the end of the game is wanted.

    Attributes:
        context: what its players and hints are asked of.
        said: what is noted for the JSON of the game.
    """

    def __init__(
        self,
        session: Session,
        limits: Limits,
        lines: Iterator[tuple[int, str]] | None,
        *,
        silent: bool = False,
    ) -> None:
        self.session, self.context = session, TaskContext(session.instance, limits.seed)
        self.said: dict[str, list[dict[str, Any]]] = {kind: [] for kind in SAID}
        self._limits, self._lines, self._silent = limits, lines, silent
        self._is_read = True
        self._move_width = 7

    def play(self) -> End:
        """Play until the input or the game ends; return why it went no further."""
        self._open()
        try:
            while self._is_read:
                if not (self.session.ending or self.session.awaits_person):
                    if (end := self._let_choose()) is not None:
                        return end
                elif self._lines is None or (line := next(self._lines, None)) is None:
                    break
                else:
                    self._read(*line)
        except KeyboardInterrupt:
            return End.INTERRUPTED
        return End.OVER if self.session.ending else End.UNFINISHED

    def close(self, end: End) -> None:
        """Say why a game that is not over went no further."""
        after = f"after {with_noun(self.session.ply, 'move')}"
        words = {
            End.UNFINISHED: f"Unfinished {after}.",
            End.GIVEN_UP: f"Given up {after}: no plan wins from here.",
            End.UNKNOWN: f"Undecided {after}.",
            End.INTERRUPTED: f"Interrupted {after}.",
        }
        if end in words:
            self._show("", words[end])
            self._show(self._figures())

    @cached_property
    def _board(self) -> Board[Any, Any]:
        return board_of(self.session.instance.game, self.session.instance.scenario)

    def _show(self, *parts: RenderableType) -> None:
        if not self._silent:
            self._is_read = write_page(*parts) and self._is_read

    def _open(self) -> None:
        """Say what is played and by whom, and draw where the game begins."""
        if self._silent:
            return
        session = self.session
        players = [
            f"{side} {each}" if len(session.sides) > 1 else f"{each}"
            for side, each in session.players.items()
        ]
        self._show(Text.assemble((session.title, "bold"), f"  {session.instance.game.name}"))
        self._show(f"Played by: {', '.join(players)}")
        if (key := self._board.key()) is not None:
            self._show(key)
        self._arrive()

    def _arrive(self) -> None:
        """Draw what the last move led to, and say how the game ended if it did."""
        if self._silent:
            return
        session, line, board = self.session, self.session.line, self._board
        turn, before, played = len(line.moves), None, ""
        caption = board.caption(line.state)
        if line.moves:
            before = line.states[-2]
            side = f"{session.mover(turn)} " if len(session.sides) > 1 else ""
            played = f"{side}{session.last_move}"
            if event := board.event(before, line.moves[-1], line.state):
                caption = Text("   ").join(each for each in (caption, event) if each)
        self._move_width = max(self._move_width, len(played))
        strip = Text(f"{turn:4}   {played:<{self._move_width}}   ", no_wrap=True)
        strip.append_text(board.strip(before, line.state))
        self._show(strip.append("   ").append_text(caption))
        if (over := session.ending) is not None:
            head, _, reason = session.ending_in_words.partition(":")
            drawn = len(session.sides) > 1 and over.winner is None
            style = "bold red" if over.is_loss else "bold yellow" if drawn else "bold green"
            self._show("", Text.assemble((head, style), f":{reason}"))
            if result := session.result_in_words:
                self._show(result)
            self._show(self._figures())

    def _figures(self) -> str:
        return figures_line(self.session.instance.rules.figures(self.session.state))

    def _find(self, task: Task[Any]) -> Any:
        """Return what a task finds out, with a sign of life meanwhile."""
        with live_budget(self._limits) as budget:
            return task.run(self.context, budget)

    def _let_choose(self) -> End | None:
        """Let a player move; return why it did not."""
        side, seconds = self.session.to_move, self._limits.seconds or 0
        player = self.session.players[side]
        try:
            chosen = self._find(self.session.choose())
        except LimitReachedError:
            waited = f"{player} has no proven move within {seconds:g} s"
            tell_sentence(f"toadstone: {waited}; --time-limit gives more")
            return End.UNKNOWN
        if chosen.move is None:
            return End.GIVEN_UP
        if not chosen.proven:
            turn = self.session.ply + 1
            self.said["unproven"].append({"turn": turn, "side": side, "move": str(chosen.move)})
            looks = f"{chosen.move} looks best, but is not proven: the time was too short"
            self._show(f"{side} {player}: {looks}.")
        self.session.play(chosen.move)
        self._arrive()
        return None

    def _read(self, number: int, text: str) -> None:
        """Make the move that a line states, or give a hint; note why a line is refused."""
        try:
            if text.lower() == HINT:
                self._hint()
            else:
                self.session.move(text)
                self._arrive()
        except RefusedError as error:
            self.said["refused"].append({"line": number, "input": text, "reason": str(error)})
            tell_sentence(printable(f"<stdin>:{number}: error: {error}"))

    def _hint(self) -> None:
        session, seconds = self.session, self._limits.seconds or 0
        if (over := session.ending) is not None:
            raise RefusedError(f"the game is over: {over.reason}")
        advice = self._find(Task(advise, session.moves))
        moves = [str(move) for move in advice.moves]
        turn = session.ply + 1
        self.said["hints"].append({"turn": turn, "verdict": advice.verdict.value, "moves": moves})
        words = advice_in_words(advice, session.instance.ask, seconds)
        more = "; --time-limit gives more." if advice.verdict is Verdict.UNDECIDED else ""
        self._show(words.removesuffix(".") + more if more else words)
