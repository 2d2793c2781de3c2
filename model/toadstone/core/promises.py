"""The promises of rules, as the docstrings of `Rules` state them, tried on random lines of play."""

from __future__ import annotations

import ctypes
import pickle
import random
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import (
    BrokenGameError,
    DisagreementError,
    LimitReachedError,
    ToadstoneError,
    in_one_line,
)
from toadstone.core.process import end_by
from toadstone.core.rules import IllegalMoveError, Outcome, Rules, TwoPlayerRules

SECONDS_A_CALL = 2.0
"""The time that one call of the rules may take while they are tried."""

MOST_PLIES = 10_000
"""Plies after which a line of a two-player game counts as one that never ends."""


MOST_ASKED_AGAIN = 100
"""Moves that are played once more after all lines of play."""


class NeverEndsError(BaseException):
    """A call that takes too long; raised inside it by the thread that watches."""


PASSED_ON = (ToadstoneError, MemoryError, KeyboardInterrupt, NeverEndsError)
"""Errors that a call of the rules may raise without a fault of the rules."""


@contextmanager
def watched(fault: Callable[[], type[BaseException] | None], seconds: float) -> Iterator[None]:
    """Watch a block from another thread, which asks every so many seconds for an error to raise.

    The error is raised in the block between two steps of Python; code in C is not stopped.
    """
    caller, done, requested = threading.get_ident(), threading.Event(), threading.Event()

    def watch() -> None:
        while not done.wait(seconds):
            if (error := fault()) is not None:
                requested.set()
                _raise_in(caller, error)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        if requested.is_set():
            _take_error(caller)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _take_error(thread: int) -> None:
    """Take an error that was requested and is not raised yet: it would come after the block.

    Another error replaces it and is raised here. Withdrawing it would leave the flag of the
    interpreter set: CPython 3.11 then loops without end if a profiler is set.
    """
    with suppress(NeverEndsError):
        _raise_in(thread, NeverEndsError)
        while True:
            pass


LATE_SECONDS = 1.0
"""The time that rules may run without an answer when time is up."""


@contextmanager
def rules_that_end(game: str, budget: Budget) -> Iterator[None]:
    """Let a search run over the rules of a game from outside, and end it soon after its time.

    If a search counts no more positions after its time, a call of the rules does not return.

    Raises:
        BrokenGameError: the rules do not return, end the program, or contradict themselves.
    """
    counted: list[int | None] = []

    def fault() -> type[BaseException] | None:
        if not budget.over():
            return None
        counted.append(budget.nodes)
        if len(counted) < LOOKS_LATE:
            return None
        alive = len(set(counted[-LOOKS_LATE:])) > 1
        return LimitReachedError if alive else NeverEndsError

    try:
        with watched(fault, LATE_SECONDS / LOOKS_LATE):
            yield
    except DisagreementError as error:
        reason = f"its rules contradict themselves, or its parts each other: {error}"
        raise BrokenGameError(f"the game {game} breaks a promise: {reason}") from error
    except NeverEndsError:
        raise BrokenGameError(f"the game {game}: a call of its rules does not end") from None
    except PASSED_ON:
        raise
    except BaseException as error:
        reason = f"its rules or its parts fail: {in_one_line(error)}"
        raise BrokenGameError(f"the game {game}: {reason}") from error


LOOKS_LATE = 5
"""Looks at a search after its time."""


@dataclass
class Trial:
    """Lines of play of one scenario, on which the rules of a game are tried."""

    game: str
    rules: Rules[Any, Any]
    seconds_a_call: float = SECONDS_A_CALL
    states: dict[Any, Any] = field(default_factory=dict)
    """A state for each position that was met."""
    ended: bool = False
    """Whether some line of play ended."""
    _played: list[tuple[Any, Any, Any]] = field(default_factory=list)
    """Some moves, each with the state before and after it."""
    _doing: str = ""
    _since: float = field(default_factory=monotonic)

    @classmethod
    def of(cls, game: str, make: Callable[[], Rules[Any, Any]]) -> Trial:
        """Make the rules, and the trial of them; raise BrokenGameError if that fails."""
        return cls(game, _called(game, "its rules", make))

    def lines(self, number: int, plies: int, seed: int = 0) -> None:
        """Play random lines, each of so many plies at most; a two-player game ends by itself.

        Raises:
            BrokenGameError: the rules break a promise; the message is one sentence.
        """
        dice = random.Random(seed)  # noqa: S311 - a game
        with self._watch():
            for _ in range(number):
                self._line(plies, dice)
        self.again()

    def again(self) -> None:
        """Play some moves once more; raise BrokenGameError if their results have changed."""
        with self._watch():
            for state, move, after in self._played:
                moves = self._call(f"the legal moves of `{state}`", self.rules.legal_moves, state)
                self._expect(move in moves, f"`{move}` is legal in `{state}`, and later not")
                self._expect_same(state, move, after)

    def _line(self, plies: int, dice: random.Random) -> None:
        state, passed = self._call("the start", self.rules.start), set[str]()
        self._expect_no_fault(state)
        for _ in range(plies):
            moves = self._state(state)
            if not moves:
                self.ended = True
                return
            if isinstance(self.rules, TwoPlayerRules) and not self.rules.can_return:
                position = self.rules.position(state)
                self._expect(
                    position not in passed, f"moves lead back to `{state}`, so it never ends"
                )
                passed.add(position)
            state = self._move(state, dice.choice(moves))
        endless = plies >= MOST_PLIES and not self.rules.can_return
        self._expect(not endless, f"a line of play goes on after {plies} plies")

    def _state(self, state: Any) -> list[Any]:
        """Try the methods of the rules on a state; return the legal moves."""
        rules, where = self.rules, f"`{state}`"
        moves: list[Any]
        moves, again = (
            self._call(f"the legal moves of {where}", lambda: list(rules.legal_moves(state)))
            for _ in range(2)
        )
        self._expect(moves == again, f"the legal moves of {where} change when asked again")
        self._expect(len(set(moves)) == len(moves), f"a legal move of {where} is there twice")
        outcome = self._call(f"the outcome of {where}", rules.outcome, state)
        over, subject = outcome is not None, f"the outcome of {where}"
        is_outcome = isinstance(outcome, Outcome | None)
        self._expect(is_outcome, f"{subject} is {type(outcome).__name__}, not Outcome or None")
        if isinstance(rules, TwoPlayerRules):
            side = outcome.winner if outcome else None
            self._expect(side in (*rules.sides, None), f"{subject} names `{side}`, who is no side")
            self._expect(over or moves, f"{where} has no legal move, and nobody has won")
            side = self._call(f"the side to move in {where}", rules.to_move, state)
            self._expect(side in rules.sides, f"`{side}` is to move in {where}: no side")
        self._expect(not (over and moves), f"{where} is the end, but has legal moves")
        self._numbers("observed", rules.observe, state)
        self._numbers("measured", rules.figures, state)
        parsed = self._call(f"the text {where}", rules.read_state, str(state))
        self._expect(parsed == state, f"the text {where} is read as `{parsed}`")
        self._call(f"the hash of {where}", hash, state)
        copy = self._call(f"pickling {where}", lambda: pickle.loads(pickle.dumps(state)))  # noqa: S301
        self._expect(copy == state, f"{where} is not equal to its pickled copy")
        self._expect_position(state, moves, outcome)
        return moves

    def _expect_no_fault(self, state: Any) -> None:
        fault = self._call("the rules of a position", self.rules.fault, state)
        self._expect(fault is None, fault)

    def _expect_position(self, state: Any, moves: list[Any], outcome: object) -> None:
        if not isinstance(self.rules, TwoPlayerRules):
            self.states.setdefault(state, state)
            return
        position = self._call(f"the position of `{state}`", self.rules.position, state)
        other = self.states.setdefault(position, state)
        same = list(self.rules.legal_moves(other)) == moves
        pair = f"`{state}` and `{other}` are one position, `{position}`, but"
        self._expect(same, f"{pair} have other legal moves")
        self._expect(self.rules.outcome(other) == outcome, f"{pair} end in another way")

    def _numbers(self, name: str, measure: Callable[[Any], Any], state: Any) -> None:
        result = self._call(f"what is {name} in `{state}`", measure, state)
        good = isinstance(result, Mapping) and all(isinstance(e, int) for e in result.values())
        self._expect(good, f"what is {name} in `{state}` is no mapping of names to whole numbers")

    def _move(self, state: Any, move: Any) -> Any:
        """Try a legal move and one that is not; return the state after the legal one."""
        rules, before, where = self.rules, str(state), f"`{move}` in `{state}`"
        reason = self._call(f"why {where} is illegal", rules.why_illegal, state, move)
        self._expect(reason is None, f"{where} is among the legal moves, but illegal: {reason}")
        after = self._call(f"the move {where}", rules.play, state, move)
        self._expect_no_fault(after)
        self._expect(str(state) == before, f"the move {where} changes the state before it")
        self._expect_same(state, move, after)
        if len(self._played) < MOST_ASKED_AGAIN:
            self._played.append((state, move, after))
        parsed = self._call(f"the text `{move}`", rules.read_move, str(move))
        self._expect(parsed == move, f"the text of the move {move!r} is read as {parsed!r}")
        self._illegal(after, move)
        if isinstance(rules, TwoPlayerRules):
            turned = rules.to_move(after) != rules.to_move(state)
            self._expect(turned, f"the same side is to move after {where}")
        return after

    def _expect_same(self, state: Any, move: Any, after: Any) -> None:
        where = f"`{move}` in `{state}`"
        again = self._call(f"the move {where}", self.rules.play, state, move)
        self._expect(after == again, f"the move {where} leads to `{after}` and then to `{again}`")

    def _illegal(self, state: Any, move: Any) -> None:
        rules, where = self.rules, f"`{move}` in `{state}`"
        if move in self._call(f"the legal moves of `{state}`", rules.legal_moves, state):
            return
        reason = self._call(f"why {where} is illegal", rules.why_illegal, state, move)
        good = isinstance(reason, str) and bool(reason)
        self._expect(good, f"{where} is not legal, but no reason is given")
        try:
            rules.play(state, move)
        except IllegalMoveError:
            return
        self._expect(False, f"{where} is not legal, but can be played")

    def _expect(self, holds: object, otherwise: str) -> None:
        if not holds:
            raise BrokenGameError(f"the game {self.game} breaks a promise: {otherwise}")

    def _call(self, doing: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call the rules; raise BrokenGameError if they fail."""
        self._doing, self._since = doing, monotonic()
        end_by(0)
        return _called(self.game, doing, function, *arguments)

    @contextmanager
    def _watch(self) -> Iterator[None]:
        """End a call that takes too long."""

        def fault() -> type[BaseException] | None:
            late = monotonic() - self._since > self.seconds_a_call
            return NeverEndsError if late else None

        self._since = monotonic()
        try:
            with watched(fault, self.seconds_a_call / 10):
                yield
        except NeverEndsError:
            reason = f"{self._doing}: the call does not end within {self.seconds_a_call:g} s"
            raise BrokenGameError(f"the game {self.game} breaks a promise: {reason}") from None


def _called(game: str, doing: str, function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except PASSED_ON:
        raise
    except BaseException as error:
        raise BrokenGameError(f"the game {game}: {doing}: {in_one_line(error)}") from error
