"""River Toad: Mr. Toad crosses the turns of a roll file, past snakes, from fly to fly."""

from __future__ import annotations

from toadstone.core.board import BOARD
from toadstone.core.part import SUPPORT
from toadstone.core.rules import RULES
from toadstone.core.solution import AS_ASKED, CONDITIONS
from toadstone.engines.parts import CHOICES, CONFIRMER, HORIZON, SEARCH_PROBLEM, STATE_SPACE
from toadstone.files.formats import INCLUDE, PLAIN_FORMAT, SCENARIO, SCENARIO_OPTIONS, SPELLING
from toadstone.game import Game
from toadstone.games.river_toad.questions import MAX_FLIES, MAX_HP, MIN_MOVES, QUESTIONS, SURVIVE
from toadstone.play.parts import CONTINUED, INSTRUCTIONS, USUAL_START
from toadstone.proofs.parts import CERTIFIER, CONFIRM_EXPLANATION, EXPLAINER
from toadstone.services.export.parts import FORMATS
from toadstone.services.generation.parts import MAKER, SIZES
from toadstone.view.canvas import CANVAS

GAME = Game(
    "river-toad",
    __name__,
    QUESTIONS,
    decision=SURVIVE,
    also_decide=(MAX_HP, MIN_MOVES, MAX_FLIES),
    parts={
        SCENARIO: "scenario:RiverToadScenario",
        SCENARIO_OPTIONS: "questions:SCENARIO_OPTIONS",
        PLAIN_FORMAT: "roll_file:ROLL_FILE",
        INCLUDE: "roll_file:include_rolls_file",
        RULES: "rules:RiverToadRules",
        SUPPORT: "support:SUPPORT",
        SPELLING: "board:spelling",
        CONDITIONS: "scenario:conditions",
        AS_ASKED: "scenario:as_asked",
        HORIZON: "bounds:guided_horizon",
        SEARCH_PROBLEM: "search_problem:RiverToadSearch",
        CHOICES: "search_problem:StartHpChoices",
        STATE_SPACE: "plan_space:PlanSpace",
        CONFIRMER: "confirming:RiverToadConfirmer",
        CERTIFIER: "certificate:RiverToadCertifier",
        FORMATS: "exporting:FORMATS",
        EXPLAINER: "explain:RiverToadExplainer",
        CONFIRM_EXPLANATION: "confirming:confirm_explanation",
        BOARD: "board:RiverToadBoard",
        INSTRUCTIONS: "board:instructions",
        CANVAS: "canvas:RiverToadCanvas",
        USUAL_START: "scenario:usual_start",
        CONTINUED: "board:continued",
        SIZES: "questions:SIZES",
        MAKER: "puzzles:RiverToadMaker",
    },
)
