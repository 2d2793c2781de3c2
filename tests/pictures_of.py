"""Every game's picture, and lines of play of committed scenarios to draw."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import toadstone
from places import SCENARIOS, TESTS
from toad import river_toad
from toadstone.core.replay import Replay, replay
from toadstone.core.rules import RULES
from toadstone.core.solution import Conditions
from toadstone.files.source import read_source
from toadstone.game import find_game
from toadstone.games.river_toad.board import RiverToadBoard
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import Action
from toadstone.loading import read_scenario
from toadstone.view.board import AnyBoard, AnyMoment, drawn_board, moments

SVG = "{http://www.w3.org/2000/svg}"
FILES = sorted(SCENARIOS.glob("*/*.yaml"))
LINES = {
    "frog-puzzle/two-pairs": "2-3 4-2",
    "river-toad/first-crossing": "right-1 stay stay stay stay right-1 stay stay stay left-1 left-1 "
    "left-1 left-1 stay stay right-1 right-1 stay stay right-2",
    "squirrel-war/course-position": "B3 C3 E1 B5 A3",
    "toads-and-frogs/a-sum-of-two-rows": "1:2-3 2:3-2 1:1-2 2:4-3",
    "ugly-duck/remoteness-of-three-by-three": "a2-b2 c2-b1 b2-c2 b1-a2 a1-b1 c3-b3 a3-b2 b3-a3 "
    "b2xc1 a2-b2 c1xb2 a3xb2 b1-c1 b2xc1",
}
"""A line of play for each game; with snakes, flies, raids, jumps, captures, and new swans."""
GAMES = sorted(name.partition("/")[0] for name in LINES)


def loaded(path: Path) -> tuple[Any, Any, AnyBoard]:
    """Return game, scenario and picture of a scenario file."""
    scenario = read_scenario(read_source(str(path)))
    game = find_game(scenario.game)
    return game, scenario, drawn_board(game, scenario)


@cache
def played(name: str) -> tuple[AnyBoard, Replay[Any, Any]]:
    """Return the picture of a scenario, and its line of play from the reference simulator."""
    game, scenario, picture = loaded(SCENARIOS / f"{name}.yaml")
    rules = game.get(RULES)(scenario)
    moves = [rules.read_move(text) for text in LINES[name].split()]
    return picture, replay(rules, moves, Conditions(must_end=False))


@cache
def line_of(name: str) -> tuple[AnyBoard, tuple[AnyMoment, ...]]:
    picture, line = played(name)
    assert len(line.moves) == len(LINES[name].split())
    return picture, moments(line.states, line.moves)


def tiles(svg):
    """Return the boards of a sheet, by the text of their states."""
    found = [each for each in ElementTree.fromstring(svg).iter() if "data-state" in each.attrib]
    return [(tile.attrib["data-state"], tile) for tile in found]


def symbols(tile):
    """Count the symbols that a board uses."""
    uses = (each.attrib["href"].removeprefix("#ts-") for each in tile.iter(f"{SVG}use"))
    return Counter(name for name in uses if not name.startswith("board-"))


def words(tile):
    return ["".join(each.itertext()) for each in tile.iter(f"{SVG}text")]


def classes(tile):
    found = (each.attrib.get("class", "").split() for each in tile.iter())
    return Counter(name for names in found for name in names)


def river_line(rolls, moves, **more):
    """Return picture and moments of a line of play in River Toad."""
    rules = RiverToadRules(river_toad(rolls, **more))
    states, played = [rules.start()], [Action.read(move) for move in moves]
    for move in played:
        states.append(rules.play(states[-1], move))
    return RiverToadBoard(rules.scenario), moments(states, played)


def drawn_start(path):
    """Return a scenario, its start, and the lines of the board of characters."""
    _, scenario, board = loaded(path)
    start = board.rules.start()
    return scenario, start, str(board.picture(start)).splitlines()


def golden_pictures() -> dict[str, str]:
    """Return what the golden files hold: a sheet and a board of each game, and a chart."""
    from toadstone.view.charts import worth_chart
    from toadstone.view.sheet import sheet

    drawn = {}
    for name in LINES:
        game = name.partition("/")[0]
        picture, line = line_of(name)
        drawn[f"{game}-sheet.svg"] = sheet(picture, line, title="A sheet", subtitle="of all turns")
        drawn[f"{game}-board.svg"] = sheet(picture, line[-1:], title="One board")
    review = toadstone.review("first-crossing", ["right-1", "stay", "left-1"])
    drawn["worth-chart.svg"] = worth_chart(review)
    return drawn


if __name__ == "__main__":  # writes the golden files anew; look at them before you commit them
    for file_name, text in golden_pictures().items():
        (TESTS / "view" / "pictures" / file_name).write_text(text)
