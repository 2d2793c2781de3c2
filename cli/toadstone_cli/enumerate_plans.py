"""`toadstone enumerate`: every plan, or every best plan, or how many there are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
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
    from toadstone.engines.enumeration import Enumeration


class End(StrEnum):
    """The end of an enumeration; at `LEFT`, the reader left early."""

    COMPLETE = "complete"
    LIMIT = "limit"
    UNKNOWN = "unknown"
    INTERRUPTED = "interrupted"
    LEFT = "left"


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
    if end is End.UNKNOWN and budget.interrupted:
        end = End.INTERRUPTED
    if end is not End.LEFT:
        _report(end, number, found, reason_to_stop(budget), count=count, json=json)
    return _status(end, number, found)


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


def _report(
    end: End, number: int | None, found: Enumeration | None, why: str, *, count: bool, json: bool
) -> None:
    """Report the end: to programs on standard output, to people on standard error."""
    from toadstone.engines.answer import confirmation

    derived = found if end in {End.COMPLETE, End.LIMIT} else None
    known = number is not None and (end is End.COMPLETE or not count)
    digits = _digits(number or 0) if known else None
    if json:
        confirmed = {}
        if derived is not None and (derived.confirmed_by or derived.confirmed_why):
            confirmed = confirmation(derived.confirmed_by, derived.confirmed_why)
        status = End.UNKNOWN if end is End.INTERRUPTED else end
        write_json({"status": status.value, "count": digits, **confirmed})
    elif count and digits is not None:
        write(f"{digits}\n")
        if derived is not None and derived.confirmed_by is None:
            tell(f"toadstone: {_derivation(derived)}\n")
    else:
        tell(f"toadstone: {_in_words(end, number, derived, why)}\n")


def _in_words(end: End, number: int | None, found: Enumeration | None, why: str) -> str:
    from toadstone.play.words import figures_in_words, with_noun

    if number is None:
        return f"undecided: {why} before all plans were counted"
    plans = with_noun(number, "plan") if number else "no plans"
    if found is None:
        return f"undecided: {why} after {plans}; there may be more"
    figures = figures_in_words(found.figures)
    plans += f" with {figures}" if number and figures else ""
    if end is End.LIMIT:
        best = f" ({_derivation(found)})" if figures else ""
        return f"{plans}, and there are more: the limit was reached{best}"
    said = f"{plans}, and there are no others" if number else "proven impossible: there is no plan"
    return f"{said} ({_derivation(found)})"


def _derivation(found: Enumeration) -> str:
    """Say by what the plans were counted, or the best was derived, a second time."""
    by = found.confirmed_by
    return f"derived once: {found.confirmed_why}" if by is None else f"the {by} agrees"


def _status(end: End, number: int | None, found: Enumeration | None) -> ExitStatus:
    from toadstone.engines.answer import INTERRUPTED

    if end is End.UNKNOWN:
        return ExitStatus.UNDECIDED
    stopped = found is not None and found.confirmed_why == INTERRUPTED
    if end is End.INTERRUPTED or stopped:
        return ExitStatus.INTERRUPTED
    return ExitStatus.IMPOSSIBLE if number == 0 else ExitStatus.ANSWERED


def _digits(number: int) -> str:
    """Return the digits of a number of any size; Python on its own stops at 4300."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return str(number)
    finally:
        sys.set_int_max_str_digits(most)
