"""Short crossings with anything that the bounds speak of, and all lines of play on them."""

import random

from toad import river_toad
from toadstone.core.budget import UNLIMITED
from toadstone.games.river_toad.bounds_on_hp import River
from toadstone.games.river_toad.horizon import RiverToadHorizon

ACTIONS = ["stay", "left-1", "left-2", "right-1", "right-2"]


def crossing(seed, *, turns=None, hp=None, dearest=3):
    """Return a scenario of up to 5 turns on which a few HP and moves more or less count."""
    rng = random.Random(seed)
    turns, width = turns or rng.randint(1, 5), rng.choice([2, 3, 3, 4])
    fly = 2**width
    snakes = [rng.randrange(fly) & rng.randrange(fly) for _ in range(turns)]
    return river_toad(
        [rng.choice([0, mask, mask, fly, fly + 1, fly + 1]) for mask in snakes],
        width=width,
        hp=hp or rng.randint(1, 6),
        start=rng.randint(1, width),
        flies={"gain": rng.choice([0, 1, 3, 5])},
        actions={action: rng.randint(0, dearest) for action in ACTIONS},
        require=_requirements(rng, turns, width),
    )


def _requirements(rng, turns, width):
    turn, cell = rng.randint(1, turns), rng.randint(1, width)
    choices = {
        "max_moves": rng.randint(0, turns),
        "min_final_hp": rng.randint(0, 4),
        "avoid": ({"turn": turn, "cells": (cell,)},),
    }
    return {name: choices[name] for name in rng.sample(sorted(choices), rng.choice([0, 1, 1, 2]))}


def river_of(scenario, budget=UNLIMITED):
    """Return the relaxed game of a scenario's model."""
    return River.of(RiverToadHorizon(scenario, units=[], budget=budget))
