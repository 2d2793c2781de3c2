"""Plain rules, as an author writes them, made the reference simulator of their game.

`own_game.py` says what plain rules are.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from typing import Any, NamedTuple, Self, TypeGuard

from toadstone.core.errors import BrokenGameError, in_one_line, line_of_file, text_of
from toadstone.core.promises import PASSED_ON, NeverEndsError
from toadstone.core.rules import DRAW, IllegalMoveError, Outcome, Rules, TwoPlayerRules
from toadstone.files.messages import quote

_TOO_LARGE = 10**1000
"""Python writes no number of more than 4,300 digits, and a position has a text."""
_POSITIONS = "a text, a whole number of up to 1,000 digits, or a tuple of positions"

SIMPLE = frozenset({int, str, bytes})
"""The types of positions that are no tuples. Two of them are equal only if their texts are."""


def strange_part(position: object) -> str | None:
    """Return a part that a position must not have, such as `True (bool)`; None if there is none.

    `1`, `True` and `1.0` are equal and have different texts, so they would be one position to a
    search and three to a checker.
    """
    if type(position) is int and abs(position) >= _TOO_LARGE:
        return text_of(position)
    if type(position) in SIMPLE:
        return None
    if type(position) is not tuple:
        return f"{quote(repr(position))} ({type(position).__name__})"
    return next(filter(None, map(strange_part, position)), None)


def expect_plain(position: object) -> None:
    """Raise ValueError if a position has a part of a type that positions must not have."""
    if type(position) is tuple and SIMPLE.issuperset(map(type, position)):
        return  # five times as quick
    if (part := strange_part(position)) is not None:
        raise ValueError(f"a position with {part}, expected {_POSITIONS}")


def _fault_of_moves(moves: object) -> str | None:
    """Return which item of a list of moves is not a move; None if all are."""
    expected = "a list of texts without spaces"
    if not _have_an_order(moves):
        return f"{quote(moves)}, expected {expected}"
    listed = list(moves)
    for number, move in enumerate(listed, 1):
        if type(move) is not str or move.split() != [move] or not move.isprintable():
            return f"{quote(move)} as move {number}, expected {expected}"
        if move in listed[: number - 1]:
            return f"the move {move} twice"
    return None


def _have_an_order(moves: object) -> TypeGuard[Iterable[Any]]:
    """Return whether moves are a list or an iterator; a set has another order every time."""
    return hasattr(moves, "__iter__") and not isinstance(moves, str | set | frozenset)


def _are_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)


def _has_hash(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


_RETURNS: tuple[tuple[str, str, Callable[[Any], bool]], ...] = (
    ("rows", "a list of texts", _are_texts),
    ("won", "True or False", lambda value: isinstance(value, bool)),
    ("lost", "a text or None", lambda value: value is None or isinstance(value, str)),
    ("key", "an integer, or anything else with a hash", _has_hash),
    ("estimate", "a whole number", lambda value: isinstance(value, int)),
    ("evaluate", "a whole number", lambda value: isinstance(value, int)),
)
"""The types that methods of plain rules return for a position."""

_GENERAL = ("start", "moves", "play", "winner", "why_illegal", "parts", "after", "goals")
METHODS = (*_GENERAL, *(name for name, *_ in _RETURNS))
"""The methods that plain rules have or may have; no attribute may have such a name."""


SHORTCUTS = ("key", "estimate", "after", "goals", "parts")
"""The optional methods of plain rules that only make searches faster."""


class _Less:
    """Plain rules without some of their optional methods."""

    def __init__(self, plain: Any, names: Sequence[str]) -> None:
        self._plain, self._names = plain, names

    def __getattr__(self, name: str) -> Any:
        if name in self._names:
            raise AttributeError(name)
        return getattr(self._plain, name)


def as_list(positions: Any) -> list[Any]:
    """Return the positions that a method returns, a list or an array of numpy, as a list."""
    if positions is None:
        raise TypeError("a method returns nothing, expected a list of positions")
    listed = getattr(positions, "tolist", None)
    return list(positions) if listed is None else _as_tuples(listed())


def _as_tuples(value: Any) -> list[Any]:
    """Return a list in which the rows of an array are tuples."""
    return [tuple(_as_tuples(each)) if isinstance(each, list) else each for each in value]


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
        self.make = partial(make, scenario)
        self.game = scenario.game
        self.plain: Any = self.make()
        self._legal = lru_cache(MOST_REMEMBERED)(self.legal_moves)
        self._key = getattr(self.plain, "key", None)
        self._constants = self._attributes()

    def _attributes(self) -> dict[str, object]:
        """Return the attributes of the plain rules that are numbers, texts and tuples."""
        attributes = getattr(self.plain, "__dict__", {}).items()
        return {name: value for name, value in attributes if isinstance(value, int | str | tuple)}

    def without(self, *names: str) -> Self:
        """Return the simulator of new rules of the same scenario, without some optional methods."""
        return type(self)(lambda _: _Less(self.make(), names), self)

    def unaided(self) -> Self:
        """Return the simulator without methods that make searches faster and may be wrong."""
        return self.without(*SHORTCUTS)

    def mover(self, state: Played) -> tuple[Any, ...]:
        """Return the arguments of plain rules after the position."""
        return ()

    def legal_moves(self, state: Played) -> tuple[str, ...]:
        """Return the legal moves."""
        if self.outcome(state) is not None:
            return ()
        return self._listed(state.position, self.plain.moves(state.position, *self.mover(state)))

    def _listed(self, position: object, moves: Any) -> tuple[str, ...]:
        if not _have_an_order(moves):
            fault = f"`moves` of `{position!r}` returns {_fault_of_moves(moves)}"
            raise BrokenGameError(f"the game {self.game}: {self._with_place(fault)}")
        return tuple(moves)

    def fault(self, state: Played) -> str | None:
        """Return the fault in what a method of the plain rules returns here, or None."""
        fault = self._first_fault(state)
        return fault and self._with_place(fault)

    def _with_place(self, fault: str) -> str:
        """Return a text with the place of the method that it names first, in backticks."""
        code = getattr(getattr(self.plain, fault.split("`")[1], None), "__code__", None)
        return f"{fault} ({line_of_file(code.co_filename, code.co_firstlineno)})" if code else fault

    def _first_fault(self, state: Played) -> str | None:
        for name in METHODS:
            if hasattr(self.plain, name) and not callable(getattr(self.plain, name)):
                return f"`{name}` is a method of the rules, but an attribute of theirs hides it"
        changed = self._attributes().items() ^ self._constants.items()
        if changed:
            return f"`self.{min(changed)[0]}` changes while the game is played"
        if (part := strange_part(state.position)) is not None:
            maker = "play" if state.moves else "start"
            is_tuple = isinstance(state.position, tuple)
            value = f"a position with {part}" if is_tuple else quote(state.position)
            return f"`{maker}` returns {value}, expected {_POSITIONS}"
        where = f"of `{state.position!r}` returns"
        if self.outcome(state) is None:
            moves = self.plain.moves(state.position, *self.mover(state))
            if (fault := _fault_of_moves(moves)) is not None:
                return f"`moves` {where} {fault}"
        for name, expected, fits in _RETURNS:
            if (method := getattr(self.plain, name, None)) is not None:
                value = method(state.position, *(() if name == "rows" else self.mover(state)))
                if not fits(value):
                    return f"`{name}` {where} {quote(value)}, expected {expected}"
        return self._fault_of_after(state) or self._fault_of_estimates(state)

    def _fault_of_after(self, state: Played) -> str | None:
        """Return where `after` differs from `moves` and `play`."""
        if (after := getattr(self.plain, "after", None)) is None or self.outcome(state) is not None:
            return None
        one_by_one = [self.after(state, move).position for move in self._legal(state)]
        at_once = as_list(after(state.position, *self.mover(state)))
        fits = list(map(repr, one_by_one)) == list(map(repr, at_once))
        where = f"`after` of `{state.position!r}`"
        return None if fits else f"{where} returns other positions than `moves` and `play`"

    def _fault_of_estimates(self, state: Played) -> str | None:
        if (estimate := getattr(self.plain, "estimate", None)) is None:
            return None
        least, at = estimate(state.position), f"the `estimate` of `{state.position!r}`"
        if self.plain.won(state.position) and least != 0:
            return f"{at}, which is won, is {least}"
        for move in self._legal(state):
            after = estimate(self.after(state, move).position)
            if isinstance(after, int) and after < least - 1:
                return f"{at} is {least}, after {move} {after}: a move lowers it by at most 1"
        return None

    def start(self) -> Played:
        """Return the start."""
        return Played(self.plain.start(), 0)

    def why_illegal(self, state: Played, move: str) -> str | None:
        """Return why a move is not legal, in the words of the plain rules where they have some."""
        if move in self._legal(state):
            return None
        if (outcome := self.outcome(state)) is not None:
            return f"the game is over: {outcome.reason}"
        explain = getattr(self.plain, "why_illegal", None)
        reason = explain(state.position, move, *self.mover(state)) if explain else None
        return reason or "there is no such move here"

    def play(self, state: Played, move: str) -> Played:
        """Return the state after a move; raise IllegalMoveError when it is not legal."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        return self.after(state, move)

    def after(self, state: Played, move: str) -> Played:
        """Return the state after a legal move."""
        return Played(self.plain.play(state.position, move, *self.mover(state)), state.moves + 1)

    def position(self, state: Played) -> str:
        """Return the position: how many moves led there does not matter."""
        return repr(state.position)

    def key(self, state: Played) -> Hashable:
        """Return the key of the plain rules, or the position."""
        key: Hashable = state[0]
        return key if self._key is None else self._key(key)

    def outcome(self, state: Played) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if self.plain.won(state.position):
            return Outcome("player", "the goal is reached")
        lost = getattr(self.plain, "lost", None)
        reason = lost(state.position) if lost else None
        return Outcome.lost(reason) if reason else None

    def figures(self, state: Played) -> Mapping[str, int]:
        """Return how many moves there were."""
        return {"moves": state.moves}

    observe = figures

    @contextmanager
    def naming_faults(self, at: Callable[[], tuple[Any, int]]) -> Iterator[None]:
        """Name an error of the plain rules, with the position that a search is at, as theirs.

        Raises:
            BrokenGameError: the rules fail; the message says where.
        """
        try:
            yield
        except NeverEndsError:
            fault = f"a call of its rules in `{at()[0]!r}` does not end"
            raise BrokenGameError(f"the game {self.game}: {fault}") from None
        except PASSED_ON:
            raise
        except BaseException as error:
            state = Played(*at())
            fault = f"in `{state.position!r}` its rules fail: {in_one_line(error)}"
            with suppress(BaseException):
                fault = self._fault_near(state) or fault
            raise BrokenGameError(f"the game {self.game}: {fault}") from error

    def _fault_near(self, state: Played) -> str | None:
        after = (self.after(state, move) for move in self._legal(state))
        return self.fault(state) or next(filter(None, map(self.fault, after)), None)

    def read_move(self, text: str) -> str:
        """Return the text, which is the move."""
        return text.strip()

    def read_state(self, text: str) -> Played:
        """Return the state with this text form; raise ValueError when there is none."""
        position, _, moves = text.rpartition(" after ")
        try:
            return Played(literal_eval(position), int(moves))
        except (SyntaxError, TypeError, ValueError):
            expected = "expected a position of texts, numbers and tuples of them"
            raise ValueError(f"{expected}, found `{text}`") from None


class PlainTwoPlayerSimulator(PlainSimulator, TwoPlayerRules[Played, str]):
    """The reference simulator of a two-player game with plain rules."""

    sides: tuple[str, str]  # type: ignore[misc]  # of the plain rules

    def __init__(self, make: Any, scenario: Any) -> None:
        super().__init__(make, scenario)
        self._winner = getattr(self.plain, "winner", None)
        sides: Any = getattr(self.plain, "sides", None)
        printable = _are_texts(sides) and all(map(str.isprintable, sides))
        two = "two different names: a game has two sides, that move in turn"
        repeated = getattr(self.plain, "repeated", None)
        for name, value, fits, expected in (
            ("sides", sides, printable and len(sides) == 2 and len({*sides, DRAW, ""}) == 4, two),
            ("repeated", repeated, repeated in (None, DRAW), f'"{DRAW}"'),
        ):
            if not fits:
                fault = f"`{name}` is {quote(value)}, expected {expected}"
                raise BrokenGameError(f"the game {self.game}: {fault}")
        self.sides = sides[0], sides[1]
        self.can_return = repeated == DRAW  # type: ignore[misc]  # as the plain rules say

    def mover(self, state: Played) -> tuple[Any, ...]:
        """Return the arguments of plain rules after the position: the side to move."""
        return (self.to_move(state),)

    def legal_moves(self, state: Played) -> tuple[str, ...]:
        """Return the legal moves."""
        position, side = state[0], self.sides[state[1] % 2]
        if self._winner is not None and self._winner(position, side) is not None:
            return ()
        return self._listed(position, self.plain.moves(position, side))

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
            return Outcome(winner, f"{loser} cannot move")
        winner = self._winner(state.position, self.to_move(state))
        if winner == "draw":
            return Outcome.drawn("a draw")
        return None if winner is None else Outcome(winner, f"{winner} wins")

    def to_move(self, state: Played) -> str:
        """Return the side whose turn it is."""
        return self.sides[state.moves % 2]

    def parts(self, state: Played) -> Sequence[Played]:
        """Return the parts that the plain rules give, each with the same side to move."""
        if (divide := getattr(self.plain, "parts", None)) is None:
            return (state,)
        return [Played(part, state.moves) for part in as_list(divide(state.position))]

    def null_move(self, state: Played) -> Played:
        """Return the same position with the other side to move."""
        return Played(state.position, state.moves + 1)

    def position(self, state: Played) -> str:
        """Return the position and the side to move."""
        return f"{state.position!r} {self.to_move(state)}"
