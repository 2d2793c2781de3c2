"""What holds for all tests."""

import gc
import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings

import own_folders
from chromium import CHROMIUM, browser
from exhaustive import mark_all_but_few
from places import TESTS
from toadstone.core.process import load_less
from toadstone.engines import instance
from toadstone.workers import usual_workers

# Every run tries the same random values, unless `--hypothesis-profile random` asks for new ones.
settings.register_profile("same", derandomize=True)
settings.register_profile("random", derandomize=False)
settings.load_profile("same")

# Hundreds of tests start the same program: what Python makes of its source is kept for the next.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# As the program does: no pandas for the solver, and garbage is looked for now and then.
load_less()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session):
    """Let each worker begin with other modules, so that not all of them compile the same ones."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or [Path(each).resolve() for each in session.config.args] != [TESTS]:
        return
    modules = sorted(TESTS.rglob("test_*.py"))
    first = len(modules) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for path in modules[first:] + modules[:first]:
        with suppress(Exception, pytest.skip.Exception):  # collecting it again says what is wrong
            _ = pytest.Module.from_parent(session, path=path).obj


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what is not tried by default."""
    mark_all_but_few(items)


def pytest_collection_finish():
    """Leave what was loaded and collected out of every later search for garbage."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)  # without pytest-xdist nobody asks
def pytest_xdist_auto_num_workers():
    """Return three workers for two processors: many tests wait for a browser or a terminal."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return -(-3 * usual_workers() // 2)


@pytest.fixture(scope="session")
def chromium():
    """Return the one browser of this process; a test is skipped where there is none."""
    pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no chromium is installed")
    with browser() as started:
        yield started


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def _no_game_was_tried_before(tmp_path_factory):
    """Let a test be like a process of its own: no game was tried, none of its folders is used."""
    yield
    instance._TRIED.clear()
    if own_folders.USED:
        used = filter(None, own_folders.USED)
        own_folders.forget_games_in(tmp_path_factory.getbasetemp(), *used)
        own_folders.USED.clear()
