"""River Toad: Mr. Toad crosses the turns of a roll file, past snakes, from fly to fly."""

from __future__ import annotations

from toadstone.core.board import BOARD
from toadstone.core.part import SUPPORT, stated
from toadstone.core.rules import RULES
from toadstone.core.solution import AS_ASKED, CONDITIONS
from toadstone.engines import (
    CHOICES,
    CONFIRMER,
    HORIZON,
    MODEL_SIZE,
    SEARCH_PROBLEM,
    STATE_SPACE,
)
from toadstone.files import (
    INCLUDE,
    PLAIN_FORMAT,
    READ_AS,
    SCENARIO,
    SCENARIO_OPTIONS,
    SPELLING,
)
from toadstone.game import Game
from toadstone.games.river_toad.questions import (
    MAX_HP,
    MIN_MOVES,
    QUESTIONS,
    SURVIVE,
)
from toadstone.play import CONTINUED, USUAL_START
from toadstone.proofs import CERTIFIER, CONFIRM_EXPLANATION, EXPLAINER
from toadstone.services import ACTIONS, MAKER, SIZES, UNWINNABLE

SUPPORTED = stated(
    (
        HORIZON,
        SEARCH_PROBLEM,
        CHOICES,
        STATE_SPACE,
        EXPLAINER,
        CONFIRM_EXPLANATION,
        CONFIRMER,
        CERTIFIER,
    ),
    """
    survive: satisfy                                           | x x x x x x x x
    max-hp: maximise hp                                        | - x x x - - x x
    min-moves: minimise moves                                  | - x x x - - x x
    max-flies: maximise flies                                  | - x x x - - x x
    longest: maximise turns                                    | - x x x - - x x
    min-start-hp: minimise start_hp, left open                 | x x x x - - x x
    figure hp moves flies turns                                | x - - - - - - -
    board.rows board.width toad.hp toad.start rolls rolls_file | x x x x x x x x
    actions flies.gain overdraft                               | x x x x x x x x
    require.max_moves require.min_final_hp require.min_flies   | x x x x x x x x
    require.forbid require.visit.turn require.visit.cells      | x x x x x x x x
    require.avoid.turn require.avoid.cells                     | x x x x x x x x
    """,
)
"""What each part states; it refuses all else."""

GAME = Game(
    "river-toad",
    __name__,
    QUESTIONS,
    decision=SURVIVE,
    ties=(MIN_MOVES, MAX_HP),
    parts={
        SCENARIO: "scenario:RiverToadScenario",
        SCENARIO_OPTIONS: "questions:SCENARIO_OPTIONS",
        PLAIN_FORMAT: "scenario:ROLL_FILE",
        READ_AS: "board:rolls_read",
        INCLUDE: "scenario:include_rolls_file",
        RULES: "rules:RiverToadRules",
        SUPPORT: SUPPORTED,
        SPELLING: "board:spelling",
        CONDITIONS: "scenario:conditions",
        AS_ASKED: "scenario:as_asked",
        HORIZON: "bounds:guided_horizon",
        MODEL_SIZE: "table:model_size",
        SEARCH_PROBLEM: "search:RiverToadSearch",
        CHOICES: "search:StartHpChoices",
        STATE_SPACE: "search:PlanSpace",
        CONFIRMER: "proof:RiverToadConfirmer",
        CERTIFIER: "proof:RiverToadCertifier",
        EXPLAINER: "explain:RiverToadExplainer",
        CONFIRM_EXPLANATION: "explained_again:explained_again",
        BOARD: "board:RiverToadBoard",
        USUAL_START: "scenario:usual_start",
        CONTINUED: "board:continuation",
        SIZES: "questions:SIZES",
        MAKER: "puzzles:RiverToadMaker",
        ACTIONS: "scenario:all_moves",
        UNWINNABLE: "puzzles:unwinnable",
    },
)
