"""The players: a person, perfect play, chance, players that look ahead, and those of a game.

A kind of player is registered by its name. Those here play every game; a game adds others as the
part `PLAYERS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError, RequestError
from toadstone.core.rules import Rules
from toadstone.core.session import Session, side_to_move, sides_of
from toadstone.engines.instance import Instance
from toadstone.engines.parts import EVALUATION
from toadstone.files.messages import did_you_mean, one_of, quoted
from toadstone.play.advice import Verdict
from toadstone.play.parts import PLAYERS
from toadstone.play.player import Player, PlayerKind, PlayerSetup


class PerfectPlayer:
    """Plays what its adviser proves best; gives up where no plan wins.

    Where there is no time for a proof it plays what the adviser holds to be best, and notes it; an
    adviser that names no such move leaves it without one.
    """

    def __init__(self, setup: PlayerSetup) -> None:
        self._setup = setup
        setup.adviser.prepare()

    def choose(self, session: Session[Any, Any], budget: Budget) -> Any | None:
        """Return the first best move."""
        advice = self._setup.adviser.advise(session, budget)
        if advice.verdict is Verdict.UNDECIDED and advice.moves:
            self._setup.note_unproven(advice.moves[0])
        elif advice.verdict is Verdict.UNDECIDED or not advice.proven:
            raise LimitReachedError
        return next(iter(advice.moves), None)


class RandomPlayer:
    """Plays any legal move, each as likely as the others; the same seed plays the same."""

    def __init__(self, setup: PlayerSetup) -> None:
        self._dice = setup.dice()

    def choose(self, session: Session[Any, Any], budget: Budget) -> Any | None:
        """Return a legal move."""
        return self._dice.choice(list(session.rules.legal_moves(session.state)))


PERSON = PlayerKind("person", "a person who types the moves", None)
PERFECT = PlayerKind("perfect", "the best move, proven", PerfectPlayer)
RANDOM = PlayerKind("random", "any legal move", RandomPlayer)


def kinds_of_players(instance: Instance) -> Mapping[str, PlayerKind]:
    """Return every kind of player of a game by its name."""
    kinds: list[PlayerKind] = [PERSON, PERFECT, RANDOM]
    if EVALUATION in instance.game.parts:
        from toadstone.play.searching_player import SEARCHING_PLAYERS

        kinds.extend(SEARCHING_PLAYERS)
    own = instance.game.find(PLAYERS)
    kinds.extend(own or ())
    return {kind.name: kind for kind in kinds}


@dataclass(frozen=True)
class ChosenPlayer:
    """The player of a side: its kind, and what stood after its colon."""

    kind: PlayerKind
    argument: str | None = None

    def __str__(self) -> str:
        return self.kind.name if self.argument is None else f"{self.kind.name}:{self.argument}"

    def make(self, setup: PlayerSetup) -> Player | None:
        """Return the player; None for a person.

        Raises:
            RequestError: the player cannot use the argument.
        """
        if self.kind.make is None:
            return None
        try:
            return self.kind.make(setup)
        except ValueError as error:
            raise RequestError(f"player `{self}`: {error}") from None


def expect_usable(instance: Instance, side: str, chosen: ChosenPlayer) -> None:
    """Raise RequestError where a player cannot use its argument."""
    if chosen.argument is not None:
        from toadstone.play.adviser import adviser_for

        chosen.make(PlayerSetup(instance, side, chosen.argument, adviser_for(instance)))


def assign_players(
    kinds: Mapping[str, PlayerKind], rules: Rules[Any, Any], wanted: Sequence[str]
) -> dict[str, ChosenPlayer]:
    """Return the player of each side, the side that moves first before the other.

    Each wish is `SIDE=PLAYER`, or `PLAYER` alone for every side that no wish names. A side that is
    left open is played by a person, as long as no other side is, and else perfectly.

    Raises:
        RequestError: there is no such side or player, or two wishes are for the same side.
    """
    first = side_to_move(rules, rules.start())
    sides = sorted(sides_of(rules), key=lambda side: side != first)
    given: dict[str, ChosenPlayer] = {}
    for wish in wanted:
        name, equals, player = wish.rpartition("=")
        side = _side(sides, name) if equals else _ALL
        if side in given:
            raise RequestError(f"expected one player for {side}, found a second, `{player}`")
        given[side] = player_named(kinds, player)
    players: dict[str, ChosenPlayer] = {}
    for side in sides:
        others = [*players.values(), *(given[other] for other in sides if other in given)]
        nobody = not any(each.kind is PERSON for each in others)
        players[side] = (
            given.get(side) or given.get(_ALL) or ChosenPlayer(PERSON if nobody else PERFECT)
        )
    return players


_ALL = "all other sides"


def _side(sides: Sequence[str], name: str) -> str:
    """Return the side with this name, however its letters are written."""
    for side in sides:
        if side.lower() == name.strip().lower():
            return side
    suggestion = did_you_mean(name, sides)
    raise RequestError(f"expected a side, {one_of(sides)}, found {quoted(name)}{suggestion}")


def player_named(kinds: Mapping[str, PlayerKind], text: str) -> ChosenPlayer:
    """Return the player that is written so.

    Raises:
        RequestError: there is no such player, or it lacks its argument.
    """
    name, colon, argument = text.strip().partition(":")
    if name not in kinds:
        forms = [kind.form for kind in kinds.values()]
        suggestion = did_you_mean(name, kinds)
        raise RequestError(f"expected a player, {one_of(forms)}, found {quoted(text)}{suggestion}")
    kind = kinds[name]
    if bool(argument) != (kind.argument is not None) or (colon and not argument):
        raise RequestError(f"expected {one_of([kind.form])}, found {quoted(text)}")
    return ChosenPlayer(kind, argument or None)
