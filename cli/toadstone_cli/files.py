"""`toadstone export`, `examples`, `schema`, `new-game` and `warm-up`: commands that write files."""

from __future__ import annotations

import time
from itertools import groupby
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Annotated

import typer

import toadstone
from toadstone.core.budget import COMPILING, Budget, Limits, Listener
from toadstone.core.errors import InputError, Place, RequestError, ToadstoneError
from toadstone.engines import WARM_UP
from toadstone.files.messages import did_you_mean, printable, quote
from toadstone.game import NAME, all_games
from toadstone.view.layout import page_width, reason_to_stop
from toadstone_cli.options import OUTPUT, Ask, TimeLimit, option
from toadstone_cli.progress import LiveLine, live_budget
from toadstone_cli.scenario_file import ScenarioFile
from toadstone_cli.streams import ExitStatus, tell, write, write_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from toadstone.files.scenario import Scenario


def export(
    scenario_file: ScenarioFile,
    to: Annotated[
        str,
        option(
            OUTPUT,
            "The format: 'cp-sat', the text of OR-Tools' CpModelProto.",
            metavar="FORMAT",
        ),
    ] = "cp-sat",
    ask: Ask = None,
    time_limit: TimeLimit = None,
) -> ExitStatus:
    """Write the CP-SAT model of a scenario.

    CP-SAT reads it without Toadstone.

    \b
    Examples:
      toadstone export first-crossing > crossing.pbtxt
      toadstone export two-pairs --to cp-sat --ask min-moves
    """
    instance = scenario_file.instance(ask)
    text: str | None = None
    with live_budget(Limits(time_limit), f"writing {to}") as budget, budget.stoppable():
        text = toadstone.export(instance, to, budget=budget)
    if text is None:
        tell(f"toadstone: nothing was written: {reason_to_stop(budget)}\n")
        return ExitStatus.of_stopped(budget)
    write(text)
    return ExitStatus.ANSWERED


def examples(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="The example to show. If left out, all are listed."),
    ] = None,
    copy: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Copy the example (or all) into FOLDER, with the files that it uses.",
        ),
    ] = None,
) -> ExitStatus:
    """List, show or copy the scenarios of the package.

    Every command that takes SCENARIO also takes the name of an example.

    \b
    Examples:
      toadstone examples
      toadstone examples first-crossing
      toadstone examples rolls-from-a-file --copy my-scenarios
    """
    chosen = _examples(name)
    if copy is not None:
        paths = _copy_examples([scenario for _, scenario in chosen], copy)
        if not paths:
            tell(f"toadstone: nothing to copy: all is in {printable(copy or '.')} already\n")
        write("".join(f"{path}\n" for path in paths))
    elif name is None:
        write_page(*_page(chosen))
    else:
        write(Path(chosen[0][1].files[0]).read_text(encoding="utf-8"))
    return ExitStatus.ANSWERED


def _page(chosen: list[tuple[str, Scenario]]) -> Iterator[RenderableType]:
    """Lay out the list: a heading for each game, and a line for each of its examples."""
    from rich.text import Text

    widest = max(len(name) for name, _ in chosen)
    for game, group in groupby(chosen, key=lambda each: each[1].game):
        yield Text(game, "bold")
        for name, scenario in group:
            names = ",".join(map(str, scenario.asked()))
            question = names if isinstance(scenario.ask, tuple) else f"pareto:{names}"
            line = f"  {name:{widest}}  {scenario.title} ({question})"
            yield line if len(line) <= page_width() else f"{line[: page_width() - 3]}..."
        yield ""
    yield "toadstone solve NAME answers one; --copy FOLDER copies them."


def _examples(name: str | None) -> list[tuple[str, Scenario]]:
    """Return the example of this name, or every one, by its name, those of a game together.

    One that cannot be used is a warning.
    """
    from toadstone.loading import example_files, find_example, read_scenario

    paths = example_files()
    if name is not None:
        example = find_example(name)
        paths = {each: path for each, path in paths.items() if path == example}
        if not paths:
            guess = did_you_mean(name, example_files()) or "; `toadstone examples` lists them"
            raise RequestError(f"there is no example {quote(name)}{guess}")
    every = []
    for each, path in paths.items():
        try:
            every.append((each, read_scenario(str(path))))
        except ToadstoneError as error:
            tell(printable(f"toadstone: warning: {path} is no example: {error}") + "\n")
    return sorted(every, key=lambda each: (each[1].game, each[0]))


def _copy_examples(chosen: list[Scenario], folder: str) -> list[str]:
    """Copy examples into a folder, which is made where there is none; return the new files.

    Several go into a folder for each game. A file that is there with the same content is left.

    Raises:
        InputError: a file cannot be written, or is there and differs; nothing is copied then.
    """
    from toadstone.files.writing import cannot_write, make_folder, open_atomic

    texts = {
        Path(folder, each.game if len(chosen) > 1 else "", path.name): path.read_bytes()
        for each in chosen
        for path in map(Path, each.files)
    }
    missing = [target for target in texts if not target.exists()]
    for target in texts.keys() - {*missing}:
        if target.is_dir() or target.read_bytes() != texts[target]:
            raise cannot_write(str(target), "it exists already and differs")
    for target in missing:
        make_folder(target.parent)
        with open_atomic(str(target), binary=True) as file:
            file.write(texts[target])
    return list(map(str, missing))


def schema(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="The game. If left out: all games.",
        ),
    ] = None,
) -> ExitStatus:
    """Print the JSON Schema of scenario files, for editors.

    \b
    Example:
      toadstone schema river-toad
    """
    from json import dumps

    from toadstone.loading import json_schema

    write(dumps(json_schema(game), indent=2) + "\n")
    return ExitStatus.ANSWERED


_NEW_GAME = Path(__file__).parent / "new_game_files"


def new_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name of the game, such as 'kayles'.")
    ],
    one_player: Annotated[
        bool, typer.Option("--one-player", help="Write a one-player game, not one for two.")
    ] = False,
) -> ExitStatus:
    """Write a package with a game of your own.

    The package is the folder NAME: a game that works, an example, tests and a page. Replace its
    rules by yours. docs/own-game.md leads from there to a proof.

    \b
    Examples:
      toadstone new-game kayles
      toadstone new-game maze --one-player
    """
    from toadstone.files.writing import make_folder, open_atomic

    if not NAME.fullmatch(name):
        raise RequestError(f"expected a name such as `my-game`, found `{name}`")
    if name in all_games():
        raise RequestError(f"there is a game `{name}` already: expected another name")
    if Path(name).exists():
        raise InputError("it exists already: expected a name for a new folder", Place(name))
    texts = _texts(name, "one_player" if one_player else "two_players")
    for path, text in texts.items():
        make_folder(path.parent)
        with open_atomic(str(path)) as file:
            file.write(text)
    write("".join(f"{path}\n" for path in texts))
    write(f"\nNext: cd {name} && toadstone --game-path . play {name}\n")
    return ExitStatus.ANSWERED


def _texts(name: str, kind: str) -> dict[Path, str]:
    """Return the files of the package, by their paths."""
    words = {
        "name": name,
        "title": name.replace("-", " ").capitalize(),
        "class_": name.title().replace("-", ""),
        "module": f"toadstone_{name.replace('-', '_')}",
        "example": f"{name}-first",
    }

    def fill(file: str, **more: str) -> str:
        return Template((_NEW_GAME / f"{file}.txt").read_text()).substitute(words, **more)

    folder, package = Path(name), Path(name, words["module"])
    tests = fill(f"{kind}.test").rstrip()
    return {
        folder / "pyproject.toml": fill("pyproject.toml"),
        folder / "README.md": fill("README.md"),
        package / "__init__.py": fill(f"{kind}.py"),
        package / "scenarios" / f"{words['example']}.yaml": fill(f"{kind}.yaml"),
        folder / "tests" / f"test_{words['module']}.py": fill("test.py", tests=tests),
    }


def warm_up() -> ExitStatus:
    """Compile beforehand what the first use would compile.

    It takes about a minute after an installation. The code is kept on disk, so a second run has
    nothing to do.

    \b
    Example:
      toadstone warm-up
    """
    for name, game in all_games().items():
        if (compile_all := game.find(WARM_UP)) is None:
            continue
        messages, began = list[str](), time.monotonic()
        with LiveLine(f"{name}: compiling for this machine"):
            compile_all(Budget(listener=Listener(tell=messages.append)))
        report = f"compiled in {time.monotonic() - began:.0f} s"
        write(f"{name}: {report if COMPILING in messages else 'was compiled before'}\n")
    write("The other games need nothing.\n")
    return ExitStatus.ANSWERED
