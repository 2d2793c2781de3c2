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
from toadstone.files.declared_games import games_found
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
        found = games_found(Game)
        unknown = f"there is no game `{name}`: expected {one_of(games)}; {found.hint}"
        raise RequestError(found.refused.get(name, unknown))
    return games[name]
