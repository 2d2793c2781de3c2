"""How Ugly Duck looks: ducks, swans, and the way they go."""

from __future__ import annotations

from toadstone.view.looks import Looks, eye, mirror
from toadstone.view.svg import Markup, group, path


def _duck(side: str) -> Markup:
    return group(
        path(
            "M-16-1C-13 0-10 1-6 0C-1-1 1-3 1-6C0-13 10-15 12-8L17-6C17-4 14-3 11-3.5"
            "C10-1 13 1 13 5C13 11 6 13-2 13C-12 13-16 7-16-1Z",
            side,
        ),
        path("M-8 4C-4 9 3 9 6 4", f"{side}line"),
        eye(6.6, -7.8, 2.5, 0.5),
    )


def _swan(side: str) -> Markup:
    """Return a swan that swims to the right, a crown on its head."""
    return group(
        path(
            "M-17-1C-12-1-7-4-2-3C2-2 5 1 6 1C10-2 3-5 4-10C5-15 12-15 13-10L17-7.5"
            "C16-6 13-6 11.5-7C9-5 13-1 12 5C11 11 5 14-3 14C-12 14-17 7-17-1Z",
            side,
        ),
        path("M-11 3C-6 8 0 7 3 4M-8 7C-5 10 0 10 3 8", f"{side}line"),
        path("M4.5-14.5L4-19.5L7-17L8.8-20L10.6-17L13.5-19.5L12.8-14.5Z", f"{side}ink"),
        eye(8.6, -10.4, 2.3, 0.5),
    )


def _way(side: str, *, down: bool) -> Markup:
    """Return a wedge that shows which way a piece goes."""
    sign = 1 if down else -1
    return path(f"M-5 {-2.5 * sign}L5 {-2.5 * sign}L0 {3.5 * sign}Z", f"{side}ink")


LOOKS = Looks(
    symbols={
        "green-duck": _duck("one"),
        "green-swan": _swan("one"),
        "blue-duck": mirror(_duck("blue")),
        "blue-swan": mirror(_swan("blue")),
        "green-down": _way("one", down=True),
        "green-up": _way("one", down=False),
        "blue-down": _way("blue", down=True),
        "blue-up": _way("blue", down=False),
    },
)
