"""River Toad for classical planners: HP are objects, and what the questions ask is a cost.

A turn is a step and its payment. `go` takes one step in a turn in which something happens in the
cell gone to. That changes HP, and `settle` moves HP along before the next step: one action for both
would be grounded once for each turn, step and HP. What only some scenarios need is in the domain
only there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import accumulate, chain, product

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.question import Sense
from toadstone.engines.instance import Instance
from toadstone.files.source import Source
from toadstone.games.river_toad.exporting.exported import ExportedScenario, Turn
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
    exported = _export(instance)
    return {"domain.pddl": _domain(exported), "problem.pddl": _problem(exported)}


def read(instance: Instance, source: Source, budget: Budget) -> Claim:
    """Read a plan file, a step a line in round brackets, and its cost where it states one."""
    exported = _export(instance)
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
    return Claim(tuple(steps), figures, [(PlanCosts(exported).total, int(cost[1]))])


def _export(instance: Instance) -> ExportedScenario:
    """Return the scenario; raise RequestError where a planner could not be given it."""
    exported = ExportedScenario.of(instance)
    if exported.most_hp > MOST_LEVELS:
        raise RequestError(
            f"the PDDL model keeps a state for each HP, at most {MOST_LEVELS:,}; here there "
            f"can be {exported.most_hp:,}: use mps"
        )
    if not exported.costs:
        raise RequestError("no action is left to use: there is nothing to plan")
    return exported


@dataclass(frozen=True)
class PlanCosts:
    """What a plan costs, so that the cheapest one answers the questions.

    Planners minimise. So a plan pays for what it leaves of the most that a figure can be: HP spent
    and flies missed for `max-hp`. What matters more weighs more than all that comes after it.
    """

    exported: ExportedScenario

    def of(self, figure: str) -> int:
        """Return the cost of one more of a figure, or of one less where most is asked for."""
        return abs(self.exported.objective.weights.get(figure, 0))

    @property
    def of_a_fly(self) -> int:
        """The cost of a fly that is not eaten."""
        return self.of("flies") + self.of("hp") * self.exported.gain

    def of_step(self, action: Action, happening: str) -> int:
        """Return what it costs to act, and to have something happen beside."""
        exported = self.exported
        paid = 0 if exported.clamped else self.of("hp") * exported.costs[action]
        missed = (happening == MISSED) * self.of_a_fly
        return paid + missed + self.of("moves") * (action.shift != 0)

    def of_start(self, hp: int) -> int:
        """Return what it costs to begin with so many HP."""
        return self.of("start_hp") * hp + self.of("hp") * (self.exported.start_hp[-1] - hp)

    @cached_property
    def of_stopping(self) -> list[int]:
        """What it costs to stop after each turn, from turn 0 on: the turns and flies to come."""
        lived = self.of("turns")
        each = [lived + self.of_a_fly * (turn.fly > 0) for turn in reversed(self.exported.turns)]
        return list(accumulate(each, initial=0))[::-1]

    @property
    def total(self) -> Objective:
        """The cost of a plan, in terms of its figures."""
        weights, constant = dict[str, int](), 0
        for question in self.exported.measured:
            figure = str(question.figure)
            weights[figure] = self.of(figure)
            if question.sense is Sense.MAXIMISE:
                weights[figure] *= -1
                constant -= weights[figure] * self.exported.ranges[figure][1]
        return Objective(weights, maximise=False, constant=constant)


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
    facts = chain(
        _places(exported), _payment_facts(exported), _end_facts(exported), _counters(exported)
    )
    return "\n".join(
        [
            "(define (problem river) (:domain river-toad) (:objects",
            *(f"  {' '.join(names)} - {kind}" for kind, names in _objects(exported).items()),
            ") (:init (= (total-cost) 0)",
            *facts,
            f") (:goal (and {' '.join(_goal(exported))})) (:metric minimize (total-cost)))\n",
        ]
    )


def _objects(exported: ExportedScenario) -> Mapping[str, list[str]]:
    objects = {
        "turn": [f"t{turn}" for turn in range(len(exported.turns) + 1)],
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
    return objects


def _places(exported: ExportedScenario) -> Iterator[str]:
    yield f"(now t0) (at c{exported.start})"
    for action, cell in product(exported.costs, range(1, exported.width + 1)):
        if 1 <= cell + action.shift <= exported.width:
            yield f"(leads {action} c{cell} c{cell + action.shift})"
    for number, turn in enumerate(exported.turns):
        yield f"(next t{number} t{number + 1})"
        for cell in turn.free:
            yield f"(happens t{number + 1} c{cell} {_event(turn, cell)})"


def _event(turn: Turn, cell: int) -> str:
    """Return what happens to a toad in a cell in a turn."""
    return QUIET if turn.fly == 0 else FED if turn.fly == cell else MISSED


def _payments(exported: ExportedScenario) -> dict[tuple[int, int], None]:
    """Return the different costs and gains that a turn can have."""
    return dict.fromkeys(product(exported.costs.values(), (0, exported.gain)))


def _payment(cost: int, gain: int) -> str:
    return f"pay-{cost}-get-{gain}"


def _payment_facts(exported: ExportedScenario) -> Iterator[str]:
    prices = PlanCosts(exported)
    for action, happening in product(exported.costs, EVENTS):
        yield f"(= (price {action} {happening}) {prices.of_step(action, happening)})"
        gain = exported.gain if happening == FED else 0
        yield f"(pays {action} {happening} {_payment(exported.costs[action], gain)})"
    for cost, gain in _payments(exported):
        for level in range(1 if exported.clamped else max(cost, 1), exported.most_hp + 1):
            after = max(0, level - cost) + gain
            if 1 <= after <= exported.most_hp:
                yield f"(shift {_payment(cost, gain)} h{level} h{after})"
            if exported.clamped:
                spent = prices.of("hp") * min(cost, level)
                yield f"(= (spent {_payment(cost, gain)} h{level}) {spent})"


def _end_facts(exported: ExportedScenario) -> Iterator[str]:
    prices, turns = PlanCosts(exported), len(exported.turns)
    if exported.chooses_start_hp:
        yield "(asleep)"
        yield from (f"(= (start-price h{hp}) {prices.of_start(hp)})" for hp in exported.start_hp)
        yield from (f"(may-begin h{hp})" for hp in exported.start_hp)
    else:
        yield f"(ready) (hp h{exported.start_hp[0]})"
    if _ends(exported):
        for turn, price in enumerate(prices.of_stopping):
            yield f"(= (stop-price t{turn}) {price})"
            if turn == turns or not exported.must_win:
                yield f"(may-end t{turn})"
        yield from (f"(suffices h{hp})" for hp in range(exported.least_hp, exported.most_hp + 1))


def _counters(exported: ExportedScenario) -> Iterator[str]:
    if exported.limits_moves:
        yield "(moves n0)"
        for action in exported.costs:
            moved = int(action.shift != 0)
            for number in range(exported.most_moves + 1 - moved):
                yield f"(counts-move {action} n{number} n{number + moved})"
    if exported.least_flies > 0:
        yield "(flies n0)"
        for happening, number in product(EVENTS, range(exported.least_flies + 1)):
            after = min(exported.least_flies, number + (happening == FED))
            yield f"(counts-fly {happening} n{number} n{after})"


def _goal(exported: ExportedScenario) -> Iterator[str]:
    if _ends(exported):
        yield "(ended)"
    else:
        yield f"(now t{len(exported.turns)}) (ready)"
    if exported.least_flies > 0:
        yield f"(flies n{exported.least_flies})"
