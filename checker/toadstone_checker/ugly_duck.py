"""Ugly Duck: the rules, the claims, and the arguments that prove them.

docs/ugly-duck.md explains the format and the argument.
"""

from typing import Any

from toadstone_checker.certificate_file import Budget, Invalid, expect, fields, items

KIND = "toadstone ugly-duck 1"
OTHER = {"green": "blue", "blue": "green"}
PIECES = {"green": "ds", "blue": "DS"}
WAYS = {"d": 1, "s": -1, "D": -1, "S": 1}  # rows down in a move
Board = tuple[str, ...]


# --- the rules ----------------------------------------------------------------------------------


class Game:
    """The board at the start, the ruling about a side without a move, and the moves."""

    def __init__(self, scenario: Any) -> None:
        board, turn, no_moves = fields(scenario, "board", "turn", "no_moves")
        self.start: Board = tuple(items(board, "board", 7))
        expect(len(self.start) >= 3, "board: expected 3 to 7 rows")
        expect(all(type(row) is str for row in self.start), "board: expected rows of text")
        self.columns = len(self.start[0])
        expect(3 <= self.columns <= 7, "board: expected 3 to 7 columns")
        for row in self.start:
            expect(len(row) == self.columns and set(row) <= set("dsDS."), "board: a row is wrong")
        expect(not set("Ds") & set(self.start[0]), "board: wrong piece in the first row")
        expect(not set("dS") & set(self.start[-1]), "board: wrong piece in the last row")
        cells = set("".join(self.start))
        expect(bool(cells & set("ds")) and bool(cells & set("DS")), "board: a side has no piece")
        expect(type(turn) is str and turn in OTHER, "turn: expected green or blue")
        expect(no_moves in ("loses", "pass"), "no_moves: expected loses or pass")
        self.turn = str(turn)
        self.passes = no_moves == "pass"
        self.budget = Budget()

    def moves(self, board: Board, mover: str) -> dict[str, Board]:
        """Return the moves of a side by their names, with the board after each."""
        moves = {}
        own = PIECES[mover]
        far = len(board) - 1 if mover == "green" else 0
        for y, row in enumerate(board):
            for x, piece in enumerate(row):
                if piece not in own:
                    continue
                to = y + WAYS[piece]
                for side in range(max(0, x - 1), min(self.columns, x + 2)):
                    there = board[to][side]
                    if there in own or (there != "." and side == x):
                        continue
                    new = own[1] if to == far and piece == own[0] else piece
                    sign = "-" if there == "." else "x"
                    name = f"{'abcdefg'[y]}{x + 1}{sign}{'abcdefg'[to]}{side + 1}"
                    rows = list(board)
                    rows[y] = row[:x] + "." + row[x + 1 :]
                    rows[to] = rows[to][:side] + new + rows[to][side + 1 :]
                    moves[name] = tuple(rows)
        self.budget.spend(100 + 20 * len(moves))
        return moves

    def winner(self, board: Board) -> str | None:
        """Return who has brought a swan home or captured every enemy."""
        if "s" in board[0]:
            return "green"
        if "S" in board[-1]:
            return "blue"
        cells = set("".join(board))
        for side in OTHER:
            if not cells & set(PIECES[OTHER[side]]):
                return side
        return None


def upright(board: Board) -> Board:
    """Return the board or its mirror image, whichever comes first: they are worth the same."""
    return min(board, tuple(row[::-1] for row in board))


# --- the claims ---------------------------------------------------------------------------------


def check(certificate: Any) -> None:
    """Raise Invalid unless the certificate proves its claim, Unusable if it is no certificate."""
    kind, scenario, claim, strategies = fields(
        certificate, "certificate", "scenario", "claim", "strategies"
    )
    expect(kind == KIND, f"expected the kind '{KIND}'")
    game = Game(scenario)
    ask, winner = fields(claim, "ask", "winner")
    expect(ask == "winner", "ask: expected a question that has certificates")
    expect(winner in ("green", "blue", "draw"), "winner: expected green, blue or draw")
    expect(winner != "draw" or game.passes, "winner: there are no draws without passes")
    holders = tuple(OTHER) if winner == "draw" else (winner,)
    tables = fields(strategies, *holders)
    for side, replies in zip(holders, tables, strict=True):
        expect(type(replies) is dict, "strategies: expected objects of replies")
        check_strategy(game, side, replies, draw_suits=winner == "draw")


def check_strategy(game: Game, side: str, replies: dict[str, Any], *, draw_suits: bool) -> None:
    """Make sure that a side that makes these replies never gets less than is claimed.

    Every move but a pass brings a piece on its way, and the game is over where neither side can
    move: so every game ends, and it is enough that none ends badly.
    """
    seen: set[tuple[Board, str]] = set()
    waiting = [(upright(game.start), game.turn)]
    while waiting:
        board, mover = waiting.pop()
        if (board, mover) in seen:
            continue
        seen.add((board, mover))
        result = game.winner(board)
        moves = game.moves(board, mover) if result is None else {}
        if result is None and not moves:
            result = OTHER[mover]
            if game.passes:
                result = None if game.moves(board, OTHER[mover]) else "draw"
                moves = {"pass": board}
        if result is not None:
            if result != side and not (draw_suits and result == "draw"):
                raise Invalid(f"strategies, {side}", f"{'/'.join(board)} ends with {result}")
            continue
        following = list(moves.values())
        if mover == side:
            position = "/".join(board)
            reply = replies.get(position)
            if type(reply) is not str or reply not in moves:
                raise Invalid(f"strategies, {side}, {position}", "there is no legal reply")
            following = [moves[reply]]
        waiting += [(upright(each), OTHER[mover]) for each in following]
