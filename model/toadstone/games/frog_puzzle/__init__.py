"""The frog puzzle: two kinds of frogs hop past each other along a row of cells."""

from __future__ import annotations

from toadstone.core.board import BOARD
from toadstone.core.part import SUPPORT
from toadstone.core.rules import RULES
from toadstone.engines.parts import CONFIRMER, HORIZON, SEARCH_PROBLEM, STATE_SPACE
from toadstone.files.formats import SCENARIO, SPELLING
from toadstone.game import Game
from toadstone.games.frog_puzzle.questions import MIN_MOVES, QUESTIONS, REACH
from toadstone.play.parts import CONTINUED, INSTRUCTIONS, PIECE_MOVES, USUAL_START
from toadstone.play.play_board import PLAY_BOARD
from toadstone.proofs.parts import CERTIFIER
from toadstone.services.generation.parts import MAKER, SIZES
from toadstone.view.canvas import CANVAS
from toadstone.view.parts import PICTURE

GAME = Game(
    "frog-puzzle",
    __name__,
    QUESTIONS,
    decision=REACH,
    also_decide=(MIN_MOVES,),
    parts={
        SCENARIO: "scenario:FrogPuzzleScenario",
        RULES: "rules:FrogPuzzleRules",
        SUPPORT: "support:SUPPORT",
        SPELLING: "spelling:spelling",
        HORIZON: "model:FrogPuzzleHorizon",
        SEARCH_PROBLEM: "search:FrogPuzzleSearch",
        STATE_SPACE: "search:PlanSpace",
        CONFIRMER: "proof:FrogPuzzleConfirmer",
        CERTIFIER: "proof:FrogPuzzleCertifier",
        BOARD: "display:FrogPuzzleBoard",
        CANVAS: "canvas:FrogPuzzleCanvas",
        PICTURE: "picture:FrogPuzzlePicture",
        PLAY_BOARD: "play_board:FrogPuzzlePlayBoard",
        INSTRUCTIONS: "display:instructions",
        PIECE_MOVES: "display:FrogPuzzlePieceMoves",
        USUAL_START: "scenario:usual_start",
        CONTINUED: "display:continued",
        SIZES: "questions:SIZES",
        MAKER: "puzzles:FrogPuzzleMaker",
    },
)
