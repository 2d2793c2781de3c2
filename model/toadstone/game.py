"""Games: each is data, a name, its questions, and where its parts are; and how games are found.

Packages and folders declare games by the entry points of the group `toadstone.games`. Their files
are read as they are (PyPA, "Entry points specification"). The standard library's
`importlib.metadata` reads the same, but takes a tenth of a second at every start.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar, cast

from toadstone.core.errors import InputError, Place, RequestError, ToadstoneError, in_one_line
from toadstone.core.part import SUPPORT, Part
from toadstone.core.process import apart
from toadstone.core.question import Question, Support
from toadstone.files import SCENARIO_OPTIONS
from toadstone.files.messages import one_of, quote

T = TypeVar("T")

GROUP = "toadstone.games"
GAME_PATH = "TOADSTONE_GAME_PATH"
"""The environment variable with folders of games that are not installed, as in `PATH`."""

NAME = re.compile(r"(?!.{61})[a-z][a-z0-9]*(-[a-z0-9]+)*")
OWN = "toadstone"
_SOURCE_TREE = Path(__file__).parents[2]
_DEFINES_GAME = re.compile(r"^GAME\b.*=", re.MULTILINE)


@dataclass(frozen=True)
class Game:
    """One game, which a package declares as an entry point of the group `toadstone.games`.

    Attributes:
        name: what files and the command line call it.
        package: the package that the modules of its parts are in.
        questions: what `ask:` may name.
        decision: the question whether it can be won at all.
        ties: questions that choose among plans that are equally good for what is asked.
        parts: where each part is, as `module:name`, which is imported when it is first asked for;
            or the part itself.
    """

    name: str
    package: str
    questions: tuple[Question, ...]
    decision: Question
    ties: tuple[Question, ...] = field(default=(), kw_only=True)
    parts: Mapping[Part[Any], Any] = field(repr=False, hash=False)

    def find(self, part: Part[T]) -> T | None:
        """Return a part, or None where the game does not bring it."""
        return cast("T | None", self._at(self.parts.get(part)))

    def support(self, part: Part[Any]) -> Support:
        """Return what a part declares that it supports; without a word of it, nothing."""
        declared = self.find(SUPPORT) or {}
        return cast(Support, self._at(declared.get(part, Support())))

    def _at(self, place: object) -> object:
        """Return what is at a place, `module:name`; what is no place, as it is."""
        if not isinstance(place, str):
            return place
        module, _, name = place.partition(":")
        return attrgetter(name)(import_module(f"{self.package}.{module}".rstrip(".")))

    def get(self, part: Part[T]) -> T:
        """Return a part; raise RequestError where the game does not bring it."""
        found = self.find(part)
        if found is None:
            raise RequestError(part.why_missing(self.name))
        return found


def all_games() -> Mapping[str, Game]:
    """Return every game by its name."""
    return games_found().games


def find_game(name: str) -> Game:
    """Return the game with this name; raise RequestError where there is none."""
    games = all_games()
    if name not in games:
        found = games_found()
        unknown = f"there is no game `{name}`: expected {one_of(games)}; {found.hint}"
        raise RequestError(found.refused.get(name, unknown))
    return games[name]


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


def files_of(name: str) -> list[str]:
    """Return the files of a game from outside: those of its package, or of its module.

    With a module that is alone in a file come those that it may import from the same folder.
    """
    package = find_game(name).package
    if comes_with_toadstone(package):
        return []
    file = Path(sys.modules[package].__file__ or "").absolute()
    if file.name == "__init__.py":
        return sorted(map(str, file.parent.rglob("*.py")))
    loaded = {getattr(each, "__file__", None) or "" for each in [*sys.modules.values()]}
    beside = {each for each in loaded if Path(each).absolute().parent == file.parent}
    return sorted({str(file), *beside})


def installed_games() -> Iterator[DeclaredGame]:
    """Yield the games of installed packages, those of Toadstone first.

    From a source tree, Toadstone's own come from its `pyproject.toml`. The folder that one works in
    is left out: it may come from a stranger.
    """
    project = _SOURCE_TREE / "pyproject.toml"
    points = {OWN: _points_of_project(project) if project.is_file() else {}}
    here = {"", str(Path.cwd())}
    for entry in dict.fromkeys(each for each in sys.path if each not in here):
        for file in sorted(Path(entry).glob("*.*-info/entry_points.txt")):
            distribution = file.parent.name.partition("-")[0].replace("_", "-").lower()
            if not points.get(distribution):
                section = _text_of(file).partition(f"[{GROUP}]")[2].partition("\n[")[0]
                lines = (line.partition("=") for line in section.splitlines())
                points[distribution] = {name.strip(): at for name, sign, at in lines if sign}
    for source, stated in points.items():
        yield from _declarations(stated, source, None)


def games_of_path(place: str) -> Iterator[DeclaredGame]:
    """Yield the games of a folder that is not installed, or of one file.

    A folder with a `pyproject.toml` declares its games there. Any other holds modules and packages;
    those that define `GAME` are games.

    Raises:
        InputError: there is no such folder, or its `pyproject.toml` cannot be read.
    """
    path = Path(os.path.abspath(place))  # noqa: PTH100 - not through links
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
    with suppress(OSError):
        return file.read_text(encoding="utf-8", errors="replace")
    return ""


def _declarations(
    stated: Mapping[str, str], source: str, folder: Path | None
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


@dataclass(frozen=True)
class GamesFound:
    """The games that can be used, by name, and why others cannot, by name or by place."""

    games: Mapping[str, Game]
    refused: Mapping[str, str]

    @property
    def hint(self) -> str:
        """Why a name may be unknown: a game cannot be used, or its folder was not named."""
        return next(
            iter(self.refused.values()), f"for a game of your own, see --game-path or {GAME_PATH}"
        )


@cache
def games_found() -> GamesFound:
    """Import every game that is declared; one warning for each that cannot be used.

    Those are the games that are installed, and those of the folders in `TOADSTONE_GAME_PATH`. Two
    games of one name are both refused, unless one is Toadstone's own, which stays.
    """
    games: dict[str, Game] = {}
    sources: dict[str, DeclaredGame] = {}
    refused: dict[str, str] = {}
    found = [*installed_games()]
    for place in filter(None, os.environ.get(GAME_PATH, "").split(os.pathsep)):
        try:
            found += games_of_path(place)
        except InputError as error:
            refused[place] = f"no game of {error.file} can be used: {error}"
    for declared in found:
        try:
            game = _import_game(declared)
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


def _import_game(declared: DeclaredGame) -> Game:
    """Import a game; raise RequestError with one sentence where it cannot be used."""
    named = f"the game `{declared.name or declared.module}` of {declared.source} cannot be used"
    if declared.folder is not None and str(declared.folder) not in sys.path:
        sys.path.append(str(declared.folder))
    try:
        with nullcontext() if declared.source == OWN else apart(declared.name or declared.module):
            module = import_module(declared.module)
        file = Path(os.path.abspath(module.__file__ or ""))  # noqa: PTH100 - not through links
        if declared.folder is not None and not file.is_relative_to(declared.folder):
            used = f"the one that Python finds first is {file}; uninstall that, or rename yours"
            raise RequestError(f"{named}: two modules are called `{declared.module}`, {used}")
        found = attrgetter(declared.attribute)(module)
        wrong = f"`{declared.attribute}` is no Game but {type(found).__name__}"
        if isinstance(found, Game):
            wrong = _fault(found, declared.name)
    except (MemoryError, ToadstoneError):
        raise
    except (Exception, SystemExit) as error:
        raise RequestError(f"{named}: {in_one_line(error)}") from error
    if wrong:
        raise RequestError(f"{named}: {wrong}")
    return cast(Game, found)


def _fault(game: Game, name: str | None) -> str:
    """Return what is wrong with the data of a game; nothing where all is well."""
    options: list[Any] = [*(game.find(SCENARIO_OPTIONS) or ())]
    asked = (*game.questions, game.decision)
    expected: list[tuple[str, list[object]]] = [
        ("a name such as `my-game`", [] if _is_name(game.name) else [game.name]),
        (f"the name `{name}`", [] if name in {None, game.name} else [game.name]),
        ("the `__name__` of a module", [] if game.package in sys.modules else [game.package]),
        ("questions", [each for each in asked if not isinstance(each, Question)]),
        ("parts under keys such as `RULES`", [p for p in game.parts if not isinstance(p, Part)]),
        ("an option's name", [each.name for each in options if not _is_name(each.name)]),
    ]
    wrong = ((wanted, found[0]) for wanted, found in expected if found)
    return next((f"expected {wanted}, found {quote(found)}" for wanted, found in wrong), "")


def _is_name(name: object) -> bool:
    return isinstance(name, str) and NAME.fullmatch(name) is not None


def use_games_of(folders: str) -> None:
    """Add the games of these folders, for this process and for those that it starts.

    The folders are stated as `TOADSTONE_GAME_PATH` has them.
    """
    # A process may work in another folder.
    places = filter(None, folders.split(os.pathsep))
    os.environ[GAME_PATH] = os.pathsep.join(map(os.path.abspath, places))
    games_found.cache_clear()
