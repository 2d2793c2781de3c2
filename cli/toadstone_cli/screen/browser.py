"""The program in a browser: served on this computer alone, until Ctrl-C."""

from __future__ import annotations

import os
import shlex
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from aiohttp import web
from textual_serve.server import Server

from toadstone.core.errors import RequestError
from toadstone_cli.output import write

HOST = "127.0.0.1"
USUAL_PORT = 8000


class PlayServer(Server):
    """Serves the program to pages of its own address only.

    Any site that is open in the browser could otherwise connect to it, and write files with it.

    Args:
        command: what to run for each page.
        port: the port that the server listens on.
    """

    def __init__(self, command: str, port: int) -> None:
        templates = Path(__file__).parent / "page"
        super().__init__(command, HOST, port, "Toadstone", templates_path=templates)

    async def on_startup(self, app: web.Application) -> None:
        """Print the address."""
        write(f"Toadstone is at {self.public_url} (Ctrl-C stops it)\n")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Connect a page with a program of its own; refuse pages of other sites."""
        if request.headers.get("Origin") != self.public_url:
            raise web.HTTPForbidden(text="this page is not Toadstone's")
        return await super().handle_websocket(request)


def serve(arguments: Sequence[str], port: int | None) -> None:
    """Serve `toadstone play` with some arguments until it is interrupted.

    Args:
        arguments: what follows `play`.
        port: the port; None for 8000, or any that is free.

    Raises:
        KeyboardInterrupt: it was interrupted, after it has stopped.
        RequestError: the port is not free.
    """
    command = shlex.join([sys.executable, "-P", "-m", "toadstone_cli", "play", *arguments])
    with _listening(port) as listening:
        server = PlayServer(command, listening.getsockname()[1])
        web.run_app(
            server._make_app(),
            sock=listening,
            handle_signals=False,
            print=None,
            access_log=None,
        )
    raise KeyboardInterrupt


def _listening(port: int | None) -> socket.socket:
    """Return a socket that listens on this computer alone."""
    for each in [port] if port is not None else [USUAL_PORT, 0]:
        try:
            return socket.create_server((HOST, each))
        except OSError as error:
            reason = os.strerror(error.errno or 0)
    raise RequestError(f"--port: cannot listen on {HOST}:{port}: {reason}")
