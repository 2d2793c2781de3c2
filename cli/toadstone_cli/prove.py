"""`toadstone prove`: decide whether there is a winning plan at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from toadstone.core.budget import Confirm, Limits
from toadstone.view.layout import View
from toadstone_cli.answers import (
    CertificatePath,
    plan_outputs,
    tell_known,
    write_answer,
)
from toadstone_cli.options import (
    ConfirmBy,
    Json,
    MethodName,
    Seed,
    TimeLimit,
    Verbose,
    Workers,
    ask_option,
    expect_board,
)
from toadstone_cli.output import ExitStatus, status_of, write_json
from toadstone_cli.progress import live_budget
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from toadstone.engines.answer import Answer, Status


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
        result = decision.to_json(beside.certified)
        write_json(result | beside.errors_as_json())
    else:
        lines = tuple(who_can_force_it(decision))
        write_answer(answer, View.AUTO, beside, scenario_file.typed(), lines)
    verdict = Status.UNKNOWN if ask and not answer.is_proven else decision.status
    return beside.ended(_status_of(verdict, answer))


def _status_of(verdict: Status, answer: Answer) -> ExitStatus:
    from toadstone.engines.answer import Status

    if verdict is Status.FEASIBLE and not answer.interrupted:
        return ExitStatus.ANSWERED
    return ExitStatus.IMPOSSIBLE if verdict is Status.INFEASIBLE else status_of(answer)
