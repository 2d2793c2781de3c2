"""Ugly Duck as one CP-SAT model of a whole game. The model chooses the moves of both sides.

Every unit below adds the constraints of one rule, and only those; `UNITS` lists them. The whole
horizon is the number of plies that no game can exceed; after the end of the game, the board does
not change. This module states the rules again and does not use the simulator.

Short horizons are tried first for a shortest game: one without a game proves that every game is
longer, and `longer` states the next. The bound `captures_to_come` is redundant; without it
(`bounded=False`) the solver finds the same answers later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ortools.sat.python.cp_model import BoolVarT, CpModel, IntVar, LinearExpr, LinearExprT

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.core.solution import Solution
from toadstone.engines.cp_sat.horizon import Horizon, SearchStrategy, Turns, ValueOf
from toadstone.games.ugly_duck.scenario import (
    BLUE_DUCK,
    BLUE_SWAN,
    GREEN_DUCK,
    GREEN_SWAN,
    Cell,
    Move,
    Pass,
    UglyDuckScenario,
)

LETTERS = (GREEN_DUCK, GREEN_SWAN, BLUE_DUCK, BLUE_SWAN)
PIECES: Mapping[str, tuple[str, str]] = {
    "green": (GREEN_DUCK, GREEN_SWAN),
    "blue": (BLUE_DUCK, BLUE_SWAN),
}
OPPONENT: Mapping[str, str] = {"green": "blue", "blue": "green"}
DOWN: Mapping[str, int] = {GREEN_DUCK: 1, GREEN_SWAN: -1, BLUE_DUCK: -1, BLUE_SWAN: 1}


@dataclass(frozen=True)
class Choice:
    """The choice, in one ply, to move a sort of piece to a cell, and its sort there."""

    letter: str
    source: Cell
    target: Cell
    becomes: str
    chosen: BoolVarT


class UglyDuckHorizon(Horizon[Move | Pass]):
    """The variables of the whole game; index 0 is the state before the first ply.

    Args:
        scenario: the scenario.
        plies: the length of the horizon; by default, and at most, that of the longest game.
        bounded: whether to state `captures_to_come`, too.
        budget: when to stop.

    Attributes:
        holds: for each ply, each letter and each cell, whether that piece is there afterwards.
        choices: for each ply from 1, the moves that its side can ever have.
        played: for each ply from 1, whether the game goes on that long.
        passed: for each ply from 1, whether its side passes.
        home: for each ply, whether the side that has just moved has a swan on its first row.
        bare: for each ply, whether it has captured the last piece.
        stuck: for each ply, whether the game is then over because the side to move has no move; if
            stuck sides pass, because neither side has.
    """

    guide = "plies"
    strategy = SearchStrategy.CONFLICTS

    def __init__(
        self,
        scenario: UglyDuckScenario,
        *,
        plies: int | None = None,
        bounded: bool = True,
        budget: Budget = UNLIMITED,
    ) -> None:
        self.scenario = scenario
        self.model = CpModel()
        self.passes = scenario.no_moves == "pass"
        self.bounded = bounded
        self.budget = budget
        self.turns = Turns(min(plies or self.most_plies, self.most_plies), budget)
        self.last = len(scenario.lines) - 1
        columns = len(scenario.lines[0])
        self.cells = [Cell(row, c) for row in range(self.last + 1) for c in range(columns)]
        self._make_variables()
        for unit in UNITS:
            unit(self)
        if bounded:
            captures_to_come(self)
        self.figures: Mapping[str, LinearExprT] = {"plies": LinearExpr.sum(self.played[1:])}

    @classmethod
    def short(
        cls,
        scenario: UglyDuckScenario,
        ask: tuple[Question, ...] = (),
        *,
        bounded: bool,
        budget: Budget = UNLIMITED,
    ) -> UglyDuckHorizon:
        """Return a horizon of the fewest plies in which a game can end, if no side is stuck.

        A side needs a move for every enemy, or for every row of one piece's way home. If the
        horizon is too short even so, that costs no more than the proof.
        """
        enemies = Counter(letter in PIECES["green"] for _, letter in scenario.pieces)
        ways = [scenario.way_home(row, letter) for row, letter in scenario.pieces]
        moves = min(*enemies.values(), *ways)
        return cls(scenario, plies=2 * moves, bounded=bounded, budget=budget)

    @property
    def most_plies(self) -> int:
        """The number of plies that no game can exceed, passes included: none follows another."""
        most = self.scenario.most_plies
        return 2 * most + 1 if self.passes else most

    def whole(self) -> UglyDuckHorizon:
        """Return a horizon as long as a game can be."""
        return self._of_length(self.most_plies)

    def _of_length(self, plies: int) -> UglyDuckHorizon:
        return UglyDuckHorizon(self.scenario, plies=plies, bounded=self.bounded, budget=self.budget)

    def longer(self) -> UglyDuckHorizon | None:
        """Return a horizon with a move more for either side; None if this one is whole.

        It has no game of this one's length, as this one has no game.
        """
        plies = len(self.turns)
        if plies == self.most_plies:
            return None
        longer = self._of_length(plies + 2)
        longer.model.add(longer.figures["plies"] > plies)
        return longer

    def _make_variables(self) -> None:
        def switches(name: str) -> list[BoolVarT]:
            return [self.model.new_bool_var(f"{name}[{t}]") for t in range(len(self.turns) + 1)]

        self.holds = [self._new_letters(turn) for turn in range(len(self.turns) + 1)]
        self.choices = [[], *(list(self._new_choices(turn)) for turn in self.turns)]
        self.played, self.passed = switches("played"), switches("passed")
        self.home, self.bare, self.stuck = switches("home"), switches("bare"), switches("stuck")

    def _new_letters(self, turn: int) -> dict[str, dict[Cell, IntVar]]:
        return {each: self.new_cells(each, turn, self.cells) for each in LETTERS}

    def _new_choices(self, turn: int) -> Iterator[Choice]:
        for letter, source, target in self.steps(self.side(turn)):
            far_row = self.last if DOWN[letter] > 0 else 0
            becomes = PIECES[self.side(turn)][1] if target.row == far_row else letter
            name = f"{letter}[{turn},{source}-{target}]"
            yield Choice(letter, source, target, becomes, self.model.new_bool_var(name))

    def steps(self, side: str) -> Iterator[tuple[str, Cell, Cell]]:
        """Yield every step of a side's pieces on the empty board."""
        cells = set(self.cells)
        for letter in PIECES[side]:
            for source in self.cells:
                for sideways in (-1, 0, 1):
                    target = Cell(source.row + DOWN[letter], source.column + sideways)
                    if target in cells:
                        yield letter, source, target

    def side(self, turn: int) -> str:
        """Return the side that moves in a ply, counted from 1."""
        first = self.scenario.turn
        return first if turn % 2 == 1 else OPPONENT[first]

    def pieces(self, turn: int, side: str) -> list[BoolVarT]:
        """Return the literals that a piece of a side is in a cell after a ply."""
        return [held for letter in PIECES[side] for held in self.holds[turn][letter].values()]

    def blockers(self, turn: int, letter: str, source: Cell, target: Cell) -> list[BoolVarT]:
        """Return literals; if a step is blocked after a ply, one of them holds."""
        side = next(side for side, letters in PIECES.items() if letter in letters)
        in_the_way = LETTERS if source.column == target.column else PIECES[side]
        holds = self.holds[turn]
        return [holds[letter][source].negated(), *(holds[each][target] for each in in_the_way)]

    def read(self, value_of: ValueOf) -> Solution[Move | Pass]:
        """Read a solution back."""
        played = [t for t in range(1, len(self.played)) if value_of(self.played[t])]
        return Solution(
            scenario=self.scenario,
            moves=tuple(self._move(turn, value_of) for turn in played),
            observations=tuple(self._observation(turn, value_of) for turn in played),
            figures={name: value_of(figure) for name, figure in self.figures.items()},
        )

    def _move(self, turn: int, value_of: ValueOf) -> Move | Pass:
        for choice in self.choices[turn]:
            if value_of(choice.chosen):
                there = (self.holds[turn - 1][each][choice.target] for each in LETTERS)
                return Move(choice.source, choice.target, any(map(value_of, there)))
        return Pass()

    def _observation(self, turn: int, value_of: ValueOf) -> dict[str, int]:
        contents = {
            str(cell): sum(
                number * value_of(self.holds[turn][letter][cell])
                for number, letter in enumerate(LETTERS, 1)
            )
            for cell in self.cells
        }
        # The side that moved last has won: the model has no drawn games, see `wanted_winner`.
        over = any(value_of(each[turn]) for each in (self.home, self.bare, self.stuck))
        winner = 1 if self.side(turn) == "green" else 2
        return contents | {"winner": winner if over else 0}


Unit = Callable[[UglyDuckHorizon], None]


def start(h: UglyDuckHorizon) -> None:
    """Fill the cells as in the scenario."""
    for letter, holds in h.holds[0].items():
        for cell, held in holds.items():
            h.model.add(held == (h.scenario.lines[cell.row][cell.column] == letter))


def one_move_a_ply(h: UglyDuckHorizon) -> None:
    """Let the side whose turn it is make one move, or pass, in every ply that is played."""
    for turn in h.turns:
        moves = [choice.chosen for choice in h.choices[turn]]
        h.model.add(LinearExpr.sum([*moves, h.passed[turn]]) == h.played[turn])


def legal(h: UglyDuckHorizon) -> None:
    """Allow a step of a piece that is there, on no piece of its side, and straight on none."""
    for turn in h.turns:
        for choice in h.choices[turn]:
            for bar in h.blockers(turn - 1, choice.letter, choice.source, choice.target):
                h.model.add_bool_or([choice.chosen.negated(), bar.negated()])


def effect(h: UglyDuckHorizon) -> None:
    """Move the piece, make a duck a swan on its last row, remove the captured piece."""
    for turn in h.turns:
        before, after = h.holds[turn - 1], h.holds[turn]
        own, theirs = PIECES[h.side(turn)], PIECES[OPPONENT[h.side(turn)]]
        for cell in h.cells:
            arriving = [x for x in h.choices[turn] if x.target == cell]
            for letter in own:
                comes = LinearExpr.sum([x.chosen for x in arriving if x.becomes == letter])
                leaves = LinearExpr.sum(
                    [x.chosen for x in h.choices[turn] if x.source == cell and x.letter == letter]
                )
                h.model.add(after[letter][cell] == before[letter][cell] + comes - leaves)
            anybody = LinearExpr.sum([x.chosen for x in arriving])
            for letter in theirs:
                stays, was = after[letter][cell], before[letter][cell]
                h.model.add_implication(stays, was)
                h.model.add(stays >= was - anybody)
                h.model.add(stays + anybody <= 1)


def over_for_good(h: UglyDuckHorizon) -> None:
    """Play every ply until the game is over, and none after that."""
    h.model.add(h.played[0] == 1)
    for turn in range(len(h.turns) + 1):
        ends = (h.home[turn], h.bare[turn], h.stuck[turn])
        following = h.played[turn + 1 : turn + 2]
        h.model.add_bool_or([h.played[turn].negated(), *ends, *following])
        for goes_on in following:
            h.model.add_implication(goes_on, h.played[turn])
            for end in ends:
                h.model.add_implication(end, goes_on.negated())


def swan_at_home(h: UglyDuckHorizon) -> None:
    """Tell whether the side that has just moved has a swan on its own first row."""
    for turn in range(len(h.turns) + 1):
        side = h.side(turn)
        row = 0 if side == "green" else h.last
        swans = [held for cell, held in h.holds[turn][PIECES[side][1]].items() if cell.row == row]
        _equals_any(h, h.home[turn], swans)


def last_piece_captured(h: UglyDuckHorizon) -> None:
    """Tell whether the side to move has no piece."""
    for turn in range(len(h.turns) + 1):
        _equals_any(h, h.bare[turn].negated(), h.pieces(turn, h.side(turn + 1)))


def nobody_can_move(h: UglyDuckHorizon) -> None:
    """End the game where the side to move has no move; with passes, where neither has."""
    for turn in range(len(h.turns) + 1):
        turns = (turn + 1, turn) if h.passes else (turn + 1,)
        free = [_some_step(h, turn, h.side(each)) for each in turns]
        _equals_any(h, h.stuck[turn].negated(), free)


def pass_only_when_stuck(h: UglyDuckHorizon) -> None:
    """Let a side pass only where the scenario says so, and only where it has no move."""
    for turn in h.turns:
        if not h.passes:
            h.model.add(h.passed[turn] == 0)
            continue
        for letter, source, target in h.steps(h.side(turn)):
            bars = h.blockers(turn - 1, letter, source, target)
            h.model.add_bool_or([h.passed[turn].negated(), *bars])


def wanted_winner(h: UglyDuckHorizon) -> None:
    """End with a win, of the side that the scenario wants to win: that side moves last."""
    for turn in range(len(h.turns) + 1):
        not_last = [h.played[turn].negated(), *h.played[turn + 1 : turn + 2]]
        if h.scenario.wins not in (None, h.side(turn)):
            h.model.add_bool_or(not_last)
        if h.passes:
            h.model.add_bool_or([*not_last, h.home[turn], h.bare[turn]])


def captures_to_come(h: UglyDuckHorizon) -> None:
    """Bound the pieces by the moves to come: a move captures one at most. No rule needs it.

    It holds for a side in games that end as its last piece is captured.
    """
    for side in PIECES:
        captured = h.model.new_bool_var(f"captured[{side}]")
        turns = [t for t in range(len(h.turns) + 1) if h.side(t) != side]
        _equals_any(h, captured, [h.bare[t] for t in turns])
        for turn in range(len(h.turns) + 1):
            to_come = LinearExpr.sum([h.played[t] for t in turns if t > turn])
            enough = LinearExpr.sum(h.pieces(turn, side)) <= to_come
            h.model.add(enough).only_enforce_if(captured)


def _some_step(h: UglyDuckHorizon, turn: int, side: str) -> BoolVarT:
    """Return whether a side has a step after a ply."""
    possible = []
    for letter, source, target in h.steps(side):
        step = h.model.new_bool_var(f"can[{turn},{letter},{source}-{target}]")
        bars = h.blockers(turn, letter, source, target)
        h.model.add_bool_or([step, *bars])
        for bar in bars:
            h.model.add_bool_or([step.negated(), bar.negated()])
        possible.append(step)
    some = h.model.new_bool_var(f"free[{turn},{side}]")
    _equals_any(h, some, possible)
    return some


def _equals_any(h: UglyDuckHorizon, whole: BoolVarT, parts: Sequence[BoolVarT]) -> None:
    """Let a literal hold exactly where one of the others does."""
    h.model.add_bool_or([whole.negated(), *parts])
    for part in parts:
        h.model.add_implication(part, whole)


UNITS: tuple[Unit, ...] = (
    start,
    one_move_a_ply,
    legal,
    effect,
    over_for_good,
    swan_at_home,
    last_piece_captured,
    nobody_can_move,
    pass_only_when_stuck,
    wanted_winner,
)
