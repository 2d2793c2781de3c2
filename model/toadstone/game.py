"""Games: each is data, a name, its questions, and where its parts are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from operator import attrgetter
from typing import Any, TypeVar, cast

from toadstone.core.errors import RequestError
from toadstone.core.part import Part
from toadstone.core.question import Question
from toadstone.files.declared_games import GAME_PATH, games_found
from toadstone.files.messages import one_of

T = TypeVar("T")


@dataclass(frozen=True)
class Game:
    """One game, which a package declares as an entry point of the group `toadstone.games`.

    Attributes:
        name: what files and the command line call it.
        package: the package that the modules of its parts are in.
        questions: what `ask:` may name.
        decision: the question whether it can be won at all.
        also_decide: other questions whose proven answers decide that, too. A list of questions
            with `decision` in it always does.
        ties: questions that choose among plans that are equally good for what is asked.
        parts: where each part is, as `module:name`, which is imported when it is first asked for;
            or the part itself.
    """

    name: str
    package: str
    questions: tuple[Question, ...]
    decision: Question
    also_decide: tuple[Question, ...] = field(default=(), kw_only=True)
    ties: tuple[Question, ...] = field(default=(), kw_only=True)
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


def all_games() -> Mapping[str, Game]:
    """Return every game by its name."""
    return games_found(Game).games


def find_game(name: str) -> Game:
    """Return the game with this name; raise RequestError where there is none."""
    games = all_games()
    if name not in games:
        unknown = f"there is no game `{name}`: expected {one_of(games)}{elsewhere()}"
        raise RequestError(why_refused(name) or unknown)
    return games[name]


def elsewhere() -> str:
    """Return a hint for an unknown name: why a game cannot be used, or how to name its folder."""
    hint = f"for a game of your own, see --game-path or {GAME_PATH}"
    return f"; {first_refusal() or hint}"


def first_refusal() -> str | None:
    """Return why some game cannot be used; None where all can."""
    return next(iter(games_found(Game).refused.values()), None)


def why_refused(name: str) -> str | None:
    """Return why the game with this name cannot be used; None where it can, or there is none."""
    return games_found(Game).refused.get(name) if name not in all_games() else None
