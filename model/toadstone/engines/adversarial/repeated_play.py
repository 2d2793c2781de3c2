"""Perfect play where positions may come again and play without end is a draw.

All places that moves lead to are listed; then the ends decide what leads to them, from the last ply
backwards (retrograde analysis: Ströhlein, "Untersuchungen über kombinatorische Spiele", 1970). A
place that is never decided is a draw: each side has a move that leads to another such place.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.engines.adversarial.perfect_play import BETWEEN_LOOKS, PositionValue
from toadstone.engines.adversarial.plain_play import PlainPlay, Position
from toadstone.engines.plain_rules import PlainTwoPlayerSimulator, Played, expect_plain

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

    def best_line(self, state: Played) -> Iterator[str]:
        """Yield the moves of one game of best play, up to the first position that comes again."""
        met = {self.rules.position(state)}
        while self.rules.outcome(state) is None:
            move = self.first_best(state)
            yield move
            state = self.rules.after(state, move)
            if self.rules.position(state) in met:
                return
            met.add(self.rules.position(state))

    def _number(self, position: Position, turn: int) -> int:
        """Return the number of a place; with a new one, everything is solved once more."""
        name = self._name(position, turn)
        if name not in self._numbers[turn]:
            self._starts += [(position, turn), (position, 1 - turn)]
            self._at = position, turn
            with self.rules.named(lambda: self._at):
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
            self.nodes = self.budget.nodes = self.nodes + 1
            if self.nodes % BETWEEN_LOOKS == 0:
                self._look()
            self._at = position, turn
            end = self._end(position, turn, -1)
            payoff = None if end is None else (end > 0) - (end < 0)
            after = [] if payoff is not None else list(self._following(position, turn))
            if payoff is None and not after:
                self._expect_over()
                payoff = -1
            for each in after:
                before[number_of(each, 1 - turn)].append(number)
            open_moves.append(len(after))
            self._payoffs.append(payoff or 0)
            self._plies.append(ENDLESS if payoff is None else 0)
        return before, open_moves
