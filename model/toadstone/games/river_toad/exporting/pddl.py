"""River Toad without numbers: HP are objects, a turn is a step and its payment.

`go` takes one step in a turn in which something happens in the cell gone to. That changes HP, and
`settle` moves HP along before the next step: one action for both would be grounded once for each
turn, step and HP. What only some scenarios need is in the domain only there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

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

MOST_LEVELS = 20_000
"""HP for which there is an object each."""


class PddlFormat(PlanningFormat):
    """Classical planning with action costs, for Fast Downward and its like."""

    def expect(self, river: River) -> None:
        """Raise RequestError where there are too many HP to have an object for each."""
        river.expect_hp(MOST_LEVELS, "PDDL", "pddl-numeric or mps")
        if not river.prices:
            raise RequestError("no action is left to use: there is nothing to plan")

    def domain(self, river: River) -> str:
        """Return the domain."""
        return _DOMAIN.format(
            types=lines_of(" count" if _counts_moves(river) or _counts_flies(river) else None),
            predicates=lines_of(*_predicates(river)),
            functions=lines_of(*_functions(river)),
            go=_go(river),
            settle=_settle(river),
            others=lines_of(*_others(river)),
        )

    def problem(self, river: River) -> str:
        """Return the problem."""
        payments = {_payment(cost, gain): None for cost, gain in _payments(river)}
        objects = {
            "turn": [f"t{turn}" for turn in range(len(river.turns) + 1)],
            "cell": [f"c{cell}" for cell in range(1, river.width + 1)],
            "move": [str(action) for action in river.prices],
            "event": list(EVENTS),
            "payment": list(payments),
            "level": [f"h{level}" for level in range(1, river.most_hp + 1)],
        }
        counts = max(
            river.most_moves if _counts_moves(river) else -1,
            river.least_flies if _counts_flies(river) else -1,
        )
        if counts >= 0:
            objects["count"] = [f"n{number}" for number in range(counts + 1)]
        facts = chain(_places(river), _payment_facts(river), _end_facts(river), _counters(river))
        return problem_text(objects, facts, _goal(river))


_DOMAIN = """\
; River Toad without numbers: HP are objects, a turn is a step and its payment.
(define (domain river-toad)
  (:requirements :strips :typing :action-costs)
  (:types turn cell move event payment level{types})
  (:predicates
    (now ?t - turn) (next ?t ?u - turn)
    (at ?c - cell) (leads ?m - move ?a ?b - cell)
    (happens ?t - turn ?c - cell ?e - event)
    (pays ?m - move ?e - event ?n - payment)
    (ready) (owes ?n - payment)
{predicates}
    (hp ?h - level) (shift ?n - payment ?h ?k - level))
  (:functions
    (total-cost) - number
{functions}
    (price ?m - move ?e - event) - number)
{go}
{settle}{others})
"""


def _counts_moves(river: River) -> bool:
    return river.most_moves < len(river.turns)


def _counts_flies(river: River) -> bool:
    return river.least_flies > 0


def _ends(river: River) -> bool:
    """Return whether a plan ends by an action of its own."""
    return not river.must_win or river.least_hp > 1


def _predicates(river: River) -> Iterator[str]:
    if _counts_moves(river):
        yield "    (moves ?i - count) (counts-move ?m - move ?i ?j - count)"
    if _counts_flies(river):
        yield "    (flies ?v - count) (counts-fly ?e - event ?v ?w - count)"
    if river.chooses_start_hp:
        yield "    (asleep) (may-begin ?h - level)"
    if _ends(river):
        yield "    (ended) (may-end ?t - turn) (suffices ?h - level)"


def _functions(river: River) -> Iterator[str]:
    if river.chooses_start_hp:
        yield "    (start-price ?h - level) - number"
    if _ends(river):
        yield "    (stop-price ?t - turn) - number"
    if river.clamped:
        yield "    (spent ?n - payment ?h - level) - number"


def _go(river: River) -> str:
    moves, flies = _counts_moves(river), _counts_flies(river)
    return lines_of(
        "  (:action go",
        "    :parameters (?m - move ?t ?u - turn ?a ?b - cell ?e - event ?n - payment"
        + " ?i ?j - count" * moves
        + " ?v ?w - count" * flies
        + ")",
        "    :precondition (and (ready) (now ?t) (next ?t ?u) (at ?a) (leads ?m ?a ?b)",
        "      (moves ?i) (counts-move ?m ?i ?j)" if moves else None,
        "      (flies ?v) (counts-fly ?e ?v ?w)" if flies else None,
        "      (happens ?u ?b ?e) (pays ?m ?e ?n))",
        "    :effect (and (not (now ?t)) (now ?u) (not (at ?a)) (at ?b) (not (ready)) (owes ?n)",
        "      (not (moves ?i)) (moves ?j)" if moves else None,
        "      (not (flies ?v)) (flies ?w)" if flies else None,
        "      (increase (total-cost) (price ?m ?e))))",
    )


def _settle(river: River) -> str:
    return lines_of(
        "  (:action settle",
        "    :parameters (?n - payment ?h ?k - level)",
        "    :precondition (and (owes ?n) (hp ?h) (shift ?n ?h ?k))",
        "    :effect (and (not (owes ?n)) (ready) (not (hp ?h)) (hp ?k)",
        "      (increase (total-cost) (spent ?n ?h))))" if river.clamped else "      ))",
    )


def _others(river: River) -> Iterator[str]:
    if river.chooses_start_hp:
        yield (
            "\n  (:action begin\n    :parameters (?h - level)\n"
            "    :precondition (and (asleep) (may-begin ?h))\n"
            "    :effect (and (not (asleep)) (ready) (hp ?h)\n"
            "      (increase (total-cost) (start-price ?h))))"
        )
    if _ends(river):
        yield (
            "\n  (:action finish\n    :parameters (?t - turn ?h - level)\n"
            "    :precondition (and (ready) (now ?t) (may-end ?t) (hp ?h) (suffices ?h))\n"
            "    :effect (and (not (ready)) (ended) (increase (total-cost) (stop-price ?t))))"
        )


def _places(river: River) -> Iterator[str]:
    yield f"(now t0) (at c{river.start})"
    for action in river.prices:
        for cell in range(1, river.width + 1):
            if 1 <= cell + action.shift <= river.width:
                yield f"(leads {action} c{cell} c{cell + action.shift})"
    for number, turn in enumerate(river.turns):
        yield f"(next t{number} t{number + 1})"
        for cell in turn.free:
            yield f"(happens t{number + 1} c{cell} {event(turn, cell)})"


def _payments(river: River) -> dict[tuple[int, int], None]:
    """Return the HP that a step can cost and bring."""
    return dict.fromkeys(product(river.prices.values(), (0, river.gain)))


def _payment(cost: int, gain: int) -> str:
    return f"pay-{cost}-get-{gain}"


def _payment_facts(river: River) -> Iterator[str]:
    prices = Prices(river)
    for action, happening in product(river.prices, EVENTS):
        yield f"(= (price {action} {happening}) {prices.of_step(action, happening)})"
        gain = river.gain if happening == FED else 0
        yield f"(pays {action} {happening} {_payment(river.prices[action], gain)})"
    for cost, gain in _payments(river):
        for level in range(1 if river.clamped else max(cost, 1), river.most_hp + 1):
            after = max(0, level - cost) + gain
            if 1 <= after <= river.most_hp:
                yield f"(shift {_payment(cost, gain)} h{level} h{after})"
            if river.clamped:
                spent = prices.of_hp * min(cost, level)
                yield f"(= (spent {_payment(cost, gain)} h{level}) {spent})"


def _end_facts(river: River) -> Iterator[str]:
    prices, turns = Prices(river), len(river.turns)
    if river.chooses_start_hp:
        yield "(asleep)"
        yield from (f"(= (start-price h{hp}) {prices.of_start(hp)})" for hp in river.start_hp)
        yield from (f"(may-begin h{hp})" for hp in river.start_hp)
    else:
        yield f"(ready) (hp h{river.start_hp[0]})"
    if _ends(river):
        for turn, price in enumerate(prices.of_stopping):
            yield f"(= (stop-price t{turn}) {price})"
            if turn == turns or not river.must_win:
                yield f"(may-end t{turn})"
        yield from (f"(suffices h{hp})" for hp in range(river.least_hp, river.most_hp + 1))


def _counters(river: River) -> Iterator[str]:
    if _counts_moves(river):
        yield "(moves n0)"
        for action in river.prices:
            moved = int(action.shift != 0)
            for number in range(river.most_moves + 1 - moved):
                yield f"(counts-move {action} n{number} n{number + moved})"
    if _counts_flies(river):
        yield "(flies n0)"
        for happening, number in product(EVENTS, range(river.least_flies + 1)):
            after = min(river.least_flies, number + (happening == FED))
            yield f"(counts-fly {happening} n{number} n{after})"


def _goal(river: River) -> Iterator[str]:
    if _ends(river):
        yield "(ended)"
    else:
        yield f"(now t{len(river.turns)}) (ready)"
    if _counts_flies(river):
        yield f"(flies n{river.least_flies})"
