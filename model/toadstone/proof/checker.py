"""A stand-alone checker of Toadstone's certificates.

    python checker.py certificate.json

It believes nothing but the rules of River Toad written down here; docs/certificates.md explains
the argument. Exit status: 0 the claim is proven, 10 it is not, 30 the file is no certificate.
"""

import json
import sys
import zlib
from bisect import bisect_left
from copy import copy
from itertools import accumulate
from pathlib import Path
from typing import Any

LARGEST_TEXT = 128 * 1024 * 1024  # bytes, after decompression
LARGEST_NUMBER = 10**15
MOST_WORK = 200_000_000  # steps of play looked at; a file that needs more is refused
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


class Unusable(Exception):  # noqa: N818 - a verdict, exit status 30
    """The file is not a certificate."""


class Invalid(Exception):  # noqa: N818 - a verdict, exit status 10
    """The certificate does not prove its claim: where it fails, and why."""


# --- reading: every value is looked at before it is used ----------------------------------------


def read(path: str) -> Any:
    """Return the JSON in a file, gzipped or not."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST_TEXT + 1)
        if data[:2] == b"\x1f\x8b":
            unzip = zlib.decompressobj(wbits=31)
            data = unzip.decompress(data, LARGEST_TEXT + 1)
            expect(unzip.eof or len(data) > LARGEST_TEXT, "the file is cut off")
        expect(len(data) <= LARGEST_TEXT, "the file is too large")
        return json.loads(data, object_pairs_hook=unique_keys)
    except (OSError, ValueError, zlib.error, RecursionError) as error:
        raise Unusable(str(error)) from None


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON, in which no key may stand twice."""
    expect(len(dict(pairs)) == len(pairs), "a key stands twice in an object")
    return dict(pairs)


def expect(condition: bool, message: str) -> None:
    """Refuse the file unless the condition holds."""
    if not condition:
        raise Unusable(message)


def whole(value: Any, least: int, most: int, name: str) -> int:
    """Return a whole number within bounds; true, 1.0, NaN and "1" are none."""
    if type(value) is not int or not least <= value <= most:
        raise Unusable(f"{name}: expected a whole number from {least} to {most}")
    return value


def items(value: Any, name: str, most: int = 1_000_000) -> list[Any]:
    """Return a list of bounded length."""
    expect(type(value) is list and len(value) <= most, f"{name}: expected a list")
    return list(value)


def fields(value: Any, *names: str) -> list[Any]:
    """Return the values of an object that has exactly these keys."""
    expect(type(value) is dict and set(value) == set(names), f"expected the keys {names}")
    return [value[name] for name in names]


def shift_of(action: Any) -> int:
    """Return how many cells to the right an action goes."""
    expect(type(action) is str and action in SHIFTS, "expected stay, left-N or right-N")
    return SHIFTS[action]


# --- the rules ----------------------------------------------------------------------------------


class Game:
    """A scenario, and what it lets a toad do; cells and turns count from 1."""

    def __init__(self, scenario: Any) -> None:
        names = ["rows", "width", "start", "hp", "gain", "actions", "overdraft", "rolls", "require"]
        rows, width, start, hp, gain, actions, overdraft, rolls, require = fields(scenario, *names)
        self.rows, self.width = whole(rows, 2, 1000, "rows"), whole(width, 1, 50, "width")
        self.start, self.hp = whole(start, 1, width, "start"), whole(hp, 1, LARGEST_NUMBER, "hp")
        self.gain = whole(gain, 0, 10**6, "gain")
        expect(overdraft in ("forbidden", "clamped"), "overdraft: expected a ruling")
        self.clamped = overdraft == "clamped"
        self.rolls = [whole(roll, 0, 2**width + 1, "a roll") for roll in items(rolls, "rolls")]
        self.turns = whole(len(self.rolls), 1, 10**6, "the number of rolls")
        expect(type(actions) is dict and len(actions) > 0, "actions: expected an object")
        self.costs = {shift_of(each): whole(actions[each], 0, 10**6, "a cost") for each in actions}
        self.cells = range(1, self.width + 1)
        names = ["max_moves", "min_final_hp", "min_flies", "forbid", "visit", "avoid"]
        max_moves, min_hp, min_flies, forbid, visit, avoid = fields(require, *names)
        self.max_moves = self.turns if max_moves is None else whole(max_moves, 0, 10**9, names[0])
        self.min_final_hp = whole(min_hp or 0, 0, 10**9, names[1])
        self.min_flies = whole(min_flies or 0, 0, 10**9, names[2])
        for action in items(forbid, "forbid"):
            self.costs.pop(shift_of(action), None)
        self.closed: dict[int | None, set[int]] = {}  # by turn; None is every turn
        for row in items(avoid, "avoid", 1000):
            self.close(row, lambda cells: cells)
        for row in items(visit, "visit", 1000):
            self.close(row, lambda cells: set(self.cells) - cells)
        steps = self.turns * self.width * (len(self.costs) + self.width)
        expect(steps <= MOST_WORK, "the scenario is too large to check")

    def close(self, row: Any, chosen: Any) -> None:
        """Close the cells that a row of `visit` or `avoid` keeps the toad from."""
        turn, cells = fields(row, "turn", "cells")
        if turn is not None:
            whole(turn, 1, self.turns, "a turn")
        cells = {whole(cell, 1, self.width, "a cell") for cell in items(cells, "cells", 1000)}
        self.closed.setdefault(turn, set()).update(chosen(cells))

    def steps(self, turn: int) -> dict[int, list[tuple[int, int, int, int]]]:
        """Return, for each cell, the ways on: the new cell, cost, 1 if a move, 1 if he is fed.

        What comes down into the bottom row is the roll of rows - 1 turns ago. Below 2**width it is
        a mask of snakes, the last bit the rightmost cell; the next two are a fly on the left and
        on the right bank, which feeds a toad in the cell beside it.
        """
        spawned = turn - (self.rows - 1)
        roll = self.rolls[spawned - 1] if spawned >= 1 else 0
        fly = {2**self.width: 1, 2**self.width + 1: self.width}.get(roll)
        shut = {cell for cell in self.cells if fly is None and roll >> (self.width - cell) & 1}
        shut |= self.closed.get(None, set()) | self.closed.get(turn, set())
        return {
            cell: [
                (cell + shift, cost, int(shift != 0), int(cell + shift == fly))
                for shift, cost in self.costs.items()
                if cell + shift in self.cells and cell + shift not in shut
            ]
            for cell in self.cells
        }

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
        step = next((step for step in game.steps(turn)[cell] if step[0] == target), None)
        if step is None:
            raise Invalid(f"plan, turn {turn}", f"{action} is deadly or not possible")
        cell, cost, moved, fed = step
        hp, moves, flies = game.hp_after(hp, cost, fed), moves + moved, flies + fed
        if hp == 0:
            raise Invalid(f"plan, turn {turn}", f"{action} leaves no HP")
    return {"hp": hp, "moves": moves, "flies": flies, "turns": len(plan), "start_hp": start_hp}


# --- the claim ----------------------------------------------------------------------------------


class Target:
    """What a run has to reach, all at once: what every plan must, or what would be better."""

    def __init__(self, game: Game, must_win: bool) -> None:
        self.game, self.start_hp, self.turns = game, game.hp, game.turns if must_win else 0
        self.hp, self.flies, self.moves = max(1, game.min_final_hp), game.min_flies, game.max_moves

    def met_by(self, turn: int, hp: int, moves: int, flies: int) -> bool:
        """Say whether a run that ends here reaches it."""
        enough = hp >= self.hp and flies >= self.flies
        return turn >= self.turns and enough and moves <= self.moves

    def enough_hp(self, turn: int) -> int:
        """Return HP that after this turn can neither run out nor end below the target."""
        return max(self.game.costs.values(), default=0) * (self.game.turns - turn) + self.hp

    def relevant(self, turn: int, hp: int, moves: int, flies: int) -> tuple[int, int, int]:
        """Return the numbers as far as they matter: more HP or flies than this are no better."""
        moves = moves if self.moves < self.game.turns else 0
        return min(hp, self.enough_hp(turn)), moves, min(flies, self.flies)


def check(certificate: Any) -> None:
    """Raise Invalid unless the certificate proves its claim, Unusable if it is no certificate."""
    names = "certificate", "scenario", "claim", "plan", "arguments"
    kind, scenario, claim, plan, arguments = fields(certificate, *names)
    expect(kind == "toadstone river-toad 1", "expected the kind 'toadstone river-toad 1'")
    game = Game(scenario)
    ask, status, values = fields(claim, "ask", "status", "values")
    known = all(type(question) is str and question in QUESTIONS for question in items(ask, "ask"))
    expect(known and len(set(ask)) == len(ask) > 0, "ask: expected different questions")
    expect("min-start-hp" not in ask[1:], "ask: expected min-start-hp first")
    if status == "optimal":
        check_plan(game, base_target(game, ask), items(plan, "plan"), values, ask)
    else:
        expect(status == "infeasible", "status: expected optimal or infeasible")
        expect(plan is None and values is None, "expected a verdict without a plan")
    targets = excluded(game, ask, values)
    expect(len(items(arguments, "arguments")) == len(targets), "arguments: expected as many as due")
    for target, argument in zip(targets, arguments, strict=True):
        if target is not None:
            check_argument(game, target, argument)


def base_target(game: Game, ask: list[str]) -> Target:
    """Return what every plan has to reach: the end, unless it may be lost, and `require`."""
    may_lose = "longest" in ask and "survive" not in ask and "min-start-hp" not in ask
    return Target(game, must_win=not may_lose)


def excluded(game: Game, ask: list[str], values: dict[str, int] | None) -> list[Target | None]:
    """Return what no run may reach if the claim is true; None where none can by its nature.

    Without values: what every plan has to reach. Otherwise, question by question: as good as the
    plan in the questions before, and better in this one.
    """
    target = base_target(game, ask)
    if values is None:
        if "min-start-hp" in ask:
            target.start_hp = target.enough_hp(0)
        return [target]
    targets: list[Target | None] = []
    for figure, better in (QUESTIONS[question] for question in ask):
        step = copy(target)
        if figure:
            setattr(step, figure, values[figure] + better)
            setattr(target, figure, values[figure])
        possible = figure and step.start_hp >= 1 and step.moves >= 0 and step.turns <= game.turns
        targets.append(step if possible else None)
    return targets


def check_plan(game: Game, target: Target, plan: list[Any], values: Any, ask: list[str]) -> None:
    """There is a plan; it does what every plan must, and has the figures that are claimed."""
    for figure, value in zip(FIGURES, fields(values, *FIGURES), strict=True):
        whole(value, 0, LARGEST_NUMBER, figure)
    start_hp = whole(values["start_hp"], 1, LARGEST_NUMBER, "start_hp")
    if len(plan) > game.turns or (start_hp != game.hp and "min-start-hp" not in ask):
        raise Invalid("plan", "it is too long, or has another starting HP than the scenario")
    figures = replay(game, plan, start_hp)
    if figures != values:
        raise Invalid("claim", f"the figures of the plan are {figures}")
    if not target.met_by(len(plan), figures["hp"], figures["moves"], figures["flies"]):
        raise Invalid("plan", "it does not win, or misses a requirement")


# --- the argument -------------------------------------------------------------------------------


def check_argument(game: Game, target: Target, layers: Any) -> None:
    """No run meets the target: every living toad is dominated by an element of his turn's layer.

    An element dominates a toad in the same cell who has no more HP, no fewer moves and no more
    flies: whatever he can still do, it can too, and ends no worse. So if the first layer covers
    the start, every layer covers what the one before leads to (but for the dead, and for those
    whom even the most generous reckoning keeps from the target), and no layer holds an element
    that meets the target, then no run meets it.
    """
    layers = items(layers, "argument", game.turns + 1)
    outlook = Outlook(game, target)
    waiting = [(game.start, *target.relevant(0, target.start_hp, 0, 0))]
    work = 0
    for turn in range(game.turns + 1):
        layer = Layer(game, layers[turn] if turn < len(layers) else [])
        for toad in waiting:
            if not outlook.hopeless(turn, *toad) and not layer.covers(*toad):
                raise Invalid(
                    f"argument, turn {turn}", f"not covered: cell, HP, moves, flies {toad}"
                )
        if any(target.met_by(turn, *numbers) for _, *numbers in layer.elements):
            raise Invalid(f"argument, turn {turn}", "an element is as good as the claim excludes")
        steps = game.steps(turn + 1) if turn < game.turns else {}
        waiting = [
            (new_cell, *target.relevant(turn + 1, new_hp, moves + moved, flies + fed))
            for cell, hp, moves, flies in layer.elements
            for new_cell, cost, moved, fed in steps.get(cell, ())
            if (new_hp := game.hp_after(hp, cost, fed)) >= 1
        ]
        work += len(waiting) * layer.breadth
        expect(work <= MOST_WORK, "the argument is too long to check")


class Layer:
    """The elements of one turn: for each cell a flat list of HP, moves, flies, HP, moves, ..."""

    def __init__(self, game: Game, layer: Any) -> None:
        self.elements: list[tuple[int, int, int, int]] = []
        self.stairs: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        grouped: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for cell, flat in enumerate(items(layer, "layer", game.width), 1):
            numbers = [whole(each, 0, LARGEST_NUMBER, "element") for each in items(flat, "cell")]
            expect(len(numbers) % 3 == 0, "element: expected HP, moves and flies")
            for hp, moves, flies in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
                self.elements.append((cell, hp, moves, flies))
                grouped.setdefault((cell, flies), []).append((hp, moves))
        for key, pairs in grouped.items():  # HP upwards, and the fewest moves with at least that
            pairs.sort(reverse=True)
            fewest = list(accumulate((moves for _, moves in pairs), min))
            self.stairs[key] = [hp for hp, _ in reversed(pairs)], fewest[::-1]
        self.flies = sorted({flies for _, flies in grouped})
        self.breadth = 1 + len(self.flies)

    def covers(self, cell: int, hp: int, moves: int, flies: int) -> bool:
        """Say whether an element dominates this toad."""
        for at_least in self.flies[bisect_left(self.flies, flies) :]:
            hps, fewest = self.stairs.get((cell, at_least), ([], []))
            found = bisect_left(hps, hp)
            if found < len(hps) and fewest[found] <= moves:
                return True
        return False


class Outlook:
    """The most generous reckoning of what a toad can still do: as if his HP never ran out.

    By turn and cell, over all ways on to a turn where the target lets a run end: the fewest
    moves, the most flies, and the most HP gained. Where no way leads there, there is no entry.
    """

    def __init__(self, game: Game, target: Target) -> None:
        self.target = target
        self.after: list[dict[int, tuple[int, int, int]]] = [{} for _ in range(game.turns + 1)]
        for turn in range(game.turns, -1, -1):
            steps = game.steps(turn + 1) if turn < game.turns else {}
            onward = self.after[turn + 1] if turn < game.turns else {}
            for cell in game.cells:
                ways = [(0, 0, 0)] if turn >= target.turns else []
                for new_cell, cost, moved, fed in steps.get(cell, ()):
                    if new_cell in onward:
                        moves, flies, gain = onward[new_cell]
                        # Clamped, an action takes what there is: less than its cost, but some.
                        gain += game.gain * fed - (min(cost, 1) if game.clamped else cost)
                        ways.append((moves + moved, flies + fed, gain))
                if ways:
                    all_moves, all_flies, gains = zip(*ways, strict=True)
                    self.after[turn][cell] = min(all_moves), max(all_flies), max(gains)

    def hopeless(self, turn: int, cell: int, hp: int, moves: int, flies: int) -> bool:
        """Say whether even so the target is out of reach."""
        if cell not in self.after[turn]:
            return True
        more_moves, more_flies, more_hp = self.after[turn][cell]
        short_of = hp + more_hp < self.target.hp or flies + more_flies < self.target.flies
        return short_of or moves + more_moves > self.target.moves


def main(arguments: list[str]) -> int:
    """Check the certificate that the command line names."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python checker.py CERTIFICATE\n")
        return 2
    try:
        check(read(arguments[0]))
    except Unusable as error:
        sys.stderr.write(f"unusable: {error}\n")
        return 30
    except Invalid as error:
        sys.stdout.write(f"invalid: {': '.join(error.args)}\n")
        return 10
    sys.stdout.write("valid\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
