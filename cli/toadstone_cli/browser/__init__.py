"""`toadstone play` in the browser: a server on this computer alone, and its page."""

from __future__ import annotations

import os
import sys
import webbrowser


def has_browser() -> bool:
    """Return whether a page can be opened in a window beside this terminal."""
    if sys.platform.startswith("linux") and "BROWSER" not in os.environ:
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
