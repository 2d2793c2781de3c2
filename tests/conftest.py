"""What holds for all tests."""

import gc
import os
import sys

# Hundreds of tests start the same program: what Python makes of its source is kept for the next.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_finish():
    """Leave what was loaded and collected out of every later search for garbage."""
    gc.collect()
    gc.freeze()
