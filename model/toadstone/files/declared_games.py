"""The games that packages and folders declare, by the entry points of the group `toadstone.games`.

The files of entry points are read as they are (PyPA, "Entry points specification"). The standard
library's `importlib.metadata` reads the same, but takes a tenth of a second at every start.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toadstone.core.errors import InputError, Place

GROUP = "toadstone.games"
GAME_PATH = "TOADSTONE_GAME_PATH"
"""The environment variable with folders of games that are not installed, as in `PATH`."""

OWN = "toadstone"
_SOURCE_TREE = Path(__file__).parents[3]
_DEFINES_GAME = re.compile(r"^GAME\b.*=", re.MULTILINE)


@dataclass(frozen=True)
class DeclaredGame:
    """A game that is declared, before anything of it is imported.

    Attributes:
        module: the module that defines it.
        attribute: its name there.
        source: what declares it: a distribution such as `toadstone-kayles`, or a file.
        name: the name of the game; None where only the module states it.
        folder: the folder that the module is imported from; None where it is installed.
    """

    module: str
    attribute: str
    source: str
    name: str | None = None
    folder: Path | None = None


def installed_games() -> Iterator[DeclaredGame]:
    """Yield the games of installed packages, those of Toadstone first.

    From a source tree, Toadstone's own come from its `pyproject.toml`.
    """
    points: dict[str, dict[str, str]] = {OWN: {}}
    if (project := _SOURCE_TREE / "pyproject.toml").is_file():
        points[OWN] = _points_of_project(project)
    for file in _files_of_entry_points():
        distribution = file.parent.name.partition("-")[0].replace("_", "-").lower()
        if not points.get(distribution):
            points[distribution] = _points_of_distribution(file)
    for source, stated in points.items():
        yield from _declared(stated, source, None)


def games_of_path(place: str) -> Iterator[DeclaredGame]:
    """Yield the games of a folder that is not installed, or of one file.

    A folder with a `pyproject.toml` declares its games there. Any other holds modules and packages;
    those that define `GAME` are games.

    Raises:
        InputError: there is no such folder, or its `pyproject.toml` cannot be read.
    """
    path = Path(place).absolute()
    if not path.exists():
        raise InputError("no such folder", Place(place))
    project = path / "pyproject.toml"
    if stated := _points_of_project(project) if project.is_file() else {}:
        sources = path / "src"
        yield from _declared(stated, str(project), sources if sources.is_dir() else path)
        return
    alone = path.is_file() or (path / "__init__.py").is_file()
    for each in [path] if alone else sorted(path.iterdir()):
        file = each / "__init__.py" if each.is_dir() else each
        if file.suffix == ".py" and file.is_file() and _DEFINES_GAME.search(file.read_text()):
            yield DeclaredGame(each.stem, "GAME", str(file), folder=each.parent)


def _declared(stated: dict[str, str], source: str, folder: Path | None) -> Iterator[DeclaredGame]:
    for name, value in stated.items():
        module, _, attribute = value.partition(":")
        yield DeclaredGame(module.strip(), attribute.strip() or "GAME", source, name, folder)


def _points_of_project(file: Path) -> dict[str, str]:
    """Return the entry points that a `pyproject.toml` states, by name."""
    import tomllib

    try:
        project: Any = tomllib.loads(file.read_text()).get("project", {})
        return dict(project.get("entry-points", {}).get(GROUP, {}))
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise InputError(f"it cannot be read: {error}", Place(str(file))) from None


def _files_of_entry_points() -> Iterator[Path]:
    """Yield the files of entry points of all installed distributions, as imports find them."""
    for entry in dict.fromkeys(sys.path):
        try:
            names = sorted(os.listdir(entry or "."))
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                yield Path(entry, name, "entry_points.txt")


def _points_of_distribution(file: Path) -> dict[str, str]:
    """Return the entry points that an installed distribution states, by name."""
    try:
        text = file.read_text()
    except OSError:
        return {}
    section = text.partition(f"[{GROUP}]")[2].partition("\n[")[0]
    lines = (line.partition("=") for line in section.splitlines())
    return {name.strip(): value.strip() for name, sign, value in lines if sign}
