"""Ugly Duck: the rules, the claims, and the arguments that prove them.

docs/ugly-duck.md explains the format and the argument.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from toadstone_checker.certificate_file import (
    Budget,
    Hear,
    Invalid,
    expect,
    fields,
    items,
    unheard,
)

KIND = "toadstone ugly-duck 1"
OTHER = {"green": "blue", "blue": "green"}
HOLDER, RIVAL = 0, 1
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-"
VALUE = {digit: value for value, digit in enumerate(DIGITS)}
MORE = "_"  # before a digit: as many moves further on as there are digits
NO_MOVE = 1_000  # no side ever has so many
MOST_WORK = 5_000_000_000  # the full game on 5 rows of 5 cells takes a fifth of it
Board = tuple[int, int]  # the number of a board, and that of its mirror image


# --- the rules ----------------------------------------------------------------------------------


class Game:
    """The start, and the moves, on a board turned so that the holder's first row is at the top.

    The holder is the side that has a strategy, the rival the other. With n cells, bit c of a board
    is the holder's duck in cell c, counted from 0 row by row; bit n + c its swan, 2n + c and 3n + c
    the rival's duck and swan.
    """

    def __init__(self, scenario: Any, holder: str, budget: Budget) -> None:
        board, turn, no_moves = fields(scenario, "board", "turn", "no_moves")
        lines = items(board, "board", 7)
        expect(len(lines) >= 3, "board: expected 3 to 7 rows")
        expect(all(type(line) is str for line in lines), "board: expected rows of text")
        self.rows, self.columns = len(lines), len(lines[0])
        expect(3 <= self.columns <= 7, "board: expected 3 to 7 columns")
        for line in lines:
            expect(len(line) == self.columns and set(line) <= set("dsDS."), "board: a row is wrong")
        expect(not set("Ds") & set(lines[0]), "board: wrong piece in the first row")
        expect(not set("dS") & set(lines[-1]), "board: wrong piece in the last row")
        letters = set("".join(lines))
        expect(
            bool(letters & set("ds")) and bool(letters & set("DS")), "board: a side has no piece"
        )
        expect(type(turn) is str and turn in OTHER, "turn: expected green or blue")
        expect(no_moves in ("loses", "pass"), "no_moves: expected loses or pass")
        self.passes = no_moves == "pass"
        self.mover = HOLDER if turn == holder else RIVAL
        self.turned = holder == "blue"
        if self.turned:
            lines = [line.swapcase() for line in reversed(lines)]
        self.cells = self.rows * self.columns
        self.full = (1 << self.cells) - 1
        self.start = self.number(lines), self.number([line[::-1] for line in lines])
        self.ways = [self.ways_of(HOLDER), self.ways_of(RIVAL)]
        self.image = {1 << cell: 1 << self.mirrored(cell) for cell in range(self.cells)}
        self.home = (1 << self.columns) - 1
        self.next_to_home = self.home << self.columns
        self.rival_is_home = self.home << (self.rows - 1) * self.columns + 3 * self.cells
        self.budget = budget

    def number(self, lines: list[str]) -> int:
        """Return the number of a board."""
        text = "".join(lines)
        at = [(sort, cell) for cell, sort in enumerate(map("dsDS.".index, text)) if sort < 4]
        return sum(1 << sort * self.cells + cell for sort, cell in at)

    def written(self, board: int) -> str:
        """Return a board as its rows, the way the scenario is turned."""
        cells = ["."] * self.cells
        for bit in range(4 * self.cells):
            if board >> bit & 1:
                cells[bit % self.cells] = "dsDS"[bit // self.cells]
        text = "".join(cells)
        lines = [text[at : at + self.columns] for at in range(0, self.cells, self.columns)]
        return "/".join([line.swapcase() for line in reversed(lines)] if self.turned else lines)

    def mirrored(self, cell: int) -> int:
        """Return the cell's place in the mirror image."""
        return cell - cell % self.columns + self.columns - 1 - cell % self.columns

    def ways_of(self, mover: int) -> list[dict[int, list[tuple[int, bool, int, int]]]]:
        """Return where a duck, and where a swan, goes from a cell: left, straight and right.

        Cells are bits. A way is the cell it leads to, whether it is straight, and what it changes
        in the board and in its mirror image.
        """
        ways: list[dict[int, list[tuple[int, bool, int, int]]]] = []
        for swan in (False, True):
            down = 1 if swan == (mover == RIVAL) else -1
            far = self.rows - 1 if mover == HOLDER else 0
            sort = 2 * mover + swan
            from_cell = {}
            for cell in range(self.cells):
                y, x = divmod(cell, self.columns)
                there = [(y + down, side) for side in (x - 1, x, x + 1)]
                from_cell[1 << cell] = [
                    (1 << (to := row * self.columns + side), side == x)
                    + self.change(cell, sort, to, 2 * mover + (swan or row == far))
                    for row, side in there
                    if 0 <= row < self.rows and 0 <= side < self.columns
                ]
            ways.append(from_cell)
        return ways

    def change(self, cell: int, sort: int, to: int, new: int) -> tuple[int, int]:
        """Return the bits that change as a piece goes to a cell, also in the mirror image."""
        bits = (cell + sort * self.cells, to + new * self.cells)
        images = (self.mirrored(cell) + sort * self.cells, self.mirrored(to) + new * self.cells)
        return (1 << bits[0] | 1 << bits[1], 1 << images[0] | 1 << images[1])

    def moves(self, board: Board, mover: int) -> list[Board]:
        """Return the boards after every move: by the cell that is left, from left to right."""
        number, image = board
        sides = number & (1 << 2 * self.cells) - 1, number >> 2 * self.cells
        ducks, swans = sides[mover] & self.full, sides[mover] >> self.cells
        their_ducks = sides[1 - mover] & self.full
        own, theirs = ducks | swans, their_ducks | sides[1 - mover] >> self.cells
        taken = own | theirs
        duck_ways, swan_ways = self.ways[mover]
        their_sort = 2 * (1 - mover) * self.cells
        moves = []
        left = own
        while left:
            piece = left & -left
            left ^= piece
            for to, straight, change, change_of_image in (
                duck_ways[piece] if piece & ducks else swan_ways[piece]
            ):
                if not to & taken:
                    moves.append((number ^ change, image ^ change_of_image))
                elif not straight and to & theirs:
                    sort = their_sort if to & their_ducks else their_sort + self.cells
                    captured = self.image[to] << sort
                    moves.append((number ^ change ^ to << sort, image ^ change_of_image ^ captured))
        self.budget.spend(20 + 7 * len(moves))
        return moves

    def choices(self, board: Board, mover: int) -> list[Board]:
        """Return the boards after every move or a pass; none where the game is over."""
        moves = self.moves(board, mover)
        if not moves and self.passes and self.moves(board, 1 - mover):
            return [board]
        return moves

    def holder_wins_now(self, number: int) -> bool:
        """Say whether a move brings a swan home or captures the last piece."""
        swans = number >> self.cells & self.next_to_home
        while swans:
            swan = swans & -swans
            swans ^= swan
            own = (number | number >> self.cells) & self.home
            taken = own | (number >> 2 * self.cells | number >> 3 * self.cells) & self.home
            for to, straight, _, _ in self.ways[HOLDER][1][swan]:
                if not to & (taken if straight else own):
                    return True
        theirs = number >> 2 * self.cells
        if theirs & (theirs - 1):
            return False
        return any(not after >> 2 * self.cells for after, _ in self.moves((number, 0), HOLDER))

    def rival_has_won(self, number: int) -> bool:
        """Say whether the rival's swan is home, or the holder has no piece left."""
        return bool(number & self.rival_is_home) or not number & (1 << 2 * self.cells) - 1


# --- the claims ---------------------------------------------------------------------------------


def check(certificate: Any, hear: Hear = unheard) -> None:
    """Raise Invalid unless the certificate proves its claim, Unusable if it is no certificate."""
    kind, scenario, claim, strategies = fields(
        certificate, "certificate", "scenario", "claim", "strategies"
    )
    expect(kind == KIND, f"expected the kind '{KIND}'")
    ask, winner = fields(claim, "ask", "winner")
    expect(ask == "winner", "ask: expected a question that has certificates")
    expect(winner in ("green", "blue", "draw"), "winner: expected green, blue or draw")
    holders = tuple(OTHER) if winner == "draw" else (winner,)
    budget = Budget(hear, MOST_WORK)
    for holder, text in zip(holders, fields(strategies, *holders), strict=True):
        game = Game(scenario, holder, budget)
        expect(winner != "draw" or game.passes, "winner: there are no draws without passes")
        expect(type(text) is str, "strategies: expected text")
        check_strategy(game, f"strategies, {holder}", text, draw_suits=winner == "draw")


def check_strategy(game: Game, name: str, text: str, *, draw_suits: bool) -> None:
    """Make sure that the holder, replying as the text says, never gets less than is claimed.

    Every move but a pass brings a piece on its way, and the game is over where neither side can
    move: so every game ends, and it is enough that none ends badly.
    """
    replies = reading(text)
    read, seen = 0, set[int]()
    waiting: list[Board] = []

    def discover(boards: Iterable[Board]) -> None:
        """Take in boards with the holder to move, except those where it wins at once."""
        new = []
        for number, image in boards:
            if game.rival_has_won(number):
                raise Invalid(f"{name}, reply {read}", f"loses in {game.written(number)}")
            upright = (number, image) if number <= image else (image, number)
            if upright[0] not in seen and not game.holder_wins_now(upright[0]):
                seen.add(upright[0])
                new.append(upright)
        waiting.extend(sorted(new))

    def follow(board: Board) -> None:
        """Take in what the rival can make of a board."""
        choices = game.choices(board, RIVAL)
        if not choices and game.passes and not draw_suits:
            raise Invalid(f"{name}, reply {read}", f"a draw in {game.written(board[0])}")
        discover(choices)

    if game.mover == HOLDER:
        discover([game.start])
    else:
        follow(game.start)
    while waiting:
        board = waiting.pop()
        choices = game.choices(board, HOLDER)
        if not choices and game.passes and draw_suits:
            continue
        if not choices:
            raise Invalid(f"{name}, reply {read}", f"no move in {game.written(board[0])}")
        read += 1
        if read % 4096 == 0:
            game.budget.words = f"{name}: {read:,} replies checked of {len(text):,}"
        reply = next(replies, NO_MOVE)
        if reply >= len(choices):
            where = f"there is no legal reply to {game.written(board[0])}"
            raise Invalid(f"{name}, reply {read}", where)
        follow(choices[reply])
    if next(replies, None) is not None:
        raise Invalid(f"{name}, reply {read + 1}", "nothing is left to reply to")


def reading(text: str) -> Iterator[int]:
    """Yield the numbers of the replies, counted from 0; NO_MOVE for what is not well written."""
    more = 0
    for letter in text:
        if letter == MORE:
            more += len(DIGITS)
        else:
            yield more + VALUE.get(letter, NO_MOVE)
            more = 0
    if more:
        yield NO_MOVE
