"""`toadstone generate`: new scenarios with exactly one solution, each with its proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import typer

import toadstone
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import RequestError
from toadstone.files.messages import printable
from toadstone.play.words import with_noun
from toadstone.view.layout import reason_to_stop
from toadstone_cli.batch import Cluster, do_all
from toadstone_cli.options import (
    OUTPUT,
    PUZZLES,
    TimeLimit,
    option,
    output_option,
    seed_option,
    workers_option,
)
from toadstone_cli.progress import live_budget
from toadstone_cli.streams import ExitStatus, tell, write_json, write_page

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.services.generation.folder import Folder
    from toadstone.services.generation.maker import Wish
    from toadstone.services.generation.pages import Layout
    from toadstone.services.generation.puzzle import Puzzle


PuzzleFolder = Annotated[
    str | None,
    output_option(
        "Write scenario, certificate and pictures of each puzzle, and pages to print, with the "
        "solutions. If left out, only a table is printed, without solutions.",
        "DIR",
    ),
]


def generate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    *,
    sizes: dict[str, int],
    count: Annotated[int, option(PUZZLES, "Make N puzzles.", min=1)] = 1,
    seed: Annotated[
        int, seed_option("Random seed. The same seed gives the same puzzles.", PUZZLES)
    ] = 0,
    difficulty: Annotated[
        Literal["easy", "medium", "hard", "rising"] | None,
        option(PUZZLES, "Keep only puzzles of this difficulty; `rising` goes from easy to hard."),
    ] = None,
    output: PuzzleFolder = None,
    per_page: Annotated[
        int,
        option(PUZZLES, "With -o: print N puzzles on each page.", "--per-page", min=1, max=6),
    ] = 4,
    paper: Annotated[Literal["A4", "letter"], option(PUZZLES, "With -o: the paper.")] = "A4",
    title: Annotated[str, option(PUZZLES, "With -o: the title of the pages.", metavar="TEXT")] = "",
    credit: Annotated[str, option(PUZZLES, "With -o: a line at the foot.", metavar="TEXT")] = "",
    json: Annotated[bool, option(OUTPUT, "Print one JSON object per puzzle.", "--json")] = False,
    jsonl: Annotated[
        str | None,
        option(
            OUTPUT,
            "Write N items for learners to FILE, as JSON lines: question, answer, metadata. Works "
            "on all cores. If interrupted, it continues from FILE.journal.",
            metavar="FILE",
        ),
    ] = None,
    unwinnable: Annotated[
        float,
        option(PUZZLES, "With --jsonl: this share of the items cannot be won.", min=0, max=1),
    ] = 0.0,
    time_limit: TimeLimit = None,
    workers: Annotated[int | None, workers_option("Number of worker processes.")] = None,
    dask: Cluster = None,
) -> ExitStatus:
    """Make puzzles with exactly one best plan or best move.

    Toadstone proves that the best plan or move is the only one. The difficulty is measured by a
    solver with limited look-ahead, not with people.

    \b
    Examples:
      toadstone generate river-toad --turns 12 --seed 7
      toadstone generate river-toad --count 3 --difficulty rising -o puzzles
      toadstone generate frog-puzzle --cells 11 --length 10 --json
      toadstone generate river-toad --count 1000 --jsonl items.jsonl
    """
    from toadstone.services.generation.maker import Wish
    from toadstone.services.generation.making import complete_wish
    from toadstone.services.generation.pages import Layout

    wish = complete_wish(Wish(game, sizes, difficulty, count, seed))
    if jsonl is not None:
        others = {"-o": output, "--json": json, "--time-limit": time_limit}
        if unfit := [name for name, stated in others.items() if stated]:
            raise RequestError(f"{unfit[0]} does not go with --jsonl")
        return _write_items(wish, unwinnable, jsonl, workers, dask)
    if unwinnable or dask:
        raise RequestError("--unwinnable and --dask need --jsonl FILE")
    folder = _folder(output, wish, Layout(per_page, paper, title, credit))
    with live_budget(Limits(time_limit), "making puzzles", many=True) as budget:
        puzzles = toadstone.generate(
            game,
            count=count,
            seed=seed,
            difficulty=difficulty,
            folder=folder,
            workers=workers or 1,
            budget=budget,
            **sizes,
        )
    return _report(wish, puzzles, budget, folder, json=json)


def _report(
    wish: Wish, puzzles: Sequence[Puzzle], budget: Budget, folder: Folder | None, *, json: bool
) -> ExitStatus:
    """Print the puzzles, and say whether any are missing."""
    for puzzle in puzzles if json else ():
        if not write_json(puzzle.to_json(None if folder is None else folder.file_of(puzzle))):
            return ExitStatus.ANSWERED
    if not json:
        write_page(*_puzzles_page(wish, puzzles, budget, folder))
    if len(puzzles) == wish.count:
        return ExitStatus.ANSWERED
    why = reason_to_stop(budget) if budget.over() else "no more were found in very many proposals"
    tell(f"toadstone: {with_noun(len(puzzles), 'puzzle')} of {wish.count:,} made: {why}.\n")
    return ExitStatus.of_stopped(budget)


def _folder(path: str | None, wish: Wish, layout: Layout) -> Folder | None:
    """Return the folder for the puzzles, and say that it holds earlier ones, if it does."""
    from toadstone.services.generation.folder import Folder

    if path is None:
        if layout != type(layout)():
            raise RequestError("pages to print need a folder: add -o DIR")
        return None
    folder = Folder(path, wish, layout)
    if folder.earlier:
        what = with_noun(folder.earlier, "puzzle")
        tell(f"toadstone: replacing {what} of an earlier run in {printable(path)}\n")
    return folder


def _write_items(
    wish: Wish, unwinnable: float, path: str, workers: int | None, dask: str | None
) -> ExitStatus:
    from toadstone.files.writing import expect_writable
    from toadstone.services.batch.journal import SUFFIX
    from toadstone.services.batch.run import Batch, workers_of
    from toadstone.services.environments.items import Items, tasks_of

    expect_writable(path)
    items = Items(wish.game, tuple(wish.sizes.items()), wish.difficulty, wish.seed, unwinnable)
    run = Batch(tasks_of(items.complete(), wish.count), workers_of(workers, dask))
    return do_all(run, path, path + SUFFIX, noun="item")


def _puzzles_page(
    wish: Wish, puzzles: Sequence[Puzzle], budget: Budget, folder: Folder | None
) -> Iterator[RenderableType]:
    """Lay out the puzzles, a line each, and say what was written."""
    from rich.text import Text

    from toadstone.view.page import table

    yield Text.assemble((wish.game, "bold"), f"  seed {wish.seed}")
    yield ""
    if puzzles:
        choices = () if puzzles[0].is_plan else ("legal moves",)
        yield from table(("puzzle", "difficulty", "stars", *choices), map(_cells, puzzles))
        yield ""
        what = f"exactly one best {'plan' if puzzles[0].is_plan else 'move'}, proven"
        number = with_noun(len(puzzles), "puzzle") + ", each" * (len(puzzles) > 1)
        yield Text(f"{number} with {what}, {budget.elapsed():.1f} s", "dim")
        if folder is not None:
            where = printable(str(folder.path))
            yield f"Written to {where}: index.html to print, answers.html for you."
        else:
            yield "Nothing was written: -o DIR keeps scenarios, certificates and pictures."


def _cells(puzzle: Puzzle) -> list[str]:
    """Return the row of a puzzle, without its answer."""
    choices = [] if puzzle.is_plan else [str(len(puzzle.wrong) + 1)]
    name = puzzle.name.removeprefix(f"{puzzle.answer.game}-")
    return [name, puzzle.difficulty.value, "*" * puzzle.hardness.stars, *choices]
