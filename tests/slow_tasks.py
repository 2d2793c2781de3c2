"""Tasks that take their time, for the process of an assistant; they are no part of a game."""

import os
import signal
import sys
import time
from dataclasses import dataclass

from toadstone.play.tasks import Task


@dataclass(frozen=True)
class Attentive(Task):
    """Works for some seconds, and stops when it is told to."""

    advised = False

    def done_at(self, desk, budget):
        """Look at the clock all the time."""
        while True:
            budget.tell("at work")
            time.sleep(0.001)


@dataclass(frozen=True)
class Deaf(Task):
    """Works for some seconds, whatever it is told."""

    advised = False

    def done_at(self, desk, budget):
        """Sleep."""
        time.sleep(self.seconds)


@dataclass(frozen=True)
class Fatal(Task):
    """Ends the process that works on it, with a word on standard error."""

    advised = False

    def done_at(self, desk, budget):
        """Give the process the worst signal there is."""
        sys.stderr.write("out of acorns\n")
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Number(Task):
    """The number of the process that works on it."""

    advised = False

    def done_at(self, desk, budget):
        """Return the number."""
        return os.getpid()


@dataclass(frozen=True)
class Chatty(Task):
    """Returns what no process can send to another, after a word on standard output."""

    advised = False

    def done_at(self, desk, budget):
        """Return a function."""
        os.write(1, b"a library prints")
        return lambda: None


@dataclass(frozen=True)
class Threads(Task):
    """Says how many threads its work may have."""

    advised = False

    def done_at(self, desk, budget):
        """Look at the budget."""
        return budget.limits.workers
