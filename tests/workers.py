"""Worker processes in tests: which there are, and threads for which there is no room."""

import time
from pathlib import Path


def workers_of(process):
    """Return the worker processes of a process, by number."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
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
