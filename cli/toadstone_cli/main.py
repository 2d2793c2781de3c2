"""The command `toadstone`: the commands together, and how each of them ends."""

from __future__ import annotations

import _thread
import os
import re
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stdout, suppress
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from textwrap import fill
from types import FrameType
from typing import Annotated, Any, NoReturn, cast

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from toadstone.core import __version__, process
from toadstone.core.errors import InputError, RequestError, ToadstoneError, blame, lack_or
from toadstone.core.process import is_out_of_memory
from toadstone.files.messages import did_you_mean, printable, quote
from toadstone.game import GAME_PATH, Game, all_games, use_games_of
from toadstone_cli.options import ARGUMENTS, ORDER, OTHER
from toadstone_cli.progress import RUNNING
from toadstone_cli.scenario_file import with_groups
from toadstone_cli.streams import (
    Aside,
    ExitStatus,
    culprit,
    keep_results,
    tell,
    write,
    write_error,
    write_failure,
)

GROUPS = {
    "Answers": ("solve", "prove", "enumerate", "explain", "compare"),
    "Proofs and plans": ("check", "review", "grade", "verify"),
    "Play": ("play",),
    "Pictures and tables": ("draw", "tree", "atlas"),
    "Many scenarios": ("batch", "generate"),
    "Files": ("export", "examples", "schema", "new-game"),
    "Installation": ("warm-up",),
}
"""The commands as `--help` groups them."""

COMMANDS = tuple(name for names in GROUPS.values() for name in names)

GREETING = """\
Toadstone gives exact answers for small turn-based games, with proofs.

Three commands to try:
  toadstone solve first-crossing     find the best plan and prove it is best
  toadstone explain starvation       show why a scenario cannot be won
  toadstone play ugly-duck           play against the program

'toadstone --help' lists commands, games and questions.
"""

HELP = """\b
Exit status:
  0    answered: a plan was found, or the plan or certificate is valid
  2    wrong command line
  10   proven impossible: no plan exists; or plan or certificate is invalid
  20   undecided: a limit was reached first
  30   a scenario, plan or certificate file cannot be used
  40   defect: model and simulator disagree; please report it
  130  interrupted by Ctrl-C
  143  ended by SIGTERM
"""

HELP_NAMES = {"help_option_names": ["-h", "--help"]}
"""The settings that let every command know both."""


MODULES = {
    "prove": "solve",
    **dict.fromkeys(["enumerate", "explain", "compare", "atlas"], "analysis"),
    **dict.fromkeys(["review", "verify"], "check"),
    **dict.fromkeys(["export", "examples", "schema", "new-game", "warm-up"], "files"),
}
"""The modules of commands that have no module of their own name."""


def _show_help(context: Any, _option: object, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        write(f"{context.get_help()}\n")
        raise typer.Exit


def _through_write(help_option: TyperOption | None) -> TyperOption | None:
    """Let `--help` write as everything else does, to a full disk or a closed pipe as well."""
    if help_option is not None:
        help_option.callback = _show_help
    return help_option


class SingleCommand(TyperCommand):
    """One of the commands."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words of the usage line: `{GAME}` as `GAME`, `[[GAME]]` as `[GAME]`."""
        pieces = [re.sub("[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]
        words = [re.sub(r"\[\[(.*)\]\]", r"[\1]", piece) for piece in pieces]
        return [re.sub(r"(\.\.\.)+$", "...", word) for word in words]

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        """Return the option `--help`."""
        return _through_write(super().get_help_option(ctx))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and options under their headings, those of single games last."""
        groups: dict[str, list[tuple[str, str]]] = {heading: [] for heading in ORDER}
        parameters: list[Any] = self.get_params(ctx)
        for each in parameters:
            if (record := each.get_help_record(ctx)) is None:
                continue
            heading, (name, meaning) = getattr(each, "rich_help_panel", None) or OTHER, record
            if each.param_type_name == "argument":
                heading, name = ARGUMENTS, each.display_name_raw.strip("[]")
            groups.setdefault(heading, []).append((name, meaning))
        for group, records in groups.items():
            if records:
                with formatter.section(group):
                    formatter.write_dl(records)


def command_named(name: str) -> TyperCommand:
    """Return a command; its module is imported only now, so that no command waits for others.

    Which games cannot be used is said first, one line for each, and once.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        all_games()
    for warning in caught if "_TOADSTONE_COMPLETE" not in os.environ else ():
        tell(printable(f"toadstone: warning: {warning.message}") + "\n")
    return _command(name, tuple(all_games().values()))


@cache
def _command(name: str, _games: tuple[Game, ...]) -> TyperCommand:
    """Make a command, with the options that these games bring."""
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=HELP_NAMES)
    module = import_module(f"toadstone_cli.{MODULES.get(name, name)}")
    function = "enumerate_plans" if name == "enumerate" else name.replace("-", "_")
    alone.command(name, cls=SingleCommand)(with_groups(getattr(module, function)))
    return cast(SingleCommand, get_command(alone))


def is_position(word: str, following: str) -> bool:
    """Return whether a word names a game, and a position of it may be the next one, no file."""
    from toadstone.files.source import is_there

    return word in all_games() and not following.startswith("-") and not is_there(following)


class Toadstone(TyperGroup):
    """The commands, with every ending turned into one of the documented exit statuses."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = dict.fromkeys(COMMANDS)  # type: ignore[assignment]  # for suggestions

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:
        """Return a command, which is made now."""
        return command_named(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; a position after the name of its game is one word with it."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is None or all(each.name != "scenario" for each in command.params):
            return name, command, rest
        with_value = (each for each in command.params if not getattr(each, "is_flag", True))
        options = {name for each in with_value for name in each.opts}
        free = (i for i in range(len(rest) - 1) if i == 0 or rest[i - 1] not in options)
        at = next((i for i in free if is_position(*rest[i : i + 2])), None)
        if at is not None:
            rest = [*rest[:at], " ".join(rest[at : at + 2]), *rest[at + 2 :]]
        return name, command, rest

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        """Return the option `--help`."""
        return _through_write(super().get_help_option(ctx))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in their groups, and then every game with its questions."""
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl(
                    [(name, command_named(name).get_short_help_str(60)) for name in names]
                )
        with formatter.section("Games and their questions"):
            widest = max(map(len, all_games()))
            for name, game in all_games().items():
                questions = fill(
                    ", ".join(question.name for question in game.questions),
                    formatter.width - 2,
                    initial_indent=f"  {name:<{widest}}  ",
                    subsequent_indent=" " * (widest + 4),
                    break_on_hyphens=False,
                )
                formatter.write(f"{questions}\n")

    def main(  # type: ignore[override]  # others are passed on
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **settings: Any
    ) -> NoReturn:
        """Run a command and exit with its status."""
        arguments = list(sys.argv[1:] if args is None else args)
        settings |= {"prog_name": prog_name or "toadstone", "standalone_mode": False}
        try:
            Path.cwd()
        except FileNotFoundError:
            gone = InputError("the working folder is not there any more: change to another one")
            sys.exit(write_error(gone, as_json="--json" in arguments))
        sys.exit(int(self._run(arguments, **settings) or 0))

    def _run(self, arguments: list[str], **settings: Any) -> Any:
        """Run a command and return its status, however it ends."""
        options = arguments[: arguments.index("--")] if "--" in arguments else arguments
        as_json, verbose = "--json" in options, bool({"-v", "--verbose"} & set(options))
        completes = "_TOADSTONE_COMPLETE" in os.environ or "completion" in " ".join(options)
        prints = not completes and sys.stdout is not None
        aside = redirect_stdout(cast(Any, Aside(sys.stdout))) if prints else nullcontext()
        try:
            with aside:
                status = super().main(args=arguments, **settings)
            if status == ExitStatus.INTERRUPTED and not isinstance(status, ExitStatus):
                raise KeyboardInterrupt
        except ToadstoneError as error:
            status = write_error(error, as_json=as_json)
        except typer.TyperException as error:
            status = write_error(_in_our_words(error, options), as_json=as_json)
        except BaseException as error:  # rules raise what they like
            status = _report_unexpected(error, as_json=as_json, verbose=verbose)
        if status == ExitStatus.INTERRUPTED:
            tell("toadstone: interrupted\n")
        return status


def _report_unexpected(error: BaseException, *, as_json: bool, verbose: bool) -> ExitStatus:
    """Report in a line an interrupt before the page, what the machine refuses, or a defect.

    A signal may come while a library loads or compiles, which then reports an error of its own.
    With `--verbose`, all of a defect is reported.
    """
    if isinstance(error, KeyboardInterrupt) or _signals:
        if as_json:
            write_failure("interrupted", as_json=True)
        return ExitStatus.INTERRUPTED
    if isinstance(lack := lack_or(error), RequestError):
        return write_error(lack, as_json=as_json)
    if is_out_of_memory(error):
        write_failure("undecided: memory ran out", "", as_json=as_json)
        return ExitStatus.UNDECIDED
    is_defect = not isinstance(error, OSError)
    if is_defect and verbose:
        tell("".join(traceback.format_exception(error)))
    write_failure(blame(error, f"{culprit()}, there is no answer"), as_json=as_json)
    return ExitStatus.of_defect() if is_defect else ExitStatus.UNUSABLE_FILE


_OUR_WORDS = {
    "Value error, ": "",
    "Input should be greater than or equal to": "expected at least",
    "Input should be less than or equal to": "expected at most",
    "Input should be a valid integer, unable to parse string as an integer": "expected a number",
    "Unable to parse input string as an integer, exceeded maximum size": "expected fewer digits",
}
"""The words of the option parser, and those of the rest of the program."""


def _in_our_words(error: typer.TyperException, arguments: Sequence[str]) -> RequestError:
    """Return an error of the option parser as one of ours, with the help that is about it."""
    message = error.format_message()
    for theirs, ours in _OUR_WORDS.items():
        message = message.replace(theirs, ours)
    if "unexpected extra" in message:  # a game may be misspelt
        message += next(filter(None, (did_you_mean(each, all_games()) for each in arguments)), "")
    said = RequestError(message)
    command = next((f" {each}" for each in arguments if each in COMMANDS), "")
    said.add_note(f"Try 'toadstone{command} --help'.")
    return said


def _use_games(context: typer.Context, folders: list[str]) -> None:
    """Use the games of some folders, as long as the command runs; they bring options."""
    if folders:
        if missing := next((each for each in folders if not Path(each).expanduser().exists()), ""):
            raise RequestError(f"--game-path: there is no {quote(missing)}")
        before = os.environ.get(GAME_PATH, "")
        use_games_of(os.pathsep.join([*map(os.path.expanduser, folders), before]))
        context.call_on_close(lambda: use_games_of(before))


def _show_version(wanted: bool) -> None:
    if wanted:
        write(f"toadstone {__version__}\n")
        raise typer.Exit


app = typer.Typer(
    cls=Toadstone,
    invoke_without_command=True,
    context_settings=HELP_NAMES,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog=HELP,
)


@app.callback()
def toadstone(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
    game_path: Annotated[
        list[str] | None,
        typer.Option(
            "--game-path",
            metavar="FOLDER",
            callback=_use_games,
            is_eager=True,
            help=f"Use the games in FOLDER, too; {GAME_PATH} does the same.",
        ),
    ] = None,
) -> None:
    """Exact answers for small turn-based games, with proofs."""
    if context.invoked_subcommand is None:
        write(GREETING)


_signals: list[int] = []

SECONDS_TO_LISTEN, TIMES_TO_LISTEN = 1.0, 10
"""An interrupt that nothing has reacted to after a second was swallowed by a library."""


def _interrupt(number: int, frame: FrameType | None) -> None:
    _signals.append(number)
    sys.unraisablehook = lambda _: None  # a callback drops the interrupt, with a traceback
    running = [*RUNNING]
    heeding = [each for each in running if each.heeds and not each.interrupted]
    for budget in heeding:
        budget.stop()

    def end_later() -> None:
        """End work that goes on, or begins: C++ code and imports drop an exception at times."""
        for _ in range(TIMES_TO_LISTEN):
            time.sleep(SECONDS_TO_LISTEN)
            for budget in running or [*RUNNING]:
                budget.interrupted = True

    with suppress(RuntimeError):  # no memory for a thread
        _thread.start_new_thread(end_later, ())
    if not heeding:
        raise KeyboardInterrupt(number)


def _report_rules(game: str, how: str) -> ExitStatus:
    write_failure(f"the game {game}: its rules {how}", as_json="--json" in sys.argv)
    return ExitStatus.UNUSABLE_FILE


def main() -> None:
    """Run the command line, and end at once.

    Nobody waits for a search that has not stopped yet, nor for the libraries to be taken apart.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    if sys.platform == "linux":
        process.report, process.begin_child = _report_rules, keep_results
    try:
        app()
    except SystemExit as ending:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            with suppress(OSError, ValueError):  # a stream that is closed has nothing to lose
                stream.flush()
        process.end_regularly()
        status = int(ending.code or 0)
        terminated = status == ExitStatus.INTERRUPTED and signal.SIGTERM in _signals
        os._exit(ExitStatus.TERMINATED if terminated else status)
