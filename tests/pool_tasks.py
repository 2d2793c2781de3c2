"""Tasks for a pool of worker processes: each is given a context, here a number, and a budget.

The module imports nothing of Toadstone, because every process of a pool imports it.
"""

import os
import signal
import sys
import time
from pathlib import Path


def seven():
    """Make the context."""
    return 7


def no_context():
    """Fail to make a context."""
    raise ValueError("no context")


def context_of(context, budget):
    """Return the context."""
    return context


def pid(context, budget):
    """Return the number of the process."""
    return os.getpid()


def limits(context, budget):
    """Return the limits of the budget."""
    return budget.limits


def attentive(context, budget):
    """Work on, and look at the clock all the time."""
    while True:
        budget.tell("at work")
        time.sleep(0.001)


def deaf(context, budget):
    """Sleep for half a minute, whatever the budget says."""
    time.sleep(30)


def slow_work(context, line, budget):
    """Find nothing about a game for long, whatever the budget says."""
    deaf(context, budget)


def fatal(context, budget):
    """End the process, with a word on standard error."""
    sys.stderr.write("out of acorns\n")
    sys.stderr.flush()
    os.kill(os.getpid(), signal.SIGKILL)


def fatal_once(path, context, budget):
    """End the process where a file is not there yet; return the context where it is."""
    if not Path(path).exists():
        Path(path).touch()
        fatal(context, budget)
    return context


def unsendable(context, budget):
    """Return what no process can send to another, after a word on standard output."""
    os.write(1, b"a library prints")
    return lambda: None


def short_of_memory(context, budget):
    """Fail as where memory is short."""
    raise MemoryError("no room")
