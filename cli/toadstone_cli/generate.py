"""`toadstone generate`: new scenarios with exactly one solution, each with its proof."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toadstone.game import all_games
from toadstone.services.generation.parts import SIZES
from toadstone.services.generation.sizes import Size
from toadstone_cli.options import (
    PUZZLES,
    TimeLimitOfGame,
    json_option,
    output_option,
    seed_option,
    workers_option,
)
from toadstone_cli.output import ExitStatus, tell, write_json, write_page
from toadstone_cli.progress import LiveLine

if TYPE_CHECKING:
    from toadstone.core.budget import Budget
    from toadstone.services.generation.folder import Folder
    from toadstone.services.generation.making import Order
    from toadstone.services.generation.puzzle import Puzzle


class Hardness(StrEnum):
    """How hard the puzzles are to be."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def takes_sizes(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the sizes of all games as options; its `sizes` receives those given."""
    offered: dict[str, list[tuple[str, Size]]] = {}
    for game in all_games().values():
        for size in game.find(SIZES) or ():
            offered.setdefault(size.name, []).append((game.name, size))

    @functools.wraps(command)
    def wrapper(**rest: Any) -> Any:
        given = {name: rest.pop(name) for name in offered}
        return command(sizes={name: n for name, n in given.items() if n is not None}, **rest)

    own = inspect.signature(command, eval_str=True).parameters.values()
    added = [_size_parameter(name, uses) for name, uses in offered.items()]
    kept = [each for each in own if each.name != "sizes"]
    wrapper.__signature__ = inspect.Signature([*kept, *added])  # type: ignore[attr-defined]
    return wrapper


def _size_parameter(name: str, uses: list[tuple[str, Size]]) -> inspect.Parameter:
    meanings: dict[str, list[str]] = {}
    for game, size in uses:
        stated = f"{game} {size.default} ({size.least} to {size.most})"
        meanings.setdefault(size.meaning, []).append(stated)
    said = "; ".join(f"{meaning}: {', '.join(each)}" for meaning, each in meanings.items())
    option = typer.Option(
        f"--{name}",
        metavar="N",
        rich_help_panel="Sizes: the default, and the range in brackets",
        help=f"{said[0].upper()}{said[1:]}.",
    )
    annotation = Annotated[int | None, option]
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=None
    )


@takes_sizes
def generate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    sizes: dict[str, int],
    count: Annotated[
        int, typer.Option(min=1, metavar="N", rich_help_panel=PUZZLES, help="Make N puzzles.")
    ] = 1,
    seed: Annotated[
        int,
        seed_option("Random seed. The same seed gives the same puzzles.", PUZZLES),
    ] = 0,
    difficulty: Annotated[
        Hardness | None,
        typer.Option(rich_help_panel=PUZZLES, help="Keep only puzzles of this difficulty."),
    ] = None,
    variants: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            rich_help_panel=PUZZLES,
            help="Make N versions of each puzzle, for N students. The same number of panel solvers "
            "solves each version.",
        ),
    ] = None,
    twin: Annotated[
        bool,
        typer.Option(
            "--twin",
            rich_help_panel=PUZZLES,
            help="To each puzzle, add a twin that is lost by exactly one HP.",
        ),
    ] = False,
    output: Annotated[
        str | None,
        output_option(
            "Write scenario, certificate and pictures of each puzzle, and pages to print. If left "
            "out, only the table is printed.",
            "DIR",
        ),
    ] = None,
    json: Annotated[bool, json_option("Print one JSON object per puzzle.")] = False,
    time_limit: TimeLimitOfGame = None,
    workers: Annotated[int, workers_option("Number of worker processes.")] = 1,
) -> ExitStatus:
    """Make puzzles with exactly one best plan or best move.

    Toadstone proves that the best plan or move is the only one. A panel of bounded solvers
    measures the difficulty; it was not measured with people.

    \b
    Examples:
      toadstone generate river-toad --turns 12 --seed 7
      toadstone generate river-toad --count 3 --difficulty hard -o puzzles
      toadstone generate frog-puzzle --cells 8 --length 9 --json
    """
    from toadstone.core.budget import Budget, Limits, Listener
    from toadstone.services.generation.making import Order, wish_for

    hardness = None if difficulty is None else difficulty.value
    wish = wish_for(game, sizes, difficulty=hardness, twin=twin)
    order = Order(wish, count, variants, seed)
    folder = _folder(output, order)
    with LiveLine("making puzzles") as line:
        budget = Budget(Limits(time_limit), Listener(tell=line.tell))
        work = Work(order, folder, budget, workers, as_json=json)
        puzzles = work.done()
    if work.left:
        return ExitStatus.ANSWERED
    if not json:
        from toadstone_cli.generate_page import puzzles_page

        write_page(*puzzles_page(order, puzzles, budget, output))
    return _status(order, puzzles, budget, as_json=json)


def _folder(output: str | None, order: Order) -> Folder | None:
    from toadstone.services.generation.folder import Folder

    return None if output is None else Folder(output, order.wish)


@dataclass
class Work:
    """What is to be made, and where it goes.

    Attributes:
        left: whether the reader of the output left early.
    """

    order: Order
    folder: Folder | None
    budget: Budget
    workers: int
    as_json: bool
    left: bool = False

    def done(self) -> list[Puzzle]:
        """Make the puzzles, write and print each as it comes; return those that are written."""
        from toadstone.services.generation.making import puzzles

        made: list[Puzzle] = []
        with self.budget.stoppable():
            for puzzle in puzzles(self.order, self.budget, self.workers):
                if self.folder is not None:
                    self.folder.write(puzzle, self.budget)
                made.append(puzzle)
                if self.as_json and not write_json(puzzle.to_json(self._file_of(puzzle))):
                    self.left = True
                    break
        if self.folder is not None and made:
            self.folder.write_pages(made)
        return made

    def _file_of(self, puzzle: Puzzle) -> str | None:
        return None if self.folder is None else self.folder.file_of(puzzle)


def _status(order: Order, made: list[Puzzle], budget: Budget, *, as_json: bool) -> ExitStatus:
    """Return how the command ends; say on standard error if puzzles are missing."""
    if budget.interrupted:
        return ExitStatus.INTERRUPTED
    if len(made) == order.wanted:
        return ExitStatus.ANSWERED
    if as_json:
        tell(f"toadstone: {len(made)} of {order.wanted} puzzles\n")
    return ExitStatus.UNDECIDED
