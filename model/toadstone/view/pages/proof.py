"""The pages of proofs: a decision, and what the checker finds in a certificate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.answer import Status
from toadstone.view.pages.answer import answer_page

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.engines.answer import Decision
    from toadstone.proofs.certificate import Finding


def decision_page(decision: Decision) -> Iterator[RenderableType]:
    """Lay out the answer that decides; below it, whether the side to move can force a win."""
    yield from answer_page(decision.answer)
    rules = decision.instance.rules
    if isinstance(rules, TwoPlayerRules) and decision.status is not Status.UNKNOWN:
        can = "can" if decision.status is Status.FEASIBLE else "cannot"
        yield f"Proven: {rules.to_move(rules.start())}, to move, {can} force a win."


def finding_page(finding: Finding) -> Iterator[str]:
    """Say what a certificate proves, or where and why it does not."""
    if finding.proven is None:
        yield f"Invalid: {finding.at}: {finding.reason}"
    else:
        yield from ("Valid: the certificate proves its claim.", "", *finding.proven.lines())
