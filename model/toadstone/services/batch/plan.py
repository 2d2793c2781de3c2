"""What a batch is to do, with everything refused beforehand that no file could make right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from toadstone.core.errors import RequestError
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.parts import ENGINES
from toadstone.files.formats import SCENARIO
from toadstone.files.messages import did_you_mean, one_of, quoted
from toadstone.files.scenario import expect_key, named_questions
from toadstone.files.source import decode
from toadstone.game import all_games, find_game
from toadstone.loading import read_document
from toadstone.services.batch.cluster import Cluster
from toadstone.services.batch.crew import Crew
from toadstone.services.batch.grid import grid
from toadstone.services.batch.inputs import Found
from toadstone.services.batch.processes import Processes, usual_workers
from toadstone.services.batch.run import Item
from toadstone.services.batch.work import Request


def items_of(
    files: Found, request: Request, values: Mapping[str, Sequence[Any]] | None = None
) -> list[Item]:
    """Return the work: every file, or one file under every combination of settings.

    Args:
        files: the files.
        request: what is asked of each.
        values: the values of each key of a grid; without one, the files as they are.

    Raises:
        InputError: the scenario of a grid cannot be used at all.
        RequestError: there is more than one file for a grid, or a key that no scenario has.
    """
    if not values:
        return [Item(each) for each in files.inputs]
    if len(files.inputs) != 1:
        raise RequestError(f"settings go with one scenario, found {len(files.inputs)} files")
    (file,) = files.inputs
    source = decode(file.source_name, file.read(), Path(file.folder))
    game, _ = read_document(source, request.game, request.options)
    for key in values:
        expect_key(game.get(SCENARIO), key)
    return [Item(file, settings) for settings in grid(values)]


def expect_known(request: Request) -> None:
    """Refuse a request that names what no game has.

    Raises:
        RequestError: no game has such a name, question or method.
    """
    games = [find_game(request.game)] if request.game else list(all_games().values())
    known = list(dict.fromkeys(each.name for game in games for each in game.questions))
    for name in named_questions(request.ask)[1] if request.ask else ():
        if name.partition("=")[0] not in known:
            _refuse("question", name, known)
    if request.method is not None:
        methods = list(dict.fromkeys(_methods()))
        if request.method not in methods:
            _refuse("method", request.method, methods)


def _methods() -> Iterator[str]:
    from toadstone.engines.adversarial.engine import POSITION_SEARCHES
    from toadstone.engines.search.engine import SEARCHES

    own = (each for game in all_games().values() for each in game.find(ENGINES) or ())
    yield from (each.name for each in (CP_SAT, *SEARCHES, *POSITION_SEARCHES, *own))


def _refuse(kind: str, name: str, known: Sequence[str]) -> None:
    guess = did_you_mean(name, known)
    raise RequestError(f"{kind}: expected {one_of(known)}, found {quoted(name)}{guess}")


def crew_of(workers: int | None = None, dask: str | None = None) -> Crew:
    """Return who does the work: processes here, or the workers of a Dask cluster."""
    count = workers or usual_workers()
    return Processes(count) if dask is None else Cluster(dask, count)
