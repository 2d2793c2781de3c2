"""Certificates of River Toad, and second derivations, by the rules of the stand-alone checker.

checker/README.md says what a certificate holds and why it proves. Its layers are made with the
checker's own reckoning, so that nothing is left out that it would miss. The checker then reads the
finished certificate from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import DisagreementError
from toadstone.engines.answer import Answer
from toadstone.engines.confirming import open_corners, work_of
from toadstone.engines.state_space import StateSpace, count_plans
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.river_toad import (
    KIND,
    REQUIREMENTS,
    SHIFTS,
    Game,
    Outlook,
    Target,
    Toad,
    check_argument,
    check_plan,
    exclusions,
)

LONG = 300
"""Turns from which the checker does not read the finished argument again: it takes as long."""

NAMES = {shift: name for name, shift in SHIFTS.items()}
"""The text of an action, by the cells that it goes to the right."""

USUAL_COSTS = {"left-2": 3, "left-1": 1, "stay": 0, "right-1": 1, "right-2": 3}
"""The actions of the game's description, with the HP that each costs."""


class RiverToadCertifier:
    """Makes certificates for the answers to one scenario.

    Raises:
        Unusable: the scenario is larger than the checker reads.
    """

    def __init__(self, scenario: RiverToadScenario) -> None:
        self._content = _content(scenario)
        Game(self._content)  # before anything is solved

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it."""
        return self._content

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of a proven answer, OPTIMAL or INFEASIBLE."""
        ask = [question.name for question in answer.ask]
        values = None if answer.values is None else dict(answer.values)
        game = Game(self._content, Work(budget.tell))
        targets = exclusions(game, ask, values)
        return {
            "certificate": KIND,
            "scenario": self._content,
            "claim": {"ask": ask, "status": answer.status.value, "values": values},
            "plan": answer.plan,
            "arguments": [target and layers(game, target) for target in targets],
        }


def _content(scenario: RiverToadScenario) -> dict[str, Any]:
    """Return the scenario with nothing left to a default of a requirement that the checker states.

    Any other requirement in use is written, too: the checker refuses it. What the file leaves out
    is stated here again, so that a fault in the defaults of `scenario.py` does not reach both.
    """
    in_use = {key.split(".")[1] for key in scenario.keys_used() if key.startswith("require.")}
    board, flies, stated = scenario.board, scenario.flies, "actions" in scenario.model_fields_set
    return {
        "rows": board.rows,
        "width": board.width if "width" in board.model_fields_set else 5,
        "start": scenario.toad.start or (board.width + 1) // 2,
        "hp": scenario.toad.hp,
        "gain": flies.gain if "gain" in flies.model_fields_set else 5,
        "actions": dict(scenario.actions if stated else USUAL_COSTS),
        "overdraft": scenario.overdraft,
        "rolls": list(scenario.rolls),
        "require": scenario.require.model_dump(mode="json", include={*REQUIREMENTS, *in_use}),
    }


def layers(game: Game, target: Target) -> list[list[list[int]]]:
    """Return, turn by turn and cell by cell, the undominated toads from whom the target is open."""
    result: list[list[list[int]]] = []
    for toads in _undominated(Outlook(game, target)):
        cells: list[list[int]] = [[] for _ in range(game.width)]
        for cell, *numbers in toads:
            cells[cell - 1] += numbers
        result.append(cells)
    return result


def _undominated(outlook: Outlook) -> Iterator[list[Toad]]:
    """Yield the undominated toads of each turn, up to the last turn that has any."""
    turn, toads = 0, outlook.start()
    while toads:
        yield toads
        turn, toads = turn + 1, _drop_dominated(outlook.after(turn, toads))


def plan_to(game: Game, target: Target) -> list[str] | None:
    """Return a plan of all turns that reaches a target; None if there is none."""
    outlook = Outlook(game, target)
    *before, last = [*_undominated(outlook)] or [[]]
    ends = (toad for toad in last if target.met_by(game.turns, *toad[1:]))
    toad = next(ends, None) if len(before) == game.turns else None
    if toad is None:
        return None
    moves = []
    for turn, toads in reversed([*enumerate(before)]):
        earlier = next(each for each in toads if toad in outlook.after(turn, [each]))
        moves.append(NAMES[toad[0] - earlier[0]])
        toad = earlier
    return moves[::-1]


def _drop_dominated(toads: Iterable[Toad]) -> list[Toad]:
    kept: list[Toad] = []
    fewest: dict[int, dict[int, int]] = {}  # by cell and by flies, among those kept so far
    for toad in sorted(set(toads), key=lambda t: (t[0], -t[1], t[2], -t[3])):
        cell, _, moves, flies = toad
        here = fewest.setdefault(cell, {})
        if all(f < flies or least > moves for f, least in here.items()):
            kept.append(toad)
            here[flies] = moves
    return kept


class RiverToadConfirmer:
    """Derives results again, and counts, by the checker's rules."""

    name = "checker"

    def __init__(self, scenario: RiverToadScenario, rules: object) -> None:
        self._content = RiverToadCertifier(scenario).content()

    def confirm(self, answer: Answer, budget: Budget) -> str:
        """Derive a proven answer again: its plans are plans, and no plan is better."""
        game = Game(self._content, work_of(budget))
        ask = [question.name for question in answer.ask]
        lines = answer.front or ([] if answer.replay is None else [answer.replay])
        for line in lines:
            check_plan(game, ask, list(map(str, line.moves)), dict(line.figures))
        if answer.front is None:
            values = None if answer.values is None else dict(answer.values)
            excluded = [target for target in exclusions(game, ask, values) if target]
        else:
            excluded = []
            for corner in open_corners(answer.ask, [line.figures for line in answer.front]):
                excluded.append(Target(game, ask))
                for figure, bound in corner.items():
                    excluded[-1].want(figure, bound)
        for target in excluded:
            expect_excluded(game, target)
        return self.name

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Return the number of plans that end with these figures."""
        game = Game(self._content, work_of(budget))
        return count_plans(CheckedPlans(game, figures), budget)


def expect_excluded(game: Game, target: Target) -> None:
    """Raise DisagreementError if a plan can reach a target; LimitReachedError when time is up."""
    if target.start_hp < 1 or target.moves < 0 or target.turns > game.turns:
        return
    if game.turns < LONG:
        check_argument(game, target, layers(game, target))
        return
    if reaches(game, target):
        raise DisagreementError("by the checker's rules there is a better plan")


def reaches(game: Game, target: Target) -> bool:
    """Return whether a plan can reach a target; LimitReachedError when time is up."""
    turns = enumerate(_undominated(Outlook(game, target)))
    return any(target.met_by(turn, *toad[1:]) for turn, toads in turns for toad in toads)


class CheckedPlans(StateSpace[Toad, int]):
    """The plans by the checker's rules that end with these figures; a move is its shift."""

    def __init__(self, game: Game, figures: Mapping[str, int]) -> None:
        self.turns = figures.get("turns", game.turns)
        self._game, self._figures = game, figures
        self._target = Target(game, ["longest"])
        self._moves_matter = "moves" in figures or game.max_moves < game.turns
        self._flies_matter = "flies" in figures or game.min_flies > 0
        self._ways = [game.ways(turn) for turn in range(1, self.turns + 1)]

    def start(self) -> Toad:
        """Return the toad before the first turn."""
        return self._game.start, self._game.hp, 0, 0

    def successors(self, turn: int, element: Toad) -> Iterator[tuple[int, Toad]]:
        """Yield every way to live through a turn; HP beyond all that can be needed are cut off."""
        cell, hp, moves, flies = element
        enough = self._game.dearest * (self.turns - turn) + self._target.hp
        for target, cost, moved, fed in self._ways[turn - 1][cell]:
            left = self._game.hp_after(hp, cost, fed)
            if left >= 1:
                yield (
                    target - cell,
                    (
                        target,
                        left if "hp" in self._figures else min(left, enough),
                        moves + moved if self._moves_matter else 0,
                        flies + fed if self._flies_matter else 0,
                    ),
                )

    def accepts(self, turn: int, element: Toad) -> bool:
        """Return whether the toad has lived long enough, with the figures and what is required."""
        _, hp, moves, flies = element
        reached = {"hp": hp, "moves": moves, "flies": flies, "turns": turn}
        is_wanted = all(reached.get(name, each) == each for name, each in self._figures.items())
        return is_wanted and turn == self.turns and self._target.met_by(turn, hp, moves, flies)
