"""The games that packages and folders declare, by the entry points of the group `toadstone.games`.

The files of entry points are read as they are (PyPA, "Entry points specification"). The standard
library's `importlib.metadata` reads the same, but takes a tenth of a second at every start.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from toadstone.core.errors import InputError, Place, RequestError, ToadstoneError
from toadstone.core.part import Part
from toadstone.core.question import Question
from toadstone.files.formats import OUTPUT_OPTIONS, SCENARIO_OPTIONS
from toadstone.files.messages import quote


class Named(Protocol):
    """A game, as far as this module knows it."""

    @property
    def name(self) -> str:
        """What files and the command line call it."""


Game = TypeVar("Game", bound=Named)

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


def comes_with_toadstone(package: str) -> bool:
    """Return whether the package of a game is one of Toadstone's own."""
    return package.partition(".")[0] == OWN


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
        yield from _declarations(stated, source, None)


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
    if path.is_file() and path.suffix != ".py":
        raise InputError("expected a folder, or a file of Python", Place(place))
    project = path / "pyproject.toml"
    if stated := _points_of_project(project) if project.is_file() else {}:
        sources = path / "src"
        yield from _declarations(stated, str(project), sources if sources.is_dir() else path)
        return
    found = False
    alone = path.is_file() or (path / "__init__.py").is_file()
    try:
        inside = [path] if alone else sorted(path.iterdir())
    except OSError as error:
        raise InputError(f"it cannot be read: {error.strerror}", Place(place)) from None
    for each in inside:
        file = each / "__init__.py" if each.is_dir() else each
        if file.suffix == ".py" and _DEFINES_GAME.search(_text_of(file)):
            found = True
            yield DeclaredGame(each.stem, "GAME", str(file), folder=each.parent)
    if not found:
        raise InputError("expected a file or package that defines `GAME`", Place(place))


def _text_of(file: Path) -> str:
    """Return the text of a file; none where it cannot be read."""
    with suppress(OSError):
        return file.read_text(encoding="utf-8", errors="replace")
    return ""


def _declarations(
    stated: dict[str, str], source: str, folder: Path | None
) -> Iterator[DeclaredGame]:
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
    """Yield the files of entry points of all installed distributions, as imports find them.

    The folder that one works in is left out: it may come from a stranger.
    """
    here = {"", str(Path.cwd())}
    for entry in dict.fromkeys(each for each in sys.path if each not in here):
        with suppress(OSError):
            for each in sorted(Path(entry).iterdir()):
                if each.suffix in {".dist-info", ".egg-info"}:
                    yield each / "entry_points.txt"


def _points_of_distribution(file: Path) -> dict[str, str]:
    section = _text_of(file).partition(f"[{GROUP}]")[2].partition("\n[")[0]
    lines = (line.partition("=") for line in section.splitlines())
    return {name.strip(): value.strip() for name, sign, value in lines if sign}


@dataclass(frozen=True)
class GamesFound(Generic[Game]):
    """All games that were found.

    Attributes:
        games: those that can be used, by name.
        refused: why each of the others cannot, by its name or where it is.
    """

    games: Mapping[str, Game]
    refused: Mapping[str, str]

    @property
    def hint(self) -> str:
        """Why a name may be unknown: a game cannot be used, or its folder was not named."""
        return next(
            iter(self.refused.values()), f"for a game of your own, see --game-path or {GAME_PATH}"
        )


@cache
def games_found(kind: type[Game]) -> GamesFound[Game]:
    """Import every game that is declared; one warning for each that cannot be used.

    Two games of one name are both refused, unless one is Toadstone's own, which stays.

    Args:
        kind: the class of games, `toadstone.game.Game`.
    """
    games: dict[str, Game] = {}
    sources: dict[str, DeclaredGame] = {}
    refused: dict[str, str] = {}
    for declared in _declared_games(refused):
        try:
            game = _import_game(declared, kind)
        except ToadstoneError as error:
            refused[declared.name or declared.module] = str(error)
            continue
        other = sources.setdefault(game.name, declared)
        if other is declared:
            games[game.name] = game
        elif (other.module, other.attribute) != (declared.module, declared.attribute):
            both = f"{other.source} and {declared.source}"
            kept = "Toadstone's own is used" if other.source == OWN else "neither is used"
            refused[game.name] = f"two games are called `{game.name}`, in {both}; {kept}"
            if other.source != OWN:
                games.pop(game.name, None)
    for reason in refused.values():
        warnings.warn(reason, stacklevel=2)
    return GamesFound(games, refused)


def _declared_games(refused: dict[str, str]) -> Iterator[DeclaredGame]:
    """Yield the games that are installed, and those of the folders in `TOADSTONE_GAME_PATH`."""
    yield from installed_games()
    for place in filter(None, os.environ.get(GAME_PATH, "").split(os.pathsep)):
        try:
            yield from games_of_path(place)
        except InputError as error:
            refused[place] = f"no game of {error.file} can be used: {error}"


def _import_game(declared: DeclaredGame, kind: type[Game]) -> Game:
    """Import a game; raise RequestError with one sentence where it cannot be used."""
    named = f"the game `{declared.name or declared.module}` of {declared.source} cannot be used"
    if declared.folder is not None and str(declared.folder) not in sys.path:
        sys.path.append(str(declared.folder))
    try:
        module = import_module(declared.module)
        file = Path(module.__file__ or "").absolute()
        if declared.folder is not None and not file.is_relative_to(declared.folder):
            used = f"the one that Python finds first is {file}; uninstall that, or rename yours"
            raise RequestError(f"{named}: two modules are called `{declared.module}`, {used}")
        found = attrgetter(declared.attribute)(module)
        wrong = _fault(found, declared.name) if isinstance(found, kind) else None
    except (MemoryError, ToadstoneError):
        raise
    except (Exception, SystemExit) as error:
        from toadstone.core.promises import in_one_line

        raise RequestError(f"{named}: {in_one_line(error)}") from error
    if not isinstance(found, kind):
        raise RequestError(f"{named}: `{declared.attribute}` is no Game but {type(found).__name__}")
    if wrong:
        raise RequestError(f"{named}: {wrong}")
    return found


NAME = re.compile(r"(?!.{61})[a-z][a-z0-9]*(-[a-z0-9]+)*")


def _fault(game: Any, name: str | None) -> str | None:
    """Return what is wrong with the data of a game, or None."""
    options = [*(game.find(SCENARIO_OPTIONS) or ()), *(game.find(OUTPUT_OPTIONS) or ())]
    expected: list[tuple[str, list[object]]] = [
        ("a name such as `my-game`", [] if _is_name(game.name) else [game.name]),
        (f"the name `{name}`", [] if name in {None, game.name} else [game.name]),
        ("the `__name__` of a module", [] if game.package in sys.modules else [game.package]),
        ("questions", [each for each in _asked(game) if not isinstance(each, Question)]),
        ("parts under keys such as `RULES`", [p for p in game.parts if not isinstance(p, Part)]),
        ("an option's name", [each.name for each in options if not _is_name(each.name)]),
    ]
    wrong = ((wanted, found[0]) for wanted, found in expected if found)
    return next((f"expected {wanted}, found {quote(found)}" for wanted, found in wrong), None)


def _is_name(name: object) -> bool:
    return isinstance(name, str) and NAME.fullmatch(name) is not None


def _asked(game: Any) -> tuple[object, ...]:
    return (*game.questions, game.decision, *game.also_decide)


def use_games_of(folders: str) -> None:
    """Let the games of these folders be found, too, in this process and in those that it starts.

    Args:
        folders: the folders, as `TOADSTONE_GAME_PATH` has them.
    """
    os.environ[GAME_PATH] = folders
    games_found.cache_clear()
