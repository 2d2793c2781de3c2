"""Toads and Frogs: two sides in a row, one going right and the other left."""

from __future__ import annotations

from toadstone.core.board import BOARD, LOOKS
from toadstone.core.part import SUPPORT
from toadstone.core.question import REMOTENESS, WINNER
from toadstone.core.rules import RULES
from toadstone.core.solution import AS_ASKED
from toadstone.engines.parts import CONFIRMER, ENGINES, HORIZON, STATE_SPACE, WARM_UP
from toadstone.files.formats import POSITION, SCENARIO, SPELLING
from toadstone.game import Game
from toadstone.games.toads_and_frogs.questions import QUESTIONS, VALUE
from toadstone.play.parts import ATLAS, USUAL_START
from toadstone.proofs.parts import CERTIFIER
from toadstone.services.parts import ACTIONS, MAKER, SIZES

GAME = Game(
    "toads-and-frogs",
    __name__,
    QUESTIONS,
    decision=WINNER,
    also_decide=(REMOTENESS, VALUE),
    parts={
        SCENARIO: "scenario:ToadsAndFrogsScenario",
        RULES: "difference:rules_of",
        SUPPORT: {
            HORIZON: "model:SUPPORT",
            STATE_SPACE: "search:LISTED",
            ENGINES: "search:SEARCHED",
            CONFIRMER: "proof:CONFIRMED",
            CERTIFIER: "proof:CERTIFIED",
        },
        SPELLING: "board:spelling",
        POSITION: "scenario:position_in",
        AS_ASKED: "difference:as_asked",
        HORIZON: "model:ToadsAndFrogsHorizon",
        STATE_SPACE: "search:whole_games",
        ENGINES: "search:ENGINES",
        CONFIRMER: "proof:ToadsAndFrogsConfirmer",
        CERTIFIER: "proof:ToadsAndFrogsCertifier",
        BOARD: "board:ToadsAndFrogsBoard",
        LOOKS: "looks:LOOKS",
        USUAL_START: "scenario:usual_start",
        ATLAS: "search:atlas",
        SIZES: "questions:SIZES",
        WARM_UP: "perfect_play:warm_up",
        MAKER: "puzzles:ToadsAndFrogsMaker",
        ACTIONS: "scenario:all_moves",
    },
)
