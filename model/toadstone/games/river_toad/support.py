"""What each part of River Toad states: it refuses all other questions and keys."""

from __future__ import annotations

from toadstone.core.part import Support
from toadstone.engines.parts import CHOICES, CONFIRMER, HORIZON, SEARCH_PROBLEM, STATE_SPACE
from toadstone.proofs.parts import CERTIFIER, EXPLAINER

QUESTIONS = {
    "survive": "satisfy",
    "max-hp": "maximise hp",
    "min-moves": "minimise moves",
    "max-flies": "maximise flies",
    "longest": "maximise turns",
    "min-start-hp": "minimise start_hp, left open",
}

_START = {"board.rows", "board.width", "toad.hp", "toad.start", "rolls", "rolls_file"}
_RULES = {"actions", "flies.gain", "overdraft"}
_EACH_TURN = {"forbid", "visit.turn", "visit.cells", "avoid.turn", "avoid.cells"}
_IN_ALL = {"max_moves", "min_final_hp", "min_flies"}
KEYS = _START | _RULES | {f"require.{name}" for name in _EACH_TURN | _IN_ALL}

BOUNDS = Support(
    {name: QUESTIONS[name] for name in ("survive", "max-hp", "min-moves")},
    KEYS - {"overdraft", "require.min_flies"},
)
"""The bounds in the model; with anything else the model goes without them."""

SUPPORT = {
    HORIZON: Support(
        {name: QUESTIONS[name] for name in ("survive", "min-start-hp")},
        keys=None,
        figures={"hp", "moves", "flies", "turns"},
    ),
    SEARCH_PROBLEM: Support(QUESTIONS, KEYS),
    CHOICES: Support(QUESTIONS, KEYS),
    STATE_SPACE: Support(QUESTIONS, KEYS),
    EXPLAINER: Support({"survive": "satisfy"}, KEYS),
    CONFIRMER: Support(QUESTIONS, KEYS),
    CERTIFIER: Support(QUESTIONS, KEYS),
    "minizinc": Support(QUESTIONS, KEYS),
    "asp": Support(QUESTIONS, KEYS),
    "pddl": Support(QUESTIONS, KEYS),
    "pddl-numeric": Support(QUESTIONS, KEYS),
}
