"""`toadstone solve`: answer a question; `toadstone prove`: decide whether there is a plan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import toadstone
from toadstone.core.budget import Confirm, Limits
from toadstone.core.errors import InputError, RequestError
from toadstone.files.messages import printable
from toadstone.game import comes_with_toadstone
from toadstone.play.parts import KNOWN_WINNER
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
    ask_option,
    expect_board,
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
    from toadstone.proofs.parts import Certifier

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
    instance = scenario_file.instance(ask, bounded=not no_bounds)
    if not (json or view is View.MOVES):
        expect_board(instance.game)
    beside = Beside.planned(instance, limits, certificate)
    _tell_known(instance)
    with live_budget(limits, verbose=verbose) as budget:
        answer = toadstone.solve(instance, method=method, confirm=confirm, budget=budget)
    if json:
        beside.write(answer)
        write_json(answer.to_json() | beside.as_json())
    else:
        if view is not View.MOVES and (lines := scenario_file.read_as(instance.scenario)):
            write("\n".join([*lines, "", ""]))
        write_answer(answer, view, beside)
        if not answer.is_settled and (known := _known(instance)):
            write(known)
    return beside.ended(ExitStatus.of(answer))


DecidingAsk = Annotated[
    list[str] | None,
    ask_option(
        "Prove the answer to this question, which also decides whether the scenario can be won. "
        "For several, use commas or repeat the option, most important first."
    ),
]


def prove(
    scenario_file: ScenarioFile,
    limits: Limits,
    ask: DecidingAsk = None,
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
      toadstone prove first-crossing --ask min-moves --certificate out.json
    """
    from toadstone.engines.answer import Decision, Status
    from toadstone.view.pages.proof import decision_page

    instance = scenario_file.deciding(ask)
    if not json:
        expect_board(instance.game)
    beside = Beside.planned(instance, limits, certificate)
    _tell_known(instance)
    with live_budget(limits, verbose=verbose) as budget:
        answer = toadstone.solve(instance, method=method, confirm=confirm, budget=budget)
    decision = Decision(instance, answer)
    if json:
        beside.write(answer)
        write_json(decision.to_json(beside.certified) | beside.as_json())
    else:
        write_answer(answer, View.AUTO, beside, decision_page(decision))
    status = ExitStatus.of(answer)
    verdict = Status.UNKNOWN if ask and not answer.is_proven else decision.status
    if verdict is Status.INFEASIBLE:
        status = ExitStatus.IMPOSSIBLE
    elif verdict is Status.FEASIBLE and not answer.interrupted:
        status = ExitStatus.ANSWERED
    return beside.ended(status)


@dataclass
class Beside:
    """The certificate that is wanted beside an answer.

    The answer is not lost because the certificate cannot be written: `error` says why then.

    Attributes:
        limits: the time for the answer and its certificate.
        path: where it is to be written; None where none is wanted.
        certifier: what makes it.
        certified: where it is, once it is written.
    """

    limits: Limits
    path: str | None = None
    certifier: Certifier | None = None
    certified: str | None = None
    error: InputError | RequestError | None = None

    @classmethod
    def planned(cls, instance: Instance, limits: Limits, path: str | None) -> Beside:
        """Return what is to be written beside an answer; refuse early what must fail."""
        if path is None:
            return cls(limits)
        from toadstone.files.writing import expect_writable
        from toadstone.proofs.certificate import certifier_for

        try:
            certifier = certifier_for(instance)
        except RequestError as error:
            raise RequestError(f"--certificate: {error}") from None
        expect_writable(path, *instance.scenario.files)
        return cls(limits, path, certifier)

    def write(self, answer: Answer) -> None:
        """Write the certificate, in what the answer has left of the time limit."""
        if self.path is None or self.certifier is None:
            return
        from toadstone.proofs.certificate import write_certificate

        if not answer.is_proven:
            tell("toadstone: no certificate: the answer is undecided\n")
            return
        done, limits = False, self.limits.less(answer.seconds.total)
        with live_budget(limits, "making the certificate") as budget, budget.stoppable():
            try:
                write_certificate(self.path, self.certifier, answer, budget)
                self.certified = self.path
            except (InputError, RequestError) as error:
                self.error = error
            done = True
        if not done:
            tell(f"toadstone: no certificate: {reason_to_stop(budget)}\n")

    def ended(self, status: ExitStatus) -> ExitStatus:
        """Report what could not be written; return how the command ends, if not by that."""
        if self.error is None:
            return status
        tell_error(self.error)
        return ExitStatus.UNUSABLE_FILE

    def as_json(self) -> dict[str, Any]:
        """Return the keys `certificate`, if one was asked for, and `errors`, if there is one."""
        kept = {} if self.path is None else {"certificate": self.certified}
        if self.error is None:
            return kept
        place = getattr(self.error, "file", None)
        return kept | {"errors": [{"message": str(self.error), "file": place}]}


def write_answer(
    answer: Answer, view: View, beside: Beside, page: Iterable[RenderableType] | None = None
) -> None:
    """Write what is wanted beside an answer, and print it, by default as its own page."""
    from toadstone.view.pages.answer import answer_page

    outside = not comes_with_toadstone(answer.instance.game.package)
    if outside:  # the certificate may contradict what the rules of others say
        beside.write(answer)
    if view is View.MOVES:
        _tell_doubt(answer)
    write_page(*(page or answer_page(answer, view)))
    if not outside:
        beside.write(answer)
    if beside.certified is not None and view is not View.MOVES:
        write(f"Certified: {printable(beside.certified)}, for 'toadstone verify'.\n")


def _tell_doubt(answer: Answer) -> None:
    """Say on standard error that an answer is not proven best, where its page does not say so."""
    from toadstone.engines.answer import Status
    from toadstone.view.pages.answer import answer_verdict

    if answer.status is not Status.OPTIMAL:
        tell(f"toadstone: {answer_verdict(answer)}\n")


def _tell_known(instance: Instance) -> None:
    """Say at once who wins a start whose proof comes with Toadstone; the search may take long."""
    if known := _known(instance):
        tell(f"{known}The search for this answer goes on and may take hours; Ctrl-C stops it.\n")


def _known(instance: Instance) -> str:
    known = instance.game.find(KNOWN_WINNER)
    winner = known(instance.scenario) if known else None
    words = "" if winner is None else f"Known: {result_in_words(winner)}"
    return f"{words}, by a proof that comes with Toadstone.\n" if words else ""
