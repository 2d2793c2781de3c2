"""The shape of the project itself: who may import whom, and what the tools say of the code."""

import inspect
import re

import pytest

from imports import complaints, imports_of, modules_in, reachable
from places import ROOT
from toadstone.game import Game

MODEL = ROOT / "model" / "toadstone"
COMMANDS = ROOT / "cli" / "toadstone_cli"
CHECKER = ROOT / "checker" / "toadstone_checker"
"""It imports nothing of the rest, so it states the rules of the games itself."""
MODULES = modules_in([MODEL, COMMANDS, CHECKER])
GAMES = sorted(path.parent.name for path in MODEL.glob("games/*/__init__.py"))


def test_imports_go_down_only_in_no_circle_and_from_no_game_to_another():
    assert len(MODULES) > 100
    assert complaints(MODULES) == []


# What that test finds, on small trees


def tree(folder, files):
    """Write the files of some packages, each with its text; return their modules."""
    for name, text in files.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return modules_in(folder.iterdir())


UPWARDS = [
    ("import toadstone.engines.y", 1),
    ("\nfrom toadstone.engines import y", 2),
    ("from ..engines.y import solve", 1),
    ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import toadstone.engines.y", 3),
    ("def late():\n    from toadstone.engines.y import solve\n    return solve", 2),
    ("class A:\n    async def late(self):\n        import toadstone.engines.y", 3),
]


@pytest.mark.parametrize("importer", ["toadstone/core/x", "toadstone/core/__init__"])
def test_an_import_upwards_is_found_wherever_it_stands(tmp_path, importer):
    name = importer.replace("/", ".").removesuffix(".__init__")
    for number, (text, line) in enumerate(UPWARDS):
        modules = tree(tmp_path / str(number), {importer: text, "toadstone/engines/y": ""})
        words = f"imports toadstone.engines.y (line {line}): core may import only core"
        assert complaints(modules) == [f"{name} {words}"]


def test_what_else_is_not_allowed_is_found_with_its_reason(tmp_path):
    for number, (importer, target, reason) in enumerate(
        [
            ("toadstone/files/a", "toadstone/combinatorial/b", "files may import only core, fi"),
            ("toadstone/games/chess/a", "toadstone/games/go/b", "no game imports another"),
            ("toadstone/games/__init__", "toadstone/games/go/b", "no game imports another"),
            ("toadstone/core/a", "toadstone/__init__", "nothing inside imports the public interf"),
            ("toadstone/games/chess/a", "toadstone_cli/b", "nothing imports the commands"),
            ("toadstone_checker/a", "toadstone/core/b", "the checker imports only itself"),
            ("toadstone_checker/a", "toadstone_cli/b", "the checker imports only itself"),
        ]
    ):
        one, other = (x.removesuffix("/__init__").replace("/", ".") for x in (importer, target))
        modules = tree(tmp_path / str(number), {importer: f"import {other}", target: ""})
        (complaint,) = complaints(modules)
        assert complaint.startswith(f"{one} imports {other} (line 1): {reason}")


def test_a_room_that_is_in_no_layer_and_a_circle_are_found(tmp_path):
    modules = tree(tmp_path / "one", {"toadstone/attic/a": "", "toadstone/core/b": ""})
    assert complaints(modules) == ["toadstone.attic.a is in no layer"]
    files = {
        "toadstone/core/a": "import toadstone.core.b",
        "toadstone/core/b": "import toadstone.core.c",
        "toadstone/core/c": "def late():\n    from .a import one\n    return one",
        "toadstone/core/d": "import toadstone.core.a",
    }
    assert complaints(tree(tmp_path / "other", files)) == [
        "a circle: toadstone.core.a -> toadstone.core.b -> toadstone.core.c -> toadstone.core.a"
    ]


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


def test_what_is_reached_is_reached_over_any_number_of_imports(tmp_path):
    files = {
        "toadstone/core/a": "import toadstone.core.b",
        "toadstone/core/b": "def late():\n    from toadstone.core.c import d",
        "toadstone/core/c": "if TYPE_CHECKING:\n    import ortools.sat\nelse:\n    import numpy",
        "toadstone/core/e": "import toadstone.core.a",
    }
    imports = imports_of(tree(tmp_path, files))
    at_run_time = {"toadstone.core.a", "toadstone.core.b", "toadstone.core.c", "numpy"}
    assert reachable("toadstone.core.a", imports, typing=False) == at_run_time
    assert reachable("toadstone.core.a", imports) == {*at_run_time, "ortools.sat"}


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
