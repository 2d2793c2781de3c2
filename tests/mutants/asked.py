"""Small scenarios of all games and questions, and what an answer to them claims.

Each takes milliseconds. `claim_of` keeps what is said to be proven and leaves out what may be said
in several ways: of equally good plans any will do, so plans are kept apart, to be replayed.
"""

import json
from dataclasses import dataclass, field
from typing import Any

import toadstone


@dataclass(frozen=True)
class Asked:
    """A question: a scenario, and the function of the Python interface that is asked.

    Attributes:
        name: what tables call it.
        source: the keys of a scenario file.
        how: `solve`, `prove`, `count_plans`, `plans` or `explain`.
    """

    name: str
    source: dict[str, Any] = field(hash=False)
    how: str = "solve"

    @property
    def game(self):
        return self.source["game"]

    def answered(self):
        """Ask by the default road."""
        result = getattr(toadstone, self.how)(self.source)
        return sorted(result) if self.how == "plans" else result


@dataclass(frozen=True)
class Claim:
    """What an answer says.

    Attributes:
        proven: whether it says that this is certain.
        confirmed: whether it says that it was derived twice, or says nothing of that.
        facts: what it claims, as JSON with sorted keys.
        plans: pairs of a plan and the figures that it is said to have.
    """

    proven: bool
    confirmed: bool
    facts: str
    plans: list[tuple[list[str], dict[str, int]]]


def claim_of(asked, result):
    """Return what the result of `asked.answered()` claims."""
    proven, facts, plans = CLAIMS[asked.how](result)
    return Claim(proven, is_confirmed(result), json.dumps(facts, sort_keys=True), plans)


def is_confirmed(result):
    """Return whether a result says that it was derived twice, or has no word for that."""
    return getattr(getattr(result, "answer", result), "confirmed_by", "") is not None


def _of_answer(answer):
    facts = {"status": answer.status.value, "bounds": list(answer.bounds)}
    if answer.position is not None:
        return answer.is_proven, facts | {"position": answer.position.figures()}, []
    lines = answer.front if answer.front is not None else filter(None, [answer.replay])
    plans = [(list(map(str, line.moves)), _asked_figures(answer, line.figures)) for line in lines]
    return answer.is_proven, facts | {"figures": [figures for _, figures in plans]}, plans


def _asked_figures(answer, figures):
    return {each.figure: figures[each.figure] for each in answer.ask if each.figure}


def _of_decision(decision):
    status = decision.status.value
    plans = [] if decision.plan is None or decision.answer.position else [(decision.plan, {})]
    return status != "unknown", status, plans


def _of_value(value):
    return True, value, []


def _of_explanation(explanation):
    """Return what has one right answer: of equally small cores and repairs any will do."""
    said = explanation.to_json()
    repairs = {
        name: repair and repair.get("count", repair.get("extra"))
        for name, repair in said.get("repairs", {}).items()
    }
    kept = ("status", "least_hp", "forced_turns", "forced_moves")
    facts = {key: said[key] for key in kept if key in said} | {"repairs": repairs}
    return not said["undecided"], facts, []


CLAIMS = {
    "solve": _of_answer,
    "prove": _of_decision,
    "count_plans": _of_value,
    "plans": _of_value,
    "explain": _of_explanation,
}


def plan_is_right(asked, plan, figures):
    """Return whether a plan is valid and has these figures."""
    source = asked.source
    if "start_hp" in figures:
        source = source | {"toad": source["toad"] | {"hp": figures["start_hp"]}}
    try:
        check = toadstone.check(source, plan)
    except toadstone.InputError:  # it contains something that is not a move
        return False
    measured = check.replay.figures
    return check.valid and all(measured[name] == value for name, value in figures.items())


ROLLS = [4, 16, 33, 0, 10, 32, 3, 0]
"""Snakes at once and two by two, and a fly on each bank, for a river of five cells."""


def _river(ask, how="solve", *, hp=6, rows=3, rolls=ROLLS, start=None, name="", **more):
    toad = {"hp": hp} if start is None else {"hp": hp, "start": start}
    board = {"rows": rows, "width": more.pop("width", 5)}
    keys = {"board": board, "toad": toad, "rolls": rolls, "ask": ask} | more
    return Asked(f"{how} {ask}{name and ', '}{name}", {"game": "river-toad"} | keys, how)


DEADLY = {"rolls": [31, 0, 0]}
RIVER_TOAD = (
    _river("survive"),
    _river("max-hp"),
    _river("min-moves"),
    _river("max-flies"),
    _river("longest", name="to the end"),
    _river("longest", name="and dies", hp=1, rolls=[4, 14, 31, 0]),
    _river("min-start-hp"),
    _river("min-start-hp", name="in vain", **DEADLY),
    _river(["max-flies", "min-moves", "max-hp"]),
    _river(["min-start-hp", "max-hp"], name="of a list"),
    _river({"pareto": ["max-hp", "min-moves"]}),
    _river("max-hp", name="no way", **DEADLY),
    _river("max-hp", name="one HP short", hp=2, rolls=[14, 0, 0]),
    _river("max-hp", name="clamped", hp=2, overdraft="clamped"),
    _river("survive", name="clamped and dies", hp=1, overdraft="clamped", rolls=[14, 31, 0, 0]),
    _river("max-hp", name="fed in need", hp=3, flies={"gain": 2}),
    _river("max-hp", name="max_moves", require={"max_moves": 2}),
    _river("min-moves", name="min_final_hp", require={"min_final_hp": 9}),
    _river("min-moves", name="min_flies", require={"min_flies": 2}),
    _river("max-hp", name="forbid", require={"forbid": ["right-2", "left-1"]}),
    _river("max-hp", name="visit", require={"visit": [{"turn": 4, "cells": [1, 2]}]}),
    _river("max-hp", name="avoid", require={"avoid": [{"cells": [5]}, {"turn": 3, "cells": [3]}]}),
    _river("min-moves", name="jumps", rolls=[14, 0, 27, 0, 4], hp=9, start=3, rows=2),
    _river("max-hp", name="other actions", actions={"stay": 1, "left-1": 0, "right-2": 2}, hp=9),
    _river("max-hp", name="even river", width=4, rolls=[6, 16, 0, 9, 17, 0], start=2),
    _river("survive", "prove"),
    _river("survive", "prove", name="no way", **DEADLY),
    _river("survive", "count_plans"),
    _river("max-hp", "count_plans"),
    _river("survive", "count_plans", name="clamped", hp=2, overdraft="clamped", rolls=ROLLS[:5]),
    _river("min-moves", "plans"),
    _river("survive", "plans", rolls=ROLLS[:4]),
    _river("survive", "explain", rolls=ROLLS[:5]),
    _river("survive", "explain", name="no way", rolls=[31, 4, 0], hp=2),
)


def _frogs(start, goal=None, ask="min-moves", how="solve"):
    keys = {"start": start, "ask": ask} | ({} if goal is None else {"goal": goal})
    name = f"{how} {ask}, {start} to {goal or 'its mirror image'}"
    return Asked(name, {"game": "frog-puzzle"} | keys, how)


FROG_PUZZLE = (
    _frogs("LL_RR"),
    _frogs("LL_RR", ask="reach"),
    _frogs("L_RLR", "R????"),
    _frogs("LL__R", "??L?_"),
    _frogs("LL_RR", "RRLL_"),
    _frogs("LL_RR", "RR_RL", "reach"),
    _frogs("_L_", "L__"),
    _frogs("LL_LL"),
    _frogs("L__R", "R__L"),
    _frogs("LLL_RR", "LRL_?R"),
    _frogs("LL_RR", how="prove"),
    _frogs("LL_RR", "RRLL_", how="prove"),
    _frogs("L_RLR", "R????", how="count_plans"),
    _frogs("LL__R", "?????", "reach", "count_plans"),
    _frogs("LL__R", "??L?_", "reach", "count_plans"),
    _frogs("L__R", "R__L", "reach", "plans"),
)


def _toads(ask, start="TT__FF", turn="toads", how="solve"):
    keys = {"start": start, "turn": turn, "ask": ask}
    rows = start if isinstance(start, str) else " + ".join(start)
    return Asked(f"{how} {ask}, {rows}, {turn} first", {"game": "toads-and-frogs"} | keys, how)


TOADS_AND_FROGS = (
    _toads("winner"),
    _toads("winner", "T_TF_F", "frogs"),
    _toads("remoteness", "TTT__FF"),
    _toads("remoteness", "T_TFF_F", "frogs"),
    _toads("value"),
    _toads("value", "TTF__F"),
    _toads("value", "TT_F", "frogs"),
    _toads("value", ["T_TF_F", "T__F"]),
    _toads("winner", ["TT_F", "T_FF", "T__"]),
    _toads("at-least=0"),
    _toads("at-least=1/2", "TT_F"),
    _toads("at-least=^", "TTF__F"),
    _toads("compare-with=*"),
    _toads("compare-with=1", "T_TF_F", "frogs"),
    _toads("shortest"),
    _toads("longest", "TT_TFF_F", "frogs"),
    _toads("winner", how="prove"),
    _toads("winner", "TF_", "frogs", how="prove"),
)


def _squirrels(ask, name, values="9 1 3\n2 5 4", board="O..\n..X", how="solve", **more):
    keys = {"values": values, "board": board, "ask": ask} | more
    return Asked(f"{how} {ask}, {name}", {"game": "squirrel-war"} | keys, how)


SQUIRREL_WAR = (
    _squirrels("margin", "X first"),
    _squirrels("margin", "O first", turn="O"),
    _squirrels("margin", "an empty board", "3 1 4\n1 5 9", "...\n..."),
    _squirrels("margin", "ties", "2 2\n2 2\n2 2", "X.\n..\n.O", turn="O"),
    _squirrels("margin", "one row", "9 1 3 7", "O..."),
    _squirrels("beat", "X first"),
    _squirrels("beat", "O first", turn="O"),
    _squirrels("shared", "X first"),
    _squirrels("shared", "O first", "4 1\n2 7\n3 3", ".X\n..\nO.", turn="O"),
    _squirrels("margin", "X first", how="prove"),
)

LATE = "d.d\n.D.\nD.s"
NARROW = "d.d\n...\nD.D"


def _ducks(ask, name, board=NARROW, how="solve", **more):
    keys = {"board": board, "ask": ask} | more
    return Asked(f"{how} {ask}, {name}", {"game": "ugly-duck"} | keys, how)


UGLY_DUCK = (
    _ducks("winner", "two against two"),
    _ducks("winner", "blue first", turn="blue"),
    _ducks("winner", "late", LATE),
    _ducks("winner", "passes", ".d.\nD..\n.D.", no_moves="pass"),
    _ducks("winner", "stuck", "d..\nD..\n...", no_moves="loses"),
    _ducks("winner", "a draw", "d..\nD..\n...", no_moves="pass"),
    _ducks("remoteness", "two against two"),
    _ducks("remoteness", "late, blue first", LATE, turn="blue"),
    _ducks("remoteness", "passes", ".d.\nD..\n.D.", no_moves="pass", turn="blue"),
    _ducks("best-moves", "two against two"),
    _ducks("best-moves", "late", LATE, turn="blue"),
    _ducks("best-moves", "passes", ".d.\nD.d\n.D.", no_moves="pass"),
    _ducks("shortest", "two against two"),
    _ducks("shortest", "blue wins", wins="blue"),
    _ducks("shortest", "passes", ".d.\nD..\n.D.", no_moves="pass"),
    _ducks("winner", "two against two", how="prove"),
)

ASKED = (*RIVER_TOAD, *FROG_PUZZLE, *TOADS_AND_FROGS, *SQUIRREL_WAR, *UGLY_DUCK)
