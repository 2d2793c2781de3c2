"""What goes wrong around an answer: full disks, clocks, memory, odd names, and two at once.

No answer is lost by it, no file is half written, no limit is passed, and every ending is one of
those that the command line promises.
"""

import ctypes
import functools
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
from unittest.mock import Mock

import pytest

import toadstone
from command_line import run
from exhaustive import EXHAUSTIVE, some_of
from programs import ran
from tests.cli.test_cli import WINNABLE, only_object
from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError
from toadstone.core.process import is_out_of_memory
from toadstone.files.writing import open_atomic
from toadstone.proofs.certificate import certifier_for, write_certificate
from toadstone_checker import certificate_file
from toadstone_cli import __main__, main
from warm import command_line, run_process, start_process
from workers import no_room_for_threads

# Nothing comes down the river: any plan of 300 turns wins, and its certificate has 3,137 bytes.
LONG_BUT_EASY = "0 " * 300
AS_ROLLS = ("--hp", "3", "--rows", "3")

DEEP = "{game: frog-puzzle, start: LLLLLLL_____RRRRRRR, ask: min-moves}"
WAR = "{game: squirrel-war, values: [[9, 1, 3]], ask: margin}"


@pytest.fixture(autouse=True)
def folder(folder):
    Path("long.txt").write_text(LONG_BUT_EASY)
    Path("winnable.yaml").write_text(WINNABLE)
    Path("war.yaml").write_text(WAR)
    return folder


def run_fresh(*words, **options):
    """Run a command line in a new interpreter, its output in pipes."""
    text = {"encoding": "utf-8", "errors": "surrogateescape"}
    return ran(*command_line(*words), stdin=subprocess.DEVNULL, **text | options)


def files_up_to(size):
    """Return what ends the room for files, as `ulimit -f` does, as if the disk were full."""

    def limit():
        sys.dont_write_bytecode = True  # it would be cut off, and used by every later process
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


TWO_KILOBYTES = files_up_to(2 * 1024)


def without_a_key_to_every_door():
    """Take from a new interpreter what lets root write into folders that are read-only."""
    dac_override, drop_from_bounding_set = 1, 24
    ctypes.CDLL(None).prctl(drop_from_bounding_set, dac_override)


# --- an answer is not lost because something beside it cannot be written ------------------------


def test_on_a_full_disk_the_answer_is_printed_and_the_certificate_is_not_there(folder):
    line = ("prove", "long.txt", *AS_ROLLS, "--certificate", "proof.json")
    done = run_process(*line, "--json", before=TWO_KILOBYTES)
    printed = only_object(done.stdout)
    assert (done.returncode, printed["status"], len(printed["plan"])) == (30, "feasible", 300)
    assert printed["certificate"] is None
    assert "proof.json: error: cannot write: File too large" in done.stderr
    assert not [each for each in folder.iterdir() if "proof" in each.name]


def test_what_takes_nothing_costs_no_answer():
    line = "solve winnable.yaml --certificate /dev/full"
    done = run(line)
    assert "replayed by the simulator" in done.stdout
    assert "/dev/full: error: cannot write: " in done.stderr
    assert done.exit_code == 30
    printed = only_object(run(f"{line} --json").stdout)
    assert printed["crosscheck"] == "agrees"
    assert printed["certificate"] is None


@pytest.mark.exhaustive
def test_a_certificate_into_a_read_only_folder_is_refused_before_the_search(folder):
    (folder / "locked").mkdir(mode=0o555)
    place = "locked/proof.json"
    line = ("solve", "winnable.yaml", "--certificate", place)
    done = run_fresh(*line, preexec_fn=without_a_key_to_every_door)
    assert (done.returncode, done.stdout) == (30, "")
    assert done.stderr.startswith(f"{place}: error: cannot write: ")


def test_a_certificate_larger_than_the_checker_reads_costs_no_answer(monkeypatch):
    monkeypatch.setattr(certificate_file, "LARGEST_TEXT", 100)
    done = run("prove winnable.yaml --certificate proof.json")
    assert "replayed by the simulator" in done.stdout
    assert "Certified" not in done.stdout
    assert "error: there can be no certificate: the file is too large" in done.stderr
    assert done.exit_code == 30
    assert not Path("proof.json").exists()


# --- files are whole or not there ---------------------------------------------------------------


def test_an_error_in_the_middle_leaves_the_old_file_and_nothing_beside_it(folder):
    (folder / "plan.txt").write_text("what was there")
    before = set(folder.iterdir())

    def write_half():
        with open_atomic("plan.txt") as file:
            file.write("half of it")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert (folder / "plan.txt").read_text() == "what was there"
    assert set(folder.iterdir()) == before


def test_a_file_may_have_the_name_of_standard_output(folder):
    assert run("solve", "first-crossing", "--certificate", "./-").exit_code == 0
    assert json.loads((folder / "-").read_text())["certificate"].startswith("toadstone")


@pytest.mark.parametrize("more", ["", "--game-path games"])
def test_a_working_folder_that_was_deleted_is_said_in_one_sentence(tmp_path, more):
    gone = f"mkdir gone; cd gone; rmdir ../gone; {sys.executable} -m toadstone_cli {more}"
    done = ran("sh", "-c", f"{gone} solve first-crossing --json", cwd=tmp_path)
    assert done.returncode == 30
    message = "the working folder is not there any more: change to another one"
    assert json.loads(done.stdout)["error"]["message"] == message


def test_of_two_who_write_at_once_one_is_there_and_whole(folder):
    texts = [letter * 300_000 for letter in "ab"]

    def write(text):
        with open_atomic("both.txt") as file:
            for start in range(0, len(text), 1000):
                file.write(text[start : start + 1000])

    with ThreadPoolExecutor(2) as both:
        for _ in range(20):
            list(both.map(write, texts))
            assert (folder / "both.txt").read_text() in texts
    assert [each.name for each in folder.iterdir() if "both" in each.name] == ["both.txt"]


def test_a_new_file_obeys_the_umask_and_a_replaced_one_keeps_its_permissions(folder):
    (folder / "secret").touch()
    (folder / "secret").chmod(0o600)
    before = os.umask(0o027)
    try:
        for name in ("new", "secret"):
            with open_atomic(name) as file:
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
        with open_atomic("link") as file:
            file.write(name)
        assert (folder / "link").is_symlink()
        assert (folder / name).read_text() == name
        (folder / "link").unlink()


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
    assert "error: cannot write: this file is the scenario" in done.stderr
    assert {each: (folder / each).read_text() for each in own} == own


# --- the time limit holds -----------------------------------------------------------------------


def spent(runs, *line):
    """Run a command line; return how it ended and its seconds of work, which no load changes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = runs(*line)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


STARTING = 2.0
"""Seconds of work to start, load the solver and print, at most."""


@pytest.mark.parametrize(
    ("runs", "limit", "line"),
    [
        (run_process, 0.2, "solve deep.yaml --method breadth-first"),
        # This one begins to compile.
        pytest.param(run_fresh, 0.4, "solve five-by-five", marks=EXHAUSTIVE),
    ],
)
def test_the_time_limit_holds(folder, monkeypatch, runs, limit, line):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder / "nothing compiled yet"))
    (folder / "deep.yaml").write_text(DEEP)
    before = {*folder.iterdir()}
    done, seconds = spent(runs, f"{line} --time-limit {limit}")
    assert seconds < limit + STARTING
    assert done.returncode == 20
    assert "time limit was reached" in done.stdout + done.stderr
    assert not [each for each in {*folder.iterdir()} - before if each.is_file()]


LOST = {"game": "river-toad", "board": {"rows": 6}, "toad": {"hp": 70}, "ask": "survive"}
LOST["rolls"] = [0, 32, 1, 0, 33, 4, 0, 0, 16, 0] * 20 + [31, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    "source",
    [
        "{game: toads-and-frogs, start: TTTT___FFFF, ask: remoteness}",
        "{game: frog-puzzle, start: LLL__RRR, goal: RRR__RLL, ask: reach}",
        "last-raid",
        "three-by-three",
        LOST,
    ],
)
def test_making_every_game_s_certificates_can_be_stopped_and_writes_nothing(
    folder, monkeypatch, source
):
    found = toadstone.solve(source)
    certifier = certifier_for(found.instance)
    monkeypatch.setattr(certificate_file, "BETWEEN_LOOKS", 100)
    monkeypatch.setattr("toadstone.engines.adversarial.kernels.walk.REPLIES_AT_A_TIME", 1)
    budget = Budget()
    budget.stop()
    with pytest.raises(LimitReachedError):
        certifier.certificate(found, budget)
    with pytest.raises(LimitReachedError):
        write_certificate("proof.json", certifier, found, budget)
    assert not (folder / "proof.json").exists()


# --- memory that runs out -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "little",
    some_of(
        [
            (180_000, "solve winnable.yaml"),
            (180_000, "explain winnable.yaml"),
            (180_000, "verify large.json"),
            (45_000, "solve empty-four-by-four --method exact-search"),
        ],
        1,
    ),
)
def test_without_memory_it_is_undecided_and_no_defect(folder, little):
    kilobytes, line = little
    most = kilobytes * 1024
    with (folder / "large.json").open("wb") as file:
        file.truncate(128 * 1024 * 1024)
    limit = functools.partial(resource.setrlimit, resource.RLIMIT_AS, (most, most))
    done = run_fresh(line, preexec_fn=limit, timeout=60)
    assert done.returncode == 20
    assert "memory ran out" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(12, "Cannot allocate memory"),
        ImportError("libx.so: failed to map segment from shared object"),
        ImportError("libx.so: cannot allocate memory in static TLS block"),
        OSError("libx.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
    ],
    ids=str,
)
def test_every_way_to_say_that_memory_ran_out_is_understood(error):
    outer = ImportError("numpy could not be loaded")
    outer.__cause__ = error
    assert is_out_of_memory(error)
    assert is_out_of_memory(outer)
    for other in (OSError(2, "No such file"), ImportError("no module x"), RuntimeError("other")):
        assert not is_out_of_memory(other)


def test_where_no_thread_can_start_there_is_no_live_line_and_the_same_answer(monkeypatch):
    wanted = run("solve", "war.yaml", "--view", "moves")
    monkeypatch.setattr("threading.Thread.start", no_room_for_threads)
    monkeypatch.setattr("_thread.start_new_thread", no_room_for_threads)
    assert run("solve", "war.yaml", "--view", "moves").stdout == wanted.stdout
    done = run("solve", "winnable.yaml")
    assert done.exit_code == 20
    assert "Undecided: memory ran out" in done.stdout


def test_a_search_that_runs_out_of_memory_says_so_wherever_it_stops(monkeypatch):
    solve = "toadstone.engines.cp_sat.solver._solve_interruptibly"
    monkeypatch.setattr(solve, Mock(side_effect=MemoryError))
    for line in (
        "solve winnable.yaml",
        "prove winnable.yaml",
        "explain wall-of-snakes",  # of a winnable one the simulator accepts a plan: no solver
        "enumerate winnable.yaml",
    ):
        done = run(*line.split())
        assert done.exit_code == 20
        assert "ndecided: memory ran out" in done.stdout + done.stderr


# --- ended from outside -------------------------------------------------------------------------

HARD = ("solve", "hard.txt", "--hp", "900", "--rows", "5", "--ask", "max-flies,min-moves,max-hp")


def ended_by(number, *line, rolls, after):
    """Run a command line that reads rolls from a pipe with a name, and send it a signal.

    It comes so many seconds after the rolls are read. Return status and outputs.
    """
    os.mkfifo("hard.txt")
    with start_process(*line, text=True) as running:
        Path("hard.txt").write_text(rolls)
        time.sleep(after)
        running.send_signal(number)
        try:
            outputs = running.communicate(timeout=60)
        finally:
            running.kill()  # who does not listen would take all memory
    return running.returncode, *outputs


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGTERM, 143), pytest.param(signal.SIGINT, 130, marks=EXHAUSTIVE)],
)
def test_who_is_ended_prints_what_was_found_so_far(number, status):
    rolls = "4 0 32 0 33 1 20 12 " * 3000
    returned, out, _ = ended_by(number, *HARD, "--json", rolls=rolls, after=0.3)
    assert returned == status
    assert only_object(out)["status"] in {"feasible", "unknown", "error"}


SIGNALLED_AT = """
import os, sys
number, module = int(sys.argv[1]), sys.argv[2]

class Finder:
    def find_spec(name, path=None, target=None):
        if name == module:
            os.kill(os.getpid(), number)

sys.argv = ["toadstone", *sys.argv[3:]]
from toadstone_cli.__main__ import run
sys.meta_path.insert(0, Finder)
run()
"""


SWALLOWED_AT = SIGNALLED_AT.replace(
    "            os.kill(os.getpid(), number)",
    """            import time, toadstone_cli.main
            toadstone_cli.main.SECONDS_TO_LISTEN = 0.1
            try:
                os.kill(os.getpid(), number)
                time.sleep(1)
            except KeyboardInterrupt:
                pass""",
)


@pytest.mark.exhaustive
def test_an_interrupt_that_a_library_swallows_while_it_is_loaded_ends_the_search():
    Path("hard.txt").write_text("4 0 32 0 33 1 20 12 " * 3000)
    signalled = (sys.executable, "-c", SWALLOWED_AT, int(signal.SIGINT), "ortools")
    done = ran(*signalled, *HARD, "--json", timeout=60)
    assert done.returncode == 130
    assert json.loads(done.stdout)["status"] == "unknown"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_words_of_who_is_ended_while_the_program_is_loaded(number, monkeypatch):
    written = []
    for name in ("write", "_exit"):
        monkeypatch.setattr(os, name, lambda *given: written.append(given))
    for options in ([], ["--json"]):
        monkeypatch.setattr(sys, "argv", ["toadstone", *options])
        __main__._end_by_signal(number, None)
    words, status, (stream, text), again = written
    assert words == (2, b"toadstone: interrupted\n")
    place = {"file": None, "line": None, "column": None}
    error = {"status": "error", "error": {"message": "interrupted", **place}}
    assert (stream, json.loads(text), status, again) == (1, error, (128 + number,), (128 + number,))


LOADED = ["toadstone_cli.main", "toadstone_cli.solve", "ortools", "typer", "pydantic", "numpy"]


@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("module", some_of(LOADED, 3))
def test_who_is_ended_while_something_is_loaded_is_told_so_without_a_traceback(number, module):
    signalled = (sys.executable, "-c", SIGNALLED_AT, int(number), module)
    done = ran(*signalled, "solve", "winnable.yaml", "--json")
    assert done.returncode == 128 + number
    assert only_object(done.stdout)["error"]["message"] == "interrupted"
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("raised", [KeyboardInterrupt, RuntimeError("no compiled object")])
def test_after_a_signal_what_a_library_raises_is_an_interrupt(folder, monkeypatch, raised):
    class Part:
        def __set_name__(self, owner, name):
            main._signals.append(signal.SIGINT)
            raise raised

    monkeypatch.setattr(main, "_signals", [])
    ended = "toadstone.engines.answering.engine_for"
    monkeypatch.setattr(ended, lambda *_: type("_", (), {"part": Part()}))
    done = run("solve winnable.yaml --json")
    assert done.exit_code == 130
    assert only_object(done.stdout)["error"]["message"] == "interrupted"


# --- names that could upset a terminal ----------------------------------------------------------

ODD_NAMES = ["\x1b[31mred", "two\nlines", "no utf-8 \udcff"]

NAMING = [
    "solve ODD.yaml",
    "solve ODD-broken.yaml",
    "solve ODD.yaml --certificate ODD.proof",
    "solve ODD.yaml --certificate ODD/no.proof",
    "verify ODD.plan",
    "check ODD.yaml ODD.plan",
    "check ODD.yaml ODD-broken.yaml",
    "enumerate ODD.txt --hp 4 --rows 3",
    "compare ODD.txt --hp 4 --rows 3 --methods layered,ODD",
    "draw ODD.txt --hp 4 --rows 3 -o ODD.svg",
    "draw ODD.yaml -o ODD.none",
    "draw ODD.yaml ODD.plan -o ODD.html",
    "solve ODD-warned.yaml",
    "solve ODD.yaml --time-limit ODD",
    "solve ODD.yaml --method ODD",
    "solve ODD.yaml --ODD",
    "solve ODD.yaml ODD",
    "ODD",
    "play ODD.yaml --player ODD",
]


@pytest.mark.few(1)
@pytest.mark.parametrize("odd", ODD_NAMES, ids=["escape", "newline", "no UTF-8"])
def test_no_name_reaches_the_terminal_raw(folder, odd):
    texts = {
        ".yaml": WINNABLE,
        ".txt": "4 0 0",
        ".plan": "stay\nright-1\nstay\n",
        "-broken.yaml": WINNABLE.replace("hp: 4", "hp: four"),
        "-warned.yaml": WAR.replace("9,", "2000,"),
    }
    for name, text in texts.items():
        (folder / f"{odd}{name}").write_text(text)
    raw = [odd, odd.encode(errors="surrogateescape").decode(errors="replace")]
    for line in NAMING:
        done = run(*(word.replace("ODD", odd) for word in line.split()))
        page = done.stdout + done.stderr
        assert done.exit_code in {0, 2, 10, 30}, line
        assert page or done.exit_code == 0, line
        assert not [each for each in ("\x1b", "Traceback", *raw) if each in page], line
    printed = only_object(run("solve", f"{odd}.txt", "--hp", "4", "--rows", "3", "--json").stdout)
    assert printed["title"].isprintable()


@pytest.mark.parametrize(
    "line",
    [
        "solve NAME",
        "check winnable.yaml NAME",
        "verify NAME",
        "play NAME",
        "draw winnable.yaml -o NAME.svg",
        "solve winnable.yaml --certificate NAME",
    ],
)
def test_what_can_be_no_file_is_refused_in_own_words(folder, line):
    for each in ("folder", "folder.svg"):
        (folder / each).mkdir()
    for name in ("X" * 300, "Y/" * 3000 + "Y", "nul\0", "folder", "winnable.yaml/x", "~nobody/x"):
        done = run(*(word.replace("NAME", name) for word in line.split()))
        assert done.exit_code == 30, name[:6]
        assert "error: " in done.stderr
        assert not [words for words in ("Errno", "defect") if words in done.stderr]
