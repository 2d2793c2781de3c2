"""The shape of the project itself: who may import whom, and what the tools say of the code."""

import inspect
import re

import pytest

from imports import (
    RANKS,
    Import,
    circle,
    complaints,
    imports_of,
    modules_in,
    objection,
    reachable,
    room_of,
)
from places import ROOT
from toadstone.game import Game

MODEL = ROOT / "model" / "toadstone"
COMMANDS = ROOT / "cli" / "toadstone_cli"
CHECKER = ROOT / "checker" / "toadstone_checker"
"""It imports nothing of the rest, so it states the rules of the games itself."""
MODULES = modules_in([MODEL, COMMANDS, CHECKER])
GAMES = sorted(path.parent.name for path in MODEL.glob("games/*/__init__.py"))


def test_imports_go_down_only_in_no_circle_and_from_no_game_to_another():
    assert {room_of(module) for module in MODULES} == RANKS.keys()
    assert complaints(MODULES) == []


UPWARDS = [
    ("import toadstone.engines.y", 1),
    ("\nfrom toadstone.engines import y", 2),
    ("from ..engines.y import solve", 1),
    ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import toadstone.engines.y", 3),
    ("def late():\n    from toadstone.engines.y import solve\n    return solve", 2),
    ("class A:\n    async def late(self):\n        import toadstone.engines.y", 3),
]


@pytest.mark.parametrize("importer", ["toadstone/core/x", "toadstone/core/__init__"])
@pytest.mark.parametrize(("text", "line"), UPWARDS)
def test_an_import_upwards_is_found_wherever_it_stands(tmp_path, importer, text, line):
    for name, written in [(importer, text), ("toadstone/engines/y", "")]:
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written)
    name = importer.replace("/", ".").removesuffix(".__init__")
    assert complaints(modules_in(tmp_path.iterdir())) == [
        f"{name} imports toadstone.engines.y (line {line}): "
        "toadstone.core lies no higher than toadstone.engines"
    ]


def test_what_else_is_not_allowed_is_objected_to():
    for importer, target in [
        ("toadstone.files.a", "toadstone.combinatorial.b"),
        ("toadstone.games.chess.a", "toadstone.games.go.b"),
        ("toadstone.games", "toadstone.games.go.b"),
        ("toadstone.core.a", "toadstone"),
        ("toadstone.games.chess.a", "toadstone_cli.b"),
        ("toadstone_checker.a", "toadstone.core.b"),
        ("toadstone_checker.a", "toadstone_cli.b"),
    ]:
        assert objection(importer, target), target
    assert not objection("toadstone.games.go.a", "toadstone.games.go.b")
    assert not objection("toadstone_cli.a", "numpy")


def imports(*pairs):
    return [Import(*pair, line=1, for_types=False) for pair in pairs]


def test_a_circle_is_found():
    down = imports(("a", "b"), ("d", "a"), ("b", "c"))
    assert circle(down) == []
    assert set(circle([*down, *imports(("c", "a"))])) == {"a", "b", "c"}


# What the parts of a game may lead to


def reached_from(module, *, typing=True):
    assert module in MODULES
    return reachable(module, imports_of(MODULES), typing=typing)


@pytest.mark.parametrize("game", GAMES)
def test_the_simulator_reaches_no_model_no_engine_and_no_solver(game):
    reached = reached_from(f"toadstone.games.{game}.rules")
    assert "toadstone.core.rules" in reached
    assert f"toadstone.games.{game}.model" not in reached
    for package in ["toadstone.engines", "toadstone_checker", "ortools"]:
        assert [name for name in reached if f"{name}.".startswith(f"{package}.")] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_model_reaches_no_simulator_and_no_checker(game):
    reached = reached_from(f"toadstone.games.{game}.model", typing=False)
    assert "toadstone.engines.cp_sat.horizon" in reached
    assert f"toadstone.games.{game}.rules" not in reached
    assert "toadstone.core.replay" not in reached
    assert [name for name in reached if name.startswith("toadstone_checker")] == []


STATEMENTS = {
    "simulator": ["rules"],
    "model": ["model", "bounds"],
    "quick form": ["toad_space", "search"],
}
"""Who states the rules of River Toad, besides the checker, and who answers by that alone."""


@pytest.mark.parametrize("statement", STATEMENTS)
def test_the_statements_of_river_toad_reach_each_other_by_no_import(statement):
    others = {name for other in STATEMENTS if other != statement for name in STATEMENTS[other]}
    for name in STATEMENTS[statement]:
        reached = reached_from(f"toadstone.games.river_toad.{name}")
        assert [other for other in others if f"toadstone.games.river_toad.{other}" in reached] == []
        assert [module for module in reached if module.startswith("toadstone_checker")] == []


PAGE = (ROOT / "docs" / "development.md").read_text()
TABLES = PAGE.split("### Which modules state the rules")[1].split("\n## ")[0].split("| game |")[1:]
OF_THE_PAGE = {
    cells[0].lower().replace(" ", "_"): [re.findall(r"`(\w+)`", cell) for cell in cells[1:4]]
    for cells in re.findall(r"^\| (\w.*?) \| (.*?) \| (.*?) \| (.*?) \|", TABLES[0], re.MULTILINE)
}
NOTED = dict.fromkeys(["endgame_table", "live_board"], "rules")
"""What one column of the page's table imports from another, by the notes below it."""


def test_the_page_names_the_statements_of_every_game():
    assert sorted(OF_THE_PAGE) == GAMES
    assert OF_THE_PAGE["river_toad"] == [["rules"], STATEMENTS["model"], ["toad_space"]]
    named = {name for table in TABLES for name in re.findall(r"`(\w+)`", table.split("\n\n")[0])}
    assert [name for name in named if not [*MODEL.glob(f"games/*/**/{name}*")]] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_columns_of_the_page_import_each_other_only_as_noted(game):
    columns, package = OF_THE_PAGE[game], f"toadstone.games.{game}"
    kernels = f"{package}.kernels."
    for column in columns:
        others = {name for c in columns if c is not column for name in c}
        for name in column:
            module = kernels + name if kernels + name in MODULES else f"{package}.{name}"
            reached = {each.rpartition(".")[2] for each in reached_from(module) if package in each}
            assert others & reached <= {NOTED.get(name)}, name


def test_what_only_type_checkers_read_is_known(tmp_path):
    path = tmp_path / "a.py"
    path.write_text("if TYPE_CHECKING:\n    import ortools.sat\nelse:\n    import numpy")
    found = {each.target: each.for_types for each in imports_of({"a": path})}
    assert found == {"ortools.sat": True, "numpy": False}


def test_what_is_reached_is_reached_over_any_number_of_imports():
    late = Import("c", "ortools", line=1, for_types=True)
    found = [*imports(("a", "b"), ("b", "c"), ("c", "numpy"), ("e", "a")), late]
    assert reachable("a", found, typing=False) == {"a", "b", "c", "numpy"}
    assert reachable("a", found) == {"a", "b", "c", "numpy", "ortools"}


# Names and sizes


def test_nothing_outside_games_names_a_game():
    for module, path in MODULES.items():
        if module.startswith(("toadstone.games", "toadstone_checker")):
            continue
        code = "\n".join(
            line
            for line in path.read_text().splitlines()
            if not line.strip().startswith("toadstone ")
        ).lower()
        for game in GAMES:
            for name in [game, game.replace("_", "-"), game.replace("_", " ")]:
                assert name not in code, path


POSIX_ONLY = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
"""Modules of the standard library that Windows does not have."""


def test_what_only_posix_has_is_imported_where_its_lack_is_expected():
    one = rf"(import|from) ({'|'.join(POSIX_ONLY)})\b"
    guarded = re.compile(rf"^ *try:\n +{one}", re.MULTILINE)
    texts = [path.read_text() for path in MODULES.values()]
    assert any(map(guarded.search, texts))
    assert not [text for text in texts if re.search(rf"^ *{one}", guarded.sub("", text), re.M)]


def test_what_a_game_is_stays_small():
    assert len(inspect.getsource(Game).splitlines()) <= 50
