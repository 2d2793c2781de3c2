"""How the frog puzzle looks: frogs that face each other."""

from __future__ import annotations

from toadstone.view.looks import Looks, frog, mirror

LOOKS = Looks(
    symbols={
        "frog-left": mirror(frog("two")),
        "frog-right": frog("one"),
    },
)
