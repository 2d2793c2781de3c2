"""Measures items for learners: how fast they come, how they look, and how players do on them.

    python -m benchmarks.environments speed [ITEMS]
    python -m benchmarks.environments looks [ITEMS]
    python -m benchmarks.environments players [ITEMS [GAME ...]]

`speed` makes and judges items of the usual sizes, and mixed ones in two processes. `looks`
asks a logistic regression by figures alone which roll files cannot be won. `players` prints the
mean score of simple players and of Toadstone, for each game and level.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from operator import eq
from random import Random
from statistics import fmean, median
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray
from rich.console import Console

import toadstone
from toadstone.core.line import Line
from toadstone.core.process import load_less
from toadstone.core.question import Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.adversarial.alpha_beta import search
from toadstone.engines.instance import Instance, make_instance
from toadstone.game import all_games
from toadstone.play import AnyLine
from toadstone.services import MAKER, UNWINNABLE
from toadstone.services.batch.run import LocalWorkers
from toadstone.services.environments.items import IMPOSSIBLE, Items, tasks_of
from toadstone.services.environments.judging import judge
from toadstone.services.generation.maker import DuelMaker, SoloMaker, Wish
from toadstone.services.generation.making import complete_wish, maker_of
from toadstone.services.generation.puzzle import Difficulty

PROCESSES = 2
NODES = 1000
MOST_MOVES = 200
SHARE = 0.25
GAMES = [name for name, game in all_games().items() if MAKER in game.parts]

Item = dict[str, Any]


def items_of(game: str, difficulty: str | None = None, seed: int = 0) -> Items:
    """Return the items of the usual sizes, a quarter of them unwinnable where a game has such."""
    share = SHARE if UNWINNABLE in all_games()[game].parts else 0.0
    return Items(game, (), difficulty, seed, share).complete()


# How fast


def speed(number: int, console: Console) -> None:
    """Print milliseconds for an item and a score, and seconds for 1,000 items of mixed games."""
    load_less()  # as the command and its workers do
    console.print(f"{'game':<20}{'item, median ms':>18}{'longest':>10}{'score, median ms':>18}")
    for game in GAMES:
        items, making, judging = items_of(game), list[float](), list[float]()
        items.item(10**6)  # compiles
        for index in range(number):
            began = time.process_time()
            item = items.item(index)
            making.append(1000 * (time.process_time() - began))
            began = time.process_time()
            judge(f"**Answer:** {item['answer']}", item["metadata"])
            judging.append(1000 * (time.process_time() - began))
        row = f"{median(making):>18.0f}{max(making):>10.0f}{median(judging):>18.1f}"
        console.print(f"{game:<20}{row}")
    began = time.monotonic()
    made = [tasks_of(items_of(game, seed=1), 1000 // len(GAMES)) for game in GAMES]
    workers = LocalWorkers(PROCESSES)
    for future in [workers.submit(task) for tasks in zip(*made, strict=True) for task in tasks]:
        future.result()
    workers.close()
    console.print(f"1,000 mixed items in {PROCESSES} processes: {time.monotonic() - began:.0f} s")


# How they look

Numbers = NDArray[np.float64]


def figures(item: Item) -> list[float]:
    """Return what a roll file is by its figures alone: length, rows, HP, snakes, flies, density."""
    content = yaml.safe_load(item["metadata"]["scenario"])
    rolls, width = content["rolls"], content["board"].get("width", 5)
    snakes = sum(roll.bit_count() for roll in rolls if roll < 1 << width)
    flies = sum(roll >= 1 << width for roll in rolls)
    hp, rows = content["toad"]["hp"], content["board"]["rows"]
    return [len(rolls), rows, hp, snakes, flies, snakes / (width * len(rolls))]


def regression(seen: Numbers, labels: Numbers) -> Numbers:
    """Return the weights of a logistic regression with a small ridge, by Newton's method."""
    weights = np.zeros(seen.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-seen @ weights))
        slope = seen.T @ (labels - chance) - weights
        curve = (seen.T * (chance * (1 - chance))) @ seen + np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def looks(number: int, console: Console) -> None:
    """Print how often the regression is right about files that it did not learn from."""
    dice, made = Random(0), list[Item]()
    game = next(each for each in GAMES if UNWINNABLE in all_games()[each].parts)
    for index in range(number):
        sizes = (("turns", dice.choice((10, 12, 14, 16))), ("hp", dice.choice((6, 8, 10, 12))))
        made.append(Items(game, sizes, None, 5, 0.5).complete().item(index))
    seen = np.array(list(map(figures, made)))
    spread = seen.std(axis=0)
    seen = (seen - seen.mean(axis=0)) / np.where(spread, spread, 1)
    seen = np.column_stack([np.ones(number), seen])
    labels = np.array([float(item["answer"] == IMPOSSIBLE) for item in made])
    folds, chances = np.arange(number) % 10, np.zeros(number)
    for fold in range(10):
        weights = regression(seen[folds != fold], labels[folds != fold])
        chances[folds == fold] = seen[folds == fold] @ weights
    right = float(np.mean((chances > 0) == (labels > 0)))
    pairs = chances[labels > 0][:, None] - chances[labels == 0][None, :]
    area = float(np.mean((pairs > 0) + 0.5 * (pairs == 0)))
    console.print(f"{number} roll files, {labels.mean():.0%} of them unwinnable")
    console.print(f"right about {right:.0%}, area under the curve {area:.2f}; chance is 0.50")


# How players do

Player = Callable[[Item, Instance, Random], str]
Score = Callable[[Any], float]


def played(choose: Callable[[AnyLine], Any], asked: Instance) -> str:
    """Return the moves of one player to the end of a game for one, or the first move for two."""
    line: AnyLine = Line.begin(asked.rules)
    while not line.ending and len(line.moves) < MOST_MOVES:
        line = line.after(choose(line))
        if isinstance(asked.rules, TwoPlayerRules):
            break
    return ", ".join(map(str, line.moves))


def legal(line: AnyLine) -> list[Any]:
    """Return the legal moves."""
    return list(line.rules.legal_moves(line.state))


def always_stay(item: Item, asked: Instance, dice: Random) -> str:
    """Stay in every turn where there is such a move, or else make the first legal one."""

    def choose(line: AnyLine) -> Any:
        return next((move for move in legal(line) if str(move) == "stay"), legal(line)[0])

    return played(choose, asked)


def random_legal(item: Item, asked: Instance, dice: Random) -> str:
    """Make any legal move."""
    return played(lambda line: dice.choice(legal(line)), asked)


def looks_of(asked: Instance) -> Callable[[Any, str], float]:
    """Return what a state looks worth to a side, as puzzles are graded by it."""
    game = asked.game.name
    maker = maker_of(complete_wish(Wish(game, {})))
    if isinstance(maker, DuelMaker):
        return maker.evaluation(asked.scenario)
    first = asked.ask[0]
    assert isinstance(maker, SoloMaker)  # noqa: S101 - the two kinds that there are
    if first.figure == "hp":
        return lambda state, side: asked.rules.observe(state).get("hp", 0)
    goal = asked.scenario.json_content.get("goal", "")
    return lambda state, side: sum(map(eq, str(state).split()[-1], goal))


def greedy(item: Item, asked: Instance, dice: Random) -> str:
    """Make the move that looks best at once."""
    worth = looks_of(asked)

    def choose(line: AnyLine) -> Any:
        def look(move: Any) -> float:
            after = line.after(move)
            if after.ending and after.ending.is_loss:
                return -np.inf
            return worth(after.state, line.to_move)

        return max(legal(line), key=look)

    return played(choose, asked)


class OutOfNodesError(Exception):
    """A search has looked at all the nodes that it may."""


def searched(item: Item, asked: Instance, dice: Random) -> str:
    """Search 1,000 nodes: depth first for plans, ever deeper alpha-beta for two players."""
    rules, nodes = asked.rules, count()

    def visit(depth: int) -> None:
        if next(nodes) >= NODES:
            raise OutOfNodesError

    if isinstance(rules, TwoPlayerRules):
        worth, start = looks_of(asked), rules.start()
        move = rules.legal_moves(start)[0]
        try:
            for depth in range(1, 60):
                evaluate = lambda state, side: round(worth(state, side))  # noqa: E731
                _, (move, *_) = search(rules, evaluate, depth, start, visit)
        except OutOfNodesError:
            pass
        return str(move)
    return _depth_first(asked, nodes)


def _depth_first(asked: Instance, nodes: Iterator[int]) -> str:
    """Return the best plan among the first nodes, in the order of the rules; or that none wins."""
    rules, first = asked.rules, asked.ask[0]
    sign = -1 if first.sense is Sense.MINIMISE else 1
    best: tuple[int, tuple[Any, ...]] | None = None
    waiting: list[tuple[Any, tuple[Any, ...]]] = [(rules.start(), ())]
    while waiting and next(nodes) < NODES:
        state, moves = waiting.pop()
        if over := rules.outcome(state):
            worth = sign * rules.figures(state)[first.figure or ""]
            if not over.is_loss and (best is None or worth > best[0]):
                best = worth, moves
            continue
        legal_moves = reversed(rules.legal_moves(state))
        waiting += [(rules.after(state, move), (*moves, move)) for move in legal_moves]
    return ", ".join(map(str, best[1])) if best else IMPOSSIBLE


def solver(item: Item, asked: Instance, dice: Random) -> str:
    """Ask Toadstone."""
    said = toadstone.solve(item["metadata"]["scenario"], confirm="never")
    if said.status is toadstone.Status.INFEASIBLE:
        return IMPOSSIBLE
    best = (said.values or {}).get("best_moves")
    return str(best[0]) if best else ", ".join(said.plan or ())


PLAYERS: dict[str, Player] = {
    "always stay": always_stay,
    "random legal": random_legal,
    "greedy": greedy,
    "1,000 nodes": searched,
    "Toadstone": solver,
}


def players(number: int, games: Sequence[str], console: Console) -> None:
    """Print a table in Markdown; always stay is the first legal move where nobody can stay."""
    console.print(f"| game | level | {' | '.join(PLAYERS)} |\n|{' --- |' * (2 + len(PLAYERS))}")
    for game in games or GAMES:
        for level in Difficulty:
            items, scores = items_of(game, level.value), {name: list[float]() for name in PLAYERS}
            for index in range(number):
                item = items.item(index)
                asked = make_instance(toadstone.load(item["metadata"]["scenario"]))
                for name, player in PLAYERS.items():
                    said = player(item, asked, Random(f"{game} {level} {index} {name}"))
                    scores[name].append(judge(said, item["metadata"]).score)
            means = " | ".join(f"{fmean(each):.2f}" for each in scores.values())
            console.print(f"| {game} | {level} | {means} |")


def main() -> None:
    """Measure what is named."""
    what, *rest = sys.argv[1:] or ["speed"]
    number = int(rest[0]) if rest else 200
    console = Console(highlight=False, soft_wrap=True)
    if what == "players":
        players(number, rest[1:], console)
    else:
        {"speed": speed, "looks": looks}[what](number, console)


if __name__ == "__main__":
    main()
