"""`toadstone solve`: answer the scenario's question."""

from __future__ import annotations

from typing import Annotated

from toadstone.core.budget import Confirm, Limits
from toadstone.core.errors import RequestError
from toadstone.core.question import BOOK
from toadstone.view.layout import View
from toadstone_cli.answers import (
    CertificatePath,
    plan_outputs,
    tell_known,
    write_answer,
    write_book,
)
from toadstone_cli.options import (
    OUTPUT,
    Ask,
    ConfirmBy,
    Json,
    MethodName,
    NoBounds,
    Seed,
    TimeLimit,
    Verbose,
    Workers,
    csv_option,
    expect_board,
    expect_one_format,
    option,
)
from toadstone_cli.output import ExitStatus, status_of, write_json
from toadstone_cli.progress import answer_with_progress
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario


@takes_scenario
def solve(
    scenario_file: ScenarioFile,
    outputs: dict[str, str],
    ask: Ask = None,
    view: Annotated[View, option(OUTPUT, "How to show the plan.")] = View.AUTO,
    certificate: CertificatePath = None,
    method: MethodName = None,
    no_bounds: NoBounds = False,
    as_csv: Annotated[bool, csv_option("Print a book as CSV and nothing else.")] = False,
    json: Json = False,
    time_limit: TimeLimit = None,
    workers: Workers = 1,
    seed: Seed = 0,
    confirm: ConfirmBy = Confirm.AUTO,
    verbose: Verbose = False,
) -> ExitStatus:
    """Find the best plan, or prove that there is none.

    \b
    Examples:
      toadstone solve first-crossing
      toadstone solve first-crossing --ask min-moves
      toadstone solve first-crossing --ask min-moves,max-hp --json
      toadstone solve first-crossing --ask pareto:min-moves,max-hp
      toadstone solve rolls-from-a-file.txt --hp 10 --rows 8 --method a-star
    """
    from toadstone import interface

    expect_one_format(as_csv=as_csv, json=json)
    instance = scenario_file.instance(ask, bounded=not no_bounds)
    if as_csv and instance.ask != (BOOK,):
        raise RequestError(f"--csv prints the table of a `{BOOK}`; ask for that")
    if not (json or as_csv or view is View.MOVES):
        expect_board(instance.game)
    limits = Limits(time_limit, workers, seed)
    engine = interface.engine_of(instance, method)
    beside = plan_outputs(scenario_file, instance, limits, certificate, outputs, engine.name)
    tell_known(instance)
    answer = answer_with_progress(instance, limits, engine=engine, confirm=confirm, verbose=verbose)
    if json:
        beside.write(answer)
        kept = {"certificate": beside.certified} if certificate else {}
        write_json(answer.to_json() | kept | beside.errors_as_json())
    elif as_csv:
        write_book(answer)
    else:
        write_answer(answer, view, beside, scenario_file.typed())
    return beside.ended(status_of(answer))
