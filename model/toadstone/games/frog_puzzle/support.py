"""What each part of the frog puzzle states: it refuses all other questions and keys."""

from __future__ import annotations

from toadstone.core.part import Support
from toadstone.engines.parts import CONFIRMER, HORIZON, SEARCH_PROBLEM, STATE_SPACE
from toadstone.proofs.parts import CERTIFIER

_QUESTIONS = {"min-moves": "minimise moves", "reach": "satisfy"}
_STATED = Support(_QUESTIONS, {"start", "goal"})

SUPPORT = {
    HORIZON: _STATED,
    SEARCH_PROBLEM: _STATED,
    STATE_SPACE: _STATED,
    CONFIRMER: _STATED,
    CERTIFIER: _STATED,
}
