"""What the bounds add to River Toad's model, where it is searched first, and when they are used."""

from collections import Counter

import pytest
from ortools.sat.python.cp_model import SELECT_MAX_VALUE, SELECT_MIN_VALUE

from crossings import crossing, river_of
from exhaustive import in_groups
from toad import asking, river_toad
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import LimitReachedError
from toadstone.games.river_toad.bounds import Bounds, guided_horizon, supports
from toadstone.games.river_toad.bounds_on_hp import (
    CLOSED,
    River,
    least_hp,
    most_hp,
    richest_end,
    room_below,
    way_back,
)
from toadstone.games.river_toad.bounds_on_moves import PricedMoves
from toadstone.games.river_toad.horizon import RiverToadHorizon

SEEDS = range(30)
UNBOUNDED = 2**62


def bounds_alone(scenario, *names):
    """Return a model of the bounds for these questions, without a rule."""
    ask = asking(*names)
    return RiverToadHorizon(scenario, ask, units=[], guidance=Bounds(scenario, ask))


def priced_moves(scenario):
    river = river_of(scenario)
    return PricedMoves(river, most_hp(river), least_hp(river))


def stated(h):
    """Return what the model states: under which cell, of which sum, from where to where."""
    return Counter(map(written_out, h.model.proto.constraints))


def written_out(constraint):
    under = tuple(constraint.enforcement_literal)
    if constraint.has_bool_and():
        return under, tuple(constraint.bool_and.literals)
    terms = zip(constraint.linear.vars, constraint.linear.coeffs, strict=True)
    least, most = constraint.linear.domain
    return under, frozenset(each for each in terms if each[1]), *clipped(least, most)


def clipped(least, most):
    return max(least, -UNBOUNDED), min(most, UNBOUNDED)


def hp_bounds(h):
    """Yield the bounds on HP from above."""
    for turn, layer in enumerate(most_hp(River.of(h)).tolist()):
        if turn == 0:
            continue
        hp = frozenset([(h.hp[turn].index, 1)])
        if max(layer) >= 1:
            yield (), hp, 1, max(layer)
        for here, most in zip(h.at[turn].values(), layer, strict=True):
            yield closed(here) if most < 1 else ((here.index,), hp, -UNBOUNDED, most)


def closed(here):
    return (), (-here.index - 1,)


def move_bounds(h):
    """Yield the bounds on HP from below, and on moves."""
    priced, turns = priced_moves(h.scenario), h.scenario.turns
    for turn, layer in enumerate(priced.least.tolist()):
        for here, least in zip(h.at[turn].values(), layer, strict=True):
            if turn and least == CLOSED:
                yield closed(here)
            elif turn and least > 1:
                yield (here.index,), frozenset([(h.hp[turn].index, 1)]), least, UNBOUNDED
    for turn, column, line in priced.lines():
        yield (h.at[turn][column + 1].index,), *on_or_above(h, turn, line)
    for line in priced.lines_anywhere(turns):
        yield (), *on_or_above(h, turns, line)


def on_or_above(h, turn, line):
    terms = [(h.moves[turn].index, line.scale), (h.hp[turn].index, -line.slope)]
    return frozenset(each for each in terms if each[1]), line.base, UNBOUNDED


@in_groups("seed", SEEDS)
def test_a_model_that_counts_no_moves_gets_the_bounds_on_hp(seed):
    scenario = crossing(seed)
    h = bounds_alone(scenario, "max-hp")
    expected = [*hp_bounds(h)]
    if scenario.require.max_moves is not None:
        expected += move_bounds(h)
    assert stated(h) == Counter(expected)


@in_groups("seed", SEEDS)
def test_a_model_that_counts_moves_gets_the_bounds_on_both(seed):
    h = bounds_alone(crossing(seed), "min-moves")
    assert stated(h) == Counter([*hp_bounds(h), *move_bounds(h)])


def test_where_nobody_lives_all_cells_are_closed_and_no_hp_are_bounded():
    h = bounds_alone(river_toad([0], width=2, start=1, hp=1, actions={"stay": 1}), "max-hp")
    assert stated(h) == Counter(map(closed, h.at[1].values()))


@pytest.mark.parametrize("hp", [1, 2])
def test_a_toad_with_few_hp_has_just_these(hp):
    h = bounds_alone(river_toad([0], width=1, hp=hp, actions={"stay": 0}), "max-hp")
    of_hp = frozenset([(h.hp[1].index, 1)])
    here = h.at[1][1].index
    assert stated(h) == Counter([((), of_hp, 1, hp), ((here,), of_hp, -UNBOUNDED, hp)])


# --- Where the search looks first ---------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(
    ("names", "fewest_first"),
    [
        (["survive"], False),
        (["max-hp"], False),
        (["max-hp", "min-moves"], False),
        (["min-moves"], True),
        (["min-moves", "max-hp"], True),
        (["survive", "min-moves"], True),
        (["survive", "max-hp", "min-moves"], False),
    ],
)
def test_the_way_goes_back_from_the_best_end_that_the_first_question_has(seed, names, fewest_first):
    scenario = crossing(seed)
    river, priced, limit = river_of(scenario), priced_moves(scenario), scenario.require.max_moves
    if fewest_first:
        way = way_back(river, priced.fewest_end(), priced.room)
    elif limit is not None:
        way = way_back(river, priced.richest_end(limit), priced.room)
    else:
        most = most_hp(river)
        way = way_back(river, richest_end(most), room_below(most))
    guidance = bounds_alone(scenario, *names).guidance
    assert guidance.fewest_first is fewest_first
    assert guidance.way == [column + 1 for column in reversed(way)]


@pytest.mark.parametrize(
    ("max_moves", "way"), [(None, [3, 4, 5, 5]), (2, [3, 4, 5, 5]), (1, [3, 3, 3, 3])]
)
def test_the_way_has_no_more_moves_than_are_allowed(max_moves, way):
    actions = {"stay": 0, "right-1": 1}
    scenario = river_toad([0, 33, 0], hp=3, actions=actions, require={"max_moves": max_moves})
    assert bounds_alone(scenario, "max-hp").guidance.way == way


def decisions(h):
    """Return the variables of each decision, in order, and whether the largest comes first."""
    return [
        (
            [each.vars[0] for each in strategy.exprs],
            {SELECT_MAX_VALUE: "largest", SELECT_MIN_VALUE: "least"}[
                strategy.domain_reduction_strategy
            ],
        )
        for strategy in h.model.proto.search_strategy
    ]


@pytest.mark.parametrize("way", [[4, 2, 5, 1], [5, 1], []])
@pytest.mark.parametrize("name", ["max-hp", "min-moves"])
def test_the_best_figure_is_decided_first_and_then_the_cells_from_the_last_near_the_way(name, way):
    h = bounds_alone(river_toad([0, 0, 0], width=5, start=2), name)
    h.guidance.way = way
    (question,) = asking(name)
    h.guidance.order(h, question)
    *figures, (cells, first) = decisions(h)
    expected = [([h.hp[3].index], "largest")]
    if name == "min-moves":
        expected = [([h.moves[3].index], "least"), *expected]
    assert figures == expected
    assert first == "largest"
    middles = [*way[::-1], 2, 2, 2, 2]
    in_order = [
        h.at[turn][cell].index
        for turn, middle in zip([3, 2, 1, 0], middles, strict=False)
        for cell in sorted(range(1, 6), key=lambda cell, middle=middle: (abs(cell - middle), cell))
    ]
    assert cells == in_order


# --- When they are used -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "more", "supported"),
    [
        (["survive"], {}, True),
        (["survive", "max-hp", "min-moves"], {}, True),
        (["min-moves", "max-hp"], {"require": {"max_moves": 1, "min_final_hp": 2}}, True),
        (["max-flies"], {}, False),
        (["survive", "longest"], {}, False),
        (["min-start-hp", "max-hp"], {}, False),
        (["max-hp"], {"overdraft": "clamped"}, False),
        (["max-hp"], {"require": {"min_flies": 1}}, False),
        (["max-hp"], {"require": {"min_flies": 0}}, False),
    ],
)
def test_bounds_are_used_where_they_hold_and_only_if_wanted(names, more, supported):
    scenario, ask = river_toad([0], **more), asking(*names)
    assert supports(scenario, ask) is supported
    for bounded in [True, False]:
        h = guided_horizon(scenario, ask, bounded=bounded, budget=UNLIMITED)
        assert isinstance(h.guidance, Bounds) is (bounded and supported)
        assert (h.scenario, h.budget) == (scenario, UNLIMITED)


def test_time_that_is_up_ends_the_work():
    over, ask = Budget(), asking("max-hp")
    h = guided_horizon(river_toad([0]), ask, bounded=True, budget=over)
    over.interrupted = True
    with pytest.raises(LimitReachedError):
        h.guidance.constrain(h)
