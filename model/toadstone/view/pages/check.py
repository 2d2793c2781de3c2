"""The pages of a replayed plan, and of a certificate that was checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.rules import TwoPlayerRules
from toadstone.play.words import verb
from toadstone.view.layout import View
from toadstone.view.page import figures_line, plan_drawn

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.replay import Replay
    from toadstone.core.rules import Rules
    from toadstone.engines.answer import Check
    from toadstone.proofs.certificate import Finding


def check_page(check: Check, view: View = View.AUTO) -> Iterator[RenderableType]:
    """Lay out a replayed plan: the verdict, how it was read, and the play up to where it fails."""
    instance, line, reading = check.instance, check.replay, check.read
    yield Text.assemble((instance.scenario.title or "Untitled", "bold"), f"  {instance.game.name}")
    if line.failure:
        yield Text.assemble(("Invalid", "bold red"), f" at {line.failure}.")
    else:
        achieved = _achievement(instance.rules, line)
        yield Text.assemble(("Valid", "bold green"), f": it follows the rules and {achieved}.")
    if reading is not None and len(reading.plans) > 1:
        all_plans = len(reading.plans)
        several = f"All {all_plans} plans are valid. Shown: plan 1."
        first = f"Plan {check.number} of {all_plans} is the first that fails."
        yield several if check.valid else first
    if reading is not None and not reading.is_plain:
        yield Text(f"Read as: {reading.understood}")
    yield figures_line(line.figures)
    yield ""
    yield from plan_drawn(instance, line, view)


def _achievement(rules: Rules[Any, Any], line: Replay[Any, Any]) -> str:
    """Say how a line of play that does not fail ends."""
    outcome = rules.outcome(line.states[-1])
    if outcome is None:
        return "is not lost where it ends"
    if not isinstance(rules, TwoPlayerRules):
        return "wins"
    if outcome.winner is None:
        return f"ends the game: {outcome.reason}, so it is a draw"
    return f"ends the game: {outcome.reason}, so {outcome.winner} {verb(outcome.winner, 'win')}"


def finding_page(finding: Finding) -> Iterator[str]:
    """State the claim that a certificate proves, or where and why it fails."""
    if finding.proven is None:
        yield f"Invalid: {finding.at}: {finding.reason}"
    else:
        yield from ("Valid: the certificate proves its claim.", "", *finding.proven.lines())
