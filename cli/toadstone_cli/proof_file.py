"""The option `--certificate`, which `solve` and `prove` share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from toadstone_cli.output import tell
from toadstone_cli.progress import LiveLine

if TYPE_CHECKING:
    from toadstone.core.answer import Answer
    from toadstone.core.budget import Budget, Limits
    from toadstone.core.certifier import Certifier
    from toadstone.engines.instance import Instance

CertificatePath = Annotated[
    str | None,
    typer.Option(
        "--certificate",
        metavar="FILE",
        help="Write the proof of the answer, for 'verify'; gzipped when FILE ends in .gz.",
    ),
]


def certifier_of(path: str | None, instance: Instance) -> Certifier | None:
    """Return what makes the certificate that is asked for; refuse early what must fail."""
    if path is None:
        return None
    from toadstone.certificate import expect_writable
    from toadstone.core.errors import RequestError
    from toadstone.engines.answering import certifier_for

    try:
        certifier = certifier_for(instance)
    except RequestError as error:
        raise RequestError(f"--certificate: {error}") from None
    expect_writable(path)
    return certifier


def keep_certificate(
    path: str | None, certifier: Certifier | None, answer: Answer, limits: Limits
) -> str | None:
    """Write the certificate of a proven answer; return where it is, or None without one.

    What the answer has left of the time limit is what the certificate may take.
    """
    if path is None or certifier is None:
        return None
    from toadstone.certificate import write_certificate
    from toadstone.core.budget import Budget, Listener

    if not answer.is_proven:
        tell("toadstone: no certificate: the answer is undecided\n")
        return None
    with LiveLine("making the certificate") as line:
        budget = Budget(limits.less(answer.seconds.total), Listener(tell=line.tell))
        with budget.stoppable():
            write_certificate(path, certifier, answer, budget)
            return path
    tell(f"toadstone: no certificate: {_why_stopped(budget)}\n")
    return None


def _why_stopped(budget: Budget) -> str:
    if budget.out_of_memory:
        return "there is not enough memory"
    return "interrupted" if budget.interrupted else "the time limit is reached"
