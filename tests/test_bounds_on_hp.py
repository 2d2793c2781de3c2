"""Bounds on HP, and the way back over the places that they leave, against enumeration."""

import random
from functools import cache
from itertools import product

import numpy as np
import pytest

from crossings import crossing, river_of, without_limit
from exhaustive import in_groups
from toad import river_toad
from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError
from toadstone.games.river_toad.bounds_on_hp import (
    CLOSED,
    Place,
    River,
    least_hp,
    most_hp,
    richest_end,
    room_below,
    way_back,
)
from toadstone.games.river_toad.horizon import RiverToadHorizon
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone.games.river_toad.toad_space import Toad, ToadSpace

SEEDS = range(60)


def steps_of(scenario, turn):
    """Return source, target, cost, HP from flies and moves of each step through a turn."""
    return [
        (
            cell - 1,
            step.cell - 1,
            step.cost,
            scenario.flies.gain if step.fed else 0,
            1 if step.action.shift else 0,
        )
        for cell, ways in ToadSpace(scenario).passages[turn].steps.items()
        for step in ways
    ]


def requiring_cells(seed):
    """Return a crossing on which actions and cells are closed, on a board of up to four rows."""
    rng, free = random.Random(seed), crossing(seed)
    turns, cells = range(1, free.turns + 1), range(1, free.board.width + 1)
    pairs = [{"turn": rng.choice(turns), "cells": tuple(rng.sample(cells, 2))} for _ in range(3)]
    always = {"cells": (rng.choice(cells),)}
    require = {
        "forbid": tuple(rng.sample(sorted(free.actions), rng.randint(0, 2))),
        "visit": tuple(pairs[: rng.randint(0, 2)]),
        "avoid": (pairs[2], always)[: rng.randint(1, 2)],
    }
    content = free.model_dump() | {"board": {"rows": rng.randint(2, 4), "width": cells[-1]}}
    return RiverToadScenario.model_validate(content | {"require": require})


def rows_of(steps):
    columns = steps.source, steps.target, steps.cost, steps.gain, steps.moves
    return list(zip(*(column.tolist() for column in columns), strict=True))


@in_groups("seed", SEEDS)
def test_steps_are_those_of_the_turn_by_target_stay_first_then_the_cheapest(seed):
    scenario = requiring_cells(seed) if seed % 2 else crossing(seed)
    river = river_of(scenario)
    assert len(river.steps) == scenario.turns
    for turn, steps in enumerate(river.steps, 1):
        rows = rows_of(steps)
        assert sorted(rows) == sorted(steps_of(scenario, turn))
        assert len(steps) == len(rows)
        assert steps.net.tolist() == [gain - cost for _, _, cost, gain, _ in rows]
        order = [(target, moves, cost) for _, target, cost, _, moves in rows]
        assert order == sorted(order)
        assert steps.targets.tolist() == sorted({target for _, target, *_ in rows})


@pytest.mark.parametrize("seed", range(20))
def test_the_least_and_the_largest_of_the_steps_to_each_target(seed):
    steps = river_of(crossing(seed)).steps[0]
    values = np.array(random.Random(seed).choices(range(-9, 10), k=len(steps)), np.int64)
    to = [values[steps.target == target].tolist() for target in steps.targets]
    assert steps.least_to(values).tolist() == [min(each) for each in to]
    assert steps.most_to(values).tolist() == [max(each) for each in to]


def test_a_turn_that_leaves_no_way_has_no_steps_and_none_lives_on():
    river = river_of(river_toad([0, 0], width=3, require={"avoid": ({"cells": (1, 2, 3)},)}))
    steps = river.steps[0]
    assert (len(steps), steps.targets.tolist(), steps.net.tolist()) == (0, [], [])
    assert most_hp(river)[1:].max() < 1


def test_a_river_starts_in_its_cell_and_has_a_layer_for_each_turn_and_the_start():
    river = river_of(river_toad([0, 4, 0], width=4, start=3))
    assert (river.start, list(river.turns)) == (2, [1, 2, 3])
    assert river.layers(7).tolist() == [[7] * 4] * 4


def test_turns_with_one_passage_share_its_steps():
    first, second, third, fourth = river_of(river_toad([4, 4, 0, 4])).steps
    assert first is fourth is not second
    assert second is third


def test_time_that_is_up_ends_the_work_on_every_bound():
    over = Budget()
    h = RiverToadHorizon(river_toad([0, 0]), units=[], budget=over)
    river = River.of(h)
    over.interrupted = True
    for work in [lambda: River.of(h), lambda: most_hp(river), lambda: least_hp(river)]:
        with pytest.raises(LimitReachedError):
            work()


def richest_alive(scenario):
    """Return the most HP for turn and cell where every action can be paid; he must live on."""
    found = {}

    @cache
    def go_on(turn, cell, hp):
        found[turn, cell] = max(hp, found.get((turn, cell), 0))
        if turn < scenario.turns:
            for source, target, cost, gain, _ in steps_of(scenario, turn + 1):
                if source == cell and hp - cost + gain >= 1:
                    go_on(turn + 1, target, hp - cost + gain)

    go_on(0, scenario.start_cell - 1, scenario.toad.hp)
    return found


@in_groups("seed", SEEDS)
def test_the_most_hp_are_those_of_a_toad_who_may_pay_later(seed):
    scenario = crossing(seed)
    found = richest_alive(scenario)
    for turn, layer in enumerate(most_hp(river_of(scenario)).tolist()):
        for cell, hp in enumerate(layer):
            assert max(hp, 0) == found.get((turn, cell), 0), (turn, cell)


def test_a_toad_with_no_hp_left_does_not_get_to_the_next_fly():
    scenario = river_toad([3, 0], width=1, actions={"stay": 1}, flies={"gain": 9})
    assert most_hp(river_of(scenario.with_start_hp(2))).tolist() == [[2], [1], [9]]
    assert most_hp(river_of(scenario.with_start_hp(1)))[2, 0] < 1


@in_groups("seed", SEEDS)
def test_the_least_hp_are_just_enough_to_reach_the_end(seed):
    scenario = without_limit(crossing(seed))
    space = ToadSpace(scenario)

    @cache
    def wins(turn, cell, hp):
        toad = Toad(cell, hp, 0, 0)
        if turn == space.turns:
            return space.accepts(toad)
        return any(wins(turn + 1, to.cell, to.hp) for _, to in space.successors(turn + 1, toad))

    for turn, layer in enumerate(least_hp(river_of(scenario)).tolist()):
        for cell, least in enumerate(layer, 1):
            enough = [hp for hp in range(1, 25) if wins(turn, cell, hp)]
            assert enough == list(range(least, 25)), (turn, cell)
            assert least < 25 or least == CLOSED


def test_the_richest_end_is_the_cell_with_the_most_hp_after_the_last_turn():
    most = np.array([[1, 2, 9], [3, 2, 8], [-CLOSED, 4, 3]])
    assert richest_end(most) == Place(column=1, moves=0, hp=4)


def test_the_room_below_is_what_is_missing_to_the_most_hp_of_turn_and_cell():
    most = np.array([[1, 9, 1], [3, 2, 8]])
    columns, hp = np.array([0, 2, 2]), np.array([5, 5, 8])
    assert room_below(most)(1, columns, np.array([0, 1, 2]), hp).tolist() == [-2, 3, 0]
    assert room_below(most)(0, columns, np.array([0, 1, 2]), hp).tolist() == [-4, -4, -7]


class Arrived(Exception):  # noqa: N818 - it is how the search ends
    """The way that was found, or where it is given up."""


def naive_way_back(scenario, end, slack):
    """Go back depth first, and stop after one dead end more than there are turns."""
    dead = []

    def go(turn, way):
        if turn == 0:
            raise Arrived(way)
        for before in places_before(turn, way[-1]):
            if (turn - 1, before) not in dead:
                go(turn - 1, [*way, before])
        if len(way) == 1:
            raise Arrived(way)
        dead.append((turn, way[-1]))
        if len(dead) > scenario.turns:
            raise Arrived(way[:-1])

    def places_before(turn, place):
        places = []
        for source, target, cost, gain, moves in sorted(
            steps_of(scenario, turn), key=lambda step: (step[4], step[2])
        ):
            before = Place(source, place.moves - moves, place.hp - gain + cost)
            room = slack(turn - 1, *before)
            if target == place.column and before.hp >= cost and room >= 0:
                places.append((-room, len(places), before))
        return [before for _, _, before in sorted(places)]

    with pytest.raises(Arrived) as found:
        go(scenario.turns, [end])
    return [place.column for place in found.value.args[0]]


@in_groups("seed, least", product(range(40), [-5, -2, -1, 0]))
def test_the_way_back_takes_most_slack_first_and_turns_round_at_dead_ends(seed, least):
    scenario = crossing(seed, turns=5)
    rng = random.Random(seed)
    slacks = np.array([rng.randint(least, 3) for _ in range(6 * 4 * 5 * 3)]).reshape(6, 4, 5, 3)

    def slack(turn, columns, moves, hp):
        return slacks[turn, columns, moves % 5, hp % 3]

    river = river_of(scenario)
    for column in range(scenario.board.width):
        end = Place(column, 3, 4)
        assert way_back(river, end, slack) == naive_way_back(scenario, end, slack)


def open_river(turns):
    return river_of(river_toad([0] * turns, width=3, actions={"stay": 0, "right-1": 0}))


def test_a_way_with_no_slack_at_all_is_a_way():
    def slack(turn, columns, moves, hp):
        return 0 * hp

    assert way_back(open_river(3), Place(1, 0, 1), slack) == [1, 1, 1, 1]


def test_a_step_to_a_fly_is_paid_before_it_is_eaten():
    actions = {"left-1": 0, "right-1": 3}
    scenario = river_toad([5, 0], width=2, start=2, actions=actions, flies={"gain": 5})

    def slack(turn, columns, moves, hp):
        return 0 * hp

    river = river_of(scenario)
    assert way_back(river, Place(1, 2, 5), slack) == [1, 0, 1]
    assert way_back(river, Place(1, 2, 4), slack) == [1]
