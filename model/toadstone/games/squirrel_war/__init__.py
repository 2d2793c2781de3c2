"""Squirrel War: two families of squirrels take a board of nuts, by raid and by sneak."""

from __future__ import annotations

from toadstone.core.board import BOARD
from toadstone.core.part import SUPPORT, Support
from toadstone.core.rules import RULES
from toadstone.core.solution import CONDITIONS
from toadstone.engines.parts import CONFIRMER, ENGINES, EVALUATION, OUTPUTS, STATED_METHOD, WARM_UP
from toadstone.files.formats import OUTPUT_OPTIONS, PLAIN_FORMAT, SCENARIO, SPELLING
from toadstone.game import Game
from toadstone.games.squirrel_war.questions import MARGIN, QUESTIONS
from toadstone.play.parts import ADVISER, INSTRUCTIONS, USUAL_START
from toadstone.proofs.parts import CERTIFIER, UNCERTIFIED
from toadstone.services.parts import ACTIONS, HAND_INS, MAKER, SIZES, WHOLE_MODEL
from toadstone.view.parts import CANVAS

_PLAYER = {"method", "depth"}
_PLAYERS = {f"players.{side}.{key}" for side in "XO" for key in _PLAYER}
_KEYS = {"values", "board", "turn", *_PLAYER, *_PLAYERS}
_QUESTIONS = dict.fromkeys(("best-move", "margin", "battle", "beat", "shared"), "position")

SUPPORT_OF_PARTS = {
    ADVISER: Support(keys=_KEYS),
    ENGINES: Support(_QUESTIONS, _KEYS),
    WHOLE_MODEL: Support({"beat": "position"}, _KEYS),
    CONFIRMER: Support(_QUESTIONS, _KEYS),
    CERTIFIER: Support(dict.fromkeys(("margin", "beat", "shared"), "position"), _KEYS),
}
"""What each part states: it refuses all other questions and keys."""

GAME = Game(
    "squirrel-war",
    __name__,
    QUESTIONS,
    decision=MARGIN,
    parts={
        SCENARIO: "scenario:SquirrelWarScenario",
        PLAIN_FORMAT: "course:COURSE_FILE",
        OUTPUT_OPTIONS: "questions:OUTPUT_OPTIONS",
        OUTPUTS: "course:OUTPUTS",
        RULES: "rules:SquirrelWarRules",
        SUPPORT: ":SUPPORT_OF_PARTS",
        SPELLING: "board:spelling",
        CONDITIONS: "engines:conditions",
        ENGINES: "engines:ENGINES",
        STATED_METHOD: "engines:stated_method",
        WHOLE_MODEL: "engines:model_to_beat",
        CONFIRMER: "proof:SquirrelWarConfirmer",
        CERTIFIER: "proof:SquirrelWarCertifier",
        UNCERTIFIED: "questions:UNCERTIFIED",
        HAND_INS: "course:hand_ins",
        BOARD: "board:SquirrelWarBoard",
        INSTRUCTIONS: "board:instructions",
        CANVAS: "board:SquirrelWarCanvas",
        USUAL_START: "scenario:usual_start",
        EVALUATION: "engines:lead",
        ADVISER: "engines:SquirrelWarAdviser",
        SIZES: "questions:SIZES",
        WARM_UP: "search:warm_up",
        MAKER: "puzzles:SquirrelWarMaker",
        ACTIONS: "scenario:all_moves",
    },
)
