"""An answer of `solve` or `prove`: its page, and the files beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from toadstone.core.errors import InputError, RequestError
from toadstone.files.messages import printable
from toadstone.view.layout import View, reason_to_stop
from toadstone_cli.options import OUTPUT, option
from toadstone_cli.output import ExitStatus, tell, tell_error, write, write_csv, write_page
from toadstone_cli.progress import live_budget

if TYPE_CHECKING:
    from toadstone.core.budget import Budget, Limits
    from toadstone.engines.answer import Answer
    from toadstone.engines.instance import Instance
    from toadstone.engines.parts import Output
    from toadstone.proofs.parts import Certifier
    from toadstone_cli.scenario_file import ScenarioFile

CertificatePath = Annotated[
    str | None,
    option(
        OUTPUT,
        "Write the proof of the answer, for 'toadstone verify'. A name that ends in .gz gives "
        "a gzipped file.",
        "--certificate",
        metavar="FILE",
    ),
]


@dataclass
class Beside:
    """The files to be written beside an answer; `plan_outputs` makes it.

    An answer is never lost because something beside it cannot be written: that is noted.

    Attributes:
        limits: the time for the answer and all that is beside it.
        certificate: where the certificate is to be; None where none is wanted.
        certifier: what makes it.
        outputs: the game's own outputs, by the paths where they are to be.
        certified: where the certificate is, once it is written.
        errors: what could not be written, and why.
    """

    limits: Limits
    certificate: str | None
    certifier: Certifier | None
    outputs: Mapping[str, Output]
    certified: str | None = None
    errors: list[InputError | RequestError] = field(default_factory=list)

    def write(self, answer: Answer) -> None:
        """Write everything, in what the answer has left of the time limit."""
        if self.certifier is not None and not answer.is_proven:
            tell("toadstone: no certificate: the answer is undecided\n")
        elif self.certifier is not None:
            self._work(answer, "the certificate", self._certify)
        for path, output in self.outputs.items():
            self._work(answer, path, partial(output.write, path))

    def _work(self, answer: Answer, what: str, work: Callable[[Answer, Budget], None]) -> None:
        done = False
        limits = self.limits.less(answer.seconds.total)
        with live_budget(limits, f"making {what}") as budget, budget.stoppable():
            try:
                work(answer, budget)
            except (InputError, RequestError) as error:
                self.errors.append(error)
            done = True
        if not done:
            named = printable(what.removeprefix("the "))
            tell(f"toadstone: no {named}: {reason_to_stop(budget)}\n")

    def _certify(self, answer: Answer, budget: Budget) -> None:
        from toadstone.proofs.certificate import write_certificate

        if self.certificate is not None and self.certifier is not None:
            write_certificate(self.certificate, self.certifier, answer, budget)
            self.certified = self.certificate

    def ended(self, status: ExitStatus) -> ExitStatus:
        """Report what could not be written; return how the command ends, if not by that."""
        for error in self.errors:
            tell_error(error)
        return ExitStatus.UNUSABLE_FILE if self.errors else status

    def errors_as_json(self) -> dict[str, Any]:
        """Return the key `errors`, or nothing where everything was written."""
        errors = [
            {"message": str(error), "file": getattr(getattr(error, "place", None), "file", None)}
            for error in self.errors
        ]
        return {"errors": errors} if errors else {}


def plan_outputs(
    scenario_file: ScenarioFile,
    instance: Instance,
    limits: Limits,
    certificate: str | None = None,
    outputs: Mapping[str, str] | None = None,
    method: str = "",
) -> Beside:
    """Return what is to be written beside an answer; refuse early what must fail.

    `method` names the engine that answers, for the game's own outputs.
    """
    from toadstone.engines.parts import OUTPUTS
    from toadstone.files.writing import expect_not, expect_writable
    from toadstone.proofs.certificate import certifier_for

    read, certifier, paths = scenario_file.files, None, {}
    if certificate is not None:
        try:
            certifier = certifier_for(instance)
        except RequestError as error:
            raise RequestError(f"--certificate: {error}") from None
        expect_writable(certificate, *read)
    known = instance.game.find(OUTPUTS) or {}
    for name, path in (outputs or {}).items():
        if name not in known:
            raise RequestError(f"--{name} does not go with {instance.game.name}")
        paths[path] = output = known[name]
        output.expect(instance.ask, method)
        for file in (path, *output.files(path, instance.ask, method)):
            expect_not(file, *read)
    return Beside(limits, certificate, certifier, paths)


def write_answer(answer: Answer, view: View, beside: Beside, lines: Sequence[str] = ()) -> None:
    """Print an answer, then write what is wanted beside it.

    Where only the moves are printed, a doubt goes to standard error.

    Args:
        answer: the answer.
        view: how to show its plan.
        beside: the files to be written.
        lines: what else there is to say of the answer.
    """
    from toadstone.engines.answer import Status
    from toadstone.view.answer_page import answer_page, answer_verdict

    if view is View.MOVES and answer.status is not Status.OPTIMAL:
        tell(f"toadstone: {answer_verdict(answer)}\n")
    write_page(*answer_page(answer, view), *lines)
    beside.write(answer)
    if beside.certified is not None and view is not View.MOVES:
        write(f"Certified: {printable(beside.certified)}, for 'toadstone verify'.\n")


def tell_known(instance: Instance) -> None:
    """Say at once who wins a start whose proof comes with Toadstone; the search may take long."""
    from toadstone.play.parts import KNOWN_WINNER
    from toadstone.play.words import result_in_words

    known = instance.game.find(KNOWN_WINNER)
    if known and (winner := known(instance.scenario)) is not None:
        tell(
            f"Known: {result_in_words(winner)}, by a proof that comes with Toadstone.\n"
            "The search for this answer goes on and may take hours; Ctrl-C stops it.\n"
        )


def write_book(answer: Answer) -> None:
    """Print a book as comma-separated values; a doubt, or that there is none, on standard error."""
    from toadstone.engines.answer import Status
    from toadstone.view.answer_page import answer_verdict

    if answer.status is not Status.OPTIMAL:
        tell(f"toadstone: {answer_verdict(answer)}\n")
    write_csv(answer.details.get("book", ()), ["position", "reply"])
