"""Perfect play by plain rules, without an object for a state.

Two questions give the payoff: does the first side win, and does it at least draw? Each is a search
for yes or no: a memo, depth first, with a table of the positions met. A position is remembered as
it is, or by the `key` of the rules. All positions after a move are looked up before one of them is
searched: one that is known to be lost for the other side is enough. If half a second is not
enough, proof numbers choose the positions that the memo tries next, a thousand steps each.

If positions may come again and play without end is a draw, all reachable places are listed. Then
the ends decide the places before them, from the last ply backwards (retrograde analysis:
Ströhlein, "Untersuchungen über kombinatorische Spiele", 1970). A place that is never decided is a
draw: each side has a move that leads to another such place.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from itertools import chain
from math import inf
from time import process_time
from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import BrokenGameError
from toadstone.core.rules import DRAW
from toadstone.engines.adversarial.perfect_play import (
    BETWEEN_LOOKS,
    DEEPEST,
    MOST_ENTRIES,
    ExactSearch,
    PositionValue,
    deep_recursion,
)
from toadstone.engines.adversarial.proof_numbers import Entries, decide
from toadstone.engines.plain_rules import (
    SIMPLE,
    PlainTwoPlayerSimulator,
    Played,
    as_list,
    expect_plain,
)

Position = Any
"""A position of plain rules."""

MOST_POSITIONS = 4 * MOST_ENTRIES
"""Positions in the tables, some gigabytes."""

Move = tuple[Position, Hashable, Any]
"""The position after a move, its name, and its entry in the table or None."""

Search = Callable[[Position, Hashable, int], Any]
"""Returns the verdict or the rank of a position, given its name and whose turn it is, 0 or 1."""

TRIAL_SECONDS, STEPS = 0.5, 1_000
"""The time that the memo has for all, and its steps in a position that proof numbers choose."""


class _NotYetError(Exception):
    """The memo has had its time."""


FAR = 1 << 40
"""The rank of a win in no plies; see `PlainPlay.remoteness`."""


class PlainPlay(ExactSearch[Played, str]):
    """The exact search of one game with plain rules; it keeps its results."""

    rules: PlainTwoPlayerSimulator

    def __init__(self, rules: PlainTwoPlayerSimulator, budget: Budget = UNLIMITED) -> None:
        super().__init__(rules, budget)
        self._plain = rules.plain
        self._judge = getattr(rules.plain, "winner", None)
        self._key = getattr(rules.plain, "key", None)
        self._tables: dict[int, tuple[Entries, Entries]] = {each: ({}, {}) for each in (-1, 0, 1)}
        self._searches = {-1: self._count_plies(), 0: self._decide(0), 1: self._decide(1)}
        self._drawn, self.method = False, ""  # memo, or proof numbers
        self._enough: Callable[[], bool] = bool  # which returns False
        self._at: tuple[Position, int] = (None, 0)

    def payoff(self, state: Played) -> int:
        """Return the payoff of perfect play to the side to move."""
        position, turn = state.position, state.moves % 2
        wins, least = (1, 0) if turn == 0 else (0, 1)  # of the first side
        if self._reaches(position, turn, wins):
            return 1
        # If no end that was met is a draw, a side that does not win has lost.
        return 0 if self._drawn and self._reaches(position, turn, least) else -1

    def remoteness(self, state: Played) -> PositionValue:
        """Return the payoff to the side to move, and in how many plies the game then ends.

        A rank is `FAR` less the plies of a win, the plies less `FAR` of a loss, and minus the plies
        of a draw: each side takes the highest.
        """
        rank = self._look_up(state.position, state.moves % 2, -1)
        if rank > FAR // 2:
            return PositionValue(1, FAR - rank)
        return PositionValue(-1, FAR + rank) if rank < -FAR // 2 else PositionValue(0, -rank)

    def reply(self, position: Position, side: str, least: int) -> int | None:
        """Return the number of a move that keeps a payoff of 1, or of 0 at least; None if none."""
        turn = self.rules.sides.index(side)
        needed = least if turn == 0 else 1 - least
        after = list(self._following(position, turn))
        entry_of = self._tables[needed][1 - turn].get
        lost = (n for n, each in enumerate(after) if entry_of(self._name(each, 1 - turn)) is False)
        searched = (n for n, e in enumerate(after) if not self._reaches(e, 1 - turn, needed))
        return next(chain(lost, searched), None)

    def timely_reply(self, position: Position, side: str) -> int:
        """Return the number of the first move that is best in payoff, and then in plies."""
        turn = self.rules.sides.index(side)
        ranks = [_back_up(self._look_up(e, 1 - turn, -1)) for e in self._following(position, turn)]
        return ranks.index(max(ranks))

    def _reaches(self, position: Position, turn: int, least: int) -> bool:
        """Return whether the mover succeeds: the first side gets `least`, the other prevents it."""
        return bool(self._look_up(position, turn, least))

    def _look_up(self, position: Position, turn: int, least: int) -> Any:
        name = self._name(position, turn)
        entry = self._tables[least][turn].get(name)
        if entry is None:
            self._at = position, turn
            with self.rules.naming_faults(lambda: self._at), deep_recursion():
                expect_plain(position)
                entry = self._end(position, turn, least)
                if entry is None:
                    try:
                        entry = self._searches[least](position, name, turn)
                    except RecursionError:
                        reason = f"a line of play goes on after {DEEPEST:,} plies"
                        raise BrokenGameError(f"the game {self.rules.game}: {reason}") from None
        return entry

    def _name(self, position: Position, turn: int) -> Hashable:
        name: Hashable = position
        return name if self._key is None else self._key(position, self.rules.sides[turn])

    def _following(self, position: Position, turn: int) -> Iterable[Position]:
        """Return the positions after each move, in the order of the moves."""
        plain, side = self._plain, self.rules.sides[turn]
        if (after := getattr(plain, "after", None)) is not None:
            return as_list(after(position, side))
        return (plain.play(position, move, side) for move in plain.moves(position, side))

    def _end(self, position: Position, turn: int, least: int) -> Any:
        """Return the verdict or the rank of a position if the game is over; None if it goes on."""
        if self._judge is None:
            return None
        sides = self.rules.sides
        winner = self._judge(position, sides[turn])
        if winner is None:
            return None
        if winner == DRAW:
            self._drawn = True
            return 0 if least < 0 else least == turn
        if winner not in sides:
            raise ValueError(f"`winner` names {winner!r}, who is no side")
        return (FAR if winner == sides[turn] else -FAR) if least < 0 else winner == sides[turn]

    def _count(self, position: Position, turn: int) -> None:
        self._at = position, turn
        self.nodes = self.budget.nodes = self.nodes + 1
        if self.nodes % BETWEEN_LOOKS == 0:
            if self._enough():
                raise _NotYetError
            self.budget.tell(f"{self.nodes:,} positions searched")
            if sum(map(len, chain(*self._tables.values()))) > MOST_POSITIONS:
                raise MemoryError

    def _expect_over(self, moved: object) -> None:
        if not moved and self._judge is not None:
            raise ValueError("nobody has won, but there is no move")

    def _moves(self, least: int) -> Callable[[Position, int], Iterator[Move]]:
        """Return a function that yields the position after each move, its name, and its entry."""
        key, sides, end, tables = self._key, self.rules.sides, self._end, self._tables[least]

        def moves(position: Position, turn: int) -> Iterator[Move]:
            self._count(position, turn)
            other, there, moved = 1 - turn, tables[1 - turn], False
            for after in self._following(position, turn):
                moved = True
                if type(after) not in SIMPLE:
                    expect_plain(after)
                name = after if key is None else key(after, sides[other])
                entry = there.get(name)
                if entry is None and (entry := end(after, other, least)) is not None:
                    there[name] = entry
                elif type(entry) is tuple:  # a position on the line of play has this name
                    if entry[0] == after:
                        problem = f"moves lead back to `{after!r}`, so the game need not end"
                        advice = '`repeated = "draw"` makes play without end a draw'
                        raise BrokenGameError(f"the game {self.rules.game}: {problem}; {advice}")
                    entry = None
                yield after, name, entry
            self._expect_over(moved)

        return moves

    def _decide(self, least: int) -> Search:
        """Return the search that says whether the side to move gets what it wants."""
        moves, tables = self._moves(least), self._tables[least]

        def memo(position: Position, name: Hashable, turn: int) -> bool:
            here, there, waiting, entry = tables[turn], tables[1 - turn], list[Any](), None
            here[name] = (position,)
            try:
                for after, after_name, entry in moves(position, turn):
                    if entry is False:
                        break
                    if entry is None:
                        waiting.append((after, after_name))
                for after, after_name in () if entry is False else waiting:
                    entry = there.get(after_name)
                    if type(entry) is not bool:
                        entry = memo(after, after_name, 1 - turn)
                    if not entry:
                        break
            except BaseException:
                here.pop(name, None)
                raise
            here[name] = won = entry is False
            return won

        def search(*place: Any) -> bool:
            verdict = self._try_memo(memo, TRIAL_SECONDS, inf, *place)
            self.method = "proof numbers" if verdict is None else self.method or "memo"
            briefly = partial(self._try_memo, memo, inf, STEPS)
            return decide(place, tables, moves, briefly) if verdict is None else verdict

        return search

    def _try_memo(self, memo: Search, seconds: float, steps: float, *place: Any) -> bool | None:
        """Return the verdict of the memo within so many seconds and steps, or None."""
        end, last = process_time() + seconds, self.nodes + steps
        self._enough = lambda: self.nodes > last or process_time() > end
        try:
            return bool(memo(*place))
        except _NotYetError:
            return None
        finally:
            self._enough = bool

    def _count_plies(self) -> Search:
        """Return the search that gives the rank of a position; see `remoteness`."""
        moves, tables = self._moves(-1), self._tables[-1]

        def search(position: Position, name: Hashable, turn: int) -> int:
            here, ranks = tables[turn], list[int]()
            here[name] = (position,)
            try:
                for after, after_name, entry in moves(position, turn):
                    rank = search(after, after_name, 1 - turn) if entry is None else entry
                    ranks.append(_back_up(rank))
            except BaseException:
                here.pop(name, None)
                raise
            here[name] = best = max(ranks, default=-FAR)
            return best

        return search


def _back_up(rank: int) -> int:
    """Return the rank of a move to its side, by the rank to the other side after it."""
    return -rank - 1 if rank < -FAR // 2 else -rank + 1 if rank > FAR // 2 else rank - 1


ENDLESS = -1
"""The plies of a place that no end decides."""


class RepeatedPlay(PlainPlay):
    """The exact search of one game in which positions may come again."""

    def __init__(self, rules: PlainTwoPlayerSimulator, budget: Budget = UNLIMITED) -> None:
        super().__init__(rules, budget)
        self._starts = list[tuple[Position, int]]()
        self._numbers: tuple[dict[Hashable, int], dict[Hashable, int]] = ({}, {})
        self._payoffs, self._plies = array("b"), array("i")

    def payoff(self, state: Played) -> int:
        """Return the payoff of perfect play to the side to move."""
        number = self._number(state.position, state.moves % 2)
        return self._payoffs[number]

    def remoteness(self, state: Played) -> PositionValue:
        """Return the payoff to the side to move, and the plies to the end; of a draw, 0."""
        number = self._number(state.position, state.moves % 2)
        return PositionValue(self._payoffs[number], max(0, self._plies[number]))

    def reply(self, position: Position, side: str, least: int) -> int | None:
        """Return the number of the quickest move to a win, or of one that does not lose."""
        turn = self.rules.sides.index(side)
        ways = [
            (-self._payoffs[at], self._plies[at], number)
            for number, after in enumerate(self._following(position, turn))
            for at in [self._number(after, 1 - turn)]
        ]
        good = [way for way in ways if way[0] >= least]
        return min(good, key=lambda way: (-way[0], way[1]))[2] if good else None

    def first_best(self, state: Played) -> str:
        """Return the quickest move to a win, a move that draws, or the longest way to lose."""
        moves = self.rules.legal_moves(state)
        number = self.reply(state.position, self.rules.to_move(state), self.payoff(state))
        if number is not None and self.payoff(state) >= 0:
            return moves[number]
        return max(moves, key=lambda move: self.remoteness(self.rules.after(state, move)).plies)

    def _number(self, position: Position, turn: int) -> int:
        """Return the number of a place; with a new one, everything is solved once more."""
        name = self._name(position, turn)
        if name not in self._numbers[turn]:
            self._starts += [(position, turn), (position, 1 - turn)]
            self._at = position, turn
            with self.rules.naming_faults(lambda: self._at):
                self._solve()
        return self._numbers[turn][name]

    def _solve(self) -> None:
        """Decide every place that the starts lead to."""
        self._numbers, self._payoffs, self._plies = ({}, {}), array("b"), array("i")
        before, open_moves = self._list_places()
        layer = [number for number, payoff in enumerate(self._payoffs) if payoff]
        plies = 0
        while layer:
            plies, decided, layer = plies + 1, layer, []
            for number in decided:
                for each in before[number]:
                    open_moves[each] -= 1
                    lost = self._payoffs[number] == 1 and not open_moves[each]
                    if self._plies[each] == ENDLESS and (lost or self._payoffs[number] == -1):
                        self._payoffs[each] = -1 if lost else 1
                        self._plies[each] = plies
                        layer.append(each)
            self.budget.tell(f"{plies} plies before the end")

    def _list_places(self) -> tuple[list[list[int]], array[int]]:
        """List all places; return what leads to each, and how many moves it has."""
        places, before, open_moves = list[tuple[Position, int]](), list[list[int]](), array("i")

        def number_of(position: Position, turn: int) -> int:
            name = self._name(position, turn)
            number = self._numbers[turn].setdefault(name, len(places))
            if number == len(places):
                expect_plain(position)
                places.append((position, turn))
                before.append([])
            return number

        for start in self._starts:
            number_of(*start)
        for number, (position, turn) in enumerate(places):  # which grows meanwhile
            self._count(position, turn)
            end = self._end(position, turn, -1)
            payoff = None if end is None else (end > 0) - (end < 0)
            after = [] if payoff is not None else list(self._following(position, turn))
            if payoff is None and not after:
                self._expect_over(after)
                payoff = -1
            for each in after:
                before[number_of(each, 1 - turn)].append(number)
            open_moves.append(len(after))
            self._payoffs.append(payoff or 0)
            self._plies.append(ENDLESS if payoff is None else 0)
        return before, open_moves
