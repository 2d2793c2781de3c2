"""What a certificate is about, and whether it proves its claim."""

from collections.abc import Callable
from typing import Any

from toadstone_checker import (
    frog_puzzle,
    river_toad,
    squirrel_war,
    toads_and_frogs,
    ugly_duck,
)
from toadstone_checker.certificate_file import Hear, expect, unheard

GAMES: dict[str, Callable[[Any, Hear], None]] = {
    module.KIND: module.check
    for module in (frog_puzzle, river_toad, squirrel_war, toads_and_frogs, ugly_duck)
}


def check(certificate: Any, hear: Hear = unheard) -> None:
    """Raise Invalid unless the certificate proves its claim, Unusable if it is no certificate.

    `hear` is told now and then how it goes; it may raise to stop.
    """
    expect(type(certificate) is dict, "expected an object")
    kind = certificate.get("certificate")
    expect(type(kind) is str and kind in GAMES, f"expected a kind known here: {', '.join(GAMES)}")
    GAMES[kind](certificate, hear)
