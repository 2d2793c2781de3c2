"""Exported files, written to one file or into a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from toadstone.core.errors import RequestError
from toadstone.files.messages import one_of
from toadstone.files.writing import expect_writable, make_folder, open_atomic
from toadstone.services.export.format import Files


def expect_one_file(files: Files, name: str) -> None:
    """Raise RequestError where a format has made several files, which one stream cannot hold."""
    if len(files) > 1:
        names = one_of(sorted(files)).replace(" or ", " and ")
        raise RequestError(f"{name} makes {len(files)} files, {names}: type `-o FOLDER`")


def write_files(files: Files, path: str, read: Sequence[str] = ()) -> list[str]:
    """Write one file to a path, several into a folder, which is made; return what was written.

    Args:
        files: the texts by the names of the files; of one alone the name does not matter.
        path: the file, or the folder.
        read: files that are read, which must not be replaced.

    Raises:
        InputError: a file or the folder cannot be written.
    """
    if len(files) == 1:
        targets = {path: next(iter(files.values()))}
    else:
        targets = {str(Path(path) / name): text for name, text in files.items()}
        make_folder(path)
    for target in targets:
        expect_writable(target, *read)
    for target, text in targets.items():
        with open_atomic(target) as file:
            file.write(text)
    return list(targets)
