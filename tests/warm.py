"""Processes of the command line that need not load what the tests have loaded already.

`subprocess` forks, calls `preexec_fn` in the new process, and then starts the program. What `warm`
returns never comes back from that call: it runs the command line there. To all others it is a
process like every other, with its own streams, folder, environment, signals and exit status. It
shows nothing of what a new interpreter does: start-up, imports, locale, limits on memory.
"""

import os
import signal
import sys
import threading
import traceback
from io import TextIOWrapper

from toadstone_cli.__main__ import run


def warm(command, environment=None, before=None):
    """Return what runs `python -m toadstone_cli ...` as the `preexec_fn` of its own process.

    `environment` are the variables of the process, by default those of the tests; `before` is
    called first.
    """
    *start, arguments = command[:3], command[3:]
    assert start == [[sys.executable, "-m", "toadstone_cli"]]

    def as_if_started():
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # so that `subprocess` does not wait for exec
        status = 1
        try:
            _become_new(arguments, environment)
            if before:
                before()
            status = _status_of_run()
        except BaseException:
            os.write(2, traceback.format_exc().encode())
        finally:
            os._exit(status)

    return as_if_started


def _become_new(arguments, environment):
    """Make this process what a new interpreter is."""
    if environment is not None:
        os.environ.clear()
        os.environ.update(environment)
    sys.argv = ["toadstone", *arguments]
    sys.stdin = sys.__stdin__ = _stream(0, "rb")
    sys.stdout = sys.__stdout__ = _stream(1, "wb", line_buffering=os.isatty(1))
    sys.stderr = sys.__stderr__ = _stream(2, "wb", line_buffering=True, errors="backslashreplace")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_IGN)


def _stream(number, mode, **more):
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    return TextIOWrapper(open(number, mode, closefd=False), encoding=encoding, **more)


def _status_of_run():
    """Run the command line to its end; return the exit status."""
    status = 0
    try:
        run()
    except SystemExit as ending:
        status = ending.code or 0
    threading._shutdown()
    sys.stdout.flush()
    return status
