"""How Toads and Frogs looks: a broad toad beside the common frog that faces it."""

from __future__ import annotations

from toadstone.view.looks import Looks, dots, eye
from toadstone.view.svg import group, path

LOOKS = Looks(
    symbols={
        "toad": group(  # in profile, broad and warty
            path(
                "M-17 8C-18-2-10-9-1-9C1-14 8-15 10.5-11C16-10 18.5-5 17-2C15 1.5 10 2 8.5 4"
                "C9 8 10 10 13 11.5C14 13.5 12 14 8 13.5C5 13 4 11 3 9.5"
                "C0 12-3 13-5 13.5C-9 14.5-16 14-17 8Z",
                "one",
            ),
            path("M-14 10C-14 4-6 3-4 7.5C-3 10.5-6 13-9 12.5", "oneline"),
            path("M9-3.5C12-2.5 15-3 16.8-4.5", "oneline"),
            dots("oneink", (-9, -3, 1.7), (-4, -6, 1.5), (-3, -1, 1.8), (2.5, -4, 1.5)),
            dots("oneink", (-9.5, 3, 1.5)),
            eye(6.8, -10, 3),
        ),
    },
)
