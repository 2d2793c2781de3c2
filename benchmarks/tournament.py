"""`python -m benchmarks.tournament SCENARIO`: players of one game, compared.

In a two-player game every two players play each other and take the sides in turn. In a one-player
game each plays alone: a game that is won is a point. The dice of a game follow from the seed, its
players and its number alone. Without `--players` the four levels play, and the command ends with 1
if a level comes off worse than the one below it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import toadstone
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import InputError, LimitReachedError, RequestError
from toadstone.core.line import Line, sides_of
from toadstone.core.rules import Outcome
from toadstone.engines.instance import Instance, make_instance
from toadstone.game import all_games
from toadstone.play import USUAL_START
from toadstone.play.adviser import adviser_for, instance_once_begun
from toadstone.play.players import LEVELS, PLAYERS, player_of

AnyLine = Line[Any, Any]


@dataclass(frozen=True)
class Played:
    """One game.

    Attributes:
        players: who played, by side.
        line: the game as far as it went.
        opening: how many of its moves were made at random before the players took over.
        winner: the player that won; None for a draw, and where a single player loses.
        seconds: what each player took for each of its moves.
        late: the player that found no move in time, and so lost.
    """

    players: Mapping[str, str]
    line: AnyLine
    opening: int
    winner: str | None
    seconds: Mapping[str, Sequence[float]]
    late: str | None = None

    def points(self, player: str) -> float:
        """Return a point for a win, and half a point for a draw of two."""
        if self.winner is None:
            return 0.5 if len(self.players) > 1 else 0.0
        return float(self.winner == player)


@dataclass
class Tournament:
    """The games of players from one start; see the module.

    Attributes:
        opening: random moves before the players take over; every two games of a pair share them.
    """

    instance: Instance
    players: Sequence[str]
    rounds: int = 10
    seed: int = 0
    seconds_per_move: float = 10.0
    opening: int = 0

    def __post_init__(self) -> None:
        self.adviser = adviser_for(self.instance)

    def play(self) -> Iterable[Played]:
        """Play game by game, round by round."""
        sides = len(sides_of(self.instance.rules))
        for number in range(self.rounds):
            for group in combinations(self.players, sides):
                yield self.game(number, group[::-1] if number % 2 else group)

    def game(self, number: int, players: Sequence[str]) -> Played:
        """Play a game to its end, or until a player finds no move in time."""
        names = dict(zip(sides_of(self.instance.rules), players, strict=True))
        dice = random.Random(f"{self.seed} {number} {' '.join(players)}")
        seed = dice.randrange(2**31)
        makers = {
            side: player_of(name, self.instance, side, self.adviser, seed)
            for side, name in names.items()
        }
        line = self._open(number, sorted(names.values()))
        opening, seconds = len(line.moves), {name: list[float]() for name in names.values()}
        while (over := line.ending) is None:
            side, began = line.to_move, time.perf_counter()
            try:
                move = makers[side](line, Budget(Limits(self.seconds_per_move, 1, seed))).move
            except LimitReachedError:
                others = [name for name in names.values() if name != names[side]]
                winner = next(iter(others), None)
                return Played(names, line, opening, winner, seconds, names[side])
            seconds[names[side]].append(time.perf_counter() - began)
            line = line.after(move)
        return Played(names, line, opening, _winner(over, names), seconds)

    def _open(self, number: int, names: Sequence[str]) -> AnyLine:
        """Return the opening that two players share for two games; it ends no game."""
        dice = random.Random(f"{self.seed} opening {number // 2} {names}")
        line = Line.begin(self.instance.rules)
        for _ in range(self.opening):
            ways = [line.after(move) for move in line.rules.legal_moves(line.state)]
            going_on = [after for after in ways if after.ending is None]
            if not going_on:
                break
            line = dice.choice(going_on)
        return line


def _winner(outcome: Outcome, names: Mapping[str, str]) -> str | None:
    if len(names) == 1:
        return None if outcome.is_loss else next(iter(names.values()))
    return names.get(outcome.winner or "")


def points(games: Sequence[Played], player: str) -> float:
    """Return the points of a player in all its games."""
    return sum(game.points(player) for game in games if player in game.players.values())


def in_order(games: Sequence[Played], players: Sequence[str]) -> bool:
    """Return whether no player has fewer points than the one before it, in their own games if any.

    Two players that are perfect, or nearly so, may differ by chance against weaker ones.
    """
    for one, other in pairwise(players):
        own = [game for game in games if {one, other} == {*game.players.values()}] or games
        if points(own, one) > points(own, other):
            return False
    return True


def table(games: Sequence[Played], players: Sequence[str]) -> Iterable[str]:
    """Yield a line for each player: points, mean length of its games, time; then pair by pair."""
    yield f"{'player':14} {'points':>12} {'moves a game':>13} {'ms a move':>10} {'late':>5}"
    for name in players:
        own = [game for game in games if name in game.players.values()]
        length = sum(len(game.line.moves) for game in own) / len(own)
        spent = [each for game in own for each in game.seconds[name]]
        mean = 1000 * sum(spent) / max(1, len(spent))
        late = sum(game.late == name for game in own)
        of = f"{points(games, name):g} of {len(own)}"
        yield f"{name:14} {of:>12} {length:13.1f} {mean:10.2f} {late:5}"
    for one, other in combinations(players, 2):
        pair = [game for game in games if {one, other} == {*game.players.values()}]
        if pair:
            yield f"{one} {points(pair, one):g} : {points(pair, other):g} {other}"


def start_of(source: str) -> Instance:
    """Return the usual start of a game by its name, or a scenario."""
    game = all_games().get(source)
    scenario = toadstone.load(source) if game is None else game.get(USUAL_START)()
    return instance_once_begun(make_instance(scenario))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a tournament, and print its table; return 1 where the levels are out of order."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.tournament",
        description="Players of a game, compared; by default the four levels.",
    )
    also = "(default: %(default)s)"
    parser.add_argument("scenario", help="a scenario, or a game for its usual start")
    parser.add_argument("--players", metavar="NAME,..", help="players (default: the four levels)")
    parser.add_argument("--games", type=int, default=10, help=f"of each pair or player {also}")
    parser.add_argument("--seed", type=int, default=0, help=f"decides the dice {also}")
    parser.add_argument("--move-time", type=float, default=10.0, help=f"seconds for a move {also}")
    parser.add_argument("--opening", type=int, default=0, help=f"random moves to begin with {also}")
    options = parser.parse_args(arguments)
    names = options.players.split(",") if options.players else [*LEVELS]
    if strange := [name for name in names if name not in PLAYERS]:
        parser.error(f"expected players among {', '.join(PLAYERS)}, found {strange[0]}")
    try:
        instance = start_of(options.scenario)
        rest = (options.games, options.seed, options.move_time, options.opening)
        games = list[Played]()
        for game in Tournament(instance, names, *rest).play():
            games.append(game)
            sys.stderr.write(f"\r{len(games)} games played")
    except (InputError, RequestError) as error:
        parser.error(str(error))
    sys.stderr.write("\n")
    sys.stdout.write("\n".join([*table(games, names), ""]))
    return 0 if options.players or in_order(games, names) else 1


if __name__ == "__main__":
    sys.exit(main())
