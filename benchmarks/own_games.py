# ruff: noqa: D102 - docs/own-game.md says what the methods of rules return
"""Ten games of plain rules: Toadstone's search beside the plainest program for the same rules.

    python -m benchmarks.own_games

A run of 2026: median 1.14 times the plain program, worst 1.87 (Lights, 0.01 s), and never more
memory; for the whole answer of `solve` median 1.47, worst 1.57 (Nim). OpenSpiel takes 0.7 s
for Breakthrough on four rows and over 60 s on five; Toadstone 0.04 and 0.7 s.
Each run is a process of its own; the two take turns. The plain program is a breadth-first search
with a dict, or a memo of payoffs that stops at a win. Processor time and memory are above those of
a process that loads both and solves nothing. The second derivation is not measured.
"""

from __future__ import annotations

import gzip
import json
import resource
import statistics
import subprocess
import sys
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from toadstone_checker.own_game import check

ROUNDS = 1
ROOT = Path(__file__).parents[1]
PROOF = ROOT / "proofs" / "breakthrough-five-by-five.json.gz"
RULES = ROOT / "docs/own-games/breakthrough/breakthrough/__init__.py"
WHOLE = "-whole"
"""Ends the name of who runs, where the whole answer of `solve` is wanted."""


class Peg:
    """A triangle of 21 holes; a peg jumps over another, and the last is to remain alone."""

    side = 6

    def __init__(self, scenario: Any) -> None:
        cells = [(r, c) for r in range(self.side) for c in range(r + 1)]
        number = {cell: 1 << n for n, cell in enumerate(cells)}
        self.full = (1 << len(cells)) - 1
        ways = [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)]
        jumps = [[(r + k * y, c + k * x) for k in range(3)] for r, c in cells for y, x in ways]
        self.jumps = [tuple(number[at] for at in j) for j in jumps if set(j) <= number.keys()]

    def start(self) -> int:
        return self.full & ~1

    def moves(self, position: int) -> list[str]:
        return [
            str(n)
            for n, (a, b, c) in enumerate(self.jumps)
            if position & a and position & b and not position & c
        ]

    def play(self, position: int, move: str) -> int:
        a, b, c = self.jumps[int(move)]
        return position ^ (a | b | c)

    def won(self, position: int) -> bool:
        return position & (position - 1) == 0


class Tiles:
    """The 8-puzzle, from one of the two positions that take 31 moves."""

    def __init__(self, scenario: Any) -> None:
        cells = [divmod(n, 3) for n in range(9)]
        self.near = [
            [n for n, (a, b) in enumerate(cells) if abs(a - y) + abs(b - x) == 1] for y, x in cells
        ]

    def start(self) -> str:
        return "867254301"

    def moves(self, position: str) -> list[str]:
        return [position[n] for n in self.near[position.index("0")]]

    def play(self, position: str, move: str) -> str:
        return position.translate({48: move, ord(move): "0"})

    def won(self, position: str) -> bool:
        return position == "123456780"


class Lights:
    """Lights Out on three by five: one light in a corner is on."""

    def __init__(self, scenario: Any) -> None:
        def cross(cell: int) -> int:
            y, x = divmod(cell, 5)
            near = [(y, x), (y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
            return sum(1 << 5 * a + b for a, b in near if 0 <= a < 3 and 0 <= b < 5)

        self.presses = {str(cell): cross(cell) for cell in range(15)}

    def start(self) -> int:
        return 1

    def moves(self, position: int) -> list[str]:
        return list(self.presses)

    def play(self, position: int, move: str) -> int:
        return position ^ self.presses[move]

    def won(self, position: int) -> bool:
        return position == 0


class Knight:
    """A knight's tour on five by five, from a corner."""

    def __init__(self, scenario: Any) -> None:
        steps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
        cells = [(y, x) for y in range(5) for x in range(5)]
        self.near = [
            [5 * (y + a) + x + b for a, b in steps if (y + a, x + b) in cells] for y, x in cells
        ]

    def start(self) -> tuple[int, int]:
        return 0, 1

    def moves(self, position: tuple[int, int]) -> list[str]:
        at, seen = position
        return [str(n) for n in self.near[at] if not seen >> n & 1]

    def play(self, position: tuple[int, int], move: str) -> tuple[int, int]:
        return int(move), position[1] | 1 << int(move)

    def won(self, position: tuple[int, int]) -> bool:
        return position[1] == (1 << 25) - 1


class Sokoban:
    """Three boxes in a small store."""

    store = "#########..#...##......##..#...##...#..##......#########"

    def __init__(self, scenario: Any) -> None:
        self.places = (44, 45, 46)

    def start(self) -> tuple[int, ...]:
        return 9, 18, 20, 35

    def moves(self, position: tuple[int, ...]) -> list[str]:
        man, *boxes = position
        found = []
        for way, step in (("l", -1), ("r", 1), ("u", -8), ("d", 8)):
            to = man + step
            free = self.store[to] == "." and to not in boxes
            push = to in boxes and self.store[to + step] == "." and to + step not in boxes
            if free or push:
                found.append(way)
        return found

    def play(self, position: tuple[int, ...], move: str) -> tuple[int, ...]:
        man, *boxes = position
        step = {"l": -1, "r": 1, "u": -8, "d": 8}[move]
        return man + step, *sorted(b + step if b == man + step else b for b in boxes)

    def won(self, position: tuple[int, ...]) -> bool:
        return position[1:] == self.places


class Kayles:
    """Eighteen pins in a row: knock down one, or two side by side."""

    sides = ("left", "right")

    def __init__(self, scenario: Any) -> None:
        pass

    def start(self) -> str:
        return "!" * 18

    def moves(self, position: str, side: str) -> list[str]:
        ones = [str(n) for n, sign in enumerate(position) if sign == "!"]
        twos = [f"{n}-" for n in range(len(position) - 1) if position[n : n + 2] == "!!"]
        return ones + twos

    def play(self, position: str, move: str, side: str) -> str:
        first, last = int(move.rstrip("-")), int(move.rstrip("-")) + move.endswith("-")
        return position[:first] + "." * (last - first + 1) + position[last + 1 :]


class Hackenbush:
    """Stalks of blue and red edges: cut one of yours, and what is above it falls."""

    sides = ("b", "r")

    def __init__(self, scenario: Any) -> None:
        pass

    def start(self) -> tuple[str, ...]:
        return "brbrb", "rbrrb", "bbrbr", "rrbrb", "brrbr", "rbbrb", "bbrr"

    def moves(self, position: tuple[str, ...], side: str) -> list[str]:
        return [
            f"{n}-{height}"
            for n, stalk in enumerate(position)
            for height, edge in enumerate(stalk)
            if edge == side
        ]

    def play(self, position: tuple[str, ...], move: str, side: str) -> tuple[str, ...]:
        number, height = map(int, move.split("-"))
        return (*position[:number], position[number][:height], *position[number + 1 :])


class Nim:
    """Five heaps."""

    sides = ("left", "right")

    def __init__(self, scenario: Any) -> None:
        pass

    def start(self) -> tuple[int, ...]:
        return 6, 7, 8, 9, 10

    def moves(self, position: tuple[int, ...], side: str) -> list[str]:
        return [f"{n}-{k}" for n, heap in enumerate(position) for k in range(1, heap + 1)]

    def play(self, position: tuple[int, ...], move: str, side: str) -> tuple[int, ...]:
        number, taken = map(int, move.split("-"))
        return tuple(heap - taken * (n == number) for n, heap in enumerate(position))


class FourInARow:
    """Tic-tac-toe on four by three, four in a row."""

    sides = ("X", "O")
    lines = (15, 15 << 4, 15 << 8)

    def __init__(self, scenario: Any) -> None:
        pass

    def start(self) -> tuple[int, int]:
        return 0, 0

    def moves(self, position: tuple[int, int], side: str) -> list[str]:
        return [str(n) for n in range(12) if not (position[0] | position[1]) >> n & 1]

    def play(self, position: tuple[int, int], move: str, side: str) -> tuple[int, int]:
        bit = 1 << int(move)
        return (position[0] | bit, position[1]) if side == "X" else (position[0], position[1] | bit)

    def winner(self, position: tuple[int, int], side: str) -> str | None:
        for cells, name in zip(position, self.sides, strict=True):
            if any(cells & line == line for line in self.lines):
                return name
        return "draw" if position[0] | position[1] == 4095 else None


class Breakthrough:
    """Breakthrough on five rows of four, with one row of men a side."""

    sides = ("white", "black")
    last = 16

    def __init__(self, scenario: Any) -> None:
        pass

    def start(self) -> tuple[int, int]:
        return 15, 15 << self.last

    def moves(self, position: tuple[int, int], side: str) -> list[str]:
        mine, theirs = position if side == "white" else position[::-1]
        ahead, found = 4 if side == "white" else -4, []
        for cell in range(self.last + 4):
            for step in (-1, 0, 1) if mine >> cell & 1 else ():
                to = cell + ahead + step
                near = 0 <= to < self.last + 4 and abs(to % 4 - cell % 4) <= 1
                if near and not mine >> to & 1 and (step or not theirs >> to & 1):
                    found.append(f"{cell}-{to}")
        return found

    def play(self, position: tuple[int, int], move: str, side: str) -> tuple[int, int]:
        mine, theirs = position if side == "white" else position[::-1]
        cell, to = map(int, move.split("-"))
        mine, theirs = mine & ~(1 << cell) | 1 << to, theirs & ~(1 << to)
        return (mine, theirs) if side == "white" else (theirs, mine)

    def winner(self, position: tuple[int, int], side: str) -> str | None:
        white, black = position
        if white >> self.last or not black:
            return "white"
        return "black" if black & 15 or not white else None


class SmallBreakthrough(Breakthrough):
    """The same on four rows."""

    last = 12


GAMES: dict[str, Any] = {
    each.__name__: each
    for each in (
        Peg, Tiles, Lights, Knight, Sokoban, Kayles, Hackenbush, Nim, FourInARow, Breakthrough,
    )
}  # fmt: skip

PEER = {
    "SmallBreakthrough": (SmallBreakthrough, "breakthrough(rows=4,columns=4)"),
    "Breakthrough": (Breakthrough, "breakthrough(rows=5,columns=4)"),
}
"""Games with the same rules in OpenSpiel (extra `bench`), which its alpha-beta search solves."""

PEER_SECONDS = 60.0
"""The time that the peer may take."""


def plain_search(rules: Any) -> int | None:
    """Return the fewest moves that win, by breadth-first search."""
    start = rules.start()
    before, layer, depth = {start: None}, [start], 0
    while layer:
        following, depth = [], depth + 1
        for position in layer:
            for move in rules.moves(position):
                after = rules.play(position, move)
                if after not in before:
                    before[after] = position
                    if rules.won(after):
                        return depth
                    following.append(after)
        layer = following
    return None


def plain_memo(rules: Any, *, whole: bool = False) -> int | str:
    """Return the payoff to the first side, by a memo.

    The whole answer of `solve` is the payoff to whoever begins, and every best move.
    """
    known: dict[Any, int] = {}
    judge = getattr(rules, "winner", None)

    def value(position: Any, turn: int) -> int:
        if (position, turn) in known:
            return known[position, turn]
        side, best = rules.sides[turn], -1
        winner = judge(position, side) if judge else None
        if winner is not None:
            best = {side: 1, "draw": 0}.get(winner, -1)
        else:
            for move in rules.moves(position, side):
                best = max(best, -value(rules.play(position, move, side), 1 - turn))
                if best == 1:
                    break
        known[position, turn] = best
        return best

    start, side = rules.start(), rules.sides[0]
    if not whole:
        return value(start, 0)
    first, second, moves = value(start, 0), value(start, 1), rules.moves(start, side)
    best = [m for m in moves if -value(rules.play(start, m, side), 1) == first]
    return f"{first},{second},{'+'.join(moves if first == -1 else best)}"


def ours(make: Any, *, whole: bool = False) -> int | str | None:
    """Return the same by Toadstone's search."""
    from toadstone.core.budget import Budget
    from toadstone.engines.adversarial.query import perfect_play
    from toadstone.engines.plain_rules import PlainSimulator, PlainTwoPlayerSimulator
    from toadstone.engines.search.plain_search import FewestMoves

    scenario = SimpleNamespace(game="benchmark")
    if hasattr(make, "sides"):
        simulator = PlainTwoPlayerSimulator(make, scenario)
        start, play = simulator.start(), perfect_play(simulator, Budget())
        payoff = play.payoff(start)
        if not whole:
            return payoff
        other = play.payoff(simulator.null_move(start))
        return f"{payoff},{other},{'+'.join(play.best_moves(start))}"
    goal = FewestMoves(PlainSimulator(make, scenario), ()).breadth_first(Budget()).goal
    return None if goal is None else goal.state.moves


def open_spiel(game: str) -> int:
    """Return the same by OpenSpiel."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    return int(alpha_beta_search(pyspiel.load_game(game))[0])


def run_one(name: str, who: str) -> None:
    """Solve one game in this process; print the answer, processor time and memory in MB."""
    import toadstone.own_game  # noqa: F401 - what both load

    make = GAMES[name] if name in GAMES else PEER[name][0]
    sys.setrecursionlimit(100_000)
    whole = {"whole": True} if who.endswith(WHOLE) else {}
    run: dict[str, Any] = {
        "ours": partial(ours, make, **whole),
        "peer": lambda: open_spiel(PEER[name][1]),
        "plain": partial(
            plain_memo if hasattr(make, "sides") else plain_search, make(None), **whole
        ),
    }
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    found = run[who.removesuffix(WHOLE)]()
    took = time.process_time() - began
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    sys.stdout.write(f"{found} {took} {used / 1024}\n")


def measured(name: str, who: str) -> tuple[str, float, float]:
    """Return the answer, the time and the memory of one run."""
    command = [sys.executable, "-m", "benchmarks.own_games", name, who]
    limit = PEER_SECONDS if who == "peer" else None
    found, took, used = subprocess.check_output(command, text=True, timeout=limit).split()
    return found, float(took), float(used)


def main() -> None:
    """Measure every game; print the tables and the ratios, and those of the peer if it is there."""
    compare([*GAMES])
    sys.stdout.write("\nWho wins, whoever begins, and every best move:\n\n")
    compare([name for name, make in GAMES.items() if hasattr(make, "sides")], WHOLE)
    if find_spec("pyspiel") is not None:
        compare_with_peer()
    began = time.process_time()
    check(json.loads(gzip.decompress(PROOF.read_bytes())), source=RULES.read_bytes())
    took = f"{time.process_time() - began:.0f} s"
    sys.stdout.write(f"\n{PROOF.name}: {PROOF.stat().st_size:,} bytes, checked in {took}\n")


def compare(games: list[str], kind: str = "") -> None:
    """Measure some games; print the table and the ratios."""
    ratios = []
    sys.stdout.write("| game | plain, s | Toadstone, s | ratio | plain, MB | Toadstone, MB |\n")
    sys.stdout.write("| --- | --: | --: | --: | --: | --: |\n")
    for name in games:
        runs = [
            tuple(measured(name, f"{who}{kind}") for who in ("plain", "ours"))
            for _ in range(ROUNDS)
        ]
        if len({each[0] for pair in runs for each in pair}) > 1:
            raise SystemExit(f"{name}: the answers differ: {runs}")
        (_, slow, most), (_, own, mine) = (
            min(each, key=lambda x: x[1]) for each in zip(*runs, strict=True)
        )
        ratios.append(statistics.median(ours[1] / plain[1] for plain, ours in runs))
        cells = f"{slow:.2f} | {own:.2f} | {ratios[-1]:.2f} | {most:.0f} | {mine:.0f}"
        sys.stdout.write(f"| {name} | {cells} |\n")
        sys.stdout.flush()
    said = f"median {statistics.median(ratios):.2f}, worst {max(ratios):.2f}"
    sys.stdout.write(f"\nRatios: {said}\n")


def compare_with_peer() -> None:
    """Measure the games that OpenSpiel has, too; print the table."""
    sys.stdout.write("\n| game | OpenSpiel, s | Toadstone, s |\n| --- | --: | --: |\n")
    for name in PEER:
        found, own, _ = measured(name, "ours")
        try:
            theirs, took, _ = measured(name, "peer")
            cell = f"{took:.2f}"
            if theirs != found:
                raise SystemExit(f"{name}: OpenSpiel says {theirs}, Toadstone {found}")
        except subprocess.TimeoutExpired:
            cell = f"over {PEER_SECONDS:.0f}"
        sys.stdout.write(f"| {name} | {cell} | {own:.2f} |\n")


if __name__ == "__main__":
    run_one(*sys.argv[1:]) if len(sys.argv) == 3 else main()
