"""River Toad: Mr. Toad crosses the turns of a roll file, past snakes, from fly to fly."""

from __future__ import annotations

from toadstone.core.board import BOARD, LOOKS
from toadstone.core.part import SUPPORT
from toadstone.core.rules import RULES
from toadstone.core.solution import AS_ASKED, CONDITIONS
from toadstone.engines.parts import (
    CHOICES,
    CONFIRMER,
    HORIZON,
    MODEL_SIZE,
    SEARCH_PROBLEM,
    STATE_SPACE,
)
from toadstone.files.formats import (
    INCLUDE,
    PLAIN_FORMAT,
    READ_AS,
    SCENARIO,
    SCENARIO_OPTIONS,
    SPELLING,
)
from toadstone.game import Game
from toadstone.games.river_toad.questions import (
    MAX_FLIES,
    MAX_HP,
    MIN_MOVES,
    QUESTIONS,
    SURVIVE,
)
from toadstone.play.parts import CONTINUED, USUAL_START
from toadstone.proofs.parts import CERTIFIER, CONFIRM_EXPLANATION, EXPLAINER
from toadstone.services.parts import ACTIONS, MAKER, SIZES, UNWINNABLE

GAME = Game(
    "river-toad",
    __name__,
    QUESTIONS,
    decision=SURVIVE,
    also_decide=(MAX_HP, MIN_MOVES, MAX_FLIES),
    ties=(MIN_MOVES, MAX_HP),
    parts={
        SCENARIO: "scenario:RiverToadScenario",
        SCENARIO_OPTIONS: "questions:SCENARIO_OPTIONS",
        PLAIN_FORMAT: "scenario:ROLL_FILE",
        READ_AS: "board:rolls_read",
        INCLUDE: "scenario:include_rolls_file",
        RULES: "rules:RiverToadRules",
        SUPPORT: {
            HORIZON: "model:SUPPORT",
            SEARCH_PROBLEM: "search:SEARCHED",
            CHOICES: "search:CHOSEN",
            STATE_SPACE: "search:LISTED",
            EXPLAINER: "explain:SUPPORT",
            CONFIRM_EXPLANATION: "explained_again:SUPPORT",
            CONFIRMER: "proof:CONFIRMED",
            CERTIFIER: "proof:CERTIFIED",
        },
        SPELLING: "board:spelling",
        CONDITIONS: "scenario:conditions",
        AS_ASKED: "scenario:as_asked",
        HORIZON: "bounds:guided_horizon",
        MODEL_SIZE: "questions:model_size",
        SEARCH_PROBLEM: "search:RiverToadSearch",
        CHOICES: "search:StartHpChoices",
        STATE_SPACE: "search:PlanSpace",
        CONFIRMER: "proof:RiverToadConfirmer",
        CERTIFIER: "proof:RiverToadCertifier",
        EXPLAINER: "explain:RiverToadExplainer",
        CONFIRM_EXPLANATION: "explained_again:explained_again",
        BOARD: "board:RiverToadBoard",
        LOOKS: "looks:LOOKS",
        USUAL_START: "scenario:usual_start",
        CONTINUED: "board:continuation",
        SIZES: "questions:SIZES",
        MAKER: "puzzles:RiverToadMaker",
        ACTIONS: "scenario:all_moves",
        UNWINNABLE: "puzzles:unwinnable",
    },
)
