"""A pool of worker processes: tasks are done, told of, cancelled, tried again, and never lost."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, wait
from functools import partial
from pathlib import Path

import pytest

import workers
from places import TESTS
from toadstone.core.budget import Limits
from toadstone.core.errors import LimitReachedError
from toadstone.workers import WorkerDiedError, WorkerPool, _Process
from workers import wait_until, workers_of

PATIENCE = 30
"""Seconds after which a test gives up waiting."""


def is_gone(process):
    """Return whether there is no process of a number, or one that nobody has buried."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.fixture(scope="module")
def pool():
    with WorkerPool(workers.seven) as pool:
        yield pool


def done(pool, task, *more):
    return pool.submit(task, *more).result(PATIENCE)


def test_a_task_has_the_context_and_the_limits(pool):
    assert done(pool, workers.context_of) == 7
    assert done(pool, workers.limits, Limits(5, 3, 2)) == Limits(5, 3, 2)


@pytest.mark.parametrize(
    ("task", "limits", "error", "words"),
    [
        (workers.short_of_memory, None, MemoryError, "no room"),
        (workers.unsendable, None, RuntimeError, "function"),
        (workers.attentive, Limits(0.05), LimitReachedError, None),
    ],
)
def test_what_a_task_raises_its_future_raises(pool, task, limits, error, words):
    with pytest.raises(error, match=words):
        done(pool, task, limits)
    assert done(pool, workers.context_of) == 7


def test_a_context_that_cannot_be_made_is_the_error_of_every_task():
    with WorkerPool(workers.no_context) as pool:
        for _ in range(2):
            with pytest.raises(ValueError, match="no context"):
                done(pool, workers.context_of)


def test_where_there_is_no_room_to_send_a_task_that_is_its_error(monkeypatch):
    def send(self, kind, content, honest=_Process.send):
        if kind == "do":
            raise MemoryError
        honest(self, kind, content)

    monkeypatch.setattr(_Process, "send", send)
    with WorkerPool(workers.seven) as pool, pytest.raises(MemoryError, match="no room"):
        pool.submit(workers.fatal_once).result(PATIENCE)


def test_as_many_processes_work_as_there_may_be():
    before = {*workers_of(os.getpid())}
    with WorkerPool(workers.seven, 2) as pool:
        future = pool.submit(workers.deaf)
        wait_until(lambda: {*workers_of(os.getpid())} - before)
        (busy,) = {*workers_of(os.getpid())} - before
        for _ in range(2):
            assert done(pool, workers.pid) != busy
        assert len({*workers_of(os.getpid())} - before) == 2
        assert not future.done()


@pytest.mark.few(1)
@pytest.mark.parametrize(("task", "survives"), [("attentive", True), ("deaf", False)])
def test_a_cancelled_task_ends_and_its_process_with_it_where_it_does_not_listen(task, survives):
    with WorkerPool(workers.seven) as pool:
        before = done(pool, workers.pid)
        future = pool.submit(getattr(workers, task))
        time.sleep(0.02)
        assert future.cancel()
        with pytest.raises(CancelledError):
            future.result()
        assert wait([future], PATIENCE).not_done == set()
        assert (done(pool, workers.pid) == before) is survives
        assert is_gone(before) is not survives


def test_a_task_that_is_cancelled_before_its_turn_is_never_begun_and_stops_no_other(pool):
    first, second = pool.submit(workers.attentive), pool.submit(workers.fatal)
    third = pool.submit(workers.context_of)
    assert second.cancel()
    assert first.cancel()
    assert third.result(PATIENCE) == 7
    for _ in range(20):
        pool.submit(workers.attentive).cancel()
        unwanted, wanted = pool.submit(workers.pid), pool.submit(workers.pid)
        unwanted.cancel()
        assert wanted.result(PATIENCE)


def test_a_process_that_dies_is_an_error_and_the_next_task_is_done():
    with WorkerPool(workers.seven) as pool:
        before = done(pool, workers.pid)
        broken, after = pool.submit(workers.attentive), pool.submit(workers.pid)
        time.sleep(0.05)
        os.kill(before, signal.SIGKILL)
        with pytest.raises(WorkerDiedError, match="status -9"):
            broken.result(PATIENCE)
        assert after.result(PATIENCE) != before
        with pytest.raises(WorkerDiedError):
            done(pool, workers.fatal)


def test_a_task_is_tried_as_often_as_the_pool_says(tmp_path):
    with WorkerPool(workers.seven, tries=2) as pool:
        assert done(pool, partial(workers.fatal_once, str(tmp_path / "died"))) == 7
        with pytest.raises(WorkerDiedError):
            done(pool, workers.fatal)


def test_once_closed_nothing_is_left():
    threads = {*threading.enumerate()}
    pool = WorkerPool(workers.seven)
    before = done(pool, workers.pid)
    waiting = [pool.submit(workers.deaf), pool.submit(workers.context_of)]
    pool.close()
    pool.close()
    assert all(future.cancelled() for future in waiting)
    assert is_gone(before)
    assert {*threading.enumerate()} <= threads
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit(workers.context_of)


def test_ctrl_c_is_not_for_a_worker(pool):
    process = done(pool, workers.pid)
    os.kill(process, signal.SIGINT)
    assert done(pool, workers.pid) == process


@pytest.mark.few(1)
@pytest.mark.parametrize("ending", ["os._exit(0)", "os.kill(os.getpid(), signal.SIGKILL)", ""])
def test_workers_end_with_the_process_that_started_them(ending):
    code = (
        "import os, signal, workers\n"
        "from toadstone.workers import WorkerPool\n"
        "pool = WorkerPool(workers.seven)\n"
        "print(pool.submit(workers.pid).result(30), flush=True)\n"
        f"pool.submit(workers.deaf)\n{ending}\n"
    )
    path = os.pathsep.join([str(TESTS), *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-c", code]
    process = subprocess.run(command, env=environment, capture_output=True, check=False)
    wait_until(lambda: is_gone(int(process.stdout)))
