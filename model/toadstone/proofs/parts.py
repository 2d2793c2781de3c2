"""What a game brings to explain why a scenario cannot be won."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import Budget
from toadstone.core.part import Part

if TYPE_CHECKING:
    from toadstone.proofs.explainer import Explainer
    from toadstone.proofs.result import Explanation

EXPLAINER = Part[Callable[[Any, Budget], "Explainer[Any]"]](
    "explainer",
    "there are no explanations of {game} scenarios; 'toadstone prove' decides whether one can be "
    "won, and certifies that it cannot",
)
"""Makes what explains one scenario."""

CONFIRM_EXPLANATION = Part[Callable[[Any, "Explanation", Budget], None]](
    "second derivation of explanations", "{game} explains only once"
)
"""Derives an explanation of a scenario again from another statement of the rules.

Raises DisagreementError where that says otherwise, LimitReachedError when time is up.
"""
