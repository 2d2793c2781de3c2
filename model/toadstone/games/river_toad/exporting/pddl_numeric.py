"""River Toad with numbers: HP and the turns played are fluents, a turn is one step.

There is an action for each move and event: nothing comes, a fly is eaten, a fly is missed. Move and
event could be parameters, but ENHSP grounds actions with two parameters more for minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from toadstone.core.errors import RequestError
from toadstone.games.river_toad.exporting.exported import ExportedScenario
from toadstone.games.river_toad.exporting.pddl import (
    EVENTS,
    FED,
    PlanCosts,
    PlanningFormat,
    event,
    problem_text,
    stated,
)
from toadstone.games.river_toad.scenario import Action


class NumericPddlFormat(PlanningFormat):
    """Planning with numeric fluents, for ENHSP and its like."""

    def expect(self, exported: ExportedScenario) -> None:
        """Raise RequestError where an action would cost what is there, which varies."""
        if exported.clamped:
            raise RequestError(
                "pddl-numeric states no `overdraft: clamped`: what an action costs would depend "
                "on the HP at hand. Use pddl, minizinc, asp or mps"
            )
        if not exported.costs:
            raise RequestError("no action is left to use: there is nothing to plan")

    def domain(self, exported: ExportedScenario) -> str:
        """Return the domain."""
        ways = [f"({action} ?a ?b - cell)" for action in exported.costs if action.shift]
        actions = "".join(_action(exported, *each) for each in product(exported.costs, EVENTS))
        return stated("numeric.pddl", _holds(exported), ways=" ".join(ways), actions=actions)

    def problem(self, exported: ExportedScenario) -> str:
        """Return the problem."""
        objects = {
            "turn": [f"t{turn}" for turn in range(len(exported.turns) + (not exported.must_win))],
            "cell": [f"c{cell}" for cell in range(1, exported.width + 1)],
        }
        if exported.chooses_start_hp:
            objects["level"] = [f"h{hp}" for hp in exported.start_hp]
        return problem_text(objects, _facts(exported), _goal(exported))


def _action(exported: ExportedScenario, action: Action, happening: str) -> str:
    cost, moves = exported.costs[action], action.shift != 0
    gain = exported.gain if happening == FED else 0
    needed, price = max(cost, cost + 1 - gain), PlanCosts(exported).of_step(action, happening)
    holds = {
        **_holds(exported),
        "moves": moves,
        "needy": needed > 1,
        "gains": gain > cost,
        "loses": gain < cost,
        "eats": happening == FED and exported.least_flies > 0,
        "costs": price > 0,
    }
    return stated(
        "numeric_action.pddl",
        holds,
        action=action,
        event=happening,
        target="?b" if moves else "?a",
        needed=needed,
        most=exported.most_moves - 1,
        gained=gain - cost,
        lost=cost - gain,
        price=price,
    )


def _holds(exported: ExportedScenario) -> dict[str, bool]:
    """Return what decides which lines the domain has."""
    begins, stops = exported.chooses_start_hp, not exported.must_win
    return {
        "begins": begins,
        "stops": stops,
        "sleeps": begins or stops,
        "limited": exported.limits_moves,
        "hungry": exported.least_flies > 0,
    }


def _facts(exported: ExportedScenario) -> Iterator[str]:
    prices, turns = PlanCosts(exported), exported.turns
    yield f"(= (turns-played) 0) (at c{exported.start})"
    yield from (f"(= {each} 0)" for each in ("(moves)",) if exported.limits_moves)
    yield from (f"(= {each} 0)" for each in ("(flies)",) if exported.least_flies)
    yield from _beginning(exported, prices)
    for action, cell in product(exported.costs, range(1, exported.width + 1)):
        if action.shift and 1 <= cell + action.shift <= exported.width:
            yield f"({action} c{cell} c{cell + action.shift})"
    for number, turn in enumerate(turns):
        yield f"(= (turns-before t{number}) {number})"
        for cell in turn.free:
            yield f"({event(turn, cell)} t{number} c{cell})"
    if not exported.must_win:
        yield f"(= (turns-before t{len(turns)}) {len(turns)})"
        for number, price in enumerate(prices.of_stopping):
            yield f"(= (stop-price t{number}) {price})"


def _beginning(exported: ExportedScenario, prices: PlanCosts) -> Iterator[str]:
    if not exported.chooses_start_hp:
        yield f"(= (hp) {exported.start_hp[0]})"
        yield from ["(awake)"] if not exported.must_win else []
        return
    yield "(= (hp) 0) (asleep)"
    for hp in exported.start_hp:
        yield f"(= (amount h{hp}) {hp}) (= (start-price h{hp}) {prices.of_start(hp)})"


def _goal(exported: ExportedScenario) -> Iterator[str]:
    yield f"(= (turns-played) {len(exported.turns)})" if exported.must_win else "(ended)"
    if exported.least_hp > 1:
        yield f"(>= (hp) {exported.least_hp})"
    if exported.least_flies:
        yield f"(>= (flies) {exported.least_flies})"
