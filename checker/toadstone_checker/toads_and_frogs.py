"""Toads and Frogs: the rules, the claims, and the arguments that prove them.

docs/toads-and-frogs.md explains the format and the argument.
"""

from collections.abc import Iterator
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

KIND = "toadstone toads-and-frogs 1"
OTHER = {"toads": "frogs", "frogs": "toads"}
CHANGES = {  # what a move makes of two or three neighbouring cells
    "toads": {"T_": "_T", "TF_": "_FT"},
    "frogs": {"_F": "F_", "_TF": "FT_"},
}
MOST_POSITIONS = 1_000_000  # after any one number of plies
Rows = tuple[str, ...]
Replies = dict[str, Any]


# --- the rules ----------------------------------------------------------------------------------


class Game:
    """The rows at the start, and the moves; cells and rows count from 1."""

    def __init__(self, scenario: Any, budget: Budget | None = None) -> None:
        start, turn = fields(scenario, "start", "turn")
        self.start: Rows = tuple(items(start, "start", 20))
        expect(len(self.start) > 0, "start: expected at least one row")
        for row in self.start:
            expect(
                type(row) is str and 1 <= len(row) <= 60, "start: expected rows of 1 to 60 cells"
            )
            expect(set(row) <= set("TF_"), "start: expected the letters T, F and _")
        self.turn = side(turn, "turn")
        self.cells = sum(map(len, self.start))
        self.budget = budget or Budget()

    def moves(self, rows: Rows, mover: str) -> dict[str, Rows]:
        """Return the moves of a side by their names, with the rows after each."""
        moves = {}
        for number, row in enumerate(rows, 1):
            for before, after in CHANGES[mover].items():
                at = row.find(before)
                while at >= 0:
                    ends = (at + 1, at + len(before))
                    source, target = ends if mover == "toads" else ends[::-1]
                    name = f"{source}-{target}" if len(rows) == 1 else f"{number}:{source}-{target}"
                    new = row[:at] + after + row[at + len(before) :]
                    moves[name] = (*rows[: number - 1], new, *rows[number:])
                    at = row.find(before, at + 1)
        self.budget.spend(2 * self.cells + (10 + 5 * len(rows)) * len(moves))
        return moves


def side(value: Any, name: str) -> str:
    """Return the name of a side."""
    expect(type(value) is str and value in OTHER, f"{name}: expected toads or frogs")
    return str(value)


def ends(game: Game, first: str, replies: dict[str, Replies]) -> Iterator[tuple[int, str, Rows]]:
    """Yield the end of every game in which the sides that have replies make just these.

    Each end is the plies played, the side that cannot move, and the rows. All positions after a
    number of plies are looked at together, each of them once.
    """
    plies, mover, layer = 0, first, {game.start}
    while layer:
        following = set()
        for rows in layer:
            moves = game.moves(rows, mover)
            if not moves:
                yield plies, mover, rows
            elif mover in replies:
                following.add(replied(moves, "+".join(rows), mover, replies[mover]))
            else:
                following.update(moves.values())
            expect(len(following) <= MOST_POSITIONS, "there are too many positions to check")
        plies, mover, layer = plies + 1, OTHER[mover], following


def replied(moves: dict[str, Rows], position: str, mover: str, replies: Replies) -> Rows:
    """Return the rows after the reply of a strategy."""
    reply = replies.get(position)
    if type(reply) is not str or reply not in moves:
        raise Invalid(f"strategies, {mover}, {position}", "there is no legal reply")
    return moves[reply]


# --- the claims ---------------------------------------------------------------------------------


def check(certificate: Any, hear: Hear = unheard) -> None:
    """Raise Invalid unless the certificate proves its claim, Unusable if it is no certificate."""
    names = "certificate", "scenario", "claim", "plan", "strategies"
    kind, scenario, claim, plan, strategies = fields(certificate, *names)
    expect(kind == KIND, f"expected the kind '{KIND}'")
    game = Game(scenario, Budget(hear))
    ask, values = fields(claim, "ask", "values")
    if ask in ("shortest", "longest"):
        expect(strategies is None, "strategies: expected null")
        check_length(game, ask, values, items(plan, "plan"))
        return
    expect(ask in ("winner", "remoteness"), "ask: expected a question that has certificates")
    expect(plan is None, "plan: expected null")
    tables = dict(zip(OTHER, fields(strategies, *OTHER), strict=True))
    expect(all(type(table) is dict for table in tables.values()), "expected objects of replies")
    check_strategies = check_winner if ask == "winner" else check_remoteness
    check_strategies(game, values, tables)


def check_winner(game: Game, values: Any, strategies: dict[str, Replies]) -> None:
    """Make sure that with these replies the winner wins every game, whoever moves first."""
    for first, named in zip(OTHER, fields(values, *OTHER), strict=True):
        winner = side(named, "winner")
        for plies, stuck, rows in ends(game, first, {winner: strategies[winner]}):
            if stuck == winner:
                raise Invalid(
                    f"{first} first", f"{winner} lose after {plies} plies: {'+'.join(rows)}"
                )


def lost(loser: str, plies: int, rows: Rows) -> str:
    """Say how a game ends that a strategy should not let happen."""
    return f"{loser} lose after {plies} plies: {'+'.join(rows)}"


def check_remoteness(game: Game, values: Any, strategies: dict[str, Replies]) -> None:
    """Make sure that the winner's replies win by the ply claimed, and the loser's hold out."""
    winner, remoteness = fields(values, "winner", "remoteness")
    loser = OTHER[side(winner, "winner")]
    whole(remoteness, 0, 10**6, "remoteness")
    for plies, stuck, rows in ends(game, game.turn, {winner: strategies[winner]}):
        if stuck == winner or plies > remoteness:
            raise Invalid(
                f"strategies, {winner}", f"{stuck} lose after {plies} plies: {'+'.join(rows)}"
            )
    for plies, stuck, rows in ends(game, game.turn, {loser: strategies[loser]}):
        if stuck == loser and plies < remoteness:
            raise Invalid(
                f"strategies, {loser}", f"{stuck} lose after {plies} plies: {'+'.join(rows)}"
            )


def check_length(game: Game, ask: str, values: Any, plan: list[Any]) -> None:
    """Make sure that the plan is a whole game, and that no game is shorter, or longer."""
    (claimed,) = fields(values, "plies")
    whole(claimed, 0, 10**6, "plies")
    rows, mover = game.start, game.turn
    for ply, move in enumerate(plan, 1):
        moves = game.moves(rows, mover)
        if type(move) is not str or move not in moves:
            raise Invalid(f"plan, ply {ply}", "the move is not legal")
        rows, mover = moves[move], OTHER[mover]
    if game.moves(rows, mover) or len(plan) != claimed:
        raise Invalid("plan", f"it is not a whole game of {claimed} plies")
    for plies, _, _ in ends(game, game.turn, {}):
        if plies < claimed if ask == "shortest" else plies > claimed:
            raise Invalid("claim", f"there is a game of {plies} plies")
