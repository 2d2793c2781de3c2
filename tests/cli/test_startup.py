"""What a command loads: the solver, and what comes with it, only where it is used."""

import json
import sys

import pytest

import toadstone
from places import ROOT
from programs import ran

HEAVY = {"ortools", "pandas", "numba"}
SERVER = {"starlette", "uvicorn", "websockets"}
RIVER = "scenarios/river-toad/first-crossing.yaml"
TOADS = "scenarios/toads-and-frogs/two-against-two.yaml"
SQUIRRELS = "scenarios/squirrel-war/last-raid.yaml"
QUIET = "{game: river-toad, board: {rows: 4}, toad: {hp: 1}, ask: max-hp, rolls: [0, 0]}"


def loaded_after_each(commands):
    """Run commands one after the other in a new process; return the packages loaded after each.

    A command is a line, perhaps with `<` and what is typed.
    """
    code = (
        "import io, json, sys\n"
        "from toadstone_cli.main import app\n"
        "from toadstone.core.process import load_less\n"
        "load_less()\n"
        "for line in json.loads(sys.argv[1]):\n"
        "    arguments, _, typed = line.partition(' < ')\n"
        "    sys.stdin = io.StringIO(typed)\n"
        "    try:\n"
        "        app(arguments.split())\n"
        "    except SystemExit as ending:\n"
        "        packages = [name for name in sys.modules if '.' not in name]\n"
        "        print(json.dumps([ending.code, *sorted(packages)]), file=sys.stderr)\n"
    )
    done = ran(sys.executable, "-c", code, json.dumps(commands), cwd=ROOT, check=True)
    reports = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("[")]
    assert [status for status, *_ in reports] == [0] * len(commands), done.stderr
    return [set(packages) for _, *packages in reports]


HELP_OF_COMMANDS = [f"{command} --help" for command in ("solve", "play", "enumerate", "generate")]
NEED_NO_SOLVER = [
    f"solve {RIVER} --method a-star",
    f"prove {RIVER} --method breadth-first",
    f"compare {RIVER} --methods breadth-first,layered",
    f"tree {RIVER} --depth 2",
    f"solve {TOADS} --ask winner",
    f"solve {TOADS} --ask value",
    f"solve {SQUIRRELS} --ask margin",
    "atlas toads-and-frogs --cells 4",
    f"play {TOADS} --player random",
    "schema river-toad",
]


def test_a_command_loads_only_what_it_uses(tmp_path):
    """All in one process, those first that load least."""
    plan, proof, quiet = (tmp_path / name for name in ("plan.json", "proof.json", "quiet.yaml"))
    answer = toadstone.solve(toadstone.load(ROOT / RIVER))
    plan.write_text(json.dumps(list(answer.plan)))
    toadstone.certify(answer, proof)
    quiet.write_text(QUIET)
    no_files = {*HEAVY, "numpy", "rich", "yaml"}
    checks = [f"check {RIVER} {plan}", f"verify {proof}", f"play {quiet} < stay\nstay\n"]
    without = (
        {"--help": {*no_files, "pydantic"}}
        | dict.fromkeys(HELP_OF_COMMANDS, no_files)
        | dict.fromkeys([*NEED_NO_SOLVER, *checks], HEAVY)
    )
    for (command, unused), loaded in zip(
        without.items(), loaded_after_each([*without]), strict=True
    ):
        assert not loaded & (unused | SERVER), command


MOST_MODULES = 75
"""Modules of Toadstone that the page of an answer needs: fewer is better, more needs a reason."""


def test_the_page_of_an_answer_loads_few_modules_and_no_checker_of_another_game():
    code = (
        "import json, sys\n"
        "from toadstone_cli.main import app\n"
        "try:\n"
        f"    app(['solve', {RIVER!r}])\n"
        "except SystemExit:\n"
        "    print(json.dumps([*sys.modules]), file=sys.stderr)\n"
    )
    done = ran(sys.executable, "-c", code, cwd=ROOT, check=True)
    loaded = json.loads(done.stderr)
    checkers = {name for name in loaded if name.startswith("toadstone_checker.")}
    assert checkers == {"toadstone_checker.certificate_file", "toadstone_checker.river_toad"}
    assert not {"toadstone.view.sheet", "toadstone.files.plan_file"}.intersection(loaded)
    assert (
        sum(name.partition("_")[0].partition(".")[0] == "toadstone" for name in loaded)
        <= MOST_MODULES
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize("before", ["", "import pandas", "del process._StandIn.Series"])
def test_pandas_is_there_for_who_wants_it_and_for_a_solver_that_wants_more_of_it(before):
    code = (
        "from toadstone.core import process\n"
        "process.load_less()\n"
        f"{before}\n"
        "from ortools.sat.python import cp_model\n"
        "import pandas\n"
        "assert pandas.DataFrame([1]).size == 1\n"
        f"assert (cp_model.pd is pandas) == {bool(before)}\n"
        "assert cp_model.CpModel().new_bool_var('x').index == 0\n"
    )
    ran(sys.executable, "-c", code, cwd=ROOT, check=True)
