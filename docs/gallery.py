"""Makes the pictures of docs/gallery.md by the commands that the page shows.

python docs/gallery.py
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from typer.testing import CliRunner

from toadstone_cli.exit_status import ExitStatus
from toadstone_cli.main import app

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "gallery.md"
PICTURES = ROOT / "docs" / "gallery"


def commands() -> dict[str, list[str]]:
    """Return the arguments of each command of the page, by the name of its picture."""
    lines = re.findall(r"^toadstone (.*) -o docs/gallery/(\S+)$", PAGE.read_text(), re.MULTILINE)
    return {name: shlex.split(arguments) for arguments, name in lines}


def make(name: str, folder: Path) -> None:
    """Make a picture of the page in a folder, by its command; raise where that fails."""
    result = CliRunner().invoke(app, [*commands()[name], "-o", str(folder / name)])
    if result.exit_code not in {ExitStatus.ANSWERED, ExitStatus.IMPOSSIBLE}:
        raise RuntimeError(f"{name}: {result.output}")


def main() -> None:
    """Make all pictures of the page."""
    os.chdir(ROOT)
    PICTURES.mkdir(exist_ok=True)
    for name in commands():
        make(name, PICTURES)


if __name__ == "__main__":
    main()
