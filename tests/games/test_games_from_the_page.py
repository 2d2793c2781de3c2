"""Games that nobody thought of when own games were built, written with docs/own-game.md alone.

Dodgem on three by three: the side that begins wins (Winning Ways, chapter 22). Bloxorz: the first
level takes seven moves.
"""

import json
from pathlib import Path

import pytest

from command_line import run
from own_folders import forget_games_in, use_games_in
from toadstone.game import find_game
from toadstone.testing import check_game

DODGEM = '''
from typing import Literal
from toadstone.own_game import Field, TwoPlayerScenario, plain_game
class DodgemScenario(TwoPlayerScenario):
    game: Literal["dodgem"] = Field(description="The name of the game.")
class DodgemRules:
    """Drive both cars off the far edge. Who cannot move has won; nobody may block the other."""
    sides = ("blue", "red")
    repeated = "draw"
    def __init__(self, scenario): pass
    def start(self): return ((0, 0), (1, 0)), ((1, 2), (2, 2))
    def moves(self, position, side):
        mine = position[side == "red"]
        taken = {*position[0], *position[1]}
        ways = ((1, 0), (0, 1), (0, -1)) if side == "blue" else ((0, -1), (1, 0), (-1, 0))
        found = []
        for x, y in mine:
            for a, b in ways:
                to = x + a, y + b
                off = to[0] > 2 if side == "blue" else to[1] < 0
                inside = 0 <= to[0] <= 2 and 0 <= to[1] <= 2
                if off or (inside and to not in taken):
                    found.append(f"{x}{y}-{'off' if off else f'{to[0]}{to[1]}'}")
        return found
    def play(self, position, move, side):
        at, to = move.split("-")
        mine = [car for car in position[side == "red"] if car != (int(at[0]), int(at[1]))]
        if to != "off":
            mine.append((int(to[0]), int(to[1])))
        mine = tuple(sorted(mine))
        return (mine, position[1]) if side == "blue" else (position[0], mine)
    def winner(self, position, side):
        for name, cars in zip(self.sides, position):
            if not cars:
                return name
        return None if self.moves(position, side) else side
    def rows(self, position):
        signs = {car: "b" for car in position[0]} | {car: "r" for car in position[1]}
        return ["".join(signs.get((x, y), ".") for x in range(3)) for y in (2, 1, 0)]
GAME = plain_game("dodgem", __name__, DodgemScenario, DodgemRules)
'''
BLOXORZ = '''
from typing import Literal
from toadstone.own_game import Field, OnePlayerScenario, plain_game
class BloxorzScenario(OnePlayerScenario):
    game: Literal["bloxorz"] = Field(description="The name of the game.")
    floor: list[str] = Field(description="Rows: # floor, S the start, T the hole, . nothing.")
class BloxorzRules:
    """Roll a block of one by one by two; stand it upright on the hole."""
    def __init__(self, scenario):
        self.floor = {(y, x): sign for y, row in enumerate(scenario.floor)
                      for x, sign in enumerate(row) if sign != "."}
        self.height, self.width = len(scenario.floor), max(map(len, scenario.floor))
    def start(self):
        return 2 * next(cell for cell, sign in self.floor.items() if sign == "S")
    def moves(self, position):
        return [way for way in "nswe" if self.covered(self.play(position, way)) <= {*self.floor}]
    def play(self, position, move):
        top, left, low, right = position
        long = 1 + (position[:2] == position[2:])
        return {
            "n": (top - long, left, top - 1, right), "s": (low + 1, left, low + long, right),
            "w": (top, left - long, low, left - 1), "e": (top, right + 1, low, right + long),
        }[move]
    def covered(self, position):
        return {position[:2], position[2:]}
    def won(self, position):
        return position[:2] == position[2:] and self.floor[position[:2]] == "T"
    def rows(self, position):
        return ["".join("B" if (y, x) in self.covered(position) else self.floor.get((y, x), ".")
                        for x in range(self.width)) for y in range(self.height)]
GAME = plain_game("bloxorz", __name__, BloxorzScenario, BloxorzRules)
'''
FIRST_LEVEL = ["###.......", "#S####....", "#########.", ".#########", ".....##T##", "......###."]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    Path("games/bloxorz.py").write_text(BLOXORZ)
    Path("games/dodgem.py").write_text(DODGEM)
    Path("dodgem.yaml").write_text("game: dodgem\n")
    use_games_in(monkeypatch)


def test_a_game_from_the_page_is_solved_derived_twice_and_certified():
    done = run("--game-path games solve dodgem.yaml --certificate proof.json --json")
    said = json.loads(done.stdout)
    assert (done.exit_code, said["values"]["winner"]) == (0, "blue")
    assert said["confirmed_by"] == "checker"
    verified = run("--game-path games verify proof.json")
    assert verified.stdout.startswith("Valid")


@pytest.mark.parametrize(("floor", "moves"), [(FIRST_LEVEL, 7), (["S#####.T", "########"], None)])
def test_a_puzzle_from_the_page_is_solved_derived_twice_and_certified(floor, moves):
    Path("level.yaml").write_text(json.dumps({"game": "bloxorz", "floor": floor}))
    done = run("--game-path games solve level.yaml --certificate proof.json --json")
    said = json.loads(done.stdout)
    assert (said["values"] or {"moves": None})["moves"] == moves
    assert (done.exit_code, said["confirmed_by"]) == (10 if moves is None else 0, "checker")
    assert run("--game-path games verify proof.json").stdout.startswith("Valid")


def test_check_game_takes_a_game_whose_positions_come_back(monkeypatch):
    use_games_in(monkeypatch, Path("games").resolve())
    check_game(find_game("dodgem"), seconds=0.1)


def test_a_batch_answers_anew_after_a_change_of_the_rules():
    line = "--game-path games batch dodgem.yaml --workers 1 -o answers.jsonl"
    for _ in range(2):
        assert run(line).exit_code == 0
        assert json.loads(Path("answers.jsonl").read_text())["values"]["winner"] == "blue"
    almost_off = DODGEM.replace("((0, 0), (1, 0)), ((1, 2), (2, 2))", "((0, 0), (0, 1)), ((1, 0),)")
    Path("games/dodgem.py").write_text(almost_off)
    forget_games_in(Path("games").resolve())
    assert run(line).exit_code == 0
    assert json.loads(Path("answers.jsonl").read_text())["values"]["winner"] == "red"
