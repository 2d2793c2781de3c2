"""A tournament: players of a two-player game, each against each, with the sides taken in turn.

Every game starts from the same position. The dice of a game follow from the seed of the
tournament, the two players and the number of the game alone, so that the same seed plays the same
games, whichever others take part.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import comb
from typing import Any

from toadstone.core.budget import Budget, Limits, Listener
from toadstone.core.errors import DefectError, LimitReachedError, RequestError
from toadstone.core.line import Line
from toadstone.core.question import Sense
from toadstone.core.rules import IllegalMoveError
from toadstone.core.shown import Records
from toadstone.engines.adversarial.query import two_player_rules
from toadstone.engines.instance import Instance
from toadstone.play.adviser import adviser_for, to_go_on_with
from toadstone.play.parts import Adviser, Player, PlayerSetup
from toadstone.play.players import (
    LEVELS,
    PERFECT,
    PERSON,
    ChosenPlayer,
    kinds_of_players,
    player_named,
)


@dataclass(frozen=True)
class Forfeit:
    """Why a player lost a game that was not over; `late` says that time ran out for its move."""

    player: str
    reason: str
    late: bool = False


@dataclass(frozen=True)
class GamePlayed:
    """One game of a tournament, played to its end or forfeited.

    Attributes:
        players: who played, by side.
        moves: the moves, in their text form, those of the opening included.
        opening: how many of them were the opening.
        winner: the player that won; None for a draw.
        margin: the payoff to the first side; None where the game has no scores or was forfeited.
        seconds: what each player took for each of its moves, by player.
        forfeit: why the game ended early, if it did.
        unproven: how many moves were made without a proof by who plays proven moves.
    """

    players: Mapping[str, str]
    moves: tuple[str, ...]
    winner: str | None
    margin: int | None
    seconds: Mapping[str, Sequence[float]]
    forfeit: Forfeit | None = None
    opening: int = 0
    unproven: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the game as an object of the tournament's JSON."""
        return {
            "players": dict(self.players),
            "winner": self.winner,
            "margin": self.margin,
            "moves": list(self.moves),
            "opening": self.opening,
            "unproven": self.unproven,
            "forfeit": self.forfeit and vars(self.forfeit),
        }


@dataclass(frozen=True)
class Score:
    """What a player came to, against one other or against all."""

    wins: int
    draws: int
    losses: int
    margin: float | None
    seconds_per_move: float | None

    @property
    def games(self) -> int:
        """The games played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    def to_json(self) -> dict[str, Any]:
        """Return the score as keys of the tournament's JSON."""
        per_move = self.seconds_per_move
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "points": self.points,
            "mean_margin": self.margin,
            "seconds_per_move": None if per_move is None else round(per_move, 6),
        }


@dataclass(repr=False)
class Tournament(Records):
    """Players, each against each.

    Attributes:
        instance: where every game starts, and the questions that it is played for.
        players: the players, each once.
        rounds: games that each two play.
        seed: decides all dice.
        seconds_per_move: the time for one move.
        budget: ends the tournament.
        opening: random moves before the players take over; every two games share an opening, in
            which the players have exchanged the sides. No opening ends a game.
        games: what was played so far.
    """

    instance: Instance
    players: Sequence[ChosenPlayer]
    rounds: int
    seed: int
    seconds_per_move: float
    budget: Budget
    opening: int = 0
    games: list[GamePlayed] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The players' names, in the order in which they were given."""
        return [str(player) for player in self.players]

    @property
    def scheduled(self) -> int:
        """The games that there are to play."""
        return self.rounds * comb(len(self.players), 2)

    @property
    def complete(self) -> bool:
        """Whether all of them were played."""
        return len(self.games) == self.scheduled

    @property
    def late(self) -> bool:
        """Whether a game was lost because time for a move ran out."""
        return any(game.forfeit is not None and game.forfeit.late for game in self.games)

    def play(self) -> None:
        """Play round by round, so that a limit leaves everybody with about as many games.

        The listener of the budget is told which game is being played.
        """
        adviser = adviser_for(self.instance)
        with self.budget.stoppable():
            for number in range(self.rounds):
                for pair in combinations(self.players, 2):
                    one, other = pair if number % 2 == 0 else pair[::-1]
                    self.budget.tell(
                        f"game {len(self.games) + 1} of {self.scheduled}, {one} against {other}"
                    )
                    self.games.append(self._game(number, one, other, adviser))

    def score(self, player: str, opponent: str | None = None) -> Score:
        """Return what a player came to, against one opponent or against all."""
        games = [
            game
            for game in self.games
            if player in game.players.values()
            and (opponent is None or opponent in game.players.values())
        ]
        margins = [
            game.margin if player == next(iter(game.players.values())) else -game.margin
            for game in games
            if game.margin is not None
        ]
        seconds = [each for game in games for each in game.seconds[player]]
        wins = sum(game.winner == player for game in games)
        draws = sum(game.winner is None for game in games)
        return Score(wins, draws, len(games) - wins - draws, _mean(margins), _mean(seconds))

    def __repr__(self) -> str:
        names = ", ".join(self.names)
        return f"<Tournament {self.instance.game.name}: {names}: {len(self.games)} games>"

    def to_records(self) -> list[dict[str, Any]]:
        """Return a record for each player and opponent."""
        return [
            {"player": one, "opponent": other, **self.score(one, other).to_json()}
            for one, other in permutations(self.names, 2)
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `tournament --json` prints."""
        stopped = "interrupted" if self.budget.interrupted else "unknown"
        return {
            **self.instance.scenario.json_head,
            "status": "complete" if self.complete else stopped,
            "seed": self.seed,
            "opening": self.opening,
            "games_each": self.rounds,
            "players": [
                {"player": name, **self.score(name).to_json()} for name in self.standings()
            ],
            "pairs": self.to_records(),
            "games": [game.to_json() for game in self.games],
        }

    def standings(self) -> list[str]:
        """Return the players, the one with most points first."""
        return sorted(self.names, key=lambda name: -self.score(name).points)

    def _game(
        self, number: int, first: ChosenPlayer, second: ChosenPlayer, adviser: Adviser
    ) -> GamePlayed:
        """Play a game to its end or until a player forfeits it; the first has the first side."""
        rules = two_player_rules(self.instance)
        chosen = dict(zip(rules.sides, (first, second), strict=True))
        names = {side: str(each) for side, each in chosen.items()}
        dice = random.Random(f"{self.seed} {number} {first} {second}")  # noqa: S311 - a game
        seed, unproven = dice.randrange(2**31), list[Any]()
        players = {
            side: each.make(
                PlayerSetup(self.instance, side, each.argument, adviser, seed, unproven.append)
            )
            for side, each in chosen.items()
        }
        line, forfeit = self._open(number, sorted(names.values())), None
        opening, seconds = len(line.moves), {name: list[float]() for name in names.values()}
        while line.ending is None and forfeit is None:
            self.budget.check()
            side = line.to_move
            started = time.perf_counter()
            then = self._turn(line, names[side], players[side], seed)
            seconds[names[side]].append(time.perf_counter() - started)
            if seconds[names[side]][-1] > self.seconds_per_move:
                forfeit = self._late(names[side])
            elif isinstance(then, Forfeit):
                forfeit = then
            else:
                line = then
        winner, margin = None, None
        if forfeit is not None:
            winner = next(name for name in names.values() if name != forfeit.player)
        elif (outcome := line.ending) is not None:
            winner = names.get(outcome.winner or "")
            margin = rules.payoff(outcome) if rules.highest_payoff > 1 else None
        moves = tuple(map(str, line.moves))
        return GamePlayed(names, moves, winner, margin, seconds, forfeit, opening, len(unproven))

    def _open(self, number: int, names: Sequence[str]) -> Line[Any, Any]:
        """Return the line after the opening that two players share for two games."""
        dice = random.Random(f"{self.seed} opening {number // 2} {names}")  # noqa: S311 - a game
        line = Line.begin(self.instance.rules)
        for _ in range(self.opening):
            ways_on = [line.after(move) for move in line.rules.legal_moves(line.state)]
            going_on = [after for after in ways_on if after.ending is None]
            if not going_on:
                break
            line = dice.choice(going_on)
        return line

    def _turn(
        self, line: Line[Any, Any], name: str, player: Player, seed: int
    ) -> Line[Any, Any] | Forfeit:
        """Let a player move; whatever goes wrong with it costs it the game."""
        listener = Listener(tell=lambda words: self.budget.check())
        budget = Budget(Limits(self.seconds_per_move, 1, seed), listener)
        try:
            move = player(line, budget)
            return Forfeit(name, "gave up") if move is None else line.after(move)
        except (DefectError, MemoryError):
            raise
        except LimitReachedError:
            self.budget.check()
            return self._late(name)
        except IllegalMoveError as error:
            return Forfeit(name, f"{move} is not legal: {error}")
        except Exception as error:
            return Forfeit(name, f"{type(error).__name__}: {error}")

    def _late(self, name: str) -> Forfeit:
        return Forfeit(name, f"no move within {self.seconds_per_move:g} s", late=True)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def entrants(instance: Instance, wanted: Sequence[str]) -> list[ChosenPlayer]:
    """Return the players of a tournament; without a wish, all but levels who need no argument.

    Raises:
        RequestError: there is no such player, one is a person, is named twice or cannot use its
            argument, or there are fewer than two.
    """
    kinds = kinds_of_players(instance)
    own = [kind for kind in kinds.values() if kind is PERFECT or kind not in LEVELS]
    usual = [kind.name for kind in own if kind.make and kind.argument is None]
    players = [player_named(kinds, name) for name in wanted or usual]
    if any(player.kind is PERSON for player in players):
        raise RequestError("a person does not play in a tournament: `toadstone play` is for people")
    names = [str(player) for player in players]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise RequestError(f"expected each player once, found `{twice}` twice")
    if len(players) < 2:
        raise RequestError(f"expected two players at least, found {len(players)}")
    side, adviser = two_player_rules(instance).sides[0], adviser_for(instance)
    for player in players:
        player.make(PlayerSetup(instance, side, player.argument, adviser))
    return players


def tournament_instance(instance: Instance) -> Instance:
    """Return what a tournament is played for; raise RequestError in a one-player game."""
    game = instance.game
    if game.decision.sense is not Sense.POSITION:
        raise RequestError(f"a tournament is for two-player games, {game.name} is for one player")
    return to_go_on_with(instance)
