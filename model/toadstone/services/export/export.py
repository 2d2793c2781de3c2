"""Scenarios written for other solvers as files, and what those solvers say of them, checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import RequestError
from toadstone.core.replay import Failure
from toadstone.engines.answer import Check, check_moves
from toadstone.engines.engine import OR_TOOLS, load_library
from toadstone.engines.instance import Instance
from toadstone.files.messages import did_you_mean, one_of, quote
from toadstone.files.source import Source
from toadstone.files.writing import expect_writable, make_folder, open_atomic
from toadstone.game import Game, all_games
from toadstone.services.export.parts import FORMATS, Files, Format

_MODEL_FORMATS = ("cp-sat", "mps", "lp")
"""The formats for the models of all games."""


def format_names(game: Game | None = None) -> list[str]:
    """Return the names of the formats of a game, or of all games; those of every game first."""
    games = all_games().values() if game is None else [game]
    own = {name for one in games for name in one.find(FORMATS) or ()}
    return [*_MODEL_FORMATS, *sorted(own)]


def format_named(instance: Instance, name: str) -> Format:
    """Return a format.

    Raises:
        RequestError: the game has no such format, or the format does not support what is asked.
    """
    game = instance.game
    if name in _MODEL_FORMATS:
        load_library(OR_TOOLS)
        from toadstone.services.export import models

        return models.FORMATS[name]
    names = format_names(game)
    if name in names:
        if (reason := instance.why_unsupported(FORMATS, name)) is not None:
            raise RequestError(reason)
        return game.get(FORMATS)[name]
    if name in format_names():
        raise RequestError(f"{game.name} has no model in {name}: expected {one_of(names)}")
    raise RequestError(f"expected {one_of(names)}, found {quote(name)}{did_you_mean(name, names)}")


def export_files(instance: Instance, name: str, budget: Budget = UNLIMITED) -> Files:
    """Return the files of an instance in a format, by their names.

    Raises:
        RequestError: there is no such format, or it cannot state the scenario or the questions.
        LimitReachedError: time is up.
    """
    return format_named(instance, name).write(instance, budget)


def expect_one_file(files: Files, name: str) -> None:
    """Raise RequestError where a format has made several files, which one stream cannot hold."""
    if len(files) > 1:
        names = one_of(sorted(files)).replace(" or ", " and ")
        raise RequestError(f"{name} makes {len(files)} files, {names}: type `-o FOLDER`")


def write_files(files: Files, path: str, read: Sequence[str] = ()) -> list[str]:
    """Write one file to a path, several into a folder, which is made; return what was written.

    Files that are `read` must not be replaced.

    Raises:
        InputError: a file or the folder cannot be written.
    """
    if len(files) == 1:
        targets = {path: next(iter(files.values()))}
    else:
        targets = {str(Path(path) / name): text for name, text in files.items()}
        make_folder(path)
    for target in targets:
        expect_writable(target, *read)
    for target, text in targets.items():
        with open_atomic(target) as file:
            file.write(text)
    return list(targets)


def check_solution(
    instance: Instance, name: str, source: Source, budget: Budget = UNLIMITED
) -> Check:
    """Replay the plan in another solver's output, and compare what that output states of it.

    Raises:
        InputError: there is no plan in the output; the error says where and why.
        RequestError: there is no such format, or it cannot state the scenario or the questions.
        LimitReachedError: time is up.
    """
    form = format_named(instance, name)
    try:
        claim = form.read(instance, source, budget)
    except (ValueError, OverflowError, RecursionError):
        # numbers too long to read, or lists too deep: no solver writes such
        raise source.error(f"expected what a solver says of a file in {name}") from None
    check = check_moves(instance.as_stated(claim.figures), claim.moves, budget)
    line = check.replay
    if line.failure:
        return check
    stated = [(f"{name} ", value, line.figures[name]) for name, value in claim.figures.items()]
    stated += [(f"{each} = ", value, each.value(line.figures)) for each, value in claim.objectives]
    for what, value, reached in stated:
        if value != reached:
            reason = f"its solver says {what}{value}, the plan has {reached}"
            failure = Failure(max(len(line.moves), 1), reason)
            return Check(check.instance, replace(line, failure=failure))
    return check
