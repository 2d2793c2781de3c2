"""The value of a position of any game, from its moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from toadstone.combinatorial.canonical_form import CanonicalForm, value_of
from toadstone.combinatorial.folding import fold, go_on

Position = TypeVar("Position", bound=Hashable)


def evaluate(
    position: Position,
    left_moves: Callable[[Position], Iterable[Position]],
    right_moves: Callable[[Position], Iterable[Position]],
    keep_going: Callable[[], None] = go_on,
) -> CanonicalForm:
    """Return the value of a position, given what each side can move to from any position.

    Equal positions are evaluated once, and so are equal options. `keep_going` is called at least
    once for each position and now and then in between; a limit is kept by letting it raise
    LimitReachedError.

    Raises RequestError where play can return to a position.
    """
    moves: dict[Position, tuple[list[Position], list[Position]]] = {}

    def successors(place: Position) -> list[Position]:
        left, right = moves[place] = list(left_moves(place)), list(right_moves(place))
        return left + right

    by_options: dict[tuple[frozenset[CanonicalForm], ...], CanonicalForm] = {}

    def combine(place: Position, values: dict[Position, CanonicalForm]) -> CanonicalForm:
        left, right = ([values[after] for after in side] for side in moves.pop(place))
        options = frozenset(left), frozenset(right)
        if options not in by_options:
            by_options[options] = value_of(left, right, keep_going)
        return by_options[options]

    return fold(position, successors, combine, keep_going)
