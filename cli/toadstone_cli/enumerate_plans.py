"""`toadstone enumerate`: every plan, or every best plan, or how many there are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Confirm, Limits
from toadstone.view.layout import reason_to_stop
from toadstone_cli.options import (
    LIMITS,
    OUTPUT,
    Ask,
    ConfirmBy,
    Seed,
    TimeLimit,
    Verbose,
    Workers,
    json_option,
    option,
)
from toadstone_cli.output import ExitStatus, tell, write, write_json
from toadstone_cli.progress import live_budget
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from toadstone.core.budget import Budget
    from toadstone.engines.enumeration import Enumeration


class End(StrEnum):
    """The end of an enumeration."""

    COMPLETE = "complete"
    LIMIT = "limit"
    UNKNOWN = "unknown"
    INTERRUPTED = "interrupted"
    LEFT = "left"
    """The reader left early."""


@dataclass(frozen=True)
class _Outcome:
    """The end of an enumeration, and the number of plans until then; None if it is not known."""

    end: End
    count: int | None
    figures: str = ""
    """The figures that all plans share, in words."""
    why: str = ""
    """The reason why it is undecided, in words."""
    confirmed_by: str | None = None
    """The part that derived the number a second time."""
    confirmed_why: str | None = None
    """The reason why none did."""

    @property
    def exit_status(self) -> ExitStatus:
        from toadstone.engines.answer import INTERRUPTED

        if self.end is End.INTERRUPTED or self.confirmed_why == INTERRUPTED:
            return ExitStatus.INTERRUPTED
        if self.end is End.UNKNOWN:
            return ExitStatus.UNDECIDED
        return ExitStatus.IMPOSSIBLE if self.count == 0 else ExitStatus.ANSWERED

    @property
    def confirmed(self) -> dict[str, str | None]:
        """The keys of JSON that say who derived the number, or the best alone, a second time."""
        from toadstone.engines.answer import confirmation

        ended = self.end in {End.COMPLETE, End.LIMIT}
        known = ended and (self.confirmed_by or self.confirmed_why)
        return confirmation(self.confirmed_by, self.confirmed_why) if known else {}

    @property
    def derived(self) -> str:
        """By whom it was derived a second time, in words."""
        if self.confirmed_by is None:
            return f"derived once: {self.confirmed_why}"
        return f"the {self.confirmed_by} agrees"

    def in_words(self) -> str:
        plans = "1 plan" if self.count == 1 else f"{self.count or 'no'} plans"
        plans += f" with {self.figures}" if self.count and self.figures else ""
        if self.end is End.COMPLETE:
            none = "proven impossible: there is no plan"
            said = none if self.count == 0 else f"{plans}, and there are no others"
            return f"{said} ({self.derived})"
        if self.end is End.LIMIT:
            best = f" ({self.derived})" if self.figures else ""
            return f"{plans}, and there are more: the limit was reached{best}"
        if self.count is None:
            return f"undecided: {self.why} before all plans were counted"
        return f"undecided: {self.why} after {plans}; there may be more"


JsonLines = Annotated[bool, json_option("Print one JSON object per line, one line per plan.")]


@takes_scenario
def enumerate_plans(
    scenario_file: ScenarioFile,
    ask: Ask = None,
    limit: Annotated[int | None, option(LIMITS, "Stop after N plans.", min=1, metavar="N")] = None,
    count: Annotated[
        bool, option(OUTPUT, "Print only the exact number of plans.", "--count")
    ] = False,
    json: JsonLines = False,
    time_limit: TimeLimit = None,
    workers: Workers = 1,
    seed: Seed = 0,
    confirm: ConfirmBy = Confirm.AUTO,
    verbose: Verbose = False,
) -> ExitStatus:
    """List every best plan, or count them exactly.

    If the question accepts any plan, Toadstone lists every plan. It prints one plan per line as
    soon as it finds it, and no plan twice. With --json the last line is an object with `status`
    (complete, limit or unknown) and `count`. The plans are counted a second time by another
    statement of the rules, and that line names it.

    \b
    Examples:
      toadstone enumerate first-crossing
      toadstone enumerate first-crossing --ask survive --count
      toadstone enumerate rolls-from-a-file.txt --hp 10 --rows 8 --limit 5
    """
    if count and limit is not None:
        raise typer.BadParameter("--limit does not go with --count, which is of all plans.")
    from toadstone import interface

    instance = scenario_file.instance(ask)
    found: Enumeration | None = None
    end, number = End.UNKNOWN, None if count else 0
    limits = Limits(time_limit, workers, seed)
    with live_budget(limits, verbose=verbose) as budget, budget.stoppable():
        found = interface.plans(instance, confirm=confirm, budget=budget)
    if found is not None:
        with budget.stoppable():
            if count:
                end, number = End.COMPLETE, found.count()
            else:
                for number, end in _print(found, limit, json=json):  # noqa: B007
                    pass
    outcome = _outcome(end, number, budget, found)
    _report(outcome, count=count, json=json)
    return outcome.exit_status


def _print(plans: Enumeration, limit: int | None, *, json: bool) -> Iterator[tuple[int, End]]:
    """Print the plans as they are found; yield how many there are by now, and how it ends here.

    One more than the limit is looked for, not printed.
    """
    printed = 0
    for moves in plans:
        if printed == limit:
            yield printed, End.LIMIT
            return
        text = " ".join(moves) or "[]"
        read = write_json({"plan": moves}) if json else write(f"{text}\n")
        printed += 1
        yield printed, End.UNKNOWN if read else End.LEFT
        if not read:
            return
    yield printed, End.COMPLETE


def _outcome(end: End, number: int | None, budget: Budget, found: Enumeration | None) -> _Outcome:
    if found is None or end is End.UNKNOWN:
        stopped = End.INTERRUPTED if budget.interrupted else End.UNKNOWN
        return _Outcome(stopped, number, why=reason_to_stop(budget))
    from toadstone.play.words import figures_in_words

    figures = figures_in_words(found.figures)
    by, why = found.confirmed_by, found.confirmed_why
    return _Outcome(end, number, figures, confirmed_by=by, confirmed_why=why)


def _report(outcome: _Outcome, *, count: bool, json: bool) -> None:
    """Report the end: to programs on standard output, to people on standard error."""
    known = outcome.count is not None and (outcome.end is End.COMPLETE or not count)
    digits = _digits(outcome.count or 0) if known else None
    if outcome.end is End.LEFT:
        return
    if json:
        status = End.UNKNOWN if outcome.end is End.INTERRUPTED else outcome.end
        write_json({"status": status.value, "count": digits, **outcome.confirmed})
    elif count and digits is not None:
        write(f"{digits}\n")
        if outcome.confirmed_by is None:
            tell(f"toadstone: {outcome.derived}\n")
    else:
        tell(f"toadstone: {outcome.in_words()}\n")


def _digits(number: int) -> str:
    """Return the digits of a number of any size; Python on its own stops at 4300."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return str(number)
    finally:
        sys.set_int_max_str_digits(most)
