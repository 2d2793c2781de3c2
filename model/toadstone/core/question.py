"""Questions about a scenario, and which of them, with which of its keys, a part supports."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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


@dataclass(frozen=True)
class Support:
    """The questions and keys that a part of a game supports; it refuses all others.

    Attributes:
        questions: the aim of each question by its name, such as `maximise hp`, see `Question.aim`.
        keys: the keys of scenario files, such as `require.max_moves`; None for a part that is
            derived from the simulator or the model, and states what that states.
        figures: figures about which the part supports every question.
    """

    questions: Mapping[str, str] = field(default_factory=dict)
    keys: Collection[str] | None = ()
    figures: Collection[str] = ()

    def first_unstated(self, ask: Sequence[Question], used: Collection[str]) -> str | None:
        """Name the first question or key that the part does not state; None if it states all.

        The keys in use are those of `Scenario.keys_used`.
        """
        for question in ask:
            is_free = question.figure in self.figures and not question.changes_scenario
            if self.questions.get(question.name) != question.aim and not is_free:
                return f"`{question}` ({question.aim})"
        unknown = () if self.keys is None else set(used) - set(self.keys)
        return f"`{min(unknown)}`" if unknown else None


def named(words: str) -> frozenset[str]:
    """Return the words of a text, as a part lists its keys."""
    return frozenset(words.split())


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
