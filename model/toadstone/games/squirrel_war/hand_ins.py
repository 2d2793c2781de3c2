"""The files that students of the course hand in: the next board, the log, the battle."""

from __future__ import annotations

import re

from toadstone.core.budget import Budget
from toadstone.engines.answer import Answer
from toadstone.engines.instance import Instance
from toadstone.games.squirrel_war.course import HEADERS, board_rows, keep_log
from toadstone.games.squirrel_war.questions import BATTLE, BEST_MOVE
from toadstone.services.grading.parts import HandIn

_BOARDS = re.compile(r"\s*[XO*]{1,7}(\s+[XO*]{1,7})*\s*")
_LOG = re.compile(r"\s*node\s*,\s*depth\s*,\s*value", re.IGNORECASE)


def hand_ins(instance: Instance) -> tuple[HandIn, ...]:
    """Return the files that the course asks for beside the question."""
    if instance.ask == (BATTLE,):
        return (HandIn("trace_state.txt", _is_boards, _battle),)
    if instance.ask == (BEST_MOVE,):
        board = HandIn("next_state.txt", _is_boards, _next_board)
        log = HandIn("traverse_log.txt", _is_log, _log)
        return (board, log) if getattr(instance.scenario, "method", "") in HEADERS else (board,)
    return ()


def _is_boards(text: str) -> bool:
    return bool(_BOARDS.fullmatch(text))


def _is_log(text: str) -> bool:
    return bool(_LOG.match(text))


def _next_board(answer: Answer, budget: Budget) -> list[str]:
    states = answer.replay.states if answer.replay else ()
    return board_rows((states[1:] or states)[:1])


def _battle(answer: Answer, budget: Budget) -> list[str]:
    return board_rows(answer.replay.states[1:] if answer.replay else ())


def _log(answer: Answer, budget: Budget) -> list[str]:
    lines = list[str]()
    keep_log(answer, lines.append, budget)
    return lines
