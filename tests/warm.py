"""Processes of the command line that need not load what the tests have loaded already.

`subprocess` forks, calls `preexec_fn` in the new process, and then starts the program. What `warm`
returns never comes back from that call: it runs the command line there. To all others it is a
process like every other, with its own streams, folder, environment, signals and exit status. It
shows nothing of what a new interpreter does: start-up, imports, locale, limits on memory.
"""

import os
import shlex
import signal
import subprocess
import sys
import threading
import traceback
from io import TextIOWrapper

from toadstone_cli.__main__ import run

PIPES = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}


def command_line(*words):
    """Return the line of a process: its words one by one, or all of it as one text."""
    line = shlex.split(words[0]) if len(words) == 1 else map(str, words)
    return [sys.executable, "-m", "toadstone_cli", *line]


def process_environment(**changes):
    """Return the variables of a process on a usual terminal."""
    ambient = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM"}
    kept = {name: value for name, value in os.environ.items() if name not in ambient}
    return kept | {"TERM": "xterm-256color"} | changes


def start_process(*words, environment=None, before=None, **options):
    """Start a command line in a process of its own, its output in pipes where nothing else is said.

    `environment` are variables to change, `before` is called first, and `options` are those of
    `subprocess.Popen`.
    """
    command, variables = command_line(*words), process_environment(**environment or {})
    started = warm(command, variables, before)
    return subprocess.Popen(command, env=variables, preexec_fn=started, **PIPES | options)


def run_process(*words, **options):
    """Run a command line as `start_process` starts it, to its end; `input` is what it reads."""
    typed = options.pop("input", None)
    text = {"encoding": "utf-8", "errors": "surrogateescape"}
    stdin = {} if typed is None else {"stdin": subprocess.PIPE}
    with start_process(*words, **text | options | stdin) as process:
        outputs = process.communicate(typed)
    return subprocess.CompletedProcess(process.args, process.returncode, *outputs)


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
