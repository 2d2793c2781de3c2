"""Makes puzzles: one proposal after the other, each with its own dice, on one core or several.

Proposal number n depends on the wish and on n alone. So the same wish gives the same puzzles
on every machine and with any number of processes; a time limit only ends the list sooner.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from concurrent.futures import wait
from dataclasses import replace
from functools import partial
from itertools import count, islice
from random import Random

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, LimitReachedError, RequestError, text_of
from toadstone.engines import answering
from toadstone.engines.answer import Status
from toadstone.engines.instance import make_instance
from toadstone.files.messages import one_of, quote
from toadstone.game import find_game
from toadstone.play.words import title_of_game
from toadstone.services import MAKER, SIZES
from toadstone.services.generation.maker import Maker, Wish
from toadstone.services.generation.puzzle import (
    GLANCE,
    RISING,
    Difficulty,
    Hardness,
    Puzzle,
    has_enough,
)
from toadstone.workers import WorkerDiedError, WorkerPool

MOST_IN_VAIN = 100_000
"""Proposals in a row without a puzzle after which the search ends."""

MOST_PUZZLES = 1_000_000
"""Puzzles of one wish."""

AT_A_TIME = 8
"""Proposals that a process tries between two reports."""


def complete_wish(wish: Wish) -> Wish:
    """Return a wish whose game, sizes and difficulty are checked; sizes not stated are as usual.

    Raises:
        RequestError: there is no such game, size or difficulty, a size is too small or
            too large, there are too many puzzles, or they do not go together.
    """
    game, difficulty = find_game(wish.game), wish.difficulty
    make, offered = game.get(MAKER), game.get(SIZES)
    if unknown := wish.sizes.keys() - {size.name for size in offered}:
        unfit = f"{min(unknown)} does not go with {wish.game}"
        raise RequestError(unfit, f"--{unfit}")
    for size in offered:
        value = wish.sizes.get(size.name, size.default)
        if not size.least <= value <= size.most:
            fault = f"expected {size.least} to {size.most}, found {text_of(value)}"
            raise RequestError.about(size.name, fault)
    words = [*Difficulty, RISING]
    if difficulty is not None and difficulty not in words:
        raise RequestError(f"expected {one_of(words)}, found {quote(difficulty)}")
    if wish.count > MOST_PUZZLES:
        number = text_of(wish.count)
        raise RequestError(f"expected at most {MOST_PUZZLES:,} puzzles, found {number}")
    for each in Difficulty if difficulty == RISING else [difficulty]:
        make(of_difficulty(wish, each))  # refuses what does not go together
    return wish if difficulty == RISING else of_difficulty(wish, difficulty)


def of_difficulty(wish: Wish, difficulty: str | None) -> Wish:
    """Return a wish for one difficulty, with its usual sizes where none are stated."""
    usual = _usual(wish.game, difficulty)
    return replace(wish, difficulty=difficulty, sizes=usual | dict(wish.sizes))


def _usual(game: str, difficulty: str | None) -> dict[str, int]:
    rank = 1 if difficulty in {None, RISING} else [*Difficulty].index(Difficulty(difficulty))
    return {size.name: size.usual[rank] for size in find_game(game).get(SIZES)}


def command_of(wish: Wish) -> str:
    """Return the command that makes the puzzles of a wish."""
    usual = {} if wish.difficulty == RISING else _usual(wish.game, wish.difficulty)
    words = [f"--{name} {size}" for name, size in wish.sizes.items() if size != usual.get(name)]
    words += [f"--difficulty {wish.difficulty}"] if wish.difficulty else []
    words += [f"--count {wish.count}"] if wish.count > 1 else []
    return " ".join(["toadstone generate", wish.game, *words, f"--seed {wish.seed}"])


def maker_of(wish: Wish) -> Maker:
    """Return the maker of the puzzles of a wish; it may use results of one puzzle for the next."""
    return find_game(wish.game).get(MAKER)(of_difficulty(wish, wish.difficulty))


def attempt(maker: Maker, number: int, budget: Budget) -> Puzzle | None:
    """Return the puzzle of proposal `number`, or None if it is none.

    Raises:
        DisagreementError: two exact engines contradict each other.
        LimitReachedError: time is up.
    """
    wish = maker.wish
    dice = Random(f"{wish.game} {wish.seed} {number}")  # noqa: S311  # repeatable, not secret
    proposal = maker.propose(dice, budget)
    if proposal is None:
        return None
    if not has_enough(maker.turns(proposal, budget, GLANCE)):  # the glance is cheap
        return None
    turns = maker.turns(proposal, budget, maker.deepest)
    hardness = Hardness(turns, maker.near_misses(proposal, budget), maker.scale)
    if wish.difficulty not in {None, RISING, hardness.difficulty}:
        return None
    instance = make_instance(proposal.scenario)
    answer = answering.answer(instance, budget)
    budget.check()
    if answer.status is not Status.OPTIMAL:
        return None
    if maker.prove(proposal, instance, answer, budget) != 1:
        raise DisagreementError("a proposal with one solution has another number of them")
    return Puzzle(
        "",
        answer,
        proposal.solution,
        instance.about_plans,
        hardness,
        task=maker.goal(answer),
        seed=wish.seed,
        sizes=wish.sizes,
        made_by="",
        wrong=maker.refutations(proposal, budget),
        key=maker.key(proposal),
    )


def puzzles(wish: Wish, budget: Budget, workers: int = 1) -> Iterator[Puzzle]:
    """Yield the puzzles of a wish, with their names, from the easiest to the hardest.

    There are fewer if time is up or an interrupt ends the work, which the budget notes, or if very
    many proposals in a row give none. A rising wish has as many of each class.
    """
    keys, kept = set[Hashable](), list[Puzzle]()
    classes = [*Difficulty] if wish.difficulty == RISING else [wish.difficulty]
    for rank, each in enumerate(classes):
        share = (wish.count + len(classes) - 1 - rank) // len(classes)
        one = of_difficulty(wish, each)
        with budget.stoppable():
            attempts = _in_processes(one, budget, workers) if workers > 1 else _alone(one, budget)
            for puzzle in islice(_until_in_vain(attempts, keys), share):
                kept.append(puzzle)  # one by one: these stay when time is up
    kept.sort(key=lambda puzzle: puzzle.hardness.rank)
    for number, puzzle in enumerate(kept, 1):
        title = f"{title_of_game(wish.game)}, puzzle {number}"
        scenario = puzzle.scenario.model_copy(update={"title": title})
        titled = replace(puzzle.answer, instance=puzzle.answer.instance.about(scenario))
        name, made_by = name_of(wish, number), command_of(wish)
        yield replace(puzzle, name=name, made_by=made_by, answer=titled)


def name_of(wish: Wish, number: int) -> str:
    """Return the name of a puzzle of a wish, of as many digits as its count."""
    return f"{wish.game}-{number:0{len(str(wish.count))}}"


def _until_in_vain(attempts: Iterator[Puzzle | None], keys: set[Hashable]) -> Iterator[Puzzle]:
    """Yield each puzzle once, until very many proposals in a row gave no new one."""
    in_vain = 0
    for puzzle in attempts:
        in_vain += 1
        if puzzle and puzzle.key not in keys:
            in_vain = 0
            keys.add(puzzle.key)
            yield puzzle
        if in_vain == MOST_IN_VAIN:
            return


def _alone(wish: Wish, budget: Budget) -> Iterator[Puzzle | None]:
    """Try one proposal after the other in this process."""
    maker = maker_of(wish)
    for number in count():
        budget.tell(f"{wish.game}: proposal {number + 1:,}")
        yield attempt(maker, number, budget)


def _attempts(first: int, maker: Maker, budget: Budget) -> list[Puzzle | None]:
    return [attempt(maker, number, budget) for number in range(first, first + AT_A_TIME)]


def _in_processes(wish: Wish, budget: Budget, workers: int) -> Iterator[Puzzle | None]:
    """Try proposals in several processes; yield them in the order of their numbers.

    Raises:
        LimitReachedError: time is up, or a process died; the system ends processes that take too
            much memory.
    """
    tasks = (partial(_attempts, first) for first in count(step=AT_A_TIME))
    with WorkerPool(partial(maker_of, wish), workers) as pool:
        waiting = deque(pool.submit(next(tasks)) for _ in range(2 * workers))
        while True:
            first = waiting.popleft()
            budget.tell(f"{wish.game}: proposals in {workers} processes")
            while not wait([first], timeout=0.1).done:
                budget.check()
            try:
                attempts = first.result()
            except WorkerDiedError:
                budget.out_of_memory = True
                raise LimitReachedError from None
            yield from attempts
            waiting.append(pool.submit(next(tasks)))
