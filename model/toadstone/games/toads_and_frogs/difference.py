"""Rows with a value beside them: how a position compares with a value is a question of who wins.

G - v is the sum of G and the game -v. The value of G is at least v if the toads win G - v when the
frogs move first, and at most v if the frogs win it when the toads move first (Winning Ways,
chapter 1). The game -v is played by its canonical form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from toadstone.combinatorial import parse
from toadstone.core.errors import RequestError
from toadstone.core.question import Question
from toadstone.core.rules import IllegalMoveError, Outcome, TwoPlayerRules
from toadstone.games.toads_and_frogs.questions import AT_LEAST, COMPARE_WITH
from toadstone.games.toads_and_frogs.rules import (
    BETWEEN_ROWS,
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
    """Return what is played: for a comparison with v, the rows with -v beside."""
    if ask[0].name not in COMPARISONS or ask[0].stated is None:
        return scenario
    parts = {name: getattr(scenario, name) for name in ToadsAndFrogsScenario.model_fields}
    beside = str(-parse(ask[0].stated))
    return Difference.model_construct(**parts | {"beside": beside})


def bits_of(scenario: ToadsAndFrogsScenario) -> int:
    """Return the cells of all rows, and one for each two neighbouring rows."""
    return sum(map(len, scenario.start)) + len(scenario.start) - 1


def expect_short(scenario: ToadsAndFrogsScenario) -> None:
    """Raise RequestError where the rows are too long for the compiled search."""
    if (bits := bits_of(scenario)) > MOST_BITS:
        raise RequestError(f"expected rows of up to {MOST_BITS} cells for this, found {bits}")


def rules_of(scenario: ToadsAndFrogsScenario) -> TwoPlayerRules[Any, Any]:
    """Return the reference simulator of a scenario."""
    if isinstance(scenario, Difference):
        return DifferenceRules(scenario)
    return ToadsAndFrogsRules(scenario)


@dataclass(frozen=True, order=True)
class BesideMove:
    """A move in the game beside the rows: what it becomes."""

    beside: str

    def __str__(self) -> str:
        return f"[{self.beside}]"


AnyMove = Move | BesideMove


@dataclass(frozen=True)
class DifferenceState(State):
    """The rows, the side whose turn it is, the plies, and the value of the game beside."""

    beside: str = "0"

    @property
    def position(self) -> str:
        """The rows, the game beside them, and the side whose turn it is."""
        return f"{BETWEEN_ROWS.join(self.rows)}{BETWEEN_ROWS}[{self.beside}] {self.turn}"

    @classmethod
    def read(cls, text: str) -> DifferenceState:
        """Return the state with this text form; raise ValueError when there is none."""
        match = _BESIDE.search(text)
        if match is None:
            raise ValueError(f"not the text form of a state: {text!r}")
        rows = State.read(text.replace(BETWEEN_ROWS + match[0], ""))
        state = cls(rows.rows, rows.turn, rows.plies, match[1])
        if str(state) != text:
            raise ValueError(f"not the text form of a state: {text!r}")
        return state


class DifferenceRules(TwoPlayerRules[DifferenceState, AnyMove]):
    """The rules of rows with a game beside them, a ply being a move in a row or in that game."""

    sides = SIDES

    def __init__(self, scenario: Difference) -> None:
        self.scenario = scenario
        self.of_rows = ToadsAndFrogsRules(scenario)
        self._options: dict[tuple[str, str], tuple[str, ...]] = {}

    def start(self) -> DifferenceState:
        """Return the rows and the game beside them; the frogs begin.

        So who wins says whether the rows are worth at least the value.
        """
        return DifferenceState(self.scenario.start, FROGS, 0, self.scenario.beside)

    def legal_moves(self, state: DifferenceState) -> tuple[AnyMove, ...]:
        """Return the moves in the rows, from left to right, then those in the game beside."""
        beside = map(BesideMove, self._options_of(state))
        return (*self.of_rows.legal_moves(state), *beside)

    def _options_of(self, state: DifferenceState) -> tuple[str, ...]:
        """Return what the side to move can make of the game beside."""
        key = state.beside, state.turn
        if key not in self._options:
            form = parse(state.beside)
            options = form.left if state.turn == TOADS else form.right
            self._options[key] = tuple(map(str, options))
        return self._options[key]

    def why_illegal(self, state: DifferenceState, move: AnyMove) -> str | None:
        """Say why the move is not legal in this state, or return None when it is."""
        if self.outcome(state) is not None:
            return "the game is over"
        options = self._options_of(state)
        if isinstance(move, Move):
            if self.of_rows.outcome(state) is not None:
                return f"{state.turn} can move only in the game beside the rows"
            return self.of_rows.why_illegal(state, move)
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
            rows = self.of_rows.play(state, move).rows
        else:
            beside = move.beside
        return DifferenceState(rows, OTHER[state.turn], state.plies + 1, beside)

    def outcome(self, state: DifferenceState) -> Outcome | None:
        """Return that the side to move has lost when it cannot."""
        if self._options_of(state):
            return None
        return self.of_rows.outcome(state)

    def to_move(self, state: DifferenceState) -> str:
        """Return the side whose turn it is."""
        return state.turn

    def null_move(self, state: DifferenceState) -> DifferenceState:
        """Return the same position with the other side to move."""
        return DifferenceState(state.rows, OTHER[state.turn], state.plies, state.beside)

    def position(self, state: DifferenceState) -> str:
        """Return the rows, the game beside and the side to move."""
        return state.position

    def observe(self, state: DifferenceState) -> Mapping[str, int]:
        """Return what is in every cell."""
        return self.of_rows.observe(state)

    def figures(self, state: DifferenceState) -> Mapping[str, int]:
        """Return the number of plies."""
        return self.of_rows.figures(state)

    def read_move(self, text: str) -> AnyMove:
        """Return the move with this text form."""
        match = _BESIDE.fullmatch(text)
        return Move.read(text) if match is None else BesideMove(match[1])

    def read_state(self, text: str) -> DifferenceState:
        """Return the state with this text form."""
        return DifferenceState.read(text)
