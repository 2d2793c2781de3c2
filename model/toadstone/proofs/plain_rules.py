"""Certificates and the second derivation of games of plain rules, by the checker's own statement.

The checker walks new rules of the same class: without `key`, `after`, `goals` and estimates. The
search only supplies the replies of a strategy. checker/README.md has the argument.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any, NoReturn

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import (
    BrokenGameError,
    DisagreementError,
    RequestError,
    ToadstoneError,
    UnconfirmedError,
    in_one_line,
)
from toadstone.core.question import REMOTENESS, VALUE
from toadstone.core.rules import DRAW, Rules, TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import deep_recursion
from toadstone.engines.adversarial.plain_play import PlainPlay
from toadstone.engines.adversarial.query import perfect_play, position_result, two_player_rules
from toadstone.engines.adversarial.restated import expect_same, named_winner, outcome_of
from toadstone.engines.adversarial.values import PositionValues
from toadstone.engines.answer import Answer
from toadstone.engines.confirming import work_of
from toadstone.engines.plain_rules import SHORTCUTS, PlainSimulator, Played
from toadstone.engines.search.plain_search import FewestMoves
from toadstone.files.scenario import Scenario
from toadstone.proofs.certificate import rules_file
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.certificate_file import Invalid, Unusable
from toadstone_checker.own_game import (
    KIND,
    OnePlayer,
    Place,
    Result,
    TwoPlayers,
    Walk,
    load,
    play_plan,
    sizes_of_layers,
)
from toadstone_checker.values import Games


@contextmanager
def _by_the_checker(budget: Budget) -> Iterator[Work]:
    """Let the checker's statement of the rules run in this block, within a budget.

    Raises:
        Invalid: the rules fail.
    """
    try:
        with redirect_stdout(sys.stderr), deep_recursion():
            yield work_of(budget)
    except (ToadstoneError, Invalid, Unusable, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        raise Invalid("rules", f"the rules fail: {in_one_line(error)}") from error


class PlainCertifier:
    """Makes certificates for the answers to one scenario; the checker reads the file of the rules.

    checker/README.md explains the format and the argument. The file is trusted; nothing else is.

    Args:
        rules: the class of the plain rules.
        scenario: the scenario.
    """

    def __init__(self, rules: type, scenario: Scenario) -> None:
        self._rules, self._scenario = rules, scenario

    def content(self) -> dict[str, Any]:
        """Return the scenario without the keys that change nothing in the rules."""
        return self._scenario.model_dump(mode="json", exclude={"game", "title", "ask"})

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of a proven answer, OPTIMAL or INFEASIBLE.

        Raises:
            LimitReachedError: time ran out.
            RequestError: the rules file does not stand alone, or the proof is too large.
        """
        path = rules_file(self._rules)
        source, name = path.read_bytes(), path.name
        if name == "__init__.py":
            name = f"{path.parent.name}/{name}"
        content, question = self.content(), answer.ask[0]
        values, plan = dict(answer.values or {}), None
        layers = strategies = None
        try:
            stated = load(source)
            with _by_the_checker(budget) as work:
                rules = stated.of(content)
                if stated.for_two:
                    strategies = _strategies(TwoPlayers(rules, work), answer, budget)
                else:
                    plan, layers = _plan(OnePlayer(rules, work), answer)
        except Unusable as error:
            raise RequestError(f"there can be no certificate: {error}") from None
        except Invalid as error:
            _blame(answer, ": ".join(error.args), budget)
        names = ("winner", "remoteness") if question == REMOTENESS else ("winner",)
        names = names if stated.for_two else ("moves",)
        claimed = {name: values[name] for name in names} if values else None
        return {
            "certificate": KIND,
            "game": answer.game,
            "rules": {"file": name, "sha256": sha256(source).hexdigest()},
            "scenario": content,
            "claim": {"ask": question.name, "status": answer.status.value, "values": claimed},
            "plan": plan,
            "layers": layers,
            "strategies": strategies,
        }


def _search_of(answer: Answer, budget: Budget) -> PlainPlay:
    """Return the search that found an answer, or a new one."""
    rules = two_player_rules(answer.instance)
    play = answer.evidence if isinstance(answer.evidence, PlainPlay) else perfect_play(rules)
    if not isinstance(play, PlainPlay):
        raise RequestError("there can be no certificate: the rules are not plain")
    play.budget = budget
    return play


LOST, DRAWN = (-1, 0), (0, 0)


def _strategies(game: TwoPlayers, answer: Answer, budget: Budget) -> dict[str, list[int | None]]:
    """Return the replies of each side that needs a strategy, in the checker's order."""
    values, play = answer.values or {}, _search_of(answer, budget)
    timed, drawn = answer.ask[0] == REMOTENESS, values["winner"] == DRAW
    if timed and drawn:
        why = "in a draw both sides hurry, so no strategy of one side proves its length"
        raise RequestError(f"there can be no certificate: {why}")
    strategies = {
        side: list[int | None]()
        for side in (play.rules.sides if timed or drawn else [values["winner"]])
    }
    for side, replies in strategies.items():
        walk = _walk(game, play, side, None if timed else 0 if drawn else 1, replies)
        walk.value((game.rules.start(), game.sides[0]))
    return strategies


def _walk(
    game: TwoPlayers, play: PlainPlay, holder: str, least: int | None, replies: list[int | None]
) -> Walk:
    """Return the walk of a side's strategy, which collects the replies; None for the quickest one.

    If possible, the strategy leads to a place that was met before, so it stays small.
    """

    def reply(place: Place, after: list[Place]) -> int | None:
        if least is None:
            replies.append(play.timely_reply(*place))
        else:
            met = (n for n, e in enumerate(after) if (walk.known.get(e, LOST) or DRAWN)[0] >= least)
            number = next(met, None)
            replies.append(play.reply(*place, least) if number is None else number)
        return replies[-1]

    walk = Walk(game, holder, reply, timed=least is None)
    return walk


def _plan(game: OnePlayer, answer: Answer) -> tuple[list[int] | None, list[int] | None]:
    """Return the plan as numbers of moves, and the sizes of the layers that prove the rest."""
    if answer.plan is None:
        return None, sizes_of_layers(game, None)
    position, numbers = game.rules.start(), list[int]()
    for move in answer.plan:
        numbers.append(list(game.rules.moves(position)).index(move))
        position = game.after(position)[numbers[-1]]
    has_figure = answer.ask[0].figure is not None
    return numbers, sizes_of_layers(game, len(numbers)) if has_figure else None


class PlainConfirmer:
    """Derives answers about plain rules again, by the checker's walk over new rules.

    Args:
        rules: the class of the plain rules.
        scenario: the scenario.
        simulator: the simulator, which is not asked.
    """

    name = "checker"

    def __init__(self, rules: type, scenario: Scenario, simulator: Rules[Any, Any]) -> None:
        self._make = partial(rules, scenario)

    def confirm(self, answer: Answer, budget: Budget) -> str:
        """Derive a proven answer again; return the name of what derived it."""
        try:
            with _by_the_checker(budget) as work:
                if answer.position is None:
                    game = OnePlayer(self._make(), work)
                    numbers, _ = _plan(game, answer)
                    if numbers is not None:
                        play_plan(game, numbers)
                        expect_same(answer, {"moves": len(numbers)})
                else:
                    self._confirm_position(TwoPlayers(self._make(), work), answer, budget)
        except (Invalid, DisagreementError) as error:
            _blame(answer, ": ".join(error.args), budget)
        return self.name

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Return the number of plans of so many moves."""
        with _by_the_checker(budget) as work:
            game = OnePlayer(self._make(), work)
            layer = {game.rules.start(): 1}
            for _ in range(figures["moves"]):
                following = dict[Any, int]()
                for position, ways in layer.items():
                    for after in game.after(position):
                        following[after] = following.get(after, 0) + ways
                layer = following
            return sum(ways for position, ways in layer.items() if game.won(position))

    def _confirm_position(self, game: TwoPlayers, answer: Answer, budget: Budget) -> None:
        values, play = answer.values or {}, _search_of(answer, budget)
        if VALUE in answer.ask:
            _confirm_value(game, values["value"])
        proofs = _Proofs(game, play)
        start, (first, second) = game.rules.start(), game.sides
        winners = {side: proofs.winner((start, side)) for side in (first, second)}
        derived: dict[str, Any] = {"winner": winners[first], "winner_when_first": winners}
        derived["outcome"] = outcome_of(game.sides, winners)
        expect_same(answer, {name: derived[name] for name in derived if name in values})
        if REMOTENESS in answer.ask and winners[first] == DRAW:
            raise UnconfirmedError("who wins is derived twice, the plies of a draw once")
        if REMOTENESS in answer.ask:
            expect_same(answer, {"remoteness": proofs.plies((start, first), winners[first])})
        if "best_moves" in values:
            timed = REMOTENESS in answer.ask
            expect_same(answer, {"best_moves": proofs.best_moves((start, first), timed=timed)})


def _blame(answer: Answer, reason: str, budget: Budget) -> NoReturn:
    """Raise the error that names the part of the rules which a contradiction comes from."""
    game, simulator = f"the game {answer.game} breaks a promise", answer.instance.rules
    if reason.startswith("rules: ") or not isinstance(simulator, PlainSimulator):
        raise BrokenGameError(f"{game}: {reason.removeprefix('rules: ')}")
    claimed = _essence(answer, simulator, budget)
    for name in SHORTCUTS:
        if hasattr(simulator.plain, name):
            derived = _essence(answer, simulator.without(name), budget)
            if derived != claimed:
                words = f"with it the answer is {claimed}, without it {derived}"
                raise BrokenGameError(f"{game}: `{name}` is wrong: {words}")
    if claimed != _essence(answer, simulator.without(), budget):
        raise BrokenGameError(f"{game}: its rules do not say the same when they are asked again")
    raise DisagreementError(reason)


def _essence(answer: Answer, simulator: PlainSimulator, budget: Budget) -> object:
    """Return the answer of a new search to the question of an answer, as a text."""
    if not isinstance(simulator, TwoPlayerRules):
        problem = FewestMoves(simulator, answer.ask)
        search = problem.a_star if hasattr(simulator.plain, "estimate") else problem.breadth_first
        goal = search(budget).goal
        return "no plan" if goal is None else f"{goal.state.moves} moves"
    if VALUE in answer.ask:
        return str(PositionValues(simulator, budget).value(simulator.start()))
    play = perfect_play(simulator, budget)
    position = position_result(play)
    if REMOTENESS in answer.ask:
        plies = play.remoteness(simulator.start()).plies
        best_moves = tuple(map(str, play.timely_moves(simulator.start())))
        position = replace(position, remoteness=plies, best_moves=best_moves)
    return ", ".join(f"{name} = {value}" for name, value in position.figures().items())


class _Proofs:
    """Payoffs of places, each shown by a strategy that the checker follows."""

    def __init__(self, game: TwoPlayers, play: PlainPlay) -> None:
        self._game, self._play = game, play
        self._walks: dict[tuple[str, int | None], Walk] = {}

    def winner(self, place: Place) -> str:
        """Return who wins from a place, or draw, as the search says, and prove it."""
        payoff = self._play.payoff(self._state(place))
        winner = named_winner(self._game.sides, place[1], payoff)
        for holder in self._game.sides if winner == DRAW else (winner,):
            self._expect(place, holder, 0 if winner == DRAW else 1, (abs(payoff), 0))
        return winner

    def plies(self, place: Place, winner: str) -> int:
        """Return in how many plies a side wins, as the search says, and prove it."""
        plies = self._play.remoteness(self._state(place)).plies
        self._expect(place, winner, None, (1, -plies))
        self._expect(place, self._game.other(winner), None, (-1, plies))
        return plies

    def best_moves(self, place: Place, *, timed: bool) -> list[str]:
        """Return every best move of a place, in plies too where that is asked for."""
        moves, best = self._game.look(place)[1], self.winner(place)
        mover, ranks = place[1], dict[str, tuple[int, int]]()
        if best == self._game.other(mover) and not timed:
            return moves
        for move in moves:
            after = self._game.after(place, move)
            winner = self.winner(after)
            sign = 0 if winner == DRAW else 1 if winner == mover else -1
            ranks[move] = sign, -sign * self.plies(after, winner) if timed and sign else 0
        highest = max(ranks.values(), default=None)
        return [move for move, rank in ranks.items() if rank == highest]

    def _state(self, place: Place) -> Played:
        return Played(place[0], self._game.sides.index(place[1]))

    def _expect(self, place: Place, holder: str, least: int | None, claimed: Result) -> None:
        # A value that is known of a place holds from any start, also where play may go round: each
        # start has reached its claim, so no place in it comes to less.
        if (holder, least) not in self._walks:
            self._walks[holder, least] = _walk(self._game, self._play, holder, least, [])
        if (reached := self._walks[holder, least].value(place)) < claimed:
            raise DisagreementError(f"{holder} reaches {reached} from {place}, not {claimed}")


def _confirm_value(game: TwoPlayers, value: str) -> None:
    """Make sure that the first player loses the sum of the game and the negative of its value."""
    games = Games(game.budget)
    losses: dict[tuple[Place, int], bool] = {}

    def loses(place: Place, other: int) -> bool:
        if (place, other) not in losses:
            options = games.left if place[1] == game.sides[0] else games.right
            _, moves = game.look(place)
            turned = place[0], game.other(place[1])
            losses[place, other] = not (
                any(loses(game.after(place, move), other) for move in moves)
                or any(loses(turned, each) for each in options[other])
            )
        return losses[place, other]

    negative, start = games.negative(games.read(value)), game.rules.start()
    if not all(loses((start, side), negative) for side in game.sides):
        raise DisagreementError(f"the value is not {value}")
