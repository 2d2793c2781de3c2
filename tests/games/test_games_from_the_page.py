"""Games that nobody thought of when own games were built, written with docs/own-game.md alone.

Dodgem on three by three: the side that begins wins (Winning Ways, chapter 22). Jugs of three and
five litres: four litres take six moves (a puzzle of Perelman's).
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
JUGS = '''
from typing import Literal
from toadstone.own_game import Field, OnePlayerScenario, plain_game
class JugsScenario(OnePlayerScenario):
    game: Literal["jugs"] = Field(description="The name of the game.")
    sizes: list[int] = Field([1], min_length=1, max_length=4, description="Litres.")
    wanted: int = Field(4, ge=1, le=50, description="Litres to be measured.")
class JugsRules:
    """Fill a jug, empty it, or pour it into another, until one has what is wanted."""
    def __init__(self, scenario): self.sizes, self.wanted = tuple(scenario.sizes), scenario.wanted
    def start(self): return (0,) * len(self.sizes)
    def moves(self, position):
        jugs = range(len(position))
        fill = [f"fill{n}" for n in jugs] + [f"empty{n}" for n in jugs]
        return fill + [f"{a}to{b}" for a in jugs for b in jugs if a != b]
    def play(self, position, move):
        now = list(position)
        if "to" in move:
            a, b = map(int, move.split("to"))
            poured = min(now[a], self.sizes[b] - now[b])
            now[a], now[b] = now[a] - poured, now[b] + poured
        else:
            now[int(move[-1])] = self.sizes[int(move[-1])] if move.startswith("fill") else 0
        return tuple(now)
    def won(self, position): return self.wanted in position
    def rows(self, position): return ["#" * litres + "." for litres in position]
GAME = plain_game("jugs", __name__, JugsScenario, JugsRules)
'''


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    Path("work").mkdir()
    Path("games/dodgem.py").write_text(DODGEM)
    Path("games/jugs.py").write_text(JUGS)
    for name in ("dodgem", "jugs"):
        Path(f"work/{name}.yaml").write_text(f"game: {name}\n")
    with Path("work/jugs.yaml").open("a") as file:
        file.write("sizes: [3, 5]\n")
    monkeypatch.chdir("work")
    use_games_in(monkeypatch)
    yield
    forget_games_in(tmp_path)


CLAIMS = {"dodgem": ("winner", "blue"), "jugs": ("moves", 6)}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_game_from_the_page_is_solved_derived_twice_and_certified(name):
    figure, value = CLAIMS[name]
    done = run(f"--game-path ../games solve {name}.yaml --certificate proof.json --json")
    said = json.loads(done.stdout)
    assert (done.exit_code, said["values"][figure]) == (0, value)
    assert said["confirmed_by"] == "checker"
    verified = run("--game-path ../games verify proof.json")
    assert verified.stdout.startswith("Valid")


def test_check_game_takes_a_game_whose_positions_come_back(monkeypatch):
    use_games_in(monkeypatch, Path("../games").resolve())
    check_game(find_game("dodgem"), seconds=0.1)


def test_a_batch_answers_anew_after_a_change_of_the_rules():
    line = "--game-path ../games batch jugs.yaml --workers 1 --journal kept"
    assert json.loads(run(line).stdout)["values"] == {"moves": 6}
    assert json.loads(run(line).stdout)["values"] == {"moves": 6}
    Path("../games/jugs.py").write_text(JUGS.replace("Field(4,", "Field( 1,"))
    forget_games_in(Path("../games").resolve())
    assert json.loads(run(line).stdout)["values"] == {"moves": 4}


def test_where_there_is_no_time_for_it_the_verdict_says_derived_once():
    done = run("--game-path ../games solve jugs.yaml --confirm never")
    assert "Proven best: 6 moves. Derived once only." in done.stdout
