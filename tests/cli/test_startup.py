"""What a command loads: the solver, and what comes with it, only where it is used."""

import json
import os
import subprocess
import sys
from functools import cache
from importlib import import_module
from itertools import zip_longest

import pytest

import toadstone
from places import ROOT

HEAVY = {"ortools", "pandas", "numba"}
RIVER = "scenarios/river-toad/first-crossing.yaml"
TOADS = "scenarios/toads-and-frogs/two-against-two.yaml"
SQUIRRELS = "scenarios/squirrel-war/last-raid.yaml"


def loaded_by(*arguments, typed=""):
    """Run a command in a process of its own; return the packages that it loaded."""
    return loaded_after_each([arguments], [typed])[0]


def loaded_after_each(commands, typed=()):
    """Run commands one after the other in a new process; return the packages loaded after each."""
    code = (
        "import io, json, sys\n"
        "from toadstone_cli.main import app\n"
        "from toadstone.core.own_process import leave_pandas_out\n"
        "leave_pandas_out()\n"
        "for arguments, typed in json.loads(sys.argv[1]):\n"
        "    sys.stdin = io.StringIO(typed)\n"
        "    try:\n"
        "        app(arguments)\n"
        "    except SystemExit as ending:\n"
        "        packages = {name.partition('.')[0] for name in sys.modules}\n"
        "        print(json.dumps([ending.code, *sorted(packages)]), file=sys.stderr)\n"
    )
    texts = [[*map(str, arguments)] for arguments in commands]
    lines = json.dumps([*zip_longest(texts, typed, fillvalue="")])
    done = subprocess.run(
        [sys.executable, "-c", code, lines], cwd=ROOT, capture_output=True, text=True, check=True
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
        "tournament toads-and-frogs --player random,perfect --games 1",
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


@pytest.mark.exhaustive
def test_a_move_chosen_by_looking_ahead_loads_no_arrays():
    files = [f"scenarios/squirrel-war/homework-{name}.yaml" for name in ("greedy", "minimax")]
    for file, loaded in zip(files, loaded_after_each([("solve", f) for f in files]), strict=True):
        assert "numpy" not in loaded, file


def test_plans_and_certificates_are_checked_without_the_solver(tmp_path):
    plan, proof = tmp_path / "plan.json", tmp_path / "proof.json"
    answer = toadstone.solve(toadstone.load(ROOT / RIVER))
    plan.write_text(json.dumps(list(answer.plan)))
    toadstone.certify(answer, proof)
    after_checking, after_verifying = loaded_after_each([("check", RIVER, plan), ("verify", proof)])
    assert not after_checking & HEAVY
    assert not after_verifying & HEAVY


def test_a_game_played_by_hand_loads_no_solver_before_a_hint_is_wanted(tmp_path):
    scenario = tmp_path / "two-quiet-turns.yaml"
    scenario.write_text(
        "{game: river-toad, board: {rows: 4}, toad: {hp: 1}, ask: max-hp, rolls: [0, 0]}"
    )
    typed = ["stay\nstay\n", "hint\nstay\nstay\n"]
    by_hand, with_a_hint = loaded_after_each([("play", scenario)] * 2, typed)
    assert not by_hand & HEAVY
    assert "ortools" in with_a_hint


@pytest.mark.exhaustive
def test_the_model_loads_no_searches():
    code = (
        "import sys\n"
        "from toadstone.engines.answering import engine_for\n"
        "from toadstone.engines.cp_sat.engine import CP_SAT\n"
        "from toadstone.engines.instance import make_instance\n"
        "from toadstone.files.source import read_source\n"
        "from toadstone.loading import read_scenario\n"
        f"instance = make_instance(read_scenario(read_source('{RIVER}')))\n"
        "assert engine_for(instance) is CP_SAT\n"
        "assert not any(name.startswith('toadstone.engines.search') for name in sys.modules)\n"
        "engine_for(instance, 'a-star')\n"
        "assert 'toadstone.engines.search.graph_search' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_only_the_browser_loads_a_server():
    commands = [
        "play --help",
        f"play {TOADS} --player random",
        "tournament toads-and-frogs --games 1",
    ]
    after_each = loaded_after_each([command.split() for command in commands])
    for command, loaded in zip(commands, after_each, strict=True):
        assert not {"starlette", "uvicorn", "websockets"} & set(loaded), command
    server = import_module("toadstone_cli.browser.server")
    assert {"starlette", "uvicorn"} <= {name.partition(".")[0] for name in sys.modules}, server


@cache
def facts_when_solved(**chosen):
    """Solve a scenario by the command in a new process; return what it says of itself at its end.

    `chosen` are environment variables.
    """
    code = (
        "import gc, json, os, sys\n"
        "from toadstone_cli.__main__ import run\n"
        "collections = []\n"
        "gc.callbacks.append(lambda phase, facts: collections.append(phase))\n"
        "leave = os._exit\n"
        "def report(status):\n"
        "    facts = {'collections': len(collections), 'loaded': list(sys.modules)}\n"
        "    facts |= {'status': status, 'threads': os.environ['OPENBLAS_NUM_THREADS']}\n"
        "    print(json.dumps(facts), file=sys.stderr)\n"
        "    leave(status)\n"
        "os._exit = report\n"
        "run()\n"
    )
    environment = {name: os.environ[name] for name in os.environ if "NUM_THREADS" not in name}
    line = [sys.executable, "-c", code, "solve", RIVER]
    done = subprocess.run(
        line, cwd=ROOT, env=environment | chosen, capture_output=True, text=True, check=True
    )
    facts = json.loads(done.stderr)
    assert facts["status"] == 0
    return facts


@pytest.mark.exhaustive
def test_nothing_is_taken_for_garbage_while_the_libraries_are_loaded():
    assert facts_when_solved()["collections"] == 0


@pytest.mark.exhaustive
def test_an_array_library_takes_one_thread_unless_told_otherwise():
    assert facts_when_solved()["threads"] == "1"
    told = facts_when_solved(OPENBLAS_NUM_THREADS="2")
    assert (told["threads"], told["collections"]) == ("2", 0)


def test_the_command_loads_the_solver_without_pandas():
    assert "ortools" in facts_when_solved()["loaded"]
    assert "pandas" not in facts_when_solved()["loaded"]


@pytest.mark.exhaustive
def test_who_wants_pandas_after_the_solver_gets_it_and_who_has_it_keeps_it():
    code = (
        "import sys\n"
        "from toadstone.core.own_process import leave_pandas_out\n"
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


@pytest.mark.exhaustive
def test_a_solver_that_wants_more_of_pandas_is_loaded_with_it():
    code = (
        "from toadstone.core import own_process\n"
        "del own_process._StandIn.Series\n"
        "own_process.leave_pandas_out()\n"
        "from ortools.sat.python import cp_model\n"
        "import pandas\n"
        "assert cp_model.pd is pandas\n"
        "assert cp_model.CpModel().new_bool_var('x').index == 0\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
