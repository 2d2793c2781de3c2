"""The scenario on the command line, and the options that commands receive together."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toadstone.core.budget import Limits
from toadstone.core.errors import RequestError
from toadstone.core.part import Part
from toadstone.files import SCENARIO_OPTIONS, Size
from toadstone.game import all_games
from toadstone.play import USUAL_START
from toadstone.services import SIZES
from toadstone_cli.options import Seed, TimeLimit, Workers, option

if TYPE_CHECKING:
    from toadstone.engines.instance import Instance
    from toadstone.files.scenario import Scenario

ScenarioPath = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO",
        help="A YAML file, the name of an example, a game and a position of it, '-' for standard "
        "input, or a game's plain text file.",
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
    """The scenario on the command line: its path, and parts stated beside it."""

    path: str
    parts: dict[str, int]

    def read(self, ask: list[str] | None = None) -> Scenario:
        """Read the scenario; `ask` is asked where the file asks nothing."""
        from toadstone.loading import read_scenario

        return read_scenario(self.path, self.parts, ask=ask or ())

    def instance(self, ask: list[str] | None = None, *, bounded: bool = True) -> Instance:
        """Read the scenario, with its own questions or those of `--ask`."""
        from toadstone.interface import instance_of

        return instance_of(self.read(ask), ask or (), bounds=bounded)

    def read_or_usual(self) -> Scenario:
        """Read the scenario, or return the usual start of the game that is named.

        A file or an example of this name comes first; a folder does not.

        Raises:
            RequestError: an option is for a file, or the game has no usual start.
        """
        from toadstone.files.source import is_folder, is_there
        from toadstone.loading import find_example

        game = all_games().get(self.path)
        a_file = is_there(self.path) and not is_folder(self.path)
        if game is None or a_file or find_example(self.path) is not None:
            return self.read()
        if self.parts:
            raise RequestError("options of a scenario go with its file, not with a game's name")
        usual: Scenario = game.get(USUAL_START)()
        return usual


NO_SCENARIO = ScenarioFile("", {})
"""The default of a command whose SCENARIO may be left out."""


ScenarioFiles = tuple[list[str], dict[str, int]]
"""The scenarios on the command line: files and folders, and parts stated beside them."""

_KEYWORD = inspect.Parameter.KEYWORD_ONLY
_REQUIRED = inspect.Parameter.empty


def _parameter(name: str, annotation: Any, default: Any = None) -> inspect.Parameter:
    return inspect.Parameter(name, _KEYWORD, annotation=annotation, default=default)


_PATHS = _parameter("paths", ScenarioPaths, _REQUIRED)
_PATH = _parameter("scenario", ScenarioPath, _REQUIRED)
_LIMITS = (
    _parameter("time_limit", TimeLimit),
    _parameter("workers", Workers, 1),
    _parameter("seed", Seed, 0),
)

GROUPS: dict[str, tuple[Callable[..., Any], Sequence[inspect.Parameter], Part[Any] | None]] = {
    "sizes": (dict, (), SIZES),
    "limits": (Limits, _LIMITS, None),
    "scenario_file": (ScenarioFile, (_PATH,), SCENARIO_OPTIONS),
    "files": (lambda *stated: stated, (_PATHS,), SCENARIO_OPTIONS),
}
"""Options that a command receives as the value of one parameter, by its name.

With each stand what makes the value of those of every game, and of a part that games bring: the
options of that are a dict, by their names, and the last argument.
"""


def with_groups(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the options of the groups in place of the parameters that they make.

    A parameter `scenario_file` with a default makes the argument SCENARIO one that may be left
    out. Games state options of their own, so that the command line need not know any.
    """
    stated = inspect.signature(command, eval_str=True).parameters
    groups = {name: group for name, group in GROUPS.items() if name in stated}
    own: list[inspect.Parameter] = []
    for name, each in stated.items():
        options = groups[name][1] if name in groups else [each.replace(kind=_KEYWORD)]
        if name == "scenario_file" and each.default is not _REQUIRED:
            options = [options[0].replace(default=each.default.path), *options[1:]]
        own += options
    taken = {each.name for each in own}
    brought = {name: _options_of(part, taken) for name, (*_, part) in groups.items() if part}

    @functools.wraps(command)
    def wrapper(**values: Any) -> Any:
        for name, (make, options, _) in groups.items():
            made = [values.pop(option.name) for option in options]
            if name in brought:
                given = {each: values.pop(option.name) for each, option in brought[name].items()}
                made.append({each: value for each, value in given.items() if value is not None})
            values[name] = make(*made)
        return command(**values)

    parameters = [*own, *(option for options in brought.values() for option in options.values())]
    wrapper.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    wrapper.__annotations__ = {each.name: each.annotation for each in parameters}
    return wrapper


def _options_of(part: Part[Any], taken: set[str]) -> dict[str, inspect.Parameter]:
    """Return the options of a part that games bring, by their names.

    One whose name is taken already is left out; `taken` gets the names of those found.
    """
    stated: dict[str, list[tuple[str, Any]]] = {}
    for game in all_games().values():
        for each in game.find(part) or ():
            stated.setdefault(each.name, []).append((game.name, each))
    found = {}
    for option_name, uses in stated.items():
        name = option_name.replace("-", "_")
        if name not in taken:
            taken.add(name)
            found[option_name] = _parameter(name, _annotation(uses))
    return found


def _annotation(uses: list[tuple[str, Any]]) -> Any:
    """Return the type and the help of an option from what games state of it."""
    game, stated = uses[0]
    name, least, most = f"--{stated.name}", stated.least, stated.most
    if not isinstance(stated, Size):
        group = f"Options for {game}"
        meaning = f"The {stated.meaning}, for a plain text file or instead of a YAML file's."
        return Annotated[int | None, option(group, meaning, name, min=least, max=most, metavar="N")]
    every = [f"{size.meaning} ({user}: {size.least} to {size.most})" for user, size in uses]
    return Annotated[int | None, option("Sizes", "; ".join(every), name, metavar="N")]
