"""The shape of the project itself: who may import whom, and what the tools say of the code."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODEL = ROOT / "model" / "toadstone"
SOURCES = [*MODEL.rglob("*.py"), *(ROOT / "cli").rglob("*.py")]
CHECKER = ROOT / "checker" / "toadstone_checker"
"""It imports nothing of the rest, so it states the rules of the games itself."""
PACKAGES = {"toadstone": MODEL, "toadstone_checker": CHECKER}
GAMES = sorted(path.parent for path in MODEL.glob("games/*/__init__.py"))


def imported_by(path):
    """Return the dotted names of all modules that running a file can import."""
    names, waiting = set(), [ast.parse(path.read_text())]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return names


def reachable_from(path):
    """Return every file that importing this one can lead to, itself included."""
    reached, waiting = set(), [path]
    while waiting:
        file = waiting.pop()
        if file in reached:
            continue
        reached.add(file)
        for name in imported_by(file):
            parts = name.split(".")
            if parts[0] in PACKAGES:
                target = PACKAGES[parts[0]].joinpath(*parts[1:]).with_suffix(".py")
                waiting += [target] if target.is_file() else []
    return reached


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_simulator_reaches_no_model_and_no_solver(folder):
    reached = reachable_from(folder / "rules.py")
    assert MODEL / "core" / "rules.py" in reached
    assert folder / "horizon.py" not in reached
    assert MODEL / "engines" / "cp_sat" / "horizon.py" not in reached
    assert not any(CHECKER in file.parents for file in reached)
    assert not any("ortools" in name for file in reached for name in imported_by(file))


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_model_reaches_no_simulator(folder):
    reached = reachable_from(folder / "horizon.py")
    assert MODEL / "engines" / "cp_sat" / "horizon.py" in reached
    assert folder / "rules.py" not in reached
    assert MODEL / "core" / "replay.py" not in reached
    assert not any(CHECKER in file.parents for file in reached)


def test_nothing_outside_games_names_a_game():
    for path in SOURCES:
        if "games" in path.relative_to(ROOT).parts or CHECKER in path.parents:
            continue
        code = "\n".join(
            line
            for line in path.read_text().splitlines()
            if not line.strip().startswith("toadstone ")
        ).lower()
        for folder in GAMES:
            for name in [folder.name, folder.name.replace("_", "-"), folder.name.replace("_", " ")]:
                assert name not in code, path


@pytest.mark.parametrize(
    "command", [["mypy"], ["ruff", "check", "."], ["ruff", "format", "--check", "."]], ids=" ".join
)
def test_the_code_is_clean(command):
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
