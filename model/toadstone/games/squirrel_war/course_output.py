"""What the course asks a program to write: the next board, the log of a search, or a battle.

The log has a line for every visit to a node: when the search enters it, and after each child.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path

from toadstone.core.answer import Answer
from toadstone.core.errors import InputError, Place, RequestError
from toadstone.engines.adversarial.minimax import Visit
from toadstone.games.squirrel_war.cell import Cell
from toadstone.games.squirrel_war.choosing import searcher
from toadstone.games.squirrel_war.questions import BATTLE, BEST_MOVE
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import SquirrelWarScenario

HEADERS = {"minimax": "Node,Depth,Value", "alpha-beta": "Node,Depth,Value,Alpha,Beta"}
"""The first line of the log, by method; other methods keep none."""


def write_course_output(folder: str, scenario: SquirrelWarScenario, answer: Answer) -> None:
    """Write `next_state.txt`, and `traverse_log.txt` where there is a log; or `trace_state.txt`.

    Raises:
        RequestError: the question is not one of the course's.
        InputError: the files cannot be written.
    """
    question, rules = answer.ask[0], SquirrelWarRules(scenario)
    if answer.replay is None:
        return
    states: tuple[State, ...] = answer.replay.states
    with _writing(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
        if question == BATTLE:
            boards = "".join(map(_board, states[1:]))
            (Path(folder) / "trace_state.txt").write_text(boards)
            return
        move = answer.replay.moves[:1]
        after = rules.play(rules.start(), move[0]) if move else rules.start()
        (Path(folder) / "next_state.txt").write_text(_board(after))
    if scenario.method in HEADERS:
        write_log(str(Path(folder) / "traverse_log.txt"), scenario)


def expect_course_output(scenario: SquirrelWarScenario, ask: Iterable[object]) -> None:
    """Raise RequestError where the course has no output for what is asked."""
    if not {BEST_MOVE, BATTLE} & set(ask):
        raise RequestError("--course-output goes with best-move and battle")


def expect_log(scenario: SquirrelWarScenario, ask: Iterable[object]) -> None:
    """Raise RequestError where no search is asked for."""
    if BEST_MOVE not in set(ask):
        raise RequestError("--log goes with best-move")


def write_log(path: str, scenario: SquirrelWarScenario) -> None:
    """Write the log of the scenario's search, line by line as it goes.

    Raises:
        RequestError: the method keeps no log.
        InputError: the file cannot be written.
    """
    if scenario.method not in HEADERS:
        raise RequestError(f"--log goes with minimax and alpha-beta: {scenario.method} keeps none")
    rules = SquirrelWarRules(scenario)
    line = _line_with_bounds if scenario.method == "alpha-beta" else _line
    with _writing(path), Path(path).open("w", encoding="ascii", newline="\n") as file:
        file.write(HEADERS[scenario.method] + "\n")

        def note(visit: Visit[Cell]) -> None:
            file.write(line(visit))

        searcher(rules, scenario.method, scenario.depth, visit=note).choose(rules.start())


def _board(state: State) -> str:
    return state.board.replace("/", "\n").replace(".", "*") + "\n"


def _line(visit: Visit[Cell]) -> str:
    return f"{visit.move or 'root'},{visit.depth},{_number(visit.value)}\n"


def _line_with_bounds(visit: Visit[Cell]) -> str:
    bounds = f"{_number(visit.alpha)},{_number(visit.beta)}"
    return f"{visit.move or 'root'},{visit.depth},{_number(visit.value)},{bounds}\n"


def _number(value: float) -> str:
    if value in (inf, -inf):
        return "Infinity" if value > 0 else "-Infinity"
    return str(int(value))


@contextmanager
def _writing(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror or error}", Place(path)) from None
