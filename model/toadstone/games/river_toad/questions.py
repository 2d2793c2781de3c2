"""What can be asked of a River Toad scenario, and with which options of its own."""

from __future__ import annotations

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
