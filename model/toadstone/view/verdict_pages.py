"""What `prove` and `verify` say, as pages for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.answer import Status
from toadstone.view.answer_page import page_for
from toadstone.view.layout import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.engines.verdicts import Decision
    from toadstone.proofs.certificate import Finding


def decision_page(decision: Decision) -> Iterator[RenderableType]:
    """Lay out the answer that decides; below it, whether the side to move can force a win."""
    page, _ = page_for(decision.answer)
    yield from page(decision.answer, View.AUTO)
    yield from who_can_force_it(decision)


def who_can_force_it(decision: Decision) -> Iterator[str]:
    """Say, for a two-player game, whether the side to move can force a win."""
    rules = decision.instance.rules
    if isinstance(rules, TwoPlayerRules) and decision.status is not Status.UNKNOWN:
        can = "can" if decision.status is Status.FEASIBLE else "cannot"
        yield f"Proven: {rules.to_move(rules.start())}, to move, {can} force a win."


def finding_text(finding: Finding) -> str:
    """Say what a certificate proves, or where and why it does not."""
    if finding.proven is None:
        return f"Invalid: {finding.at}: {finding.reason}"
    page = "\n".join(finding.proven.lines())
    return f"Valid: the certificate proves its claim.\n\n{page}"
