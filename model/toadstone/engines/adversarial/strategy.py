"""Strategies: a reply for every position that can arise, whatever the other side does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic

from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import ExactSearch, SolvedGame


@dataclass(frozen=True)
class Strategy(Generic[Move]):
    """What one side answers; `replies` are by position, in the order in which they come up."""

    side: str
    replies: Mapping[str, Move]


Reply = Callable[[State, Collection[str]], Move]
"""The choice of a move in a state, given the positions that have a reply already."""


def follow(
    rules: TwoPlayerRules[State, Move],
    side: str,
    reply: Reply[State, Move],
    starts: Iterable[State],
) -> Strategy[Move]:
    """Return what a side replies in every position that comes up when the other side does anything.

    Args:
        rules: the rules of the game.
        side: the side whose strategy it is.
        reply: the move of that side, where it is to move and the game goes on.
        starts: where play may begin.
    """
    replies: dict[str, Move] = {}
    seen: set[str] = set()
    waiting = [*starts]
    while waiting:
        state = waiting.pop()
        position = rules.position(state)
        if position in seen or rules.outcome(state) is not None:
            continue
        seen.add(position)
        if rules.to_move(state) == side:
            replies[position] = reply(state, replies)
            waiting.append(rules.after(state, replies[position]))
        else:
            waiting += [rules.after(state, move) for move in reversed(rules.legal_moves(state))]
    return Strategy(side, replies)


def small_strategy(
    play: SolvedGame[State, Move], side: str, starts: Iterable[State]
) -> Strategy[Move]:
    """Return a strategy of best moves, chosen one by one so that few new positions come up."""
    rules = play.rules

    def new_positions(state: State, move: Move, known: Collection[str]) -> int:
        after = rules.after(state, move)
        following = {
            rules.position(rules.after(after, answer)) for answer in rules.legal_moves(after)
        }
        return len(following.difference(known))

    def reply(state: State, known: Collection[str]) -> Move:
        return min(play.best_moves(state), key=lambda move: new_positions(state, move, known))

    return follow(rules, side, reply, starts)


def quickest_strategy(play: SolvedGame[State, Move], side: str, start: State) -> Strategy[Move]:
    """Return a strategy of the best moves that are found first; it may be larger."""
    return follow(play.rules, side, lambda state, known: play.quickest_best(state), [start])


def timely_strategy(play: ExactSearch[State, Move], side: str, start: State) -> Strategy[Move]:
    """Return a strategy of moves that are best in plies, too: for the winner or for the loser."""
    return follow(play.rules, side, lambda state, known: play.timely_moves(state)[0], [start])
