"""Questions about a scenario."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum


class Sense(StrEnum):
    """The direction in which a question wants its figure to go."""

    SATISFY = "satisfy"
    """Any plan will do; there is no figure."""
    MAXIMISE = "maximise"
    """The largest figure is the best."""
    MINIMISE = "minimise"
    """The smallest figure is the best."""
    POSITION = "position"
    """The value of a position under perfect play of both sides; there is no best plan."""


@dataclass(frozen=True)
class Argument:
    """The argument of a question, as `1*` in `compare-with=1*`.

    Attributes:
        name: what messages call it, such as VALUE.
        read: returns what was stated in its usual form; raises InputError where it cannot be read.
    """

    name: str
    read: Callable[[str], str] = field(compare=False)


@dataclass(frozen=True)
class Question:
    """One question: the figure it is about, and which way that figure should go.

    `figure` names an entry of what the rules measure (`Rules.figures`); it is None exactly when
    the sense is SATISFY or POSITION. `changes_scenario` marks a question that leaves a part of the
    scenario itself to the solver; what is asked beside it depends on that part, so it has to come
    first. `argument` is what has to be stated with it, `stated` what is, once it is asked.
    """

    name: str
    sense: Sense
    figure: str | None
    meaning: str
    changes_scenario: bool = False
    argument: Argument | None = None
    stated: str | None = None

    def __str__(self) -> str:
        return self.name if self.stated is None else f"{self.name}={self.stated}"

    @property
    def aim(self) -> str:
        """The aim: `satisfy`, `position`, or a sense with its figure."""
        aim = str(self.sense) if self.figure is None else f"{self.sense} {self.figure}"
        return f"{aim}, left open" if self.changes_scenario else aim

    @property
    def form(self) -> str:
        """The question as it is typed: its name, and its argument."""
        return self.name if self.argument is None else f"{self.name}={self.argument.name}"

    def with_stated(self, text: str) -> Question:
        """Return the question with what is stated with it; raise InputError if it is unreadable."""
        return self if self.argument is None else replace(self, stated=self.argument.read(text))


WINNER = Question("winner", Sense.POSITION, None, "who wins when both sides play perfectly")
REMOTENESS = Question(
    "remoteness",
    Sense.POSITION,
    None,
    "the number of plies, if the winner hurries and the loser delays",
)
BEST_MOVES = Question("best-moves", Sense.POSITION, None, "who wins, and every best move")
"""Questions about a position of any two-player game."""

VALUE = Question(
    "value", Sense.POSITION, None, "the value as a combinatorial game, the first side Left"
)
"""The question about a game in which a side that cannot move loses."""
