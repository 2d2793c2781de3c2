"""A game without a browser: moves from a pipe, players, and the printed lines."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from typing import Any

from rich.text import Text

from toadstone.core.budget import Limits
from toadstone.core.errors import InputError, LimitReachedError, Place
from toadstone.core.rules import DRAW
from toadstone.play.session import RefusedError, Session
from toadstone.play.tasks import TaskContext
from toadstone.play.words import with_noun
from toadstone.view.page import figures_line
from toadstone_cli.progress import live_budget
from toadstone_cli.streams import ExitStatus, tell, write_json, write_page

WIDTH = 12
"""The columns for a side and its move."""

_STATUS = {"unknown": ExitStatus.UNDECIDED, "interrupted": ExitStatus.INTERRUPTED}


def play_lines(session: Session, limits: Limits, *, json: bool) -> ExitStatus:
    """Play a game to its end, or to that of standard input; print it, or one JSON object.

    Raises:
        InputError: a line of standard input is no legal move.
    """
    unproven: list[dict[str, Any]] = []
    try:
        end = _play(session, limits, unproven, silent=json)
    except KeyboardInterrupt:
        end = "interrupted"
    figures, over = session.instance.rules.figures(session.state), session.ending
    if json:
        winner = over and (over.winner if over.winner or over.is_loss else DRAW)
        game = {
            **session.instance.scenario.json_head,
            "players": session.players,
            "status": end,
            "outcome": over and {"winner": winner, "reason": over.reason},
            "values": dict(figures),
            "moves": session.plan,
            "unproven": unproven,
        }
        write_json(game)
    else:
        ended = "Undecided" if end == "unknown" else end.capitalize()
        words = [session.ending_in_words, *filter(None, [session.result_in_words])]
        words = words if over else [f"{ended} after {with_noun(session.ply, 'move')}."]
        write_page("", *words, figures_line(figures))
    usual = ExitStatus.IMPOSSIBLE if over and over.is_loss else ExitStatus.ANSWERED
    return _STATUS.get(end, usual)


def _play(session: Session, limits: Limits, unproven: list[dict[str, Any]], *, silent: bool) -> str:
    """Play until the input or the game ends; say why it went no further."""

    def show(parts: Iterable[Text | str]) -> None:
        if not silent:
            write_page(*parts)

    context = TaskContext(session.instance, limits.seed)
    lines = _piped_moves() if session.people else iter(())
    show(_head(session))
    show(_row(session))
    while session.ending is None:
        if session.awaits_person:
            number, text = next(lines, (0, ""))
            if not number:
                return "unfinished"
            try:
                session.move(text)
            except RefusedError as error:
                if sys.stdin.isatty():
                    tell(f"toadstone: {error}\n")
                    continue
                raise InputError(str(error), Place("<stdin>", number)) from None
        else:
            side, player = session.to_move, session.players[session.to_move]
            try:
                with live_budget(limits) as budget:
                    chosen = session.choose().run(context, budget)
            except LimitReachedError:
                waited = f"{player} has no proven move within {limits.seconds:g} s"
                tell(f"toadstone: {waited}; --time-limit gives more\n")
                return "unknown"
            if not chosen.proven:
                turn = session.ply + 1
                unproven.append({"turn": turn, "side": side, "move": str(chosen.move)})
                looks = f"{chosen.move} looks best, but is not proven: the time was too short"
                show([f"{side} {player}: {looks}."])
            session.play(chosen.move)
        show(_row(session))
    return "over"


def _piped_moves() -> Iterator[tuple[int, str]]:
    """Yield the lines of standard input with their numbers, without comments and empty ones."""
    if sys.stdin is None:
        raise InputError("cannot read: it is closed", Place("<stdin>"))
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    for number, line in enumerate(sys.stdin, 1):
        if text := line.partition("#")[0].strip():
            yield number, text


def _head(session: Session) -> Iterator[Text | str]:
    """Show the game, its players, and the meaning of the signs on the board."""
    alone = len(session.sides) == 1
    players = session.players.values() if alone else session.named_players
    yield f"{session.title}  {session.instance.game.name}"
    yield f"Played by: {', '.join(each.replace('=', ' ') for each in players)}"
    yield from filter(None, [session.board.key()])


def _row(session: Session) -> Iterator[Text]:
    """Draw the state after the last move."""
    line, board = session.line, session.board
    before, played, event = None, "", Text()
    if line.moves:
        side = "" if len(session.sides) == 1 else session.mover(session.ply)
        before, played = line.states[-2], f"{side} {line.moves[-1]}".strip()
        event = board.event(before, line.moves[-1], line.state)
    drawn = board.strip(before, line.state), "   ", board.caption(line.state), "   ", event
    row = Text.assemble(f"{session.ply:4}   {played:<{WIDTH}}   ", *drawn)
    row.no_wrap = True
    yield row
