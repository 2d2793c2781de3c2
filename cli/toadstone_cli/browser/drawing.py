"""A scenario that is drawn on the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from toadstone.core.errors import InputError, RequestError
from toadstone.engines.instance import Instance, make_instance
from toadstone.files.messages import one_of
from toadstone.files.scenario import Scenario
from toadstone.files.source import Source
from toadstone.game import find_game
from toadstone.loading import read_scenario
from toadstone.services.generation.puzzle import yaml_of
from toadstone.view.canvas import CANVAS, Dial
from toadstone_cli.browser import messages
from toadstone_cli.browser.game_view import symbol_svg

NOWHERE = Path("/dev/null")
"""The folder of a scenario that a page sends: it names no files of this computer."""


def read_text(text: str) -> Instance:
    """Return what the text of a scenario asks; raise InputError where it is none."""
    return make_instance(read_scenario(Source("scenario", text, NOWHERE)))


class Drawing:
    """A scenario on its canvas.

    Args:
        game: the game.
        scenario: the scenario to begin with; None for an empty one.
    """

    def __init__(self, game: str, scenario: Scenario | None = None) -> None:
        self.game = game
        make = find_game(game).get(CANVAS)
        content: dict[str, Any] = make({}).empty()
        self._title = content["title"]
        if scenario is not None and scenario.game == game:
            kept = scenario.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
            content = {"game": game, **kept}
        self._canvas = make(content)

    def put(self, cell: str, tool: str) -> None:
        """Put what a tool stands for into a cell."""
        try:
            self._canvas.put(cell, tool)
        except (ValueError, IndexError) as error:
            raise RequestError(f"{cell}: {error}") from None
        self._canvas.content["title"] = self._title

    def resize(self, numbers: dict[str, int | float | str]) -> None:
        """Change some of the numbers; raise RequestError where one is out of range."""
        dials = {dial.name: dial for dial in self._canvas.dials()}
        for name, value in numbers.items():
            if name not in dials:
                raise RequestError(f"{name}: there is no such number")
            _expect_fitting(dials[name], value)
            self._canvas.set(name, value if isinstance(value, str) else int(value))
        self._canvas.content["title"] = self._title

    def instance(self) -> Instance:
        """Return what the drawn scenario asks; raise InputError where it is none yet."""
        return read_text(json.dumps(self._canvas.content))

    def yaml(self) -> str:
        """Return the scenario file; raise InputError where it is none yet."""
        return yaml_of(self.instance().scenario, [])

    def view(self) -> messages.DrawingView:
        """Return the drawing as the page shows it."""
        canvas, error, text = self._canvas, "", ""
        try:
            text = self.yaml()
        except InputError as reason:
            error = f"Not a scenario yet: {reason.message}"
        return messages.DrawingView(
            game=self.game,
            board=canvas.svg(),
            tools=tuple(
                messages.Tool(name=each.name, words=each.words, symbol=symbol_svg(each.symbol))
                for each in canvas.tools
            ),
            numbers=tuple(canvas.dials()),
            yaml=text,
            error=error,
        )


def _expect_fitting(dial: Dial, value: float | str) -> None:
    """Raise RequestError where a number is out of the range of its dial."""
    if dial.choices:
        fits, wanted = value in dial.choices, one_of(dial.choices)
    else:
        fits = isinstance(value, int) and dial.least <= value <= dial.most
        wanted = f"a whole number, {dial.least} to {dial.most}"
    if not fits:
        raise RequestError(f"{dial.words}: expected {wanted}, found {value}")
