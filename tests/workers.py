"""Worker processes in tests: which there are, and tasks for them.

Each task is given a context, here a number, and a budget. The module imports nothing of Toadstone,
because every process of a pool imports it.
"""

import os
import signal
import time
from pathlib import Path


def workers_of(process):
    """Return the worker processes of a process, by number."""
    children = "".join(
        each.read_text() for each in Path(f"/proc/{process}/task").glob("*/children")
    ).split()
    return [child for child in map(int, children) if _is_worker(command_of(child))]


def _is_worker(command):
    return b"toadstone.workers" in command or b"spawn_main" in command


def command_of(process):
    """Return the command line of a process; nothing where it is gone."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


def wait_until(so):
    """Wait until something is so, at most a minute."""
    deadline = time.monotonic() + 60
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def no_room_for_threads(*_):
    """Fail to start a thread, as Python does where memory is short."""
    raise RuntimeError("can't start new thread")


# Tasks


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
    """End the process."""
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
