"""Standard output and standard error: who may write where, and in what form."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toadstone_cli.exit_status import ExitStatus

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from toadstone.errors import DefectError, InputError, ToadstoneError


def write_json(value: object) -> None:
    """Print one JSON object on one line."""
    write(json.dumps(value, ensure_ascii=False) + "\n")


def write_page(*parts: RenderableType) -> None:
    """Print renderables: styled on a terminal, plain text otherwise and under NO_COLOR."""
    console = _console()
    for part in parts:
        console.print(part, highlight=False, soft_wrap=isinstance(part, str))
    file = console.file
    assert isinstance(file, StringIO)  # noqa: S101 - it was made so, a few lines below
    write("".join(f"{line.rstrip()}\n" for line in file.getvalue().split("\n")[:-1]))


def _console() -> Console:
    from rich.console import Console

    on_terminal = sys.stdout.isatty()
    return Console(file=StringIO(), force_terminal=on_terminal or None, width=page_width())


def page_width() -> int:
    """Return the columns to fill: the terminal's, or 80 where there is none."""
    import shutil

    return shutil.get_terminal_size((80, 24)).columns


def write(text: str) -> None:
    """Write to standard output; a reader who has left early takes nothing from the answer."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_error(error: ToadstoneError, *, as_json: bool) -> ExitStatus:
    """Report an error and return the exit status that goes with it."""
    from toadstone.errors import DefectError, InputError, RequestError

    status = {RequestError: ExitStatus.USAGE, InputError: ExitStatus.UNUSABLE_FILE}.get(
        type(error), ExitStatus.DEFECT
    )
    message = str(error)
    if isinstance(error, DefectError):
        message = f"a defect of Toadstone, there is no answer: {message}{_keep(error)}"
    place = error.place if isinstance(error, InputError) else None
    if as_json:
        write_json_error(message, vars(place) if place else {})
        return status
    sys.stderr.write(f"{place or 'toadstone'}: error: {message}\n")
    if isinstance(error, InputError):
        sys.stderr.write(_pointed_line(error))
    return status


def _keep(error: DefectError) -> str:
    """Write the file that reproduces a defect, and say where it is."""
    if error.reproduction is None:
        return ""
    data = error.reproduction.encode()
    name = f"toadstone-disagreement-{hashlib.sha256(data).hexdigest()[:8]}.yaml"
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        try:
            (folder / name).write_bytes(data)
        except OSError:
            continue
        return f" (please report it with {folder / name}, which reproduces it)"
    return ""


def _pointed_line(error: InputError) -> str:
    """Return the line of the file with a mark under the column, where there is one to show."""
    if not error.line_text or not error.place or not error.place.column:
        return ""
    return f"    {error.line_text}\n    {' ' * (error.place.column - 1)}^\n"


def write_json_error(message: str, place: dict[str, Any]) -> None:
    """Print an error as the contract's JSON object."""
    where = {"file": None, "line": None, "column": None} | place
    write_json({"status": "error", "error": {"message": message} | where})
