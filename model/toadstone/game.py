"""Games: each is data, a name, its questions, and where its parts are."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar, cast

from toadstone.core.errors import InputError, RequestError, ToadstoneError
from toadstone.core.part import Part
from toadstone.core.question import Question
from toadstone.files.declared_games import (
    GAME_PATH,
    OWN,
    DeclaredGame,
    games_of_path,
    installed_games,
)
from toadstone.files.messages import one_of, printable, quoted

T = TypeVar("T")


@dataclass(frozen=True)
class Game:
    """One game.

    A package declares it as an entry point of the group `toadstone.games`.

    Attributes:
        name: what files and the command line call it.
        package: the package that the modules of its parts are in.
        questions: what `ask:` may name.
        decision: the question whether it can be won at all.
        also_decide: other questions whose proven answers decide that, too. A list of questions
            with `decision` in it always does.
        parts: where each part is, as `module:name`, which is imported when it is first asked for;
            or the part itself.
    """

    name: str
    package: str
    questions: tuple[Question, ...]
    decision: Question
    also_decide: tuple[Question, ...] = field(default=(), kw_only=True)
    parts: Mapping[Part[Any], Any] = field(repr=False, hash=False)

    def find(self, part: Part[T]) -> T | None:
        """Return a part, or None where the game does not bring it."""
        if part not in self.parts:
            return None
        place = self.parts[part]
        if not isinstance(place, str):
            return cast(T, place)
        module, _, name = place.partition(":")
        found: T = attrgetter(name)(import_module(f"{self.package}.{module}".rstrip(".")))
        return found

    def get(self, part: Part[T]) -> T:
        """Return a part; raise RequestError where the game does not bring it."""
        found = self.find(part)
        if found is None:
            raise RequestError(part.why_missing(self.name))
        return found


@dataclass(frozen=True)
class GamesFound:
    """All games that were found.

    Attributes:
        games: those that can be used, by name.
        refused: why each of the others cannot, by its name or where it is.
    """

    games: Mapping[str, Game]
    refused: Mapping[str, str]


@cache
def games_found() -> GamesFound:
    """Import every game that is declared; one warning for each that cannot be used.

    Two games of one name are both refused, unless one is Toadstone's own, which stays.
    """
    games: dict[str, Game] = {}
    sources: dict[str, DeclaredGame] = {}
    refused: dict[str, str] = {}
    for declared in _declared_games(refused):
        try:
            game = _imported(declared)
        except ToadstoneError as error:
            refused[declared.name or declared.module] = str(error)
            continue
        other = sources.setdefault(game.name, declared)
        if other is declared:
            games[game.name] = game
        elif (other.module, other.attribute) != (declared.module, declared.attribute):
            both = f"{other.source} and {declared.source}"
            refused[game.name] = f"two games are called `{game.name}`, in {both}"
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


def _imported(declared: DeclaredGame) -> Game:
    """Import a game; raise RequestError with one sentence where it cannot be used."""
    named = f"the game `{declared.name or declared.module}` of {declared.source} cannot be used"
    if declared.folder is not None and str(declared.folder) not in sys.path:
        sys.path.append(str(declared.folder))
    try:
        module = import_module(declared.module)
        found = attrgetter(declared.attribute)(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, MemoryError):
            raise
        raise RequestError(f"{named}: {_in_one_line(error)}") from error
    file = Path(module.__file__ or "").absolute()
    if declared.folder is not None and not file.is_relative_to(declared.folder):
        raise RequestError(f"{named}: another module is called `{declared.module}`: {file}")
    if wrong := _fault(found, declared.name):
        raise RequestError(f"{named}: {wrong}")
    return cast(Game, found)


def _in_one_line(error: BaseException) -> str:
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    place = "" if isinstance(error, SyntaxError) else where
    return printable(f"{type(error).__name__}: {error}".replace("\n", " ")) + place


_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def _fault(found: object, name: str | None) -> str | None:
    """Return what is wrong with the data of a game, or None."""
    if not isinstance(found, Game):
        return f"expected a `toadstone.game.Game`, found {type(found).__name__}"
    if not isinstance(found.name, str) or not _NAME.fullmatch(found.name):
        return f"expected a name such as `my-game`, found {quoted(found.name)}"
    if name not in (None, found.name):
        return f"it calls itself `{found.name}`"
    questions = (*found.questions, found.decision, *found.also_decide)
    if wrong := next((each for each in questions if not isinstance(each, Question)), None):
        return f"expected questions, found {quoted(wrong)}"
    if wrong := next((each for each in found.parts if not isinstance(each, Part)), None):
        return f"expected parts under keys such as `RULES`, found {quoted(wrong)}"
    return None


def use_games_of(folders: str) -> None:
    """Let the games of these folders be found, too, in this process and in those that it starts.

    Args:
        folders: the folders, as `TOADSTONE_GAME_PATH` has them.
    """
    os.environ[GAME_PATH] = folders
    games_found.cache_clear()


def all_games() -> Mapping[str, Game]:
    """Return every game by its name."""
    return games_found().games


def find_game(name: str) -> Game:
    """Return the game with this name; raise RequestError where there is none."""
    found = games_found()
    if name in found.refused and name not in found.games:
        raise RequestError(found.refused[name])
    games = all_games()
    if name not in games:
        raise RequestError(f"there is no game `{name}`: expected {one_of(games)}")
    return games[name]
