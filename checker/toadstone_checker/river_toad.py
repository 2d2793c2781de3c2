"""River Toad: the rules, the claims, and the arguments that prove them.

checker/README.md explains the argument.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any

from toadstone_checker.certificate_file import (
    Budget,
    Hear,
    Invalid,
    Unusable,
    expect,
    fields,
    items,
    unheard,
    whole,
)

KIND = "toadstone river-toad 1"
LARGEST_NUMBER = 10**15
NO_WAY = -(2**62)  # fewer HP than there ever are
LARGEST_GAME = 50_000_000  # turns x cells x (cells + actions)
SHIFTS = {"stay": 0} | {
    f"{w}-{n}": s * n for n in range(1, 1000) for w, s in (("left", -1), ("right", 1))
}
FIGURES = ["hp", "moves", "flies", "turns", "start_hp"]
QUESTIONS: dict[str, tuple[str, int]] = {  # the figure in question, and the way to a better one
    "survive": ("", 0),
    "max-hp": ("hp", 1),
    "min-moves": ("moves", -1),
    "max-flies": ("flies", 1),
    "longest": ("turns", 1),
    "min-start-hp": ("start_hp", -1),
}
REQUIREMENTS = ["max_moves", "min_final_hp", "min_flies", "forbid", "visit", "avoid"]
LATER: dict[str, Any] = {}  # those added since, and what it means to lack them
Toad = tuple[int, int, int, int]  # cell, HP, moves so far, flies so far


# --- the rules ----------------------------------------------------------------------------------


def shift_of(action: Any) -> int:
    """Return how many cells to the right an action goes."""
    if type(action) is not str or action not in SHIFTS:
        raise Unusable("expected an action: stay, left-N or right-N")
    return SHIFTS[action]


class Game:
    """A scenario, and what it lets a toad do; cells and turns count from 1."""

    def __init__(self, scenario: Any, budget: Budget | None = None) -> None:
        names = ["rows", "width", "start", "hp", "gain", "actions", "overdraft", "rolls", "require"]
        rows, width, start, hp, gain, actions, overdraft, rolls, require = fields(scenario, *names)
        self.rows, self.width = whole(rows, 2, 1000, "rows"), whole(width, 1, 50, "width")
        self.start, self.hp = whole(start, 1, width, "start"), whole(hp, 1, LARGEST_NUMBER, "hp")
        self.gain = whole(gain, 0, 10**6, "gain")
        expect(overdraft in ("forbidden", "clamped"), "overdraft: expected a ruling")
        self.clamped = overdraft == "clamped"
        self.rolls = [whole(roll, 0, 2**width + 1, "a roll") for roll in items(rolls, "rolls")]
        self.turns = len(self.rolls)
        expect(self.turns > 0, "rolls: expected at least one")
        expect(type(actions) is dict and len(actions) > 0, "actions: expected an object")
        costs = {shift_of(each): whole(actions[each], 0, 10**6, "a cost") for each in actions}
        self.cells = range(1, self.width + 1)
        *bounds, forbid, visit, avoid = fields(require, *REQUIREMENTS, **LATER)
        self.max_moves, self.min_final_hp, self.min_flies = (
            default if bound is None else whole(bound, 0, LARGEST_NUMBER, name)
            for name, bound, default in zip(REQUIREMENTS, bounds, (self.turns, 0, 0), strict=False)
        )
        forbidden = {shift_of(action) for action in items(forbid, "forbid")}
        self.costs = {  # by shift, the actions that are ever of use
            shift: cost
            for shift, cost in costs.items()
            if shift not in forbidden and abs(shift) < self.width
        }
        self.dearest = max(self.costs.values(), default=0)
        self.closed: dict[int | None, int] = {None: 0}  # masks by turn; None is every turn
        self.close(avoid, "avoid")
        self.close(visit, "visit")
        size = self.turns * self.width * (self.width + len(self.costs))
        expect(size <= LARGEST_GAME, "the scenario is too large to check")
        self.budget = budget or Budget()
        self._ways: dict[tuple[int, int | None], dict[int, list[tuple[int, int, int, int]]]] = {}

    def close(self, rows: Any, name: str) -> None:
        """Close the cells that `avoid` names, and those that `visit` does not name."""
        for row in items(rows, name):
            turn, cells = fields(row, "turn", "cells")
            if turn is not None or name == "visit":
                whole(turn, 1, self.turns, "a turn")
            named = {whole(cell, 1, self.width, "a cell") for cell in items(cells, "cells")}
            expect(len(named) > 0, "cells: expected at least one")
            shut = [cell for cell in self.cells if (cell in named) == (name == "avoid")]
            self.closed[turn] = self.closed.get(turn, 0) | sum(map(self.bit, shut))

    def bit(self, cell: int) -> int:
        """Return the bit of a cell in a mask, the last that of the rightmost cell."""
        return 1 << self.width - cell

    def ways(self, turn: int) -> dict[int, list[tuple[int, int, int, int]]]:
        """Return, for each cell, the ways on: the new cell, cost, 1 if a move, 1 if he is fed.

        What comes down into the bottom row is the roll of rows - 1 turns ago. Below 2**width it is
        a mask of snakes; the next two are a fly on the left and on the right bank, which feeds a
        toad in the cell beside it.
        """
        self.budget.spend(self.width * len(self.costs))
        spawned = turn - (self.rows - 1)
        roll = self.rolls[spawned - 1] if spawned >= 1 else 0
        known = roll, self.closed.get(turn)
        if known not in self._ways:  # many turns have the same
            fly = {2**self.width: 1, 2**self.width + 1: self.width}.get(roll)
            shut = (roll if fly is None else 0) | self.closed[None] | self.closed.get(turn, 0)
            self._ways[known] = {
                cell: [
                    (cell + shift, cost, int(shift != 0), int(cell + shift == fly))
                    for shift, cost in self.costs.items()
                    if cell + shift in self.cells and not shut & self.bit(cell + shift)
                ]
                for cell in self.cells
            }
        return self._ways[known]

    def hp_after(self, hp: int, cost: int, fed: int) -> int:
        """Return the HP at the end of the turn; 0 if he is dead, or the action is not legal."""
        if cost > hp and not self.clamped:
            return 0
        return max(0, hp - cost) + self.gain * fed


def replay(game: Game, plan: list[Any], start_hp: int) -> dict[str, int]:
    """Play a plan and return its figures."""
    cell, hp, moves, flies = game.start, start_hp, 0, 0
    for turn, action in enumerate(plan, 1):
        target = cell + shift_of(action)
        way = next((way for way in game.ways(turn)[cell] if way[0] == target), None)
        if way is None:
            raise Invalid(f"plan, turn {turn}", f"{action} is deadly or not possible")
        cell, cost, moved, fed = way
        hp, moves, flies = game.hp_after(hp, cost, fed), moves + moved, flies + fed
        if hp == 0:
            raise Invalid(f"plan, turn {turn}", f"{action} leaves no HP")
    return {"hp": hp, "moves": moves, "flies": flies, "turns": len(plan), "start_hp": start_hp}


# --- the claim ----------------------------------------------------------------------------------


class Target:
    """The figures that a run has to reach together: those of every plan, or better ones."""

    def __init__(self, game: Game, ask: list[str]) -> None:
        may_lose = "longest" in ask and "survive" not in ask and "min-start-hp" not in ask
        self.game, self.start_hp, self.turns = game, game.hp, 0 if may_lose else game.turns
        self.hp, self.flies, self.moves = max(1, game.min_final_hp), game.min_flies, game.max_moves

    def want(self, figure: str, value: int) -> None:
        """Let a run have to reach this figure; of moves and starting HP, it is the most allowed."""
        setattr(self, figure, value)

    def met_by(self, turn: int, hp: int, moves: int, flies: int) -> bool:
        """Return whether a run that ends here reaches it."""
        enough = hp >= self.hp and flies >= self.flies
        return turn >= self.turns and enough and moves <= self.moves

    def relevant(self, turn: int, toad: Toad) -> Toad:
        """Return the numbers as far as they matter: more HP or flies than this are no better."""
        cell, hp, moves, flies = toad
        enough_hp = self.game.dearest * (self.game.turns - turn) + self.hp
        moves = moves if self.moves < self.game.turns else 0
        return cell, min(hp, enough_hp), moves, min(flies, self.flies)


def check(certificate: Any, hear: Hear = unheard) -> None:
    """Raise Invalid unless the certificate proves its claim, Unusable if it is no certificate."""
    names = "certificate", "scenario", "claim", "plan", "arguments"
    kind, scenario, claim, plan, arguments = fields(certificate, *names)
    expect(kind == KIND, f"expected the kind '{KIND}'")
    game = Game(scenario, Budget(hear))
    ask, status, values = fields(claim, "ask", "status", "values")
    known = all(type(question) is str and question in QUESTIONS for question in items(ask, "ask"))
    expect(known and len(set(ask)) == len(ask) > 0, "ask: expected different questions")
    expect("min-start-hp" not in ask[1:], "ask: expected min-start-hp first")
    if status == "optimal":
        check_plan(game, ask, items(plan, "plan"), values)
    else:
        expect(status == "infeasible", "status: expected optimal or infeasible")
        expect(plan is None and values is None, "expected a verdict without a plan")
    targets = exclusions(game, ask, values)
    expect(len(items(arguments, "arguments")) == len(targets), "arguments: expected as many as due")
    for target, argument in zip(targets, arguments, strict=True):
        if target is None:
            expect(argument is None, "argument: expected null, as there is nothing to exclude")
        else:
            check_argument(game, target, items(argument, "argument", game.turns + 1))


def check_plan(game: Game, ask: list[str], plan: list[Any], values: Any) -> None:
    """There is a plan; it does what every plan must, and has the figures that are claimed."""
    for figure, value in zip(FIGURES, fields(values, *FIGURES), strict=True):
        whole(value, int(figure == "start_hp"), LARGEST_NUMBER, figure)
    start_hp = values["start_hp"]
    if len(plan) > game.turns or (start_hp != game.hp and "min-start-hp" not in ask):
        raise Invalid("plan", "it is too long, or has another starting HP than the scenario")
    figures = replay(game, plan, start_hp)
    if figures != values:
        raise Invalid("claim", f"the figures of the plan are {figures}")
    if not Target(game, ask).met_by(*(figures[name] for name in ("turns", "hp", "moves", "flies"))):
        raise Invalid("plan", "it does not win, or misses a requirement")


def exclusions(game: Game, ask: list[str], values: dict[str, int] | None) -> list[Target | None]:
    """Return what no run may reach if the claim is true; None where none can by its nature.

    Without values: what every plan has to reach. Otherwise, question by question: as good as the
    plan in the questions before, and better in this one.
    """
    target = Target(game, ask)
    if values is None:
        if "min-start-hp" in ask:
            target.start_hp = 2 * LARGEST_NUMBER  # any HP; the start is cut down to what matters
        return [target]
    targets: list[Target | None] = []
    for figure, better in (QUESTIONS[question] for question in ask):
        step = copy(target)
        if figure:
            step.want(figure, values[figure] + better)
            target.want(figure, values[figure])
        possible = figure and step.start_hp >= 1 and step.moves >= 0 and step.turns <= game.turns
        targets.append(step if possible else None)
    return targets


# --- the argument -------------------------------------------------------------------------------


def check_argument(game: Game, target: Target, layers: list[Any]) -> None:
    """No run meets the target: every living toad is dominated by an element of his turn's layer.

    An element dominates a toad in the same cell who has no more HP, no fewer moves and no more
    flies: it can do all that he can, and ends no worse. So if the first layer covers
    the start, every layer covers what the one before leads to (but for the dead, and for those
    whom even the most generous reckoning keeps from the target), and no layer holds an element
    that meets the target, then no run meets it.
    """
    outlook = Outlook(game, target)
    waiting: Iterable[Toad] = outlook.start()
    for turn in range(game.turns + 1):
        layer = Layer(game, layers[turn] if turn < len(layers) else [])
        for toad in waiting:
            if not layer.covers(*toad):
                at = f"argument, turn {turn}"
                raise Invalid(at, f"not covered: cell, HP, moves, flies {toad}")
        if any(target.met_by(turn, *numbers) for _, *numbers in layer.elements):
            raise Invalid(f"argument, turn {turn}", "an element is as good as the claim excludes")
        waiting = outlook.after(turn, layer.elements)


class Layer:
    """The elements of one turn: for each cell a flat list of HP, moves, flies, HP, moves, ..."""

    def __init__(self, game: Game, layer: Any) -> None:
        self.game, self.elements = game, list[Toad]()
        for cell, flat in enumerate(items(layer, "layer", game.width), 1):
            numbers = items(flat, "cell", 300_000)
            expect(len(numbers) % 3 == 0, "element: expected HP, moves and flies")
            for number in numbers:
                whole(number, 0, LARGEST_NUMBER, "element")
            cells = [cell] * (len(numbers) // 3)
            self.elements += zip(cells, numbers[::3], numbers[1::3], numbers[2::3], strict=True)
        # By cell and by flies: the HP, falling (their negatives rise), and the fewest moves so far.
        self.stairs: dict[int, dict[int, tuple[list[int], list[int]]]] = {}
        for cell, hp, moves, flies in sorted(self.elements, reverse=True):
            stairs = self.stairs.setdefault(cell, {}).setdefault(flies, ([], []))
            stairs[0].append(-hp)
            stairs[1].append(min([moves, *stairs[1][-1:]]))

    def covers(self, cell: int, hp: int, moves: int, flies: int) -> bool:
        """Return whether an element dominates this toad."""
        here = self.stairs.get(cell, {})
        self.game.budget.spend(4 + len(here))
        for at_least, (negatives, fewest) in here.items():
            found = bisect_right(negatives, -hp)
            if at_least >= flies and found > 0 and fewest[found - 1] <= moves:
                return True
        return False


class Outlook:
    """The most that a run can still add to each figure of the target, as if HP never ran out.

    By turn and cell, over all ways on to a turn where the target lets a run end: HP, flies, and
    moves, which count as negative numbers. NO_WAY or little more where no way leads there.
    """

    def __init__(self, game: Game, target: Target) -> None:
        self.game, self.target, size = game, target, game.width
        asked = {"hp": True, "moves": target.moves < game.turns, "flies": target.flies > 0}
        self.most = {
            figure: array("q", [NO_WAY]) * (size * (game.turns + 1))
            for figure, is_asked in asked.items()
            if is_asked
        }
        at_the_end: dict[int, list[tuple[int, int, int, int]]] = {cell: [] for cell in game.cells}
        after: dict[str, list[int]] = {}
        steps: dict[tuple[str, int], list[tuple[int, int, int]]] = {}
        for turn in range(game.turns, -1, -1):
            ways = game.ways(turn + 1) if turn < game.turns else at_the_end
            for figure, most in self.most.items():
                known = figure, id(ways)  # many turns have the same
                if known not in steps:
                    steps[known] = [
                        (cell - 1, new_cell - 1, self.added(figure, cost, moved, fed))
                        for cell in game.cells
                        for new_cell, cost, moved, fed in ways[cell]
                    ]
                here = [0 if turn >= target.turns else NO_WAY] * size
                later = after.get(figure, here)
                for cell, new_cell, added in steps[known]:
                    if later[new_cell] + added > here[cell]:  # noqa: PLR1730  (twice as quick)
                        here[cell] = later[new_cell] + added
                most[size * turn : size * (turn + 1)] = array("q", here)
                after[figure] = here

    def added(self, figure: str, cost: int, moved: int, fed: int) -> int:
        """Return what a way adds to a figure."""
        if figure == "hp":
            # Clamped, an action takes what there is: less than its cost, but some.
            return self.game.gain * fed - (min(cost, 1) if self.game.clamped else cost)
        return fed if figure == "flies" else -moved

    def hopeless(self, turn: int, toad: Toad) -> bool:
        """Return whether even so the target is out of reach."""
        cell, hp, moves, flies = toad
        most, target, at = self.most, self.target, self.game.width * turn + cell - 1
        return (
            hp + most["hp"][at] < target.hp
            or ("moves" in most and most["moves"][at] - moves < -target.moves)
            or ("flies" in most and flies + most["flies"][at] < target.flies)
        )

    def start(self) -> list[Toad]:
        """Return the toad before the first turn, if there is hope for him."""
        start = self.target.relevant(0, (self.game.start, self.target.start_hp, 0, 0))
        return [] if self.hopeless(0, start) else [start]

    def after(self, turn: int, toads: Iterable[Toad]) -> Iterator[Toad]:
        """Yield the toads that these can be one turn later: alive, and not without hope."""
        ways = self.game.ways(turn + 1) if turn < self.game.turns else {}
        for cell, hp, moves, flies in toads:
            for new_cell, cost, moved, fed in ways.get(cell, ()):
                new_hp = self.game.hp_after(hp, cost, fed)
                numbers = new_cell, new_hp, moves + moved, flies + fed
                toad = self.target.relevant(turn + 1, numbers)
                self.game.budget.spend(4)
                if new_hp >= 1 and not self.hopeless(turn + 1, toad):
                    yield toad
