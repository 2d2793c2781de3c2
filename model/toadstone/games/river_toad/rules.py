"""The reference simulator: the five phases of a turn, played literally.

The source of every rule is the game's description; where it leaves something open, the rulings
are in docs/river-toad.md. Nothing here is clever, on purpose, and nothing here knows the model.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from toadstone.core.rules import IllegalMoveError, Outcome, Rules
from toadstone.games.river_toad.scenario import Action, RiverToadScenario

LEFT_BANK = 0

EMPTY: frozenset[int] = frozenset()

CAUGHT = Outcome.lost("caught by a snake")
OUT_OF_HP = Outcome.lost("out of HP")


class Row(NamedTuple):
    """What floats in a row of the board: snakes in these cells, a fly on one of these banks."""

    snakes: frozenset[int] = EMPTY
    flies: frozenset[int] = EMPTY


class State(NamedTuple):
    """The board between two turns.

    Cells of a row count from 0, the left bank, over the river's cells 1 to `width`, to
    `width + 1`, the right bank. The bottom row, the toad's, is not among `rows`, which begin at the
    top, for nothing stays in it. `caught` and `fed` tell of the turn just played, `moves` and
    `flies` of all turns so far.
    """

    width: int
    turn: int
    cell: int
    hp: int
    start_hp: int
    moves: int = 0
    flies: int = 0
    caught: bool = False
    fed: bool = False
    rows: tuple[Row, ...] = ()

    @property
    def dead(self) -> bool:
        """Whether the toad was caught or has no HP left."""
        return self.caught or self.hp == 0

    def __str__(self) -> str:
        """Write the state on one line: the numbers, then the board's rows from the top."""
        event = "caught" if self.caught else "fed" if self.fed else "-"
        toad = "." * self.cell + "T" + "." * (self.width + 1 - self.cell)
        board = "/".join([*map(row_text, repeat(self.width), self.rows), toad])
        return f"{self.turn} {self.hp} {self.start_hp} {self.moves} {self.flies} {event} {board}"

    @classmethod
    def read(cls, text: str) -> State:
        """Return the state with this text form; raise ValueError when there is none."""
        *numbers, event, board = text.split(" ")
        turn, hp, start_hp, moves, flies = map(int, numbers)
        *rows, toad = board.split("/")
        state = cls(
            width=len(toad) - 2,
            turn=turn,
            cell=toad.index("T"),
            hp=hp,
            start_hp=start_hp,
            moves=moves,
            flies=flies,
            caught=event == "caught",
            fed=event == "fed",
            rows=tuple(Row(_cells_with("S", row), _cells_with("F", row)) for row in rows),
        )
        if str(state) != text:
            raise ValueError(f"not the text form of a state: {text!r}")
        return state


@lru_cache(4096)
def row_text(width: int, row: Row) -> str:
    """Return the letters of a row: bank, river cells, bank."""
    cells = range(width + 2)
    return "".join("S" if c in row.snakes else "F" if c in row.flies else "." for c in cells)


def _cells_with(letter: str, row: str) -> frozenset[int]:
    return frozenset(cell for cell, each in enumerate(row) if each == letter)


@lru_cache(4096)
def spawn(roll: int, width: int) -> Row:
    """Return what a roll puts into the top row of a river with so many cells."""
    if roll < 2**width:
        binary = format(roll, f"0{width}b")
        return Row(snakes=frozenset(c for c, bit in enumerate(binary, 1) if bit == "1"))
    return Row(flies=frozenset({LEFT_BANK if roll == 2**width else width + 1}))


class RiverToadRules(Rules[State, Action]):
    """The rules of River Toad for one scenario."""

    def __init__(self, scenario: RiverToadScenario) -> None:
        self.scenario = scenario
        self._turns = scenario.turns
        turns = "the last turn" if self._turns == 1 else f"all {self._turns} turns"
        self._end = Outcome("toad", f"the toad is alive after {turns}")

    def start(self) -> State:
        """Return the board before the first turn: river and banks are empty."""
        return State(
            width=self.scenario.board.width,
            turn=0,
            cell=self.scenario.start_cell,
            hp=self.scenario.toad.hp,
            start_hp=self.scenario.toad.hp,
            rows=(Row(),) * (self.scenario.board.rows - 1),
        )

    def legal_moves(self, state: State) -> tuple[Action, ...]:
        """Return the actions that the rules allow in this state."""
        return tuple(
            action for action in self.scenario.costs if self.why_illegal(state, action) is None
        )

    def why_illegal(self, state: State, action: Action) -> str | None:
        """Say why the action is not legal, or return None when it is."""
        cost = self.scenario.costs.get(action)
        if state.dead or state.turn == self._turns:
            return "the game is over"
        if cost is None:
            return f"there is no action {action} in this scenario"
        if not 1 <= state.cell + action.shift <= state.width:
            return f"{action} from cell {state.cell} leaves the river"
        if self.scenario.overdraft == "forbidden" and cost > state.hp:
            return f"{action} costs {cost} HP and the toad has {state.hp}"
        return None

    def play(self, state: State, action: Action) -> State:
        """Play one turn, phase by phase."""
        if reason := self.why_illegal(state, action):
            raise IllegalMoveError(reason)
        return self.after(state, action)

    def after(self, state: State, action: Action) -> State:
        """Play one turn of a legal action, phase by phase."""
        # Phase 1: the toad moves and pays; his HP cannot be negative, but may be 0 for now.
        cell = state.cell + action.shift
        hp = max(0, state.hp - self.scenario.costs[action])
        *rows, arriving = state.rows
        # Phase 2: a snake that reaches the bottom row catches the toad there, or disappears.
        caught = cell in arriving.snakes
        # Phase 3: a fly that reaches the bottom row feeds the toad beside it, or disappears.
        fed = cell - 1 in arriving.flies or cell + 1 in arriving.flies
        # Phase 4: the turn's roll puts snakes, a fly or nothing into the top row.
        top = spawn(self.scenario.rolls[state.turn], state.width)
        fields = (  # in their order: names would take twice the time
            state.width,
            state.turn + 1,
            cell,
            hp + self.scenario.flies.gain if fed else hp,
            state.start_hp,
            state.moves + (action.shift != 0),
            state.flies + fed,
            caught,
            fed,
            (top, *rows),
        )
        return State._make(fields)

    def outcome(self, state: State) -> Outcome | None:
        """Phase 5: the game ends when the toad is dead or through all turns."""
        if state.caught:
            return CAUGHT
        if state.hp == 0:
            return OUT_OF_HP
        return self._end if state.turn == self._turns else None

    def violation(self, action: Action, after: State) -> str | None:
        """Say which requirement this action, just played, breaks; or None."""
        require = self.scenario.require
        if action in self.scenario.forbidden:
            return f"the scenario forbids {action}"
        if require.max_moves is not None and after.moves > require.max_moves:
            return f"the scenario's limit of moves is {require.max_moves}"
        for visit in require.visit:
            if visit.turn == after.turn and after.cell not in visit.cells:
                wanted = " or ".join(map(str, visit.cells))
                return f"the toad is in cell {after.cell}, the scenario requires {wanted}"
        for avoid in require.avoid:
            if avoid.turn in {None, after.turn} and after.cell in avoid.cells:
                return f"the scenario excludes cell {after.cell}"
        return None

    def final_violation(self, state: State) -> str | None:
        """Say which requirement a plan that stops here leaves unmet; or None."""
        require = self.scenario.require
        if require.min_final_hp is not None and state.hp < require.min_final_hp:
            return f"{state.hp} HP at the end, the scenario requires {require.min_final_hp}"
        if require.min_flies is not None and state.flies < require.min_flies:
            return f"{state.flies} flies eaten, the scenario requires {require.min_flies}"
        return None

    def observe(self, state: State) -> Mapping[str, int]:
        """Return what the model must agree on after every turn."""
        return {
            "cell": state.cell,
            "hp": state.hp,
            "caught": int(state.caught),
            "fed": int(state.fed),
        }

    def figures(self, state: State) -> Mapping[str, int]:
        """Return final HP, moves, flies eaten, turns lived through, and the starting HP."""
        return {
            "hp": state.hp,
            "moves": state.moves,
            "flies": state.flies,
            "turns": state.turn - state.dead,
            "start_hp": state.start_hp,
        }

    def read_move(self, text: str) -> Action:
        """Return the action with this text form."""
        return Action.read(text)

    def read_state(self, text: str) -> State:
        """Return the state with this text form."""
        return State.read(text)
