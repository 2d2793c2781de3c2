"""Toads and Frogs: two sides in a row, one going right and the other left."""

from __future__ import annotations

from toadstone.core.board import BOARD
from toadstone.core.part import SUPPORT, stated
from toadstone.core.question import WINNER
from toadstone.core.rules import RULES
from toadstone.core.solution import AS_ASKED
from toadstone.engines import CONFIRMER, ENGINES, HORIZON, STATE_SPACE, WARM_UP
from toadstone.files import POSITION, SCENARIO, SPELLING
from toadstone.game import Game
from toadstone.games.toads_and_frogs.questions import QUESTIONS
from toadstone.play import ATLAS, USUAL_START
from toadstone.proofs import CERTIFIER
from toadstone.services import ACTIONS, MAKER, SIZES

SUPPORTED = stated(
    (HORIZON, STATE_SPACE, ENGINES, CONFIRMER, CERTIFIER),
    """
    winner: position         | - - x x x
    remoteness: position     | - - - x x
    value: position          | - - x x x
    at-least: position       | - - x x x
    compare-with: position   | - - x x x
    shortest: minimise plies | x x - x x
    longest: maximise plies  | x x - x x
    turn start               | x x x x x
    beside                   | - - x x x
    """,
)
"""The questions and keys that each part states; it refuses others."""

GAME = Game(
    "toads-and-frogs",
    __name__,
    QUESTIONS,
    decision=WINNER,
    parts={
        SCENARIO: "scenario:ToadsAndFrogsScenario",
        RULES: "difference:rules_of",
        SUPPORT: SUPPORTED,
        SPELLING: "board:spelling",
        POSITION: "scenario:position_in",
        AS_ASKED: "difference:as_asked",
        HORIZON: "model:ToadsAndFrogsHorizon",
        STATE_SPACE: "search:whole_games",
        ENGINES: "search:ENGINES",
        CONFIRMER: "proof:ToadsAndFrogsConfirmer",
        CERTIFIER: "proof:ToadsAndFrogsCertifier",
        BOARD: "board:ToadsAndFrogsBoard",
        USUAL_START: "scenario:usual_start",
        ATLAS: "search:atlas",
        SIZES: "questions:SIZES",
        WARM_UP: "perfect_play:warm_up",
        MAKER: "puzzles:ToadsAndFrogsMaker",
        ACTIONS: "scenario:all_moves",
    },
)
