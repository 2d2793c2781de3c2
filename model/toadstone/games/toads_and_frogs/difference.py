"""Rows with a value beside them: the winner of both together shows how they compare.

G - v is the sum of G and the game -v. The value of G is at least v if the toads win G - v when the
frogs move first, and at most v if the frogs win it when the toads move first (Winning Ways,
chapter 1). The game -v is played by its canonical form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import Field

from toadstone.combinatorial import parse
from toadstone.combinatorial.notation import names_of
from toadstone.core.errors import RequestError
from toadstone.core.question import Question
from toadstone.core.rows import RowRules
from toadstone.core.rules import IllegalMoveError, Outcome, TwoPlayerRules
from toadstone.games.toads_and_frogs.questions import AT_LEAST, COMPARE_WITH
from toadstone.games.toads_and_frogs.rules import (
    FROGS,
    OTHER,
    SIDES,
    TOADS,
    State,
    ToadsAndFrogsRules,
)
from toadstone.games.toads_and_frogs.scenario import MOST_BITS, Move, ToadsAndFrogsScenario

COMPARISONS = frozenset({AT_LEAST.name, COMPARE_WITH.name})
_BESIDE = re.compile(r"\[([^\[\] ]+)\]")


class Difference(ToadsAndFrogsScenario):
    """A scenario with a game beside its rows; no file states it, a question makes it."""

    beside: str = Field("0", exclude=True, description="The value of the game beside the rows.")


def as_asked(
    scenario: ToadsAndFrogsScenario, ask: tuple[Question, ...], values: Mapping[str, Any]
) -> ToadsAndFrogsScenario:
    """Return the scenario of the question: for a comparison with v, the rows with -v beside."""
    if ask[0].name not in COMPARISONS or ask[0].stated is None:
        return scenario
    return Difference.changing(scenario, beside=str(-parse(ask[0].stated)))


def bits_of(scenario: ToadsAndFrogsScenario) -> int:
    """Return the cells of all rows, and one for each two neighbouring rows."""
    return sum(map(len, scenario.start)) + len(scenario.start) - 1


def expect_short(scenario: ToadsAndFrogsScenario) -> None:
    """Raise RequestError if the rows are too long for the compiled search."""
    if (bits := bits_of(scenario)) > MOST_BITS:
        raise RequestError(f"expected rows of up to {MOST_BITS} cells for this, found {bits}")


def rules_of(scenario: ToadsAndFrogsScenario) -> TwoPlayerRules[Any, Any]:
    """Return the reference simulator of a scenario."""
    if isinstance(scenario, Difference):
        return DifferenceRules(scenario)
    return ToadsAndFrogsRules(scenario)


@dataclass(frozen=True, order=True)
class BesideMove:
    """A move in the game beside the rows: the value after it."""

    beside: str

    def __str__(self) -> str:
        return f"[{self.beside}]"


AnyMove = Move | BesideMove


@dataclass(frozen=True)
class DifferenceState(State):
    """The rows with the value of the game beside them, which follows them in square brackets."""

    beside: str = "0"

    @property
    def position(self) -> str:
        """The rows, the game beside them and the side whose turn it is."""
        return f"{self.between.join(self.rows)}+[{self.beside}] {self.turn}"

    @classmethod
    def read(cls, text: str) -> DifferenceState:
        """Return the state with this text form; raise ValueError when there is none."""
        match = re.fullmatch(rf"(.+)\+{_BESIDE.pattern}( .+)", text)
        if match is None:
            raise ValueError(f"not the text form of a state: {text!r}")
        state = State.read(match[1] + match[3])
        return cls(state.rows, state.turn, state.plies, match[2])


def beside_of(state: State) -> str | None:
    """Return the value of the game beside the rows of a state; None if there is none."""
    return state.beside if isinstance(state, DifferenceState) else None


class DifferenceRules(RowRules[DifferenceState, AnyMove]):
    """The rules of rows with a game beside them; a ply is a move in a row or in that game."""

    sides = SIDES

    def __init__(self, scenario: Difference) -> None:
        self.scenario = scenario
        self._of_rows = ToadsAndFrogsRules(scenario)

    def start(self) -> DifferenceState:
        """Return the rows and the game beside them; the frogs begin.

        So the winner shows whether the rows are worth at least the value.
        """
        return DifferenceState(self.scenario.start, FROGS, beside=self.scenario.beside)

    def legal_moves(self, state: DifferenceState) -> tuple[AnyMove, ...]:
        """Return the moves in the rows, from left to right, then those in the game beside."""
        options = _options_of(state.beside, state.turn)
        return (*self._of_rows.legal_moves(state), *map(BesideMove, options))

    def why_illegal(self, state: DifferenceState, move: AnyMove) -> str | None:
        """Say why the move is not legal in this state, or return None when it is."""
        if self.outcome(state) is not None:
            return "the game is over"
        if isinstance(move, Move):
            if self._of_rows.outcome(state) is not None:
                return f"{state.turn} can move only in the game beside the rows"
            return self._of_rows.why_illegal(state, move)
        options = _options_of(state.beside, state.turn)
        if move.beside in options:
            return None
        choice = f"only to {' or '.join(options)}" if options else "nowhere"
        return f"{state.turn} can move from [{state.beside}] {choice}"

    def play(self, state: DifferenceState, move: AnyMove) -> DifferenceState:
        """Return the state after the move; raise IllegalMoveError when it is not legal."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        rows, beside = state.rows, state.beside
        if isinstance(move, Move):
            rows = self._of_rows.play(state, move).rows
        else:
            beside = move.beside
        return DifferenceState(rows, OTHER[state.turn], state.plies + 1, beside)

    def outcome(self, state: DifferenceState) -> Outcome | None:
        """Return that the side to move has lost when it cannot."""
        can_move_beside = _options_of(state.beside, state.turn)
        return None if can_move_beside else self._of_rows.outcome(state)

    def observe(self, state: DifferenceState) -> Mapping[str, int]:
        """Return the content of every cell."""
        return self._of_rows.observe(state)

    def read_move(self, text: str) -> AnyMove:
        """Return the move with this text form."""
        match = _BESIDE.fullmatch(text)
        return Move.read(text) if match is None else BesideMove(match[1])


@lru_cache(2**16)
def _options_of(beside: str, side: str) -> tuple[str, ...]:
    """Return the options of a side in the game beside."""
    form = parse(beside)
    names = names_of(form)  # all at once: one by one, a nimber takes the cube of its size
    return tuple(
        names.get(each) or str(each) for each in (form.left if side == TOADS else form.right)
    )
