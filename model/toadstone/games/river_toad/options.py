"""The options of the command line that only River Toad has."""

from __future__ import annotations

from toadstone.files.formats import ScenarioOption

SCENARIO_OPTIONS = (
    ScenarioOption("hp", ("toad", "hp"), 1, 1_000_000_000, "starting HP"),
    ScenarioOption("rows", ("board", "rows"), 2, 1000, "number of rows of the board"),
)
