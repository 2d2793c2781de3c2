"""`toadstone enumerate`, `explain`, `compare` and `atlas`: all plans, causes, methods, starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

import toadstone
from toadstone.core.board import style_text
from toadstone.core.budget import SECONDS_EACH, Budget, Confirm, Limits
from toadstone.play.words import figures_in_words, with_noun
from toadstone.view.layout import reason_to_stop
from toadstone_cli.options import (
    LIMITS,
    METHOD,
    OUTPUT,
    QUESTION,
    Ask,
    ConfirmBy,
    Json,
    Seed,
    TimeLimit,
    Verbose,
    Workers,
    option,
    time_option,
)
from toadstone_cli.progress import live_budget
from toadstone_cli.scenario_file import ScenarioFile
from toadstone_cli.streams import ExitStatus, tell, write, write_json, write_result

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.engines.enumeration import Enumeration
    from toadstone.play.atlas import AtlasTable, Entry


def enumerate_plans(
    scenario_file: ScenarioFile,
    *,
    ask: Ask = None,
    limit: Annotated[int | None, option(LIMITS, "Stop after N plans.", min=1)] = None,
    count: Annotated[bool, option(OUTPUT, "Print only the number of plans.", "--count")] = False,
    json: Annotated[
        bool, option(OUTPUT, "Print one JSON object per line, one line per plan.", "--json")
    ] = False,
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
    from toadstone.engines.answer import INTERRUPTED

    instance = scenario_file.instance(ask)
    plans: Enumeration | None = None
    end, number = "unknown", 0
    with live_budget(limits, verbose=verbose) as budget, budget.stoppable():
        plans = toadstone.plans(instance, confirm=confirm, budget=budget)
    with budget.stoppable():
        if plans is not None and count:
            end, number = "complete", plans.count()
        elif plans is not None:
            for moves in plans:
                if number == limit:  # a plan beyond the limit was found
                    end = "limit"
                    break
                text = " ".join(moves) or "[]"
                is_read = write_json({"plan": moves}) if json else write(f"{text}\n")
                number += 1
                if not is_read:
                    return ExitStatus.ANSWERED
            else:
                end = "complete"
    if plans is None or end == "unknown":
        _report_undecided(None if count else number, reason_to_stop(budget), json=json)
        return ExitStatus.of_stopped(budget)
    _report(end, number, plans, count=count, json=json)
    if plans.confirmed_why == INTERRUPTED:
        return ExitStatus.INTERRUPTED
    return ExitStatus.ANSWERED if number else ExitStatus.IMPOSSIBLE


def _report_undecided(number: int | None, why: str, *, json: bool) -> None:
    """Report that there may be more plans than so many; None if they were to be counted."""
    if json:
        write_json({"status": "unknown", "count": None if number is None else str(number)})
        return
    details = "before all plans were counted"
    if number is not None:
        details = f"after {with_noun(number, 'plan') if number else 'no plans'}; there may be more"
    tell(f"toadstone: undecided: {why} {details}\n")


def _report(end: str, number: int, plans: Enumeration, *, count: bool, json: bool) -> None:
    """Report the end: to programs on standard output, to people on standard error."""
    from decimal import Decimal  # writes integers of any size

    from toadstone.engines.answer import confirmation

    by, why, digits = plans.confirmed_by, plans.confirmed_why, f"{Decimal(number)}"
    derived = f"derived once: {why}" if by is None else f"the {by} agrees"
    if json:
        confirmed = confirmation(by, why) if by or why else {}
        write_json({"status": end, "count": digits, **confirmed})
    elif count:
        write(f"{digits}\n")
        if by is None:
            tell(f"toadstone: {derived}\n")
    elif number == 0:
        tell(f"toadstone: proven impossible: there is no plan ({derived})\n")
    else:
        figures = figures_in_words(plans.figures)
        total = with_noun(number, "plan") + (f" with {figures}" if figures else "")
        details = f"and there are no others ({derived})"
        if end == "limit":
            best = f" ({derived})" if figures else ""
            details = f"and there are more: the limit was reached{best}"
        tell(f"toadstone: {total}, {details}\n")


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
    you drop any one of them, it can be won. This is for one-player games that bring an explainer,
    as that of the examples.

    \b
    Examples:
      toadstone explain wall-of-snakes
      toadstone explain wall-of-snakes --all-cores --limit 5 --json
    """
    from toadstone.view.pages.explanation import explanation_page

    if limit is not None and not all_cores:
        raise typer.BadParameter("--limit goes with --all-cores only.")
    scenario = scenario_file.read()
    most_cores = (limit or MOST_CORES) if all_cores else None
    with live_budget(limits, verbose=verbose) as budget:
        explanation = toadstone.explain(
            scenario, all_cores=most_cores, confirm=confirm, budget=budget
        )
    page = explanation_page(explanation, scenario_file.path, scenario_file.parts)
    write_result(explanation, page, json=json)
    if explanation.undecided:
        return ExitStatus.of_stopped(explanation)
    lost = explanation.status is toadstone.Status.INFEASIBLE
    return ExitStatus.IMPOSSIBLE if lost else ExitStatus.ANSWERED


def compare(
    scenario_file: ScenarioFile,
    ask: Ask = None,
    methods: Annotated[
        list[str] | None,
        option(
            METHOD,
            "Compare only this method. For several, use commas or repeat the option.",
            metavar="NAME",
        ),
    ] = None,
    json: Json = False,
    time_limit: Annotated[
        float | None, time_option("Stop each method after this time, 10s if left out")
    ] = None,
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
    instance = scenario_file.instance(ask)
    names = [name.strip() for name in ",".join(methods).split(",")] if methods else ()
    seconds = SECONDS_EACH if time_limit is None else time_limit
    with live_budget(Limits(None, workers, seed), verbose=verbose) as budget:
        comparison = toadstone.compare(
            instance, methods=names, time_limit=seconds, confirm=confirm, budget=budget
        )
    write_result(comparison, json=json)
    if budget.interrupted:
        return ExitStatus.INTERRUPTED
    return ExitStatus.of(comparison.surest())


NOT_KNOWN = "?"
MOST_LETTERS = 24
"""The most letters of a text in a table; JSON has all of it."""


def atlas(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    cells: Annotated[int, option(LIMITS, "Include starts of up to N cells.", min=1)] = 7,
    json: Json = False,
    time_limit: TimeLimit = None,
    confirm: ConfirmBy = Confirm.AUTO,
) -> ExitStatus:
    """List all usual starts of a game up to a size, solved.

    It is for two-player games that bring an atlas, as that of the examples. For each start the
    table shows the winner for either first player, the number of plies, and the game's other
    figures. A start that the time limit left undecided shows '?', and null in JSON.

    \b
    Examples:
      toadstone atlas toads-and-frogs --cells 6
      toadstone atlas toads-and-frogs --cells 9 --json
    """
    with live_budget(Limits(time_limit), "the first start") as budget:
        table = toadstone.atlas(game, cells=cells, confirm=confirm, budget=budget)
    write_result(table, _atlas_page(table, budget), json=json)
    done = table.decided and not budget.interrupted
    return ExitStatus.ANSWERED if done else ExitStatus.of_stopped(budget)


def _atlas_page(table: AtlasTable, budget: Budget) -> Iterator[RenderableType]:
    """Lay out the table, and say how much of it is decided."""
    from toadstone.view.page import table as laid_out

    yield style_text((f"Starts of up to {table.cells} cells", "bold"), f"  {table.game}")
    yield "Outcome: the side that wins, or whether the first or second player wins."
    yield "Other columns: the winner and the number of plies for each first player."
    yield ""
    rows = [_row(entry) for entry in table.entries]
    yield from laid_out(list(rows[0]), [list(row.values()) for row in rows])
    yield ""
    decided = [entry.confirmed for entry in table.entries if entry.decided]
    by, reasons = (sorted(filter(None, {each[at] for each in decided})) for at in (0, 1))
    twice, starts = sum(by is not None for by, _ in decided), with_noun(len(rows), "start")
    methods = f" ({', '.join(['exact-search', *by])})" if by else ""
    others = f"; others once: {'; '.join(reasons)}" if reasons else ""
    if decided:
        yield f"Checked: {twice} of {len(decided)} derived twice{methods}{others}."
    if undecided := len(rows) - len(decided):
        yield style_text(
            ("Undecided", "bold yellow"), f": {undecided} of {starts}, {reason_to_stop(budget)}."
        )
    else:
        yield style_text((f"{starts}, {budget.elapsed():.1f} s", "dim"))


def _row(entry: Entry) -> dict[str, str]:
    firsts = {
        f"{side} first": f"{winner} in {entry.remoteness[side]}" if winner else NOT_KNOWN
        for side, winner in entry.winner_when_first.items()
    }
    further = {
        name: value if len(value) <= MOST_LETTERS else f"{value[: MOST_LETTERS - 3]}..."
        for name, value in ((name, value or NOT_KNOWN) for name, value in entry.value.items())
    }
    return {"start": entry.start, "outcome": entry.outcome or NOT_KNOWN, **firsts, **further}
