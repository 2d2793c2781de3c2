"""What a person types: at a prompt on a terminal, or piped in, a line at a time."""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress
from io import TextIOWrapper

from toadstone_cli.output import tell


class TypedLines:
    """Lines of standard input; `number` is that of the last one, counted from 1.

    Args:
        apart: whether prompts are to keep out of standard output.

    Raises:
        InputError: there is no standard input.
    """

    def __init__(self, *, apart: bool) -> None:
        if sys.stdin is None:
            from toadstone.core.errors import InputError, Place

            raise InputError("cannot read: it is closed", Place("<stdin>"))
        self.number = 0
        self._apart = apart or sys.stdout is None or not sys.stdout.isatty()
        self.terminal = sys.stdin.isatty()
        if self.terminal:
            with suppress(ImportError):
                importlib.import_module("readline")  # `input` then lets people edit the line
        elif isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="backslashreplace")

    def next(self, prompt: str) -> str | None:
        """Return the next line without spaces around it, or None when there are no more.

        On a terminal an empty line counts; elsewhere empty lines are left out, and `#` starts a
        comment, as in a plan.
        """
        while True:
            line = self._typed(prompt) if self.terminal else sys.stdin.readline()
            if not line:
                return None
            self.number += 1
            text = line.strip() if self.terminal else line.partition("#")[0].strip()
            if text or self.terminal:
                return text

    def _typed(self, prompt: str) -> str:
        """Return what is typed with its line end, or nothing when the person is done (Ctrl-D)."""
        if self._apart:
            tell(prompt)
            return sys.stdin.readline()
        try:
            return input(prompt) + "\n"
        except EOFError:
            tell("\n")
            return ""
