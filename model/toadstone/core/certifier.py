"""What a game brings to certify its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from toadstone.core.answer import Answer
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.part import Part


class Certifier(Protocol):
    """What makes the certificates of one scenario."""

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it: nothing is left to a default."""

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of an answer that is proven, OPTIMAL or INFEASIBLE.

        Raises:
            LimitReachedError: time ran out.
            RequestError: the certificate would be larger than the checker reads.
        """


CERTIFIER = Part[Callable[[Any], Certifier]]("certifier", "{game} has no certificates")
"""Makes what certifies the answers to a scenario; raises RequestError where there can be none."""

UNCERTIFIED = Part[Mapping[str, str]]("uncertified questions")
"""The names of questions whose answers have no certificate, each with the reason."""
