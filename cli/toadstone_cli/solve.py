"""`toadstone solve`: answer a question; `toadstone prove`: decide whether there is a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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
    ask_option,
    csv_option,
    expect_board,
    expect_one_format,
    option,
)
from toadstone_cli.output import ExitStatus, status_of, write_json
from toadstone_cli.progress import answer_with_progress, live_budget
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from toadstone.engines.answer import Answer, Status


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
        write_answer(answer, view, beside)
    return beside.ended(status_of(answer))


DecidingAsk = Annotated[
    list[str] | None,
    ask_option(
        "Prove the answer to this question, which also decides whether the scenario can be won. "
        "For several, use commas or repeat the option, most important first."
    ),
]


@takes_scenario
def prove(
    scenario_file: ScenarioFile,
    ask: DecidingAsk = None,
    certificate: CertificatePath = None,
    method: MethodName = None,
    json: Json = False,
    time_limit: TimeLimit = None,
    workers: Workers = 1,
    seed: Seed = 0,
    confirm: ConfirmBy = Confirm.AUTO,
    verbose: Verbose = False,
) -> ExitStatus:
    """Decide whether the scenario can be won.

    \b
    Examples:
      toadstone prove first-crossing
      toadstone prove starvation --certificate out.json
      toadstone prove starvation --method layered
      toadstone prove first-crossing --ask min-moves --certificate out.json
    """
    from toadstone import interface
    from toadstone.engines.answer import Status
    from toadstone.view.answer_page import who_can_force_it

    scenario = scenario_file.read(ask)
    instance = interface.decision_instance(scenario, ask or ())
    if not json:
        expect_board(instance.game)
    limits, engine = Limits(time_limit, workers, seed), interface.engine_of(instance, method)
    beside = plan_outputs(scenario_file, instance, limits, certificate)
    tell_known(instance)
    with live_budget(limits, verbose=verbose) as budget:
        decision = interface.prove(
            scenario, ask=ask or (), method=engine, confirm=confirm, budget=budget
        )
    answer = decision.answer
    if json:
        beside.write(answer)
        write_json(decision.to_json(beside.certified) | beside.errors_as_json())
    else:
        lines = tuple(who_can_force_it(decision))
        write_answer(answer, View.AUTO, beside, lines)
    verdict = Status.UNKNOWN if ask and not answer.is_proven else decision.status
    return beside.ended(_status_of(verdict, answer))


def _status_of(verdict: Status, answer: Answer) -> ExitStatus:
    from toadstone.engines.answer import Status

    if verdict is Status.FEASIBLE and not answer.interrupted:
        return ExitStatus.ANSWERED
    return ExitStatus.IMPOSSIBLE if verdict is Status.INFEASIBLE else status_of(answer)
