"""What the command line promises: exit statuses, standard output and error, JSON, help."""

import dataclasses
import json
import os
import pty
import random
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from command_line import run
from toadstone.core.budget import Progress
from toadstone.core.question import Question, Sense
from toadstone.engines.cp_sat import lexicographic as solving
from toadstone.engines.cp_sat.solver import Proof
from toadstone.files.source import read_source
from toadstone.game import all_games
from toadstone.games.river_toad import bounds
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.loading import read_scenario
from toadstone_cli import progress
from toadstone_cli.main import COMMANDS, GROUPS, app
from toadstone_cli.output import ExitStatus
from warm import warm

ESCAPE = "\x1b"

# A snake spawns over the toad in turn 1 and reaches him in turn 3: one step aside is needed, and
# one is enough.
WINNABLE = """\
game: river-toad
title: One snake
board: {rows: 3}
toad: {hp: 4}
rolls: [4, 0, 0]
ask: max-hp
"""
BEST_VALUES = {"hp": 3, "moves": 1, "flies": 0, "turns": 3}

# A wall of snakes comes down in turn 2.
UNWINNABLE = """\
game: river-toad
board: {rows: 2}
toad: {hp: 4}
rolls: [31, 0]
ask: max-hp
"""

LONG = "solve long.txt --hp 900 --rows 5 --ask max-flies,min-moves,max-hp"

SMALL_FILES = {
    "winnable.yaml": WINNABLE,
    "unwinnable.yaml": UNWINNABLE,
    "broken.yaml": WINNABLE.replace("hp: 4", "hp: four"),
    "empty.yaml": "",
    "rolls.txt": "4 0 0\n",
    "plan.txt": "stay\nright-1\nstay\n",
    "caught.txt": "stay\nstay\nstay\n",
    "off-the-river.txt": "left-2\nleft-2\nstay\n",
    "too-short.txt": "left-1\n",
    "too-long.txt": "left-1\nstay\nstay\nstay\n",
    "no-moves.txt": "[]",
    "no-plan.txt": "left-1\nhop\n",
}


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Work in a folder with the files above and a roll file that takes its time."""
    monkeypatch.chdir(tmp_path)
    for name, text in SMALL_FILES.items():
        (tmp_path / name).write_text(text)
    dice = random.Random(7)
    rolls = dice.choices([0, 1, 2, 4, 8, 16, 3, 12, 32, 33, 20], k=300)
    (tmp_path / "long.txt").write_text(" ".join(map(str, rolls)))
    return tmp_path


def make_longer(times):
    """Repeat the rolls of the long file, so that no machine is done with it in a moment."""
    Path("long.txt").write_text(f"{Path('long.txt').read_text()} " * times)


def process_environment(**changes):
    ambient = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM"}
    kept = {name: value for name, value in os.environ.items() if name not in ambient}
    return kept | {"TERM": "xterm-256color"} | changes


def command_line(line):
    return [sys.executable, "-m", "toadstone_cli", *shlex.split(line)]


def run_process(line, *, environment=None, **options):
    """Run a command line in a process of its own, its output in pipes."""
    environment = process_environment(**environment or {})
    return subprocess.run(
        command_line(line),
        env=environment,
        preexec_fn=warm(command_line(line), environment),
        encoding="utf-8",
        check=False,
        **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        | options,
    )


def only_object(text):
    """Return the one JSON object that the text has to be."""
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


def assert_error_object(found, status=None):
    assert found["status"] == "error"
    error = found["error"]
    assert isinstance(error["message"], str)
    assert error["message"]
    assert {"file", "line", "column"} <= error.keys()
    if status == 2:
        assert [error[key] for key in ("file", "line", "column")] == [None] * 3
    return error


# How commands end

ENDINGS = [
    ("solve winnable.yaml", 0),
    ("solve rolls.txt --hp 4 --rows 3", 0),
    ("solve unwinnable.yaml", 10),
    ("solve unwinnable.yaml --ask longest", 0),
    (f"{LONG} --time-limit 0.001", 20),
    ("prove winnable.yaml", 0),
    ("prove unwinnable.yaml", 10),
    ("prove long.txt --hp 900 --rows 5 --time-limit 0.001", 20),
    ("check winnable.yaml plan.txt", 0),
    ("check rolls.txt plan.txt --hp 4 --rows 3", 0),
    ("check winnable.yaml caught.txt", 10),
    ("check winnable.yaml off-the-river.txt", 10),
    ("check winnable.yaml too-short.txt", 10),
    ("check winnable.yaml too-long.txt", 10),
    ("check winnable.yaml no-moves.txt", 10),
    ("schema", 0),
    ("schema river-toad", 0),
]

USELESS_FILES = [
    ("solve broken.yaml", ("broken.yaml", 4, 12)),
    ("prove broken.yaml", ("broken.yaml", 4, 12)),
    ("check broken.yaml plan.txt", ("broken.yaml", 4, 12)),
    ("check winnable.yaml no-plan.txt", ("no-plan.txt", 2, 1)),
    ("solve - < broken.yaml", ("<stdin>", 4, 12)),
    ("solve missing.yaml", ("missing.yaml", None, None)),
    ("solve .", (".", None, None)),
    ("check winnable.yaml missing.txt", ("missing.txt", None, None)),
]

MISUSES = [
    ("--bogus", "--bogus"),
    ("sovle winnable.yaml", "sovle"),
    ("solve", "SCENARIO"),
    ("prove", "SCENARIO"),
    ("check winnable.yaml", "PLAN"),
    ("solve winnable.yaml unwinnable.yaml", "unwinnable.yaml"),
    ("solve winnable.yaml --bogus", "--bogus"),
    ("solve winnable.yaml --ask", "--ask"),
    ("solve winnable.yaml --ask win", "--ask"),
    ("solve winnable.yaml --ask max_hp", "max-hp"),
    ("solve winnable.yaml --ask ''", "--ask"),
    ("solve winnable.yaml --ask max-hp,max-hp", "once"),
    ("solve winnable.yaml --ask max-hp --ask min-start-hp", "first"),
    ("check winnable.yaml plan.txt --ask win", "--ask"),
    ("solve winnable.yaml --time-limit 0", "--time-limit"),
    ("solve winnable.yaml --time-limit -5", "--time-limit"),
    ("solve winnable.yaml --time-limit 3d", "30, 30s, 5m or 1h"),
    ("prove winnable.yaml --time-limit soon", "soon"),
    ("solve winnable.yaml --workers 0", "--workers"),
    ("solve winnable.yaml --workers two", "--workers"),
    ("solve winnable.yaml --seed -1", "--seed"),
    ("solve winnable.yaml --view nice", "--view"),
    ("solve winnable.yaml --hp 0", "--hp"),
    ("solve winnable.yaml --rows 1", "--rows"),
    ("solve winnable.yaml --game chess", "chess"),
    ("solve rolls.txt", "--hp"),
    ("solve rolls.txt --hp 4", "--rows"),
    ("check rolls.txt plan.txt --rows 4", "--hp"),
    ("check - - < winnable.yaml", "standard input"),
    ("schema chess", "chess"),
    ("schema river-toad more", "more"),
]


def run_with_input(line):
    """Run a command line that may say `< FILE`."""
    command, _, name = line.partition(" < ")
    return run(command, input=Path(name).read_bytes() if name else None)


@pytest.mark.parametrize(("line", "status"), ENDINGS)
def test_an_answer_has_its_exit_status_and_stands_alone_on_standard_output(line, status):
    page, as_json = run(line), run(f"{line} --json")
    assert page.exit_code == as_json.exit_code == status
    assert page.stdout
    assert only_object(as_json.stdout)
    assert page.stderr == as_json.stderr == ""


def in_json(line):
    """Put `--json` before what is led to standard input."""
    return re.sub("( < .*)?$", r" --json\1", line, count=1)


@pytest.mark.parametrize(("line", "place"), USELESS_FILES)
def test_a_file_that_cannot_be_used_is_named_with_the_place(line, place):
    done = run_with_input(line)
    assert (done.exit_code, done.stdout) == (30, "")
    where = ":".join(str(part) for part in place if part is not None)
    assert done.stderr.startswith(f"{where}: error: ")
    done = run_with_input(in_json(line))
    assert done.exit_code == 30
    error = assert_error_object(only_object(done.stdout))
    assert (error["file"], error["line"], error["column"]) == place


def test_without_a_command_toadstone_greets_with_three_commands_that_work(files):
    done = run("")
    assert (done.exit_code, done.stderr) == (0, "")
    shown = [line.strip() for line in done.stdout.splitlines() if line.startswith("  toadstone")]
    commands = [line.split("   ")[0].removeprefix("toadstone ") for line in shown]
    assert len(commands) == 3
    for command in commands:
        quits = run_process(command, stdin=None, input="quit\n", cwd=files)
        assert quits.returncode in {0, 10}, command
        assert quits.stderr == "", command


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_a_short_name_as_well(command):
    assert run(f"{command} -h").stdout == run(f"{command} --help").stdout != ""


def test_help_shows_every_command_once_in_a_group_and_every_game_with_its_questions():
    names = [name for group in GROUPS.values() for name in group]
    assert sorted(names) == sorted(COMMANDS)
    page = run("--help").stdout
    for game in all_games().values():
        (line,) = re.findall(rf"\n  {game.name} +((?:.+\n)(?: {{6,}}.+\n)*)", page)
        assert line.replace(",", " ").split() == [question.name for question in game.questions]


@pytest.mark.parametrize("game", all_games())
def test_a_game_in_the_place_of_a_scenario_is_named_as_what_it_is(files, game):
    done = run(f"solve {game}")
    assert done.exit_code == 30
    assert f"{game} is a game, expected a scenario of it" in done.stderr
    (files / game).write_text(SMALL_FILES["winnable.yaml"])
    assert run(f"solve {game}").exit_code == 0


def test_where_nothing_is_asked_the_error_lists_the_questions_with_their_meaning(files):
    (files / "silent.yaml").write_text(re.sub("ask:.*\n", "", SMALL_FILES["winnable.yaml"]))
    done = run("solve silent.yaml")
    assert done.exit_code == 30
    for question in all_games()["river-toad"].questions:
        assert re.search(rf"\n  {question.name} +{re.escape(question.meaning)}\n", done.stderr)
    assert run("solve silent.yaml --ask min-moves --view moves").exit_code == 0
    assert only_object(run("solve silent.yaml --ask min-moves,max-hp --json").stdout)["ask"] == [
        "min-moves",
        "max-hp",
    ]
    assert "front" in only_object(
        run("solve silent.yaml --ask pareto:min-moves,max-hp --json").stdout
    )


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("game: frog-puzzle\nstart: L_R\n", "min-moves"),
        ("game: toads-and-frogs\nstart: T_F\n", "winner"),
        ("game: ugly-duck\nboard: |\n  ddd\n  ...\n  DDD\n", "winner"),
    ],
)
def test_a_game_with_one_natural_question_answers_it_where_nothing_is_asked(text, asked):
    assert only_object(run("solve - --json", input=text).stdout)["ask"] == [asked]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig"])
def test_a_roll_file_may_begin_with_a_byte_order_mark(files, encoding):
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    (files / "rolls.txt").write_bytes(f"{mark}4 0 0\n".encode(encoding))
    assert run("solve rolls.txt --hp 4 --rows 3 --view moves").exit_code == 0


def test_a_file_that_only_begins_as_utf_16_is_refused(files):
    (files / "rolls.txt").write_bytes(b"\xff\xfe4\x00 ")
    done = run("solve rolls.txt --hp 4 --rows 3")
    assert (done.exit_code, done.stdout) == (30, "")
    assert "expected UTF-16 text, as its first bytes say" in done.stderr


@pytest.mark.parametrize(("line", "message"), MISUSES)
def test_a_wrong_command_line_is_refused(line, message):
    done = run_with_input(line)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    done = run_with_input(in_json(line))
    assert done.exit_code == 2
    assert message in assert_error_object(only_object(done.stdout), 2)["message"]


def test_json_before_the_command_is_refused_in_json():
    done = run("--json solve winnable.yaml")
    assert done.exit_code == 2
    assert_error_object(only_object(done.stdout), 2)


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_an_error_shows_the_line_and_points_at_the_column(newline):
    Path("broken.yaml").write_bytes(SMALL_FILES["broken.yaml"].replace("\n", newline).encode())
    message, line, pointer = run("solve broken.yaml").stderr.splitlines()
    assert "expected a whole number, found `four`" in message
    assert line.strip() == "toad: {hp: four}"
    assert line[pointer.index("^") :].startswith("four")


# A time limit or Ctrl-C after a first plan


@pytest.fixture(params=[(False, 20), (True, 130)], ids=["time limit", "Ctrl-C"])
def stopped(request, monkeypatch):
    """Let every search stop with a plan before its proof; return the exit status to expect."""
    interrupted, status = request.param
    whole_run = solving.run

    def stopped_run(model, budget, *options):
        result = whole_run(model, budget, *options)
        budget.interrupted = interrupted
        return dataclasses.replace(result, proof=Proof.FEASIBLE, bound=4)

    monkeypatch.setattr(solving, "run", stopped_run)
    return status


def test_what_was_found_before_the_stop_is_printed_as_not_proven_best(stopped):
    done = run("solve winnable.yaml")
    assert done.exit_code == stopped
    page = " ".join(done.stdout.split())
    assert all(words in page for words in ("Undecided", "3 HP", "at most 4 HP"))
    assert "impossible" not in page
    done = run("solve winnable.yaml --json")
    assert done.exit_code == stopped
    found = only_object(done.stdout)
    assert (found["status"], found["bound"]) == ("feasible", 4)
    assert found["values"].items() >= BEST_VALUES.items()
    done = run("prove winnable.yaml --json")
    assert done.exit_code == (130 if stopped == 130 else 0)  # a plan is all that `prove` asks for
    assert only_object(done.stdout)["status"] == "feasible"


def test_a_search_without_time_is_unknown_and_never_impossible():
    done = run(f"{LONG} --time-limit 0.001")
    assert "Undecided" in done.stdout
    assert "impossible" not in done.stdout
    found = only_object(run(f"{LONG} --time-limit 0.001 --json").stdout)
    assert (found["status"], found["plan"], found["values"]) == ("unknown", None, None)


@pytest.mark.parametrize("command", ["solve", "prove"])
def test_ctrl_c_before_the_search_is_an_interrupt_too(monkeypatch, command):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(bounds, "guided_horizon", interrupt)
    done = run(f"{command} winnable.yaml")
    assert done.exit_code == 130
    assert "interrupted" in done.stderr
    done = run(f"{command} winnable.yaml --json")
    assert done.exit_code == 130
    assert only_object(done.stdout)["status"] in {"unknown", "error"}


def until_the_first_plan(process):
    """Read the solver's log up to its first solution."""
    for line in process.stderr:
        if line.startswith("#1 "):
            return
    pytest.fail("the search ended without a plan")


TIMES_LONGER = 2


def interrupted_search(line):
    """Start a search, press Ctrl-C after its first plan, and return status and output."""
    make_longer(TIMES_LONGER)
    command, environment = command_line(f"{line} -v"), process_environment()
    with subprocess.Popen(
        command,
        env=environment,
        preexec_fn=warm(command, environment),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        until_the_first_plan(process)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    assert "Traceback" not in stderr
    return process.returncode, stdout


def test_ctrl_c_in_the_search_prints_the_best_plan_so_far(files):
    status, stdout = interrupted_search(f"{LONG} --json")
    assert status == 130
    found = only_object(stdout)
    assert found["status"] == "feasible"
    assert found["values"]["turns"] == len(found["plan"]) == TIMES_LONGER * 300
    (files / "answer.json").write_text(stdout)
    replayed = run("check long.txt answer.json --hp 900 --rows 5 --json")
    assert only_object(replayed.stdout)["valid"] is True


@pytest.mark.exhaustive  # `stopped` above shows the same page without the seconds of a search
def test_ctrl_c_in_the_search_prints_a_page_that_proves_nothing():
    status, stdout = interrupted_search(LONG)
    assert status == 130
    assert "interrupted" in stdout
    assert "Proven best" not in stdout


# A disagreement between model and simulator

RICH = """\
game: river-toad
title: "no: # 1:30"
board: {rows: 3, width: 4}
toad: {hp: 5, start: 2}
flies: {gain: 4}
actions: {stay: 1, left-1: 0, right-1: 2}
overdraft: clamped
rolls: [0, 16, 1]
ask: [min-moves, max-hp]
require:
  max_moves: 3
  visit: [{turn: 1, cells: [1, 2]}]
  avoid: [{cells: [4]}, {turn: 2, cells: [3]}]
"""


@pytest.fixture
def lying_simulator(monkeypatch):
    """Let the simulator report 1 HP too many after every turn."""
    honest = RiverToadRules.observe
    monkeypatch.setattr(
        RiverToadRules, "observe", lambda self, state: {**honest(self, state), "hp": state.hp + 1}
    )


def only_reproduction():
    (path,) = Path.cwd().glob("toadstone-disagreement-*.yaml")
    return path


def scenario_in(path):
    return read_scenario(read_source(str(path)))


@pytest.mark.usefixtures("lying_simulator")
@pytest.mark.parametrize("command", ["solve", "prove"])
def test_a_disagreement_is_no_answer_but_a_defect_with_a_file_that_shows_it(command):
    done = run(f"{command} winnable.yaml")
    assert (done.exit_code, done.stdout) == (40, "")
    assert "defect" in done.stderr
    file = only_reproduction()
    assert file.name in done.stderr
    comments = [line for line in file.read_text().splitlines() if line[:1] == "#"]
    differences = [f"hp is {hp} in the model, {hp + 1} in the simulator" for hp in (3, 4)]
    assert any(each in line for each in differences for line in comments)
    done = run(f"{command} winnable.yaml --json")
    assert done.exit_code == 40
    found = only_object(done.stdout)
    assert found.keys() == {"status", "error"}
    assert file.name in assert_error_object(found)["message"]


@pytest.mark.usefixtures("lying_simulator")
def test_the_file_is_the_scenario_with_everything_in_it():
    Path("rich.yaml").write_text(RICH)
    assert run("solve rich.yaml").exit_code == 40
    assert scenario_in(only_reproduction()) == scenario_in("rich.yaml")


@pytest.mark.usefixtures("lying_simulator")
def test_the_file_holds_what_stood_on_the_command_line():
    run("solve rolls.txt --hp 4 --rows 3 --ask min-moves,longest")
    kept = scenario_in(only_reproduction())
    assert (kept.toad.hp, kept.board.rows, kept.rolls) == (4, 3, (4, 0, 0))
    assert kept.ask == ("min-moves", "longest")


def test_the_file_shows_the_disagreement_again(lying_simulator, monkeypatch):
    run("solve winnable.yaml")
    path = only_reproduction()
    assert run(f"solve {path}").exit_code == 40
    monkeypatch.undo()
    assert run(f"solve {path}").exit_code == 0


# JSON, key by key


def solved(line):
    return only_object(run(f"solve {line} --json").stdout)


def test_the_json_of_a_solved_scenario_has_all_keys_of_the_contract():
    found = solved("winnable.yaml --seed 5")
    assert re.fullmatch(r"\d+\.\d+\.\d+", found["toadstone"])
    assert found["game"] == "river-toad"
    assert found["title"] == "One snake"
    assert found["ask"] == ["max-hp"]
    assert found["status"] == "optimal"
    assert found["values"].items() >= BEST_VALUES.items()
    assert found["bound"] == 3
    assert sorted(found["plan"])[1:] == ["stay", "stay"]
    assert found["crosscheck"] == "agrees"
    solver = found["solver"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", solver.pop("version"))
    assert solver == {"name": "cp-sat", "workers": 1, "seed": 5}
    assert {type(found["seconds"][name]) for name in ("build", "solve", "total")} == {float}


def test_the_json_of_an_unwinnable_scenario_has_the_same_keys_and_no_plan():
    found = solved("unwinnable.yaml")
    assert found.keys() == solved("winnable.yaml").keys()
    assert (found["status"], found["title"]) == ("infeasible", "")
    assert [found[key] for key in ("plan", "values", "bound", "crosscheck")] == [None] * 4


@pytest.mark.parametrize(
    ("ask", "bound"),
    [("survive", None), ("min-moves,max-hp", 1), ("max-hp,min-moves", 3), ("min-start-hp", 2)],
)
def test_the_bound_in_json_is_that_of_the_first_question(ask, bound):
    found = solved(f"winnable.yaml --ask {ask}")
    assert found["bound"] == bound
    assert found["ask"] == ask.split(",")


def test_the_json_of_prove_is_verdict_and_plan():
    found = only_object(run("prove winnable.yaml --json").stdout)
    assert found["status"] == "feasible"
    assert found["certificate"] is None
    assert len(found["plan"]) == 3
    found = only_object(run("prove unwinnable.yaml --json").stdout)
    assert found.items() >= {"status": "infeasible", "plan": None, "certificate": None}.items()


@pytest.mark.parametrize(
    ("plan", "at", "reason"),
    [
        ("caught.txt", 3, "snake"),
        ("off-the-river.txt", 2, "leaves the river"),
        ("too-short.txt", 2, "ends after 1 turn"),
        ("too-long.txt", 4, "after the end of the game"),
        ("no-moves.txt", 1, "ends after 0 turns"),
    ],
)
def test_the_json_of_a_plan_says_whether_it_is_valid_and_else_at_which_turn_and_why(
    plan, at, reason
):
    assert only_object(run("check winnable.yaml plan.txt --json").stdout)["valid"] is True
    found = only_object(run(f"check winnable.yaml {plan} --json").stdout)
    assert (found["valid"], found["at"]) == (False, at)
    assert reason in found["reason"]


def test_a_title_in_json_is_the_title_of_the_file():
    Path("winnable.yaml").write_text(WINNABLE.replace("One snake", '"Kröte 🐸 \\"1\\""'))
    assert solved("winnable.yaml")["title"] == 'Kröte 🐸 "1"'


def test_a_title_that_could_upset_a_terminal_is_refused():
    Path("winnable.yaml").write_text(WINNABLE.replace("One snake", r'"\e[31m"'))
    done = run("solve winnable.yaml")
    assert done.exit_code == 30
    assert "expected printable characters" in done.stderr


# Options


@pytest.mark.parametrize(("options", "hp"), [("", 3), ("--hp 9", 8), ("--rows 9", 4)])
def test_a_number_on_the_command_line_replaces_the_one_in_the_file(options, hp):
    assert solved(f"winnable.yaml {options}")["values"]["hp"] == hp


def test_questions_may_be_repeated_or_separated_by_commas():
    assert solved("winnable.yaml --ask min-moves --ask max-hp")["ask"] == ["min-moves", "max-hp"]
    assert solved("winnable.yaml --ask 'min-moves, max-hp'")["ask"] == ["min-moves", "max-hp"]


@pytest.mark.parametrize("time", ["30", "30s", "0.5m", "1h"])
def test_a_time_limit_may_have_a_unit(time):
    assert run(f"solve winnable.yaml --time-limit {time}").exit_code == 0


def test_the_game_may_be_named_where_the_file_is_silent():
    Path("silent.yaml").write_text(WINNABLE.replace("game: river-toad\n", ""))
    assert run("solve silent.yaml").exit_code == 30
    assert run("solve silent.yaml --game river-toad").exit_code == 0


def test_the_moves_alone_are_a_plan_that_check_reads():
    done = run("solve winnable.yaml --view moves")
    assert len(done.stdout.splitlines()) == 3
    Path("found.txt").write_text(done.stdout)
    assert run("check winnable.yaml found.txt").exit_code == 0


def test_check_judges_by_the_question_asked():
    Path("short-life.txt").write_text("stay\n")
    assert run("check unwinnable.yaml short-life.txt").exit_code == 10
    assert run("check unwinnable.yaml short-life.txt --ask longest").exit_code == 0


def test_the_solvers_log_goes_to_standard_error():
    done = run("solve winnable.yaml -v --json")
    assert only_object(done.stdout)["status"] == "optimal"
    assert "CpSolverResponse" in done.stderr


@pytest.mark.parametrize(
    ("line", "method"),
    [
        ("solve winnable.yaml --method a-star", "a-star"),
        ("prove winnable.yaml --method layered", "layered"),
        ("solve toads.yaml --method minimax", "minimax"),
    ],
)
def test_a_search_says_how_it_goes_where_a_log_is_wanted(line, method, monkeypatch):
    Path("toads.yaml").write_text("{game: toads-and-frogs, start: TTTT__FFFF, ask: winner}")
    monkeypatch.setattr(progress, "VERBOSE_SECONDS", 0)
    quiet, verbose = run(f"{line} --json"), run(f"{line} --json -v")
    assert without_seconds(verbose.stdout) == without_seconds(quiet.stdout)
    first, *between, last = verbose.stderr.splitlines()
    assert first.startswith(f"{method}: ")
    assert any(re.search("[0-9] (nodes|positions)", each) for each in between)
    assert re.fullmatch(rf"{method}: optimal after [0-9]+ nodes, [0-9.]+ s", last)


@pytest.mark.parametrize(
    "line", ["atlas toads-and-frogs", "tournament toads-and-frogs", "solve no-such-file.yaml"]
)
def test_one_form_of_output_at_a_time(line):
    done = run(f"{line} --csv --json")
    assert done.exit_code == ExitStatus.USAGE
    assert only_object(done.stdout)["error"]["message"] == "--csv does not go with --json"


def test_a_search_that_takes_long_says_so_now_and_then_and_no_oftener(monkeypatch):
    monkeypatch.setattr(progress, "VERBOSE_SECONDS", 3600)
    lines = run("solve winnable.yaml --method a-star -v").stderr.splitlines()
    assert len(lines) == 2


def without_seconds(text):
    return re.sub('"(seconds|certificate)": ({[^}]*}|null)', "", text)


# What people see


@pytest.mark.parametrize("view", ["auto", "boards", "table"])
def test_the_page_shows_verdict_plan_figures_and_cross_check(view):
    page = run(f"solve winnable.yaml --ask max-hp,min-moves --view {view}").stdout
    for words in ["One snake", "3 HP", "1 move", "simulator", "cp-sat"]:
        assert words in page
    assert ".|..T..|." in page
    assert re.search(r"(left|right)-1", page)


def test_a_snake_that_catches_the_toad_is_drawn_and_named():
    page = run("check winnable.yaml caught.txt").stdout
    assert ".|..X..|." in page
    assert "turn 3 (stay): caught by a snake" in page


def test_an_unwinnable_file_points_to_the_question_that_has_an_answer():
    for command in ("solve", "prove"):
        page = run(f"{command} unwinnable.yaml").stdout
        assert "Proven impossible" in page
        assert "\n  toadstone solve unwinnable.yaml --ask longest\n" in page


def test_the_question_that_is_pointed_to_can_be_pasted_with_the_options_of_the_file():
    Path("the rolls.txt").write_text("31 0")
    lines = run("solve 'the rolls.txt' --hp 4 --rows 2 --ask max-hp").stdout.splitlines()
    advised = next(line for line in lines if line.startswith("  toadstone "))
    assert advised == "  toadstone solve 'the rolls.txt' --hp 4 --rows 2 --ask longest"
    assert run(advised.removeprefix("  toadstone ")).exit_code == ExitStatus.ANSWERED


@pytest.mark.parametrize("view", ["boards", "table"])
def test_a_wide_board_is_never_cut(view):
    wide = WINNABLE.replace("rows: 3", "rows: 3, width: 49")
    Path("wide.yaml").write_text(wide.replace("hp: 4", "hp: 1000000000"))
    page = run(f"solve wide.yaml --view {view}").stdout
    assert f".|{'.' * 24}T{'.' * 24}|." in page


@pytest.mark.few(8)
@pytest.mark.parametrize(
    "line",
    [
        "solve winnable.yaml --ask max-hp,min-moves,max-flies --view boards",
        "check winnable.yaml caught.txt --view table",
        "--help",
        *(f"{command} --help" for command in COMMANDS),
    ],
)
def test_in_a_pipe_there_are_no_colours_no_trailing_spaces_and_80_columns(line):
    page = run_process(line).stdout
    assert page
    assert ESCAPE not in page
    assert [text for text in page.splitlines() if text != text.rstrip() or len(text) > 80] == []


@pytest.mark.parametrize(
    "prepare",
    [
        pytest.param(("winnable.yaml", WINNABLE.replace("One snake", '"\\e[31m"')), id="title"),
        pytest.param(("winnable.yaml", WINNABLE.replace("4}", '"\\e[31m"}')), id="value"),
        pytest.param(("winnable.yaml", WINNABLE + '"\\e[31m": 1\n'), id="key"),
        pytest.param(("winnable.yaml", WINNABLE.replace("max-hp", '"\\e[31m"')), id="question"),
        pytest.param(("plan.txt", "\x1b[31m\n"), id="move"),
        pytest.param(("plan.txt", '["\\u001b[31m"]\n'), id="move in JSON"),
    ],
)
def test_nothing_in_a_file_reaches_the_terminal_as_a_control_sequence(prepare):
    name, text = prepare
    Path(name).write_text(text)
    done = run("check winnable.yaml plan.txt")
    assert done.stdout + done.stderr
    assert ESCAPE not in done.stdout + done.stderr


def on_a_terminal(line, **environment):
    """Run a command line on a terminal of 80 columns; return standard output and error."""
    outputs = []
    pairs = [pty.openpty(), pty.openpty()]
    command, environment = command_line(line), process_environment(**environment)
    with subprocess.Popen(
        command,
        env=environment,
        preexec_fn=warm(command, environment),
        stdin=subprocess.DEVNULL,
        stdout=pairs[0][1],
        stderr=pairs[1][1],
    ):
        for ours, theirs in pairs:
            os.close(theirs)
            outputs.append(all_of(ours))
    return outputs


def all_of(descriptor):
    """Read a terminal until nobody holds its other end."""
    data = b""
    try:
        while more := os.read(descriptor, 65536):
            data += more
    except OSError:  # this is how Linux says it
        pass
    os.close(descriptor)
    return data.decode()


def test_a_terminal_gets_colours():
    stdout, _ = on_a_terminal("solve winnable.yaml")
    assert ESCAPE in stdout


@pytest.mark.parametrize(
    "environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "TERM=dumb"]
)
def test_a_terminal_that_wants_none_gets_plain_text(environment):
    plain = run("solve winnable.yaml --view boards").stdout
    stdout, _ = on_a_terminal("solve winnable.yaml --view boards", **environment)
    assert ESCAPE not in stdout
    assert stdout.splitlines()[:-1] == plain.splitlines()[:-1]  # the last line has times


def test_the_live_line_of_a_front_begins_with_the_points_that_are_held(capsys):
    line = progress.LiveLine()
    line.enter("16 points of the front")
    line.update(Question("min-moves", Sense.MINIMISE, "moves", "fewest"), Progress(None, 21))
    line._write()
    shown = capsys.readouterr().err
    assert shown.startswith("16 points of the front; no plan yet, at least 21 moves, ")


@pytest.fixture
def no_patience(monkeypatch):
    """Let progress be shown sooner."""
    for name in ("QUIET_SECONDS", "FILE_SECONDS"):
        monkeypatch.setattr(progress, name, 0.02 * getattr(progress, name))


SHOWN = r"(preparing the search|(best so far \d+ HP|no plan yet), at most \d+ HP), \d+ s"


@pytest.mark.few(1)
@pytest.mark.usefixtures("no_patience")
@pytest.mark.parametrize("terminal", ["dumb", "xterm-256color"])
def test_a_terminal_is_shown_how_a_long_search_goes(terminal):
    make_longer(10)
    _, stderr = on_a_terminal(f"{LONG} --time-limit 0.7", TERM=terminal)
    assert re.search(SHOWN, stderr)
    assert terminal != "dumb" or ESCAPE not in stderr


@pytest.mark.parametrize(
    "ask", ["survive", "max-hp", "min-moves", "max-flies", "longest", "min-start-hp"]
)
def test_check_accepts_what_solve_prints_whatever_the_file_itself_asks(ask):
    Path("answer.json").write_text(run(f"solve winnable.yaml --ask {ask} --json").stdout)
    done = run(f"check winnable.yaml answer.json --ask {ask} --json")
    assert only_object(done.stdout)["valid"] is True


@pytest.mark.few(2)
@pytest.mark.parametrize("command", ["solve", "prove", "explain", "enumerate", "enumerate --count"])
def test_a_time_limit_holds_while_a_long_file_is_still_prepared(command):
    Path("long.txt").write_text("4 0 32 0 33 1 " * 10_000)
    done = run(f"{command} long.txt --hp 900 --rows 5 --time-limit 0.2 --json")
    assert done.exit_code == 20
    assert only_object(done.stdout)["status"] == "unknown"


# Around the process


@pytest.mark.parametrize("line", ["solve winnable.yaml", "schema", "--help"])
def test_a_reader_who_leaves_early_takes_nothing_from_the_answer(line):
    reading, writing = os.pipe()
    os.close(reading)
    done = run_process(line, stdout=writing)
    os.close(writing)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.exhaustive
def test_a_title_that_the_output_cannot_spell_does_no_harm():
    """In a new interpreter, which makes its own standard output."""
    Path("frog.yaml").write_text(WINNABLE.replace("One", "🐸"))
    for line in ("solve frog.yaml", "solve frog.yaml --json"):
        done = subprocess.run(
            command_line(line),
            env=process_environment(PYTHONIOENCODING="ascii"),
            encoding="utf-8",
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert only_object(done.stdout)["title"] == "🐸 snake"


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "line",
    [
        "solve - <&-",
        "solve winnable.yaml >&-",
        "solve winnable.yaml >/dev/full",
        "solve winnable.yaml --json >/dev/full",
        "--help >/dev/full",
        "solve --help >/dev/full",
        "--version >/dev/full",
        "--help >&-",
    ],
)
def test_a_stream_that_cannot_be_used_is_one_message(line):
    command, _, redirection = line.rpartition(" ")
    shell = f"{shlex.join(command_line(command))} {redirection}"
    done = subprocess.run(
        ["/bin/sh", "-c", shell],
        env=process_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == ExitStatus.UNUSABLE_FILE
    assert len(done.stderr.splitlines()) == 1


def test_a_scenario_a_roll_file_or_a_plan_may_come_from_standard_input():
    done = run_process("solve - --json", stdin=None, input=WINNABLE)
    assert only_object(done.stdout)["values"]["hp"] == 3
    done = run("solve - --hp 4 --rows 3 --json", input="4 0 0")
    assert only_object(done.stdout)["values"]["hp"] == 3
    assert run("check winnable.yaml -", input=SMALL_FILES["plan.txt"]).exit_code == 0


def test_a_rolls_file_lies_beside_the_scenario_or_in_the_working_folder(files):
    (files / "elsewhere").mkdir()
    beside = WINNABLE.replace("rolls: [4, 0, 0]", "rolls_file: rolls.txt")
    (files / "beside.yaml").write_text(beside)
    done = run_process("solve ../beside.yaml --json", cwd=files / "elsewhere")
    assert only_object(done.stdout)["values"]["hp"] == 3
    done = run("solve - --json", input=beside)
    assert only_object(done.stdout)["values"]["hp"] == 3


# Help


def help_of(command):
    done = run(*command.split(), "--help")
    assert done.exit_code == 0
    return done.stdout


COMMANDS = sorted(typer.main.get_command(app).commands)


def examples_in(text):
    """Return the command lines below the heading `Example:` or `Examples:`."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.strip() in {"Example:", "Examples:"}:
            break
    return [line.strip() for line in iter(lambda: next(lines, ""), "")]


def test_the_general_help_names_every_command_and_exit_status():
    text = help_of("")
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", text, re.MULTILINE)
    for status in (0, 2, 10, 20, 30, 40, 130, 143):
        assert re.search(rf"^ +{status}  +\w", text, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command):
    text = help_of(command)
    assert "\\b" not in text
    examples = examples_in(text)
    assert examples
    assert all(f"{line} ".startswith(f"toadstone {command} ") for line in examples)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_to_be_typed_is_a_word_in_the_help(command):
    text = help_of(command)
    usage = text.splitlines()[0]
    assert re.fullmatch(rf"Usage: \w+ {command} \[OPTIONS\]( \[?[A-Z]+(\.\.\.)?\]?)*", usage)
    assert not re.search(r"[{}<|]|\bx\b", text)
    options = re.findall(r"^  (?:-\w, )?--[a-z-]+(?: (\S+))?(?:  .*)?$", text, re.MULTILINE)
    assert [
        word
        for word in options
        if word and not re.fullmatch(r"(\[SIDE=\])?[A-Z]+(=[A-Z,]+)?", word)
    ] == []


def test_the_help_says_what_can_be_chosen_and_which_numbers_are_taken():
    text = " ".join(help_of("draw").split())
    assert "--theme THEME Follow the viewer's colours, or always light or dark: auto, light" in text
    assert "--workers N Number of solver threads. [default: 1; 1 to 256]" in text
    assert "--turn N Draw only turn N; 0 is the start. [at least 0]" in text


def file_for_example(name):
    """Make a file that an example names and that another command writes."""
    if name == "plan.txt":
        Path(name).write_text(run("solve first-crossing --view moves").stdout)
    elif name == "crossing.plan":
        moves = run("solve first-crossing --view moves").stdout.split()
        Path(name).write_text("".join(f"(go {move} t0 t1 c3 c3)\n" for move in moves))
    elif name.startswith("proof.json"):
        run(f"prove first-crossing --certificate {name}")
    elif name == "submissions":
        Path(name).mkdir()
        (Path(name) / "plan.txt").write_text(run("solve first-crossing --view moves").stdout)
    elif name == "names.csv":
        Path(name).write_text("file,name\nplan.txt,Ann\n")
    elif name == "game.txt":
        Path(name).write_text(run("solve two-against-two --view moves").stdout)
    elif name == "tasks":
        run(f"examples first-crossing --copy {name}")
    elif name == "students":
        (Path(name) / "alice").mkdir(parents=True)


MUCH_WORK = re.compile(r"toadstone (warm-up|batch|atlas.*csv|generate.*rising|draw.*gif)")
"""Examples of seconds or tenths of a second."""


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(line, marks=[pytest.mark.exhaustive] * bool(MUCH_WORK.match(line)))
        for command in COMMANDS
        for line in examples_in(help_of(command))
        if "--browser" not in line  # serves until it is stopped: test_play_terminal.py
    ],
)
def test_the_examples_in_the_help_work_in_an_empty_folder(tmp_path, monkeypatch, example):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("toadstone.services.batch.run.usual_workers", lambda: 1)
    texts = ("plan.txt", "crossing.plan", "proof.json", "proof.json.gz", "names.csv", "game.txt")
    for name in (*texts, "submissions", "tasks", "students"):
        if name in example.split() and f"--certificate {name}" not in example:
            file_for_example(name)
    done = run(example.removeprefix("toadstone "))
    assert done.exit_code in {0, 10}
    _, drawn, file = example.partition(" -o ")
    assert Path(file).stat().st_size if drawn else done.stdout


def test_the_version_is_that_of_the_answers():
    assert run("--version").stdout == f"toadstone {solved('winnable.yaml')['toadstone']}\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("solve first-crossing --hp", "'--hp': expected fewer digits"),
        ("solve first-crossing --rows", "'--rows': expected fewer digits"),
        ("solve first-crossing --seed", "'--seed': expected fewer digits"),
        ("generate river-toad --count", "'--count': expected fewer digits"),
        ("solve first-crossing --time-limit", "expected a time such as 30, 30s, 5m or 1h, found"),
    ],
)
def test_a_number_of_thousands_of_digits_is_refused_in_one_short_line(line, words):
    done = run(f"{line} {'9' * 5000}")
    assert done.exit_code == 2
    assert words in done.stderr
    assert len(done.stderr) < 250
