"""Items: puzzles as a question, a proven answer, and the data to judge any other answer.

Item number n depends on the wish and on n alone: it is the same wherever it is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any

from toadstone.core.board import BOARD
from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import DisagreementError, LimitReachedError, RequestError
from toadstone.core.line import SOLE_SIDE, side_to_move
from toadstone.engines.answer import Answer, Status
from toadstone.engines.answering import answer
from toadstone.engines.confirming import confirm_answer
from toadstone.engines.instance import make_instance
from toadstone.game import find_game
from toadstone.services import UNWINNABLE
from toadstone.services.batch.work import BatchTask, Ending, Request, Result
from toadstone.services.generation.maker import DuelMaker, Maker, Wish, payoffs_of_moves
from toadstone.services.generation.making import MOST_IN_VAIN, attempt, complete_wish, maker_of
from toadstone.services.generation.puzzle import RISING, Puzzle, yaml_of

IMPOSSIBLE = "impossible"
"""The answer where no plan wins."""


@dataclass(frozen=True)
class Items:
    """The items of one game; `sizes` are all of its sizes, `difficulty` a class or None for any.

    Attributes:
        unwinnable_share: the share of items that cannot be won. If it is not 0, each puzzle has a
            twin that looks like it and cannot be won: one of the two is the item.
    """

    game: str
    sizes: tuple[tuple[str, int], ...] = ()
    difficulty: str | None = None
    seed: int = 0
    unwinnable_share: float = 0.0

    def complete(self) -> Items:
        """Return the items with all sizes, checked.

        Raises:
            RequestError: there is no such game, size or difficulty, or they do not go together.
        """
        wish = complete_wish(Wish(self.game, dict(self.sizes), self.difficulty, seed=self.seed))
        if wish.difficulty == RISING:
            raise RequestError("items have one difficulty: they cannot be rising")
        if not 0 <= self.unwinnable_share <= 1:
            raise RequestError.about("unwinnable", "expected a share from 0 to 1")
        if self.unwinnable_share and UNWINNABLE not in find_game(self.game).parts:
            raise RequestError.about("unwinnable", f"{self.game} has no unwinnable items")
        return replace(self, sizes=tuple(wish.sizes.items()))

    @property
    def name(self) -> str:
        """The name of the data set."""
        return f"toadstone_{self.game.replace('-', '_')}"

    def item(self, index: int) -> dict[str, Any]:
        """Return item `index`, counted from 0: `question`, `answer` and `metadata`, plain JSON.

        Raises:
            DisagreementError: two exact engines contradict each other.
            LimitReachedError: none was found in very many proposals.
        """
        dice = Random(f"{self.game} {self.seed} {index} unwinnable")  # noqa: S311 - repeatable
        unwinnable = dice.random() < self.unwinnable_share
        maker, budget = _making(self)
        for number in range(index * MOST_IN_VAIN, (index + 1) * MOST_IN_VAIN):
            puzzle = attempt(maker, number, budget)
            if puzzle and not self.unwinnable_share:
                return self._item(index, puzzle, puzzle.answer)
            twin = puzzle and find_game(self.game).get(UNWINNABLE)(puzzle.scenario, dice, budget)
            if puzzle and twin:  # also of a winnable item: without, they would look different
                chosen = answer(make_instance(twin), Budget()) if unwinnable else puzzle.answer
                if unwinnable and chosen.status is not Status.INFEASIBLE:
                    raise DisagreementError("an unwinnable item can be won")
                return self._item(index, puzzle, chosen)
        raise LimitReachedError("no more were found in very many proposals")

    def _item(self, index: int, puzzle: Puzzle, answer: Answer) -> dict[str, Any]:
        maker, budget = _making(self)
        if answer.confirmed_by is None:  # else whether it is would depend on the machine
            answer = confirm_answer(answer.instance, answer, Budget(), Confirm.ALWAYS)
        scenario, values = answer.scenario, dict(answer.values or {})
        value, moves = values.get(answer.ask[0].figure or ""), None
        if isinstance(maker, DuelMaker):
            play, start = maker.perfect_play(scenario, budget), answer.instance.rules.start()
            moves = payoffs_of_moves(play, start)
            value = max(moves.values())
        unwinnable = answer.status is Status.INFEASIBLE
        metadata = {
            "source_dataset": self.name,
            "source_index": index,
            "scenario": yaml_of(scenario, []),
            "status": answer.status.value,
            "value": value,
            "values": values,
            "moves": moves,
            "difficulty": {"difficulty": puzzle.difficulty.value, **dict(self.sizes)},
            "features": puzzle.hardness.features,
            "proof": {
                "engine": answer.solver.name,
                "confirmed_by": answer.confirmed_by,
                "solutions": int(not unwinnable),
            },
        }
        text = IMPOSSIBLE if unwinnable else ", ".join(puzzle.solution)
        return {"question": self._question(answer, maker), "answer": text, "metadata": metadata}

    def _question(self, answer: Answer, maker: Maker) -> str:
        """Return the rules, the position, the task, and the form of the answer."""
        game, rules = answer.instance.game, answer.instance.rules
        picture, moment = maker.drawn(answer.scenario)
        board = picture.in_ascii().picture(moment.state).plain
        stands = game.get(BOARD)(answer.scenario).caption(rules.start()).plain
        side, first = side_to_move(rules, rules.start()), answer.ask[0]
        shown = ["The position:", f"```\n{board}\n```"]
        if side != SOLE_SIDE:
            mover = f"{side[0].upper()}{side[1:]}"
            task = f"{mover} to move. {maker.goal(answer)} Answer with that move."
        else:
            shown = [f"The position, {stands}, with all that is to come:", shown[1]]
            task = f"Find the best plan: {first.meaning}. Answer with its moves in their order,"
            task += " all of them, with commas between."
        if UNWINNABLE in game.parts:
            task += f" If no plan wins, answer: {IMPOSSIBLE}."
        return "\n\n".join([picture.instructions(), *shown, task])


@lru_cache(16)
def _making(items: Items) -> tuple[Maker, Budget]:
    """Return the maker of puzzles and its budget; it uses its results for later items, too."""
    wish = Wish(items.game, dict(items.sizes), items.difficulty, seed=items.seed)
    return maker_of(wish), Budget()


# Items as the work of a batch


@dataclass(frozen=True)
class ItemTask(BatchTask):
    """One item to make; its data identifies it for a journal."""

    items: Items = field(kw_only=True)
    index: int = field(kw_only=True)

    def make_result(self) -> Result:
        """Make the item."""
        return Result(self.items.item(self.index), Ending.ANSWERED, lasting=True)


def tasks_of(items: Items, count: int) -> list[ItemTask]:
    """Return the work of making the first items."""
    data, request = f"{items}".encode(), Request()
    return [
        ItemTask(f"{items.name} {n}", request, data=data, items=items, index=n)
        for n in range(count)
    ]
