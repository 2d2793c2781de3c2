"""The option `--certificate`, which `solve` and `prove` share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from toadstone_cli.output import tell
from toadstone_cli.progress import LiveLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toadstone.certificate import Certifier
    from toadstone.core.answer import Answer
    from toadstone.core.budget import Limits, Watch
    from toadstone.core.question import Question
    from toadstone.files.scenario import Scenario
    from toadstone.game import AnyGame

CertificatePath = Annotated[
    str | None,
    typer.Option(
        "--certificate",
        metavar="FILE",
        help="Write the proof of the answer, for 'verify'; gzipped when FILE ends in .gz.",
    ),
]


def certifier_for(
    path: str | None, game: AnyGame, scenario: Scenario, ask: Sequence[Question]
) -> Certifier | None:
    """Return what makes the certificate that is asked for; refuse early what must fail."""
    if path is None:
        return None
    from toadstone.certificate import expect_writable
    from toadstone.core.errors import RequestError

    for question in ask:
        if reason := game.why_uncertified(question):
            raise RequestError(f"--certificate: there are none for `{question}`: {reason}")
    expect_writable(path)
    return game.certifier(scenario)


def keep_certificate(
    path: str | None, certifier: Certifier | None, answer: Answer, limits: Limits
) -> str | None:
    """Write the certificate of a proven answer; return where it is, or None without one.

    What the answer has left of the time limit is what the certificate may take.
    """
    if path is None or certifier is None:
        return None
    from toadstone.certificate import is_proven, write_certificate
    from toadstone.core.budget import Watch

    if not is_proven(answer):
        tell("toadstone: no certificate: the answer is undecided\n")
        return None
    watch = Watch(limits.less(answer.seconds.total))
    with watch.stoppable(), LiveLine("making the certificate") as line:

        def hear(words: str) -> None:
            line.tell(words)
            watch.keep_going()

        write_certificate(path, certifier, answer, hear)
        return path
    tell(f"toadstone: no certificate: {_why_stopped(watch)}\n")
    return None


def _why_stopped(watch: Watch) -> str:
    if watch.out_of_memory:
        return "there is not enough memory"
    return "interrupted" if watch.interrupted else "the time limit is reached"
