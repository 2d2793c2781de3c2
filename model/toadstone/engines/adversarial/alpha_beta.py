"""Search to a depth, for any two-player game: alpha-beta, and iterative deepening.

Every line of play is examined for a number of plies, and the position at its end is judged by an
evaluation: Shannon, "Programming a computer for playing chess", Philosophical Magazine 41, 1950. Of
moves that are worth the same the first one is chosen, in the order of the rules. Lines of play that
cannot matter are left out: Knuth and Moore, "An analysis of alpha-beta pruning", Artificial
Intelligence 6, 1975. Slate and Atkin, "CHESS 4.5, the Northwestern
University chess program", in "Chess Skill in Man and Machine", 1977, describe the deepening.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf

from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError
from toadstone.core.rules import Move, State, TwoPlayerRules

Evaluation = Callable[[State, str], int]
"""Returns the value of a state to a side, the more the better."""


def search(
    rules: TwoPlayerRules[State, Move],
    evaluate: Evaluation[State],
    depth: int,
    state: State,
    visit: Callable[[int], None] = lambda plies: None,
) -> tuple[int, tuple[Move, ...]]:
    """Return the value of a state to the side to move, and the expected line.

    The search of a node stops as soon as another line is sure to be as good.

    Args:
        rules: the rules of the game.
        evaluate: judges the states in which the search stops.
        depth: plies to look ahead, at least 1; a line that ends the game earlier is judged there.
        state: where to begin.
        visit: is called for each position that is entered, with its plies from there.
    """
    side = rules.to_move(state)

    def look(state: State, plies: int, alpha: float, beta: float) -> tuple[int, tuple[Move, ...]]:
        """Search on where the side is sure of alpha elsewhere, and the other side of beta.

        Where the true value is not between the bounds, the value found is a bound as well.
        """
        visit(plies)
        if plies == depth or rules.outcome(state) is not None:
            return evaluate(state, side), ()
        maximise = rules.to_move(state) == side
        best: tuple[int, tuple[Move, ...]] | None = None
        for move in rules.legal_moves(state):
            value, line = look(rules.after(state, move), plies + 1, alpha, beta)
            if best is None or (value > best[0] if maximise else value < best[0]):
                best = value, (move, *line)
            if best[0] >= beta if maximise else best[0] <= alpha:
                break
            alpha = max(alpha, best[0]) if maximise else alpha
            beta = beta if maximise else min(beta, best[0])
        if best is None:
            raise ValueError("the game goes on, but there is no legal move")
        return best

    return look(state, 0, -inf, inf)


BETWEEN_LOOKS = 64
"""Positions between two looks at the clock."""


def deepest_move(
    rules: TwoPlayerRules[State, Move],
    evaluate: Evaluation[State],
    state: State,
    budget: Budget,
    most: float = inf,
) -> Move:
    """Return the first best move of the deepest alpha-beta search that ends in time.

    The search of one ply is made in any case, and none of more than `most`.
    """
    move = search(rules, evaluate, 1, state)[1][0]
    visits, depth, deepest = 0, 1, 1

    def look(plies: int) -> None:
        nonlocal visits, deepest
        visits, deepest = visits + 1, max(deepest, plies)
        if visits % BETWEEN_LOOKS == 0:
            budget.tell(f"{visits:,} positions searched, no proof")

    with suppress(LimitReachedError, MemoryError):
        while deepest == depth < most:  # else every line was looked at to the end of the game
            depth, deepest = depth + 1, 0
            move = search(rules, evaluate, depth, state, look)[1][0]
    return move
