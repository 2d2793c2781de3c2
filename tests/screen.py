"""The full-screen program in tests: games on it, an engine in a thread, and what is drawn."""

import asyncio
import inspect
import json
import re
import time
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import LimitReachedError
from toadstone.engines.instance import make_instance
from toadstone.files.source import Source
from toadstone.game import find_game
from toadstone.loading import named_source, read_scenario
from toadstone.play.adviser import to_go_on_with
from toadstone.play.players import assign_players
from toadstone.play.tasks import Desk
from toadstone_cli.screen.app import PlayApp
from toadstone_cli.screen.board_view import BoardDrawing
from toadstone_cli.screen.played_game import PlayedGame
from toadstone_cli.screen.settings import PlaySettings


class ThreadedAssistant:
    """The engine in threads of this process; each answer may be late by some seconds."""

    def __init__(self, instance, delay=0.0):
        self.desk = Desk(instance)
        self.delay = delay
        self.asked = []
        self.closed = False

    def ask(self, task, told=None):
        future = Future()
        self.asked.append((task, future))
        Thread(target=self._do, args=(task, future), daemon=True).start()
        return future

    def _do(self, task, future):
        give_up = time.monotonic() + self.delay
        while time.monotonic() < give_up:
            if future.cancelled():
                return
            time.sleep(0.01)
        try:
            done = task.done_at(self.desk, Budget(Limits(task.seconds)))
        except LimitReachedError as error:
            if not future.cancelled():
                future.set_exception(error)
            return
        if not future.cancelled():
            future.set_result(done)

    def close(self):
        self.closed = True


def instance_of(scenario):
    """Return the instance of a scenario, of an example's name, or of a scenario's text."""
    if isinstance(scenario, str):
        return to_go_on_with(make_instance(*read_scenario(named_source(scenario))))
    return to_go_on_with(make_instance(find_game(scenario.game), scenario))


def named(game, **content):
    """Return a scenario with this content."""
    return read_scenario(Source("test", json.dumps({"game": game, **content}), Path()))[1]


def game_of(scenario, *wishes, moves=(), **options):
    """Return a game; without wishes, people play all sides."""
    instance = instance_of(scenario)
    chosen = assign_players(instance, wishes or ["person"])
    read = [instance.rules.read_move(move) for move in moves]
    return PlayedGame.begun(instance, chosen, read, **options)


@asynccontextmanager
async def on_screen(game, size=(80, 24), delay=0.0, seconds=10.0, **settings):
    """Return a block in which a game is on the screen; it gives the pilot."""
    assistants = []

    def assistant(instance):
        assistants.append(ThreadedAssistant(instance, delay))
        return assistants[-1]

    ascii_only = settings.pop("ascii_only", False)
    given = PlaySettings(seconds, ascii_only=ascii_only, assistant=assistant, **settings)
    app = PlayApp(game, given)
    app.assistants = assistants
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


def played(test):
    """Make a test of a coroutine."""

    def run(*arguments, **named):
        asyncio.run(test(*arguments, **named))

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    run.__signature__ = inspect.signature(test)
    return run


def board(pilot):
    """Return the board that is drawn, as text."""
    return pilot.app.screen.query_one(BoardDrawing).drawing.text.plain


def seen(pilot):
    """Return everything that is on the screen, as text."""
    return "\n".join("".join(segment.text for segment in line) for line in lines(pilot))


def lines(pilot):
    """Return what is on the screen, line by line, as it goes to the terminal."""
    width, height = pilot.app.size
    return [line.crop(0, width) for line in pilot.app.screen._compositor.render_strips()[:height]]


async def until(pilot, words, seconds=20.0):
    """Wait until words, or what a pattern matches, are on the screen."""
    pattern = re.compile(re.escape(words)) if isinstance(words, str) else words
    give_up = time.monotonic() + seconds
    while not pattern.search(seen(pilot)):
        assert time.monotonic() < give_up, f"{words!r} is not in\n{seen(pilot)}"
        await pilot.pause(0.02)


async def click(pilot, column, line):
    """Click a place of the board."""
    await pilot.click(BoardDrawing, offset=(column, line))


def place(pilot, row, column):
    """Return where a row's name and a column's name meet; without a row, in the first one."""
    head, *drawn = board(pilot).split("\n")
    across = re.search(rf"(?<!\d){column}(?!\d)", head).start()
    meant = [n for n, line in enumerate(drawn, 1) if row and line.startswith(row)]
    first = [n for n, line in enumerate(drawn, 1) if re.search("[A-Z_]", line)]
    return across, (meant or first)[0]
