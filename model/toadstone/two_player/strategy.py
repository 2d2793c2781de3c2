"""Strategies: a reply for every position that can arise, whatever the other side does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic

from toadstone.game import Move, State, TwoPlayerRules
from toadstone.horizon import KeepGoing, no_limit


@dataclass(frozen=True)
class Strategy(Generic[Move]):
    """What one side answers; `replies` are by position, in the order in which they come up."""

    side: str
    replies: Mapping[str, Move]


def follow(
    rules: TwoPlayerRules[State, Move],
    side: str,
    reply: Callable[[State], Move],
    keep_going: KeepGoing = no_limit,
) -> Strategy[Move]:
    """Return what a side replies in every position that comes up when the other side does anything.

    Args:
        rules: the rules of the game, with the position to start from.
        side: the side whose strategy it is.
        reply: the move of that side, where it is to move and the game goes on.
        keep_going: is called for every position; it may raise to stop.
    """
    replies: dict[str, Move] = {}
    seen: set[str] = set()
    waiting = [rules.start()]
    while waiting:
        state = waiting.pop()
        position = rules.position(state)
        if position in seen or rules.outcome(state) is not None:
            continue
        keep_going()
        seen.add(position)
        if rules.to_move(state) == side:
            replies[position] = reply(state)
            waiting.append(rules.play(state, replies[position]))
        else:
            waiting += [rules.play(state, move) for move in reversed(rules.legal_moves(state))]
    return Strategy(side, replies)
