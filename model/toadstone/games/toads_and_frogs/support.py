"""What each part of Toads and Frogs states: it refuses all other questions and keys."""

from __future__ import annotations

from toadstone.core.part import Support
from toadstone.engines.parts import CONFIRMER, ENGINES, HORIZON, STATE_SPACE
from toadstone.proofs.parts import CERTIFIER

_GAMES = {"shortest": "minimise plies", "longest": "maximise plies"}
_POSITIONS = dict.fromkeys(("winner", "value", "at-least", "compare-with"), "position")
_PLIES = {"remoteness": "position"}
_KEYS = {"start", "turn", "beside"}

SUPPORT = {
    HORIZON: Support(_GAMES, _KEYS),
    STATE_SPACE: Support(_GAMES, _KEYS),
    ENGINES: Support(_POSITIONS, _KEYS),
    CONFIRMER: Support({**_GAMES, **_POSITIONS, **_PLIES, "book": "position"}, _KEYS),
    CERTIFIER: Support({**_GAMES, **_POSITIONS, **_PLIES}, _KEYS),
}
