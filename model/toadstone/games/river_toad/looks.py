"""How River Toad looks: the toad, snakes, flies, hearts, water and banks."""

from __future__ import annotations

from toadstone.view.looks import dots, eye, read_looks
from toadstone.view.svg import Markup, group, path


def _heart(class_: str) -> Markup:
    return path("M0 6C-6 2-7-1-7-3C-7-7-2-7.5 0-4C2-7.5 7-7 7-3C7-1 6 2 0 6Z", class_)


_SNAKE_BODY = "M2-15C-7-15-8-10-1-8C8-6 9-1 1 1C-6 3-7 6-2 8.5"

LOOKS = read_looks(
    __package__,
    {
        "mr-toad": group(  # from the front, with a bow tie
            path("M-8 12C-14 10-19 13-17 16H-6ZM8 12C14 10 19 13 17 16H6Z", "toad"),
            path(
                "M-14 7C-17-2-13-8-10.5-9C-11.5-15-3-16-2-10.5H2C3-16 11.5-15 10.5-9"
                "C13-8 17-2 14 7C12 15 6 16.5 0 16.5C-6 16.5-12 15-14 7Z",
                "toad",
            ),
            path("M-7.5 9C-5 7 5 7 7.5 9C7 14 4 15.5 0 15.5C-4 15.5-7 14-7.5 9Z", "belly"),
            path("M-9.5-2C-5 3.5 5 3.5 9.5-2", "toadline"),
            path("M0 7L-5.5 4V10ZM0 7L5.5 4V10Z", "heart"),
            dots("toadink", (-9, 1, 1.3), (9.5, 0.5, 1.3), (-10.5, 5, 1.1), (11, 4.5, 1.1)),
            dots("toadink", (0, -5, 1.1)),
            eye(-6.3, -10.5, 3.1, 0.4),
            eye(6.3, -10.5, 3.1, -0.4),
        ),
        "snake": group(  # it comes down, its tongue out
            path("M0 13V17.5M0 16L-2 18.5M0 16L2 18.5", "snakeline"),
            path(_SNAKE_BODY, "snakeedge"),
            path(_SNAKE_BODY, "snake"),
            path("M-5.5 8C-6 13-2.5 15 0 15C2.5 15 6 13 5.5 8C4 4.5-4 4.5-5.5 8Z", "snakehead"),
            dots("eye", (-2.4, 10, 1.5), (2.4, 10, 1.5)),
            dots("pupil", (-2.4, 10.4, 0.8), (2.4, 10.4, 0.8)),
        ),
        "fly": group(
            path("M-6 5L-9 8M-6 1L-10 2M6 5L9 8M6 1L10 2", "flyline"),
            path("M-2-2C-8-12-15-9-13-4C-11 0-5 1-2 0ZM2-2C8-12 15-9 13-4C11 0 5 1 2 0Z", "wing"),
            path("M0-7C4-7 5-2 5 2C5 7 2.5 11 0 11C-2.5 11-5 7-5 2C-5-2-4-7 0-7Z", "fly"),
            dots("heart", (-2.6, -6.4, 2.4), (2.6, -6.4, 2.4)),
        ),
        "heart": _heart("heart"),
        "heart-lost": _heart("lost"),
        "heart-gained": _heart("gained"),
    },
)
