"""The frog puzzle: two kinds of frogs hop past each other along a row of cells."""

from __future__ import annotations

from toadstone.core.board import BOARD
from toadstone.core.part import SUPPORT, stated
from toadstone.core.rules import RULES
from toadstone.engines import CONFIRMER, ENGINES, HORIZON, SEARCH_PROBLEM, STATE_SPACE
from toadstone.files import POSITION, SCENARIO, SPELLING
from toadstone.game import Game
from toadstone.games.frog_puzzle.questions import QUESTIONS, REACH
from toadstone.play import CONTINUED, USUAL_START
from toadstone.proofs import CERTIFIER
from toadstone.services import ACTIONS, MAKER, SIZES

SUPPORTED = stated(
    (ENGINES, HORIZON, SEARCH_PROBLEM, STATE_SPACE, CONFIRMER, CERTIFIER),
    """
    min-moves: minimise moves | x x x x x x
    reach: satisfy            | x x x x x x
    start goal                | x x x x x x
    """,
)
"""The questions and keys that each part states; it refuses others."""

GAME = Game(
    "frog-puzzle",
    __name__,
    QUESTIONS,
    decision=REACH,
    parts={
        SCENARIO: "scenario:FrogPuzzleScenario",
        RULES: "rules:FrogPuzzleRules",
        SUPPORT: SUPPORTED,
        SPELLING: "board:spelling",
        POSITION: "scenario:position_in",
        ENGINES: "search:ENGINES",
        HORIZON: "model:FrogPuzzleHorizon",
        SEARCH_PROBLEM: "search:FrogPuzzleSearch",
        STATE_SPACE: "search:plans",
        CONFIRMER: "proof:FrogPuzzleConfirmer",
        CERTIFIER: "proof:FrogPuzzleCertifier",
        BOARD: "board:FrogPuzzleBoard",
        USUAL_START: "scenario:usual_start",
        CONTINUED: "board:continuation",
        SIZES: "questions:SIZES",
        MAKER: "puzzles:FrogPuzzleMaker",
        ACTIONS: "scenario:all_moves",
    },
)
