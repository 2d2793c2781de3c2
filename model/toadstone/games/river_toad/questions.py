"""What can be asked of a River Toad scenario, and with which options of its own."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from toadstone.core.question import Question, Sense
from toadstone.files import ScenarioOption, Size

SURVIVE = Question("survive", Sense.SATISFY, None, "any winning plan")
MAX_HP = Question("max-hp", Sense.MAXIMISE, "hp", "the most HP after the last turn")
MIN_MOVES = Question("min-moves", Sense.MINIMISE, "moves", "the fewest actions other than stay")
MAX_FLIES = Question("max-flies", Sense.MAXIMISE, "flies", "the most flies eaten")
LONGEST = Question("longest", Sense.MAXIMISE, "turns", "the most turns alive")
MIN_START_HP = Question(
    "min-start-hp",
    Sense.MINIMISE,
    "start_hp",
    "the least starting HP that can win",
    changes_scenario=True,
)

QUESTIONS = (SURVIVE, MAX_HP, MIN_MOVES, MAX_FLIES, LONGEST, MIN_START_HP)


def must_win(ask: Collection[Question]) -> bool:
    """Return whether the toad has to win: always, but where `longest` lets him die."""
    return LONGEST not in ask or SURVIVE in ask or MIN_START_HP in ask


def model_size(scenario: Any, ask: Collection[Question]) -> tuple[str, float] | None:
    """Return the number of turns in words, and the seconds that the model takes about.

    With bounds, they are as many as it has arcs; without, they grow faster. None where a toad is
    more than a cell and a number, and no table knows the answer.
    """
    turns, require = scenario.turns, scenario.require
    if require.max_moves is not None or require.min_flies:
        return None
    actions = scenario.board.width * len(scenario.actions) / USUAL_ACTIONS
    bounded = {*ask} <= {SURVIVE, MAX_HP, MIN_MOVES} and scenario.overdraft == "forbidden"
    seconds = BOUNDED_TURN * turns if bounded else SQUARED_TURN * turns**2
    return f"{turns:,} turns", actions * seconds


USUAL_ACTIONS = 5 * 5
"""Cells times actions on the usual board."""
BOUNDED_TURN = 3e-4
"""Seconds of the model with bounds for each turn on the usual board (10,000 turns: 3 s)."""
SQUARED_TURN = 4e-6
"""Seconds of the model without bounds for the square of the turns (1,000 turns: 1 to 10 s)."""

SCENARIO_OPTIONS = (
    ScenarioOption("hp", ("toad", "hp"), 1, 1_000_000_000, "starting HP"),
    ScenarioOption("rows", ("board", "rows"), 2, 1000, "number of rows of the board"),
)
"""The options of the command line that only this game has."""

SIZES = (
    Size("turns", (11, 12, 16), 8, 100, "number of rolls"),
    Size("rows", (4, 4, 4), 2, 50, "rows of the board"),
    Size("hp", (10, 10, 10), 1, 1000, "starting HP"),
    Size("width", (5, 5, 5), 2, 12, "river cells per row"),
)
"""The sizes of the puzzles that can be made."""
