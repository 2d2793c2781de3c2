"""`toadstone schema`: the JSON Schema of a scenario file."""

from __future__ import annotations

from typing import Annotated

import typer

from toadstone_cli import completion
from toadstone_cli.output import ExitStatus, write


def schema(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            autocompletion=completion.games,
            help="The game. If left out: all games.",
        ),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Has no effect here: a schema is JSON anyway.")
    ] = False,
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
