"""How Squirrel War looks: squirrels with a sign."""

from __future__ import annotations

from toadstone.view.looks import eye, mirror, read_looks
from toadstone.view.svg import Markup, circle, group, path


def _squirrel(side: str, *sign: str) -> Markup:
    """Return a squirrel that sits upright and looks to the right, a sign on its belly."""
    return group(
        path(
            "M-3 14C-14 16-19 8-16 0C-20-7-16-17-9-16C-3-15-3-8-7-7C-4-3-4 3-3 8Z",
            side,
        ),
        path("M-8-12C-13-12-14-6-11-2C-13 4-11 9-7 11", f"{side}line"),
        path(
            "M-4 14C-8 7-6 0 0-4C-1-9 2-13 5-13.5L5.5-18.5L9.5-13.5C13-12 16-9 17-6"
            "C16-3 13-2 10-2C11 1 15 1 16 4C15 6 13 6 11.5 5.5C13 9 13 12 15 14Z",
            side,
        ),
        *sign,
        eye(9.5, -8.6, 2.4, 0.5),
    )


LOOKS = read_looks(
    __package__,
    {
        "squirrel-x": _squirrel("one", path("M-1.5 2.5L6 10M6 2.5L-1.5 10", "xsign")),
        "squirrel-o": mirror(_squirrel("two", circle(2.5, 6.5, 4, "osign"))),
    },
)
