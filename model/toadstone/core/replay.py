"""Plans replayed on a game's own rules, and models held against what comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from toadstone.core.budget import Watch
from toadstone.core.errors import DisagreementError
from toadstone.core.question import Question
from toadstone.core.rules import Move, Rules, State
from toadstone.core.solution import Reading
from toadstone.game import AnyGame


@dataclass(frozen=True)
class Failure:
    """Where a line of play first goes wrong: the turn, counted from 1, and why."""

    turn: int
    reason: str


@dataclass(frozen=True)
class Replay(Generic[State, Move]):
    """A line of play: `states[0]` is the start, `states[k]` what the first k moves lead to.

    `failure` is None exactly when every move is legal and not ruled out, every requirement is met,
    and the game is won; a game that need not be won has only to be still going.
    """

    states: tuple[State, ...]
    moves: tuple[Move, ...]
    failure: Failure | None


def replay(
    rules: Rules[State, Move],
    moves: Iterable[Move],
    *,
    must_end: bool = True,
    restriction: Callable[[State, Move], str | None] | None = None,
) -> Replay[State, Move]:
    """Play the moves one by one, up to the first that fails.

    Args:
        rules: the reference simulator.
        moves: the line of play.
        must_end: whether the line has to win the game, or only not to lose it.
        restriction: says why a legal move is ruled out in a state; see `Game.restriction`.
    """
    states = [rules.start()]
    played: list[Move] = []
    for turn, move in enumerate(moves, 1):
        failure = _failure_before(rules, states[-1], move, turn)
        if failure is None and restriction and (reason := restriction(states[-1], move)):
            failure = Failure(turn, reason)
        if failure is None:
            states.append(rules.play(states[-1], move))
            played.append(move)
            failure = _failure_after(rules, move, states[-1], turn)
        if failure:
            return Replay(tuple(states), tuple(played), failure)
    failure = _failure_at_end(rules, states[-1], len(played), must_end)
    return Replay(tuple(states), tuple(played), failure)


def _failure_before(
    rules: Rules[State, Move], state: State, move: Move, turn: int
) -> Failure | None:
    outcome = rules.outcome(state)
    if outcome is not None:
        return Failure(turn, f"the plan goes on after the end of the game: {outcome.reason}")
    reason = rules.why_illegal(state, move)
    return Failure(turn, f"not legal: {reason}") if reason else None


def _failure_after(
    rules: Rules[State, Move], move: Move, state: State, turn: int
) -> Failure | None:
    outcome = rules.outcome(state)
    if outcome is not None and outcome.winner is None:
        return Failure(turn, outcome.reason)
    breach = rules.breach(move, state)
    return Failure(turn, breach) if breach else None


def _failure_at_end(
    rules: Rules[State, Move], state: State, turns: int, must_end: bool
) -> Failure | None:
    if must_end and rules.outcome(state) is None:
        stuck = not rules.legal_moves(state)
        after = "no legal move is left" if stuck else "the game goes on"
        length = "1 turn" if turns == 1 else f"{turns} turns"
        return Failure(turns + 1, f"the plan ends after {length} and {after}")
    breach = rules.final_breach(state)
    return Failure(max(turns, 1), breach) if breach else None


def crosscheck(
    rules: Rules[State, Move],
    reading: Reading[Move],
    *,
    must_end: bool = True,
    restriction: Callable[[State, Move], str | None] | None = None,
    said_by: str = "the model",
) -> Replay[State, Move]:
    """Replay what a model, or a search, says and compare every value after every turn.

    Returns:
        The replay, which agrees with the reading in all that both speak of.

    Raises:
        DisagreementError: model and simulator differ; the message says where and how.
    """
    line = replay(rules, reading.moves, must_end=must_end, restriction=restriction)
    for turn, (said, state) in enumerate(
        zip(reading.observations, line.states[1:], strict=False), 1
    ):
        _compare(f"turn {turn}", said, rules.observe(state), said_by)
    if line.failure:
        raise DisagreementError(
            f"turn {line.failure.turn}: {said_by} has a plan, the simulator says: "
            f"{line.failure.reason}"
        )
    _compare("at the end", reading.figures, rules.figures(line.states[-1]), said_by)
    return line


def _compare(
    where: str, said: Mapping[str, int], simulator: Mapping[str, int], said_by: str
) -> None:
    if said.keys() != simulator.keys():
        raise DisagreementError(f"{where}: {sorted(said)} against {sorted(simulator)}")
    for name, value in said.items():
        if value != simulator[name]:
            raise DisagreementError(
                f"{where}: {name} is {value} in {said_by}, {simulator[name]} in the simulator"
            )


def perft(rules: Rules[State, Move], depth: int) -> Sequence[int]:
    """Count the legal lines of play of each length from 0 to `depth`.

    A line that ends the game earlier does not count among the longer ones.
    """
    counts = []
    layer = [rules.start()]
    for _ in range(depth + 1):
        counts.append(len(layer))
        layer = [
            rules.play(state, move)
            for state in layer
            if rules.outcome(state) is None
            for move in rules.legal_moves(state)
        ]
    return counts


def checked(
    game: AnyGame,
    reading: Reading[Any],
    ask: tuple[Question, ...],
    watch: Watch,
    said_by: str = "the model",
) -> Replay[Any, Any]:
    """Replay a plan on the simulator, to the end even when interrupted: it is the last step."""
    rules = game.rules(reading.scenario)
    try:
        return crosscheck(rules, reading, must_end=game.must_end(ask), said_by=said_by)
    except KeyboardInterrupt:
        watch.interrupted = True
        return crosscheck(rules, reading, must_end=game.must_end(ask), said_by=said_by)
