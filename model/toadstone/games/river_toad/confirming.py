"""Second derivations of River Toad, from the rules as the stand-alone checker states them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from toadstone.core.answer import Answer
from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.engines.confirming import accepted, open_corners, work_of
from toadstone.engines.enumeration import count_plans
from toadstone.engines.instance import Instance
from toadstone.engines.state_space import StateSpace
from toadstone.games.river_toad.certificate import RiverToadCertifier, layers
from toadstone_checker.river_toad import Game, Target, check, check_argument

Toad = tuple[int, int, int, int]
"""Cell, HP, moves and flies so far; the last two are 0 where they do not matter."""


class RiverToadConfirmer:
    """Derives results again by certificates that stay in memory, and counts by the checker's rules."""

    name = "checker"

    def __init__(self, instance: Instance) -> None:
        self._certifier = RiverToadCertifier(instance.scenario)

    def confirm(self, answer: Answer, budget: Budget) -> None:
        """Derive a proven answer again; see `Confirmer`."""
        if answer.front is None:
            accepted(check, self._certifier.certificate(answer, budget), budget)
        else:
            self._confirm_front(answer, budget)

    def _confirm_front(self, answer: Answer, budget: Budget) -> None:
        """Make sure that no plan is better than every point of the front in some figure."""
        game = Game(self._certifier.content(), work_of(budget))
        points = [line.figures for line in answer.front or ()]
        for corner in open_corners(answer.ask, points):
            target = Target(game, [question.name for question in answer.ask])
            for figure, bound in corner.items():
                target.want(figure, bound)
            if target.moves >= 0 and target.turns <= game.turns:

                def argue(target: Target, hear: object) -> None:
                    check_argument(game, target, layers(game, target))

                accepted(argue, target, budget)

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Return the number of plans that end with these figures."""
        game = Game(self._certifier.content(), work_of(budget))
        return count_plans(CheckedPlans(game, figures), budget)


class CheckedPlans(StateSpace[Toad, int]):
    """The plans by the checker's rules that end with these figures; moves are cells to the right."""

    def __init__(self, game: Game, figures: Mapping[str, int]) -> None:
        self.turns = figures.get("turns", game.turns)
        self._game, self._figures = game, figures
        self._least_hp = max(1, game.min_final_hp)
        self._moves_matter = "moves" in figures or game.max_moves < game.turns
        self._flies_matter = "flies" in figures or game.min_flies > 0
        self._ways = [game.ways(turn) for turn in range(1, self.turns + 1)]

    def start(self) -> Toad:
        """Return the toad before the first turn."""
        return self._game.start, self._game.hp, 0, 0

    def successors(self, turn: int, element: Toad) -> Iterator[tuple[int, Toad]]:
        """Yield every way to live through a turn; HP beyond all that can be needed are cut off."""
        cell, hp, moves, flies = element
        enough = self._game.dearest * (self.turns - turn) + self._least_hp
        for target, cost, moved, fed in self._ways[turn - 1][cell]:
            left = self._game.hp_after(hp, cost, fed)
            if left >= 1:
                yield target - cell, (
                    target,
                    left if "hp" in self._figures else min(left, enough),
                    moves + moved if self._moves_matter else 0,
                    flies + fed if self._flies_matter else 0,
                )

    def accepts(self, turn: int, element: Toad) -> bool:
        """Return whether the toad has lived long enough, with the figures and what is required."""
        _, hp, moves, flies = element
        game, reached = self._game, dict(zip(("hp", "moves", "flies"), element[1:], strict=True))
        wanted = all(reached[name] == self._figures[name] for name in reached & self._figures.keys())
        meets = hp >= game.min_final_hp and flies >= game.min_flies and moves <= game.max_moves
        return turn == self.turns and wanted and meets
