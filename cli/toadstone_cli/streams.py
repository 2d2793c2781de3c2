"""Standard output and standard error: results, errors, and the exit statuses of commands."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TextIO

from toadstone.core.errors import (
    BrokenGameError,
    DefectError,
    InputError,
    Place,
    RequestError,
    ToadstoneError,
)
from toadstone.files.messages import printable
from toadstone.view.layout import page_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from toadstone.core.budget import Budget
    from toadstone.engines.answer import Answer
    from toadstone.proofs.explanation import Explanation


class ExitStatus(IntEnum):
    """The exit statuses of commands."""

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

    @classmethod
    def of(cls, answer: Answer) -> ExitStatus:
        """Return the exit status that goes with an answer."""
        from toadstone.engines.answer import INTERRUPTED, Status

        if answer.confirmed_why == INTERRUPTED:
            return cls.INTERRUPTED
        if answer.status is Status.OPTIMAL:
            return cls.ANSWERED
        return cls.IMPOSSIBLE if answer.status is Status.INFEASIBLE else cls.of_stopped(answer)

    @classmethod
    def of_stopped(cls, work: Answer | Budget | Explanation) -> ExitStatus:
        """Return the exit status of work that an interrupt or a limit ended before its end."""
        return cls.INTERRUPTED if work.interrupted else cls.UNDECIDED

    @classmethod
    def of_defect(cls) -> ExitStatus:
        """Return the exit status of a contradiction; rules from outside are a file like others."""
        from toadstone.engines.instance import tried_games

        return cls.UNUSABLE_FILE if tried_games() else cls.DEFECT


STDOUT = "<stdout>"
"""The name of standard output in errors, where others name a file."""


def write_json(value: object) -> bool:
    """Print one JSON object on one line; say whether anybody still reads."""
    return write(json.dumps(value) + "\n")


def write_result(
    result: Any,
    page: Iterable[RenderableType] | None = None,
    *,
    json: bool,
) -> None:
    """Print a result as JSON, or as its page, by default the one of `print`."""
    if json:
        write_json(result.to_json())
        return
    if page is None:
        from toadstone.shown import parts_of

        page = parts_of(result)
    write_page(*page)


def write_page(*parts: RenderableType) -> bool:
    """Print renderables, styled on a terminal; say whether anybody still reads."""
    return write(page_text(parts, styled=can_be_styled(_results())))


def can_be_styled(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal that takes colours and moves of the cursor."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream is not None and stream.isatty() and not plain


def write(text: str) -> bool:
    """Write to standard output; say whether anybody still reads.

    Raises:
        InputError: the text cannot be written, for instance because a disk is full.
    """
    stream = _results()
    if stream is None:
        raise InputError("cannot write: it is closed", Place(STDOUT))
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        _forget(stream)
        return False
    except OSError as error:
        _forget(stream)
        reason = error.strerror or str(error)
        raise InputError(f"cannot write: {reason}", Place(STDOUT)) from None
    return True


_kept: list[TextIO] = []


def keep_results() -> None:
    """Lead all but results to standard error, what is written without Python included."""
    if (stream := _results()) is not None:
        _kept.append(os.fdopen(os.dup(1), "w", -1, stream.encoding, stream.errors))
        os.dup2(2, 1)


def _results() -> TextIO | None:
    return _kept[0] if _kept else getattr(sys.stdout, "results", sys.stdout)


@dataclass(frozen=True)
class Aside:
    """Standard output to all but `write`: what the rules of a game print goes to standard error."""

    results: TextIO

    def write(self, text: str) -> int:
        """Write to standard error."""
        tell(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.results, name)


def _forget(stream: TextIO) -> None:
    """Lead a stream that takes nothing any more to where it does no harm."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(text: str) -> None:
    """Write to standard error, if there is one that takes it."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _forget(sys.stderr)


def write_error(error: ToadstoneError, *, as_json: bool) -> ExitStatus:
    """Report an error and return the exit status that goes with it.

    An error of standard output itself goes to standard error, even with `--json`.
    """
    if isinstance(error, InputError | BrokenGameError):
        status = ExitStatus.UNUSABLE_FILE
    else:
        status = ExitStatus.USAGE if isinstance(error, RequestError) else ExitStatus.of_defect()
    place = error.place if isinstance(error, InputError) else None
    if not as_json or (place and place.file == STDOUT):
        tell_error(error)
        return status
    try:
        write_failure(_in_words(error), as_json=True, place=place)
    except InputError as unwritable:
        return write_error(unwritable, as_json=False)
    return status


def tell_error(error: ToadstoneError) -> None:
    """Write an error to standard error, with its place and the line where it has them."""
    place = error.place if isinstance(error, InputError) else None
    write_failure(_in_words(error), as_json=False, place=place)
    if place and place.column and isinstance(error, InputError) and error.line_text:
        from rich.cells import cell_len

        before = " " * cell_len(error.line_text[: place.column - 1])
        tell(f"    {error.line_text}\n    {before}^\n")
    for note in getattr(error, "__notes__", ()):
        tell(printable(note) + "\n")


def write_failure(
    message: str, kind: str = "error: ", *, as_json: bool, place: Place | None = None
) -> None:
    """Report what went wrong: to programs as the contract's JSON object, to people in one line."""
    if as_json:
        where = vars(place) if place else dict.fromkeys(("file", "line", "column"))
        write_json({"status": "error", "error": {"message": message} | where})
    else:
        tell(printable(f"{place or 'toadstone'}: {kind}{message}") + "\n")


def _in_words(error: ToadstoneError) -> str:
    if isinstance(error, DefectError):
        return f"{culprit()}, there is no answer: {error}"
    return error.typed if isinstance(error, RequestError) else str(error)


def culprit() -> str:
    """Return whose fault a contradiction is: that of a game from outside, where one is used."""
    from toadstone.engines.instance import tried_games

    if games := tried_games():
        name = " or ".join(f"`{each}`" for each in games)
        return f"the rules of {name} break a promise, or Toadstone has a defect (check_game tells)"
    return "a defect of Toadstone"
