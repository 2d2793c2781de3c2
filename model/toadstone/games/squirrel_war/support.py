"""What each part of Squirrel War states: it refuses all other questions and keys."""

from __future__ import annotations

from toadstone.core.part import Support
from toadstone.engines.parts import CONFIRMER, ENGINES
from toadstone.play.parts import ADVISER
from toadstone.proofs.parts import CERTIFIER
from toadstone.services.export.parts import WHOLE_MODELS

_PLAYER = {"method", "depth"}
_PLAYERS = {f"players.{side}.{key}" for side in "XO" for key in _PLAYER}
_KEYS = {"values", "board", "turn", *_PLAYER, *_PLAYERS}
_QUESTIONS = dict.fromkeys(("best-move", "margin", "battle", "beat", "shared"), "position")

SUPPORT = {
    ADVISER: Support(keys=_KEYS),
    ENGINES: Support(_QUESTIONS, _KEYS),
    WHOLE_MODELS: Support(dict.fromkeys(("beat", "shared"), "position"), _KEYS),
    CONFIRMER: Support(_QUESTIONS, _KEYS),
    CERTIFIER: Support(dict.fromkeys(("margin", "beat", "shared"), "position"), _KEYS),
}
