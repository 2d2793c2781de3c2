"""What each part of Ugly Duck states: it refuses all other questions and keys."""

from __future__ import annotations

from toadstone.core.part import Support
from toadstone.engines.parts import CONFIRMER, ENGINES, HORIZON, SEARCH_PROBLEM, STATE_SPACE
from toadstone.play.parts import ADVISER
from toadstone.proofs.parts import CERTIFIER

_SHORTEST = {"shortest": "minimise plies"}
_POSITIONS = dict.fromkeys(("winner", "best-moves", "remoteness", "book"), "position")
_KEYS = {"board", "turn", "no_moves", "wins"}

SUPPORT = {
    ADVISER: Support(keys=_KEYS),
    HORIZON: Support(_SHORTEST, _KEYS),
    SEARCH_PROBLEM: Support(_SHORTEST, _KEYS),
    STATE_SPACE: Support(_SHORTEST, _KEYS),
    ENGINES: Support(_POSITIONS, _KEYS),
    CONFIRMER: Support({**_SHORTEST, **_POSITIONS}, _KEYS),
    CERTIFIER: Support({"winner": "position"}, _KEYS),
}
