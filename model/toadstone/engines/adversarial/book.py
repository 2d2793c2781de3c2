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
from typing import Any, Generic, NamedTuple

from ortools.sat.python.cp_model import BoolVarT, CpModel, LinearExpr

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.question import BOOK
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import SolvedGame, small_strategy
from toadstone.engines.answer import Status
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.cp_sat.horizon import ValueOf
from toadstone.engines.cp_sat.solver import run
from toadstone.engines.engine import EngineResult


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


class BookModel(Generic[Move]):
    """The choice of a book as a CP-SAT model that minimises its positions.

    Attributes:
        model: the model.
        known: for each position, whether the book holds it.
        chosen: for each position and each winning reply, whether the book replies so.
    """

    def __init__(
        self, openings: Sequence[str], replies: Mapping[str, tuple[Reply[Move], ...]]
    ) -> None:
        self.model = CpModel()
        self.known: dict[str, BoolVarT] = {
            position: self.model.new_bool_var(position) for position in replies
        }
        self.chosen = {
            (position, reply): self.model.new_bool_var(f"{position} {reply.move}")
            for position, winning in replies.items()
            for reply in winning
        }
        for position in openings:
            self.model.add(self.known[position] == 1)
        for position, winning in replies.items():  # one reply to each position of the book
            chosen = [self.chosen[position, reply] for reply in winning]
            self.model.add(LinearExpr.sum(chosen) == self.known[position])
        for (_, reply), replied in self.chosen.items():
            for following in reply.next_positions:
                self.model.add_implication(replied, self.known[following])
        self.model.minimize(LinearExpr.sum(list(self.known.values())))

    def read(self, value_of: ValueOf) -> dict[str, Move]:
        """Read the replies of the book, by position."""
        return {
            position: reply.move
            for (position, reply), chosen in self.chosen.items()
            if value_of(chosen)
        }


def find_book(found: EngineResult, play: SolvedGame[Any, Any], budget: Budget) -> EngineResult:
    """Find the fewest positions that the winner has to know, with the reply to each.

    Where there is no time for a book, return who wins as it was found, as FEASIBLE.
    """
    rules = play.rules
    position = {**(found.position or {}), "positions": None}
    without = replace(found, position=position, details={"book": []})
    winner = position["winner"]
    if winner not in rules.sides:
        return without
    with budget.stoppable():
        book = BookModel(*won_positions(play, winner, budget))
        known = small_strategy(play, winner, [rules.start()])
        for place, is_known in book.known.items():  # begin with a book that is known
            book.model.add_hint(is_known, place in known)
        for (place, reply), chosen in book.chosen.items():
            book.model.add_hint(chosen, known.get(place) == reply.move)
        budget.tell(f"choosing among {len(book.known):,} won positions")
        best = run(book.model, budget, question=BOOK)
        if best.status is Status.INFEASIBLE:
            raise DisagreementError("the search has a winning strategy, the model has none")
        replies = known if best.value_of is None else book.read(best.value_of)
        _confirm_book(rules, winner, replies)
        return EngineResult(
            Status.OPTIMAL if best.status is Status.OPTIMAL else Status.FEASIBLE,
            found.solutions,
            (best.bound,),
            position={**position, "positions": len(replies)},
            details={
                "book": [{"position": each, "reply": str(move)} for each, move in replies.items()]
            },
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
