"""What holds for all tests."""

import gc
import os
import sys

import pytest
from hypothesis import settings

from exhaustive import mark_all_but_few
from toadstone.core.own_process import load_less
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
