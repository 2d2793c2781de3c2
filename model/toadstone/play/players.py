"""The players of every game, by their names: a person, chance, and four levels.

`beginner`, `casual` and `strong` choose a share of their moves as a better player does and the
others at random; `perfect` plays the proven best moves. No level loses at once, or by the next
reply, if it can hold out longer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError, RequestError
from toadstone.core.line import ending, side_to_move, sides_of
from toadstone.core.rules import Rules, TwoPlayerRules
from toadstone.engines import EVALUATION
from toadstone.engines.adversarial.alpha_beta import deepest_move
from toadstone.engines.adversarial.query import two_player_rules
from toadstone.engines.instance import Instance
from toadstone.files.messages import did_you_mean, one_of, quote
from toadstone.play import Adviser, AnyLine, Verdict

PROVING_SECONDS = 2.0
"""Seconds for a proof, before a level that looks for one makes a random move instead."""

PERSON, CASUAL, PERFECT, RANDOM = "person", "casual", "perfect", "random"

SEEN_BY_ALL = 2
"""Plies that every level looks ahead for its own loss."""


@dataclass(frozen=True)
class ChosenMove:
    """The move of a player; not proven where a proof took too long."""

    move: Any
    proven: bool = True


Player = Callable[[AnyLine, Budget], ChosenMove]
"""Chooses a legal move for one side of a game that goes on.

It raises LimitReachedError if the time for a move ran out.
"""


def _perfect(adviser: Adviser) -> Player:
    """Return a player of moves that its adviser proves best; if no plan wins, that last longest.

    Without time for a proof it plays the move that looks best to the adviser; if the adviser names
    none, it has no move.
    """

    def choose(game: AnyLine, budget: Budget) -> ChosenMove:
        advice = adviser.advise(game, budget)
        decided = advice.verdict is not Verdict.UNDECIDED
        if not (advice.proven if decided else advice.moves):
            raise LimitReachedError
        return ChosenMove(advice.moves[0], decided)

    adviser.prepare()
    return choose


def enduring_moves(game: AnyLine, budget: Budget) -> list[Any]:
    """Return the moves that do not lose at once or by the next reply; else those that last longest.

    If several lose equally soon, return those that lose least.
    """
    rules, side = game.rules, game.to_move
    moves = list(rules.legal_moves(game.state))
    for plies in range(SEEN_BY_ALL):
        losses = []
        for move in budget.each(moves):
            losses.append(_loss(rules, move, rules.after(game.state, move), side, plies))
        moves = [move for move, loss in zip(moves, losses, strict=True) if loss == min(losses)]
        if min(losses) > 0:
            break
    return moves


def _loss(rules: Rules[Any, Any], move: Any, state: Any, side: str, plies: int) -> int:
    """Return the loss of a side within some plies after a move, against best play."""
    if (over := ending(rules, move, state)) is not None:
        if isinstance(rules, TwoPlayerRules):
            payoff = rules.payoff(over) * (1 if side == rules.sides[0] else -1)
            return max(0, -payoff)
        return int(over.is_loss)
    if plies == 0:
        return 0
    best = min if side_to_move(rules, state) == side else max
    replies = rules.legal_moves(state)
    return best(_loss(rules, each, rules.after(state, each), side, plies - 1) for each in replies)


_LEVELS = {"beginner": (1, 0.4, 0.3), CASUAL: (2, 0.8, 0.6), "strong": (4, 1.0, 0.9)}
"""The plies that a level looks ahead, and for which share of its moves it does so; where the game
states no evaluation, the share of proven moves instead."""

LEVELS = (*_LEVELS, PERFECT)
"""The levels that people choose among, from weak to strong."""

PLAYERS = (*LEVELS, RANDOM)
"""Every player, except a person."""


def player_of(name: str, instance: Instance, side: str, adviser: Adviser, seed: int = 0) -> Player:
    """Return a player.

    Moves that a level does not search are random, and so are those without enough time; each is one
    of the enduring moves.

    Args:
        name: its name, one of `PLAYERS`.
        instance: the scenario and its questions.
        side: the side to play.
        adviser: the adviser that knows perfect play; all players share one.
        seed: decides the dice; the same seed gives the same for a side.
    """
    if name == PERFECT:
        return _perfect(adviser)
    dice, others = (random.Random(f"{seed} {side}{of}") for of in (" of a level", ""))  # noqa: S311
    if name == RANDOM:
        return lambda game, _: ChosenMove(others.choice(list(game.rules.legal_moves(game.state))))
    better: Player
    depth, share, proven_share = _LEVELS[name]
    if make := instance.game.find(EVALUATION):
        rules, evaluate = two_player_rules(instance), make(instance.scenario)

        def better(game: AnyLine, budget: Budget) -> ChosenMove:  # less deep where time is short
            return ChosenMove(deepest_move(rules, evaluate, game.state, budget, depth))

    else:
        better, share = _perfect(adviser), proven_share

    def choose(game: AnyLine, budget: Budget) -> ChosenMove:
        moves, move = list(game.rules.legal_moves(game.state)), None
        try:
            moves = enduring_moves(game, budget.within(PROVING_SECONDS))
            if dice.random() < share:
                move = better(game, budget.within(PROVING_SECONDS)).move
        except LimitReachedError:
            budget.check()
        return ChosenMove(move if move in moves else others.choice(moves))

    return choose


def assign_players(
    instance: Instance, wishes: Sequence[str], favoured: str | None = None
) -> dict[str, str]:
    """Return the player of each side, the side that moves first before the other.

    Each wish is `SIDE=PLAYER`, or `PLAYER` alone for every side that no wish names. If no wish is
    for a person, a person plays one of the sides without a wish: the favoured one, or the first;
    `casual` plays the others.

    Args:
        instance: the scenario and its questions.
        wishes: the wishes.
        favoured: the side that a person should get, if it is open.

    Raises:
        RequestError: there is no such side or player, or two wishes are for the same side.
    """
    names, rules = [PERSON, *PLAYERS], instance.rules
    first = side_to_move(rules, rules.start())
    sides = sorted(sides_of(rules), key=lambda side: side != first)
    assigned: dict[str, str] = {}
    for wish in wishes:
        name, equals, player = wish.rpartition("=")
        matches = [side for side in sides if side.lower() == name.strip().lower()]
        if equals and not matches:
            guess = did_you_mean(name, sides)
            raise RequestError(f"expected a side, {one_of(sides)}, found {quote(name)}{guess}")
        side = matches[0] if equals else _ALL
        if side in assigned:
            raise RequestError(f"expected one player for {side}, found a second, `{player}`")
        assigned[side] = player.strip()
        if assigned[side] not in names:
            guess = did_you_mean(player, names)
            raise RequestError(f"expected a player, {one_of(names)}, found {quote(player)}{guess}")
    open_ = [] if _ALL in assigned else [side for side in sides if side not in assigned]
    players = {side: assigned.get(side) or assigned.get(_ALL, CASUAL) for side in sides}
    if open_ and PERSON not in assigned.values():
        players[favoured if favoured in open_ else open_[0]] = PERSON
    return players


_ALL = "all other sides"
