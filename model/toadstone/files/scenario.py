"""Read a document as a validated scenario of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar, Self, TypeVar, cast, get_args, get_origin

import pydantic
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from toadstone.core import __version__
from toadstone.core.errors import DisagreementError, InputError, RequestError
from toadstone.core.question import Question, Sense
from toadstone.core.shown import html_of
from toadstone.files.messages import did_you_mean, one_of, quote
from toadstone.files.source import LONGEST_TITLE, Document


class Section(BaseModel):
    """A part of a scenario file. Unknown keys are errors, and values are never converted."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", validate_default=False, defer_build=True
    )

    def __hash__(self) -> int:
        values = (getattr(self, name) for name in type(self).model_fields)
        plain = (frozenset(v.items()) if isinstance(v, Mapping) else v for v in values)
        return hash((type(self), *plain))

    def _keys_used(self, fields: Mapping[str, FieldInfo]) -> Iterator[str]:
        """Yield the keys of some fields whose values are not their defaults, dots between them."""
        for name, declared in fields.items():
            value = getattr(self, name)
            sections = value if isinstance(value, tuple) else (value,)
            if value and all(isinstance(each, Section) for each in sections):
                for each in sections:
                    yield from (f"{name}.{key}" for key in each._keys_used(type(each).model_fields))
            elif declared.is_required() or value != declared.get_default():
                yield name


ASK = "A question, or a list of them, the most important first."
"""The meaning of `ask`; a game with one natural question declares `ask` again, with a default."""

_FRONT = "or `{pareto: [..]}` with two or three, for every best compromise between them."


def _ask_schema(schema: dict[str, Any], scenario_type: type[Scenario]) -> None:
    """Let `ask` be one of the game's questions, a list of them, or a front."""
    questions = scenario_type.questions
    names = _names_schema(questions)
    about_plans = [question.name for question in questions if question.sense is not Sense.POSITION]
    several = {"type": "array", "minItems": 1, "uniqueItems": True}
    forms: list[dict[str, Any]] = [names]
    if about_plans:
        forms.append(several | {"items": {"enum": about_plans}})
    if len(about_plans) < len(questions):
        forms.append(several | {"items": names, "maxItems": 1})
    if traded := names_in_fronts(questions):
        front = Pareto.model_json_schema()
        front["properties"]["pareto"] |= {
            "items": {"enum": traded},
            "minItems": 2,
            "maxItems": 3,
            "uniqueItems": True,
        }
        forms.append(front)
    description = f"{ASK.rstrip('.')}; {_FRONT}" if traded else ASK
    stated = {key: value for key, value in schema["properties"]["ask"].items() if key == "default"}
    schema["properties"]["ask"] = {"anyOf": forms, "description": description, **stated}
    scenario_type.refine_schema(schema)


def _names_schema(questions: Sequence[Question]) -> dict[str, Any]:
    """Return the schema of one question: its name, with what is stated behind `=`."""
    names = {"enum": [question.name for question in questions if not question.argument]}
    stated = [question.name for question in questions if question.argument]
    text = {"type": "string", "pattern": f"^({'|'.join(stated)})=.+"}
    return {"anyOf": [names, text]} if stated else names


class Pareto(Section):
    """Two or three questions to trade off against each other."""

    pareto: tuple[str, ...] = Field(
        description="Two or three questions, for every best compromise between them."
    )


_QUESTION_NAMES = TypeAdapter[tuple[str, ...]](
    Annotated[tuple[str, ...], Field(min_length=1)],
    config=ConfigDict(strict=True, defer_build=True),
)


class Scenario(Section):
    """The base of all scenarios: the game, a title, and the questions."""

    model_config = ConfigDict(json_schema_extra=_ask_schema)

    questions: ClassVar[tuple[Question, ...]] = ()

    game: str = Field(description="The name of the game.")
    title: str = Field("", max_length=LONGEST_TITLE, description="What to call the scenario.")
    ask: tuple[str, ...] | Pareto = Field(description=ASK)

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The files that the scenario was read from, those that it includes too; or none."""
        return ()

    @cached_property
    def is_plain(self) -> bool:
        """Whether it was read from a file in a plain format of its game."""
        return False

    @classmethod
    def changing(cls, scenario: Scenario, **parts: object) -> Self:
        """Return a scenario with other parts; its files stay, and what is cached is made anew."""
        changed = cls.model_construct(**(dict(scenario) | parts))
        vars(changed).update(files=scenario.files, is_plain=scenario.is_plain)
        return cast(Self, changed)

    @classmethod
    def refine_schema(cls, schema: dict[str, Any]) -> None:
        """Add to the JSON Schema what a game requires beyond single fields."""

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
            raise expectation(f"expected a question or a list of questions, found {quote(value)}")
        return _QUESTION_NAMES.validate_python((value,) if isinstance(value, str) else value)

    @field_validator("ask")
    @classmethod
    def _known_questions(cls, ask: tuple[str, ...] | Pareto) -> tuple[str, ...] | Pareto:
        try:
            find_questions(cls.questions, ask)
        except RequestError as error:
            place = ["pareto"] if isinstance(ask, Pareto) else []
            raise expectation(str(error), *place) from None
        return ask

    def __repr__(self) -> str:
        asked = ", ".join(map(str, self.asked()))
        return f"<Scenario {self.game} {self.title!r}: {asked}>"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        """Return the start, for a notebook."""
        return html_of(self)

    def keys_used(self) -> frozenset[str]:
        """Return the keys of the game whose values are not their defaults: `require.max_moves`.

        Keys that have no default count as used; those that every game has do not.
        """
        fields = type(self).model_fields.items()
        own = {name: each for name, each in fields if name not in Scenario.model_fields}
        return frozenset(self._keys_used(own))

    @property
    def json_head(self) -> dict[str, str]:
        """The keys with which the JSON of every result begins."""
        return {"toadstone": __version__, "game": self.game, "title": self.title}

    @property
    def json_content(self) -> dict[str, Any]:
        """What a file of the scenario holds, as plain values, without what is a default."""
        stated = self.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
        return {"game": self.game, **stated}

    def asked(self) -> tuple[Question, ...]:
        """Return the questions of `ask`, most important first; for a front, in its order."""
        return find_questions(self.questions, self.ask)


FRONT = "pareto:"
"""Before the names of questions that are to be traded off."""


def named_questions(texts: Sequence[str]) -> tuple[str, ...] | Pareto:
    """Return what texts ask, as `Scenario.ask` has it.

    The names have commas between them, those within braces apart; `pareto:` before the first trades
    them off.
    """
    stated = ",".join(texts)
    names, depth = [""], 0
    for letter in stated.removeprefix(FRONT):
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            names.append("")
        else:
            names[-1] += letter
    asked = tuple(name.strip() for name in names)
    return Pareto(pareto=asked) if stated.startswith(FRONT) else asked


def find_questions(
    known: tuple[Question, ...], ask: tuple[str, ...] | Pareto
) -> tuple[Question, ...]:
    """Return the questions that are asked, in order.

    Raises:
        RequestError: a name is unknown, stands twice, or stands after others and may not; or the
            questions of a front are not two or three that can be traded off.
    """
    if isinstance(ask, Pareto):
        _expect_tradable(known, ask.pareto)
    texts = ask.pareto if isinstance(ask, Pareto) else ask
    questions = tuple(_find_question(known, text) for text in texts)
    names = [question.name for question in questions]
    if len(set(names)) < len(names):
        raise RequestError("expected each question once")
    figures = [question.figure for question in questions if question.figure]
    if len(set(figures)) < len(figures):
        asked = ", ".join(names)
        raise RequestError(f"expected questions about different figures, found {asked}")
    for name, question in zip(names, questions, strict=True):
        if question.sense is Sense.POSITION and len(questions) > 1:
            raise RequestError(f"expected `{name}` alone: it is about the position, not a plan")
        if question.changes_scenario and question is not questions[0]:
            raise RequestError(f"expected `{name}` first: the other questions depend on it")
    if isinstance(ask, Pareto) and not 2 <= len(questions) <= 3:
        raise RequestError(f"expected two or three questions for a front, found {len(questions)}")
    return questions


def _find_question(known: tuple[Question, ...], text: str) -> Question:
    """Return the question of a text such as `winner` or `compare-with=1`."""
    by_name = {question.name: question for question in known}
    name, sign, stated = text.partition("=")
    if name not in by_name or (sign and by_name[name].argument is None):
        forms = [question.form for question in known]
        raise RequestError(
            f"expected {one_of(forms)}, found {quote(text)}{did_you_mean(text, by_name)}"
        )
    question = by_name[name]
    if question.argument is None:
        return question
    if not stated.strip():
        raise RequestError(f"expected `{question.form}`, found {quote(text)}")
    try:
        return question.with_stated(stated.strip())
    except InputError as error:
        raise RequestError(f"{name}: {error}") from None


def names_in_fronts(known: Sequence[Question]) -> list[str]:
    """Return the names of the questions that a front may include; none without two figures.

    Each of them has a figure and changes no value.
    """
    tradable = [each for each in known if each.figure is not None and not each.changes_scenario]
    figures = {each.figure for each in tradable}
    return [each.name for each in tradable] if len(figures) > 1 else []


def _expect_tradable(known: Sequence[Question], names: Sequence[str]) -> None:
    """Raise RequestError where a game has no fronts, or one of its questions cannot be in one."""
    fitting = names_in_fronts(known)
    if not fitting:
        raise RequestError("expected a question: this game has no two figures to trade off")
    others = {each.name: each for each in known if each.name not in fitting}
    for name in names:
        if name in others:
            reason = "changes the scenario" if others[name].changes_scenario else "has no figure"
            wanted = f"expected {one_of(fitting)}"
            raise RequestError(f"{wanted}: `{name}` {reason}, so it cannot be in a front")


Checked = TypeVar("Checked", bound=BaseModel)

_MOST_PROBLEMS = 10
"""If a file has more, the error says so."""


def expectation(message: str, *inner_path: str | int) -> PydanticCustomError:
    """Return what a validator raises: the message as it is, at a path below the field."""
    escaped = message.replace("{", "{{").replace("}", "}}")
    return PydanticCustomError("expectation", "{message}", {"message": escaped, "at": inner_path})


def validate(document: Document, scenario_type: type[Checked]) -> Checked:
    """Return the document as a scenario or the like; raise its first error, with its place.

    Raises:
        DisagreementError: a value that the document states was lost or changed on the way.
    """
    try:
        read = scenario_type.model_validate(document.content)
    except pydantic.ValidationError as error:
        details = error.errors(include_url=False)
        # a list is too short if items of it are wrong; a misspelt key is unknown and missing
        is_misspelt = any(detail["type"] == "extra_forbidden" for detail in details)
        echoes = {"too_short", "missing"} if is_misspelt else {"too_short"}
        own = [each for each in details if each["type"] not in echoes or not each["input"]]
        first = min(own or details, key=lambda detail: document.position(_path(detail)))
        found = _input_error(document, scenario_type, first)
        if len(own) > _MOST_PROBLEMS:
            found.add_note(f"There are more than {_MOST_PROBLEMS} problems; this is the first.")
        raise found from None
    _expect_kept("the document", document.content, read)
    return read


def _expect_kept(name: str, written: object, read: object) -> None:
    """Compare what was read with what is written, where both have the same form."""
    if isinstance(written, Mapping) and isinstance(read, BaseModel):
        for key, value in written.items():
            _expect_kept(key, value, getattr(read, key, None))
    elif isinstance(written, tuple) and isinstance(read, tuple | list):
        if len(written) != len(read):
            raise DisagreementError(f"{name}: {len(written)} items are written, {len(read)} read")
        for one, other in zip(written, read, strict=True) if written != read else ():
            _expect_kept(name, one, other)
    else:  # a value may be read as another type
        same_type = type(written) is type(read) and isinstance(written, str | int)
        if (read is None) != (written is None) or (same_type and written != read):
            raise DisagreementError(f"{name}: {written} is written, {read} read")


def _path(detail: ErrorDetails) -> list[str | int]:
    return [*detail["loc"], *detail.get("ctx", {}).get("at", ())]


def _input_error(
    document: Document, scenario_type: type[BaseModel], detail: ErrorDetails
) -> InputError:
    context = detail.get("ctx", {})
    path = _path(detail)
    steps = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path)
    name = f"`{steps.lstrip('.')}`"
    kind = detail["type"]
    if kind == "missing":
        declared = _fields_beside(scenario_type, path)[str(path[-1])].description
        meaning = (declared or "a value").rstrip(".")
        expected = f"{meaning[0].lower()}{meaning[1:]}"
        missing = document.error(f"{name} is missing: expected {expected}", path[:-1])
        if path == ["ask"] and issubclass(scenario_type, Scenario):
            width = max(len(question.name) for question in scenario_type.questions)
            for question in scenario_type.questions:
                missing.add_note(f"  {question.name:<{width}}  {question.meaning}")
        return missing
    if kind == "extra_forbidden":
        keys = _fields_beside(scenario_type, path)
        message = f"{name} is not known here: expected {one_of(keys)}{did_you_mean(path[-1], keys)}"
        return document.error(message, path, at_key=True)
    if kind in {"value_error", "expectation"}:
        said = str(context.get("error") or context["message"])
        return document.error(f"{name}: {said}" if path else said, path)
    others = detail["msg"].removeprefix("Input should be ")
    expected = _EXPECTED.get(kind, others).format(**context)
    if kind == "literal_error":
        expected = expected.replace("'", "`")
    value = detail["input"]
    text = "the text " if isinstance(value, str) and value.isdecimal() else ""
    return document.error(f"{name}: expected {expected}, found {text}{quote(value)}", path)


def _fields_beside(section: type[BaseModel], path: Sequence[str | int]) -> dict[str, FieldInfo]:
    for step in path[:-1]:
        if isinstance(step, str):
            section = _section_in(section.model_fields[step].annotation) or section
    return section.model_fields


def _section_in(annotation: object) -> type[BaseModel] | None:
    """Return the section that a field holds, by itself or in a list; None if it holds none."""
    kinds = (annotation, *get_args(annotation))
    found = (each for each in kinds if isinstance(each, type) and issubclass(each, BaseModel))
    return next(found, None)


def expect_key(scenario_type: type[Scenario], key: str) -> None:
    """Raise RequestError where scenario files of this type have no such key, such as `toad.hp`."""
    section: type[BaseModel] | None = scenario_type
    steps = key.split(".")
    for depth, step in enumerate(steps):
        if section is None:
            raise RequestError(f"`{'.'.join(steps[:depth])}` has no keys: found `{key}`")
        fields = section.model_fields
        if step not in fields:
            within = f" in `{'.'.join(steps[:depth])}`" if depth else ""
            known = f"expected {one_of(fields)}{within}"
            raise RequestError(f"{known}, found {quote(step)}{did_you_mean(step, fields)}")
        annotation = fields[step].annotation
        if dict in (annotation, get_origin(annotation)):
            return  # its keys are free
        section = _section_in(annotation)


_EXPECTED = {
    "int_type": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
    "literal_error": "{expected}",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "too_short": "a list of at least {min_length}",
    "too_long": "at most {max_length} items",
    "string_too_long": "at most {max_length} characters",
    "string_too_short": "at least {min_length} characters",
    "string_pattern_mismatch": "a text of the form {pattern}",
}
