"""The page of play, served in a thread of the tests, and chromium where there is one."""

import threading
import time
from dataclasses import dataclass

import pytest
import uvicorn

from toadstone.core.budget import Limits
from toadstone_cli.browser.server import application, open_socket, tables

TOKEN = "the-token-of-the-tests"


@dataclass(frozen=True)
class Served:
    """A server: its port, and what it is asked for."""

    port: int

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self):
        return f"{self.origin}/?token={TOKEN}"

    @property
    def game(self):
        return f"ws://127.0.0.1:{self.port}/game?token={TOKEN}"


@pytest.fixture(scope="session")
def served():
    """A server whose tabs begin with a choice of games."""

    with open_socket(None) as listening:
        port = listening.getsockname()[1]
        config = uvicorn.Config(
            application(tables(None, Limits(20.0)), port, TOKEN),
            log_level="error",
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield Served(port)
        server.should_exit = True
        thread.join()


@pytest.fixture
def open_page(chromium, served):
    """Open pages; whatever they write to their console as an error fails the test."""
    opened, errors = [], []

    def open_one(width=1280, height=800, **options):
        still = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"}
        context = chromium.new_context(**still, **options)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: said.type == "error" and errors.append(said.text))
        page.on("request", lambda asked: served.origin in asked.url or errors.append(asked.url))
        page.goto(served.address)
        opened.append(context)
        return page

    yield open_one
    for context in opened:
        context.close()
    assert not [each for each in errors if not each.startswith(("blob:", "data:"))]
