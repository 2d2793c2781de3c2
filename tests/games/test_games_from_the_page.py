"""Two games that nobody thought of when own games were built, written with docs/own-game.md alone.

Dodgem on three by three: the side that begins wins (Winning Ways, chapter 22). Three missionaries
and three cannibals cross a river in 11 trips (Amarel, "On representations of problems of reasoning
about actions", 1968).
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
CROSSING = '''
from typing import Literal
from toadstone.own_game import Field, OnePlayerScenario, plain_game
class CrossingScenario(OnePlayerScenario):
    game: Literal["crossing"] = Field(description="The name of the game.")
class CrossingRules:
    """Bring all over the river; nowhere may cannibals outnumber missionaries."""
    boats = {"m": (1, 0), "c": (0, 1), "mm": (2, 0), "cc": (0, 2), "mc": (1, 1)}
    def __init__(self, scenario): pass
    def start(self): return 3, 3, 1
    def moves(self, position):
        return [boat for boat in self.boats if self.is_safe(*self.play(position, boat))]
    def is_safe(self, m, c, here): return 0 <= m <= 3 and 0 <= c <= 3 and (m in (0, 3) or m == c)
    def play(self, position, move):
        (m, c), sign = self.boats[move], -1 if position[2] else 1
        return position[0] + sign * m, position[1] + sign * c, 1 - position[2]
    def won(self, position): return position == (0, 0, 0)
    def rows(self, position): return [("m" * position[0] + "c" * position[1]).ljust(6, ".")]
GAME = plain_game("crossing", __name__, CrossingScenario, CrossingRules)
'''


@pytest.fixture(autouse=True)
def own(folder, monkeypatch):
    Path("games").mkdir()
    for name, rules in (("dodgem", DODGEM), ("crossing", CROSSING)):
        Path(f"games/{name}.py").write_text(rules)
        Path(f"{name}.yaml").write_text(f"game: {name}\n")
    use_games_in(monkeypatch)


@pytest.mark.parametrize(("game", "asked"), [("dodgem", "winner"), ("crossing", "moves")])
def test_a_game_from_the_page_is_solved_derived_twice_and_certified(game, asked):
    done = run(f"--game-path games solve {game}.yaml --certificate proof.json --json")
    said = json.loads(done.stdout)
    assert (done.exit_code, said["values"][asked]) == (0, {"winner": "blue", "moves": 11}[asked])
    assert said["confirmed_by"] == "checker"
    verified = run("--game-path games verify proof.json")
    assert verified.stdout.startswith("Valid")


@pytest.mark.parametrize("game", ["dodgem", "crossing"])
def test_check_game_takes_a_game_whose_positions_come_back(game, monkeypatch):
    use_games_in(monkeypatch, Path("games").resolve())
    check_game(find_game(game), seconds=0.1)


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
