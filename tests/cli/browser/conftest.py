"""The page of play, served in a thread of the tests, and chromium where there is one."""

import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
import uvicorn

from toadstone.core.budget import Limits
from toadstone_cli.browser.server import application, open_socket, tables


@dataclass(frozen=True)
class Served:
    """A server: its port, and what it is asked for."""

    port: int
    token: str

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self):
        return f"{self.origin}/?token={self.token}"

    @property
    def game(self):
        return f"ws://127.0.0.1:{self.port}/game?token={self.token}"


@contextmanager
def serving(token, port=None):
    """Serve the page, with a choice of games at first, until the block ends."""
    with open_socket(port) as listening:
        port = listening.getsockname()[1]
        config = uvicorn.Config(
            application(tables(None, Limits(20.0)), port, token),
            log_level="error",
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield Served(port, token)
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="session")
def served():
    with serving("the-token-of-the-tests") as server:
        yield server


@pytest.fixture(name="serving")
def what_serves():
    return serving


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
