"""`toadstone play` in the browser: from the options to the server, until Ctrl-C."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toadstone.play.session import Session
from toadstone_cli.browser.server import serve
from toadstone_cli.browser.tab import play_tab

if TYPE_CHECKING:
    from toadstone.core.budget import Limits


def play_in_browser(session: Session | None, limits: Limits, port: int | None) -> None:
    """Serve the page until Ctrl-C or SIGTERM; each tab plays a game of its own.

    Args:
        session: the game to begin with; None for a choice of games.
        limits: the engine's time for one answer, its threads, and the seed.
        port: the port; None for 8000, or any that is free.

    Raises:
        KeyboardInterrupt: Ctrl-C ended it.
        RequestError: the port is not free.
    """
    saved = None if session is None else session.to_json()

    def first() -> Session | None:
        return None if saved is None else Session.from_json(saved)

    async def play(socket: Any) -> None:
        await play_tab(socket, first, limits)

    serve(play, port)
