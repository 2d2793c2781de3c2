"""Depth-first proof-number search: A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002.

A position has two numbers: about how many positions are still to be decided for a win of the side
to move, and for its loss. For a win one move is enough, after which the other side loses: the least
number of a loss there. For a loss every move has to fail. A sum would count positions twice where
ways meet, so it is the largest number and one for each other move (T. Ueda and others, "Weak
proof-number search", 2008). The search goes down the easiest move, until another is easier by a
quarter. A new position on its way is given to another search first, for a short time.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

Entries = dict[Hashable, Any]
"""The entries of the positions with one side to move, by name."""

NEVER = 1 << 60
"""The number of what is impossible."""


def decide(
    place: tuple[Any, Hashable, int],
    tables: tuple[Entries, Entries],
    moves: Callable[[Any, int], Iterable[tuple[Any, Hashable, Any]]],
    briefly: Callable[[Any, Hashable, int], bool | None],
) -> bool:
    """Return whether the side to move gets what it wants.

    Args:
        place: the position, its name in the tables, and whose turn it is, 0 or 1.
        tables: the verdicts for either turn; a tuple stands for a place on the line of play.
        moves: returns the position after each move, its name, and its verdict.
        briefly: decides a position, or returns None after a short time.
    """
    numbers: tuple[Entries, Entries] = ({}, {})

    def descend(position: Any, name: Hashable, turn: int, most_win: int, most_loss: int) -> None:
        here, there, other = tables[turn], tables[1 - turn], 1 - turn
        if name not in numbers[turn] and briefly(position, name, turn) is not None:
            return
        here[name] = (position,)
        try:
            after = [each[:2] for each in moves(position, turn)]
            while True:
                win, second, largest, others = NEVER, NEVER, 0, -1
                for each in after:
                    if (entry := there.get(each[1])) is not True:
                        a, b = (NEVER, 0) if entry is False else numbers[other].get(each[1], (1, 1))
                        others, largest = others + 1, max(largest, a)
                        if b < win:
                            win, second, best = b, win, each
                        else:
                            second = min(second, b)
                loss = min(NEVER, largest + max(0, others))
                if win >= most_win or loss >= most_loss:
                    break
                rival = second + second // 4 + 1
                descend(*best, other, most_loss - others, min(most_win, rival))
        finally:
            here.pop(name, None)
        numbers[turn][name] = win, loss
        if not win or not loss:
            here[name] = not win

    descend(*place, NEVER, NEVER)
    return bool(tables[place[2]][place[1]])
