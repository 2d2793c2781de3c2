"""Squirrel War: two families of squirrels take a board of nuts, by raid and by sneak."""

from __future__ import annotations

from toadstone.core.board import BOARD
from toadstone.core.part import SUPPORT, stated
from toadstone.core.rules import RULES
from toadstone.core.solution import CONDITIONS
from toadstone.engines import CONFIRMER, ENGINES, EVALUATION, STATED_METHOD, WARM_UP
from toadstone.files import SCENARIO, SPELLING
from toadstone.game import Game
from toadstone.games.squirrel_war.questions import MARGIN, QUESTIONS
from toadstone.play import ADVISER, USUAL_START
from toadstone.proofs import CERTIFIER
from toadstone.services import ACTIONS, MAKER, SIZES

SUPPORTED = stated(
    (ADVISER, ENGINES, CONFIRMER, CERTIFIER),
    """
    margin: position  | - x x x
    beat: position    | - x x x
    shared: position  | - x x x
    values board turn | x x x x
    """,
)
"""The questions and keys that each part states; it refuses others."""

GAME = Game(
    "squirrel-war",
    __name__,
    QUESTIONS,
    decision=MARGIN,
    parts={
        SCENARIO: "scenario:SquirrelWarScenario",
        RULES: "rules:SquirrelWarRules",
        SUPPORT: SUPPORTED,
        SPELLING: "board:spelling",
        CONDITIONS: "engines:conditions",
        ENGINES: "engines:ENGINES",
        STATED_METHOD: "engines:stated_method",
        CONFIRMER: "proof:SquirrelWarConfirmer",
        CERTIFIER: "proof:SquirrelWarCertifier",
        BOARD: "board:SquirrelWarBoard",
        USUAL_START: "scenario:usual_start",
        EVALUATION: "engines:lead",
        ADVISER: "engines:SquirrelWarAdviser",
        SIZES: "questions:SIZES",
        WARM_UP: "search:warm_up",
        MAKER: "puzzles:SquirrelWarMaker",
        ACTIONS: "scenario:all_moves",
    },
)
