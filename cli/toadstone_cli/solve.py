"""`toadstone solve`: answer a question; `toadstone prove`: decide whether there is a plan."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

from toadstone.core.budget import Confirm, Limits
from toadstone.core.errors import InputError, RequestError
from toadstone.files import READ_AS
from toadstone.files.messages import printable
from toadstone.game import find_game
from toadstone.play import KNOWN_WINNER
from toadstone.play.words import result_in_words
from toadstone.view.layout import View, reason_to_stop
from toadstone_cli.options import (
    OUTPUT,
    Ask,
    ConfirmBy,
    Json,
    MethodName,
    NoBounds,
    Verbose,
    option,
)
from toadstone_cli.progress import live_budget
from toadstone_cli.scenario_file import ScenarioFile
from toadstone_cli.streams import (
    ExitStatus,
    tell,
    tell_error,
    write,
    write_json,
    write_page,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.engines.answer import Answer
    from toadstone.engines.instance import Instance
    from toadstone.files.scenario import Scenario

MOST_LINES = 25
"""Of how a plain file was read, what fits on a screen above its answer."""

CertificatePath = Annotated[
    str | None,
    option(
        OUTPUT,
        "Write the proof of the answer, for 'toadstone verify'. A name that ends in .gz gives "
        "a gzipped file.",
        metavar="FILE",
    ),
]


def solve(
    scenario_file: ScenarioFile,
    limits: Limits,
    ask: Ask = None,
    view: Annotated[View, option(OUTPUT, "How to show the plan.")] = View.AUTO,
    certificate: CertificatePath = None,
    method: MethodName = None,
    no_bounds: NoBounds = False,
    json: Json = False,
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
    from toadstone.engines.answer import Status
    from toadstone.view.pages.answer import answer_page, answer_verdict

    instance = scenario_file.instance(ask, bounded=not no_bounds)
    moves_only = view is View.MOVES and not json
    wanted = Certificate(certificate, limits, instance)
    _tell_known(instance)
    with live_budget(limits, verbose=verbose) as budget:
        answer = interface.solve(instance, method=method, confirm=confirm, budget=budget)
    if moves_only and answer.status is not Status.OPTIMAL:
        tell(f"toadstone: {answer_verdict(answer)}\n")  # the page of moves does not say so
    read_as = [] if json or moves_only else _read_as(instance.scenario)
    page = [*read_as, *([""] if read_as else []), *answer_page(answer, view)]
    if not (moves_only or answer.is_settled):
        page.extend(filter(None, [_known(instance)]))
    wanted.write_with(answer, page, answer.to_json() if json else None, is_plan=moves_only)
    return ExitStatus.UNUSABLE_FILE if wanted.failed else ExitStatus.of(answer)


def _read_as(scenario: Scenario) -> list[str]:
    """Return the first lines of how a plain file was read; none for other files."""
    shown = find_game(scenario.game).find(READ_AS) if scenario.is_plain else None
    lines = list(islice(shown(scenario), MOST_LINES + 1)) if shown else []
    return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], "..."]


def prove(
    scenario_file: ScenarioFile,
    limits: Limits,
    certificate: CertificatePath = None,
    method: MethodName = None,
    json: Json = False,
    confirm: ConfirmBy = Confirm.AUTO,
    verbose: Verbose = False,
) -> ExitStatus:
    """Decide whether the scenario can be won.

    \b
    Examples:
      toadstone prove first-crossing
      toadstone prove starvation --certificate out.json
      toadstone prove starvation --method layered
    """
    from toadstone import interface
    from toadstone.engines.answer import Decision, Status
    from toadstone.engines.instance import decision_of
    from toadstone.view.pages.answer import decision_page

    instance = decision_of(scenario_file.read())
    wanted = Certificate(certificate, limits, instance)
    _tell_known(instance)
    with live_budget(limits, verbose=verbose) as budget:
        answer = interface.solve(instance, method=method, confirm=confirm, budget=budget)
    decision = Decision(answer)
    wanted.write_with(answer, decision_page(decision), decision.to_json() if json else None)
    if wanted.failed:
        return ExitStatus.UNUSABLE_FILE
    if decision.status is Status.INFEASIBLE:
        return ExitStatus.IMPOSSIBLE
    if decision.status is Status.FEASIBLE and not answer.interrupted:
        return ExitStatus.ANSWERED
    return ExitStatus.of(answer)


class Certificate:
    """The certificate that is wanted beside an answer; early it refuses what must fail.

    The answer is not lost because the certificate cannot be written: `failed` says so.
    """

    def __init__(self, path: str | None, limits: Limits, instance: Instance) -> None:
        self.path, self.limits, self.failed = path, limits, False
        if path is None:
            return
        from toadstone.files.writing import expect_writable
        from toadstone.proofs.certificate import certifier_for

        try:
            self.certifier = certifier_for(instance)
        except RequestError as error:
            raise RequestError(f"--certificate: {error}") from None
        expect_writable(path, *instance.scenario.files)

    def write_with(
        self,
        answer: Answer,
        page: Iterable[RenderableType],
        content: dict[str, Any] | None,
        *,
        is_plan: bool = False,
    ) -> None:
        """Write the certificate, in what is left of the time limit, and then print the answer.

        The certificate may contradict what was proven. With `content`, that is printed as JSON.
        """
        path = self._written(answer)
        if content is not None:
            write_json(content | ({"certificate": path} if self.path else {}))
            return
        write_page(*page)
        if path is not None:
            certified = f"Certified: {printable(path)}, for 'toadstone verify'.\n"
            (tell if is_plan else write)(certified)

    def _written(self, answer: Answer) -> str | None:
        """Write the certificate, and return where; None where there is none."""
        if self.path is None:
            return None
        from toadstone.proofs.certificate import write_certificate

        if not answer.is_proven:
            tell("toadstone: no certificate: the answer is undecided\n")
            return None
        limits = self.limits.less(answer.seconds.total)
        with live_budget(limits, "making the certificate") as budget, budget.stoppable():
            try:
                write_certificate(self.path, self.certifier, answer, budget)
            except (InputError, RequestError) as error:
                tell_error(error)
                self.failed = True
                return None
            return self.path
        tell(f"toadstone: no certificate: {reason_to_stop(budget)}\n")
        return None


def _tell_known(instance: Instance) -> None:
    """Say at once who wins a start whose proof comes with Toadstone; the search may take long."""
    if not instance.about_plans and (known := _known(instance)):
        tell(f"{known}\nThe search for this answer goes on and may take hours; Ctrl-C stops it.\n")


def _known(instance: Instance) -> str:
    known = instance.game.find(KNOWN_WINNER)
    winner = known(instance.scenario) if known else None
    proof = "by a proof that comes with Toadstone"
    return f"Known: {result_in_words(winner)}, {proof}." if winner else ""
