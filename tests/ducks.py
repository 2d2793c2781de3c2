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
def plies_together(board):
    """Return the fewest plies to the end of a game in which both sides help."""
    moves = after(board)
    if any(map(has_won, moves)):
        return 1
    return 1 + min((plies_together(turned(each)) for each in moves), default=-1)
