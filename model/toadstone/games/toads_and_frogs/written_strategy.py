"""Strategies in rows with a game beside them, as certificates have them: a letter a reply."""

from __future__ import annotations

from collections.abc import Sequence

from toadstone.engines.adversarial.strategy_walk import (
    AT_AN_END,
    FULL,
    UNPROVEN,
    Walk,
    with_more_room,
)
from toadstone.engines.compiling import told_of_compiling
from toadstone.games.toads_and_frogs import row_strategy
from toadstone.games.toads_and_frogs.row_search import FROGS, TOADS, Position, followers
from toadstone.games.toads_and_frogs.rules import SIDES
from toadstone.games.toads_and_frogs.solution import SolvedRows

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-"
"""The moves of a side by their numbers from 0; no side has more than these."""

REPLIES_AT_A_TIME = 1 << 14


def written_strategy(play: SolvedRows, holder: str, firsts: Sequence[str]) -> str:
    """Return the replies with which a side wins, whichever of some sides moves first.

    Args:
        play: the search, which knows that the holder wins.
        holder: the side that wins.
        firsts: the sides that may move first.

    Raises:
        LimitReachedError: time is up.
    """
    side = SIDES.index(holder)
    start = play.position(play.rules.start())._replace(side=1 - side)
    walk = row_strategy.new_walk()
    with told_of_compiling(play.budget.tell):
        if holder in firsts:
            row_strategy.discover(walk, start.toads, start.frogs, start.node)
        if any(first != holder for first in firsts):
            row_strategy.follow(play.cells, play.graph, walk, start)
        walk = _walked_through(play, walk, side)
    return "".join(DIGITS[reply] for reply in walk.replies[: walk.counts[2]])


def _walked_through(play: SolvedRows, walk: Walk, side: int) -> Walk:
    """Return the walk at its end, with every reply; where none is proven yet, one is searched."""
    while True:
        state = row_strategy.walk_on(
            play.cells, play.graph, play.search, walk, side, REPLIES_AT_A_TIME
        )
        if state == AT_AN_END:
            return walk
        if state == FULL:
            walk = with_more_room(walk)
        elif state == UNPROVEN:
            toads, frogs, node = map(int, walk.waiting[walk.counts[1] - 1])
            _prove_a_reply(play, walk, Position(toads, frogs, node, side))
        play.budget.tell(
            f"strategy of {SIDES[side]}: {walk.counts[2]:,} replies, {walk.counts[1]:,} waiting"
        )


def _prove_a_reply(play: SolvedRows, walk: Walk, position: Position) -> None:
    """Search until some move is known to win; raise ValueError where none does."""
    rival = FROGS if position.side == TOADS else TOADS
    count = followers(play.cells, play.graph, position, walk.moves)
    moves = [tuple(map(int, after[:3])) for after in walk.moves[:count]]
    if not play.is_won(position):
        raise ValueError(f"the side to move cannot win {position}")
    for toads, frogs, node in moves:
        if not play.is_won(Position(toads, frogs, node, rival)):
            return
