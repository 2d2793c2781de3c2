"""Compiled code on disk: never out of date, safe for two runs at once, and no reason to fail."""

import sys
from importlib import import_module
from multiprocessing import get_context
from unittest.mock import Mock

import pytest
from numba import config

from toadstone.core.budget import COMPILING
from toadstone.core.errors import LimitReachedError
from toadstone.engines.compiling import announce_compiling, compiled, compiled_part

INNER = """
from toadstone.engines.compiling import compiled

@compiled
def weight(number):
    return {weight} * number
"""
OUTER = """
from inner import weight
from toadstone.engines.compiling import compiled

@compiled
def doubled(number):
    return 2 * weight(number)
"""
WITH_A_TYPE = """
from typing import NamedTuple
from inner import weight
from toadstone.engines.compiling import compiled

class {name}(NamedTuple):
    number: int

@compiled
def twice(pair):
    return 2 * weight(pair.number)

def doubled(number):
    return twice({name}(number))
"""
FORK = get_context("fork")

pytestmark = pytest.mark.filterwarnings(
    "ignore:.*is multi-threaded, use of fork:DeprecationWarning"
)
"""Python warns from 3.12 on; the threads of the tests hold nothing that a run waits for."""


@pytest.fixture
def folder(tmp_path):
    """Return a folder with a function that calls one of another file."""
    (tmp_path / "inner.py").write_text(INNER.format(weight=10))
    (tmp_path / "outer.py").write_text(OUTER)
    return tmp_path


def started(folder, *numbers, kept=None):
    """Start a run in a process of its own, which keeps its code in a folder or beside it.

    The process has loaded numba already, but none of the functions.
    """
    here, there = FORK.Pipe(duplex=False)
    process = FORK.Process(target=run, args=(folder, numbers, kept, there))
    process.start()
    there.close()
    return process, here


def run(folder, numbers, kept, there):
    """Send back what is heard of compiling, and twice the weights of numbers."""
    sys.dont_write_bytecode = True  # so that an edit within the same second is seen
    sys.path.insert(0, str(folder))
    config.CACHE_DIR = "" if kept is None else str(kept)
    heard = []
    with announce_compiling(heard.append):
        doubled = import_module("outer").doubled
        returned = [doubled(number) for number in numbers]
    there.send((heard, returned))


def seen_of(started_run):
    """Return how many functions a run had to compile, and what they returned."""
    process, here = started_run
    heard, returned = here.recv()
    process.join()
    assert process.exitcode == 0
    assert set(heard) <= {COMPILING}
    return len(heard), returned


BOTH = 2


def test_code_kept_with_a_type_that_is_gone_is_compiled_anew(folder):
    for name in ("Before", "After"):
        (folder / "outer.py").write_text(WITH_A_TYPE.format(name=name))
        assert seen_of(started(folder, 3)) == (BOTH, [60])


@pytest.mark.exhaustive
def test_a_caller_follows_an_edit_of_what_it_calls_in_another_file(folder):
    assert seen_of(started(folder, 3)) == (BOTH, [60])
    assert seen_of(started(folder, 3)) == (0, [60])
    (folder / "inner.py").write_text(INNER.format(weight=11))
    assert seen_of(started(folder, 3)) == (BOTH, [66])
    assert seen_of(started(folder, 3)) == (0, [66])


def test_runs_at_once_wait_for_the_one_that_compiles(folder):
    runs = [started(folder, 3) for _ in range(2)]
    assert sorted(seen_of(each) for each in runs) == [(0, [60]), (BOTH, [60])]


@pytest.mark.exhaustive
def test_code_that_was_cut_off_on_disk_is_compiled_again(folder):
    seen_of(started(folder, 3))
    files = list(folder.rglob("*.nbc"))
    assert len(files) == BOTH
    for path in files:
        path.write_bytes(path.read_bytes()[:100])
    assert seen_of(started(folder, 3)) == (BOTH, [60])


def test_code_is_compiled_where_there_is_no_folder_to_keep_it_in(monkeypatch):
    from numba.core.caching import CacheImpl

    monkeypatch.setattr(CacheImpl, "_locator_classes", [])
    assert compiled(lambda number: number + 1)(1) == 2


@pytest.fixture
def nothing_kept(monkeypatch, tmp_path):
    """Keep code in an empty folder; return the folder."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def test_code_is_compiled_where_the_disk_is_full(monkeypatch, nothing_kept):
    from numba.core.caching import IndexDataCacheFile

    monkeypatch.setattr(
        IndexDataCacheFile,
        "_open_for_write",
        Mock(side_effect=OSError(28, "No space left on device")),
    )
    assert compiled(lambda number: number + 2)(1) == 3
    assert [path for path in nothing_kept.rglob("*.nb*") if path.suffix != ".lock"] == []


def test_who_is_told_of_compiling_may_stop_it_and_the_next_call_goes_on(nothing_kept):
    inner = compiled(lambda number: number + 3)
    outer = compiled(lambda number: inner(number) + 1)
    told = []

    def stop(words):
        told.append(words)
        if len(told) == 2:
            raise LimitReachedError

    with announce_compiling(stop), pytest.raises(LimitReachedError):
        outer(1)
    with announce_compiling(stop):
        assert outer(1) == 5
    assert set(told) == {COMPILING}
    assert len(told) == 4


def test_a_part_is_compiled_once_for_all_constants_and_python_cannot_call_it(nothing_kept):
    part = compiled_part(lambda number: number + 1)
    whole = compiled(lambda number: part(1) + part(2) + part(number))
    assert whole(3) == 9
    assert len(part.overloads) == 1
    with pytest.raises(TypeError, match="only compiled code can call"):
        part(3)
