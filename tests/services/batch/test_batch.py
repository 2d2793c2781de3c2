"""Many scenarios at once: one line each, in order, whatever happens to files and processes."""

import hashlib
import json
import os
import pickle
import random
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import Future
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import Mock

import pytest
import yaml

import toadstone
from command_line import run
from tests.cli.test_cli import WINNABLE
from toadstone.core import __version__
from toadstone.core.errors import BrokenGameError, DisagreementError, InputError, RequestError
from toadstone.services.batch import run as running
from toadstone.services.batch import work
from toadstone.services.batch.inputs import grid, read_settings
from toadstone.services.batch.journal import Journal
from toadstone.services.batch.work import BatchTask, Ending, Request, Result
from toadstone.workers import WorkerDiedError
from warm import start_process
from workers import command_of, wait_until, workers_of

UNWINNABLE = WINNABLE.replace("[4, 0, 0]", "[31, 0, 0]").replace("One snake", "A wall")
pytestmark = pytest.mark.usefixtures("folder")
LONG_NAME = "x" * 5000


def write_scenarios(count):
    """Write scenarios with rolls of chance into the folder `many`."""
    rng = random.Random(5)
    Path("many").mkdir()
    for number in range(count):
        rolls = [rng.randrange(34) for _ in range(6)]
        text = WINNABLE.replace("[4, 0, 0]", str(rolls)).replace("One snake", f"River {number}")
        Path(f"many/river-{number:03}.yaml").write_text(text)


def lines_of(text):
    return [json.loads(line) for line in text.splitlines()]


def start(*arguments, **options):
    return start_process("batch", *arguments, text=True, **options)


def start_into(file, *arguments, **options):
    """Start a batch that prints into a file."""
    with Path(file).open("w") as printed:
        return start(*arguments, stdout=printed, **options)


def wait_for_lines(file, count):
    wait_until(lambda: Path(file).read_text().count("\n") >= count)


def but_times(text):
    """Return results without the seconds that each took."""
    return [{key: line[key] for key in line if key != "seconds"} for line in lines_of(text)]


class Here(running.LocalWorkers):
    """Does the work in this process, for tests of what is done, not of who does it."""

    def __init__(self, _):
        self.room = 1

    def submit(self, task):
        future = Future()
        future.set_result(pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(task)).work())))
        return future

    def close(self):
        pass


@pytest.fixture
def here(monkeypatch):
    """Let batches of this process start no others."""
    monkeypatch.setattr(running, "LocalWorkers", Here)


@pytest.mark.parametrize(
    ("error", "ending", "message", "status"),
    [
        (None, "unknown", "undecided: it was ended after 0.2 s, beyond its time limit", 20),
        (WorkerDiedError("status -9"), "error", "the process that worked on it died, twice", 30),
    ],
)
def test_only_its_file_is_lost_with_a_worker_that_dies_or_heeds_no_limit(
    monkeypatch, error, ending, message, status
):
    class SomeLost(Here):
        def submit(self, task):
            if task.name != "lost.yaml":
                return super().submit(task)
            future = Future()
            if error:
                future.set_exception(error)
            return future

    monkeypatch.setattr(running, "LocalWorkers", SomeLost)
    monkeypatch.setattr(running, "SECONDS_UNTIL_END", 0.1)
    names = ["before.yaml", "lost.yaml", "after.yaml"]
    for name in names:
        Path(name).write_text(WINNABLE)
    done = run("batch", *names, "--workers", 1, "--time-limit", "0.02")
    before, lost, after = lines_of(done.stdout)
    assert lost["status"] == ending
    assert lost["error"]["message"].startswith(message)
    assert [each["file"] for each in (before, after)] == ["before.yaml", "after.yaml"]
    assert "error" not in before | after
    assert done.exit_code == status


@pytest.mark.usefixtures("here")
def test_every_file_of_folders_is_a_line_that_of_solve_with_its_file_and_hash():
    for name, text in {"b.yaml": WINNABLE, "a.yml": UNWINNABLE, "deep/er/c.yaml": WINNABLE}.items():
        Path("many", name).parent.mkdir(parents=True, exist_ok=True)
        Path("many", name).write_text(text)
    Path("many/j.json").write_text(json.dumps(yaml.safe_load(WINNABLE)))
    Path("many/schema.json").write_text('{"type": "object"}')
    Path("many/notes.md").write_text("no scenario")
    done = run("batch", "many", "many/deep", "many", "first-crossing", "--workers", 1)
    assert done.exit_code == 0
    assert "2 files left out: not .yaml, .yml or scenario .json" in done.stderr
    lines = lines_of(done.stdout)
    files = ["many/a.yml", "many/b.yaml", "many/j.json", "many/deep/er/c.yaml", "first-crossing"]
    assert [line["file"] for line in lines] == files
    for line in lines[:2]:
        data = Path(line["file"]).read_bytes()
        assert line["sha256"] == hashlib.sha256(data).hexdigest()
    for line in lines:
        solved = toadstone.solve(line["file"]).to_json()
        assert {**line, "seconds": 0} == line | solved | {"seconds": 0}


@pytest.mark.usefixtures("here")
def test_no_file_stops_the_others_however_hostile():
    Path("h/sub").mkdir(parents=True)
    Path("h/empty").mkdir()
    Path("h/sub/good.yaml").write_text(WINNABLE)
    Path("h/good.yaml").write_text(WINNABLE)
    Path("h/sub/loop").symlink_to("..")
    Path("h/self.yaml").symlink_to("self.yaml")
    Path("h/gone.yaml").symlink_to("nowhere")
    Path("h/nothing.yaml").write_text("")
    Path("h/binary.yaml").write_bytes(bytes(range(256)))
    Path("h/half.json").write_text('{"game": "river-toad", ')
    Path(os.fsdecode(b"h/\xff.yaml")).write_text("game: chess")
    os.mkfifo("h/fifo.yaml")
    with Path("h/huge.yaml").open("wb") as huge:
        huge.truncate(1 << 40)
    named = ["h", "h/good.yaml", "nowhere.yaml", "frist-crossing", "h/empty", "", LONG_NAME]
    done = run("batch", *named, "--workers", 1)
    assert done.exit_code == 30
    lines = {line["file"]: line for line in lines_of(done.stdout)}
    assert len(lines) == len(lines_of(done.stdout))
    good = {"h/good.yaml", "h/sub/good.yaml"}
    assert {name for name in lines if lines[name]["status"] == "optimal"} == good
    errors = {name: line["error"] for name, line in lines.items() if name not in good}
    assert all(error["file"] == name for name, error in errors.items())
    for name, message in {
        "h/self.yaml": "Too many levels of symbolic links",
        "h/gone.yaml": "no such file",
        "h/nothing.yaml": "the file is empty",
        "h/binary.yaml": "expected UTF-8 text",
        "h/half.json": "this is not JSON",
        "h/\udcff.yaml": "expected `frog-puzzle`",
        "h/fifo.yaml": "expected a file, found a device or a pipe",
        "h/huge.yaml": "larger than 16 MiB",
        "nowhere.yaml": "no such file",
        "frist-crossing": "did you mean `first-crossing`?",
        "h/empty": "there is no scenario in this folder",
        "": "cannot be the name",
        LONG_NAME: "no such file",
    }.items():
        assert message in errors.pop(name)["message"]
    assert not errors
    assert lines["h/huge.yaml"]["sha256"] is None
    assert lines["h/binary.yaml"]["sha256"] == hashlib.sha256(bytes(range(256))).hexdigest()


def test_a_grid_has_every_combination_once_in_order_and_its_values_are_yaml():
    combinations = [repr((each["a"], each["b"])) for each in grid({"a": [1, 2, 1], "b": [True, 1]})]
    assert combinations == ["(1, True)", "(1, 1)", "(2, True)", "(2, 1)"]
    assert read_settings(["toad.hp=8,9"]) == {"toad.hp": (8, 9)}
    questions = ("max-hp", "min-moves")
    assert read_settings(["ask=max-hp, min-moves"]) == {"ask": questions}
    assert read_settings(["ask=[max-hp, min-moves], max-hp"]) == {"ask": (questions, "max-hp")}
    assert read_settings(["title='a, b'"]) == {"title": ("a, b",)}


# --- going on -----------------------------------------------------------------------------------


def task(text=WINNABLE, *, time_limit=None, name="a.yaml", version="1", ask=()):
    request = Request(ask=ask, time_limit=time_limit)
    return BatchTask(name, request, name, data=text.encode(), version=version)


def done(ending=Ending.ANSWERED, included=None):
    return Result({"status": "optimal"}, ending, included or {}, lasting=True)


def test_a_journal_knows_the_same_work_only_and_of_the_undecided_under_the_same_limit():
    with Journal("j") as journal:
        journal.add(task(), done())
        journal.add(task(UNWINNABLE, time_limit=5.0), done(Ending.UNDECIDED))
        with pytest.raises(InputError, match="another batch is writing this journal"):
            Journal("j")
    with Journal("j") as journal:
        assert journal.find(task()) == journal.find(task(time_limit=5.0)) == done()
        assert journal.find(task(UNWINNABLE, time_limit=5.0)) is not None
        others = [task(UNWINNABLE), task(name="b.yaml"), task(version="2"), task(ask=("x",))]
        assert [journal.find(other) for other in others] == [None] * 4


@pytest.mark.usefixtures("here")
def test_an_answer_counts_while_the_files_that_the_scenario_names_are_the_same():
    Path("rolls.txt").write_text("4 0 0")
    Path("s.yaml").write_text(WINNABLE.replace("rolls: [4, 0, 0]", "rolls_file: rolls.txt"))
    first = [*toadstone.batch("s.yaml", workers=1, journal="j")]
    again = [*toadstone.batch("s.yaml", workers=1, journal="j")]
    assert again == first
    assert first[0]["values"]["turns"] == 3
    Path("rolls.txt").write_text("4 0 0 0")
    (other,) = toadstone.batch("s.yaml", workers=1, journal="j")
    assert other["values"]["turns"] == 4


def test_another_database_or_a_damaged_one_is_no_journal():
    with closing(sqlite3.connect("other")) as other:
        other.execute("CREATE TABLE t (x)")
    with Journal("j") as journal:
        journal.add(task(), done())
    Path("j").write_bytes(Path("j").read_bytes()[:4096].ljust(12288, b"x"))
    for path in ("other", "j"):
        with (
            pytest.raises(InputError, match="no journal of this version"),
            Journal(path) as journal,
        ):
            journal.find(task())


def kept_in_journal():
    """Return how many answers the journal has, and how often one was put into it."""
    with closing(sqlite3.connect("out.journal")) as journal:
        return journal.execute("SELECT count(*), max(rowid) FROM results").fetchone()


def killed_and_resumed(times):
    """Kill a batch at random moments, and start it again each time; return how often it was."""
    rng = random.Random(times)
    killed = 0
    for round_number in range(times):
        process = start("many", "-o", "out", "--workers", 1 + round_number % 3)
        written = Path("out.journal-wal")
        before = written.stat().st_size if written.exists() else 0
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            if written.exists() and written.stat().st_size > before:
                break
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.1))
        workers = workers_of(process.pid) if process.poll() is None else []
        killed += process.poll() is None
        process.kill()
        process.communicate()
        expect_gone(workers)
    return killed


def expect_gone(processes):
    wait_until(lambda: not any(map(command_of, processes)))


@pytest.mark.parametrize(
    ("times", "count"), [(2, 80), pytest.param(20, 900, marks=pytest.mark.exhaustive)]
)
def test_a_batch_that_is_killed_goes_on_and_ends_as_if_it_had_not_been(times, count):
    write_scenarios(count)
    Path("many/bad.yaml").write_text("game: chess")
    assert killed_and_resumed(times) == times
    assert not Path("out").exists()
    assert [*Path().glob(".out.*.part")]
    assert run("batch", "many", "-o", "out", "--workers", 2).exit_code == 30
    assert not [*Path().glob(".out.*")]
    expected = run("batch", "many", "--workers", 1).stdout
    assert but_times(Path("out").read_text()) == but_times(expected)
    assert kept_in_journal() == (count, count), "something was done twice"


def test_results_that_are_replaced_are_named_where_the_batch_does_not_go_on():
    write_scenarios(1)
    Path("out").write_text("mine")
    line = ("batch", "many", "-o", "out", "--workers", 1)
    assert run(*line).stderr.endswith("; earlier out replaced\n")
    assert "replaced" not in run(*line).stderr


def test_ctrl_c_prints_what_is_done_and_a_second_one_changes_nothing():
    write_scenarios(2)
    asked = "{game: river-toad, board: {rows: 5}, toad: {hp: 900}, ask: [max-flies, min-moves], "
    rolls = random.Random(1).choices([0, 0, 1, 2, 4, 8, 16, 33], k=3000)
    Path("many/slow.yaml").write_text(f"{asked} rolls: {rolls}}}")
    Path("many/z.yaml").write_text(WINNABLE)
    process = start_into("printed", "many", "--workers", 2, start_new_session=True)
    wait_for_lines("printed", 2)
    time.sleep(0.3)
    workers = workers_of(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    files = [line["file"] for line in lines_of(Path("printed").read_text())]
    every = ["many/river-000.yaml", "many/river-001.yaml", "many/z.yaml"]
    assert files in (every, every[:2])
    assert said.splitlines()[-1] == "toadstone: interrupted"
    assert "Traceback" not in said
    expect_gone(workers)


def test_where_no_worker_starts_the_lines_say_so(monkeypatch):
    Path("a.yaml").write_text(WINNABLE)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    done = run("batch", "a.yaml", "--workers", "1")
    assert done.exit_code == 30
    assert "died, twice; perhaps memory ran out" in done.stdout


@pytest.mark.parametrize(
    ("error", "ending", "message"),
    [
        (ZeroDivisionError("x"), Ending.DEFECT, "a defect of Toadstone: ZeroDivisionError: x ("),
        (DisagreementError("no"), Ending.DEFECT, "a defect of Toadstone: no"),
        (BrokenGameError("the game x: no"), Ending.UNUSABLE, "the game x: no"),
        (OSError(24, "x"), Ending.UNUSABLE, "the system refuses: OSError: [Errno 24] x"),
        (MemoryError(), Ending.UNDECIDED, "memory ran out"),
    ],
)
def test_whatever_goes_wrong_in_a_worker_is_a_line(monkeypatch, error, ending, message):
    monkeypatch.setattr(work.answering, "answer", Mock(side_effect=error))
    result = task(version=__version__).work()
    assert (result.ending, result.lasting) == (ending, False)
    assert result.line["error"]["message"].startswith(message)
    assert result.line["file"] == "a.yaml"


def test_a_worker_of_another_version_says_so():
    result = task(version="0.0").work()
    assert "this worker has Toadstone" in result.line["error"]["message"]


# --- a Dask cluster -----------------------------------------------------------------------------

needs_dask = pytest.mark.skipif(
    not find_spec("distributed"), reason="distributed is missing: pip install 'toadstone[cluster]'"
)


@pytest.fixture
def cluster(tmp_path):
    """Start a scheduler and two workers; return its address and the workers."""
    python = [sys.executable, "-m"]
    file = tmp_path / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen(
        [
            *[*python, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"],
            *["--no-dashboard", "--no-show", "--scheduler-file", str(file)],
        ],
        **quiet,
    )
    worker = [*python, "distributed.cli.dask_worker", "--scheduler-file", str(file)]
    worker += ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
    workers = [subprocess.Popen(worker, **quiet) for _ in range(2)]
    wait_until(lambda: file.exists() and file.read_text().endswith("}"))
    yield json.loads(file.read_text())["address"], workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


@needs_dask
@pytest.mark.exhaustive
def test_a_cluster_that_loses_a_worker_gives_the_same_bytes(cluster):
    address, workers = cluster
    write_scenarios(16)
    Path("many/bad.yaml").write_text("game: chess")
    process = start_into("printed", "many", "--dask", address)
    wait_for_lines("printed", 2)
    workers[0].kill()
    _, said = process.communicate(timeout=120)
    assert process.returncode == 30, said
    assert "Traceback" not in said
    expected = run("batch", "many", "--workers", 1).stdout
    assert but_times(Path("printed").read_text()) == but_times(expected)


@needs_dask
@pytest.mark.exhaustive
def test_a_cluster_can_be_started_here():
    write_scenarios(10)
    here = run("batch", "many", "--dask", "local", "--workers", 2)
    assert but_times(here.stdout) == but_times(run("batch", "many", "--workers", 2).stdout)


@needs_dask
def test_a_result_of_a_cluster_that_cannot_be_read_here_is_an_error():
    future = Future()
    future.set_result(b"cno_such_module\nResult\n.")
    with pytest.raises(RequestError, match="the workers cannot load Toadstone"):
        running.Cluster("local", 1).result(future)


@needs_dask
@pytest.mark.exhaustive
def test_a_scheduler_that_does_not_answer_is_named():
    done = run("batch", "first-crossing", "--dask", "tcp://127.0.0.1:9")
    assert done.exit_code == 2
    assert "no scheduler answers at tcp://127.0.0.1:9" in done.stderr


def test_from_python_it_is_an_iterator_whose_workers_end_with_it():
    write_scenarios(5)
    lines = toadstone.batch(Path("many"), ask="min-moves", workers=1, confirm="never")
    first = next(lines)
    assert (first["ask"], first["confirmed_by"]) == (["min-moves"], None)
    assert workers_of(os.getpid())
    lines.close()
    expect_gone(workers_of(os.getpid()))
    with pytest.raises(toadstone.RequestError, match="did you mean `min-moves`"):
        toadstone.batch("many", ask="min-move", workers=1)
