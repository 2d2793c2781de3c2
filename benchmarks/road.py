"""The road of one answer: what runs, and what is loaded, for one command.

    python benchmarks/road.py solve first-crossing

The command runs twice in this process. The second run is traced, so that imports do not count:

- files: modules of Toadstone in which a function ran;
- functions: functions and methods that ran, without those that Python writes for a class;
- hand-overs: those of them that a function of another file called;
- modules: modules of Toadstone that the first run loaded, in a process of its own;
- start: CPU time of that process in seconds, the least of several.

Other counts come from other checkouts: run this file with the Python of their environment.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import threading
from contextlib import redirect_stderr, redirect_stdout
from inspect import CO_OPTIMIZED
from types import CodeType, FrameType

PACKAGES = {"toadstone", "toadstone_cli", "toadstone_checker"}
LOADED = """
import sys
from toadstone.core.process import load_less
load_less()
from toadstone_cli.main import app
try:
    app(sys.argv[1:])
except SystemExit:
    pass
print("\\n".join(sys.modules), file=sys.stderr)
"""


def is_ours(name: str) -> bool:
    """Return whether a module belongs to Toadstone."""
    return name.partition(".")[0] in PACKAGES


class Road:
    """The functions that ran, by file, and those that other files called."""

    def __init__(self) -> None:
        self.ran: dict[CodeType, str] = {}
        self.handed_over: dict[CodeType, str] = {}

    def follow(self, frame: FrameType, event: str, _: object) -> None:
        """Take in an event of the profiler."""
        if event != "call" or (file := _file_of(frame)) is None:
            return
        self.ran[frame.f_code] = file
        caller = frame.f_back
        while caller is not None and (calling := _file_of(caller)) is None:
            caller = caller.f_back
        if caller is not None and calling != file:
            self.handed_over[frame.f_code] = file


def _file_of(frame: FrameType) -> str | None:
    """Return the module of a function of Toadstone; None of everything else."""
    code, name = frame.f_code, str(frame.f_globals.get("__name__", ""))
    written = code.co_flags & CO_OPTIMIZED and code.co_filename != "<string>"
    return name if written and is_ours(name) and not code.co_name.startswith("<") else None


def run(arguments: list[str]) -> None:
    """Run a command, and throw away what it prints."""
    from toadstone_cli.main import app

    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            app(arguments)
    except SystemExit:
        pass


def traced(arguments: list[str]) -> Road:
    """Run a command twice, and follow the second run."""
    from toadstone.core.process import load_less

    load_less()
    run(arguments)
    road = Road()
    threading.setprofile(road.follow)
    sys.setprofile(road.follow)
    run(arguments)
    sys.setprofile(None)
    threading.setprofile(None)
    return road


def loaded_modules(arguments: list[str]) -> list[str]:
    """Return the modules of Toadstone that a command loads in a new process."""
    command = [sys.executable, "-c", LOADED, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return sorted(filter(is_ours, done.stderr.split()))


def cpu_seconds(arguments: list[str]) -> float:
    """Return the CPU time of a command in a new process, in seconds."""
    before = os.times()
    command = [sys.executable, "-m", "toadstone_cli", *arguments]
    subprocess.run(command, capture_output=True, check=False)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def main() -> None:
    """Count, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5, help="processes that are timed")
    parser.add_argument("--files", action="store_true", help="list the files")
    options, command = parser.parse_known_args()
    road, modules = traced(command), loaded_modules(command)
    files = sorted(set(road.ran.values()))
    seconds = min(cpu_seconds(command) for _ in range(options.runs))
    lines = [
        f"files      {len(files):6}",
        f"functions  {len(road.ran):6}",
        f"hand-overs {len(road.handed_over):6}",
        f"modules    {len(modules):6}",
        f"start      {seconds:6.2f} s of CPU time",
    ]
    for file in files if options.files else ():
        named = sorted(code.co_name for code, at in road.handed_over.items() if at == file)
        lines.append(f"  {file}: {', '.join(named)}")
    if options.files:
        lines += ["loaded, and not on the road:", *sorted({*modules} - {*files})]
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
