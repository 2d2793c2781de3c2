"""docs/development.md says what is so: the road is traced, its example of a rule applies."""

import json
import re
import shutil
import subprocess
import sys

import pytest

from command_line import run
from places import ROOT
from programs import ran

PAGE = (ROOT / "docs" / "development.md").read_text()
WALK = re.findall(
    r"^\| `([\w.]+)` \|",
    PAGE.split("## The road of an answer")[1].split("## Tests")[0],
    re.MULTILINE,
)


def traced(arguments):
    """Run a command; return the functions that it calls, in the order of their first calls."""
    called = {}

    def note(frame, event, argument):
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith("toadstone"):
            name = f"{module}.{frame.f_code.co_qualname}".removeprefix("toadstone.")
            called.setdefault(name, len(called))

    sys.setprofile(note)
    try:
        run(*arguments)
    finally:
        sys.setprofile(None)
    return called


def test_the_road_goes_forward_as_the_program_does():
    scenario = ROOT / "scenarios" / "river-toad" / "first-crossing.yaml"
    called = traced(["solve", str(scenario)])
    assert [name for name in WALK if name not in called] == []
    assert sorted(WALK, key=called.__getitem__) == WALK


RECIPE = ROOT / "tests" / "project" / "rest_after_jump.diff"
RUN = "from toadstone_cli.__main__ import run; run()"


def in_the_copy(folder, code, *arguments):
    """Run Python in a folder with a copy of the project; return what it prints."""
    paths = [str(folder / each) for each in ["model", "checker", "cli", "tests"]]
    whole = f"import sys; sys.path[:0] = {paths!r}; {code}"
    done = ran(sys.executable, "-c", whole, *arguments, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


NEEDS_GIT = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@NEEDS_GIT
def test_the_recipe_applies_as_a_diff():
    subprocess.run(["git", "apply", "--check", RECIPE], cwd=ROOT, check=True)


@NEEDS_GIT
@pytest.mark.exhaustive
def test_the_recipe_adds_a_rule_and_leaves_nothing_red(tmp_path):
    copy, no_caches = tmp_path, shutil.ignore_patterns("__pycache__")
    for folder in ["model", "checker", "cli", "tests", "scenarios", "docs"]:
        shutil.copytree(ROOT / folder, copy / folder, ignore=no_caches)
    shutil.copy(ROOT / "pyproject.toml", copy)  # declares the games
    subprocess.run(["git", "apply", RECIPE], cwd=copy, check=True)
    schema = in_the_copy(copy, RUN, "schema", "river-toad")
    (copy / "scenarios" / "schema" / "river-toad.json").write_text(schema)
    crossing = "{game: river-toad, rolls: [0, 30, 0], toad: {hp: 9, start: 1}, board: {rows: 2}"
    (copy / "slow.yaml").write_text(crossing + ", rest_after_jump: true, ask: min-moves}")
    for method in ("cp-sat", "layered"):
        words = ("solve", "slow.yaml", "--json", "--method", method)
        answer = json.loads(in_the_copy(copy, RUN, *words))
        assert answer["plan"] == ["right-2", "stay", "right-2"]
        assert "`rest_after_jump` is not supported by the confirmer" in answer["confirmed_why"]
    tests = [
        *(f"tests/games/river_toad/test_{name}.py" for name in ("agreement", "model")),
        *(f"tests/games/test_{name}.py" for name in ("games", "what_is_merged")),
        "tests/core/test_support.py",
        "tests/files/test_schema.py",
        "tests/checker/test_checking_river_toad.py",
    ]
    code = "import pytest; sys.exit(pytest.main(['--import-mode=importlib', *sys.argv[1:]]))"
    options = ["-q", "-p", "no:cacheprovider", "-m", "exhaustive or not exhaustive"]
    said = in_the_copy(copy, code, *options, *tests)
    assert int(re.search(r"(\d+) passed", said)[1]) > 100
