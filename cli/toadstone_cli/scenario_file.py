"""The scenario on the command line: its path, and the options that games bring for it."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toadstone.core.part import Part
from toadstone.files.formats import OUTPUT_OPTIONS, SCENARIO_OPTIONS, OutputOption, ScenarioOption
from toadstone.files.messages import did_you_mean, printable
from toadstone.game import all_games, find_game
from toadstone_cli import completion
from toadstone_cli.options import Ascii, GameName
from toadstone_cli.output import spell_in_ascii, tell

if TYPE_CHECKING:
    from toadstone.core.errors import ToadstoneError
    from toadstone.engines.instance import Instance
    from toadstone.files.scenario import Scenario

ScenarioPath = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO",
        autocompletion=completion.scenarios,
        help="A YAML file, the name of an example, '-' for standard input, or a game's plain text "
        "file.",
    ),
]
ScenarioPaths = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH",
        help="Scenario files, folders of scenarios, names of examples, or '-' for standard input.",
    ),
]


@dataclass(frozen=True)
class ScenarioFile:
    """The scenario on the command line: path, game, and parts stated beside it.

    Attributes:
        files: the files that were read for it.
    """

    path: str
    game: str | None
    parts: dict[str, int]
    files: list[str] = field(default_factory=list)

    def read(self, ask: list[str] | None = None) -> Scenario:
        """Read the scenario; `ask` is asked where the file asks nothing."""
        from toadstone.loading import named_source, read_scenario

        source = named_source(self.path)
        scenario = read_scenario(source, self.game, self.parts, ask=ask or ())
        self.files.extend((source.name, *source.included))
        for warning in scenario.warnings():
            tell(printable(f"{self.path}: warning: {warning}") + "\n")
        return scenario

    def expect_kept(self, output: str | None) -> None:
        """Refuse, once the scenario is read, to write to a file that was read for it."""
        from toadstone.files.writing import expect_not

        if output is not None:
            expect_not(output, *self.files)

    def instance(self, ask: list[str] | None = None, *, bounded: bool = True) -> Instance:
        """Read the scenario, with its own questions or those of `--ask`."""
        from toadstone.interface import instance_of

        return instance_of(self.read(ask), ask or (), bounds=bounded)

    def instance_beside(self, ask: list[str] | None, plans: Sequence[str], usage: str) -> Instance:
        """Read the scenario; say so where a plan and the scenario have changed places.

        Args:
            ask: the questions of `--ask`.
            plans: the paths of the plans.
            usage: how the command is typed.
        """
        from toadstone.core.errors import ToadstoneError

        try:
            return self.instance(ask)
        except ToadstoneError as error:
            raise self.hint(error, plans, usage) from None

    def hint(self, error: ToadstoneError, plans: Sequence[str], usage: str) -> ToadstoneError:
        """Return a better error where one of the plans is a scenario, and this path is none."""
        from toadstone.core.errors import InputError, Place, ToadstoneError
        from toadstone.files.source import STANDARD_INPUT, is_folder, is_there

        if STANDARD_INPUT in {self.path, *plans} or not is_there(self.path):
            return error
        for plan in plans:
            with suppress(ToadstoneError):
                replace(self, path=plan, files=[]).instance()
                found = "a folder of plans" if is_folder(self.path) else "a plan"
                message = f"this looks like {found}, not a scenario. Usage: {usage}"
                return InputError(message, Place(self.path))
        return error

    def typed(self) -> str:
        """Return the scenario as it is typed, with its options."""
        import shlex

        named = {"game": self.game} if self.game else {}
        stated: dict[str, object] = {**named, **self.parts}
        words = [f"--{name} {value}" for name, value in stated.items()]
        return " ".join([printable(shlex.quote(self.path)), *words])

    def read_or_usual(self) -> Scenario:
        """Read the scenario, or return the usual start of the game that is named.

        Raises:
            RequestError: there is no such game, nor a file of this name; or an option is for a
                file.
        """
        from toadstone.arguments import named_game, usual_start
        from toadstone.core.errors import RequestError
        from toadstone.files.source import is_there
        from toadstone.loading import example_files, find_example

        if (game := named_game(self.path)) is not None:
            stated = [*self.parts, *(["game"] if self.game else [])]
            if stated:
                unfit = f"--{stated[0]} goes with a scenario file, not with a game's name"
                raise RequestError(unfit)
            return usual_start(game)
        a_name = re.fullmatch("[a-z][a-z-]*", self.path) and not is_there(self.path)
        if a_name and find_example(self.path) is None:
            try:
                find_game(self.path)
            except RequestError as error:
                guess = did_you_mean(self.path, [*all_games(), *example_files()])
                raise RequestError(f"{error}{guess}") from None
        return self.read()


@dataclass(frozen=True)
class ScenarioFiles:
    """The scenarios on the command line: files and folders, game, and parts stated beside them."""

    paths: list[str]
    game: str | None
    parts: dict[str, int]


def _options_of(part: Part[Any]) -> list[tuple[str, Any]]:
    """Return the options that games bring, each name once, with the game that brings it."""
    options: dict[str, tuple[str, Any]] = {}
    for game in all_games().values():
        for option in game.find(part) or ():
            options.setdefault(option.name, (game.name, option))
    return list(options.values())


def _group(game: str) -> str:
    """Return the heading, in `--help`, of the options that a game brings."""
    return f"Options for {game}"


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default
    )


def _scenario_parameter(game: str, option: ScenarioOption) -> inspect.Parameter:
    stated = typer.Option(
        f"--{option.name}",
        min=option.least,
        max=option.most,
        metavar="N",
        rich_help_panel=_group(game),
        help=f"The {option.meaning}. A plain text file needs this option; in a YAML scenario it "
        "replaces the value in the file.",
    )
    return _parameter(option.name, Annotated[int | None, stated], None)


def _output_parameter(game: str, option: OutputOption) -> inspect.Parameter:
    stated = typer.Option(
        f"--{option.name}",
        metavar=option.metavar,
        rich_help_panel=_group(game),
        help=option.meaning,
    )
    return _parameter(option.name.replace("-", "_"), Annotated[str | None, stated], None)


def takes_scenario(command: Callable[..., Any], *, optional: bool = False) -> Callable[..., Any]:
    """Give a command the argument SCENARIO and the options that go with it.

    The command's first parameter receives them as a `ScenarioFile`; the options come from the
    games, so that the command line need not know any.

    Args:
        command: the command.
        optional: whether it can do without; its path is then empty.
    """
    return _taking(command, "scenario", ScenarioPath, ScenarioFile, optional=optional)


def takes_scenarios(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the arguments PATH and the options of scenarios, as a `ScenarioFiles`.

    It prints no page, so it has no `--ascii`.
    """
    return _taking(command, "paths", ScenarioPaths, ScenarioFiles, pages=False)


def _taking(
    command: Callable[..., Any],
    name: str,
    annotation: Any,
    taken: Callable[..., Any],
    *,
    optional: bool = False,
    pages: bool = True,
) -> Callable[..., Any]:
    own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]
    options = _options_of(SCENARIO_OPTIONS)

    @functools.wraps(command)
    def wrapper(*, game: str | None, ascii_only: bool = False, **rest: Any) -> Any:
        if ascii_only:
            spell_in_ascii()
        path = rest.pop(name)
        given = {option.name: rest.pop(option.name) for _, option in options}
        stated = {name: value for name, value in given.items() if value is not None}
        return command(taken(path, game, stated), **rest)

    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            annotation=annotation,
            default="" if optional else inspect.Parameter.empty,
        ),
        *(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own),
        _parameter("game", GameName, None),
        *([_parameter("ascii_only", Ascii, False)] if pages else []),
        *(_scenario_parameter(game, option) for game, option in options),
    ]
    wrapper.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    wrapper.__annotations__ = {each.name: each.annotation for each in parameters}
    return wrapper


def may_take_scenario(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the argument SCENARIO, which may be left out: see `takes_scenario`."""
    return takes_scenario(command, optional=True)


def writes_outputs(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options for what games write beside their answers.

    The command's parameter `outputs` receives the paths by option name, those that are asked for.
    """
    options = _options_of(OUTPUT_OPTIONS)
    names = {option.name: option.name.replace("-", "_") for _, option in options}

    @functools.wraps(command)
    def wrapper(*arguments: Any, **rest: Any) -> Any:
        given = {name: rest.pop(parameter) for name, parameter in names.items()}
        outputs = {name: path for name, path in given.items() if path is not None}
        return command(*arguments, outputs=outputs, **rest)

    own = inspect.signature(command, eval_str=True).parameters.values()
    added = [_output_parameter(game, option) for game, option in options]
    kept = [each for each in own if each.name != "outputs"]
    wrapper.__signature__ = inspect.Signature([*kept, *added])  # type: ignore[attr-defined]
    return wrapper
