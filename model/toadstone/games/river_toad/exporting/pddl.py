"""River Toad for planners, without numbers and with numbers.

Without numbers, HP are objects, and a turn is a step and its payment. `go` takes one step in a turn
in which something happens in the cell gone to. That changes HP, and `settle` moves HP along before
the next step: one action for both would be grounded once for each turn, step and HP. What only some
scenarios need is in the domain only there.

With numbers, HP and the turns played are fluents, and a turn is one step. There is an action for
each move and event: nothing comes, a fly is eaten, a fly is missed. Move and event could be
parameters, but ENHSP grounds actions with two parameters more for minutes.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from toadstone.services.export.format import (
    Claim,
    Files,
    Format,
    Objective,
    no_plan,
    stopped_without_plan,
)

QUIET, FED, MISSED = "quiet", "fed", "missed"
"""Nothing comes down beside the river, a fly is eaten, a fly is not eaten."""

EVENTS = (QUIET, FED, MISSED)

_STEP = re.compile(r"^(?:[\d.]+:\s*)?\(\s*(?:go[ -])?(stay|(?:left|right)-\d+)\b", re.IGNORECASE)
_BEGIN = re.compile(r"^(?:[\d.]+:\s*)?\(\s*begin h(\d+)", re.IGNORECASE)
_COST = re.compile(r"^;\s*cost\s*=\s*(\d+)", re.IGNORECASE | re.MULTILINE)
_UNSOLVABLE = re.compile(r"unsolvable|no solution|no plan", re.IGNORECASE)
_STOPPED = re.compile(r"limit (?:has been )?reached|without finding a solution", re.IGNORECASE)


def event(turn: Turn, cell: int) -> str:
    """Return what happens to a toad in a cell in a turn."""
    return QUIET if turn.fly == 0 else FED if turn.fly == cell else MISSED


@dataclass(frozen=True)
class PlanCosts:
    """What a plan costs, so that the cheapest one answers the questions.

    Planners minimise. So a plan pays for what it leaves of the most that a figure can be: HP spent
    and flies missed for `max-hp`. What matters more weighs more than all that comes after it.
    """

    exported: ExportedScenario

    @property
    def of_hp(self) -> int:
        """The cost of one HP less."""
        return abs(self.exported.objective.weights.get("hp", 0))

    def of_step(self, action: Action, happening: str) -> int:
        """Return what it costs to act, and to have something happen beside."""
        weights, exported = self.exported.objective.weights, self.exported
        paid = 0 if exported.clamped else self.of_hp * exported.costs[action]
        missed = (happening == MISSED) * self.of_a_fly
        return paid + missed + abs(weights.get("moves", 0)) * (action.shift != 0)

    @property
    def of_a_fly(self) -> int:
        """The cost of a fly that is not eaten."""
        flies = abs(self.exported.objective.weights.get("flies", 0))
        return flies + self.of_hp * self.exported.gain

    def of_start(self, hp: int) -> int:
        """Return what it costs to begin with so many HP."""
        start = abs(self.exported.objective.weights.get("start_hp", 0))
        return start * hp + self.of_hp * (self.exported.start_hp[-1] - hp)

    @cached_property
    def of_stopping(self) -> Sequence[int]:
        """What it costs to stop after each turn, from turn 0 on: the turns and flies to come."""
        turns, lived = self.exported.turns, abs(self.exported.objective.weights.get("turns", 0))
        each = [lived + self.of_a_fly * (turn.fly > 0) for turn in reversed(turns)]
        return list(accumulate(each, initial=0))[::-1]

    @property
    def total(self) -> Objective:
        """The cost of a plan, in terms of its figures."""
        weights, constant = dict[str, int](), 0
        for question in self.exported.measured:
            figure = str(question.figure)
            weight = abs(self.exported.objective.weights[figure])
            more_is_better = question.sense is Sense.MAXIMISE
            weights[figure] = -weight if more_is_better else weight
            constant += weight * self.exported.ranges[figure][1] * more_is_better
        return Objective(weights, maximise=False, constant=constant)


@dataclass(frozen=True)
class PlanningFormat(Format):
    """A domain and a problem; plan files have one step a line, in round brackets."""

    def write(self, instance: Instance, budget: Budget) -> Files:
        """Return the domain and the problem."""
        exported = ExportedScenario.of(instance)
        self.expect(exported)
        return {"domain.pddl": self.domain(exported), "problem.pddl": self.problem(exported)}

    @abstractmethod
    def expect(self, exported: ExportedScenario) -> None:
        """Raise RequestError where the format cannot state this."""

    @abstractmethod
    def domain(self, exported: ExportedScenario) -> str:
        """Return the text of the domain."""

    @abstractmethod
    def problem(self, exported: ExportedScenario) -> str:
        """Return the text of the problem."""

    def read(self, instance: Instance, source: Source, budget: Budget) -> Claim:
        """Read a plan file, and its cost where it states one, as Fast Downward's do."""
        exported = ExportedScenario.of(instance)
        self.expect(exported)
        lines = [line.strip() for line in source.text.splitlines()]
        steps = [Action.read(match[1].lower()) for line in lines if (match := _STEP.match(line))]
        begin = next(filter(None, map(_BEGIN.match, lines)), None)
        if not steps and not any(line.startswith("(") for line in lines):
            raise source.error(_why_no_plan(source))
        cost = _COST.search(source.text)
        measured = cost is not None and bool(exported.measured)
        objectives = ((PlanCosts(exported).total, int(cost[1])),) if cost and measured else ()
        return Claim(tuple(steps), {"start_hp": int(begin[1])} if begin else {}, objectives)


def _why_no_plan(source: Source) -> str:
    """Return the message for an output without any step of a plan."""
    if _UNSOLVABLE.search(source.text):
        return no_plan(source)
    if _STOPPED.search(source.text):
        return stopped_without_plan(source)
    return "expected a plan, a step such as `(go stay ..)` a line"


def problem_text(
    objects: Mapping[str, Iterable[str]], facts: Iterable[str], goal: Iterable[str]
) -> str:
    """Return the text of a problem: objects by type, facts of the start, and the goal."""
    return "\n".join(
        [
            "(define (problem river) (:domain river-toad) (:objects",
            *(f"  {' '.join(names)} - {kind}" for kind, names in objects.items()),
            ") (:init (= (total-cost) 0)",
            *facts,
            f") (:goal (and {' '.join(goal)})) (:metric minimize (total-cost)))\n",
        ]
    )


def stated(template: str, holds: Mapping[str, bool], **fields: object) -> str:
    """Return a template with its fields, without the lines that name what does not hold.

    Such names stand behind `;?` at the end of a line.
    """
    text = files(__package__).joinpath(template).read_text(encoding="utf-8")
    lines = (line.partition(" ;?") for line in text.splitlines())
    kept = [line for line, _, names in lines if all(holds[name] for name in names.split())]
    return "\n".join([*kept, ""]).format(**fields)


MOST_LEVELS = 20_000
"""HP for which there is an object each."""


class PddlFormat(PlanningFormat):
    """Classical planning with action costs, for Fast Downward and its like."""

    def expect(self, exported: ExportedScenario) -> None:
        """Raise RequestError where there are too many HP to have an object for each."""
        if exported.most_hp > MOST_LEVELS:
            raise RequestError(
                f"the PDDL model keeps a state for each HP, at most {MOST_LEVELS:,}; here there "
                f"can be {exported.most_hp:,}: use pddl-numeric or mps"
            )
        if not exported.costs:
            raise RequestError("no action is left to use: there is nothing to plan")

    def domain(self, exported: ExportedScenario) -> str:
        """Return the domain."""
        holds = {
            "moves": exported.limits_moves,
            "flies": exported.least_flies > 0,
            "counts": exported.limits_moves or exported.least_flies > 0,
            "begins": exported.chooses_start_hp,
            "ends": _ends(exported),
            "clamped": exported.clamped,
        }
        return stated("classical.pddl", holds)

    def problem(self, exported: ExportedScenario) -> str:
        """Return the problem."""
        payments = {_payment(cost, gain): None for cost, gain in _payments(exported)}
        objects = {
            "turn": [f"t{turn}" for turn in range(len(exported.turns) + 1)],
            "cell": [f"c{cell}" for cell in range(1, exported.width + 1)],
            "move": [str(action) for action in exported.costs],
            "event": list(EVENTS),
            "payment": list(payments),
            "level": [f"h{level}" for level in range(1, exported.most_hp + 1)],
        }
        counts = max(
            exported.most_moves if exported.limits_moves else -1,
            exported.least_flies if exported.least_flies > 0 else -1,
        )
        if counts >= 0:
            objects["count"] = [f"n{number}" for number in range(counts + 1)]
        facts = chain(
            _places(exported), _payment_facts(exported), _end_facts(exported), _counters(exported)
        )
        return problem_text(objects, facts, _goal(exported))


def _ends(exported: ExportedScenario) -> bool:
    return not exported.must_win or exported.least_hp > 1


def _places(exported: ExportedScenario) -> Iterator[str]:
    yield f"(now t0) (at c{exported.start})"
    for action in exported.costs:
        for cell in range(1, exported.width + 1):
            if 1 <= cell + action.shift <= exported.width:
                yield f"(leads {action} c{cell} c{cell + action.shift})"
    for number, turn in enumerate(exported.turns):
        yield f"(next t{number} t{number + 1})"
        for cell in turn.free:
            yield f"(happens t{number + 1} c{cell} {event(turn, cell)})"


def _payments(exported: ExportedScenario) -> dict[tuple[int, int], None]:
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
                spent = prices.of_hp * min(cost, level)
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


# With numbers


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
        return problem_text(objects, _numeric_facts(exported), _numeric_goal(exported))


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


def _numeric_facts(exported: ExportedScenario) -> Iterator[str]:
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


def _numeric_goal(exported: ExportedScenario) -> Iterator[str]:
    yield f"(= (turns-played) {len(exported.turns)})" if exported.must_win else "(ended)"
    if exported.least_hp > 1:
        yield f"(>= (hp) {exported.least_hp})"
    if exported.least_flies:
        yield f"(>= (flies) {exported.least_flies})"
