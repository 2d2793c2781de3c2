"""Ugly Duck once more, for the tests: naive, and sharing nothing with the project."""

from functools import cache

OTHER = {"green": "blue", "blue": "green"}
_SWAPPED = str.maketrans("dsDS", "DSds")


def turned(board):
    """Return the board as the other side sees it: it is always d and s that move, and down."""
    return tuple(row.translate(_SWAPPED) for row in reversed(board))


@cache
def after(board):
    """Return what d and s can make of a board, whose first row is theirs."""
    found = []
    for y, row in enumerate(board):
        for x, piece in enumerate(row):
            to = {"d": y + 1, "s": y - 1}.get(piece)
            if to is None:
                continue
            there, arriving = board[to], "s" if to == len(board) - 1 else piece
            for z in (x - 1, x, x + 1):
                if 0 <= z < len(row) and there[z] in ("." if z == x else ".DS"):
                    rows = list(board)
                    rows[y] = f"{row[:x]}.{row[x + 1 :]}"
                    rows[to] = there[:z] + arriving + there[z + 1 :]
                    found.append(tuple(rows))
    return found


def has_won(board):
    """Say whether d and s, who have just moved, have won."""
    cells = "".join(board)
    return "s" in board[0] or not ("D" in cells or "S" in cells)


@cache
def payoff(board, passes):
    """Return what d and s, to move, get: 1, 0 or -1."""
    moves = after(board)
    if not moves and not passes:
        return -1
    if not moves:
        return -payoff(turned(board), passes) if after(turned(board)) else 0
    best = -1
    for each in moves:
        best = max(best, payoff_after(each, passes))
        if best == 1:  # nothing is better
            break
    return best


def payoff_after(board, passes):
    """Return what d and s get who leave a board behind."""
    return 1 if has_won(board) else -payoff(turned(board), passes)


@cache
def worth(board, passes):
    """Return the payoff to d and s, to move, and the plies to the end: the winner hurries."""
    moves = after(board)
    if not moves and not passes:
        return -1, 0
    if not moves and not after(turned(board)):
        return 0, 0
    if any(map(has_won, moves)):
        return 1, 1
    replies = [worth_after(each, passes) for each in moves or [board]]
    payoff, plies = max(replies, key=lambda each: (-each[0], each[0] * each[1] or -each[1]))
    return -payoff, plies + 1


def worth_after(board, passes):
    """Return what a board that d and s leave behind is worth to the other side."""
    return (-1, 0) if has_won(board) else worth(turned(board), passes)


def shortest(board, passes, wins):
    """Return the plies of the shortest game that is won: `wins` is 0 for who begins, 1, or None.

    Breadth-first, with one board of two that mirror each other; None where there is no such game.
    """
    layer, plies = {board}, 0
    while layer:
        stuck = not passes and any(not after(each) for each in layer)
        if stuck and wins in (None, (plies + 1) % 2):
            return plies
        following = set()
        for each in layer:
            wins_at_once, boards = going_on(each, passes)
            if wins_at_once and wins in (None, plies % 2):
                return plies + 1
            following |= boards
        layer, plies = following, plies + 1
    return None


@cache
def going_on(board, passes):
    """Say whether d and s can win at once; return the boards, turned, of all other moves."""
    moves = after(board) or ([board] if passes and after(turned(board)) else [])
    boards = [turned(move) for move in moves if not has_won(move)]
    mirrored = (tuple(row[::-1] for row in each) for each in boards)
    return len(boards) < len(moves), frozenset(map(min, boards, mirrored))


def number(board):
    """Return the number that stands for a board in a certificate."""
    cells = "".join(board)
    return sum(1 << len(cells) * "dsDS".index(x) + c for c, x in enumerate(cells) if x != ".")


def upright(board):
    """Return the board or its mirror image, whichever has the smaller number."""
    return min(board, tuple(row[::-1] for row in board), key=number)


def choices(board, passes):
    """Return what d and s can make of a board, with a pass; nothing where the game is over."""
    if passes and not after(board) and after(turned(board)):
        return [board]
    return after(board)


def walk(board, holder_moves, passes, draw_suits, reply):
    """Walk a strategy of d and s; raise StopIteration where it gets less than it should.

    `reply` is called with a board and the boards after every move, and returns the index of one.
    """
    seen, waiting = set(), []

    def discover(boards):
        if any(has_won(turned(each)) for each in boards):
            raise StopIteration
        new = {upright(each) for each in boards} - seen
        new = {each for each in new if not any(map(has_won, after(each)))}
        seen.update(new)
        waiting.extend(sorted(new, key=number))

    def follow(given):
        found = [turned(each) for each in choices(turned(given), passes)]
        if not found and passes and not draw_suits:
            raise StopIteration
        discover(found)

    discover([board]) if holder_moves else follow(board)
    while waiting:
        given = waiting.pop()
        moves = choices(given, passes)
        if not moves and draw_suits:
            continue
        index = reply(given, moves) if moves else -1
        if not 0 <= index < len(moves):
            raise StopIteration
        follow(moves[index])


DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-"


def written(replies):
    """Return replies as a certificate has them."""
    return "".join("_" * (each // 63) + DIGITS[each % 63] for each in replies)


def strategy(board, holder_moves, passes, draw_suits, last=False):
    """Return the first, or the last, good replies of d and s."""
    found = []

    def reply(given, moves):
        least = 0 if draw_suits else 1
        good = [i for i, x in enumerate(moves) if -payoff(turned(x), passes) >= least]
        found.append(good[-1 if last else 0])
        return found[-1]

    walk(board, holder_moves, passes, draw_suits, reply)
    return written(found)


def holds(text, board, holder_moves, passes, draw_suits):
    """Say whether the replies, all of them read, get d and s what they should."""
    letters = iter(text)

    def reply(given, moves):
        more = 0
        for letter in letters:
            if letter != "_":
                return more + DIGITS.index(letter) if letter in DIGITS else -1
            more += 63
        return -1

    try:
        walk(board, holder_moves, passes, draw_suits, reply)
    except StopIteration:
        return False
    return next(letters, None) is None
