"""The scenario file of River Toad, and its roll files.

Every number of the game is a parameter here; the defaults are those of its description. A roll file
has whole numbers, white space or commas between them, and comments from `#` on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field, field_validator, model_validator

from toadstone.core.errors import InputError
from toadstone.core.question import Question
from toadstone.core.solution import Conditions
from toadstone.files import PlainFormat
from toadstone.files.messages import did_you_mean, one_of, quote
from toadstone.files.scenario import Scenario, Section, expectation
from toadstone.files.source import Document, ErrorAt, Source, may_be_yaml, read_source
from toadstone.games.river_toad.questions import LONGEST, MIN_START_HP, QUESTIONS, SURVIVE

_ACTION = re.compile(r"stay|(left|right)-([1-9][0-9]{0,2})")

MOST_HP = 1_000_000_000
MOST_TURNS = 1_000_000
"""Rolls, and so turns, in one scenario."""
MOST_COST = 1_000_000
MOST_WIDTH = 50


class Action(NamedTuple):
    """What the toad does in a turn: cells to the right, negative to the left, 0 to stay."""

    shift: int

    def __str__(self) -> str:
        if self.shift == 0:
            return "stay"
        return f"{'left' if self.shift < 0 else 'right'}-{abs(self.shift)}"

    @classmethod
    def read(cls, text: str) -> Action:
        """Return the action with this text form; raise ValueError when there is none."""
        match = _ACTION.fullmatch(text)
        if not match:
            raise ValueError(f"expected `stay`, `left-N` or `right-N`, found {quote(text)}")
        if match[1] is None:
            return cls(0)
        return cls(-int(match[2]) if match[1] == "left" else int(match[2]))


def snake_roll(cells: Iterable[int], width: int) -> int:
    """Return the roll that brings snakes into these different cells of a river of this width."""
    return sum(1 << (width - cell) for cell in cells)


class Board(Section):
    """The size of the board; the banks on either side of the river are not counted."""

    rows: int = Field(ge=2, le=1000, description="Number of rows, the toad's row among them.")
    width: int = Field(5, ge=1, le=MOST_WIDTH, description="Number of river cells in a row.")


class Toad(Section):
    """Mr. Toad before the first turn."""

    hp: int = Field(ge=1, le=MOST_HP, description="Starting HP.")
    start: int | None = Field(
        None,
        ge=1,
        description="Starting cell, counted from 1 on the left; the centre, unless the width is "
        "even, which has none.",
    )


class Flies(Section):
    """The flies on the banks."""

    gain: int = Field(5, ge=0, le=MOST_COST, description="HP that one fly is worth.")


class Visit(Section):
    """A turn after whose action the toad has to be in one of some cells."""

    turn: int = Field(ge=1, description="The turn, counted from 1.")
    cells: tuple[int, ...] = Field(min_length=1, description="The cells, one of which will do.")


class Avoid(Section):
    """Cells that the toad may not be in after an action."""

    turn: int | None = Field(
        None, ge=1, description="The turn, counted from 1; every turn when left out."
    )
    cells: tuple[int, ...] = Field(min_length=1, description="The cells, none of which is allowed.")


class Require(Section):
    """What a plan has to keep to, beside the rules."""

    max_moves: int | None = Field(
        None, ge=0, le=MOST_TURNS, description="The most actions other than stay."
    )
    min_final_hp: int | None = Field(
        None, ge=0, le=MOST_HP, description="The least HP after the last turn."
    )
    min_flies: int | None = Field(
        None, ge=0, le=MOST_TURNS, description="The least number of flies eaten."
    )
    forbid: tuple[str, ...] = Field((), description="Actions that may not be used.")
    visit: tuple[Visit, ...] = Field((), description="Cells to be in at given turns.")
    avoid: tuple[Avoid, ...] = Field((), description="Cells to keep out of.")


class RiverToadScenario(Scenario):
    """A River Toad scenario: a board, a toad, and the rolls that will come."""

    questions: ClassVar[tuple[Question, ...]] = QUESTIONS

    game: Literal["river-toad"] = Field(description="The name of the game.")
    board: Board = Field(description="The size of the board, `{rows: N}`.")
    toad: Toad = Field(description="The toad, `{hp: N}`.")
    flies: Flies = Field(Flies(gain=5), description="What a fly is worth.")
    actions: dict[str, Annotated[int, Field(ge=0, le=MOST_COST)]] = Field(
        {"left-2": 3, "left-1": 1, "stay": 0, "right-1": 1, "right-2": 3},
        min_length=1,
        description="The actions there are, each with the HP it costs.",
    )
    overdraft: Literal["forbidden", "clamped"] = Field(
        "forbidden",
        description="An action dearer than the HP at hand: not legal, or legal and HP becomes 0.",
    )
    rolls: tuple[int, ...] = Field(
        min_length=1,
        max_length=MOST_TURNS,
        description="The rolls, one a turn: a mask of snakes, or a fly; or else `rolls_file`.",
    )
    rolls_file: str | None = Field(
        None, description="A file with the rolls, in the scenario's folder, instead of `rolls`."
    )
    require: Require = Field(Require(), description="What a plan has to keep to.")

    @classmethod
    def refine_schema(cls, schema: dict[str, Any]) -> None:
        """Let a file hold `rolls`, or name in `rolls_file` where they are."""
        schema["required"].remove("rolls")
        schema["oneOf"] = [{"required": ["rolls"]}, {"required": ["rolls_file"]}]

    @field_validator("actions")
    @classmethod
    def _actions_have_names(cls, actions: dict[str, int]) -> dict[str, int]:
        for name in actions:
            try:
                Action.read(name)
            except ValueError as error:
                raise expectation(str(error), name) from None
        return actions

    @model_validator(mode="after")
    def _parts_fit(self) -> RiverToadScenario:
        width, start, require = self.board.width, self.toad.start, self.require
        if start is None and width % 2 == 0:
            message = f"expected a `start` cell: a river {width} wide has no centre"
            raise expectation(message, "toad")
        if start is not None and start > width:
            message = f"expected a cell from 1 to {width}, found `{start}`"
            raise expectation(message, "toad", "start")
        highest = 2**width + 1
        for index, roll in enumerate(self.rolls):
            if not 0 <= roll <= highest:
                message = f"expected a roll from 0 to {highest}, found `{roll}`"
                raise expectation(message, "rolls", index)
        for index, name in enumerate(require.forbid):
            if name not in self.actions:
                message = f"expected {one_of(self.actions)}, found {quote(name)}"
                message += did_you_mean(name, self.actions)
                raise expectation(message, "require", "forbid", index)
        for index, visit in enumerate(require.visit):
            self._check_place(visit, "require", "visit", index)
        for index, avoid in enumerate(require.avoid):
            self._check_place(avoid, "require", "avoid", index)
        return self

    def _check_place(self, place: Visit | Avoid, *path: str | int) -> None:
        if place.turn is not None and place.turn > self.turns:
            message = f"expected a turn from 1 to {self.turns}, found `{place.turn}`"
            raise expectation(message, *path, "turn")
        for position, cell in enumerate(place.cells):
            if not 1 <= cell <= self.board.width:
                message = f"expected a cell from 1 to {self.board.width}, found `{cell}`"
                raise expectation(message, *path, "cells", position)

    @property
    def turns(self) -> int:
        """The number of turns, one a roll."""
        return len(self.rolls)

    @property
    def start_cell(self) -> int:
        """The toad's cell before the first turn."""
        return self.toad.start or (self.board.width + 1) // 2

    @property
    def enough_start_hp(self) -> int:
        """A starting HP that no plan can use up, whatever it does and has to end with."""
        dearest = max(self.costs.values())
        return dearest * self.turns + max(1, self.require.min_final_hp or 0)

    @cached_property
    def costs(self) -> dict[Action, int]:
        """The HP that each action costs, in the order of the file."""
        return {Action.read(name): cost for name, cost in self.actions.items()}

    @cached_property
    def forbidden(self) -> frozenset[Action]:
        """The actions that `require.forbid` names."""
        return frozenset(map(Action.read, self.require.forbid))

    def with_start_hp(self, hp: int) -> RiverToadScenario:
        """Return the same scenario with another starting HP."""
        return self.model_copy(update={"toad": self.toad.model_copy(update={"hp": hp})})


def must_win(ask: Collection[Question]) -> bool:
    """Return whether the toad has to win: always, but where `longest` lets him die."""
    return LONGEST not in ask or SURVIVE in ask or MIN_START_HP in ask


def conditions(scenario: RiverToadScenario, ask: tuple[Question, ...]) -> Conditions[Any, Action]:
    """Return what the questions ask of a line of play: it wins, but where the toad may die."""
    return Conditions(must_win(ask))


def as_asked(
    scenario: RiverToadScenario, ask: tuple[Question, ...], values: Mapping[str, Any]
) -> RiverToadScenario:
    """Return the scenario with the plan's starting HP, where that was asked for and is stated."""
    start_hp = values.get("start_hp")
    if MIN_START_HP not in ask or type(start_hp) is not int or start_hp < 1:
        return scenario
    return scenario.with_start_hp(start_hp)


def usual_start() -> Scenario:
    """Return the scenario `first-crossing`, which comes with the package."""
    from toadstone.loading import read_scenario

    return read_scenario("first-crossing")


# Roll files

_TOKEN = re.compile(r"\S+")
_NUMBER = re.compile(r"[-+]?[0-9]{1,18}", re.ASCII)
_NO_ROLL = re.compile(
    r"#[^\n]*|\b(?P<name>hp|rows)\s*[=:]\s*(?P<value>[0-9]{1,10})\b"
    r"|(?:\bturn[ \t]*|^)(?P<turn>[0-9]{1,7})\s*[=:]|[\[\](),;]",
    re.ASCII | re.IGNORECASE | re.MULTILINE,
)
"""What stands between the rolls: comments, `hp=10`, `rows: 8`, `Turn 1:`, brackets and commas."""
_TITLES = re.compile(r"\s*turn[,;\t] ?rolls?[ \t\r]*\n", re.IGNORECASE)
_TURN_CELL = re.compile(r"^([0-9]{1,7})[,;\t]", re.MULTILINE)


def looks_like_rolls(source: Source) -> bool:
    """Say whether the text starts with a number, no letter follows, and nothing makes it YAML.

    With `turn 1: 3` or `hp: 10` in it, nothing but rolls may follow.
    """
    source = _as_turns(source)
    numbers = _numbers(source)
    tokens = [match[0] for match in islice(_TOKEN.finditer(numbers), 2)]
    closed = source.text.count("[") == source.text.count("]")
    if not (closed and tokens and _NUMBER.fullmatch(tokens[0])):
        return False
    if may_be_yaml(source):
        return all(map(_NUMBER.fullmatch, numbers.split()))
    return not (len(tokens[-1]) == 1 and tokens[-1].isalpha())


def _as_turns(source: Source) -> Source:
    """Return a table `turn,roll` as lines `1: 27`, each sign in its place."""
    if not (titles := _TITLES.match(source.text)):
        return source
    rows = _TURN_CELL.sub(r"\1:", source.text[titles.end() :])
    return replace(source, text=re.sub(r"[^\n]", " ", titles[0]) + rows)


def _numbers(source: Source) -> str:
    """Return the text with blanks for all that is no roll."""
    return _NO_ROLL.sub(lambda match: " " * len(match[0]), source.text)


def _settings(source: Source) -> dict[str, int]:
    stated = _NO_ROLL.finditer(source.text)
    return {each["name"].lower(): int(each["value"]) for each in stated if each["name"]}


def read_rolls(source: Source) -> tuple[tuple[int, ...], ErrorAt]:
    """Read the numbers of a roll file: `3 0 4`, `3, 0, 4`, `[3, 0, 4]`, `Turn 1: 3`, `1: 3`.

    Raises:
        InputError: something is not a whole number, a turn is not the next one, or there are more
            than 1,000,000.
    """
    source = _as_turns(source)
    tokens = _numbers(source).split()

    def error_at(message: str, index: int) -> InputError:
        token = next(islice(_TOKEN.finditer(_numbers(source)), index, None))
        return source.error_at(message, token.start())

    for index, token in enumerate(tokens):
        if not _NUMBER.fullmatch(token):
            message = f"expected a whole number as in `3 0 4`, found `{token[:40]}`"
            raise error_at(message, index)
    stated = (match for match in _NO_ROLL.finditer(source.text) if match["turn"])
    for turn, match in enumerate(stated, 1):
        if int(match["turn"]) != turn:
            message = f"expected turn {turn}, found turn {match['turn']}"
            raise source.error_at(message, match.start())
    if not tokens:
        raise source.error("expected at least one roll, found none")
    if len(tokens) > MOST_TURNS:
        message = f"expected at most {MOST_TURNS:,} rolls, found {len(tokens):,}"
        raise error_at(message, MOST_TURNS)
    return tuple(map(int, tokens)), error_at


def include_rolls_file(document: Document) -> None:
    """Put the rolls of the file that `rolls_file` names in its place.

    Raises:
        InputError: both `rolls` and `rolls_file` are there, the file lies outside the scenario's
            folder, or it cannot be read.
    """
    if "rolls_file" not in document.content:
        return
    name = document.content["rolls_file"]
    if not isinstance(name, str):
        message = f"`rolls_file`: expected text, the name of a file, found {quote(name)}"
        raise document.error(message, ["rolls_file"])
    if "rolls" in document.content:
        message = "expected `rolls` or `rolls_file`, found both"
        raise document.error(message, ["rolls_file"], at_key=True)
    folder = document.source.folder
    if problem := _problem_with(folder, name):
        raise document.error(f"`rolls_file`: {problem}", ["rolls_file"])
    del document.content["rolls_file"]
    rolls = read_source(str(folder / name))
    document.source.included.append(rolls.name)
    if _settings(rolls):
        raise rolls.error("expected rolls alone: HP and rows stand in the scenario")
    document.content["rolls"], document.included["rolls"] = read_rolls(rolls)


def _problem_with(folder: Path, name: str) -> str | None:
    """Say why a file of this name is not read; None when it is."""
    try:
        if not (folder / name).resolve().is_relative_to(folder.resolve()):
            return "expected a file in the scenario's folder, found one outside it"
        if not (folder / name).is_file():
            return f"there is no file {quote(name)} beside the scenario"
    except (OSError, RuntimeError, ValueError):
        return f"there can be no file {quote(name)}"
    return None


def document_of_rolls(source: Source) -> Document:
    """Return the document that a plain roll file stands for, as far as it goes."""
    stated = _settings(source)
    board, toad = ({name: stated[name]} if name in stated else {} for name in ("rows", "hp"))
    content = {"game": "river-toad", "title": source.title, "board": board, "toad": toad}
    document = Document(source, content | {"ask": "max-hp"})
    document.content["rolls"], document.included["rolls"] = read_rolls(source)
    return document


ROLL_FILE = PlainFormat("a plain roll file", looks_like_rolls, document_of_rolls)


def all_moves(scenario: RiverToadScenario) -> tuple[Action, ...]:
    """Return the actions, in the order of the file."""
    return tuple(scenario.costs)
