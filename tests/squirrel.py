"""Squirrel War in a second, naive statement: a dict of cells."""

from __future__ import annotations

import json

from toadstone.games.squirrel_war.scenario import SquirrelWarScenario

FOE = {"X": "O", "O": "X"}
PERFECT = {"X": max, "O": min}
"""The aims of both sides, for `Naive.extreme`."""


def squirrel_war(values, board=None, *, turn="X", ask="margin", **more) -> SquirrelWarScenario:
    """Return a scenario; values and board are text, as in a file."""
    content = {"game": "squirrel-war", "values": values, "turn": turn, "ask": ask}
    if board is not None:
        content["board"] = board
    return SquirrelWarScenario.model_validate(content | more)


def scenario_file(folder, values, board=None, turn="X", ask="margin", **more):
    """Write a scenario to a file; return its path."""
    path = folder / "scenario.yaml"
    content = {"game": "squirrel-war", "values": values, "turn": turn, "ask": ask} | more
    path.write_text(json.dumps(content | ({} if board is None else {"board": board})))
    return path


class Naive:
    """The rules on dicts: `board[row, column]` is X, O or `.`."""

    def __init__(self, values, board):
        self.values = {
            (r, c): int(word)
            for r, line in enumerate(values.split("\n"))
            for c, word in enumerate(line.split())
        }
        self.board = {
            (r, c): piece
            for r, line in enumerate(board.split("\n"))
            for c, piece in enumerate(line)
        }

    def empty(self, board):
        return sorted(cell for cell, piece in board.items() if piece == ".")

    def taken(self, board, cell, side):
        row, column = cell
        around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        new = {**board, cell: side}
        if side in [board.get(each) for each in around]:
            new |= {each: side for each in around if board.get(each) == FOE[side]}
        return new

    def lead(self, board, side):
        sign = {side: 1, FOE[side]: -1, ".": 0}
        return sum(sign[piece] * self.values[cell] for cell, piece in board.items())

    def extreme(self, side, aims):
        """Return the margin when each side takes the `max` or `min` of what can follow."""
        known = {}

        def end(board, mover):
            if not self.empty(board):
                return self.lead(board, "X")
            key = tuple(board.items())
            if key not in known:
                ends = [
                    end(self.taken(board, cell, mover), FOE[mover]) for cell in self.empty(board)
                ]
                known[key] = aims[mover](ends)
            return known[key]

        return end(self.board, side)

    def greedy(self, board, side):
        cells = self.empty(board)
        return max(cells, key=lambda cell: self.lead(self.taken(board, cell, side), side))

    def ends_against_greed(self, side):
        """Return the best margin, as X sees it, after each first move against a greedy opponent."""
        best = max if side == "X" else min

        def ends(board):
            return {cell: end(self.answered(board, cell, side)) for cell in self.empty(board)}

        def end(board):
            return best(ends(board).values()) if self.empty(board) else self.lead(board, "X")

        return ends(self.board)

    def answered(self, board, cell, side):
        """Return the board after a move of a side and the greedy reply, if there is one."""
        after = self.taken(board, cell, side)
        if self.empty(after):
            after = self.taken(after, self.greedy(after, FOE[side]), FOE[side])
        return after

    def against_greed(self, side):
        """Return the best margin of a side against a greedy opponent, as X sees it."""
        ends = self.ends_against_greed(side)
        best = max if side == "X" else min
        return best(ends.values()) if ends else self.lead(self.board, "X")


def name(cell):
    return "root" if cell is None else f"{'ABCDEFG'[cell[1]]}{cell[0] + 1}"
