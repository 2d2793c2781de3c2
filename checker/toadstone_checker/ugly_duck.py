"""Ugly Duck: the rules, the claims, and the arguments that prove them.

checker/README.md explains the format and the argument.
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
MOST_BOARDS = 4_000_000  # that one strategy meets; they are kept, and that game has 1,868,878
Board = tuple[int, int]  # the number of a board, and that of its mirror image
Way = tuple[int, bool, int, int]  # the cell it leads to as a bit, whether it is straight, and what
# it changes in a board and in the mirror image


# --- the rules ----------------------------------------------------------------------------------


class Game:
    """The start, and the moves, on a board turned so that the holder's first row is at the top.

    The holder is the side that has a strategy, the rival the other. With n cells, bit c of a board
    is the holder's duck in cell c, counted from 0 row by row; bit n + c its swan, 2n + c and 3n + c
    the rival's duck and swan.
    """

    def __init__(self, scenario: Any, holder: str, budget: Budget) -> None:
        board, turn, no_moves = fields(scenario, "board", "turn", "no_moves")
        lines = lines_of(board)
        expect(type(turn) is str and turn in OTHER, "turn: expected green or blue")
        expect(no_moves in ("loses", "pass"), "no_moves: expected loses or pass")
        self.passes = no_moves == "pass"
        self.mover = HOLDER if turn == holder else RIVAL
        self.turned = holder == "blue"
        if self.turned:
            lines = [line.swapcase() for line in reversed(lines)]
        self.rows, self.columns = len(lines), len(lines[0])
        self.cells = self.rows * self.columns
        self.full = (1 << self.cells) - 1
        self.home = (1 << self.columns) - 1
        self.rival_is_home = self.home << (self.rows - 1) * self.columns + 3 * self.cells
        self.start = self.number(lines), self.number([line[::-1] for line in lines])
        self.ways = [self.ways_of(HOLDER), self.ways_of(RIVAL)]
        self.image = {1 << cell: 1 << self.mirrored(cell) for cell in range(self.cells)}
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

    def ways_of(self, mover: int) -> list[dict[int, list[Way]]]:
        """Return the ways of a duck, and of a swan, from every cell: left, straight and right."""
        return [
            {1 << cell: list(self.ways_from(cell, mover, swan)) for cell in range(self.cells)}
            for swan in (0, 1)
        ]

    def ways_from(self, cell: int, mover: int, swan: int) -> Iterator[Way]:
        """Yield the ways of a duck, or of a swan, from a cell."""
        y, x = divmod(cell, self.columns)
        row = y + 1 if swan == mover else y - 1  # the holder's ducks go down
        far = self.rows - 1 if mover == HOLDER else 0
        for side in (x - 1, x, x + 1):
            if 0 <= row < self.rows and 0 <= side < self.columns:
                to = row * self.columns + side
                sort = 2 * mover + (1 if row == far else swan)
                yield 1 << to, side == x, *self.change(cell, 2 * mover + swan, to, sort)

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
        """Return whether a move brings a swan home or captures the last piece."""
        # The first row holds ducks of the holder and swans of the rival alone: a swan of the holder
        # has won there, and a duck of the rival has become a swan.
        own = number & self.home
        taken = own | number >> 3 * self.cells & self.home
        swans = number >> self.cells & self.home << self.columns
        while swans:
            swan = swans & -swans
            swans ^= swan
            for to, straight, _, _ in self.ways[HOLDER][1][swan]:
                if not to & (taken if straight else own):
                    return True
        theirs = number >> 2 * self.cells
        if theirs & (theirs - 1):
            return False
        return any(not after >> 2 * self.cells for after, _ in self.moves((number, 0), HOLDER))

    def rival_has_won(self, number: int) -> bool:
        """Return whether the rival's swan is home, or the holder has no piece left."""
        return bool(number & self.rival_is_home) or not number & (1 << 2 * self.cells) - 1


def lines_of(board: Any) -> list[str]:
    """Return the rows of a board."""
    lines = items(board, "board", 7)
    expect(len(lines) >= 3, "board: expected 3 to 7 rows")
    expect(all(type(line) is str for line in lines), "board: expected rows of text")
    expect(3 <= len(lines[0]) <= 7, "board: expected 3 to 7 columns")
    for line in lines:
        fits = len(line) == len(lines[0]) and set(line) <= set("dsDS.")
        expect(fits, "board: a row is wrong")
    expect(not set("Ds") & set(lines[0]), "board: wrong piece in the first row")
    expect(not set("dS") & set(lines[-1]), "board: wrong piece in the last row")
    letters = set("".join(lines))
    expect(bool(letters & set("ds")) and bool(letters & set("DS")), "board: a side has no piece")
    return lines


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
        Walk(game, f"strategies, {holder}", text, draw_suits=winner == "draw").check()


class Walk:
    """A strategy, followed through everything that the rival can do."""

    def __init__(self, game: Game, name: str, text: str, *, draw_suits: bool) -> None:
        self.game = game
        self.name = name
        self.draw_suits = draw_suits
        self.most = len(text)
        self.replies = reading(text)
        self.read = 0
        self.seen: set[int] = set()
        self.waiting: list[Board] = []

    def check(self) -> None:
        """Make sure that the holder, replying like this, never gets less than is claimed.

        Every move but a pass brings a piece on its way, and the game is over where neither side can
        move: so every game ends, and it is enough that none ends badly.
        """
        if self.game.mover == HOLDER:
            self.discover([self.game.start])
        else:
            self.follow(self.game.start)
        while self.waiting:
            self.reply(self.waiting.pop())
        self.read += 1
        if next(self.replies, None) is not None:
            raise self.invalid("nothing is left to reply to")

    def reply(self, board: Board) -> None:
        """Make the holder's next reply."""
        choices = self.game.choices(board, HOLDER)
        if not choices and self.game.passes and self.draw_suits:
            return
        self.read += 1
        if self.read % 4096 == 0:
            self.game.budget.words = f"{self.name}: {self.read:,} of {self.most:,} replies checked"
        reply = next(self.replies, NO_MOVE)
        if reply >= len(choices):
            raise self.invalid(f"there is no legal reply to {self.game.written(board[0])}")
        self.follow(choices[reply])

    def follow(self, board: Board) -> None:
        """Come upon what the rival can make of a board."""
        choices = self.game.choices(board, RIVAL)
        if not choices and self.game.passes and not self.draw_suits:
            raise self.invalid(f"it lets the game be drawn in {self.game.written(board[0])}")
        self.discover(choices)

    def discover(self, boards: Iterable[Board]) -> None:
        """Come upon boards with the holder to move: new ones wait, unless it wins at once."""
        new = []
        for number, image in boards:
            if self.game.rival_has_won(number):
                raise self.invalid(f"it loses in {self.game.written(number)}")
            upright = (number, image) if number <= image else (image, number)
            if upright[0] not in self.seen and not self.game.holder_wins_now(upright[0]):
                self.seen.add(upright[0])
                new.append(upright)
        expect(len(self.seen) <= MOST_BOARDS, "the strategy meets too many boards")
        new.sort()
        self.waiting += new

    def invalid(self, reason: str) -> Invalid:
        """Return what is wrong with the reply that was read last."""
        return Invalid(f"{self.name}, reply {self.read}", reason)


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
