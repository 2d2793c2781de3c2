"""From a document to a checked scenario of one of the games."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, get_args

import pydantic
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator
from pydantic.fields import FieldInfo
from pydantic.json_schema import models_json_schema
from pydantic_core import ErrorDetails, PydanticCustomError

from toadstone.errors import InputError, RequestError
from toadstone.game import AnyGame, all_games
from toadstone.question import Question, Sense
from toadstone.scenario_file import Document, Source, may_be_yaml, parse


class Section(BaseModel):
    """A part of a scenario file: unknown keys are errors, nothing is converted or changed."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", validate_default=False)


_ASK = "A question, or a list of them, the most important first."
_FRONT = "or `{pareto: [..]}` with two or three, for every best compromise between them."


def _ask_schema(schema: dict[str, Any], scenario_type: type[Scenario]) -> None:
    """Let `ask` be one of the game's questions, a list of them, or a front."""
    questions = scenario_type.questions
    names = {"enum": [question.name for question in questions]}
    about_plans = [question.name for question in questions if question.sense is not Sense.POSITION]
    several = {"type": "array", "minItems": 1, "uniqueItems": True}
    forms: list[dict[str, Any]] = [names, several | {"items": {"enum": about_plans}}]
    if len(about_plans) < len(questions):
        forms.append(several | {"items": names, "maxItems": 1})
    traded = [question.name for question in questions if can_be_traded(question)]
    if _has_fronts(questions):
        front = Pareto.model_json_schema()
        front["properties"]["pareto"] |= {
            "items": {"enum": traded},
            "minItems": 2,
            "maxItems": 3,
            "uniqueItems": True,
        }
        forms.append(front)
    description = _ASK if len(traded) < 2 else f"{_ASK.rstrip('.')}; {_FRONT}"
    schema["properties"]["ask"] = {"anyOf": forms, "description": description}
    scenario_type.refine_schema(schema)


class Pareto(Section):
    """Two or three questions to trade off against each other."""

    pareto: tuple[str, ...] = Field(
        description="Two or three questions, for every best compromise between them."
    )


_QUESTION_NAMES = TypeAdapter[tuple[str, ...]](
    Annotated[tuple[str, ...], Field(min_length=1)], config=ConfigDict(strict=True)
)


class Scenario(Section):
    """What a scenario of any game states: which game, a title, and what is asked."""

    model_config = ConfigDict(json_schema_extra=_ask_schema)

    questions: ClassVar[tuple[Question, ...]] = ()

    game: str = Field(description="The name of the game.")
    title: str = Field("", max_length=200, description="What to call the scenario.")
    ask: tuple[str, ...] | Pareto = Field(description=_ASK)

    @classmethod
    def refine_schema(cls, schema: dict[str, Any]) -> None:
        """Say in the JSON Schema what a game asks of its files beyond single fields."""

    @field_validator("title")
    @classmethod
    def _printable(cls, title: str) -> str:
        if not title.isprintable():
            raise expectation("expected printable characters on one line")
        return title

    @field_validator("ask", mode="before")
    @classmethod
    def _one_or_several_or_a_front(cls, value: object) -> tuple[str, ...] | Pareto:
        if isinstance(value, dict | Pareto):
            return Pareto.model_validate(value)
        if not isinstance(value, str | tuple):
            raise expectation(f"expected a question or a list of questions, found {found(value)}")
        return _QUESTION_NAMES.validate_python((value,) if isinstance(value, str) else value)

    @field_validator("ask")
    @classmethod
    def _known_questions(cls, ask: tuple[str, ...] | Pareto) -> tuple[str, ...] | Pareto:
        try:
            _questions_of(cls.questions, ask)
        except RequestError as error:
            place = ["pareto"] if isinstance(ask, Pareto) else []
            raise expectation(str(error), *place) from None
        return ask

    def asked(self) -> tuple[Question, ...]:
        """Return the questions of `ask`, the most important first; of a front, in its order."""
        return _questions_of(self.questions, self.ask)

    def warnings(self) -> tuple[str, ...]:
        """Return what people should know of a scenario that is answered all the same."""
        return ()

    def asks_for_a_front(self) -> bool:
        """Say whether the questions are to be traded off against each other."""
        return isinstance(self.ask, Pareto)


def _questions_of(
    known: tuple[Question, ...], ask: tuple[str, ...] | Pareto
) -> tuple[Question, ...]:
    find = find_front if isinstance(ask, Pareto) else find_questions
    return find(known, ask.pareto if isinstance(ask, Pareto) else ask)


def find_questions(known: tuple[Question, ...], names: Sequence[str]) -> tuple[Question, ...]:
    """Return the questions with these names, in order.

    Raises:
        RequestError: a name is unknown, stands twice, or stands after others and may not.
    """
    by_name = {question.name: question for question in known}
    for name in names:
        if name not in by_name:
            raise RequestError(
                f"expected {one_of(by_name)}, found {found(name)}{did_you_mean(name, by_name)}"
            )
    if len(set(names)) < len(names):
        raise RequestError("expected each question once")
    figures = [by_name[name].figure for name in names if by_name[name].figure]
    if len(set(figures)) < len(figures):
        asked = ", ".join(names)
        raise RequestError(f"expected questions about different figures, found {asked}")
    for name in names:
        if by_name[name].sense is Sense.POSITION and len(names) > 1:
            raise RequestError(f"expected `{name}` alone: it is about the position, not a plan")
    for name in names[1:]:
        if by_name[name].changes_scenario:
            raise RequestError(f"expected `{name}` first: the other questions depend on it")
    return tuple(by_name[name] for name in names)


def can_be_traded(question: Question) -> bool:
    """Say whether a front can be about the question: it has a figure, of the scenario as it is."""
    return question.figure is not None and not question.changes_scenario


def _has_fronts(questions: Sequence[Question]) -> bool:
    """Say whether there are two figures that a front can be about."""
    return len({question.figure for question in questions if can_be_traded(question)}) >= 2


def find_front(known: tuple[Question, ...], names: Sequence[str]) -> tuple[Question, ...]:
    """Return the two or three questions with these names, to be traded off against each other.

    Raises:
        RequestError: a name is unknown or stands twice, the number is wrong, or a question cannot
            be traded off.
    """
    by_name = {question.name: question for question in known}
    if not _has_fronts(known):
        raise RequestError("expected a question: this game has no two figures to trade off")
    for name in names:
        if name in by_name and not can_be_traded(by_name[name]):
            reason = "changes the scenario" if by_name[name].changes_scenario else "has no figure"
            fitting = [question.name for question in known if can_be_traded(question)]
            raise RequestError(
                f"expected {one_of(fitting)}: `{name}` {reason}, so it cannot be in a front"
            )
    questions = find_questions(known, names)
    if not 2 <= len(questions) <= 3:
        raise RequestError(f"expected two or three questions for a front, found {len(names)}")
    return questions


def expectation(message: str, *inner_path: str | int) -> PydanticCustomError:
    """Return what a validator raises: the message as it is, at a path below the field."""
    escaped = message.replace("{", "{{").replace("}", "}}")
    return PydanticCustomError("expectation", "{message}", {"message": escaped, "at": inner_path})


def read_scenario(
    source: Source, game_name: str | None = None, plain_options: Mapping[str, int] | None = None
) -> tuple[AnyGame, Scenario]:
    """Read a scenario of any game from YAML, JSON or a game's plain format.

    Args:
        source: the text.
        game_name: the game, where the file may leave it open.
        plain_options: parts of the scenario stated beside the file, by option name.

    Raises:
        InputError: the file cannot be used; the error says where and why.
        RequestError: the options do not go with the file, or there is no such game.
    """
    named = find_game(game_name) if game_name is not None else None
    options = plain_options or {}
    game, document = _read_plain(source, named, options) or _read_yaml(source, named)
    game.include(document)
    _take_options(game, document, options)
    return game, validate(document, game.scenario_type())


def find_game(name: str) -> AnyGame:
    """Return the game with this name; raise RequestError when there is none."""
    games = all_games()
    if name not in games:
        raise RequestError(f"there is no game `{name}`: expected {one_of(games)}")
    return games[name]


def json_schema(game_name: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a game's scenario files, or of all games' together.

    Raises:
        RequestError: there is no such game.
    """
    games = [find_game(game_name)] if game_name is not None else list(all_games().values())
    types = [game.scenario_type() for game in games]
    head: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    if len(types) == 1:
        return {**head, **types[0].model_json_schema()}
    references, definitions = models_json_schema([(each, "validation") for each in types])
    return {**head, "oneOf": list(references.values()), **definitions}


def _read_plain(
    source: Source, named: AnyGame | None, options: Mapping[str, int]
) -> tuple[AnyGame, Document] | None:
    for game in [named] if named else all_games().values():
        if game.plain and (
            game.recognises(source)
            or (
                not may_be_yaml(source)
                and (named or {each.name for each in game.plain.options} & options.keys())
            )
        ):
            return game, game.read_plain(source)
    return None


def _take_options(game: AnyGame, document: Document, options: Mapping[str, int]) -> None:
    """Put the options where they belong; a plain file needs all of them."""
    known = game.plain.options if game.plain else ()
    if unknown := options.keys() - {option.name for option in known}:
        raise RequestError(f"--{min(unknown)} does not go with {game.name}")
    missing = [f"--{option.name} N" for option in known if option.name not in options]
    if game.plain and document.root is None and missing:
        needed = " and ".join(missing)
        raise RequestError(f"{document.source.name} is {game.plain.meaning}: it needs {needed}")
    for option in known:
        if option.name in options:
            _put(document.content, option.path, options[option.name])


def _put(content: dict[str, Any], path: Sequence[str], value: int) -> None:
    """Put a value where the path leads, making sections that are missing, breaking none."""
    *sections, key = path
    holder: Any = content
    for section in sections:
        holder = holder.setdefault(section, {}) if isinstance(holder, dict) else None
    if isinstance(holder, dict):
        holder[key] = value


def _read_yaml(source: Source, named: AnyGame | None) -> tuple[AnyGame, Document]:
    document = parse(source)
    games = all_games()
    if "game" not in document.content and named:
        document.content["game"] = named.name
    if "game" not in document.content:
        raise document.error(f"`game` is missing: expected {one_of(games)}")
    name = document.content["game"]
    if not isinstance(name, str) or name not in games:
        raise document.error(
            f"`game`: expected {one_of(games)}, found {found(name)}{did_you_mean(name, games)}",
            ["game"],
        )
    if named and named.name != name:
        raise document.error(f"`game`: this file is for {name}, not {named.name}", ["game"])
    return games[name], document


def validate(document: Document, scenario_type: type[Scenario]) -> Scenario:
    """Return the document as a scenario, or raise its first error, with its place."""
    try:
        return scenario_type.model_validate(document.content)
    except pydantic.ValidationError as error:
        details = _without_echoes(error.errors(include_url=False))
        first = min(details, key=lambda detail: document.position(_path(detail)))
        raise _input_error(document, scenario_type, first) from None


def _without_echoes(details: list[ErrorDetails]) -> list[ErrorDetails]:
    """Leave out what only follows from another error.

    A list counts as too short when items of it are wrong, and a key that is misspelt is unknown
    as well as missing.
    """
    echoes = {"too_short"}
    if any(detail["type"] == "extra_forbidden" for detail in details):
        echoes.add("missing")
    return [each for each in details if each["type"] not in echoes or not each["input"]] or details


def _path(detail: ErrorDetails) -> list[str | int]:
    return [*detail["loc"], *detail.get("ctx", {}).get("at", ())]


def _input_error(
    document: Document, scenario_type: type[Scenario], detail: ErrorDetails
) -> InputError:
    context = detail.get("ctx", {})
    path = _path(detail)
    name = _dotted(path)
    kind = detail["type"]
    if kind == "missing":
        meaning = _fields_beside(scenario_type, path)[str(path[-1])].description
        return document.error(f"{name} is missing: expected {_uncapitalised(meaning)}", path[:-1])
    if kind == "extra_forbidden":
        keys = _fields_beside(scenario_type, path)
        message = f"{name} is not known here: expected {one_of(keys)}{did_you_mean(path[-1], keys)}"
        return document.error(message, path, at_key=True)
    if kind == "expectation":
        return document.error(f"{name}: {context['message']}" if path else context["message"], path)
    expected = _EXPECTED.get(kind, detail["msg"]).format(**context)
    value = detail["input"]
    quoted = "the text " if isinstance(value, str) and value.isdecimal() else ""
    return document.error(f"{name}: expected {expected}, found {quoted}{found(value)}", path)


def _fields_beside(section: type[BaseModel], path: Sequence[str | int]) -> dict[str, FieldInfo]:
    """Return the fields of the section that the last step of the path is in."""
    for step in path[:-1]:
        if isinstance(step, str):
            annotation = section.model_fields[step].annotation
            section = next(each for each in (annotation, *get_args(annotation)) if _is_model(each))
    return section.model_fields


def _is_model(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _uncapitalised(meaning: str | None) -> str:
    text = (meaning or "a value").rstrip(".")
    return text[0].lower() + text[1:]


_EXPECTED = {
    "int_type": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
    "literal_error": "{expected}",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "too_short": "a list of at least {min_length}",
    "too_long": "at most {max_length} items",
    "string_too_long": "at most {max_length} characters",
}


def _dotted(path: Sequence[str | int]) -> str:
    text = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path)
    return f"`{text.lstrip('.')}`"


def found(value: object) -> str:
    """Return a short text of a value found where another was expected."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, tuple | list):
        return "a list" if value else "an empty list"
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    text = f"`{value}`"
    return text if len(text) <= 60 else f"{text[:58]}…`"


def one_of(names: Sequence[str] | Mapping[str, object]) -> str:
    """Return the names as a choice: `a`, `b` or `c`."""
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def did_you_mean(value: object, names: Sequence[str] | Mapping[str, object]) -> str:
    """Return a suggestion, with the punctuation before it, when a name comes close; or nothing."""
    close = difflib.get_close_matches(str(value), list(names), n=1)
    return f" (did you mean `{close[0]}`?)" if close else ""
