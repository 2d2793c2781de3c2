"""A session, and the games to choose from, as a page shows them."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from toadstone.core.board import BOARD
from toadstone.core.errors import BrokenGameError, RequestError, ToadstoneError
from toadstone.engines.instance import Instance, make_instance, simulator_of
from toadstone.files import POSITION
from toadstone.files.messages import did_you_mean, quote
from toadstone.files.scenario import Scenario
from toadstone.files.source import Source, read_source
from toadstone.game import Game, all_games, find_game
from toadstone.loading import (
    example_files,
    find_example,
    position_after,
    read_scenario,
)
from toadstone.play import USUAL_START
from toadstone.play.players import LEVELS, PERSON
from toadstone.play.review import Judgement, Review, ReviewedMove
from toadstone.play.session import Session
from toadstone.play.words import figure_in_words, title_of_game
from toadstone.proofs import CERTIFIER
from toadstone.services.generation.shipped import all_shipped
from toadstone.table import messages
from toadstone.view.board import AnyBoard, AnyMoment, Moment, drawn_board
from toadstone.view.charts import worth_chart
from toadstone.view.pages.review import better_in_words, cost_in_words, review_verdict
from toadstone.view.sheet import board_svg, document
from toadstone.view.svg import join, use

USUAL_AHEAD = 3
"""The events to come that are shown at first."""

_SHOWN_AFTER = 4
"""Moves after which the picture on a card is drawn."""

_PLAYERS = {PERSON: "you"} | {each: each for each in LEVELS}


def game_view(
    session: Session, name: str | None, review: Review | None, ahead: int
) -> messages.GameView:
    """Return the whole game as the page shows it.

    Args:
        session: the game.
        name: the name of its start, where it is a packaged one.
        review: the review of the game, if there is one.
        ahead: how many of the events to come are shown.
    """
    over, coming = session.ending, session.board.coming(session.state)
    judged = review.moves[session.ply] if review and session.ply < len(review.moves) else None
    saved, board = session.to_json(), _board(session)
    names = {sign.symbol: sign.meaning for sign in board.legend()}
    return messages.GameView(
        game=session.instance.game.name,
        title=session.title,
        name=name,
        scenario=json.dumps(saved["scenario"]),
        board=marked_board(session, ahead=ahead, best=judged.better if judged else ()),
        ahead=min(ahead, coming) if coming else None,
        status=status(session),
        how=session.board.how,
        short=tuple(filter(None, session.board.in_short())),
        rules=session.board.instructions(),
        event=_event(session, judged),
        progress=session.board.progress(session.state),
        task="",
        verdict=None,
        ply=session.ply,
        moves=tuple(map(str, (*session.moves, *session.undone))),
        last=_last(session),
        legal=_legal(session),
        keys=tuple(session.board.keys(session.state)),
        sides=tuple(
            messages.SideView(
                side=side,
                player=each,
                symbol=document(use(name, 20, 20), (40, 40), names.get(name, "")) if name else "",
            )
            for side, each in session.players.items()
            for name in [board.side_symbols.get(side, "")]
        ),
        players=tuple(messages.MenuItem(value=v, words=w) for v, w in _PLAYERS.items()),
        to_move=None if over else session.to_move,
        waits=session.awaits_person,
        over=None if over is None else over.reason,
        won=session.won,
        saved=json.dumps(saved),
    )


def marked_board(
    session: Session, *, ahead: int = 0, best: Sequence[Any] = (), look: Collection[str] = ()
) -> str:
    """Return the board with the last move, and the marks of a hint or a review."""
    line = session.line
    before, move = (line.states[-2], line.moves[-1]) if line.moves else (None, None)
    moment = Moment(session.ply, line.state, before, move, tuple(best))
    threatened = session.board.threatened_cells(session.state)
    return board_svg(_board(session), moment, captured=threatened, look=look, coming=ahead)


def _board(session: Session) -> AnyBoard:
    return drawn_board(session.instance.game, session.instance.scenario)


def status(session: Session) -> str:
    """Say whose turn it is, or how the game has ended."""
    if session.ending:
        parts = [session.ending_in_words, session.result_in_words, _figures(session)]
        return " ".join(part[0].upper() + part[1:] for part in parts if part)
    side = session.to_move
    if session.awaits_person:
        alone = len(session.sides) == 1
        return "Your move" if alone else f"{side.capitalize()} to move: your turn"
    return f"{side.capitalize()} to move: {session.players[side]} plays"


def _figures(session: Session) -> str:
    """Give the figures of a won game of one player: `14 HP, 4 moves.`."""
    if len(session.sides) > 1 or session.ending is None or session.ending.is_loss:
        return ""
    figures = session.instance.rules.figures(session.state)
    first = [name for each in session.instance.ask if (name := each.figure) and name in figures]
    names = dict.fromkeys([*first, *(name for name in figures if not name.startswith("start"))])
    return f"{', '.join(figure_in_words(name, figures[name]) for name in names)}."


def review_view(review: Review) -> messages.ReviewView:
    """Return a review as the page shows it."""
    first = review.first_mistake
    return messages.ReviewView(
        words=review_verdict(review).plain,
        graph=worth_chart(review),
        moves=tuple(
            messages.ReviewedMoveView(
                ply=each.turn,
                grade=each.grade.value,
                cost="" if each.grade is Judgement.UNJUDGED else cost_in_words(each) or "best",
                better=better_in_words(each),
                is_first_mistake=each is first,
            )
            for each in review.moves
        ),
    )


def _event(session: Session, judged: ReviewedMove | None) -> str:
    """Return the cost of the next move, the effect of the last one, or the goal of the game."""
    if judged and judged.is_mistake:
        better = f"; {named} is better" if (named := better_in_words(judged)) else ""
        return f"Turn {judged.turn}: {judged.move} costs {cost_in_words(judged)}{better}."
    if not session.ply:
        if len(session.sides) == 1:
            return f"Wanted: {', then '.join(each.meaning for each in session.instance.ask)}."
        return session.known_in_words
    states, move = session.line.states, session.moves[-1]
    what = _board(session).news(Moment(session.ply, states[-1], states[-2], move))
    return f"Turn {session.ply}, {move}{': ' if what else ''}{what}."


def _last(session: Session) -> messages.LastMove | None:
    """Return the cells of the last move, for the page to animate it."""
    if not session.ply:
        return None
    before = session.line.states[-2]
    cells = session.board.cells_of(before, session.moves[-1])
    source, target = _ends(cells, _only_piece(session, before))
    falls = bool(session.board.coming(before) or session.board.coming(session.state))
    return messages.LastMove(source=source, target=target, falls=falls)


def _only_piece(session: Session, state: Any) -> str | None:
    """Return the cell of the only piece on the board, if there is only one."""
    filled = tuple(_board(session).contents(state))
    return filled[0] if len(filled) == 1 else None


def _ends(cells: Sequence[str], only: str | None) -> tuple[str | None, str | None]:
    """Return the first and the last cell of a move, as far as they are known."""
    if not cells:
        return None, None
    source = cells[0] if len(cells) > 1 else only
    return (None if source == cells[-1] else source), cells[-1]


def _legal(session: Session) -> tuple[messages.LegalMove, ...]:
    if not session.awaits_person:
        return ()
    board, state = session.board, session.state
    only, moves = _only_piece(session, state), []
    for path, move in board.paths(state).items():
        cells = board.cells_of(state, move)
        source, target = _ends(cells, only)
        moves.append(
            messages.LegalMove(
                move=str(move),
                path=cells[: len(path)],
                source=source,
                target=target,
                note=board.preview(state, move),
                changes=board.changed(state, move),
            )
        )
    return tuple(moves)


def start_named(name: str) -> Instance:
    """Return the packaged scenario with this name, or the usual start of the game.

    Raises:
        RequestError: there is none; a path is no name.
    """
    if name in all_games():
        return make_instance(find_game(name).get(USUAL_START)())
    if position_after(name) is not None:
        return make_instance(read_scenario(name))
    if (path := find_example(name)) is None:
        raise RequestError(f"there is no start {quote(name)}{did_you_mean(name, example_files())}")
    return make_instance(read_scenario(read_source(str(path))))


@cache
def game_cards() -> tuple[messages.GameCard, ...]:
    """Return every game that can be drawn, with its starts; the usual one first."""
    starts: dict[str, list[messages.MenuItem]] = {}
    for name, path in example_files().items():
        with suppress(ToadstoneError):
            scenario = read_scenario(read_source(str(path)))
            game = find_game(scenario.game)
            rules = simulator_of(game, scenario)
            if BOARD in game.parts and rules.legal_moves(rules.start()):
                start = messages.MenuItem(value=name, words=scenario.title or name)
                starts.setdefault(game.name, []).append(start)
    cards = []
    for game in all_games().values():
        if {BOARD, USUAL_START} <= game.parts.keys():
            with suppress(BrokenGameError):
                cards.append(_card(game, starts.get(game.name, [])))
    return tuple(cards)


def _card(game: Game, starts: list[messages.MenuItem]) -> messages.GameCard:
    usual = game.get(USUAL_START)()
    about = (import_module(game.package).__doc__ or "").partition(": ")[2]
    first = messages.MenuItem(value=game.name, words=usual.title or "The usual start")
    others = [each for each in starts if each.words != first.words]
    offered: dict[messages.Offer, bool] = {
        "positions": POSITION in game.parts,
        "certificate": CERTIFIER in game.parts,
        "puzzles": bool(all_shipped(game.name)),
    }
    return messages.GameCard(
        game=game.name,
        words=title_of_game(game.name),
        about=f"{about[:1].upper()}{about[1:].strip()}",
        board=_drawn(game, usual),
        starts=(first, *others),
        offers=tuple(name for name, is_there in offered.items() if is_there),
    )


def _drawn(game: Game, scenario: Scenario) -> str:
    """Draw a state after some moves, as a picture of the game."""
    rules = simulator_of(game, scenario)
    state = rules.start()
    for number in range(_SHOWN_AFTER):
        moves = rules.legal_moves(state)
        after = [rules.play(state, move) for move in (*moves[number % 2 :], *moves[:1])]
        state = next((each for each in after if rules.outcome(each) is None), state)
    picture = drawn_board(game, scenario)
    moment: AnyMoment = Moment(0, state)
    drawn = join([picture.background(), picture.foreground(moment)])
    size = picture.width, picture.height - picture.turn_height
    return document(drawn, size, title_of_game(game.name))


NOWHERE = Path("/dev/null")
"""The folder of a scenario that a page sends: it names no files of this computer."""


def read_text(text: str) -> Instance:
    """Return the instance of a scenario text; raise InputError if it is none."""
    return make_instance(read_scenario(Source("scenario", text, NOWHERE)))
