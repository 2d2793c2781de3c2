"""Ugly Duck: ducks go forward, come back as swans, and the first one home wins."""

from __future__ import annotations

from toadstone.core.board import BOARD
from toadstone.core.part import SUPPORT, stated
from toadstone.core.question import WINNER
from toadstone.core.rules import RULES
from toadstone.core.solution import AS_ASKED
from toadstone.engines import (
    CONFIRMER,
    ENGINES,
    EVALUATION,
    HORIZON,
    SEARCH_PROBLEM,
    STATE_SPACE,
    WARM_UP,
)
from toadstone.files import POSITION, SCENARIO, SPELLING
from toadstone.game import Game
from toadstone.games.ugly_duck.questions import QUESTIONS
from toadstone.play import ADVISER, KNOWN_WINNER, USUAL_START
from toadstone.proofs import CERTIFIER, UNCERTIFIED
from toadstone.services import ACTIONS, MAKER, SIZES

SUPPORTED = stated(
    (ADVISER, HORIZON, SEARCH_PROBLEM, STATE_SPACE, ENGINES, CONFIRMER, CERTIFIER),
    """
    winner: position         | - - - - x x x
    remoteness: position     | - - - - x x -
    best-moves: position     | - - - - x x -
    shortest: minimise plies | - x x x - x -
    board turn no_moves      | x x x x x x x
    wins                     | x x x x - x -
    """,
)
"""The questions and keys that each part states; it refuses others."""

GAME = Game(
    "ugly-duck",
    __name__,
    QUESTIONS,
    decision=WINNER,
    parts={
        SCENARIO: "scenario:UglyDuckScenario",
        RULES: "rules:UglyDuckRules",
        SUPPORT: SUPPORTED,
        SPELLING: "board:spelling",
        POSITION: "scenario:position_in",
        AS_ASKED: "search:as_asked",
        HORIZON: "model:UglyDuckHorizon.short",
        SEARCH_PROBLEM: "search:UglyDuckSearch",
        STATE_SPACE: "search:won_games",
        ENGINES: "search:ENGINES",
        CONFIRMER: "proof:UglyDuckConfirmer",
        CERTIFIER: "proof:UglyDuckCertifier",
        UNCERTIFIED: "questions:UNCERTIFIED",
        BOARD: "board:UglyDuckBoard",
        USUAL_START: "scenario:usual_start",
        EVALUATION: "players:Lead",
        ADVISER: "players:adviser",
        KNOWN_WINNER: "scenario:known_winner",
        SIZES: "questions:SIZES",
        WARM_UP: "perfect_play:warm_up",
        MAKER: "puzzles:UglyDuckMaker",
        ACTIONS: "scenario:all_moves",
    },
)
