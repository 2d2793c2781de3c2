"""What goes wrong around an answer: full disks, clocks, memory, odd names, and two at once.

No answer is lost by it, no file is half written, no limit is passed, and every ending is one of
those that the command line promises.
"""

import ctypes
import json
import os
import resource
import signal
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

from toadstone.certificate import write_certificate
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import InputError, LimitReachedError
from toadstone.engines.answering import answer, certifier_for
from toadstone.engines.instance import settled
from toadstone.files.source import Source
from toadstone.files.writing import expect_not, expect_writable, written
from toadstone.games.squirrel_war.course import write_log
from toadstone.loading import read_scenario
from toadstone_checker import certificate_file
from toadstone_cli.main import app

# Nothing comes down the river: any plan of 3,000 turns wins, and its certificate has 27,438 bytes.
LONG_BUT_EASY = "0 " * 3000
AS_ROLLS = ("--hp", "3", "--rows", "3")

WINNABLE = """\
game: river-toad
title: One snake
board: {rows: 3}
toad: {hp: 4}
rolls: [4, 0, 0]
ask: max-hp
"""

MINIMAX = """\
game: squirrel-war
values: |
  20 16  1 32 30
  20 12  2 11  8
  28 48  9  1  1
  20 12 10  6  2
  25 30 23 21 10
board: |
  ..XX.
  ..XOX
  ...O.
  ..OO.
  .....
turn: X
ask: best-move
method: minimax
depth: DEPTH
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("long.txt").write_text(LONG_BUT_EASY)
    Path("winnable.yaml").write_text(WINNABLE)
    Path("minimax.yaml").write_text(MINIMAX.replace("DEPTH", "3"))
    return tmp_path


def run(*arguments):
    """Run a command line in this process."""
    return CliRunner().invoke(app, [str(each) for each in arguments])


def command_line(*arguments):
    return [sys.executable, "-m", "toadstone_cli", *map(str, arguments)]


def run_process(*arguments, **options):
    """Run a command line in a process of its own, its output in pipes."""
    defaults = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(
        command_line(*arguments),
        encoding="utf-8",
        errors="surrogateescape",
        check=False,
        **defaults | options,
    )


def limited(kind, most):
    """Return what sets a limit of the system in a new process, as `ulimit` does."""
    return lambda: resource.setrlimit(kind, (most, most))


TWENTY_BLOCKS = limited(resource.RLIMIT_FSIZE, 20 * 1024)
"""`ulimit -f 20`: no file grows beyond 20 blocks, as if the disk were full."""


def without_a_key_to_every_door():
    """Take from a new process what lets root write into folders that are read-only."""
    dac_override, drop_from_bounding_set = 1, 24
    ctypes.CDLL(None).prctl(drop_from_bounding_set, dac_override)


def only_object(text):
    """Return the one JSON object that the text has to be."""
    assert text.count("\n") == 1
    return json.loads(text)


# --- an answer is not lost because something beside it cannot be written ------------------------


def test_on_a_full_disk_the_answer_is_printed_and_the_certificate_is_not_there(folder):
    line = ("prove", "long.txt", *AS_ROLLS, "--certificate", "proof.json")
    done = run_process(*line, preexec_fn=TWENTY_BLOCKS)
    assert "Found: a plan." in done.stdout
    assert "proof.json: error: cannot write: File too large\n" in done.stderr
    assert done.returncode == 30
    assert not [each for each in folder.iterdir() if "proof" in each.name]


def test_on_a_full_disk_the_json_is_the_answer_and_what_could_not_be_written():
    line = ("prove", "long.txt", *AS_ROLLS, "--certificate", "proof.json", "--json")
    done = run_process(*line, preexec_fn=TWENTY_BLOCKS)
    printed = only_object(done.stdout)
    assert (printed["status"], len(printed["plan"])) == ("feasible", 3000)
    assert printed["certificate"] is None
    errors = [{"message": "cannot write: File too large", "file": "proof.json"}]
    assert printed["errors"] == errors
    assert done.returncode == 30


@pytest.mark.parametrize("option", ["--log", "--course-output"])
def test_on_a_full_disk_the_move_is_printed_and_there_is_no_half_log(folder, option):
    Path("minimax.yaml").write_text(MINIMAX.replace("DEPTH", "4"))
    done = run_process("solve", "minimax.yaml", option, "out", preexec_fn=TWENTY_BLOCKS)
    assert "Minimax chooses C3" in done.stdout
    assert "error: cannot write: File too large\n" in done.stderr
    assert done.returncode == 30
    left = {each.name for each in folder.rglob("*") if each.is_file()}
    assert left - {"next_state.txt"} == {"long.txt", "winnable.yaml", "minimax.yaml"}


@pytest.mark.parametrize(
    "line",
    [
        ("winnable.yaml", "--certificate", "/dev/full"),
        ("minimax.yaml", "--log", "/dev/full"),
        ("minimax.yaml", "--log", "no/such/folder"),
        ("minimax.yaml", "--course-output", "/dev/null/out"),
    ],
    ids=" ".join,
)
def test_what_takes_nothing_costs_no_answer(line):
    done = run("solve", *line)
    assert "the reference simulator" in done.stdout
    assert f"{line[-1]}: error: cannot write: " in done.stderr
    assert done.exit_code == 30
    printed = only_object(run("solve", *line, "--json").stdout)
    assert printed["crosscheck"] == "agrees"
    assert [each["file"] for each in printed["errors"]] == [line[-1]]


@pytest.mark.parametrize("option", ["--log", "--course-output"])
def test_a_read_only_folder_costs_no_answer(folder, option):
    (folder / "locked").mkdir(mode=0o555)
    line = ("solve", "minimax.yaml", option, "locked/out")
    done = run_process(*line, preexec_fn=without_a_key_to_every_door)
    assert "Minimax chooses C3" in done.stdout
    assert "locked/out: error: cannot write: Permission denied\n" in done.stderr
    assert done.returncode == 30


def test_a_certificate_into_a_read_only_folder_or_file_is_refused_before_the_search(folder):
    (folder / "locked").mkdir(mode=0o555)
    (folder / "proof.json").touch(mode=0o444)
    for place in ("locked/proof.json", "proof.json"):
        line = ("solve", "winnable.yaml", "--certificate", place)
        done = run_process(*line, preexec_fn=without_a_key_to_every_door)
        assert (done.returncode, done.stdout) == (30, "")
        assert done.stderr.startswith(f"{place}: error: cannot write: ")
    assert (folder / "proof.json").read_bytes() == b""


@pytest.mark.parametrize("command", ["solve", "prove"])
def test_a_certificate_larger_than_the_checker_reads_costs_no_answer(monkeypatch, command):
    monkeypatch.setattr(certificate_file, "LARGEST_TEXT", 100)
    done = run(command, "winnable.yaml", "--certificate", "proof.json")
    assert "the reference simulator replayed the plan" in done.stdout
    assert "Certified" not in done.stdout
    assert "error: there can be no certificate: the file is too large" in done.stderr
    assert done.exit_code == 30
    done = run(command, "winnable.yaml", "--certificate", "proof.json", "--json")
    printed = only_object(done.stdout)
    assert printed["certificate"] is None
    assert printed["errors"][0]["message"].startswith("there can be no certificate: ")
    assert not Path("proof.json").exists()


# --- files are whole or not there ---------------------------------------------------------------

SLOWLY = """
import sys, time
from toadstone.files.writing import written
with written(sys.argv[1]) as file:
    file.write("half of it")
    file.flush()
    print("half", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_who_is_killed_in_the_middle_leaves_the_old_file(folder, number):
    (folder / "plan.txt").write_text("what was there")
    for name in ("plan.txt", "new.txt"):
        with subprocess.Popen(
            [sys.executable, "-c", SLOWLY, name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as writer:
            assert writer.stdout.readline() == b"half\n"
            writer.send_signal(number)
    assert (folder / "plan.txt").read_text() == "what was there"
    assert not (folder / "new.txt").exists()


def test_an_error_in_the_middle_leaves_the_old_file_and_nothing_beside_it(folder):
    (folder / "plan.txt").write_text("what was there")
    before = set(folder.iterdir())

    def write_half():
        with written("plan.txt") as file:
            file.write("half of it")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert (folder / "plan.txt").read_text() == "what was there"
    assert set(folder.iterdir()) == before


def test_of_two_who_write_at_once_one_is_there_and_whole(folder):
    texts = [letter * 300_000 for letter in "ab"]

    def write(text):
        with written("both.txt") as file:
            for start in range(0, len(text), 1000):
                file.write(text[start : start + 1000])

    with ThreadPoolExecutor(2) as both:
        for _ in range(50):
            list(both.map(write, texts))
            assert (folder / "both.txt").read_text() in texts
    assert [each.name for each in folder.iterdir() if "both" in each.name] == ["both.txt"]


def test_of_two_who_save_at_once_where_nothing_is_replaced_one_succeeds(folder):
    def save(text):
        try:
            with written("plan.txt", replace=False) as file:
                file.write(text)
        except FileExistsError:
            return None
        return text

    with ThreadPoolExecutor(2) as both:
        for _ in range(50):
            saved = list(both.map(save, ["mine", "yours"]))
            assert saved.count(None) == 1
            assert (folder / "plan.txt").read_text() in saved
            (folder / "plan.txt").unlink()


def test_a_file_system_without_links_saves_as_well(folder, monkeypatch):
    def no_links(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", no_links)
    with written("plan.txt", replace=False) as file:
        file.write("stay\n")
    assert (folder / "plan.txt").read_text() == "stay\n"
    with pytest.raises(FileExistsError), written("plan.txt", replace=False) as file:
        file.write("left-1\n")
    assert (folder / "plan.txt").read_text() == "stay\n"


def test_a_new_file_obeys_the_umask_and_a_replaced_one_keeps_its_permissions(folder):
    (folder / "secret").touch()
    (folder / "secret").chmod(0o600)
    before = os.umask(0o027)
    try:
        for name in ("new", "secret"):
            with written(name) as file:
                mode = {stat.S_IMODE(each.stat().st_mode) for each in folder.glob(f".{name}.*")}
                assert mode == {0o640 if name == "new" else 0o600}, "while it is written, too"
                file.write("text")
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / "new").stat().st_mode) == 0o640
    assert stat.S_IMODE((folder / "secret").stat().st_mode) == 0o600


def test_a_link_is_followed_and_stays_a_link(folder):
    (folder / "far").mkdir()
    for name in ("far/old.json", "far/new.json"):
        (folder / "link").symlink_to(name)
        with written("link") as file:
            file.write(name)
        assert (folder / "link").is_symlink()
        assert (folder / name).read_text() == name
        (folder / "link").unlink()


@pytest.mark.parametrize("device", ["/dev/stdout", "/dev/fd/1", "/dev/stderr"])
@pytest.mark.parametrize("into", ["pipe", "file"])
def test_what_is_led_to_a_standard_stream_follows_the_answer(folder, device, into):
    line = ("solve", "winnable.yaml", "--certificate", device)
    if into == "pipe":
        done = run_process(*line, stderr=subprocess.STDOUT)
        text = done.stdout
    else:
        with (folder / "out.txt").open("w") as file:
            done = run_process(*line, stdout=file, stderr=file)
        text = (folder / "out.txt").read_text()
    assert done.returncode == 0
    page, proof = text.split('{"certificate":')
    assert "the reference simulator replayed the plan" in page
    assert json.loads('{"certificate":' + proof.splitlines()[0].partition("Certified")[0])


def test_a_pipe_with_a_name_is_written_to_and_stays_a_pipe(folder):
    os.mkfifo("pipe")
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit((folder / "pipe").read_bytes)
        assert run("solve", "winnable.yaml", "--certificate", "pipe").exit_code == 0
    assert json.loads(read.result())["certificate"] == "toadstone river-toad 1"
    assert (folder / "pipe").is_fifo()


def test_on_a_full_disk_save_leaves_no_file_and_can_be_tried_again(folder):
    moves = "".join("stay\n" for _ in range(2999))
    typed = f"{moves}save plan.txt\nsave plan.txt\nquit\n"
    line = ("play", "long.txt", *AS_ROLLS, "--view", "moves", "--json")
    one_kilobyte = limited(resource.RLIMIT_FSIZE, 1024)
    done = run_process(*line, stdin=None, input=typed, preexec_fn=one_kilobyte)
    assert done.stderr.count("error: cannot write plan.txt: File too large") == 2
    assert done.returncode == 10
    assert not [each for each in folder.iterdir() if "plan" in each.name]


@pytest.mark.parametrize("name", ["own", "./own", "link", "~/own", "ROLLS"])
def test_what_is_read_is_not_overwritten(folder, monkeypatch, name):
    monkeypatch.setenv("HOME", str(folder))
    own = {"own": WINNABLE.replace("[4, 0, 0]", "\0").replace("rolls: \0", "rolls_file: rolls")}
    own |= {"rolls": "4 0 0\n"}
    for each, text in own.items():
        (folder / each).write_text(text)
    (folder / "link").symlink_to("own")
    done = run("solve", "own", "--certificate", name.lower())
    assert (done.exit_code, done.stdout) == (30, "")
    assert "error: cannot write: it is the scenario that is read" in done.stderr
    assert {each: (folder / each).read_text() for each in own} == own


@pytest.mark.parametrize("option", ["--log", "--course-output"])
def test_a_log_does_not_overwrite_the_scenario_either(folder, option):
    before = (folder / "minimax.yaml").read_text()
    done = run("solve", "minimax.yaml", option, "minimax.yaml")
    assert (done.exit_code, done.stdout) == (30, "")
    assert (folder / "minimax.yaml").read_text() == before


def test_what_can_be_written_is_known_before_the_work(folder):
    expect_writable("new.json", "winnable.yaml")
    expect_writable("/dev/null", "winnable.yaml")
    expect_not("no/such/folder", "-")
    expect_writable("x" * 300, "winnable.yaml")  # is found out when it is written
    for place in ("", ".", "no/such/folder", "winnable.yaml/x", "nul\0", "~nobody-here/x"):
        with pytest.raises(InputError, match="cannot write"):
            expect_writable(place, "winnable.yaml")


# --- the time limit holds -----------------------------------------------------------------------

ROWS = """\
game: toads-and-frogs
start: TTTT____FFFF
ask: remoteness
"""

FROGS = """\
game: frog-puzzle
start: LLLLL____RRRRR
goal: RRRRR____RLLLL
ask: reach
"""

SQUIRRELS = """\
game: squirrel-war
values: |
  20 16  1 32
  20 12  2 11
  28 48  9  1
  20 12 10  6
board: |
  XO..
  ....
  ..XO
  ....
turn: X
ask: margin
"""

DUCK = """\
game: ugly-duck
board: |
  ddd
  ...
  DDD
ask: winner
"""

LOST = f"""\
game: river-toad
board: {{rows: 6}}
toad: {{hp: 700}}
rolls: [{", ".join(["0, 32, 1, 0, 33, 4, 0, 0, 16, 0"] * 200)}, 31, 0, 0, 0, 0, 0]
ask: survive
"""


def spent(*line, **options):
    """Run a command line; return how it ended and its seconds of work, which no load changes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run_process(*line, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


STARTING = 2.0
"""Seconds of work to start, load the solver and print, at most."""


@pytest.mark.parametrize(
    "line",
    [
        ("solve", "deep.yaml", "--log", "log.txt"),
        ("solve", "deep.yaml", "--course-output", "out"),
        ("solve", "deep.yaml", "--method", "alpha-beta"),
        ("check", "deep.yaml", "plan.txt"),
        ("solve", "frogs.yaml", "--certificate", "proof.json.gz"),
        ("prove", "squirrels.yaml", "--certificate", "proof.json.gz"),
        ("solve", "rolls.txt", "--ask", "min-moves"),
        ("solve", "duck.yaml"),
    ],
    ids=lambda line: " ".join(line[:4]),
)
def test_the_time_limit_holds(folder, monkeypatch, line):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder / "nothing compiled yet"))
    texts = {
        "deep.yaml": MINIMAX.replace("DEPTH", "12"),
        "frogs.yaml": FROGS,
        "squirrels.yaml": SQUIRRELS.replace("XO..", "....").replace("..XO", "...."),
        "duck.yaml": DUCK.replace("ddd\n  ...\n  DDD", "dddd\n  ....\n  ....\n  DDDD"),
        "plan.txt": "C3\n",
        "rolls.txt": "4 0 32 0 33 1 " * 10_000,
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    rolls = ("--hp", "900", "--rows", "5") if "rolls.txt" in line else ()
    done, seconds = spent(*line, *rolls, "--time-limit", "1")
    assert seconds < 1 + STARTING
    assert done.returncode == (10 if "frogs.yaml" in line else 20)
    assert "time limit was reached" in done.stdout + done.stderr
    left = {each.name for each in folder.iterdir() if each.is_file()}
    assert left - set(texts) == {"long.txt", "winnable.yaml", "minimax.yaml"}


def test_a_plan_that_is_not_replayed_in_time_is_neither_valid_nor_invalid(folder):
    (folder / "deep.yaml").write_text(MINIMAX.replace("DEPTH", "12"))
    (folder / "plan.txt").write_text("C3\n")
    done = run("check", "deep.yaml", "plan.txt", "--time-limit", "0.1", "--json")
    printed = only_object(done.stdout)
    assert (printed["valid"], done.exit_code) == (None, 20)
    assert "time limit" in printed["reason"]


def answered(text):
    """Return a proven answer to a scenario, and what makes its certificate."""
    instance = settled(*read_scenario(Source("scenario.yaml", text, Path())))
    return answer(instance), certifier_for(instance)


@pytest.mark.parametrize("text", [ROWS, FROGS, SQUIRRELS], ids=["rows", "frogs", "squirrels"])
def test_making_a_certificate_ends_when_time_is_up_and_writes_nothing(folder, text):
    found, certifier = answered(text)
    began = time.process_time()
    with pytest.raises(LimitReachedError):
        write_certificate("proof.json", certifier, found, Budget(Limits(0.01)))
    assert time.process_time() - began < 1
    assert not (folder / "proof.json").exists()


@pytest.mark.parametrize(
    "text",
    [ROWS, FROGS, SQUIRRELS, DUCK, LOST],
    ids=["rows", "frogs", "squirrels", "duck", "toad"],
)
def test_every_game_s_certificates_are_stopped_while_they_are_made(monkeypatch, text):
    found, certifier = answered(text)
    monkeypatch.setattr(certificate_file, "BETWEEN_LOOKS", 100)
    monkeypatch.setattr("toadstone.games.ugly_duck.certificate.REPLIES_AT_A_TIME", 1)
    budget = Budget()
    budget.stop()
    with pytest.raises(LimitReachedError):
        certifier.certificate(found, budget)


def test_compressing_a_certificate_looks_at_the_clock_as_well(monkeypatch):
    found, certifier = answered(WINNABLE)
    monkeypatch.setattr(certifier, "certificate", lambda *_: "x" * 2_000_000)
    monkeypatch.setattr("toadstone.certificate.check", lambda *_: None)
    budget = Budget()
    budget.stop()
    with pytest.raises(LimitReachedError):
        write_certificate("proof.json.gz", certifier, found, budget)


@pytest.mark.parametrize("method", ["minimax", "alpha-beta"])
def test_a_log_ends_when_time_is_up_and_leaves_no_half(folder, method):
    text = MINIMAX.replace("DEPTH", "3").replace("minimax", method)
    found = answer(settled(*read_scenario(Source("scenario.yaml", text, Path()))))
    with pytest.raises(LimitReachedError):
        write_log("log.txt", found, Budget(Limits(0.001)))
    assert not list(folder.glob("*log*"))
    write_log("log.txt", found, Budget(Limits(600)))
    assert (folder / "log.txt").read_text().count("\n") > 100
