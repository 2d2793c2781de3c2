"""The course that the game comes from: its input files read as scenarios, its output written.

USC, CSCI 561, spring 2016, homework 2. An input file holds the task (1 greedy, 2 minimax, 3
alpha-beta), the player, the depth, the values, and the board with `*` for an empty cell. Task 4 is
a whole battle: player, algorithm and depth of the side that moves first, then of the other. Line
endings of any kind, blank lines, and blanks around the lines do not matter.

The output is the next board, the log of a search, or a battle. The log has a line for every visit
to a node: when the search enters it, and after each child.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import InputError, RequestError
from toadstone.engines.parts import Output
from toadstone.files.formats import PlainFormat
from toadstone.files.messages import one_of, quoted
from toadstone.files.source import Document, Source
from toadstone.files.writing import make_folder, open_atomic
from toadstone.games.squirrel_war.questions import BATTLE, BEST_MOVE
from toadstone.games.squirrel_war.scenario import (
    LARGEST_DEPTH,
    LARGEST_SIDE,
    VALUES,
    Cell,
    SquirrelWarScenario,
    is_value,
)

if TYPE_CHECKING:
    from toadstone.core.question import Question
    from toadstone.engines.adversarial.minimax import Visit
    from toadstone.engines.answer import Answer
    from toadstone.games.squirrel_war.rules import State

METHODS = {"1": "greedy", "2": "minimax", "3": "alpha-beta"}
A_BATTLE = "4"

_NUMBER = re.compile(r"[0-9]+", re.ASCII)
_DIGIT = re.compile(r"[0-9]", re.ASCII)
_NO_LETTER = re.compile(r"[^XO*]")


@dataclass(frozen=True)
class _Line:
    """A line without the blanks around it, and where it begins, counted from 1."""

    number: int
    column: int
    text: str


def looks_like_a_course_file(source: Source) -> bool:
    """Say whether the text starts with a number on one line and a single letter on the next."""
    lines = [text for text in map(str.strip, source.text.splitlines()) if text][:2]
    return (
        len(lines) == 2
        and bool(_NUMBER.fullmatch(lines[0]))
        and lines[1].isalpha()
        and len(lines[1]) == 1
    )


def document_of_a_course_file(source: Source) -> Document:
    """Return the document that a course file stands for.

    Raises:
        InputError: a line is missing, or is not what has to stand there.
    """
    source = replace(source, text="\n".join(source.text.splitlines()))
    lines = _Lines(source)
    task = lines.one_of("the task", (*METHODS, A_BATTLE))
    content: dict[str, Any] = {
        "game": "squirrel-war",
        "title": source.title,
    }
    if task == A_BATTLE:
        first = lines.one_of("the player who moves first", ("X", "O"))
        player = _player(lines, None)
        second = lines.one_of("the other player", ("O",) if first == "X" else ("X",))
        content |= {
            "ask": BATTLE.name,
            "turn": first,
            "players": {first: player, second: _player(lines, None)},
        }
    else:
        turn = lines.one_of("the player", ("X", "O"))
        content |= {"ask": BEST_MOVE.name, "turn": turn, **_player(lines, task)}
    values, board = lines.values_and_board()
    return Document(source, content | {"values": values, "board": board})


def _player(lines: _Lines, task: str | None) -> dict[str, Any]:
    """Read the depth, after the algorithm where no task names it; greedy needs no depth."""
    method = METHODS[task or lines.one_of("the algorithm", tuple(METHODS))]
    if method == "greedy":
        lines.depth_without_meaning()
        return {"method": method}
    return {"method": method, "depth": lines.depth()}


class _Lines:
    """The lines of a file that hold something, taken one by one, and where each stands."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._left = [
            _Line(number, len(line) - len(line.lstrip()) + 1, line.strip())
            for number, line in enumerate(source.text.splitlines(), 1)
            if line.strip()
        ]
        self._last = self._left[-1] if self._left else _Line(1, 1, "")

    def _next(self, expected: str) -> _Line:
        if not self._left:
            raise self._ends_too_early(expected)
        return self._left.pop(0)

    def _ends_too_early(self, expected: str) -> InputError:
        last = self._last
        message = f"the file ends too early: expected {expected}"
        return self._source.error(message, last.number, last.column + len(last.text))

    def _error(self, message: str, line: _Line, offset: int = 0) -> InputError:
        return self._source.error(message, line.number, line.column + offset)

    def one_of(self, meaning: str, choices: tuple[str, ...]) -> str:
        """Take a line that has to be one of some."""
        line = self._next(f"{meaning}, {one_of(choices)}")
        if line.text not in choices:
            message = f"{meaning}: expected {one_of(choices)}, found {quoted(line.text)}"
            raise self._error(message, line)
        return line.text

    def depth(self) -> int:
        """Take the plies that a search looks ahead."""
        line = self._whole_number(least=1)
        digits = line.text.lstrip("0")
        if len(digits) > len(str(LARGEST_DEPTH)) or int(digits) > LARGEST_DEPTH:
            message = f"the depth: expected at most {LARGEST_DEPTH}, found {quoted(line.text)}"
            raise self._error(message, line)
        return int(digits)

    def depth_without_meaning(self) -> None:
        """Pass over the depth of a player who always looks at one ply."""
        self._whole_number(least=0)

    def _whole_number(self, least: int) -> _Line:
        line = self._next("the depth")
        if not _NUMBER.fullmatch(line.text) or (least and not line.text.strip("0")):
            message = f"the depth: expected a whole number from {least}, found {quoted(line.text)}"
            raise self._error(message, line)
        return line

    def values_and_board(self) -> tuple[str, str]:
        """Take the rest: the rows of numbers, and the rows of the board below them."""
        values, board = self._values(), self._board()
        width = self._width(values, board)
        for line in values:
            self._expect_width(line, len(line.text.split()), f"{width} numbers", width)
        for line in board:
            self._expect_width(line, len(line.text), f"{width} letters, X, O or *,", width)
        if len(values) != len(board):
            message = (
                "expected as many rows of the board as of the values, found "
                f"{len(board)} and {len(values)}"
            )
            raise self._error(message, board[0] if len(values) < len(board) else board[-1])
        return _text(values), _text(board)

    def _values(self) -> list[_Line]:
        """Take the rows with a digit in them."""
        rows = []
        while self._left and _DIGIT.search(self._left[0].text):
            rows.append(self._left.pop(0))
        if not rows:
            line = self._next("the rows of values")
            message = f"expected a row of values, of whole numbers, found {quoted(line.text)}"
            raise self._error(message, line)
        for line in rows:
            for word in re.finditer(r"\S+", line.text):
                if not is_value(word[0]):
                    message = f"expected {VALUES}, found {quoted(word[0])}"
                    raise self._error(message, line, word.start())
        return rows

    def _board(self) -> list[_Line]:
        """Take the rows of the board, which are the rest."""
        rows, self._left = self._left, []
        for line in rows:
            if wrong := _NO_LETTER.search(line.text):
                message = f"expected a row of the board, of X, O and *, found {quoted(line.text)}"
                raise self._error(message, line, wrong.start())
        if not rows:
            raise self._ends_too_early("the rows of the board")
        return rows

    def _width(self, values: list[_Line], board: list[_Line]) -> int:
        """Return the length that most rows have: where one row is ragged, the others are right."""
        if len(values) > LARGEST_SIDE:
            message = f"expected 1 to {LARGEST_SIDE} rows of values, found {len(values)}"
            raise self._error(message, values[LARGEST_SIDE])
        lengths = [len(line.text.split()) for line in values] + [len(line.text) for line in board]
        width = Counter(lengths).most_common(1)[0][0]
        if width > LARGEST_SIDE:
            message = f"expected 1 to {LARGEST_SIDE} columns, found {width}"
            raise self._error(message, values[0])
        return width

    def _expect_width(self, line: _Line, length: int, expected: str, width: int) -> None:
        if length != width:
            message = f"expected {expected} as in the other rows, found {quoted(line.text)}"
            raise self._error(message, line)


def _text(rows: list[_Line]) -> str:
    return "\n".join(line.text for line in rows)


HEADERS = {"minimax": "Node,Depth,Value", "alpha-beta": "Node,Depth,Value,Alpha,Beta"}
"""The first line of the log, by method; other methods keep none."""


def write_course_output(folder: str, answer: Answer, budget: Budget = UNLIMITED) -> None:
    """Write `next_state.txt`, and `traverse_log.txt` where there is a log; or `trace_state.txt`.

    Raises:
        InputError: the files cannot be written.
        LimitReachedError: time ran out while the log was written.
    """
    if answer.replay is None:
        return
    make_folder(folder)
    states: tuple[State, ...] = answer.replay.states
    boards, *log = course_files(folder, answer.ask, _scenario_of(answer).method)
    shown = states[1:] if answer.ask[0] == BATTLE else (states[1:] or states)[:1]
    _write_boards(boards, shown)
    for file in log:
        write_log(file, answer, budget)


def course_files(folder: str, ask: tuple[Question, ...], method: str) -> tuple[str, ...]:
    """Return the file of the boards, and of the log where the method keeps one."""
    names = ["trace_state.txt"] if ask[0] == BATTLE else ["next_state.txt"]
    if ask[0] != BATTLE and method in HEADERS:
        names.append("traverse_log.txt")
    return tuple(str(Path(folder) / name) for name in names)


def _write_boards(path: str, states: Iterable[State]) -> None:
    with open_atomic(path) as file:
        file.writelines(f"{row}\n" for row in board_rows(states))


def board_rows(states: Iterable[State]) -> list[str]:
    """Return the rows of boards, one board below the other."""
    return [row for state in states for row in state.board.replace(".", "*").split("/")]


def expect_course_output(ask: tuple[Question, ...], method: str) -> None:
    """Raise RequestError where the course has no output for what is asked."""
    if not {BEST_MOVE, BATTLE}.intersection(ask):
        raise RequestError("--course-output goes with best-move and battle")


def expect_log(ask: tuple[Question, ...], method: str) -> None:
    """Raise RequestError where no search is asked for, or one that keeps no log."""
    if BEST_MOVE not in ask:
        raise RequestError("--log goes with best-move")
    if method not in HEADERS:
        raise RequestError(f"--log goes with {' and '.join(HEADERS)}: {method} keeps none")


def write_log(path: str, answer: Answer, budget: Budget = UNLIMITED) -> None:
    """Write the log of the scenario's search, line by line as it goes.

    Raises:
        InputError: the file cannot be written.
        LimitReachedError: time ran out; nothing is written then.
    """
    with open_atomic(path) as file:
        keep_log(answer, lambda line: file.write(f"{line}\n"), budget)


def keep_log(answer: Answer, note: Callable[[str], object], budget: Budget) -> None:
    """Search as the scenario states, and note every line of the log."""
    from toadstone.games.squirrel_war.players import searcher
    from toadstone.games.squirrel_war.rules import SquirrelWarRules

    scenario = _scenario_of(answer)
    rules = SquirrelWarRules(scenario)
    in_words = _line_with_bounds if scenario.method == "alpha-beta" else _line
    note(HEADERS[scenario.method])

    def visit(each: Visit[Cell]) -> None:
        budget.check()
        note(in_words(each))

    searcher(rules, scenario.method, scenario.depth, visit=visit).choose(rules.start())


def _scenario_of(answer: Answer) -> SquirrelWarScenario:
    if not isinstance(answer.scenario, SquirrelWarScenario):
        raise TypeError("an answer to another game")
    return answer.scenario


def _line(visit: Visit[Cell]) -> str:
    return f"{visit.move or 'root'},{visit.depth},{_number(visit.value)}"


def _line_with_bounds(visit: Visit[Cell]) -> str:
    bounds = f"{_number(visit.alpha)},{_number(visit.beta)}"
    return f"{visit.move or 'root'},{visit.depth},{_number(visit.value)},{bounds}"


def _number(value: float) -> str:
    if value in (inf, -inf):
        return "Infinity" if value > 0 else "-Infinity"
    return str(int(value))


COURSE_FILE = PlainFormat(
    "a course's input file", looks_like_a_course_file, document_of_a_course_file
)

OUTPUTS = {
    "log": Output(expect_log, write_log),
    "course-output": Output(expect_course_output, write_course_output, course_files),
}
"""What can be written beside an answer, by the name of its option."""
