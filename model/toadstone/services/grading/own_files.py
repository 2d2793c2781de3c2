"""Which files `toadstone grade` wrote itself: known by what they hold, whatever their names."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

GENERATOR = "written by toadstone grade"
"""Stands in every file that is written, so that no other file is replaced, and none is graded."""

END_OF_PAGE = f"<!-- {GENERATOR} -->\n"
"""The last line of every page."""

_START_OF_PAGE = b"<!doctype html>"
_LARGEST_RESULTS = 64 * 1024 * 1024


def is_own(file: Path) -> bool:
    """Return whether a file is a page of `--html` or a result of `--gradescope`, as it was written.

    Raises:
        OSError: it cannot be read.
    """
    if not stat.S_ISREG(file.stat().st_mode):
        return False
    with file.open("rb") as opened:
        start = opened.read(len(_START_OF_PAGE))
        if start == _START_OF_PAGE:
            length, end = opened.seek(0, os.SEEK_END), END_OF_PAGE.encode()
            opened.seek(max(0, length - len(end)))
            return opened.read() == end
        if not start.startswith(b"{"):
            return False
        return _is_result(start + opened.read(_LARGEST_RESULTS))


def _is_result(data: bytes) -> bool:
    """Return whether a text is the `results.json` of a student."""
    if GENERATOR.encode() not in data:
        return False
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(found, dict)
        and isinstance(found.get("tests"), list)
        and found.get("extra_data") == {"generator": GENERATOR}
    )


def holds_only_own(folder: Path) -> bool:
    """Return whether every file in a folder, here or deeper, is an own one; or there is no folder.

    Hidden files do not count, since nobody hands them in. Of what cannot be read, nothing is known.
    """
    try:
        return all(not each.is_symlink() and is_own(each) for each in _files(folder))
    except OSError:
        return False


def is_from_grading(path: Path) -> bool:
    """Return whether a path is an own file, or a folder that holds such files alone."""
    if path.is_symlink():
        return False
    if path.is_dir():
        return holds_only_own(path) and any(_files(path))
    try:
        return is_own(path)
    except OSError:
        return False


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder, here or deeper, and the links; raise OSError on the way."""
    for name in sorted(os.listdir(folder)) if folder.is_dir() else ():  # noqa: PTH208
        path = folder / name
        if name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _files(path)
        else:
            yield path
