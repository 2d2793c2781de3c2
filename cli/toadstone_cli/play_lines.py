"""A game without a browser: moves that are piped in, players, and what is printed of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from io import TextIOWrapper
from typing import Any

from rich.text import Text

from toadstone.core.budget import Limits
from toadstone.core.errors import InputError, LimitReachedError, Place
from toadstone.core.rules import DRAW
from toadstone.files.messages import printable
from toadstone.play.session import RefusedError, Session
from toadstone.play.tasks import TaskContext
from toadstone.play.words import with_noun
from toadstone.view.page import board_of, figures_line
from toadstone_cli.progress import LiveLine, live_budget
from toadstone_cli.streams import ExitStatus, tell_sentence, write_json, write_page


class End(StrEnum):
    """Why a game went no further."""

    OVER = "over"
    UNFINISHED = "unfinished"
    """The input ended before the game."""
    UNKNOWN = "unknown"
    """A player did not find its move in time."""
    INTERRUPTED = "interrupted"


_STATUS = {
    End.UNKNOWN: ExitStatus.UNDECIDED,
    End.INTERRUPTED: ExitStatus.INTERRUPTED,
}


def play_lines(session: Session, limits: Limits, *, json: bool) -> ExitStatus:
    """Play a game to its end, or to that of standard input; print it, or one JSON object."""
    lines = _Lines(session, limits, silent=json)
    end = lines.play()
    if json:
        write_json(lines.to_json(end))
    else:
        lines.close(end)
    lost = session.ending is not None and session.ending.is_loss
    usual = ExitStatus.IMPOSSIBLE if lost or lines.refused else ExitStatus.ANSWERED
    return _STATUS.get(end, usual)


def _piped_moves() -> Iterator[tuple[int, str]]:
    """Yield the lines of standard input with their numbers, without comments and empty ones."""
    if sys.stdin is None:
        raise InputError("cannot read: it is closed", Place("<stdin>"))
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    for number, line in enumerate(sys.stdin, 1):
        if text := line.partition("#")[0].strip():
            yield number, text


class _Lines:
    def __init__(self, session: Session, limits: Limits, *, silent: bool) -> None:
        self.session, self.limits, self.silent = session, limits, silent
        self.context = TaskContext(session.instance, limits.seed)
        self.unproven: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self.is_read = True

    def play(self) -> End:
        """Play until the input or the game ends; return why it went no further."""
        session = self.session
        lines = _piped_moves() if session.people else iter(())
        with LiveLine("the players get ready"):
            for side, each in session.players.items():
                if not each.is_person:
                    self.context.player(side, str(each))
        self._show_start()
        try:
            while self.is_read:
                if not (session.ending or session.awaits_person):
                    if (end := self._let_choose()) is not None:
                        return end
                elif (line := next(lines, None)) is None:
                    break
                else:
                    self._read(*line)
        except KeyboardInterrupt:
            return End.INTERRUPTED
        return End.OVER if session.ending else End.UNFINISHED

    def _read(self, number: int, text: str) -> None:
        """Make the move that a line states; note why it is refused."""
        try:
            self.session.move(text)
        except RefusedError as error:
            self.refused.append({"line": number, "input": text, "reason": str(error)})
            tell_sentence(printable(f"<stdin>:{number}: error: {error}"))
        else:
            self._show_state()

    def _let_choose(self) -> End | None:
        """Let a player move; return why it did not."""
        session, side = self.session, self.session.to_move
        player = session.players[side]
        try:
            with live_budget(self.limits) as budget:
                chosen = session.choose().run(self.context, budget)
        except LimitReachedError:
            waited = f"{player} has no proven move within {self.limits.seconds:g} s"
            tell_sentence(f"toadstone: {waited}; --time-limit gives more")
            return End.UNKNOWN
        if not chosen.proven:
            turn = session.ply + 1
            self.unproven.append({"turn": turn, "side": side, "move": str(chosen.move)})
            looks = f"{chosen.move} looks best, but is not proven: the time was too short"
            self._show(f"{side} {player}: {looks}.")
        session.play(chosen.move)
        self._show_state()
        return None

    # What is printed

    def _show(self, *parts: Text | str) -> None:
        if not self.silent:
            self.is_read = write_page(*parts) and self.is_read

    def _show_start(self) -> None:
        session = self.session
        named = session.named_players if len(session.sides) > 1 else session.players.values()
        players = ", ".join(str(each).replace("=", " ") for each in named)
        if not self.silent:
            self.board = board_of(session.instance.game, session.instance.scenario)
            self._show(f"{session.title}  {session.instance.game.name}")
            self._show(f"Played by: {players}", *filter(None, [self.board.key()]))
        self._show_state()

    def _show_state(self) -> None:
        """Draw what the last move led to, and say how the game ended if it did."""
        if self.silent:
            return
        session, line = self.session, self.session.line
        said, before, played = [self.board.caption(line.state)], None, ""
        if line.moves:
            before = line.states[-2]
            side = f"{session.mover(session.ply)} " if len(session.sides) > 1 else ""
            played = f"{side}{session.last_move}"
            said.append(self.board.event(before, line.moves[-1], line.state))
        strip = Text(f"{session.ply:4}   {played:<7}   ", no_wrap=True)
        strip.append_text(self.board.strip(before, line.state)).append("   ")
        self._show(strip.append_text(Text("   ").join(filter(None, said))))
        if session.ending:
            self._show("", session.ending_in_words)
            self._show(*filter(None, [session.result_in_words]), self._figures())

    def _figures(self) -> str:
        return figures_line(self.session.instance.rules.figures(self.session.state))

    def close(self, end: End) -> None:
        """Say why a game that is not over went no further."""
        words = "Undecided" if end is End.UNKNOWN else end.value.capitalize()
        if end is not End.OVER:
            self._show("", f"{words} after {with_noun(self.session.ply, 'move')}.")
            self._show(self._figures())

    def to_json(self, end: End) -> dict[str, Any]:
        """Return the game as the object that `--json` prints."""
        session, over = self.session, self.session.ending
        winner = over and (over.winner if over.winner or over.is_loss else DRAW)
        return {
            **session.instance.scenario.json_head,
            "players": {side: str(each) for side, each in session.players.items()},
            "status": end.value,
            "outcome": over and {"winner": winner, "reason": over.reason},
            "values": dict(session.instance.rules.figures(session.state)),
            "moves": session.plan,
            "unproven": self.unproven,
            "refused": self.refused,
        }
