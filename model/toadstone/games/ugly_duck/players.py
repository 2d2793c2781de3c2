"""The players of the game's description: easy, and difficult, which follows five rules."""

from __future__ import annotations

import random
from typing import Any

from toadstone.core.reporting import Reporting
from toadstone.core.session import Session
from toadstone.games.ugly_duck.move import Move
from toadstone.games.ugly_duck.rules import GREEN, SWAN, AnyMove, State
from toadstone.play.players import PlayerKind, RandomPlayer, Seat


class DifficultPlayer:
    """Follows the five rules of the description, in its order; the same seed plays the same."""

    def __init__(self, seat: Seat) -> None:
        self._dice = random.Random(f"{seat.limits.seed} {seat.side}")  # noqa: S311 - a game

    def choose(self, session: Session[Any, Any], reporting: Reporting) -> AnyMove:
        """Return a move of the first sort there is.

        The sorts are: bring a swan home, capture, make a duck a swan, move a swan, any move.
        """
        rules, state = session.rules, session.state
        moves = list(rules.legal_moves(state))
        steps = [move for move in moves if isinstance(move, Move)]
        sorts = [
            [move for move in steps if _brings_home(state, move)],
            [move for move in steps if move.captures],
            [move for move in steps if _makes_a_swan(state, rules.play(state, move), move)],
            [move for move in steps if state.at(move.source) == SWAN[state.turn]],
            moves,
        ]
        chosen: AnyMove = self._dice.choice(next(sort for sort in sorts if sort))
        return chosen


def _brings_home(state: State, move: Move) -> bool:
    home = 0 if state.turn == GREEN else len(state.rows) - 1
    return state.at(move.source) == SWAN[state.turn] and move.target.row == home


def _makes_a_swan(before: State, after: State, move: Move) -> bool:
    return before.at(move.source) != after.at(move.target)


EASY = PlayerKind("easy", "any legal move", RandomPlayer)
DIFFICULT = PlayerKind("difficult", "wins or captures if it can, else hurries", DifficultPlayer)
