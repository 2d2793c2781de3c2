"""River Toad in MiniZinc: one file, the model with its data behind it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.question import Sense
from toadstone.engines.instance import Instance
from toadstone.files.source import Source
from toadstone.games.river_toad.exporting.exported import ExportedScenario
from toadstone.games.river_toad.scenario import Action
from toadstone.services.export.parts import Claim, Files, no_plan, too_large

MOST_ENTRIES = 20_000_000
"""Entries of the largest table that is still flattened in seconds."""

LARGEST_NUMBER = 2**31 - 2
"""The largest number of Gecode."""

_OTHER_NAMES = {"turns": "lived"}
"""What the model calls a figure where it has another name for it."""


def write(instance: Instance, budget: Budget) -> Files:
    """Return the model with its data."""
    exported = ExportedScenario(instance)
    _expect_room(exported)
    model = files(__package__).joinpath("river_toad.mzn").read_text(encoding="utf-8")
    return {"model.mzn": "\n".join([model, *_data(exported), "", _solve(exported), ""])}


def read(instance: Instance, source: Source, budget: Budget) -> Claim:
    """Read the last solution of MiniZinc's JSON output, or of its usual one."""
    said = _last_object(source)
    cells = said.get("at")
    if not isinstance(cells, list) or not all(isinstance(cell, int) for cell in cells):
        raise source.error("expected a solution with `at`, the cell after each turn")
    exported = ExportedScenario(instance)
    stated = {name: said.get(name, said.get(_variable(name))) for name in exported.ranges}
    figures = {figure: value for figure, value in stated.items() if isinstance(value, int)}
    return Claim(exported.plan(cells), figures)


def _variable(figure: str | None) -> str:
    return _OTHER_NAMES.get(str(figure), str(figure))


def _expect_room(exported: ExportedScenario) -> None:
    places = exported.width + (not exported.must_win)
    states, letters = places * exported.most_hp, 3 * places + exported.most_hp
    if states * letters > MOST_ENTRIES:
        raise RequestError(
            f"the MiniZinc model has a row for each HP, up to {exported.most_hp:,} here: its table "
            f"would have {states * letters:,} entries, and {MOST_ENTRIES:,} are the most. Use mps"
        )
    weights = exported.objective.weights
    if sum(abs(w) * max(map(abs, exported.ranges[f])) for f, w in weights.items()) > LARGEST_NUMBER:
        problem = "one objective for these questions needs numbers larger than MiniZinc's solvers"
        raise too_large(f"{problem} have", exported.measured[0])


def _data(exported: ExportedScenario) -> Iterator[str]:
    reach = max(abs(action.shift) for action in exported.costs) if exported.costs else 0
    prices = [exported.costs.get(Action(far), -1) for far in range(-reach, reach + 1)]
    free = ", ".join("{" + ", ".join(map(str, turn.free)) + "}" for turn in exported.turns)
    first, last = exported.start_hp[0], exported.start_hp[-1]
    yield "% The scenario."
    yield f"width = {exported.width}; turns = {len(exported.turns)}; start = {exported.start};"
    yield f"start_hps = {first}..{last}; most_hp = {exported.most_hp}; gain = {exported.gain};"
    yield f"clamped = {json.dumps(exported.clamped)}; must_win = {json.dumps(exported.must_win)};"
    yield f"reach = {reach}; price = array1d(-{reach}..{reach}, {prices});"
    yield f"free = [{free}];"
    yield f"fly = {[turn.fly for turn in exported.turns]};"
    yield f"least_hp = {exported.least_hp}; least_flies = {exported.least_flies};"
    yield f"most_moves = {exported.most_moves}; moves_matter = {json.dumps(exported.moves_matter)};"


def _solve(exported: ExportedScenario) -> str:
    """Return the objective, and a search that tries the best figures first, then the middle."""
    searches = [
        f"int_search([{_variable(q.figure)}], input_order, "
        f"{'indomain_max' if q.sense is Sense.MAXIMISE else 'indomain_min'}, complete)"
        for q in exported.measured
    ]
    way = "int_search(at, input_order, indomain_median, complete)"
    terms = [
        _variable(figure) if weight == 1 else f"({weight}) * {_variable(figure)}"
        for figure, weight in exported.objective.weights.items()
    ]
    goal = "maximize" if exported.objective.maximise else "minimize"
    wanted = f"{goal} {' + '.join(terms)}" if terms else "satisfy"
    return f"solve :: seq_search([{', '.join([*searches, way])}])\n  {wanted};"


def _last_object(source: Source) -> dict[str, Any]:
    """Return the last JSON object of the output; solutions end with a line of dashes."""
    if "=====UNSATISFIABLE=====" in source.text:
        raise source.error(no_plan(source))
    try:
        *_, last, _ = source.text.split("----------")
        said: dict[str, Any] = json.loads(last[last.index("{") : last.rindex("}") + 1])
    except ValueError:
        if "=====UNKNOWN=====" in source.text:
            raise source.error(no_plan(source, stopped=True)) from None
        expected = 'expected a solution of MiniZinc: `{"at": [..], ..}` and `----------`'
        raise source.error(expected) from None
    return said
