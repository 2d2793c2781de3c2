"""What a command loads: the solver, and what comes with it, only where it is used."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HEAVY = {"ortools", "pandas", "numba"}
RIVER = "scenarios/river-toad/first-crossing.yaml"
TOADS = "scenarios/toads-and-frogs/two-against-two.yaml"
SQUIRRELS = "scenarios/squirrel-war/last-raid.yaml"


def loaded_by(*arguments, typed=""):
    """Run a command in a process of its own; return the packages that it loaded."""
    return loaded_after_each([arguments], typed)[0]


def loaded_after_each(commands, typed=""):
    """Run commands one after the other in a new process; return the packages loaded after each."""
    code = (
        "import json, sys\n"
        "from toadstone_cli.main import app\n"
        "for arguments in json.loads(sys.argv[1]):\n"
        "    try:\n"
        "        app(arguments)\n"
        "    except SystemExit as ending:\n"
        "        packages = {name.partition('.')[0] for name in sys.modules}\n"
        "        print(json.dumps([ending.code, *sorted(packages)]), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps([[*map(str, each)] for each in commands])],
        cwd=ROOT,
        input=typed,
        capture_output=True,
        text=True,
        check=True,
    )
    reports = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("[")]
    assert [status for status, *_ in reports] == [0] * len(commands), done.stderr
    assert done.stdout
    return [set(packages) for _, *packages in reports]


def test_the_list_of_commands_loads_nothing_slow():
    loaded = loaded_by("--help")
    assert "typer" in loaded
    assert not loaded & {*HEAVY, "numpy", "pydantic", "rich", "yaml"}


def test_the_help_of_a_command_reads_no_file_and_draws_no_page():
    commands = [(command, "--help") for command in ("solve", "play", "enumerate", "generate")]
    for command, loaded in zip(commands, loaded_after_each(commands), strict=True):
        assert not loaded & {*HEAVY, "numpy", "rich", "yaml"}, command


def test_what_needs_no_solver_loads_none():
    commands = [
        f"solve {RIVER} --method a-star",
        f"solve {RIVER} --method layered",
        f"prove {RIVER} --method backtracking",
        f"compare {RIVER} --methods greedy,layered",
        f"tree {RIVER} --depth 2",
        f"solve {TOADS} --ask winner",
        f"solve {TOADS} --ask remoteness",
        f"solve {TOADS} --ask value",
        f"solve {SQUIRRELS} --ask best-move",
        f"solve {SQUIRRELS} --ask margin",
        "solve scenarios/ugly-duck/three-by-three.yaml --method exact-search",
        "atlas toads-and-frogs --cells 4",
        "generate toads-and-frogs --cells 6 --rows 2",
        "tournament toads-and-frogs --players random,perfect --games 1",
        f"play {TOADS} --player random",
        "schema river-toad",
        f"export {RIVER} --to minizinc",
        f"export {RIVER} --to asp",
        f"export {RIVER} --to pddl --json",
    ]
    after_each = loaded_after_each([command.split() for command in commands])
    for command, loaded in zip(commands, after_each, strict=True):
        assert "toadstone" in loaded
        assert not loaded & HEAVY, command


@pytest.mark.parametrize("name", ["homework-greedy", "homework-minimax"])
def test_a_move_chosen_by_looking_ahead_loads_no_arrays(name):
    assert "numpy" not in loaded_by("solve", f"scenarios/squirrel-war/{name}.yaml")


def test_plans_and_certificates_are_checked_without_the_solver(tmp_path):
    plan, proof = tmp_path / "plan.json", tmp_path / "proof.json"
    solve = ["solve", RIVER, "--json", "--certificate", proof]
    command = [sys.executable, "-m", "toadstone_cli", *map(str, solve)]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    plan.write_text(json.dumps(json.loads(answer.stdout)["plan"]))
    assert not loaded_by("check", RIVER, plan) & HEAVY
    assert not loaded_by("verify", proof) & HEAVY


def test_a_game_played_by_hand_loads_no_solver_before_a_hint_is_wanted(tmp_path):
    scenario = tmp_path / "two-quiet-turns.yaml"
    scenario.write_text(
        "{game: river-toad, board: {rows: 4}, toad: {hp: 1}, ask: max-hp, rolls: [0, 0]}"
    )
    assert not loaded_by("play", scenario, typed="stay\nstay\n") & HEAVY
    assert "ortools" in loaded_by("play", scenario, typed="hint\nstay\nstay\n")


def test_the_model_is_what_the_solver_is_for():
    assert "ortools" in loaded_by("solve", RIVER)


def test_the_model_loads_no_searches():
    code = (
        "import sys\n"
        "from toadstone.engines.answering import engine_for\n"
        "from toadstone.engines.cp_sat.engine import CP_SAT\n"
        "from toadstone.engines.instance import settled\n"
        "from toadstone.files.source import read_source\n"
        "from toadstone.loading import read_scenario\n"
        f"instance = settled(*read_scenario(read_source('{RIVER}')))\n"
        "assert engine_for(instance) is CP_SAT\n"
        "assert not any(name.startswith('toadstone.engines.search') for name in sys.modules)\n"
        "engine_for(instance, 'a-star')\n"
        "assert 'toadstone.engines.search.best_first' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_nothing_is_taken_for_garbage_while_the_libraries_are_loaded():
    code = (
        "import gc, os, sys\n"
        "from toadstone_cli.__main__ import run\n"
        "collections = []\n"
        "gc.callbacks.append(lambda phase, facts: collections.append(phase))\n"
        "leave = os._exit\n"
        "def report(status):\n"
        "    print(status, len(collections), os.environ['OPENBLAS_NUM_THREADS'], file=sys.stderr)\n"
        "    leave(status)\n"
        "os._exit = report\n"
        "run()\n"
    )
    environment = {name: os.environ[name] for name in os.environ if "NUM_THREADS" not in name}
    for chosen, threads in [({}, "1"), ({"OPENBLAS_NUM_THREADS": "2"}, "2")]:
        done = subprocess.run(
            [sys.executable, "-c", code, "solve", RIVER],
            cwd=ROOT,
            env=environment | chosen,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr.split() == ["0", "0", threads]


def test_only_the_whole_screen_loads_textual():
    assert "textual" not in loaded_by("play", "--help")
    assert "textual" not in loaded_by("play", TOADS, "--player", "random")
    assert "textual" not in loaded_by("tournament", "toads-and-frogs", "--games", "1")
    code = "import sys, toadstone_cli.screen.app; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_the_command_loads_the_solver_without_pandas():
    code = (
        "import os, sys\n"
        "from toadstone_cli.__main__ import run\n"
        "leave = os._exit\n"
        "def report(status):\n"
        "    print(status, *('ortools' in sys.modules, 'pandas' in sys.modules), file=sys.stderr)\n"
        "    leave(status)\n"
        "os._exit = report\n"
        "run()\n"
    )
    line = [sys.executable, "-c", code, "solve", RIVER]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr.split() == ["0", "True", "False"]


def test_who_wants_pandas_after_the_solver_gets_it_and_who_has_it_keeps_it():
    code = (
        "import sys\n"
        "from toadstone.core.without_pandas import leave_pandas_out\n"
        "leave_pandas_out()\n"
        "if 'first' in sys.argv:\n"
        "    import pandas\n"
        "from ortools.sat.python import cp_model\n"
        "import pandas\n"
        "assert pandas.DataFrame([1]).size == 1\n"
        "assert (cp_model.pd is pandas) == ('first' in sys.argv)\n"
    )
    for given in ([], ["first"]):
        subprocess.run([sys.executable, "-c", code, *given], cwd=ROOT, check=True)


def test_a_solver_that_wants_more_of_pandas_is_loaded_with_it():
    code = (
        "from toadstone.core import without_pandas\n"
        "del without_pandas._StandIn.Series\n"
        "without_pandas.leave_pandas_out()\n"
        "from ortools.sat.python import cp_model\n"
        "import pandas\n"
        "assert cp_model.pd is pandas\n"
        "assert cp_model.CpModel().new_bool_var('x').index == 0\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
