"""The arguments and options that several commands share, each stated once."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toadstone.files.formats import OutputOption, PlainOption
from toadstone.game import AnyGame, all_games
from toadstone_cli.output import spell_in_ascii, tell

if TYPE_CHECKING:
    from toadstone.core.budget import Limits
    from toadstone.core.question import Question
    from toadstone.engines.engine import Method
    from toadstone.files.scenario import Scenario

_DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)(s|m|h)?")
_SECONDS = {None: 1, "s": 1, "m": 60, "h": 3600}


def duration(text: str) -> float:
    """Return the seconds of `30`, `30s`, `5m` or `1h`."""
    match = _DURATION.fullmatch(text)
    seconds = float(match[1]) * _SECONDS[match[2]] if match else 0.0
    if seconds <= 0:
        raise typer.BadParameter(f"expected a time such as 30, 30s, 5m or 1h, found '{text}'.")
    return seconds


ScenarioPath = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO", help="A YAML file, '-' for standard input, or a plain file of a game."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Ask = Annotated[
    list[str] | None,
    typer.Option(
        "--ask",
        metavar="QUESTION",
        help="Ask this instead of the scenario's own question; several, the most important first, "
        "by repeating the option or with commas; 'pareto:A,B' trades two or three off.",
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        parser=duration, metavar="TIME", help="Stop after 30, 30s, 5m or 1h, once the file is read."
    ),
]
Workers = Annotated[int, typer.Option(min=1, max=256, help="Threads of the solver.")]
Seed = Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Seed of the solver.")]
NoBounds = Annotated[
    bool,
    typer.Option(
        "--no-bounds",
        help="Let the model state the rules alone, and no bounds that they imply: slower.",
    ),
]
Verbose = Annotated[
    bool,
    typer.Option(
        "--verbose", "-v", help="Write the solver's log, or how a search goes, to standard error."
    ),
]
MethodName = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="NAME",
        help="Answer by this method instead of the model; 'toadstone compare' shows them all.",
    ),
]
Ascii = Annotated[
    bool, typer.Option("--ascii", help="Print with ASCII characters alone, boards too.")
]
GameName = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="The game, where the file is silent.")
]


@dataclass(frozen=True)
class ScenarioFile:
    """What the command line says about the scenario: path, game, and parts stated beside it."""

    path: str
    game: str | None
    parts: dict[str, int]

    def read(self) -> tuple[AnyGame, Scenario]:
        """Read the scenario and its game."""
        from toadstone.files.source import read_source
        from toadstone.loading import read_scenario

        game, scenario = read_scenario(read_source(self.path), self.game, self.parts)
        for warning in scenario.warnings():
            tell(f"{self.path}: warning: {warning}\n")
        return game, scenario

    def named_game(self) -> AnyGame | None:
        """Return the game whose name stands in the place of a file; None where a file is meant.

        Raises:
            RequestError: there is no such game, nor a file of this name.
        """
        from toadstone.loading import find_game

        a_name = re.fullmatch("[a-z][a-z-]*", self.path) and not Path(self.path).exists()
        return find_game(self.path) if a_name else None

    def usual_start(self, game: AnyGame) -> Scenario:
        """Return the usual start of the game that is named.

        Raises:
            RequestError: it has none, or an option is for a file.
        """
        from toadstone.core.errors import RequestError

        start: Scenario | None = game.usual_start()
        if start is None:
            raise RequestError(f"{game.name} has no usual start: expected a scenario file")
        stated = [*self.parts, *(["game"] if self.game else [])]
        if stated:
            raise RequestError(f"--{stated[0]} goes with a scenario file, not with a game's name")
        return start

    def read_or_usual(self) -> tuple[AnyGame, Scenario]:
        """Read the scenario and its game, or return the usual start of the game that is named."""
        game = self.named_game()
        return self.read() if game is None else (game, self.usual_start(game))


def _plain_options() -> list[PlainOption]:
    """Return the options of all games' plain formats, each name once."""
    options: dict[str, PlainOption] = {}
    for game in all_games().values():
        for option in game.plain.options if game.plain else ():
            options.setdefault(option.name, option)
    return list(options.values())


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default
    )


def takes_scenario(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the argument SCENARIO and the options that go with it.

    The command's first parameter receives them as a `ScenarioFile`; the options come from the
    games, so that the command line need not know any.
    """
    own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]
    options = _plain_options()
    parts = [
        _parameter(
            option.name,
            Annotated[
                int | None,
                typer.Option(
                    f"--{option.name}",
                    min=option.least,
                    max=option.most,
                    metavar="N",
                    help=f"The {option.meaning}; a plain file needs it, in a YAML scenario it "
                    "replaces what stands there.",
                ),
            ],
            None,
        )
        for option in options
    ]

    @functools.wraps(command)
    def wrapper(scenario: str, game: str | None, ascii_only: bool, **rest: Any) -> Any:
        if ascii_only:
            spell_in_ascii()
        given = {option.name: rest.pop(option.name) for option in options}
        stated = {name: value for name, value in given.items() if value is not None}
        return command(ScenarioFile(scenario, game, stated), **rest)

    parameters = [
        inspect.Parameter(
            "scenario", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=ScenarioPath
        ),
        *(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own),
        _parameter("game", GameName, None),
        _parameter("ascii_only", Ascii, False),
        *parts,
    ]
    wrapper.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    wrapper.__annotations__ = {each.name: each.annotation for each in parameters}
    return wrapper


def writes_outputs(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options for what games write beside their answers.

    The command's parameter `outputs` receives the paths by option name, those that are asked for.
    """
    options: dict[str, OutputOption] = {}
    for game in all_games().values():
        for option in game.outputs:
            options.setdefault(option.name, option)
    names = {option.name: option.name.replace("-", "_") for option in options.values()}

    @functools.wraps(command)
    def wrapper(*arguments: Any, **rest: Any) -> Any:
        given = {name: rest.pop(parameter) for name, parameter in names.items()}
        outputs = {name: path for name, path in given.items() if path is not None}
        return command(*arguments, outputs=outputs, **rest)

    own = inspect.signature(command, eval_str=True).parameters.values()
    added = [
        _parameter(
            names[option.name],
            Annotated[
                str | None,
                typer.Option(f"--{option.name}", metavar=option.metavar, help=option.meaning),
            ],
            None,
        )
        for option in options.values()
    ]
    kept = [each for each in own if each.name != "outputs"]
    wrapper.__signature__ = inspect.Signature([*kept, *added])  # type: ignore[attr-defined]
    return wrapper


def expect_one_format(*, as_csv: bool, json: bool) -> None:
    """Refuse two forms of the same output."""
    from toadstone.core.errors import RequestError

    if as_csv and json:
        raise RequestError("--csv does not go with --json")


def expect_outputs(
    outputs: dict[str, str], game: AnyGame, scenario: Scenario, ask: tuple[Question, ...]
) -> None:
    """Refuse, before any work is done, what the game cannot write for these questions."""
    from toadstone.core.errors import RequestError

    for name in outputs:
        if name not in {option.name for option in game.outputs}:
            raise RequestError(f"--{name} does not go with {game.name}")
        game.expect_output(name, scenario, ask)


_FRONT = "pareto:"


def asks_for_a_front(scenario: Scenario, ask: list[str] | None) -> bool:
    """Say whether `--ask`, or else the scenario, wants the questions traded off."""
    return ask[0].startswith(_FRONT) if ask else scenario.asks_for_a_front()


def asked_questions(scenario: Scenario, ask: list[str] | None) -> tuple[Question, ...]:
    """Return the questions of `--ask`, or else the scenario's own."""
    from toadstone.core.errors import RequestError
    from toadstone.files.scenario import find_front, find_questions

    if not ask:
        return scenario.asked()
    text = ",".join(ask)
    find = find_front if asks_for_a_front(scenario, ask) else find_questions
    names = [name.strip() for name in text.removeprefix(_FRONT).split(",")]
    try:
        return find(scenario.questions, names)
    except RequestError as error:
        raise RequestError(f"--ask: {error}") from None


def method_named(
    name: str | None, game: AnyGame, ask: tuple[Question, ...], *, front: bool = False
) -> Method:
    """Return the method of `--method`, or else the game's first."""
    from toadstone.core.errors import RequestError
    from toadstone.engines.engine import find_method

    try:
        return find_method(game, ask, name, front=front)
    except RequestError as error:
        raise RequestError(f"--method: {error}") from None


def limits_of(time_limit: float | None, workers: int, seed: int) -> Limits:
    """Return the limits that the options state."""
    from toadstone.core.budget import Limits

    return Limits(time_limit, workers, seed)
