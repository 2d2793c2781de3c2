"""River Toad for classical planners: HP are objects, and what the questions ask is a cost.

A turn is a step and its payment. `go` takes one step in a turn in which something happens in the
cell gone to. That changes HP, and `settle` moves HP along before the next step: one action for both
would be grounded once for each turn, step and HP. What only some scenarios need is in the domain
only there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import accumulate, product

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.engines.instance import Instance
from toadstone.files.source import Source
from toadstone.games.river_toad.exporting.exported import ExportedScenario
from toadstone.games.river_toad.scenario import Action
from toadstone.services.export.parts import Claim, Files, Objective, no_plan

MOST_LEVELS = 20_000
"""HP for which there is an object each."""

QUIET, FED, MISSED = EVENTS = ("quiet", "fed", "missed")
"""Nothing comes down beside the river, a fly is eaten, a fly is not eaten."""

_STEP = re.compile(r"^(?:[\d.]+:\s*)?\(\s*(?:go[ -])?(stay|(?:left|right)-\d+)\b", re.IGNORECASE)
_BEGIN = re.compile(r"^(?:[\d.]+:\s*)?\(\s*begin h(\d+)", re.IGNORECASE)
_COST = re.compile(r"^;\s*cost\s*=\s*(\d+)", re.IGNORECASE | re.MULTILINE)
_UNSOLVABLE = re.compile(r"unsolvable|no solution|no plan", re.IGNORECASE)
_STOPPED = re.compile(r"limit (?:has been )?reached|without finding a solution", re.IGNORECASE)


def write(instance: Instance, budget: Budget) -> Files:
    """Return the domain and the problem."""
    exported = ExportedScenario(instance)
    if exported.most_hp > MOST_LEVELS:
        raise RequestError(
            f"the PDDL model keeps a state for each HP, at most {MOST_LEVELS:,}; here there "
            f"can be {exported.most_hp:,}: use mps"
        )
    if not exported.costs:
        raise RequestError("no action is left to use: there is nothing to plan")
    return {"domain.pddl": _domain(exported), "problem.pddl": _problem(exported)}


def read(instance: Instance, source: Source, budget: Budget) -> Claim:
    """Read a plan file, a step a line in round brackets, and its cost where it states one."""
    exported = ExportedScenario(instance)
    lines = [line.strip() for line in source.text.splitlines()]
    steps = [Action.read(match[1].lower()) for line in lines if (match := _STEP.match(line))]
    begin = next(filter(None, map(_BEGIN.match, lines)), None)
    if not steps and not any(line.startswith("(") for line in lines):
        unsolvable, stopped = (sign.search(source.text) for sign in (_UNSOLVABLE, _STOPPED))
        if unsolvable or stopped:
            raise source.error(no_plan(source, stopped=not unsolvable))
        raise source.error("expected a plan, a step such as `(go stay ..)` a line")
    figures = {"start_hp": int(begin[1])} if begin else {}
    cost = _COST.search(source.text)
    if cost is None or not exported.measured:
        return Claim(tuple(steps), figures)
    return Claim(tuple(steps), figures, [(_total_cost(exported), int(cost[1]))])


def _price(exported: ExportedScenario, figure: str) -> int:
    """Return the cost of one more of a figure, or of one less where most is asked for.

    Planners minimise. So a plan pays for what it leaves of the most that a figure can be: HP spent
    and flies missed for `max-hp`. What matters more weighs more than all that comes after it.
    """
    return abs(exported.objective.weights.get(figure, 0))


def _price_of_a_fly(exported: ExportedScenario) -> int:
    """Return the cost of a fly that is not eaten."""
    return _price(exported, "flies") + _price(exported, "hp") * exported.gain


def _total_cost(exported: ExportedScenario) -> Objective:
    """Return the cost of a plan, in terms of its figures."""
    cost = exported.objective.to_minimise()
    most = (-w * exported.ranges[figure][1] for figure, w in cost.weights.items() if w < 0)
    return cost._replace(constant=sum(most))


def _domain(exported: ExportedScenario) -> str:
    """Return the template without the lines that name, behind `;?`, what does not hold."""
    moves, flies = exported.limits_moves, exported.least_flies > 0
    holds = {
        "moves": moves,
        "flies": flies,
        "counts": moves or flies,
        "begins": exported.chooses_start_hp,
        "ends": _ends(exported),
        "clamped": exported.clamped,
    }
    text = files(__package__).joinpath("classical.pddl").read_text(encoding="utf-8")
    lines = (line.partition(" ;?") for line in text.splitlines())
    kept = [line for line, _, names in lines if all(holds[name] for name in names.split())]
    return "\n".join([*kept, ""])


def _ends(exported: ExportedScenario) -> bool:
    return not exported.must_win or exported.least_hp > 1


def _problem(exported: ExportedScenario) -> str:
    """Return objects by type, facts of the start, and the goal."""
    turns = len(exported.turns)
    objects = {
        "turn": [f"t{turn}" for turn in range(turns + 1)],
        "cell": [f"c{cell}" for cell in range(1, exported.width + 1)],
        "move": [str(action) for action in exported.costs],
        "event": list(EVENTS),
        "payment": [_payment(*each) for each in _payments(exported)],
        "level": [f"h{level}" for level in range(1, exported.most_hp + 1)],
    }
    counts = [exported.most_moves] if exported.limits_moves else []
    counts += [exported.least_flies] if exported.least_flies > 0 else []
    if counts:
        objects["count"] = [f"n{number}" for number in range(max(counts) + 1)]
    goal = ["(ended)" if _ends(exported) else f"(now t{turns}) (ready)"]
    goal += [f"(flies n{exported.least_flies})"] if exported.least_flies > 0 else []
    return "\n".join(
        [
            "(define (problem river) (:domain river-toad) (:objects",
            *(f"  {' '.join(names)} - {kind}" for kind, names in objects.items()),
            ") (:init (= (total-cost) 0)",
            *_place_facts(exported),
            *_payment_facts(exported),
            *_end_facts(exported),
            *_counter_facts(exported),
            f") (:goal (and {' '.join(goal)})) (:metric minimize (total-cost)))\n",
        ]
    )


def _place_facts(exported: ExportedScenario) -> Iterator[str]:
    yield f"(now t0) (at c{exported.start})"
    for action, cell in product(exported.costs, range(1, exported.width + 1)):
        if 1 <= cell + action.shift <= exported.width:
            yield f"(leads {action} c{cell} c{cell + action.shift})"
    for number, turn in enumerate(exported.turns):
        yield f"(next t{number} t{number + 1})"
        for cell in turn.free:
            event = QUIET if turn.fly == 0 else FED if turn.fly == cell else MISSED
            yield f"(happens t{number + 1} c{cell} {event})"


def _payments(exported: ExportedScenario) -> dict[tuple[int, int], None]:
    """Return the different costs and gains that a turn can have."""
    return dict.fromkeys(product(exported.costs.values(), (0, exported.gain)))


def _payment(cost: int, gain: int) -> str:
    return f"pay-{cost}-get-{gain}"


def _payment_facts(exported: ExportedScenario) -> Iterator[str]:
    of_hp, of_a_move = _price(exported, "hp"), _price(exported, "moves")
    for (action, cost), event in product(exported.costs.items(), EVENTS):
        paid = 0 if exported.clamped else of_hp * cost
        missed = _price_of_a_fly(exported) if event == MISSED else 0
        moved = of_a_move if action.shift else 0
        yield f"(= (price {action} {event}) {paid + missed + moved})"
        yield f"(pays {action} {event} {_payment(cost, exported.gain if event == FED else 0)})"
    for cost, gain in _payments(exported):
        for level in range(1 if exported.clamped else max(cost, 1), exported.most_hp + 1):
            after = max(0, level - cost) + gain
            if 1 <= after <= exported.most_hp:
                yield f"(shift {_payment(cost, gain)} h{level} h{after})"
            if exported.clamped:
                yield f"(= (spent {_payment(cost, gain)} h{level}) {of_hp * min(cost, level)})"


def _end_facts(exported: ExportedScenario) -> Iterator[str]:
    turns, hps = len(exported.turns), exported.start_hp
    if exported.chooses_start_hp:
        yield "(asleep)"
        of_start, of_hp = _price(exported, "start_hp"), _price(exported, "hp")
        yield from (
            f"(= (start-price h{hp}) {of_start * hp + of_hp * (hps[-1] - hp)})" for hp in hps
        )
        yield from (f"(may-begin h{hp})" for hp in hps)
    else:
        yield f"(ready) (hp h{hps[0]})"
    if _ends(exported):
        lived, fly = _price(exported, "turns"), _price_of_a_fly(exported)
        to_come = (lived + fly * (turn.fly > 0) for turn in reversed(exported.turns))
        for turn, price in enumerate(reversed([*accumulate(to_come, initial=0)])):
            yield f"(= (stop-price t{turn}) {price})"
            if turn == turns or not exported.must_win:
                yield f"(may-end t{turn})"
        yield from (f"(suffices h{hp})" for hp in range(exported.least_hp, exported.most_hp + 1))


def _counter_facts(exported: ExportedScenario) -> Iterator[str]:
    if exported.limits_moves:
        yield "(moves n0)"
        for action in exported.costs:
            moved = int(action.shift != 0)
            for number in range(exported.most_moves + 1 - moved):
                yield f"(counts-move {action} n{number} n{number + moved})"
    if exported.least_flies > 0:
        yield "(flies n0)"
        for event, number in product(EVENTS, range(exported.least_flies + 1)):
            after = min(exported.least_flies, number + (event == FED))
            yield f"(counts-fly {event} n{number} n{after})"
