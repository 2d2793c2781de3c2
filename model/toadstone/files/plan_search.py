"""Other readings of moves that do not win as they stand: a part of them, or steps as one jump."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate
from typing import Any

from toadstone.core.rules import Move, Rules, State
from toadstone.files.plan_words import WrittenMove

_MOST_TRIED = 20_000
"""Moves that are played to find out whether another reading wins."""

_Jump = tuple[WrittenMove, int]
"""The first of steps that are one jump, and how many they are."""


def other_reading(
    rules: Rules[State, Any],
    written: Sequence[WrittenMove],
    starts: Sequence[int],
    ends: Collection[int],
    *,
    must_end: bool,
) -> tuple[int, int, _Jump | None] | None:
    """Return the first reading that wins, from one of the starts to one of the ends.

    That is where it begins and ends, and the first jump in it.
    """
    numbers = list(accumulate((move.times for move in written), initial=0))
    if numbers[-1] > _MOST_TRIED:
        return None
    again = (move._replace(is_turn=False) for move in written)
    pairs = zip(written, again, strict=True)
    steps = [each for one, two in pairs for each in (one, *[two] * (one.times - 1))]
    ends_at, known, tried = {numbers[end]: end for end in ends}, set[tuple[int, State]](), 0
    for start in starts:
        waiting: list[tuple[int, State, _Jump | None]] = [(numbers[start], rules.start(), None)]
        while waiting and tried < _MOST_TRIED:
            at, state, jump = waiting.pop()
            is_over = not must_end or rules.outcome(state) is not None
            if numbers[start] < at in ends_at and is_over and not rules.final_violation(state):
                return start, ends_at[at], jump
            for move, count in reversed([*_next(rules, steps, at)]):
                tried += 1
                after = _after(rules, state, move)
                if after is not None and (at + count, after) not in known:
                    known.add((at + count, after))
                    joined = (steps[at], count) if count > 1 else None
                    waiting.append((at + count, after, jump or joined))
    return None


def _next(
    rules: Rules[State, Move], steps: Sequence[WrittenMove], at: int
) -> Iterator[tuple[Move, int]]:
    """Yield what may come next: a step, or several as one jump; and of how many steps it is."""
    moves = steps[at].moves if at < len(steps) else ()
    yield from ((move, 1) for move in moves)
    text = str(moves[0]) if len(moves) == 1 else ""
    for count in range(2, len(steps) - at + 1) if text[-1:] == "1" else ():
        step = steps[at + count - 1]
        if step.is_turn or step.moves != moves:
            return
        try:  # `right-1` twice may be `right-2`
            yield rules.read_move(f"{text[:-1]}{count}"), count
        except ValueError:
            return


def _after(rules: Rules[State, Move], state: State, move: Move) -> State | None:
    """Return the state after a move that may be made and does not lose; else None."""
    if rules.outcome(state) or rules.why_illegal(state, move):
        return None
    after = rules.after(state, move)
    outcome = rules.outcome(after)
    return None if (outcome and outcome.is_loss) or rules.violation(move, after) else after
