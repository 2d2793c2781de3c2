"""What can go wrong, each kind an exception of its own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """Where in a file something stands; lines and columns count from 1."""

    file: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)


class ToadstoneError(Exception):
    """Any error that Toadstone itself raises."""


class InputError(ToadstoneError):
    """A scenario, plan or certificate file that cannot be used.

    Attributes:
        message: what is wrong, and what was expected.
        place: where; None where the input is no file.
        line_text: the line of the file; None where it cannot be shown.
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
        """The file."""
        return self.place.file if self.place else None

    @property
    def line(self) -> int | None:
        """The line, counted from 1; None where no line is to blame."""
        return self.place.line if self.place else None

    @property
    def column(self) -> int | None:
        """The column, counted from 1; None where no column is to blame."""
        return self.place.column if self.place else None


class RequestError(ToadstoneError):
    """A request that does not fit the scenario: a question or option the game does not have."""


class LimitReachedError(ToadstoneError):
    """The time limit or an interrupt came before the work in hand was done."""


class DefectError(ToadstoneError):
    """A defect of Toadstone; `reproduction`, where there is one, is a scenario that shows it."""

    reproduction: str | None = None


class DisagreementError(DefectError):
    """The model and the reference simulator say different things."""


class ModelInvalidError(DefectError):
    """CP-SAT refuses the model."""
