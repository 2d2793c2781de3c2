"""Plans replayed on a game's own rules, and engines held against what comes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from toadstone.core.errors import DisagreementError
from toadstone.core.rules import Move, Outcome, Rules, State, TwoPlayerRules
from toadstone.core.solution import Conditions, Solution


@dataclass(frozen=True)
class Failure:
    """The first fault in a line of play.

    Attributes:
        turn: the turn, counted from 1.
        reason: why, in words.
        move: the move of that turn, as text; None where the line as a whole fails at its end.
    """

    turn: int
    reason: str
    move: str | None = None

    def __str__(self) -> str:
        move = "" if self.move is None else f" ({self.move})"
        return f"turn {self.turn}{move}: {self.reason}"


@dataclass(frozen=True, repr=False)
class Replay(Generic[State, Move]):
    """A line of play, as the reference simulator played it.

    Attributes:
        states: the state at the start, then the state after each move.
        moves: the moves, up to the first that fails.
        figures: what the rules measure in the last state.
        failure: where the line goes wrong. None exactly when every move is legal and not
            excluded, every requirement is met, and the game is won; a game that need not be won
            only has to be still going.
    """

    states: tuple[State, ...]
    moves: tuple[Move, ...]
    figures: Mapping[str, int]
    failure: Failure | None = None

    def __repr__(self) -> str:
        figures = ", ".join(f"{name} {value}" for name, value in self.figures.items())
        said = figures or "valid" if self.failure is None else f"invalid at {self.failure}"
        return f"<Replay: {said}>"

    def __hash__(self) -> int:
        return hash((self.states, self.moves, self.failure))


_WIN: Conditions[Any, Any] = Conditions()


def replay(
    rules: Rules[State, Move],
    moves: Iterable[Move],
    conditions: Conditions[State, Move] = _WIN,
) -> Replay[State, Move]:
    """Play the moves one by one, up to the first that fails."""
    state, played = rules.start(), list[Move]()
    states, outcome = [state], rules.outcome(state)
    failure: Failure | None
    for turn, move in enumerate(moves, 1):
        reason = _why_not_playable(rules, state, move, outcome, conditions)
        if reason is None:
            state = rules.after(state, move)
            states.append(state)
            played.append(move)
            outcome = rules.outcome(state)
            reason = _why_lost(outcome) or rules.violation(move, state)
        if reason:
            failure = Failure(turn, reason, str(move))
            break
    else:
        failure = _failure_at_end(rules, state, len(played), conditions)
    return Replay(tuple(states), tuple(played), rules.figures(state), failure)


def _why_not_playable(
    rules: Rules[State, Move],
    state: State,
    move: Move,
    outcome: Outcome | None,
    conditions: Conditions[State, Move],
) -> str | None:
    if outcome is not None:
        return f"the plan goes on after the end of the game: {outcome.reason}"
    if reason := rules.why_illegal(state, move):
        return f"not legal: {reason}"
    return conditions.why_excluded(state, move) if conditions.why_excluded else None


def _why_lost(outcome: Outcome | None) -> str | None:
    if outcome is None or not outcome.is_loss:
        return None
    return outcome.reason or "lost"


def _failure_at_end(
    rules: Rules[State, Move], state: State, turns: int, conditions: Conditions[State, Move]
) -> Failure | None:
    outcome = rules.outcome(state)
    lost = _why_lost(outcome)
    if conditions.must_end and outcome is None:
        stuck = not rules.legal_moves(state)
        after = "no legal move is left" if stuck else "the game goes on"
        length = "1 turn" if turns == 1 else f"{turns} turns"
        return Failure(turns + 1, f"the plan ends after {length} and {after}")
    reason = lost or rules.final_violation(state)
    return Failure(max(turns, 1), reason) if reason else None


def crosscheck(
    rules: Rules[State, Move],
    solution: Solution[Move],
    conditions: Conditions[State, Move] = _WIN,
    said_by: str = "the model",
) -> Replay[State, Move]:
    """Return the replay of a solution, which agrees with it in everything that it states.

    Raises:
        DisagreementError: solution and simulator differ; the message says where and how.
    """
    line = replay(rules, solution.moves, conditions)
    expect_readable(rules, line.moves)
    for turn, (said, state) in enumerate(
        zip(solution.observations or (), line.states[1:], strict=False), 1
    ):
        if said != (seen := rules.observe(state)):
            _compare(f"turn {turn}", said, seen, said_by)
    if line.failure:
        raise DisagreementError(
            f"turn {line.failure.turn}: {said_by} has a plan, the simulator says: "
            f"{line.failure.reason}"
        )
    if solution.figures is not None:
        _compare("at the end", solution.figures, line.figures, said_by)
    if solution.payoff is not None:
        _compare_payoff(rules, solution.payoff, line.states[-1], said_by)
    return line


def expect_readable(rules: Rules[State, Move], moves: Iterable[Move]) -> None:
    """Make sure that the texts of moves, which are all that users see, stand for these moves.

    Raises:
        DisagreementError: a text stands for another move, or for none.
    """
    for move in set(moves):
        try:
            read: Move | None = rules.read_move(str(move))
        except ValueError:
            read = None
        if read != move:
            raise DisagreementError(f"the text {move} does not stand for the move that was played")


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


def _compare_payoff(rules: Rules[State, Move], said: int, state: State, said_by: str) -> None:
    """Compare what the side that moved first is said to get with what it got."""
    if not isinstance(rules, TwoPlayerRules):
        raise TypeError("only two-player games have payoffs")
    outcome = rules.outcome(state)
    if outcome is None:
        raise DisagreementError(f"{said_by} says payoff {said}, the simulator: the game goes on")
    reached = rules.payoff_to_mover(rules.start(), outcome)
    if reached != said:
        raise DisagreementError(f"{said_by} says payoff {said}, its line ends with {reached}")
