"""The exceptions of Toadstone."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path

MOST_DIGITS = 30
"""Of a number in a scenario; no figure needs as many."""


def text_of(value: object) -> str:
    """Return the text of a value; Python refuses that of a number with thousands of digits."""
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        return f"a number of over {MOST_DIGITS} digits"
    return str(value)


def in_one_line(error: BaseException, folder: Path | None = None) -> str:
    """Return an error that nothing expected on one line, with the place where it was raised.

    With a folder, that is the last place in one of its files.
    """
    frames = frames_in(error, folder or Path())
    where = ""
    if frames and not isinstance(error, SyntaxError):
        where = f" ({line_of_file(frames[-1].filename, frames[-1].lineno)})"
    return f"{type(error).__name__}: {error}".replace("\n", " ") + where


def line_of_file(file: str, line: int | None) -> str:
    """Return a place in a file of Python in words."""
    path = Path(file)
    name = f"{path.parent.name}/{path.name}" if path.name == "__init__.py" else path.name
    return f"{name}, line {line}"


def frames_in(error: BaseException, folder: Path) -> list[traceback.FrameSummary]:
    """Return the places in the files of a folder, or in any, that an error came through."""
    frames = traceback.extract_tb(error.__traceback__)
    return [each for each in frames if folder == Path() or folder in Path(each.filename).parents]


def blame(error: BaseException, defect: str = "a defect of Toadstone") -> str:
    """Return an error that nothing expected in one line; its first words say whose fault it is."""
    whose = "the system refuses" if isinstance(error, OSError) else defect
    return f"{whose}: {in_one_line(error)}"


@dataclass(frozen=True)
class Place:
    """A position in a file; lines and columns count from 1."""

    file: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)


class ToadstoneError(Exception):
    """The base of all errors that Toadstone raises."""


class InputError(ToadstoneError):
    """A scenario, plan or certificate file that cannot be used.

    Attributes:
        message: what is wrong, and what was expected.
        place: the position in the file; None if the input is not a file.
        line_text: the text of the line; None if it cannot be shown.
    """

    def __init__(
        self, message: str, place: Place | None = None, line_text: str | None = None
    ) -> None:
        super().__init__(message, place, line_text)
        self.message = message
        self.place = place
        self.line_text = line_text

    def __str__(self) -> str:
        return self.message

    @property
    def file(self) -> str | None:
        """The name of the file; None if the input is not a file."""
        return self.place.file if self.place else None

    @property
    def line(self) -> int | None:
        """The line, counted from 1; None if the error has no line."""
        return self.place.line if self.place else None

    @property
    def column(self) -> int | None:
        """The column, counted from 1; None if the error has no column."""
        return self.place.column if self.place else None


class RequestError(ToadstoneError):
    """A request that does not fit, such as a question or option that the game does not have.

    Attributes:
        typed: the message for the command line, with arguments as options: `--turn` for `turn`.
    """

    def __init__(self, message: str, typed: str | None = None) -> None:
        super().__init__(message)
        self.typed = typed or message

    @classmethod
    def about(cls, argument: str, message: str) -> RequestError:
        """Return the error for an argument that is an option of the command line, too."""
        return cls(f"{argument}: {message}", f"--{argument}: {message}")


class LackError(RequestError):
    """A request that needs a library which is not installed here."""


def lack_or(error: BaseException) -> BaseException:
    """Return LackError for a library of engines that cannot be imported; else the error itself."""
    if isinstance(error, ModuleNotFoundError):
        library = (error.name or str(error)).partition(".")[0]
        if library in {"numba", "numpy", "ortools"}:
            return LackError(f"this needs {library}, which is not installed here")
    return error


class LimitReachedError(ToadstoneError):
    """The time limit or an interrupt ended the work too early."""


class UnconfirmedError(ToadstoneError):
    """A result that cannot be derived a second time; the message says why."""


class BrokenGameError(ToadstoneError):
    """A game outside Toadstone that breaks a promise of its parts; the message says which."""


class DefectError(ToadstoneError):
    """A defect of Toadstone."""


class DisagreementError(DefectError):
    """Two parts that state the rules separately disagree."""


class ModelInvalidError(DefectError):
    """CP-SAT rejects the model as invalid."""
