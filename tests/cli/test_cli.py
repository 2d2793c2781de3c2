"""What the command line promises: exit statuses, standard output and error, JSON, help."""

import dataclasses
import json
import os
import pty
import random
import re
import shlex
import signal
import sys
from pathlib import Path
from threading import Thread

import pytest

from command_line import run
from programs import ran
from toadstone.engines.answer import Status
from toadstone.engines.cp_sat import solver as solving
from toadstone.game import all_games
from toadstone.games.river_toad.model import RiverToadHorizon
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone_cli import main, progress
from toadstone_cli.main import COMMANDS, GROUPS
from toadstone_cli.streams import ExitStatus
from warm import command_line, process_environment, run_process, start_process

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
BEST_VALUES = {"hp": 3, "moves": 1, "flies": 0, "turns": 3, "start_hp": 4}

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
    "rolls.txt": "4 0 0\n",
    "plan.txt": "stay\nright-1\nstay\n",
    "caught.txt": "stay\nstay\nstay\n",
}


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Work in a folder with the files above."""
    monkeypatch.chdir(tmp_path)
    for name, text in SMALL_FILES.items():
        Path(name).write_text(text)
    return tmp_path


@pytest.fixture
def long_file():
    """Write a roll file that takes its time; return what repeats its rolls so many times."""

    def write(times):
        rolls = random.Random(7).choices([0, 1, 2, 4, 8, 16, 3, 12, 32, 33, 20], k=150)
        Path("long.txt").write_text(" ".join(map(str, rolls * times)))

    write(1)
    return write


def only_object(text):
    """Return the one JSON object that the text has to be."""
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


def object_of(line):
    """Run a command line with `--json`; return the object that it prints."""
    return only_object(run(f"{line} --json").stdout)


def error_in(text):
    """Return the error in the one JSON object of a text."""
    found = only_object(text)
    assert (found.keys(), found["status"]) == ({"status", "error"}, "error")
    assert found["error"].keys() == {"message", "file", "line", "column"}
    return found["error"]


# A time limit or Ctrl-C after a first plan


@pytest.fixture(params=[(False, 20), (True, 130)], ids=["time limit", "Ctrl-C"])
def stopped(request, monkeypatch):
    """Let every search stop with a plan before its proof; return the exit status to expect."""
    interrupted, status = request.param
    whole_run = solving.run

    def stopped_run(model, budget, *options, **more):
        result = whole_run(model, budget, *options, **more)
        budget.interrupted = interrupted
        return dataclasses.replace(result, status=Status.FEASIBLE, bound=4)

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


def test_ctrl_c_in_the_search_prints_the_best_plan_so_far(long_file):
    with start_process(f"{LONG} --json -v", text=True) as process:
        while not (line := process.stderr.readline()).startswith("#1 "):
            assert line, "the search ended without a plan"
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    assert "Traceback" not in stderr
    assert process.returncode == 130
    found = only_object(stdout)
    assert found["status"] == "feasible"
    assert found["values"]["turns"] == len(found["plan"]) == 150
    Path("answer.json").write_text(stdout)
    assert object_of("check long.txt answer.json --hp 900 --rows 5")["valid"] is True


STATUS_AFTER = {"hint_all": "feasible", "hold": "feasible", "read": "optimal"}


@pytest.mark.parametrize("step", STATUS_AFTER)
def test_ctrl_c_between_two_runs_of_the_solver_loses_no_plan(monkeypatch, step):
    usual = getattr(RiverToadHorizon, step)

    def interrupted(*given):
        signal.raise_signal(signal.SIGINT)
        return usual(*given)

    monkeypatch.setattr(RiverToadHorizon, step, interrupted)
    monkeypatch.setattr(main, "_signals", [])
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    before = signal.signal(signal.SIGINT, main._interrupt)
    try:
        done = run("solve winnable.yaml --ask min-moves,max-hp --json")
    finally:
        signal.signal(signal.SIGINT, before)
    found = only_object(done.stdout)
    assert found["values"] == BEST_VALUES
    assert (found["status"], done.exit_code) == (STATUS_AFTER[step], 130)


@pytest.mark.few(1)
@pytest.mark.parametrize("command", ["solve", "prove", "explain", "enumerate", "enumerate --count"])
def test_a_time_limit_holds_while_a_long_file_is_still_prepared(command):
    Path("long.txt").write_text("4 0 32 0 33 1 " * 10_000)
    done = run(f"{command} long.txt --hp 900 --rows 5 --time-limit 0.05 --json")
    assert done.exit_code == 20
    assert only_object(done.stdout)["status"] == "unknown"


# A disagreement between model and simulator


@pytest.fixture
def lying_simulator(monkeypatch):
    """Let the simulator report 1 HP too many after every turn."""
    honest = RiverToadRules.observe
    monkeypatch.setattr(
        RiverToadRules, "observe", lambda self, state: {**honest(self, state), "hp": state.hp + 1}
    )


@pytest.mark.usefixtures("lying_simulator")
@pytest.mark.parametrize("command", ["solve", "prove"])
def test_a_disagreement_is_no_answer_but_a_defect_that_says_both(command):
    done = run(f"{command} winnable.yaml")
    assert (done.exit_code, done.stdout) == (40, "")
    assert "defect" in done.stderr
    differences = [f"hp is {hp} in the model, {hp + 1} in the simulator" for hp in (3, 4)]
    assert any(each in done.stderr for each in differences)
    done = run(f"{command} winnable.yaml --json")
    assert done.exit_code == 40
    assert "in the simulator" in error_in(done.stdout)["message"]


def test_an_example_comes_before_a_folder_of_its_name(files):
    (files / "starvation").mkdir()
    assert object_of("solve starvation")["title"] == "Starvation"
    assert "this is a folder" in run("solve .").stderr


def test_a_file_comes_before_a_game_of_its_name(files):
    (files / "river-toad").write_text(WINNABLE)
    assert object_of("solve river-toad")["title"] == "One snake"


@pytest.mark.parametrize(
    "ask", ["survive", "max-hp", "min-moves", "max-flies", "longest", "min-start-hp"]
)
def test_check_accepts_what_solve_prints_whatever_the_file_itself_asks(ask):
    Path("answer.json").write_text(run(f"solve winnable.yaml --ask {ask} --json").stdout)
    assert object_of(f"check winnable.yaml answer.json --ask {ask}")["valid"] is True


def test_the_log_of_solver_and_searches_goes_to_standard_error():
    for line, logged in (
        ("solve winnable.yaml", "CpSolverResponse"),
        ("prove winnable.yaml --method layered", r"\nlayered: optimal after [0-9]+ nodes, "),
    ):
        done = run(f"{line} -v --json")
        assert only_object(done.stdout)["status"] in {"optimal", "feasible"}
        assert re.search(logged, done.stderr)


# What people see


def plain_in_80_columns(page):
    """Return whether a page has no colours, no trailing spaces and no line of over 80 columns."""
    lines = page.splitlines()
    return ESCAPE not in page and all(len(each) <= 80 and each == each.rstrip() for each in lines)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("winnable.yaml", WINNABLE.replace("4}", '"\\e[31m"}'), id="value"),
        pytest.param("winnable.yaml", WINNABLE + '"\\e[31m": 1\n', id="key"),
        pytest.param("winnable.yaml", WINNABLE.replace("max-hp", '"\\e[31m"'), id="question"),
        pytest.param("plan.txt", "\x1b[31m\n", id="move"),
        pytest.param("plan.txt", '["\\u001b[31m"]\n', id="move in JSON"),
    ],
)
def test_nothing_in_a_file_reaches_the_terminal_as_a_control_sequence(name, text):
    Path(name).write_text(text)
    done = run("check winnable.yaml plan.txt")
    assert done.stdout + done.stderr
    assert ESCAPE not in done.stdout + done.stderr


# On a terminal


def on_a_terminal(line, **environment):
    """Run a command line on a terminal of 80 columns; return standard output and error."""
    pairs = [pty.openpty(), pty.openpty()]
    streams = {"stdout": pairs[0][1], "stderr": pairs[1][1]}
    with start_process(line, environment=environment, **streams):
        for _, theirs in pairs:
            os.close(theirs)
        return [all_of(ours) for ours, _ in pairs]


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


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_a_terminal_gets_colours_unless_it_wants_none(environment):
    stdout, _ = on_a_terminal("solve winnable.yaml --view boards", **environment)
    assert (ESCAPE in stdout) is (not environment)


SHOWN = r"(preparing the search|(best so far \d+ HP|no plan yet), at most \d+ HP), \d+ s"


def test_a_terminal_is_shown_how_a_long_search_goes(long_file, monkeypatch):
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.02)
    long_file(10)
    _, stderr = on_a_terminal(f"{LONG} --time-limit 0.5")
    assert re.search(SHOWN, stderr)


# Around the process


@pytest.mark.parametrize(
    "line",
    [
        "solve winnable.yaml",
        "enumerate winnable.yaml",
        "play winnable.yaml --player random",
        "--help",
    ],
)
def test_a_reader_who_leaves_early_takes_nothing_from_the_answer(line):
    reading, writing = os.pipe()
    os.close(reading)
    done = run_process(line, stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_title_that_the_output_cannot_spell_does_no_harm():
    Path("frog.yaml").write_text(WINNABLE.replace("One", "🐸"))
    for line in ("solve frog.yaml", "solve frog.yaml --json"):
        done = run_process(line, environment={"PYTHONIOENCODING": "ascii"})
        assert (done.returncode, done.stderr) == (0, "")
    assert only_object(done.stdout)["title"] == "🐸 snake"


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "line",
    [
        "solve - <&-",
        "play winnable.yaml <&-",
        "solve winnable.yaml >&-",
        "solve winnable.yaml --json >/dev/full",
        "solve --help >/dev/full",
        "--version >/dev/full",
        "--help >&-",
    ],
)
def test_a_stream_that_cannot_be_used_is_one_message(line):
    """In a new interpreter, which finds out how its streams are."""
    command, _, redirection = line.rpartition(" ")
    shell = f"{shlex.join(command_line(command))} {redirection}"
    done = ran("/bin/sh", "-c", shell, env=process_environment())
    assert done.returncode == ExitStatus.UNUSABLE_FILE
    assert len(done.stderr.splitlines()) == 1


def test_a_scenario_may_come_from_standard_input():
    done = run_process("solve - --json", input=WINNABLE)
    assert only_object(done.stdout)["values"]["hp"] == 3


def test_a_rolls_file_lies_beside_the_scenario_or_in_the_working_folder(files, monkeypatch):
    beside = WINNABLE.replace("rolls: [4, 0, 0]", "rolls_file: rolls.txt")
    done = run("solve - --json", input=beside)
    assert only_object(done.stdout)["values"]["hp"] == 3
    (files / "beside.yaml").write_text(beside)
    (files / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    assert object_of("solve ../beside.yaml")["values"]["hp"] == 3


# Help


def test_without_a_command_toadstone_greets_with_three_commands_that_work():
    done = run("")
    assert (done.exit_code, done.stderr) == (0, "")
    shown = [line.strip() for line in done.stdout.splitlines() if line.startswith("  toadstone")]
    commands = [line.split("   ")[0].removeprefix("toadstone ") for line in shown]
    assert len(commands) == 3
    for command in commands:
        assert run(command, input="").exit_code in {0, 10}, command


def help_of(command):
    done = run(*command.split(), "--help")
    assert done.exit_code == 0
    return done.stdout


def examples_in(text):
    """Return the command lines below the heading `Example:` or `Examples:`."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.strip() in {"Example:", "Examples:"}:
            break
    return [line.strip() for line in iter(lambda: next(lines, ""), "")]


def test_the_general_help_names_every_command_game_question_and_exit_status():
    text = help_of("")
    assert text == run("-h").stdout
    assert plain_in_80_columns(text)
    assert sorted(name for group in GROUPS.values() for name in group) == sorted(COMMANDS)
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", text, re.MULTILINE)
    for game in all_games().values():
        (line,) = re.findall(rf"\n  {game.name} +((?:.+\n)(?: {{6,}}.+\n)*)", text)
        assert line.replace(",", " ").split() == [question.name for question in game.questions]
    for status in (0, 2, 10, 20, 30, 40, 130, 143):
        assert re.search(rf"^ +{status}  +\w", text, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_plain_help_with_examples(command):
    text = help_of(command)
    assert text == run(f"{command} -h").stdout
    assert plain_in_80_columns(text)
    assert "\\b" not in text
    examples = examples_in(text)
    assert examples
    assert all(f"{line} ".startswith(f"toadstone {command} ") for line in examples)


def files_for_examples():
    """Make the files that examples name and that other commands write."""
    moves, game = (run(f"solve {name} --view moves").stdout for name in (CROSSING, TOADS))
    planner = "".join(f"(go {move} t0 t1 c3 c3)\n" for move in moves.split())
    texts = {
        "plan.txt": moves,
        "submissions/plan.txt": moves,
        "crossing.plan": planner,
        "game.txt": game,
        "names.csv": "file,name\nplan.txt,Ann\n",
    }
    for name, text in texts.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    run(f"prove {CROSSING} --certificate proof.json.gz")
    run(f"examples {CROSSING} --copy tasks")
    Path("students/alice").mkdir(parents=True)


CROSSING, TOADS = "first-crossing", "two-against-two"
MUCH_WORK = re.compile(
    r"toadstone (warm-up|batch|atlas|draw.*(gif|html)|generate.*(rising|river|frog))"
)
"""Examples of a tenth of a second and more."""


@pytest.mark.parametrize(
    "much", [False, pytest.param(True, marks=pytest.mark.exhaustive)], ids=["quick", "much work"]
)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_in_the_help_work(tmp_path, monkeypatch, command, much):
    monkeypatch.setattr("toadstone.services.batch.run.usual_workers", lambda: 1)
    examples = [
        example
        for example in examples_in(help_of(command))
        if "--port" not in example and bool(MUCH_WORK.match(example)) == much
    ]  # a browser is served until it is stopped
    if command in {"check", "review", "grade", "verify"}:
        files_for_examples()
    for example in examples:
        done = run(example.removeprefix("toadstone ").partition(" > ")[0])
        assert done.exit_code in {0, 10}, example
        *_, file = re.split(" -o | --jsonl ", example)
        assert Path(file).stat().st_size if file != example else done.stdout, example


def test_a_pipe_is_read_once(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    Thread(target=path.write_text, args=["5 32 33"], daemon=True).start()
    done = run("solve", str(path), "--hp", "9", "--rows", "2")
    assert "turn 1    5   .|..S.S|." in done.stdout


def test_of_a_long_roll_file_solve_shows_the_beginning(tmp_path):
    path = tmp_path / "rolls.txt"
    path.write_text("0 " * 300)
    lines = run("solve", str(path), "--hp", "9", "--rows", "2").stdout.splitlines()
    assert lines[24:27] == ["turn  24   0   .|.....|.", "...", ""]
    assert run("solve first-crossing").stdout.startswith("First crossing")
