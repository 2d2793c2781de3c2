"""`toadstone enumerate`, `explain` and `compare`: all plans, why there is none, and all methods."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Confirm, Limits
from toadstone.view.layout import reason_to_stop
from toadstone_cli import completion
from toadstone_cli.options import (
    LIMITS,
    METHOD,
    OUTPUT,
    QUESTION,
    TABLE,
    Ask,
    ConfirmBy,
    Json,
    Seed,
    TablePath,
    Verbose,
    Workers,
    expect_output,
    option,
    time_option,
)
from toadstone_cli.output import (
    ExitStatus,
    live_budget,
    tell,
    write,
    write_json,
    write_page,
)
from toadstone_cli.scenario_file import ScenarioFile

if TYPE_CHECKING:
    from toadstone.engines.enumeration import Enumeration


class End(StrEnum):
    """The end of an enumeration."""

    COMPLETE = "complete"
    LIMIT = "limit"
    UNKNOWN = "unknown"
    INTERRUPTED = "interrupted"


MostPlans = Annotated[int | None, option(LIMITS, "Stop after N plans.", min=1)]
CountOnly = Annotated[bool, option(OUTPUT, "Print only the exact number of plans.", "--count")]
JsonLines = Annotated[
    bool, option(OUTPUT, "Print one JSON object per line, one line per plan.", "--json")
]


def enumerate_plans(
    scenario_file: ScenarioFile,
    *,
    ask: Ask = None,
    limit: MostPlans = None,
    count: CountOnly = False,
    json: JsonLines = False,
    limits: Limits,
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
    from toadstone.engines.answer import INTERRUPTED

    instance = scenario_file.instance(ask)
    found: Enumeration | None = None
    end, number = End.UNKNOWN, 0
    with live_budget(limits, verbose=verbose) as budget, budget.stoppable():
        found = interface.plans(instance, confirm=confirm, budget=budget)
    with budget.stoppable():
        if found is not None and count:
            end, number = End.COMPLETE, found.count()
        elif found is not None:
            for moves in found:
                if number == limit:  # one more than is printed was looked for
                    end = End.LIMIT
                    break
                text = " ".join(moves) or "[]"
                read = write_json({"plan": moves}) if json else write(f"{text}\n")
                number += 1
                if not read:
                    return ExitStatus.ANSWERED
            else:
                end = End.COMPLETE
    if end is End.UNKNOWN and budget.interrupted:
        end = End.INTERRUPTED
    derived = found if end in {End.COMPLETE, End.LIMIT} else None
    known = None if count and end is not End.COMPLETE else number
    _report(end, known, derived, reason_to_stop(budget), count=count, json=json)
    if end is End.UNKNOWN:
        return ExitStatus.UNDECIDED
    if end is End.INTERRUPTED or (derived is not None and derived.confirmed_why == INTERRUPTED):
        return ExitStatus.INTERRUPTED
    return ExitStatus.ANSWERED if number else ExitStatus.IMPOSSIBLE


def _report(
    end: End, number: int | None, found: Enumeration | None, why: str, *, count: bool, json: bool
) -> None:
    """Report the end: to programs on standard output, to people on standard error."""
    from decimal import Decimal  # writes integers of any size

    from toadstone.engines.answer import confirmation

    digits = None if number is None else f"{Decimal(number)}"
    if json:
        confirmed = {}
        if found is not None and (found.confirmed_by or found.confirmed_why):
            confirmed = confirmation(found.confirmed_by, found.confirmed_why)
        status = End.UNKNOWN if end is End.INTERRUPTED else end
        write_json({"status": status.value, "count": digits, **confirmed})
    elif count and digits is not None:
        write(f"{digits}\n")
        if found is not None and found.confirmed_by is None:
            tell(f"toadstone: {_derivation(found)}\n")
    else:
        tell(f"toadstone: {_in_words(end, number, found, why)}\n")


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


MOST_CORES = 10
"""The most cores that `--all-cores` finds if `--limit` is left out."""


def explain(
    scenario_file: ScenarioFile,
    *,
    all_cores: Annotated[
        bool, option(QUESTION, "Find every core, not only one.", "--all-cores")
    ] = False,
    limit: Annotated[
        int | None,
        option(LIMITS, f"Stop --all-cores after N cores; {MOST_CORES} if left out.", min=1),
    ] = None,
    json: Json = False,
    limits: Limits,
    confirm: ConfirmBy = Confirm.AUTO,
    verbose: Verbose = False,
) -> ExitStatus:
    """Show why a scenario cannot be won, and what would help.

    If it can be won, show how close it is to being lost. The scenario's requirements count; its
    own question does not. A core is a set of facts that together make the scenario unwinnable; if
    you drop any one of them, it can be won.

    \b
    Examples:
      toadstone explain wall-of-snakes
      toadstone explain wall-of-snakes --all-cores --limit 5 --json
    """
    from toadstone import interface
    from toadstone.engines.answer import Status

    if limit is not None and not all_cores:
        raise typer.BadParameter("--limit goes with --all-cores only.")
    scenario = scenario_file.read()
    most_cores = (limit or MOST_CORES) if all_cores else None
    with live_budget(limits, verbose=verbose) as budget:
        explanation = interface.explain(
            scenario, all_cores=most_cores, confirm=confirm, budget=budget
        )
    if json:
        write_json(explanation.to_json())
    else:
        from toadstone.view.page import explanation_page

        write_page(*explanation_page(explanation, scenario_file.path, scenario_file.parts))
    if explanation.undecided:
        return ExitStatus.of_stopped(explanation)
    lost = explanation.status is Status.INFEASIBLE
    return ExitStatus.IMPOSSIBLE if lost else ExitStatus.ANSWERED


TimeLimitEach = Annotated[
    float | None,
    time_option("Stop each method after 30 (seconds), 30s, 5m or 1h; 10s if left out."),
]
MethodNames = Annotated[
    list[str] | None,
    option(
        METHOD,
        "Compare only this method. For several, use commas or repeat the option.",
        metavar="NAME",
        autocompletion=completion.methods,
    ),
]


def compare(
    scenario_file: ScenarioFile,
    ask: Ask = None,
    methods: MethodNames = None,
    json: Json = False,
    output: TablePath = None,
    time_limit: TimeLimitEach = None,
    workers: Workers = 1,
    seed: Seed = 0,
    confirm: ConfirmBy = Confirm.AUTO,
    verbose: Verbose = False,
) -> ExitStatus:
    """Compare the answers of all methods, side by side.

    The reference simulator replays each plan. If answers contradict each other, Toadstone reports
    a defect. The exit status is that of the most certain answer.

    \b
    Examples:
      toadstone compare first-crossing
      toadstone compare rolls-from-a-file.txt --hp 10 --rows 8
      toadstone compare first-crossing --methods cp-sat,layered --json
    """
    from toadstone import interface
    from toadstone.engines.comparison import SECONDS_EACH

    instance = scenario_file.instance(ask)
    expect_output(output, scenario_file.files, TABLE)
    named = [name.strip() for name in ",".join(methods).split(",")] if methods else ()
    seconds = SECONDS_EACH if time_limit is None else time_limit
    with live_budget(Limits(None, workers, seed), verbose=verbose) as budget:
        comparison = interface.compare(
            instance, methods=named, time_limit=seconds, confirm=confirm, budget=budget
        )
    if output is not None:
        interface.draw(comparison, output)
    if json:
        write_json(comparison.to_json())
    else:
        from toadstone.view.page import comparison_page

        write_page(*comparison_page(comparison))
    if budget.interrupted:
        return ExitStatus.INTERRUPTED
    return ExitStatus.of(comparison.surest())
