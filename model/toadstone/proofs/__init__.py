"""Certificates and explanations, and the parts that a game may bring for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.part import Part

if TYPE_CHECKING:
    from toadstone.engines.answer import Answer
    from toadstone.proofs.explanation import Explainer, Explanation


class Certifier(Protocol):
    """The maker of the certificates of one scenario."""

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it: nothing is left to a default."""

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of an answer that is proven, OPTIMAL or INFEASIBLE.

        Raises:
            LimitReachedError: time ran out.
            Unusable: the certificate would be larger than the checker reads.
        """


CERTIFIER = Part[Callable[[Any], Certifier]]("certifier", "{game} has no certificates")
"""Makes the certifier of a scenario.

If there can be none, it raises RequestError, or the checker's Unusable.
"""

UNCERTIFIED = Part[Mapping[str, str]]("uncertified questions")
"""The names of questions whose answers have no certificate, each with the reason."""

EXPLAINER = Part[Callable[[Any, Budget], "Explainer[Any]"]](
    "explainer",
    "there are no explanations of {game} scenarios; 'toadstone prove' decides whether one can be "
    "won, and certifies that it cannot",
)
"""Makes the explainer of a scenario."""

CONFIRM_EXPLANATION = Part[
    Callable[[Any, "Explanation", Budget], Mapping[str, Callable[[], None]]]
]("second derivation of explanations", "{game} explains only once")
"""Returns, for each piece of an explanation, a function that derives it from other rules again.

The names are those of `Explanation.pieces`. Each function raises DisagreementError, or the
checker's Invalid, if the second derivation differs, UnconfirmedError if there is none of this
piece, and LimitReachedError when time is up.
"""

PLAIN_RULES = Part[type]("plain rules", "the rules of {game} are in no file that stands alone")
"""The class of plain rules, whose file certificates are checked by; see `PlainCertifier`."""
