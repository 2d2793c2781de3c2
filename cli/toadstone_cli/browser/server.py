"""The server of `toadstone play`: one page, one connection a tab, for this computer alone."""

from __future__ import annotations

import os
import secrets
import socket
import webbrowser
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

import toadstone.table
from toadstone.core.budget import Limits
from toadstone.core.errors import RequestError
from toadstone.play.session import Session
from toadstone.table.messages import AnyMessage
from toadstone.table.table import Table
from toadstone_cli.browser import has_browser
from toadstone_cli.browser.processes import ProcessRunner
from toadstone_cli.streams import tell, write

HOST = "127.0.0.1"
USUAL_PORT = 8000
PAGE = Path(toadstone.table.__file__).parent / "page"
FILES = {path.name: path for path in PAGE.iterdir() if path.suffix != ".html"}
LARGEST_MESSAGE = 2_000_000
"""Bytes of a message from a page: a scenario of 10,000 turns has some 100,000."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; manifest-src 'self'; "
    "connect-src 'self' ws://{HOST}:{port} ws://localhost:{port}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Lets the page run its own scripts only, and no other site show it."""

HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}

Play = Callable[[WebSocket], Coroutine[Any, Any, None]]
"""Plays one game with one tab until it closes."""


def tables(first: Session | None, limits: Limits) -> Play:
    """Return a function that gives each tab a table of its own; all share a few processes.

    Args:
        first: the game to begin with; None for a choice of games.
        limits: the time for one hint or move, threads and seed.
    """
    runner = ProcessRunner()

    async def play(page: WebSocket) -> None:
        async def send(message: AnyMessage) -> None:
            with suppress(RuntimeError, WebSocketDisconnect):  # it closed meanwhile
                await page.send_text(message.model_dump_json())

        table = Table(send, first, limits, runner, lambda why: tell(f"toadstone: error: {why}\n"))
        try:
            while (message := await page.receive())["type"] != "websocket.disconnect":
                await table.hear(message.get("text") or "")
        finally:
            await table.close()

    return play


def open_socket(port: int | None) -> socket.socket:
    """Return a socket that listens on this computer alone; without a port, on 8000 or a free one.

    Raises:
        RequestError: the port is not free.
    """
    for each in [USUAL_PORT, 0] if port is None else [port]:
        try:
            return socket.create_server((HOST, each))
        except OSError as error:
            reason = os.strerror(error.errno or 0)
    where = HOST if port is None else f"{HOST}:{port}"
    option = "" if port is None else "--port: "
    raise RequestError(f"{option}cannot listen on {where}: {reason}")


def serve(play: Play, port: int | None) -> None:
    """Serve the page until Ctrl-C or SIGTERM, and open it in a browser where there is one.

    Raises:
        KeyboardInterrupt: Ctrl-C ended it.
        RequestError: the port is not free.
    """
    with open_socket(port) as listening:
        port = listening.getsockname()[1]
        token = secrets.token_urlsafe(16)
        address = f"http://{HOST}:{port}/?token={token}"
        if site := os.environ.get("TOADSTONE_SITE"):
            address += f"&site={quote(site)}"
        config = uvicorn.Config(
            application(play, port, token),
            log_level="critical",
            lifespan="off",
            ws_max_size=LARGEST_MESSAGE,
            timeout_graceful_shutdown=1,  # seconds that open tabs have to close after Ctrl-C
            server_header=False,
        )
        write(f"Toadstone is at {address}\n")
        tell("Ctrl-C ends it.\n")
        if has_browser():
            with suppress(webbrowser.Error):
                webbrowser.open(address)
        uvicorn.Server(config).run(sockets=[listening])


def application(play: Play, port: int, token: str) -> ASGIApp:
    """Return the application: the page, its files, and `/game`, the connection of a tab."""

    async def page(request: Request) -> Response:
        if not _same(request.query_params.get("token", ""), token):
            return FileResponse(PAGE / "refused.html", 403)
        return FileResponse(PAGE / "index.html")

    async def file(request: Request) -> Response:
        path = FILES.get(request.path_params["name"])
        return FileResponse(path) if path else PlainTextResponse("There is no such page.", 404)

    async def game(socket: WebSocket) -> None:
        with suppress(WebSocketDisconnect):
            await socket.accept()
            await play(socket)

    routes = [Route("/", page), Route("/{name}", file), WebSocketRoute("/game", game)]
    return Guard(Starlette(routes=routes), port, token)


class Guard:
    """Refuses every request that does not come from this server's own page.

    Any site that is open in the browser can send requests to this computer. A foreign site cannot
    hide its Origin; one that made its own name point here cannot hide its Host; and neither knows
    the token.
    """

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app, self._token = app, token
        self._hosts = {f"{name}:{port}" for name in (HOST, "localhost")}
        headers = HEADERS | {"Content-Security-Policy": POLICY.format(HOST=HOST, port=port)}
        self._headers = [(name.lower().encode(), text.encode()) for name, text in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if (reason := self._why_refused(scope)) is not None:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": reason})
            else:
                await PlainTextResponse(reason, 403)(scope, receive, send)
            return

        async def send_guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers]
            await send(message)

        await self._app(scope, receive, send_guarded)

    def _why_refused(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if host not in self._hosts:
            return "This is not the address of Toadstone."
        is_game = scope["type"] == "websocket"
        if (origin is not None or is_game) and origin != f"http://{host}":
            return "This page is not Toadstone's."
        given = parse_qs(scope.get("query_string", b"").decode()).get("token", [""])[0]
        if is_game and not _same(given, self._token):
            return "The address lacks its token: use the one that Toadstone printed."
        return None


def _same(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(), token.encode())
