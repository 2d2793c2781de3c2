"""Plain rules, as an author writes them, made the reference simulator and the search of their game.

`own_game.py` says what plain rules are.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from toadstone.core.budget import Budget
from toadstone.core.question import Question
from toadstone.core.rules import IllegalMoveError, Outcome, Rules, TwoPlayerRules
from toadstone.engines.search.problem import Cost, RulesProblem
from toadstone.files.messages import quote

_TOO_LARGE = 10**1000
"""Python writes no number of more than 4,300 digits, and a position has a text."""
_POSITIONS = "a text, a number of up to 1,000 digits, or a tuple of positions"


def _is_position(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_position, value))
    if isinstance(value, int):
        return -_TOO_LARGE < value < _TOO_LARGE
    return isinstance(value, str | bytes | float)


def _are_texts(value: object) -> bool:
    listed = isinstance(value, Iterable) and not isinstance(value, str)
    return listed and all(isinstance(each, str) for each in cast(Iterable[object], value))


def _has_hash(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


_RETURNS: tuple[tuple[str, str, Callable[[Any], bool]], ...] = (
    (
        "moves",
        "a list of texts without spaces",
        lambda found: _are_texts(found) and all(each.split() == [each] for each in found),
    ),
    (
        "rows",
        "a list of texts",
        lambda found: isinstance(found, list | tuple) and _are_texts(found),
    ),
    ("won", "True or False", lambda found: isinstance(found, bool)),
    ("lost", "a text or None", lambda found: found is None or isinstance(found, str)),
    ("key", "an integer, or anything else with a hash", _has_hash),
    ("estimate", "a whole number", lambda found: isinstance(found, int)),
    ("evaluate", "a whole number", lambda found: isinstance(found, int)),
)
"""What methods of plain rules return when they get a position."""

METHODS = ("start", "play", "winner", "why_illegal", *(name for name, *_ in _RETURNS))
"""The methods that plain rules have or may have; no attribute may have such a name."""


class Played(NamedTuple):
    """A position, and how many moves led to it; its text is the state's."""

    position: Any
    moves: int

    def __str__(self) -> str:
        return f"{self.position!r} after {self.moves}"


MOST_REMEMBERED = 100_000
"""Positions of which the simulator remembers the legal moves."""


class PlainSimulator(Rules[Played, str]):
    """The reference simulator of a one-player game with the plain rules that `make` returns."""

    can_return = True

    def __init__(self, make: Any, scenario: Any) -> None:
        self.plain: Any = make(scenario)
        self._legal = lru_cache(MOST_REMEMBERED)(self._moves)
        self._key = getattr(self.plain, "key", None)

    def _mover(self, state: Played) -> tuple[Any, ...]:
        """Return what plain rules get beside the position."""
        return ()

    def _moves(self, state: Played) -> tuple[str, ...]:
        if self.outcome(state) is not None:
            return ()
        return tuple(self.plain.moves(state.position, *self._mover(state)))

    def fault(self, state: Played) -> str | None:
        """Return what a method of the plain rules returns here that it must not, or None."""
        for name in METHODS:
            if hasattr(self.plain, name) and not callable(getattr(self.plain, name)):
                return f"`{name}` is a method of the rules, but an attribute of theirs hides it"
        if not _is_position(state.position):
            made = "play" if state.moves else "start"
            return f"`{made}` returns {quote(state.position)}, expected {_POSITIONS}"
        for name, wanted, fits in _RETURNS:
            if (method := getattr(self.plain, name, None)) is None:
                continue
            if name == "moves" and self.outcome(state) is not None:
                continue
            mover = () if name == "rows" else self._mover(state)
            if not fits(found := method(state.position, *mover)):
                at = f"`{name}` of `{state.position!r}`"
                return f"{at} returns {quote(found)}, expected {wanted}"
        return self._fault_of_estimates(state)

    def _fault_of_estimates(self, state: Played) -> str | None:
        if (estimate := getattr(self.plain, "estimate", None)) is None:
            return None
        least, at = estimate(state.position), f"the estimate of `{state.position!r}`"
        if self.plain.won(state.position) and least != 0:
            return f"{at}, which is won, is {least}"
        for move in self._legal(state):
            if (after := estimate(self.after(state, move).position)) < least - 1:
                return f"{at} is {least}, after {move} {after}: a move lowers it by at most 1"
        return None

    def start(self) -> Played:
        """Return the start."""
        return Played(self.plain.start(), 0)

    def legal_moves(self, state: Played) -> tuple[str, ...]:
        """Return the legal moves."""
        return self._moves(state)

    def why_illegal(self, state: Played, move: str) -> str | None:
        """Return why a move is not legal, in the words of the plain rules where they have some."""
        if move in self._legal(state):
            return None
        if (outcome := self.outcome(state)) is not None:
            return f"the game is over: {outcome.reason}"
        explain = getattr(self.plain, "why_illegal", None)
        said = explain(state.position, move, *self._mover(state)) if explain else None
        return said or "there is no such move here"

    def play(self, state: Played, move: str) -> Played:
        """Return the state after a move; raise IllegalMoveError when it is not legal."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        return self.after(state, move)

    def after(self, state: Played, move: str) -> Played:
        """Return the state after a legal move."""
        return Played(self.plain.play(state.position, move, *self._mover(state)), state.moves + 1)

    def position(self, state: Played) -> str:
        """Return the position: how many moves led there does not matter."""
        return repr(state.position)

    def key(self, state: Played) -> Hashable:
        """Return the key of the plain rules, or the position."""
        found: Hashable = state[0]
        return found if self._key is None else self._key(found)

    def outcome(self, state: Played) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if self.plain.won(state.position):
            return Outcome.won("player", "the goal is reached")
        lost = getattr(self.plain, "lost", None)
        reason = lost(state.position) if lost else None
        return Outcome.lost(reason) if reason else None

    def observe(self, state: Played) -> Mapping[str, int]:
        """Return how many moves there were."""
        return {"moves": state.moves}

    def figures(self, state: Played) -> Mapping[str, int]:
        """Return how many moves there were."""
        return {"moves": state.moves}

    def read_move(self, text: str) -> str:
        """Return the text, which is the move."""
        return text.strip()

    def read_state(self, text: str) -> Played:
        """Return the state with this text form; raise ValueError when there is none."""
        position, _, moves = text.rpartition(" after ")
        try:
            return Played(literal_eval(position), int(moves))
        except (SyntaxError, TypeError, ValueError):
            wanted = "expected a position of texts, numbers and tuples of them"
            raise ValueError(f"{wanted}, found `{text}`") from None


class PlainTwoPlayerSimulator(PlainSimulator, TwoPlayerRules[Played, str]):
    """The reference simulator of a two-player game with plain rules."""

    can_return = False

    sides: tuple[str, str]  # type: ignore[misc]  # of the plain rules

    def __init__(self, make: Any, scenario: Any) -> None:
        super().__init__(make, scenario)
        self._winner = getattr(self.plain, "winner", None)
        first, second = self.plain.sides
        self.sides = first, second

    def _mover(self, state: Played) -> tuple[Any, ...]:
        return (self.to_move(state),)

    def _moves(self, state: Played) -> tuple[str, ...]:
        position, side = state[0], self.sides[state[1] % 2]
        if self._winner is not None and self._winner(position, side) is not None:
            return ()
        return tuple(self.plain.moves(position, side))

    def after(self, state: Played, move: str) -> Played:
        """Return the state after a legal move."""
        position, moves = state
        return Played(self.plain.play(position, move, self.sides[moves % 2]), moves + 1)

    def key(self, state: Played) -> Hashable:
        """Return the key of the plain rules, or the position; and whose turn it is."""
        position, moves = state
        turn = moves % 2
        return (position if self._key is None else self._key(position, self.sides[turn])), turn

    def outcome(self, state: Played) -> Outcome | None:
        """Return how the game ended; without `winner`, a side that cannot move has lost."""
        if self._winner is None:
            if self.legal_moves(state):
                return None
            loser, winner = self.to_move(state), self.to_move(self.null_move(state))
            return Outcome.won(winner, f"{loser} cannot move")
        winner = self._winner(state.position, self.to_move(state))
        if winner == "draw":
            return Outcome.drawn("a draw")
        return None if winner is None else Outcome.won(winner, f"{winner} wins")

    def to_move(self, state: Played) -> str:
        """Return the side whose turn it is."""
        return self.sides[state.moves % 2]

    def parts(self, state: Played) -> Sequence[Played]:
        """Return the parts that the plain rules give, each with the same side to move."""
        if (divide := getattr(self.plain, "parts", None)) is None:
            return (state,)
        return [Played(part, state.moves) for part in divide(state.position)]

    def null_move(self, state: Played) -> Played:
        """Return the same position with the other side to move."""
        return Played(state.position, state.moves + 1)

    def position(self, state: Played) -> str:
        """Return the position and the side to move."""
        return f"{state.position!r} {self.to_move(state)}"


class FewestMoves(RulesProblem[Played, str]):
    """The positions that moves lead to."""

    fewest_moves = True

    def __init__(self, make: Any, scenario: Any, ask: Sequence[Question], budget: Budget) -> None:
        rules = PlainSimulator(make, scenario)
        super().__init__(rules)
        self.zero = (0,) * sum(question.figure is not None for question in ask)
        self._estimate = getattr(rules.plain, "estimate", None)

    def estimate(self, state: Played) -> Cost | None:
        """Return the estimate of the plain rules, or 0."""
        least = self._estimate(state.position) if self._estimate else 0
        return (least,) * len(self.zero)
