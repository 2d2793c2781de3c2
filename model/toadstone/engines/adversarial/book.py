"""The smallest book: the fewest positions that a winner has to know by heart.

A book holds one reply to each of its positions. It is enough to win when it holds every position
with the winner to move that can arise while he follows it, and each of its replies keeps the win.
Which replies to choose so that the fewest positions arise is a covering problem on the graph of
won positions, and CP-SAT solves it to the proof: the graph has no cycles, so a book that is closed
under what the loser can do wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Generic, NamedTuple

from ortools.sat.python.cp_model import CpModel, LinearExpr

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.question import BOOK
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import SolvedGame, small_strategy
from toadstone.engines.answer import Status
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.cp_sat.solver import Run, run
from toadstone.engines.engine import EngineResult
from toadstone.engines.position import BookEntry, PositionResult


class Reply(NamedTuple, Generic[Move]):
    """A move that keeps the win, and the positions that the winner may next have to move in."""

    move: Move
    next_positions: tuple[str, ...]


def won_positions(
    play: SolvedGame[State, Move], winner: str, budget: Budget = UNLIMITED
) -> tuple[list[str], dict[str, tuple[Reply[Move], ...]]]:
    """Return what can arise from the start while the winner makes none but winning moves.

    First come the positions in which he may have to make his first move, then his winning moves, by
    position.
    """
    rules = play.rules
    replies: dict[str, tuple[Reply[Move], ...]] = {}
    openings = _where_to_move(rules, winner, rules.start())
    waiting = list(openings.values())
    while waiting:
        state = waiting.pop()
        position = rules.position(state)
        if position in replies:
            continue
        budget.check()
        found = []
        for move in play.best_moves(state):
            following = _where_to_move(rules, winner, rules.play(state, move))
            found.append(Reply(move, tuple(following)))
            waiting += following.values()
        replies[position] = tuple(found)
    return [*openings], replies


def _where_to_move(rules: TwoPlayerRules[State, Move], side: str, state: State) -> dict[str, State]:
    """Return, by position, where the side has to move next: here, or after any move made here."""
    if rules.outcome(state) is not None:
        return {}
    if rules.to_move(state) == side:
        return {rules.position(state): state}
    after = [rules.play(state, move) for move in rules.legal_moves(state)]
    return {rules.position(each): each for each in after if rules.outcome(each) is None}


def choose_book(
    openings: Sequence[str],
    replies: Mapping[str, tuple[Reply[Move], ...]],
    budget: Budget,
    known: Mapping[str, Move] = MappingProxyType({}),
) -> tuple[Run, Mapping[str, Move]]:
    """Choose a book of the fewest positions by CP-SAT; return how that ended, and the book.

    `known` is a book to begin with, which is returned where no other is found.
    """
    model = CpModel()
    held = {position: model.new_bool_var(position) for position in replies}
    chosen = {
        (position, reply): model.new_bool_var(f"{position} {reply.move}")
        for position, winning in replies.items()
        for reply in winning
    }
    for position in openings:
        model.add(held[position] == 1)
    for position, winning in replies.items():  # one reply to each position of the book
        model.add(LinearExpr.sum([chosen[position, reply] for reply in winning]) == held[position])
    for (_, reply), replied in chosen.items():
        for following in reply.next_positions:
            model.add_implication(replied, held[following])
    model.minimize(LinearExpr.sum(list(held.values())))
    if known:
        for position, is_held in held.items():
            model.add_hint(is_held, position in known)
        for (position, reply), replied in chosen.items():
            model.add_hint(replied, known.get(position) == reply.move)
    best = run(model, budget, question=BOOK)
    value_of = best.value_of
    if value_of is None:
        return best, known
    return best, {at: reply.move for (at, reply), replied in chosen.items() if value_of(replied)}


def find_book(found: EngineResult, play: SolvedGame[Any, Any], budget: Budget) -> EngineResult:
    """Find the fewest positions that the winner has to know, with the reply to each.

    Where there is no time for a book, return who wins as it was found, as FEASIBLE.
    """
    rules = play.rules
    position = replace(found.position or PositionResult(), book=())
    without, winner = replace(found, position=position), position.winner
    if winner not in rules.sides:
        return without
    with budget.stoppable():
        openings, won = won_positions(play, winner, budget)
        known = small_strategy(play, winner, [rules.start()])
        budget.tell(f"choosing among {len(won):,} won positions")
        best, replies = choose_book(openings, won, budget, known)
        if best.status is Status.INFEASIBLE:
            raise DisagreementError("the search has a winning strategy, the model has none")
        _confirm_book(rules, winner, replies)
        book = tuple(BookEntry(each, str(move)) for each, move in replies.items())
        return EngineResult(
            Status.OPTIMAL if best.status is Status.OPTIMAL else Status.FEASIBLE,
            found.solutions,
            (best.bound,),
            position=replace(position, positions=len(replies), book=book),
            facts=CP_SAT.facts(budget),
        )
    return replace(without, status=Status.FEASIBLE)


def _confirm_book(rules: TwoPlayerRules[Any, Any], winner: str, replies: Mapping[str, Any]) -> None:
    """Let the other side try everything against the book."""
    waiting, seen = [rules.start()], set[str]()
    while waiting:
        state = waiting.pop()
        outcome, position = rules.outcome(state), rules.position(state)
        if outcome is not None and outcome.winner != winner:
            raise DisagreementError(f"the book of {winner} loses in {position}")
        if outcome is not None or position in seen:
            continue
        seen.add(position)
        if rules.to_move(state) != winner:
            waiting += [rules.play(state, move) for move in rules.legal_moves(state)]
        elif position in replies:
            waiting.append(rules.play(state, replies[position]))
        else:
            raise DisagreementError(f"the book of {winner} has no reply in {position}")
