"""`toadstone examples`: the scenarios that come with the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.files.messages import printable
from toadstone_cli.options import Json
from toadstone_cli.output import ExitStatus, tell, write, write_json, write_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from toadstone.examples import Example


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
    force: Annotated[
        bool, typer.Option("--force", help="Let --copy overwrite files that differ.")
    ] = False,
    json: Json = False,
) -> ExitStatus:
    """List, show or copy the scenarios of the package.

    Every command that takes SCENARIO also takes the name of an example.

    \b
    Examples:
      toadstone examples
      toadstone examples first-crossing
      toadstone examples rolls-from-a-file --copy my-scenarios
    """
    from toadstone.core.errors import RequestError
    from toadstone.examples import all_examples, copy_examples, example_named

    chosen = all_examples() if name is None else [example_named(name)]
    if copy is not None:
        _report(copy_examples(chosen, copy, replace=force), copy, json=json)
    elif force:
        raise RequestError("--force goes with --copy")
    elif json:
        _write_json(chosen, text=name is not None)
    elif name is None:
        write_page(*_page(chosen))
    else:
        write(chosen[0].text)
    return ExitStatus.ANSWERED


def _report(paths: list[str], folder: str, *, json: bool) -> None:
    if not paths:
        tell(f"toadstone: nothing to copy: all is in {printable(folder)} already\n")
    if json:
        write_json({"copied": paths})
    else:
        write("".join(f"{path}\n" for path in paths))


def _write_json(chosen: list[Example], *, text: bool) -> None:
    if text:
        (example,) = chosen
        write_json(example.to_json() | {"text": example.text})
    else:
        write_json({"examples": [example.to_json() for example in chosen]})


def _page(chosen: list[Example]) -> Iterator[RenderableType]:
    """Lay out the list: a heading for each game, and a line for each of its examples."""
    from rich.text import Text

    from toadstone.view.layout import page_width

    names = max(len(example.name) for example in chosen)
    room = max(20, page_width() - names - 4)
    game = ""
    for example in chosen:
        if example.scenario.game != game:
            yield from ([""] if game else [])
            game = example.scenario.game
            yield Text(game, "bold")
        said = f"{example.scenario.title} ({example.question})"
        said = said if len(said) <= room else f"{said[: room - 3]}..."
        yield Text.assemble(f"  {example.name:{names}}  ", said)
    yield ""
    yield "toadstone solve NAME answers one; --copy FOLDER copies them."
