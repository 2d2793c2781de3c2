"""Squirrel War: the rules, the claims, and the arguments that prove them.

checker/README.md explains the format and the argument.
"""

from collections.abc import Callable, Iterator
from typing import Any

from toadstone_checker.certificate_file import (
    Budget,
    Hear,
    Invalid,
    expect,
    fields,
    items,
    unheard,
    whole,
)

KIND = "toadstone squirrel-war 1"
OTHER = {"X": "O", "O": "X"}
SIGN = {"X": 1, "O": -1}
LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvw"  # of the cells of a strategy, as one reads
)
WORK = 40  # a unit of the budget is a tenth of a microsecond; for every cell taken
Holders = dict[str, int]  # by side, the set of cells that it holds; a set is an int, a bit a cell
Reply = Callable[[Holders, int], int]  # the cell that a side takes, given holders and empty cells


# --- the rules ----------------------------------------------------------------------------------


class Game:
    """The values, the board at the start, and what taking a cell does; cells count from 0."""

    def __init__(self, scenario: Any, budget: Budget | None = None) -> None:
        values, board, turn = fields(scenario, "values", "board", "turn")
        rows = [items(row, "values", 7) for row in items(values, "values", 7)]
        self.width = len(rows[0]) if rows else 0
        expect(self.width > 0 and all(len(row) == self.width for row in rows), "values: no board")
        self.values = [whole(value, -(10**6), 10**6, "a value") for row in rows for value in row]
        lines = items(board, "board", 7)
        expect(all(type(line) is str and len(line) == self.width for line in lines), "board: rows")
        pieces = "".join(lines)
        expect(len(pieces) == len(self.values) and set(pieces) <= set("XO."), "board: its letters")
        expect(turn in ("X", "O"), "turn: expected X or O")
        self.turn: str = turn
        self.holders = {side: members_of(pieces, side) for side in OTHER}
        self.empty = members_of(pieces, ".")
        self.beside = [self.neighbours(at) for at in range(len(pieces))]
        self.budget = budget or Budget()

    def neighbours(self, at: int) -> int:
        """Return the cells above, below, left and right of a cell."""
        column, cells = at % self.width, range(len(self.values))
        near = [at - self.width, at + self.width]
        near += [at - 1] if column > 0 else []
        near += [at + 1] if column < self.width - 1 else []
        return sum(1 << each for each in near if each in cells)

    def take(self, holders: Holders, side: str, at: int) -> Holders:
        """Return who holds what after a side takes an empty cell: by a raid if it can."""
        self.budget.spend(WORK)
        own, enemy, near = holders[side], holders[OTHER[side]], self.beside[at]
        if own & near:
            own, enemy = own | enemy & near, enemy & ~near
        return {side: own | 1 << at, OTHER[side]: enemy}

    def margin(self, holders: Holders) -> int:
        """Return the points of X less those of O."""
        return sum(SIGN[s] * self.values[at] for s in holders for at in each(holders[s]))

    def greedy(self, side: str) -> Reply:
        """Return the reply that leads by most at once, of several the first as one reads."""

        def reply(holders: Holders, empty: int) -> int:
            def lead(at: int) -> int:
                return SIGN[side] * self.margin(self.take(holders, side, at))

            return max(each(empty), key=lead)

        return reply


def members_of(pieces: str, letter: str) -> int:
    """Return the set of cells with a letter."""
    return sum(1 << at for at, each_letter in enumerate(pieces) if each_letter == letter)


def each(cells: int) -> Iterator[int]:
    """Yield the cells of a set, as one reads."""
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1


# --- all games at once --------------------------------------------------------------------------


class Walk:
    """All games in which some sides follow their replies, and the others play any moves.

    A held cell without an empty neighbour changes hands no more. So how a game can go on depends on
    the empty cells and on who holds their neighbours, and each such position is walked once.
    """

    def __init__(self, game: Game, replies: dict[str, Reply], aims: dict[str, int]) -> None:
        self.game, self.replies, self.aims = game, replies, aims
        self.known: dict[tuple[int, int], int] = {}
        self.near: dict[int, int] = {}

    def margin(self) -> int:
        """Return the margin at the end: each side without replies makes it as large as it can.

        As small as it can where its aim is -1.
        """
        game = self.game
        return self.after(game.holders, game.empty, game.turn)

    def after(self, holders: Holders, empty: int, mover: str) -> int:
        """Return the margin at the end, with every cell counted."""
        near = self.near_to(empty)
        live = {side: holders[side] & near for side in holders}
        settled = {side: holders[side] & ~near for side in holders}
        return self.game.margin(settled) + self.to_come(live, empty, mover)

    def near_to(self, empty: int) -> int:
        """Return the cells that have an empty neighbour."""
        if empty not in self.near:
            near = 0
            for at in each(empty):
                near |= self.game.beside[at]
            self.near[empty] = near
        return self.near[empty]

    def to_come(self, live: Holders, empty: int, mover: str) -> int:
        """Return the margin at the end on the empty cells and on the live ones."""
        if not empty:
            return 0
        position = empty, live["X"]
        if position not in self.known:
            if mover in self.replies:
                at = self.replies[mover](live, empty)
                self.known[position] = self.taken(live, empty, mover, at)
            else:
                ends = [self.taken(live, empty, mover, at) for at in each(empty)]
                self.known[position] = max(ends) if self.aims[mover] > 0 else min(ends)
        return self.known[position]

    def taken(self, live: Holders, empty: int, mover: str, at: int) -> int:
        """Return the margin at the end after a cell is taken."""
        return self.after(self.game.take(live, mover, at), empty & ~(1 << at), OTHER[mover])


def written(game: Game, left: Iterator[str], name: str) -> Reply:
    """Return the replies that are written down, a letter a position, in the order of the walk."""

    def reply(live: Holders, empty: int) -> int:
        letter = next(left, "")
        at = LETTERS.find(letter) if letter else -1
        if at < 0 or not empty >> at & 1:
            raise Invalid(name, "there is no legal reply")
        return at

    return reply


# --- the claims ---------------------------------------------------------------------------------


def check(certificate: Any, hear: Hear = unheard) -> None:
    """Raise Invalid unless the certificate proves its claim, Unusable if it is no certificate."""
    names = "certificate", "scenario", "claim", "plan", "strategies"
    kind, scenario, claim, plan, strategies = fields(certificate, *names)
    expect(kind == KIND, f"expected the kind '{KIND}'")
    game = Game(scenario, Budget(hear))
    ask, values = fields(claim, "ask", "values")
    expect(ask in ("margin", "beat", "shared"), "ask: expected a question that has certificates")
    if ask == "margin":
        expect(plan is None, "plan: expected null")
        check_margin(game, values, strategies)
    elif ask == "beat":
        expect(strategies is None, "strategies: expected null")
        check_beat(game, values, items(plan, "plan", 49))
    else:
        expect(strategies is None and plan is None, "plan, strategies: expected null")
        check_shared(game, values)


def check_winner(values: Any) -> int:
    """Return the margin that is claimed; the winner has to go with it."""
    winner, margin = fields(values, "winner", "margin")
    whole(margin, -(10**9), 10**9, "margin")
    named = "draw" if margin == 0 else "X" if margin > 0 else "O"
    if winner != named:
        raise Invalid("claim", f"with this margin the winner is {named}")
    return int(margin)


def check_margin(game: Game, values: Any, strategies: Any) -> None:
    """Make sure that the replies of X keep the margin up, and those of O keep it down."""
    claimed = check_winner(values)
    for side, replies in zip(OTHER, fields(strategies, *OTHER), strict=True):
        expect(type(replies) is str, "strategies: expected letters")
        name = f"strategies, {side}"
        left = iter(replies)
        reached = Walk(game, {side: written(game, left, name)}, SIGN).margin()
        if next(left, None) is not None:
            raise Invalid(name, "nothing is left to reply to")
        if SIGN[side] * reached < SIGN[side] * claimed:
            raise Invalid(name, f"a game ends with the margin {reached}")


def check_beat(game: Game, values: Any, plan: list[Any]) -> None:
    """Make sure that the plan has the margin, and that no game against greed has a better one."""
    claimed = check_winner(values)
    side = OTHER[game.turn]
    greedy = game.greedy(side)
    holders, empty, mover = game.holders, game.empty, game.turn
    for ply, move in enumerate(plan, 1):
        at = cell_named(game, move)
        if not empty >> at & 1 or (mover == side and at != greedy(holders, empty)):
            raise Invalid(f"plan, ply {ply}", "the move is not legal, or not the greedy one")
        holders, empty, mover = game.take(holders, mover, at), empty & ~(1 << at), OTHER[mover]
    if empty or game.margin(holders) != claimed:
        raise Invalid("plan", "it does not end with a full board and the margin")
    best = Walk(game, {side: greedy}, SIGN).margin()
    if best != claimed:
        raise Invalid("claim", f"there is a game with the margin {best}")


def cell_named(game: Game, name: Any) -> int:
    """Return the cell with a name such as C2."""
    rows = len(game.values) // game.width
    names = [f"{LETTERS[c]}{r}" for r in range(1, rows + 1) for c in range(game.width)]
    expect(type(name) is str and name in names, "plan: expected cells")
    return names.index(name)


def check_shared(game: Game, values: Any) -> None:
    """Make sure that the margins are the largest and the smallest of all games."""
    for name, claimed, aim in zip(
        ("largest", "smallest"), fields(values, "largest", "smallest"), (1, -1), strict=True
    ):
        whole(claimed, -(10**9), 10**9, name)
        reached = Walk(game, {}, {"X": aim, "O": aim}).margin()
        if reached != claimed:
            raise Invalid("claim", f"the {name} margin is {reached}")
