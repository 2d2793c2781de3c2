"""The command `toadstone`: the commands together, and how each of them ends."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from toadstone import __version__
from toadstone.errors import ToadstoneError
from toadstone_cli import check, prove, schema, solve, verify
from toadstone_cli.exit_status import HELP, ExitStatus
from toadstone_cli.output import write, write_error, write_json_error


class Toadstone(TyperGroup):
    """The commands, with every ending turned into one of the documented exit statuses."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run a command and exit with its status."""
        arguments = list(sys.argv[1:] if args is None else args)
        as_json = "--json" in arguments
        try:
            status = super().main(
                args=arguments,
                prog_name=prog_name or "toadstone",
                complete_var=complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )
        except ToadstoneError as error:
            status = write_error(error, as_json=as_json)
        except typer.TyperException as error:
            status = _usage_error(error, as_json=as_json)
        except KeyboardInterrupt:
            status = ExitStatus.INTERRUPTED
        if status == ExitStatus.INTERRUPTED:
            sys.stderr.write("toadstone: interrupted\n")
        sys.exit(int(status or 0))


def _usage_error(error: typer.TyperException, *, as_json: bool) -> ExitStatus:
    message = error.format_message()
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "toadstone"
    if as_json:
        write_json_error(message, {})
    elif type(error).__name__ == "NoArgsIsHelpError":
        sys.stderr.write(f"{message}\n")
    else:
        sys.stderr.write(f"toadstone: error: {message}\nTry '{path} --help'.\n")
    return ExitStatus.USAGE


def _show_version(wanted: bool) -> None:
    if wanted:
        write(f"toadstone {__version__}\n")
        raise typer.Exit


app = typer.Typer(
    cls=Toadstone,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    epilog=HELP,
)


@app.callback()
def toadstone(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Exact answers for small turn-based games, with the proof."""


app.command()(solve.solve)
app.command()(prove.prove)
app.command()(check.check)
app.command()(verify.verify)
app.command()(schema.schema)


def main() -> None:
    """Run the command line; a search that has not stopped yet does not hold up the exit."""
    try:
        app()
    finally:
        if threading.active_count() > 1:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(ExitStatus.INTERRUPTED)
