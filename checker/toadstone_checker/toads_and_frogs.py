"""Toads and Frogs: the rules, the claims, and the arguments that prove them.

checker/README.md explains the format and the argument.
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
from toadstone_checker.values import Games

KIND = "toadstone toads-and-frogs 1"
OTHER = {"toads": "frogs", "frogs": "toads"}
CHANGES = {  # what a move makes of two or three neighbouring cells
    "toads": {"T_": "_T", "TF_": "_FT"},
    "frogs": {"_F": "F_", "_TF": "FT_"},
}
MOST_POSITIONS = 1_000_000  # after any one number of plies
COMPARISONS = ("value", "at-least", "compare-with")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-"
MOST_WORK = 5_000_000_000  # to compare with a value
MOST_REPLIES = 5_000_000  # of one strategy; the positions are kept
BITS = 31  # of the rows together, for a comparison
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
                following.add(reply_to(moves, "+".join(rows), mover, replies[mover]))
            else:
                following.update(moves.values())
            expect(len(following) <= MOST_POSITIONS, "there are too many positions to check")
        plies, mover, layer = plies + 1, OTHER[mover], following


def reply_to(moves: dict[str, Rows], position: str, mover: str, replies: Replies) -> Rows:
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
    ask, values = fields(claim, "ask", "values")
    if ask in COMPARISONS:
        expect(plan is None, "plan: expected null")
        check_comparison(Game(scenario, Budget(hear, MOST_WORK)), ask, values, strategies)
        return
    game = Game(scenario, Budget(hear))
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
    """Make sure that with these replies the winner wins every game, for either first mover."""
    for first, named in zip(OTHER, fields(values, *OTHER), strict=True):
        winner = side(named, "winner")
        for plies, stuck, rows in ends(game, first, {winner: strategies[winner]}):
            if stuck == winner:
                raise loss(f"{first} first", winner, plies, rows)


def loss(place: str, loser: str, plies: int, rows: Rows) -> Invalid:
    """Return what is wrong where a strategy allows an end that it should not."""
    return Invalid(place, f"{loser} lose after {plies} plies: {'+'.join(rows)}")


def check_remoteness(game: Game, values: Any, strategies: dict[str, Replies]) -> None:
    """Make sure that the winner's replies win by the ply claimed, and the loser's hold out."""
    winner, remoteness = fields(values, "winner", "remoteness")
    loser = OTHER[side(winner, "winner")]
    whole(remoteness, 0, 10**6, "remoteness")
    for plies, stuck, rows in ends(game, game.turn, {winner: strategies[winner]}):
        if stuck == winner or plies > remoteness:
            raise loss(f"strategies, {winner}", stuck, plies, rows)
    for plies, stuck, rows in ends(game, game.turn, {loser: strategies[loser]}):
        if stuck == loser and plies < remoteness:
            raise loss(f"strategies, {loser}", stuck, plies, rows)


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


# --- claims that compare with a value ------------------------------------------------------------


def check_comparison(game: Game, ask: str, values: Any, strategies: Any) -> None:
    """Make sure that the sides win what they have to win of the rows less the value.

    The rows are worth at least v if the toads win them with -v beside, moving second, and at most v
    if the frogs do.
    """
    name, wins = wins_of(ask, values)
    texts = dict(zip(OTHER, fields(strategies, *OTHER), strict=True))
    for holder in OTHER:
        firsts = [first for first, winner in wins.items() if winner == holder]
        text = texts[holder]
        if not firsts:
            expect(text is None, f"strategies, {holder}: expected null")
            continue
        expect(type(text) is str and len(text) <= MOST_REPLIES, "strategies: expected text")
        Walk(Sum(game, name), holder, text).check(firsts)


def wins_of(ask: Any, values: Any) -> tuple[str, dict[str, str]]:
    """Return the value of a claim, and who has to win the difference, by who moves first."""
    if ask == "at-least":
        name, at_least = fields(values, "other", "at_least")
        expect(type(at_least) is bool, "at_least: expected true or false")
        wins = {"frogs": "toads" if at_least else "frogs"}
    else:
        relation: Any = "="
        if ask == "value":
            (name,) = fields(values, "value")
        else:
            name, relation = fields(values, "other", "relation")
        expect(type(relation) is str and relation in ("=", "<", ">", "||"), "relation: unknown")
        wins = {
            "toads": "toads" if relation in (">", "||") else "frogs",
            "frogs": "frogs" if relation in ("<", "||") else "toads",
        }
    expect(type(name) is str, "expected the name of a value")
    return str(name), wins


class Sum:
    """The rows, with the negative of a value beside them.

    A position is a number: bit c for a toad in cell c, bit 31 + c for a frog, and from bit 62 on
    the game beside. Cells count from 0 through all rows, with one left out between two rows.
    """

    def __init__(self, game: Game, name: str) -> None:
        games = Games(game.budget)
        beside = games.negative(games.read(name))
        self.options = {"toads": games.left, "frogs": games.right}
        line = "+".join(game.start)
        expect(len(line) <= BITS, f"the rows are longer than {BITS} cells")
        self.cells = self.bits(line, "TF_")
        self.start = self.bits(line, "T") | self.bits(line, "F") << BITS | beside << 2 * BITS
        self.budget = game.budget

    @staticmethod
    def bits(line: str, letters: str) -> int:
        """Return the bits of the cells with one of some letters."""
        return sum(1 << cell for cell, letter in enumerate(line) if letter in letters)

    def moves(self, position: int, mover: str) -> list[int]:
        """Return the positions after every move: of animals from left to right, then beside."""
        toads, frogs = position & (1 << BITS) - 1, position >> BITS & (1 << BITS) - 1
        gaps = self.cells & ~(toads | frogs)
        moves = []
        if mover == "toads":
            left = toads & (gaps >> 1 | frogs >> 1 & gaps >> 2)
            while left:
                animal = left & -left
                left ^= animal
                target = animal << 1 if animal << 1 & gaps else animal << 2
                moves.append(position ^ animal ^ target)
        else:
            left = frogs & (gaps << 1 | toads << 1 & gaps << 2)
            while left:
                animal = left & -left
                left ^= animal
                target = animal >> 1 if animal >> 1 & gaps else animal >> 2
                moves.append(position ^ (animal | target) << BITS)
        options = self.options[mover][position >> 2 * BITS]
        if options:
            rows = position & (1 << 2 * BITS) - 1
            moves += [rows | option << 2 * BITS for option in options]
        self.budget.spend(20 + 5 * len(moves))
        return moves


class Walk:
    """A strategy, followed through everything that the other side can do."""

    def __init__(self, rows: Sum, holder: str, text: str) -> None:
        self.rows = rows
        self.holder, self.rival = holder, OTHER[holder]
        self.text = text
        self.seen: set[int] = set()
        self.waiting: list[int] = []

    def check(self, firsts: list[str]) -> None:
        """Make sure that the holder always has a move, whichever of these sides moves first.

        Every game ends, and who cannot move loses: so the holder wins them all.
        """
        if self.holder in firsts:
            self.discover([self.rows.start])
        if self.rival in firsts:
            self.discover(self.rows.moves(self.rows.start, self.rival))
        read = 0
        while self.waiting:
            moves = self.rows.moves(self.waiting.pop(), self.holder)
            reply = DIGITS.find(self.text[read]) if read < len(self.text) else -1
            read += 1
            if not 0 <= reply < len(moves):
                raise self.invalid(read, "there is no legal reply")
            self.discover(self.rows.moves(moves[reply], self.rival))
            if read % 4096 == 0:
                self.rows.budget.words = (
                    f"strategies, {self.holder}: {read:,} of {len(self.text):,} replies checked"
                )
        if read < len(self.text):
            raise self.invalid(read + 1, "nothing is left to reply to")

    def discover(self, positions: list[int]) -> None:
        """Come upon positions with the holder to move; new ones wait, the last come first."""
        for position in positions:
            if position not in self.seen:
                self.seen.add(position)
                self.waiting.append(position)

    def invalid(self, reply: int, reason: str) -> Invalid:
        """Return what is wrong with a reply."""
        return Invalid(f"strategies, {self.holder}, reply {reply}", reason)
