"""`toadstone enumerate`: every plan, or every best plan, or how many there are."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Confirm
from toadstone_cli.exit_status import ExitStatus
from toadstone_cli.headings import LIMITS, OUTPUT
from toadstone_cli.option_forms import json_option
from toadstone_cli.options import (
    Ask,
    ConfirmBy,
    ScenarioFile,
    Seed,
    TimeLimit,
    Verbose,
    Workers,
    limits_of,
    takes_scenario,
)
from toadstone_cli.output import reason_to_stop, tell, write, write_json
from toadstone_cli.progress import answer_with_progress

if TYPE_CHECKING:
    from toadstone.core.answer import Answer
    from toadstone.core.budget import Budget
    from toadstone.engines.enumeration import Plans
    from toadstone.engines.instance import Instance


class End(StrEnum):
    """How an enumeration ended."""

    COMPLETE = "complete"
    LIMIT = "limit"
    UNKNOWN = "unknown"
    INTERRUPTED = "interrupted"
    LEFT = "left"
    """The reader left early."""


@dataclass(frozen=True)
class _Outcome:
    """How it ended, and how many plans there were until then, None where that is not known."""

    end: End
    count: int | None
    figures: str = ""
    """What all the plans have in common, in words."""
    why: str = ""
    """What ended it, where it is undecided, in words."""
    confirmed_by: str | None = None
    """What derived the number of plans, or that there is none, a second time."""
    confirmed_why: str | None = None
    """Why nothing did."""

    @property
    def exit_status(self) -> ExitStatus:
        if self.end is End.INTERRUPTED:
            return ExitStatus.INTERRUPTED
        if self.end is End.UNKNOWN:
            return ExitStatus.UNDECIDED
        return ExitStatus.IMPOSSIBLE if self.count == 0 else ExitStatus.ANSWERED

    @property
    def confirmed(self) -> dict[str, str | None]:
        """The keys of JSON that say who derived a complete result a second time."""
        if self.end is not End.COMPLETE:
            return {}
        from toadstone.core.answer import confirmation

        return confirmation(self.confirmed_by, self.confirmed_why)

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
            return f"{plans}, and there are more: the limit was reached"
        if self.count is None:
            return f"undecided: {self.why} before all plans were counted"
        return f"undecided: {self.why} after {plans}; there may be more"


JsonLines = Annotated[bool, json_option("Print one JSON object per line, one line per plan.")]


@takes_scenario
def enumerate_plans(
    scenario_file: ScenarioFile,
    ask: Ask = None,
    limit: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", rich_help_panel=LIMITS, help="Stop after N plans."),
    ] = None,
    count: Annotated[
        bool,
        typer.Option(
            "--count", rich_help_panel=OUTPUT, help="Print only the exact number of plans."
        ),
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
    from toadstone.core.budget import Budget

    budget = Budget(limits_of(time_limit, workers, seed))
    search = _Search(scenario_file.instance(ask), budget, confirm, verbose)
    outcome = search.run(_Printer(count, limit, json, confirm))
    _report(outcome, count=count, json=json)
    return outcome.exit_status


@dataclass(frozen=True)
class _Search:
    """What is looked for, and how long."""

    instance: Instance
    budget: Budget
    confirm: Confirm
    verbose: bool

    def run(self, printer: _Printer) -> _Outcome:
        """Find the plans and print them, or print how many there are."""
        from toadstone.engines.enumeration import (
            best_plans,
            confirm_none,
            every_plan,
            expect_plans,
            has_no_figure,
            is_known,
        )

        instance, budget = self.instance, self.budget
        expect_plans(instance)
        if not has_no_figure(instance.ask):
            known = self._answer()
            if not is_known(known):
                return _without_plans(known)
            return printer.print_all(partial(best_plans, instance, known, budget), budget)
        outcome = printer.print_all(partial(every_plan, instance, budget), budget)
        if outcome.count == 0 and outcome.end is End.COMPLETE:
            known = self._answer()
            confirm_none(known)
            return _without_plans(known)
        return outcome

    def _answer(self) -> Answer:
        limits = self.budget.rest()
        return answer_with_progress(
            self.instance, limits, confirm=self.confirm, verbose=self.verbose
        )


@dataclass(frozen=True)
class _Printer:
    """What is to be printed of the plans: their number, or themselves up to a limit."""

    count: bool
    limit: int | None
    json: bool
    confirm: Confirm

    def print_all(self, find: Callable[[], Plans], budget: Budget) -> _Outcome:
        """Print the plans that `find` returns; a limit may come before it has."""
        from toadstone.core.errors import LimitReachedError

        try:
            plans = find()
        except (LimitReachedError, MemoryError, KeyboardInterrupt) as error:
            return _stopped(error, None if self.count else 0)
        outcome = (
            _count(plans, budget)
            if self.count
            else _print(plans, budget, self.limit, json=self.json)
        )
        if outcome.end is End.COMPLETE and outcome.count:
            seconds = budget.elapsed()
            by, not_by = plans.confirmed(outcome.count, budget, seconds, self.confirm)
            outcome = replace(outcome, confirmed_by=by, confirmed_why=not_by)
        if self.count:
            return outcome
        figures = ", ".join(f"{name} {value}" for name, value in plans.figures.items())
        return replace(outcome, figures=figures)


def _without_plans(answer: Answer) -> _Outcome:
    """Return the outcome where the best is not known or not there."""
    from toadstone.core.answer import Status

    if answer.status is Status.INFEASIBLE:
        return _Outcome(
            End.COMPLETE,
            0,
            confirmed_by=answer.confirmed_by,
            confirmed_why=answer.confirmed_why,
        )
    end = End.INTERRUPTED if answer.interrupted else End.UNKNOWN
    return _Outcome(end, 0, why=reason_to_stop(answer))


def _stopped(error: BaseException, count: int | None) -> _Outcome:
    """Return the outcome where time, memory or patience ended before all plans were found."""
    if isinstance(error, KeyboardInterrupt):
        return _Outcome(End.INTERRUPTED, count, why="interrupted")
    memory = isinstance(error, MemoryError)
    return _Outcome(
        End.UNKNOWN, count, why="memory ran out" if memory else "the time limit was reached"
    )


def _count(plans: Plans, budget: Budget) -> _Outcome:
    """Count the plans, after the simulator has confirmed one of them."""
    from toadstone.core.errors import LimitReachedError

    try:
        next(plans.each(budget), None)
        return _Outcome(End.COMPLETE, plans.count(budget))
    except (LimitReachedError, MemoryError, KeyboardInterrupt) as error:
        return _stopped(error, None)


def _print(plans: Plans, budget: Budget, limit: int | None, *, json: bool) -> _Outcome:
    """Print the plans as they are found; one more than the limit is looked for, not printed."""
    from toadstone.core.errors import LimitReachedError

    printed = 0
    try:
        for moves in plans.each(budget):
            if printed == limit:
                return _Outcome(End.LIMIT, printed)
            if not (
                write_json({"plan": moves}) if json else write((" ".join(moves) or "[]") + "\n")
            ):
                return _Outcome(End.LEFT, printed + 1)
            printed += 1
    except (LimitReachedError, MemoryError, KeyboardInterrupt) as error:
        return _stopped(error, printed)
    return _Outcome(End.COMPLETE, printed)


def _report(outcome: _Outcome, *, count: bool, json: bool) -> None:
    """Say how it ended: to programs on standard output, to people on standard error."""
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
