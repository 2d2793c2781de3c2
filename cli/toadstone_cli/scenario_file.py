"""The scenario on the command line: its path, and the options that games bring for it."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toadstone.core.budget import Limits
from toadstone.core.errors import InputError, Place, RequestError, ToadstoneError
from toadstone.core.part import Part
from toadstone.files.formats import OUTPUT_OPTIONS, SCENARIO_OPTIONS, OutputOption, ScenarioOption
from toadstone.files.messages import did_you_mean, printable
from toadstone.game import all_games, find_game
from toadstone_cli import completion
from toadstone_cli.options import Ascii, GameName, Seed, TimeLimit, Workers, option
from toadstone_cli.output import spell_in_ascii, tell

if TYPE_CHECKING:
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
        try:
            return self.instance(ask)
        except ToadstoneError as error:
            raise self.hint(error, plans, usage) from None

    def hint(self, error: ToadstoneError, plans: Sequence[str], usage: str) -> ToadstoneError:
        """Return a better error where one of the plans is a scenario, and this path is none."""
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

    def read_or_usual(self) -> Scenario:
        """Read the scenario, or return the usual start of the game that is named.

        Raises:
            RequestError: there is no such game, nor a file of this name; or an option is for a
                file.
        """
        from toadstone.arguments import named_game, usual_start
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


_LIMITS = {"time_limit": (TimeLimit, None), "workers": (Workers, 1), "seed": (Seed, 0)}
"""The options that a command's parameter `limits` stands for, with their defaults."""


def _options_of(part: Part[Any], taken: set[str]) -> dict[str, inspect.Parameter]:
    """Return the options of a part that games bring, by their names.

    One whose name is taken already is left out; `taken` gets the names of those found.
    """
    found = {}
    for game in all_games().values():
        for stated in game.find(part) or ():
            name = stated.name.replace("-", "_")
            if name not in taken:
                taken.add(name)
                found[stated.name] = _parameter(name, _annotation(game.name, stated))
    return found


def _annotation(game: str, stated: ScenarioOption | OutputOption) -> Any:
    group, name = f"Options for {game}", f"--{stated.name}"
    if isinstance(stated, OutputOption):
        return Annotated[str | None, option(group, stated.meaning, name, metavar=stated.metavar)]
    meaning = (
        f"The {stated.meaning}. A plain text file needs this option; in a YAML scenario it "
        "replaces the value in the file."
    )
    least, most = stated.least, stated.most
    return Annotated[int | None, option(group, meaning, name, min=least, max=most, metavar="N")]


def _parameter(name: str, annotation: Any, default: Any = None) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default
    )


def _given_values(
    options: Mapping[str, inspect.Parameter], values: dict[str, Any]
) -> dict[str, Any]:
    """Take the values of some options from those of all; return what is given, by option name."""
    taken = {name: values.pop(parameter.name) for name, parameter in options.items()}
    return {name: value for name, value in taken.items() if value is not None}


def takes_scenario(
    command: Callable[..., Any], default: Any = inspect.Parameter.empty
) -> Callable[..., Any]:
    """Give a command the argument SCENARIO, or PATH for several, and the options that go with it.

    The command's first parameter receives them as a `ScenarioFile` or `ScenarioFiles`. Where the
    command has them, `outputs` receives the paths of what games write beside their answers, and
    `limits` stands for the options `--time-limit`, `--workers` and `--seed`. The options of
    scenarios come from the games, so that the command line need not know any.

    Args:
        command: the command.
        default: the path where the argument may be left out.
    """
    first, *stated = inspect.signature(command, eval_str=True).parameters.values()
    several = first.annotation is ScenarioFiles
    argument = _parameter(
        "paths" if several else "scenario", ScenarioPaths if several else ScenarioPath, default
    )
    own: list[inspect.Parameter] = []
    for each in stated:
        if each.name == "limits":
            own += [_parameter(name, *settings) for name, settings in _LIMITS.items()]
        elif each.name != "outputs":
            own.append(each.replace(kind=inspect.Parameter.KEYWORD_ONLY))
    always = [_parameter("game", GameName)]
    always += [] if several else [_parameter("ascii_only", Ascii, False)]
    names = {each.name for each in (argument, *own, *always)}
    wanted = {each.name for each in stated}
    outputs = _options_of(OUTPUT_OPTIONS, names) if "outputs" in wanted else {}
    options = _options_of(SCENARIO_OPTIONS, names)

    @functools.wraps(command)
    def wrapper(**values: Any) -> Any:
        if values.pop("ascii_only", False):
            spell_in_ascii()
        path, game = values.pop(argument.name), values.pop("game")
        beside = _given_values(options, values)
        if "outputs" in wanted:
            values["outputs"] = _given_values(outputs, values)
        if "limits" in wanted:
            values["limits"] = Limits(*(values.pop(name) for name in _LIMITS))
        return command(first.annotation(path, game, beside), **values)

    parameters = [argument, *own, *outputs.values(), *always, *options.values()]
    wrapper.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    wrapper.__annotations__ = {each.name: each.annotation for each in parameters}
    return wrapper


may_take_scenario = functools.partial(takes_scenario, default="")
"""Gives a command the argument SCENARIO, which may be left out; its path is then empty."""
