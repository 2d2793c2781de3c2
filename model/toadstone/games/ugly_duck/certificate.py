"""Certificates of Ugly Duck: who wins, proven by the replies of a strategy.

docs/ugly-duck.md says what they hold, and states the order of the replies, in which a checker asks
for them. The side that wins, or holds a draw, is the holder, the other the rival; positions are
seen by the holder, to move.
"""

from __future__ import annotations

from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.engines.adversarial import strategy_walk
from toadstone.engines.adversarial.query import winner_of
from toadstone.engines.adversarial.strategy_walk import (
    AT_AN_END,
    FIRST_ROOM_LOG2,
    FULL,
    PAUSED,
    UNPROVEN,
    Walk,
    is_new,
    mark_seen,
    with_more_room,
)
from toadstone.engines.answer import Answer
from toadstone.engines.compiling import compiled, told_of_compiling
from toadstone.games.ugly_duck.bit_board import (
    MOST_MOVES,
    Position,
    Shape,
    can_win_now,
    followers,
    key_of,
    mobility,
    seen_by_mover,
    turned,
    written,
)
from toadstone.games.ugly_duck.df_pn import Table, numbers_of
from toadstone.games.ugly_duck.rules import SIDES, State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario, content_of
from toadstone.games.ugly_duck.solution import SolvedUglyDuck, TimedUglyDuck
from toadstone_checker.ugly_duck import KIND

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-"
MORE = "_"
"""Before a digit: as many moves further on as there are digits."""

REPLIES_AT_A_TIME = 1 << 14


class UglyDuckCertifier:
    """Makes certificates for the answers to one scenario."""

    def __init__(self, scenario: UglyDuckScenario) -> None:
        self._scenario = scenario

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it."""
        return content_of(self._scenario)

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of who wins: a strategy of the winner, or two that hold a draw.

        It goes on from the compiled search, if that found the answer.
        """
        winner = dict(answer.values or {})["winner"]
        play, start = self._play(answer.evidence, budget), UglyDuckRules(self._scenario).start()
        strategies = _strategies(play, start, winner)
        return self._written(self.content(), answer.ask[0].name, winner, strategies)

    def of_state(self, state: State, search: object, budget: Budget) -> tuple[str, dict[str, Any]]:
        """Return who wins from a state, and the certificate that proves it.

        Args:
            state: a state of the game that is not over.
            search: a search to go on from; a new one is made unless it is the compiled one.
            budget: when to stop.
        """
        play = self._play(search, budget)
        winner = winner_of(play.rules, state.turn, play.payoff(state))
        content = {**self.content(), "board": list(state.rows), "turn": state.turn}
        return winner, self._written(content, "winner", winner, _strategies(play, state, winner))

    def _play(self, search: object, budget: Budget) -> SolvedUglyDuck:
        if isinstance(search, TimedUglyDuck):
            search.winners.budget = budget
            return search.winners
        return SolvedUglyDuck(UglyDuckRules(self._scenario), budget)

    @staticmethod
    def _written(
        content: dict[str, Any], asked: str, winner: str, strategies: dict[str, str]
    ) -> dict[str, Any]:
        return {
            "certificate": KIND,
            "scenario": content,
            "claim": {"ask": asked, "winner": winner},
            "strategies": strategies,
        }


def _strategies(play: SolvedUglyDuck, start: State, winner: str) -> dict[str, str]:
    """Return the strategy of the winner, or in a draw of both sides."""
    holders, draw = SIDES if winner == "draw" else (winner,), winner == "draw"
    return {side: strategy(play, start, side, draw_suits=draw) for side in holders}


def new_walk() -> Walk:
    """Return a walk before its first position."""
    return strategy_walk.new_walk(FIRST_ROOM_LOG2, MOST_MOVES, position_words=4, move_words=5)


def strategy(play: SolvedUglyDuck, start: State, holder: str, *, draw_suits: bool) -> str:
    """Return the replies with which a side gets what it can be sure of, one digit each.

    Raises:
        LimitReachedError: time is up.
    """
    shape, table = play.shape, play.table
    walk = new_walk()
    position = seen_by_mover(start.rows, start.turn)
    with told_of_compiling(play.budget.tell):
        if start.turn == holder:
            discover(shape, table, walk, position, 0)
        else:
            follow(shape, table, walk, position)
        walk = _walked_through(play, walk, holder, draw_suits=draw_suits)
    return "".join(_written(int(reply)) for reply in walk.replies[: walk.counts[2]])


def _walked_through(play: SolvedUglyDuck, walk: Walk, holder: str, *, draw_suits: bool) -> Walk:
    """Return the walk at its end, with every reply; where none is proven yet, one is searched."""
    shape, table = play.shape, play.table
    while (state := walk_on(shape, table, walk, draw_suits, REPLIES_AT_A_TIME)) != AT_AN_END:
        if state == FULL:
            walk = with_more_room(walk)
        elif state == UNPROVEN:
            waiting = Position(*map(int, walk.waiting[walk.counts[1] - 1]))
            reply_with(shape, table, walk, play.winning_index(waiting, draw_suits=draw_suits))
        play.budget.tell(
            f"strategy of {holder}: {walk.counts[2]:,} replies, {walk.counts[1]:,} waiting"
        )
    return walk


def _written(reply: int) -> str:
    more, digit = divmod(reply, len(DIGITS))
    return MORE * more + DIGITS[digit]


@compiled
def walk_on(shape: Shape, table: Table, walk: Walk, draw_suits: bool, most: int) -> int:
    """Reply to so many positions at most, where the table has proven replies."""
    most += walk.counts[2]
    while walk.counts[1] > 0:
        if walk.counts[2] >= most:
            return PAUSED
        if walk.counts[0] > walk.replies.shape[0] - MOST_MOVES:
            return FULL
        position = written(walk.waiting[walk.counts[1] - 1])
        if mobility(shape, position) == 0 and mobility(shape, turned(shape, position)) == 0:
            walk.counts[1] -= 1
            continue
        reply = proven_reply(shape, table, walk, position, draw_suits)
        if reply < 0:
            return UNPROVEN
        reply_with(shape, table, walk, reply)
    return AT_AN_END


@compiled
def proven_reply(
    shape: Shape, table: Table, walk: Walk, position: Position, draw_suits: bool
) -> int:
    """Return the index of a follower that is proven, or -1.

    It is one that leads to the fewest positions not seen yet, and of these the one that took the
    least work to prove: so the strategy is small.
    """
    best, fewest, least = -1, MOST_MOVES + 1, 0
    for index in range(followers(shape, position, walk.moves)):
        follower = written(walk.moves[index])
        _, disproof, work = numbers_of(shape, table, follower, not draw_suits)
        if disproof != 0:
            continue
        new = 0
        for rival in range(followers(shape, follower, walk.rivals)):
            if needs_reply(shape, table, walk, written(walk.rivals[rival])):
                new += 1
        if new < fewest or (new == fewest and work < least):
            best, fewest, least = index, new, work
    return best


@compiled
def needs_reply(shape: Shape, table: Table, walk: Walk, position: Position) -> bool:
    """Say whether a position has not been seen, and is not won at once."""
    if can_win_now(shape, position):
        return False
    key = key_of(shape, table.digits, position, False)
    return is_new(walk, key.first + 1, key.second)


@compiled
def reply_with(shape: Shape, table: Table, walk: Walk, reply: int) -> None:
    """Reply to the position that came last, with the follower of this index."""
    walk.counts[1] -= 1
    position = written(walk.waiting[walk.counts[1]])
    count = followers(shape, position, walk.moves)
    before = 0
    for index in range(count):
        if walk.moves[index, 4] < walk.moves[reply, 4]:
            before += 1
    walk.replies[walk.counts[2]] = before
    walk.counts[2] += 1
    follow(shape, table, walk, written(walk.moves[reply]))


@compiled
def follow(shape: Shape, table: Table, walk: Walk, position: Position) -> None:
    """Come upon what the rival, to move, can make of a position."""
    first = walk.counts[1]
    for index in range(followers(shape, position, walk.rivals)):
        discover(shape, table, walk, written(walk.rivals[index]), first)


@compiled
def discover(shape: Shape, table: Table, walk: Walk, position: Position, first: int) -> None:
    """Come upon a position; those that come at once wait in the order of their numbers."""
    if not needs_reply(shape, table, walk, position):
        return
    key = key_of(shape, table.digits, position, False)
    mark_seen(walk, key.first + 1, key.second)
    image = mirrored(shape, position)
    if comes_before(image, position):
        position = image
    at = walk.counts[1]
    walk.counts[1] += 1
    while at > first and comes_before(position, written(walk.waiting[at - 1])):
        for mask in range(4):
            walk.waiting[at, mask] = walk.waiting[at - 1, mask]
        at -= 1
    walk.waiting[at, 0], walk.waiting[at, 1] = position.ducks, position.swans
    walk.waiting[at, 2], walk.waiting[at, 3] = position.their_ducks, position.their_swans


@compiled
def comes_before(one: Position, other: Position) -> bool:
    """Say whether a position has the smaller number: their swans count most, the ducks least."""
    if one.their_swans != other.their_swans:
        return bool(one.their_swans < other.their_swans)
    if one.their_ducks != other.their_ducks:
        return bool(one.their_ducks < other.their_ducks)
    if one.swans != other.swans:
        return bool(one.swans < other.swans)
    return bool(one.ducks < other.ducks)


@compiled
def mirrored(shape: Shape, position: Position) -> Position:
    """Return the mirror image of a position."""
    return Position(
        _mirrored(shape, position.ducks),
        _mirrored(shape, position.swans),
        _mirrored(shape, position.their_ducks),
        _mirrored(shape, position.their_swans),
    )


@compiled
def _mirrored(shape: Shape, mask: int) -> int:
    image = 0
    for column in range(shape.columns):
        image |= (mask >> column & shape.left) << (shape.columns - 1 - column)
    return image
