"""River Toad with numbers: HP and the turns played are fluents, a turn is one step.

There is an action for each move and event: nothing comes, a fly is eaten, a fly is missed. Move and
event could be parameters, but ENHSP grounds actions with two parameters more for minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from toadstone.core.errors import RequestError
from toadstone.games.river_toad.exporting.planning import (
    EVENTS,
    FED,
    PlanningFormat,
    Prices,
    event,
    lines_of,
    problem_text,
)
from toadstone.games.river_toad.exporting.river import River
from toadstone.games.river_toad.scenario import Action


class NumericPddlFormat(PlanningFormat):
    """Planning with numeric fluents, for ENHSP and its like."""

    def expect(self, river: River) -> None:
        """Raise RequestError where an action would cost what is there, which varies."""
        if river.clamped:
            raise RequestError(
                "pddl-numeric states no `overdraft: clamped`: what an action costs would depend "
                "on the HP at hand. Use pddl, minizinc, asp or mps"
            )
        if not river.prices:
            raise RequestError("no action is left to use: there is nothing to plan")

    def domain(self, river: River) -> str:
        """Return the domain."""
        ways = [f"({action} ?a ?b - cell)" for action in river.prices if action.shift]
        actions = (_action(river, *each) for each in product(river.prices, EVENTS))
        return _DOMAIN.format(
            types=" level" if river.chooses_start_hp else "",
            ways=" ".join(ways),
            predicates=lines_of(*_predicates(river)),
            functions=" ".join(_functions(river)),
            actions="\n".join([*actions, *_others(river)]),
        )

    def problem(self, river: River) -> str:
        """Return the problem."""
        objects = {
            "turn": [f"t{turn}" for turn in range(len(river.turns) + (not river.must_win))],
            "cell": [f"c{cell}" for cell in range(1, river.width + 1)],
        }
        if river.chooses_start_hp:
            objects["level"] = [f"h{hp}" for hp in river.start_hp]
        return problem_text(objects, _facts(river), _goal(river))


_DOMAIN = """\
; River Toad with numbers: HP and the turns played are fluents, a turn is one step.
(define (domain river-toad)
  (:requirements :strips :typing :fluents)
  (:types turn cell{types})
  (:predicates
    (at ?c - cell) {ways}
    (quiet ?t - turn ?c - cell) (fed ?t - turn ?c - cell) (missed ?t - turn ?c - cell)
{predicates})
  (:functions
    (hp) (turns-played) (turns-before ?t - turn) (total-cost) {functions})
{actions})
"""


def _counts_moves(river: River) -> bool:
    return river.most_moves < len(river.turns)


def _predicates(river: River) -> Iterator[str]:
    if river.chooses_start_hp or not river.must_win:
        yield "    (awake)"
    if river.chooses_start_hp:
        yield "    (asleep)"
    if not river.must_win:
        yield "    (ended)"


def _functions(river: River) -> Iterator[str]:
    if _counts_moves(river):
        yield "(moves)"
    if river.least_flies:
        yield "(flies)"
    if river.chooses_start_hp:
        yield "(amount ?h - level) (start-price ?h - level)"
    if not river.must_win:
        yield "(stop-price ?t - turn)"


def _action(river: River, action: Action, happening: str) -> str:
    cost, moved = river.prices[action], action.shift != 0
    gain = river.gain if happening == FED else 0
    needed, price = max(cost, cost + 1 - gain), Prices(river).of_step(action, happening)
    target = "?b" if moved else "?a"
    conditions = [
        "(= (turns-played) (turns-before ?t)) (at ?a)",
        f"({happening} ?t {target})",
        *([f"({action} ?a ?b)"] if moved else []),
        *([f"(>= (hp) {needed})"] if needed > 1 else []),
        *(["(awake)"] if river.chooses_start_hp or not river.must_win else []),
        *([f"(<= (moves) {river.most_moves - 1})"] if moved and _counts_moves(river) else []),
    ]
    effects = [
        "(increase (turns-played) 1)",
        *(["(not (at ?a)) (at ?b)"] if moved else []),
        *([f"(increase (hp) {gain - cost})"] if gain > cost else []),
        *([f"(decrease (hp) {cost - gain})"] if gain < cost else []),
        *(["(increase (moves) 1)"] if moved and _counts_moves(river) else []),
        *(["(increase (flies) 1)"] if happening == FED and river.least_flies else []),
        *([f"(increase (total-cost) {price})"] if price else []),
    ]
    return lines_of(
        f"  (:action {action}-{happening}",
        f"    :parameters (?t - turn {'?a ?b' if moved else '?a'} - cell)",
        f"    :precondition (and {' '.join(conditions)})",
        f"    :effect (and {' '.join(effects)}))",
    )


def _others(river: River) -> Iterator[str]:
    if river.chooses_start_hp:
        yield (
            "  (:action begin\n    :parameters (?h - level)\n    :precondition (asleep)\n"
            "    :effect (and (not (asleep)) (awake) (assign (hp) (amount ?h))\n"
            "      (increase (total-cost) (start-price ?h))))"
        )
    if not river.must_win:
        yield (
            "  (:action finish\n    :parameters (?t - turn)\n"
            "    :precondition (and (awake) (= (turns-played) (turns-before ?t)))\n"
            "    :effect (and (not (awake)) (ended) (increase (total-cost) (stop-price ?t))))"
        )


def _facts(river: River) -> Iterator[str]:
    prices, turns = Prices(river), river.turns
    yield f"(= (turns-played) 0) (at c{river.start})"
    yield from (f"(= {each} 0)" for each in ("(moves)",) if _counts_moves(river))
    yield from (f"(= {each} 0)" for each in ("(flies)",) if river.least_flies)
    yield from _beginning(river, prices)
    for action, cell in product(river.prices, range(1, river.width + 1)):
        if action.shift and 1 <= cell + action.shift <= river.width:
            yield f"({action} c{cell} c{cell + action.shift})"
    for number, turn in enumerate(turns):
        yield f"(= (turns-before t{number}) {number})"
        for cell in turn.free:
            yield f"({event(turn, cell)} t{number} c{cell})"
    if not river.must_win:
        yield f"(= (turns-before t{len(turns)}) {len(turns)})"
        for number, price in enumerate(prices.of_stopping):
            yield f"(= (stop-price t{number}) {price})"


def _beginning(river: River, prices: Prices) -> Iterator[str]:
    if not river.chooses_start_hp:
        yield f"(= (hp) {river.start_hp[0]})"
        yield from ["(awake)"] if not river.must_win else []
        return
    yield "(= (hp) 0) (asleep)"
    for hp in river.start_hp:
        yield f"(= (amount h{hp}) {hp}) (= (start-price h{hp}) {prices.of_start(hp)})"


def _goal(river: River) -> Iterator[str]:
    yield f"(= (turns-played) {len(river.turns)})" if river.must_win else "(ended)"
    if river.least_hp > 1:
        yield f"(>= (hp) {river.least_hp})"
    if river.least_flies:
        yield f"(>= (flies) {river.least_flies})"
