"""Bits of a mask, counted in compiled code."""

from __future__ import annotations

from toadstone.engines.compiling import compiled


@compiled
def bits(mask: int) -> int:
    """Return how many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
