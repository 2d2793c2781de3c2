"""Ugly Duck once more, for the tests: naive, and sharing nothing with the project."""

from functools import cache

OTHER = {"green": "blue", "blue": "green"}


def turned(board):
    """Return the board as the other side sees it: it is always d and s that move, and down."""
    return tuple(row.translate(str.maketrans("dsDS", "DSds")) for row in reversed(board))


def after(board):
    """Return what d and s can make of a board, whose first row is theirs."""
    found = []
    for y, row in enumerate(board):
        for x, piece in enumerate(row):
            to = {"d": y + 1, "s": y - 1}.get(piece)
            for z in (x - 1, x, x + 1):
                if to is None or not 0 <= z < len(row):
                    continue
                if board[to][z] in ("." if z == x else ".DS"):
                    cells = [list(each) for each in board]
                    cells[y][x] = "."
                    cells[to][z] = "s" if to == len(board) - 1 else piece
                    found.append(tuple(map("".join, cells)))
    return found


def has_won(board):
    """Say whether d and s, who have just moved, have won."""
    return "s" in board[0] or not set("DS") & set("".join(board))


@cache
def payoff(board, passes):
    """Return what d and s, to move, get: 1, 0 or -1."""
    moves = after(board)
    if not moves and not passes:
        return -1
    if not moves:
        return -payoff(turned(board), passes) if after(turned(board)) else 0
    return max(1 if has_won(each) else -payoff(turned(each), passes) for each in moves)


@cache
def worth(board, passes):
    """Return the payoff to d and s, to move, and the plies to the end: the winner hurries."""
    moves = after(board)
    if not moves and not passes:
        return -1, 0
    if not moves and not after(turned(board)):
        return 0, 0
    replies = [worth_after(each, passes) for each in moves or [board]]
    payoff, plies = max(replies, key=lambda each: (-each[0], each[0] * each[1] or -each[1]))
    return -payoff, plies + 1


def worth_after(board, passes):
    """Return what a board that d and s leave behind is worth to the other side."""
    return (-1, 0) if has_won(board) else worth(turned(board), passes)


def shortest(board, passes, wins):
    """Return the plies of the shortest game that is won: `wins` is 0 for who begins, 1, or None.

    Breadth-first; None where there is no such game.
    """
    layer, plies = {board}, 0
    while layer:
        stuck = not passes and any(not after(each) for each in layer)
        if stuck and wins in (None, (plies + 1) % 2):
            return plies
        following = set()
        for each in layer:
            moves = after(each) or ([each] if passes and after(turned(each)) else [])
            if any(map(has_won, moves)) and wins in (None, plies % 2):
                return plies + 1
            following |= {turned(move) for move in moves if not has_won(move)}
        layer, plies = following, plies + 1
    return None
