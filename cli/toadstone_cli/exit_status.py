"""The exit statuses, as the command line promises them."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toadstone.engines.answer import Answer


class ExitStatus(IntEnum):
    """What a script learns from how a command ended."""

    ANSWERED = 0
    """A plan was found, a position was solved, a plan or certificate is valid."""
    USAGE = 2
    """The command line is wrong."""
    IMPOSSIBLE = 10
    """Proven: no plan exists; for `check` and `verify`: the plan or certificate is invalid."""
    UNDECIDED = 20
    """A limit of time or memory was reached first; what was found so far is printed."""
    UNUSABLE_FILE = 30
    """The scenario, plan or certificate file cannot be used; the message says where and why."""
    DEFECT = 40
    """Model and simulator disagree, or another defect; nothing is printed as an answer."""
    INTERRUPTED = 130
    """Interrupted by Ctrl-C; what was found so far is printed."""
    TERMINATED = 143
    """Ended by SIGTERM, as `timeout` sends it; what was found so far is printed."""


HELP = """\b
Exit status:
  0    answered: a plan was found, or the plan or certificate is valid
  2    wrong command line
  10   proven impossible: no plan exists; or plan or certificate is invalid
  20   undecided: a limit was reached first
  30   a scenario, plan or certificate file cannot be used
  40   defect: model and simulator disagree; please report it
  130  interrupted by Ctrl-C
  143  ended by SIGTERM
"""


def status_of(answer: Answer) -> ExitStatus:
    """Return the exit status that goes with an answer.

    A move that a method was asked to choose is answered, though nothing proves it best.
    """
    from toadstone.engines.answer import INTERRUPTED, Status

    chosen = answer.position is not None and answer.caveat is not None
    if answer.confirmed_why == INTERRUPTED:
        return ExitStatus.INTERRUPTED
    if answer.status is Status.OPTIMAL or chosen:
        return ExitStatus.ANSWERED
    if answer.status is Status.INFEASIBLE:
        return ExitStatus.IMPOSSIBLE
    return ExitStatus.INTERRUPTED if answer.interrupted else ExitStatus.UNDECIDED
