"""A game as a learner plays it: moves as numbers, states as arrays, and rewards.

What a game is worth is its payoff for two players. For one it is what is asked first: the figure
that is to be as large as possible, or less the one that is to be as small as possible.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import chain, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toadstone.core.board import BOARD
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import LimitReachedError, RequestError
from toadstone.core.line import Line, sides_of
from toadstone.core.question import Sense
from toadstone.core.replay import replay
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.instance import Instance
from toadstone.play.adviser import adviser_for, to_go_on_with
from toadstone.play.parts import MARGIN, AnyLine, Outlook, Verdict
from toadstone.services.parts import ACTIONS
from toadstone.view.board import AnyBoard, drawn_board, moments
from toadstone.view.sheet import expect_extra, frames

MOST_STATES = 100_000
"""States that are looked at for the moves of a game that does not list them."""

_PAYOFF = {Verdict.WON: 1, Verdict.DRAWN: 0, Verdict.LOST: -1}


def actions_of(instance: Instance) -> tuple[Any, ...]:
    """Return every move that can ever be legal; that number of it is the action.

    Raises:
        RequestError: the game does not list them, and has too many states to look for them.
    """
    if listed := instance.game.find(ACTIONS):
        return tuple(listed(instance.scenario))
    rules = instance.rules
    waiting, known, moves = [rules.start()], {rules.position(rules.start())}, dict[str, Any]()
    while waiting:
        state = waiting.pop()
        for move in () if rules.outcome(state) else rules.legal_moves(state):
            moves.setdefault(str(move), move)
            after = rules.play(state, move)
            if (position := rules.position(after)) not in known:
                known.add(position)
                waiting.append(after)
        if len(known) > MOST_STATES:
            game = instance.game.name
            raise RequestError(f"{game} has too many states to find all moves: bring `ACTIONS`")
    return tuple(moves[text] for text in sorted(moves))


class Episode:
    """One game after another of a scenario.

    Args:
        instance: the scenario, and what is asked.
        limit: seconds for what is best in a state; 0 leaves it out.
        most_turns: turns after which a single player has lost.

    Attributes:
        line: the game so far.
        actions: the moves, by number.
        sides: the sides; a single player's is `player`.
        lost: what a lost game is worth to a single player.
    """

    def __init__(self, instance: Instance, limit: float, most_turns: int) -> None:
        self.instance = asked = to_go_on_with(instance)
        self.limit, self.most_turns = limit, most_turns
        self.actions = actions_of(asked)
        self.sides = sides_of(asked.rules)
        self.lost = -most_turns if asked.ask[0].sense is Sense.MINIMISE else -1
        self.line: AnyLine = Line.begin(asked.rules)
        self._board = asked.game.get(BOARD)(asked.scenario).in_ascii()
        self._cells = len(self._signs())
        self._adviser, self._known = adviser_for(asked), dict[Any, dict[int, int] | None]()
        self._excluded = asked.conditions().why_excluded
        if limit:
            self._adviser.prepare()

    def begin(self) -> None:
        """Begin a new game."""
        self.line = Line.begin(self.instance.rules)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by the rules, a single player's also by a requirement."""
        return self.line.ending is not None

    @property
    def is_too_long(self) -> bool:
        """Whether it goes on after the most turns."""
        return not self.is_over and len(self.line.moves) >= self.most_turns

    def play(self, action: int) -> str | None:
        """Make a move; return why it cannot be made, or None."""
        move, excluded = self.actions[int(action)], self._excluded
        reason = self.line.why_refused(move) or (excluded and excluded(self.line.state, move))
        if not reason:
            self.line = self.line.after(move)
        return reason or None

    # What a learner sees

    def mask(self) -> NDArray[np.int8]:
        """Return 1 for each legal action, else 0; shape (actions,)."""
        legal = set() if self.is_over else set(self._legal(self.line))
        return np.array([action in legal for action in range(len(self.actions))], np.int8)

    def _legal(self, line: AnyLine) -> list[int]:
        state, excluded = line.state, self._excluded
        moves = (m for m in line.rules.legal_moves(state) if not (excluded and excluded(state, m)))
        return [self._number[str(move)] for move in moves]

    @cached_property
    def _number(self) -> dict[str, int]:
        return {str(move): number for number, move in enumerate(self.actions)}

    def _signs(self) -> list[int]:
        rows = self._board.grid(self.line.state).rows
        return [ord(sign) for row in rows for each in row for sign in each.sign]

    def observation(self) -> NDArray[np.int32]:
        """Return turn, number of the side to move, all that the rules observe, and the board.

        The board is the character of each cell, row by row.
        """
        line, signs = self.line, chain(self._signs(), repeat(0))
        board = [next(signs) for _ in range(self._cells)]
        seen = self.instance.rules.observe(line.state).values()
        return np.array([len(line.moves), self.sides.index(line.to_move), *seen, *board], np.int32)

    def text(self) -> str:
        """Return the board, and how things stand."""
        state = self.line.state
        return f"{self._board.picture(state).plain}\n{self._board.caption(state).plain}\n"

    @cached_property
    def _picture(self) -> AnyBoard:
        expect_extra()
        return drawn_board(self.instance.game, self.instance.scenario)

    def image(self) -> NDArray[np.uint8]:
        """Return the board as drawn; shape (height, width, 3), always the same.

        Raises:
            RequestError: the game has no pictures, or the extra `pictures` is missing.
        """
        moment = moments(self.line.states, self.line.moves)[-1]
        return np.array(next(frames(self._picture, [moment])), np.uint8)

    # What it is worth

    def rewards(self) -> tuple[int, ...]:
        """Return what the game that has ended is worth to each side."""
        return self._rewards(self.line)

    def _rewards(self, line: AnyLine) -> tuple[int, ...]:
        rules = line.rules
        if isinstance(rules, TwoPlayerRules):
            payoff = rules.payoff(line.ending) if line.ending else 0
            return payoff, -payoff
        conditions = self.instance.conditions()
        played = replay(rules, line.moves, conditions)
        if played.failure and not conditions.must_end:  # the turn in which he lost does not count
            played = replay(rules, line.moves[:-1], conditions)
        return (self.lost if played.failure else self._worth_of(played.figures.__getitem__),)

    def _worth_of(self, figure: Callable[[str], int], *, by_name: bool = False) -> int:
        first = self.instance.ask[0]
        if first.figure is None:
            return 1
        found = figure(first.name if by_name else first.figure)
        return -found if first.sense is Sense.MINIMISE else found

    def advice(self) -> dict[str, Any]:
        """Return `value`, the best that the side to move can get, and all `best_actions`.

        Empty where the game is over, or where that is not proven within the limit.
        """
        line = self.line
        if self.is_over or not self.limit:
            return {}
        figures = tuple(line.rules.figures(line.state).values())
        key = line.rules.position(line.state), figures
        if key not in self._known:
            self._known[key] = self._worths(Budget(Limits(self.limit)))
        worths = self._known[key]
        if worths is None:
            return {}
        value = max(worths.values())
        return {"value": value, "best_actions": [a for a, w in worths.items() if w == value]}

    def _worths(self, budget: Budget) -> dict[int, int] | None:
        try:
            return {action: self._worth(action, budget) for action in self._legal(self.line)}
        except (LimitReachedError, MemoryError):
            return None

    def _worth(self, action: int, budget: Budget) -> int:
        """Return what the best play after a legal action is worth to the side that takes it."""
        after, side = self.line.after(self.actions[action]), self.line.to_move
        if after.ending is not None:
            return self._rewards(after)[self.sides.index(side)]
        budget.check()
        outlook = self._adviser.outlook(after, budget, plies=False)
        if not outlook.proven or outlook.verdict is Verdict.UNDECIDED:
            raise LimitReachedError
        return self._promised(outlook, side)

    def _promised(self, outlook: Outlook, side: str) -> int:
        if len(self.sides) == 1:
            is_lost = outlook.verdict is Verdict.LOST and not outlook.figures
            return (
                self.lost if is_lost else self._worth_of(outlook.figures.__getitem__, by_name=True)
            )
        if MARGIN in outlook.figures:
            return outlook.figures[MARGIN] * (1 if side == self.sides[0] else -1)
        return _PAYOFF[outlook.verdict] * (1 if side == outlook.side else -1)
