"""Holds the grade of puzzles against people: the rated chess puzzles of Lichess.

    python -m benchmarks.chess_puzzles FILE.csv [PUZZLES]

FILE has lines of the Lichess puzzle database (CC0): a name, a position, the moves, and the rating
that the puzzle won against people. The first move is the other side's; each move of the solver is
the only good one. The same grade as for our own puzzles is computed, with the lead in material as
what a position looks worth, and compared with the rating by rank. Needs the package `chess`.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import chess
from rich.console import Console

from toadstone.services.generation.puzzle import Hardness, Scale, Turn

DEEPEST = 2
"""The most plies after a move that the solver looks ahead."""

WON = 1_000
"""What a mate looks worth."""

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def look(board: chess.Board, depth: int, alpha: float = -WON, beta: float = WON) -> float:
    """Return what a position looks worth to the side to move, so many plies later."""
    moves = list(board.legal_moves)
    if not moves:
        return -WON if board.is_check() else 0
    if depth == 0:
        return sum(
            worth * (len(board.pieces(kind, board.turn)) - len(board.pieces(kind, not board.turn)))
            for kind, worth in WORTH.items()
        )
    moves.sort(key=lambda move: not board.is_capture(move))
    for move in moves:
        board.push(move)
        alpha = max(alpha, -look(board, depth - 1, -beta, -alpha))
        board.pop()
        if alpha >= beta:
            break
    return alpha


def turns_of(position: str, moves: Sequence[str]) -> Iterator[Turn]:
    """Yield the solver's turns."""
    board = chess.Board(position)
    for ply, text in enumerate(moves):
        if ply % 2:
            looks: list[dict[str, float]] = [{} for _ in range(DEEPEST + 1)]
            for move in list(board.legal_moves):
                board.push(move)
                for depth, looked in enumerate(looks):
                    looked[move.uci()] = -look(board, depth)
                board.pop()
            yield Turn(looks, frozenset([text]))
        board.push_uci(text)


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal values share the mean of theirs."""
    order = sorted(values)
    return [order.index(each) + (order.count(each) - 1) / 2 for each in values]


def by_rank(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's correlation."""
    x, y = ranks(one), ranks(other)
    mean = (len(x) - 1) / 2
    products = sum((a - mean) * (b - mean) for a, b in zip(x, y, strict=True))
    squares = sum((a - mean) ** 2 for a in x) * sum((b - mean) ** 2 for b in y)
    return float(products / squares**0.5)


def main() -> None:
    """Print how each measure goes with the rating."""
    path, wanted = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with Path(path).open(encoding="utf-8") as file:
        lines = list(csv.reader(file))
    chosen = Random(0).sample(lines, wanted)  # repeatable, not secret
    ratings = [float(line[3]) for line in chosen]
    scale = Scale(0, 0, 0)
    puzzles = [Hardness(list(turns_of(line[1], line[2].split())), 0, scale) for line in chosen]
    console = Console(highlight=False)
    console.print(f"{wanted} puzzles rated {min(ratings):.0f} to {max(ratings):.0f}")
    for name in ("turns", "decisions", "ahead", "failures", "points"):
        measured = [float(hardness.features[name]) for hardness in puzzles]
        console.print(f"{name:<10}{by_rank(measured, ratings):6.2f}")


if __name__ == "__main__":
    main()
