"""Who can play: a person, perfect play, chance, and whoever a game has of its own.

A kind of player is registered by its name. Those here play every game; a game adds others in
`Game.players`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from toadstone.core.budget import Limits
from toadstone.core.errors import LimitReachedError, RequestError
from toadstone.core.reporting import Reporting
from toadstone.core.session import Session, side_to_move, sides_of
from toadstone.files.messages import did_you_mean, found, one_of
from toadstone.files.scenario import Scenario
from toadstone.game import AnyGame
from toadstone.play.adviser import Adviser, Standing

if TYPE_CHECKING:
    from toadstone.core.rules import Rules


class Player(Protocol):
    """Who chooses the moves of one side."""

    def choose(self, session: Session[Any, Any], reporting: Reporting) -> Any | None:
        """Return a legal move in a game that goes on, or None to give up.

        Raises:
            LimitReachedError: the time for a move ran out.
        """


def _unheard(move: Any) -> None:
    """Hear nothing."""


@dataclass(frozen=True)
class Seat:
    """What a player is given to play with.

    Attributes:
        game: the game.
        scenario: the scenario.
        side: the side to play.
        argument: what stands after the colon of the player's name, or None.
        adviser: who knows perfect play; all players share one.
        limits: time for one move, threads, and the seed.
        unproven: hears of a move that a player of proven moves is about to make without a proof.
    """

    game: AnyGame
    scenario: Scenario
    side: str
    argument: str | None
    adviser: Adviser
    limits: Limits
    unproven: Callable[[Any], None] = _unheard


@dataclass(frozen=True)
class PlayerKind:
    """One kind of player.

    Attributes:
        name: what to call it.
        meaning: how it plays, in a few words.
        make: seats a player; None for a person, whose moves come from outside. It raises
            ValueError when it cannot use the argument.
        argument: what has to follow the name and a colon, such as `DEPTH`; None where nothing may.
    """

    name: str
    meaning: str
    make: Callable[[Seat], Player] | None
    argument: str | None = None

    @property
    def form(self) -> str:
        """How it is written: `random`, or with an argument `minimax:DEPTH`."""
        return self.name if self.argument is None else f"{self.name}:{self.argument}"


class PerfectPlayer:
    """Plays what the adviser of its seat proves best; gives up where no plan wins.

    Where there was no time for a proof it plays what the adviser holds to be best, and says so; an
    adviser that names no such move leaves it without one.
    """

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        seat.adviser.prepare()

    def choose(self, session: Session[Any, Any], reporting: Reporting) -> Any | None:
        """Return the first best move."""
        advice = self._seat.adviser.advise(session, self._seat.limits, reporting)
        if advice.standing is Standing.UNDECIDED and advice.moves:
            self._seat.unproven(advice.moves[0])
        elif advice.standing is Standing.UNDECIDED or not advice.proven:
            raise LimitReachedError
        return next(iter(advice.moves), None)


class RandomPlayer:
    """Plays any legal move, each as likely as the others; the same seed plays the same."""

    def __init__(self, seat: Seat) -> None:
        self._dice = random.Random(f"{seat.limits.seed} {seat.side}")  # noqa: S311 - a game

    def choose(self, session: Session[Any, Any], reporting: Reporting) -> Any | None:
        """Return a legal move."""
        return self._dice.choice(list(session.rules.legal_moves(session.state)))


PERSON = PlayerKind("person", "whoever types the moves", None)
PERFECT = PlayerKind("perfect", "the best move, proven", PerfectPlayer)
RANDOM = PlayerKind("random", "any legal move", RandomPlayer)


def kinds_of_players(game: AnyGame, scenario: Scenario) -> Mapping[str, PlayerKind]:
    """Return every kind of player of a scenario by its name."""
    everywhere = (PERSON, PERFECT, RANDOM)
    kinds = (*everywhere, *game.searching_players(scenario), *game.players())
    return {kind.name: kind for kind in kinds}


@dataclass(frozen=True)
class Part:
    """Which player plays a side: the kind, and what stood after its colon."""

    kind: PlayerKind
    argument: str | None = None

    def __str__(self) -> str:
        return self.kind.name if self.argument is None else f"{self.kind.name}:{self.argument}"

    def take(self, seat: Seat) -> Player | None:
        """Return the player; None for a person.

        Raises:
            RequestError: the player cannot use the argument.
        """
        if self.kind.make is None:
            return None
        try:
            return self.kind.make(seat)
        except ValueError as error:
            raise RequestError(f"player `{self}`: {error}") from None


def cast(
    kinds: Mapping[str, PlayerKind], rules: Rules[Any, Any], wanted: Sequence[str]
) -> dict[str, Part]:
    """Return who plays each side, the side that moves first before the other.

    Each wish is `SIDE=PLAYER`, or `PLAYER` alone for every side that no wish names. A side that is
    left open is played by a person, as long as no other side is, and else perfectly.

    Raises:
        RequestError: there is no such side or player, or two wishes are for the same side.
    """
    first = side_to_move(rules, rules.start())
    sides = sorted(sides_of(rules), key=lambda side: side != first)
    given: dict[str, Part] = {}
    for wish in wanted:
        name, equals, player = wish.rpartition("=")
        side = _side(sides, name) if equals else _ALL
        if side in given:
            raise RequestError(f"expected one player for {side}, found a second, `{player}`")
        given[side] = part_named(kinds, player)
    parts: dict[str, Part] = {}
    for side in sides:
        others = [*parts.values(), *(given[other] for other in sides if other in given)]
        nobody = not any(part.kind is PERSON for part in others)
        parts[side] = given.get(side) or given.get(_ALL) or Part(PERSON if nobody else PERFECT)
    return parts


_ALL = "all other sides"


def _side(sides: Sequence[str], name: str) -> str:
    """Return the side with this name, however its letters are written."""
    for side in sides:
        if side.lower() == name.strip().lower():
            return side
    suggestion = did_you_mean(name, sides)
    raise RequestError(f"expected a side, {one_of(sides)}, found {found(name)}{suggestion}")


def part_named(kinds: Mapping[str, PlayerKind], text: str) -> Part:
    """Return the player that is written so.

    Raises:
        RequestError: there is no such player, or it lacks its argument.
    """
    name, colon, argument = text.strip().partition(":")
    if name not in kinds:
        forms = [kind.form for kind in kinds.values()]
        suggestion = did_you_mean(name, kinds)
        raise RequestError(f"expected a player, {one_of(forms)}, found {found(text)}{suggestion}")
    kind = kinds[name]
    if bool(argument) != (kind.argument is not None) or (colon and not argument):
        raise RequestError(f"expected {one_of([kind.form])}, found {found(text)}")
    return Part(kind, argument or None)
