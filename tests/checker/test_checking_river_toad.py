"""The checker of River Toad, part by part: limits, rules, claims and the layers of an argument.

`runs` states the rules once more, one toad at a time, for small games drawn at random.
"""

import random
import re
from itertools import product

import pytest

from checkers import stated, why_invalid
from exhaustive import in_groups
from toadstone_checker import river_toad
from toadstone_checker.certificate_file import Budget, Invalid, Unusable
from toadstone_checker.river_toad import (
    FIGURES,
    KIND,
    LARGEST_NUMBER,
    NO_WAY,
    Game,
    Layer,
    Outlook,
    Target,
    check,
    check_argument,
    exclusions,
    replay,
)


def scenario(*, require=None, **changes):
    """Return a river three cells wide, where nothing comes down in three turns."""
    free = {"max_moves": None, "min_final_hp": None, "min_flies": None}
    free |= {"forbid": [], "visit": [], "avoid": []}
    return {
        "rows": 2,
        "width": 3,
        "start": 2,
        "hp": 5,
        "gain": 2,
        "actions": {"left-1": 1, "stay": 0, "right-1": 1},
        "overdraft": "forbidden",
        "rolls": [0, 0, 0],
        "require": free | (require or {}),
    } | changes


def game(**changes):
    return Game(scenario(**changes))


def in_turn(turn, *cells):
    return {"turn": turn, "cells": list(cells)}


# --- what a scenario may hold -------------------------------------------------------------------

EDGES = {  # the values at both ends, and what they become one beyond
    "rows": (2, 1000),
    "width": (1, 50),
    "start": (1, 3),
    "hp": (1, 10**15),
    "gain": (0, 10**6),
}


@pytest.mark.parametrize("name", EDGES)
def test_a_number_of_the_scenario_is_taken_up_to_its_ends_and_refused_beyond(name):
    least, most = EDGES[name]
    message = re.escape(f"{name}: expected a whole number from {least} to {most}")
    start = 1 if name == "width" else 2
    for value, good in [(least, True), (most, True), (least - 1, False), (most + 1, False)]:
        content = scenario(start=start) | {name: value}
        if good:
            assert getattr(Game(content), name) == value
        else:
            with pytest.raises(Unusable, match=message):
                Game(content)


@pytest.mark.parametrize(
    ("name", "free"), [("max_moves", 3), ("min_final_hp", 0), ("min_flies", 0)]
)
def test_a_requirement_is_a_number_that_is_not_negative_or_leaves_all_open(name, free):
    for value, taken in ((0, 0), (LARGEST_NUMBER, LARGEST_NUMBER), (None, free)):
        assert getattr(game(require={name: value}), name) == taken
    for value in (-1, LARGEST_NUMBER + 1):
        with pytest.raises(Unusable, match=f"{name}: expected"):
            game(require={name: value})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rolls": [-1]}, "a roll: expected a whole number from 0 to 9"),
        ({"rolls": [10]}, "a roll: expected a whole number from 0 to 9"),
        ({"rolls": []}, "rolls: expected at least one"),
        ({"rolls": 3}, "rolls: expected a list"),
        ({"actions": {}}, "actions: expected an object"),
        ({"actions": ["stay"]}, "actions: expected an object"),
        ({"actions": {"stay": -1}}, "a cost: expected a whole number from 0 to 1000000"),
        ({"actions": {"stay": 10**6 + 1}}, "a cost: expected a whole number from 0 to 1000000"),
        ({"actions": {"left-0": 1}}, "expected an action"),
        ({"actions": {"left-1000": 1}}, "expected an action"),
        ({"actions": {"up-1": 1}}, "expected an action"),
        ({"overdraft": "allowed"}, "overdraft: expected a ruling"),
        ({"require": {"min_flies": False}}, "min_flies: expected a whole number"),
        ({"require": {"forbid": [["stay"]]}}, "expected an action"),
        ({"require": {"forbid": "stay"}}, "forbid: expected a list"),
        ({"require": {"visit": [in_turn(None, 1)]}}, "a turn: expected a whole number from 1 to 3"),
        ({"require": {"visit": [in_turn(0, 1)]}}, "a turn: expected a whole number from 1 to 3"),
        ({"require": {"avoid": [in_turn(4, 1)]}}, "a turn: expected a whole number from 1 to 3"),
        ({"require": {"visit": [in_turn(1)]}}, "cells: expected at least one"),
        ({"require": {"avoid": [in_turn(1, 0)]}}, "a cell: expected a whole number from 1 to 3"),
        ({"require": {"avoid": [in_turn(1, 4)]}}, "a cell: expected a whole number from 1 to 3"),
    ],
)
def test_a_scenario_is_refused_for_what_it_cannot_hold(changes, message):
    with pytest.raises(Unusable, match=message):
        game(**changes)


def test_rolls_costs_actions_and_turns_reach_to_their_ends():
    wide = game(rolls=[0, 9], actions={"stay": 0, "left-1": 10**6, "left-999": 1, "right-999": 1})
    assert wide.rolls == [0, 9]
    assert (wide.costs, wide.dearest) == ({0: 0, -1: 10**6}, 10**6)
    assert game(width=1, start=1, rolls=[0] * 10**6, actions={"stay": 0}).turns == 10**6


def test_a_game_has_fifty_million_ways_at_most():
    """10,000 turns of 50 cells, with 50 cells and 50 actions each."""
    assert stated("*T* · *W* · (*W* + number of available actions)") == river_toad.LARGEST_GAME
    actions = {"stay": 0} | {f"right-{n}": 1 for n in range(1, 50)}
    largest = scenario(width=50, rolls=[0] * 10_000, actions=actions)
    assert Game(largest).turns == 10_000
    with pytest.raises(Unusable, match="the scenario is too large to check"):
        Game(largest | {"actions": actions | {"left-1": 1}})


def test_actions_that_are_forbidden_or_leave_the_river_are_of_no_use():
    actions = {"stay": 1, "left-1": 2, "right-2": 4, "left-3": 8, "right-3": 16}
    free, forbidden = game(actions=actions), game(actions=actions, require={"forbid": ["right-2"]})
    assert (free.costs, free.dearest) == ({0: 1, -1: 2, 2: 4}, 4)
    assert (forbidden.costs, forbidden.dearest) == ({0: 1, -1: 2}, 2)
    none = game(actions={"right-3": 7})
    assert (none.costs, none.dearest) == ({}, 0)


# --- the rules ----------------------------------------------------------------------------------


def open_cells(river, turn):
    """Return the cells that a toad who may do anything can be in after a turn."""
    return {way[0] for ways in river.ways(turn).values() for way in ways}


def test_a_snake_arrives_as_many_turns_later_as_there_are_rows_above_the_toad():
    river = game(rows=3, rolls=[0b100, 0b011, 0, 0])
    open_by_turn = [open_cells(river, turn) for turn in (1, 2, 3, 4)]
    assert open_by_turn == [{1, 2, 3}, {1, 2, 3}, {2, 3}, {1}]


@pytest.mark.parametrize(("roll", "cell"), [(8, 1), (9, 3)])
def test_a_fly_on_a_bank_feeds_the_toad_beside_it_and_harms_nobody(roll, cell):
    river = game(rolls=[roll, 0])
    assert open_cells(river, 2) == {1, 2, 3}
    assert {way[0] for ways in river.ways(2).values() for way in ways if way[3] == 1} == {cell}
    assert {way[3] for ways in river.ways(2).values() for way in ways} == {0, 1}


def test_a_way_has_the_cell_the_cost_and_whether_it_is_a_move():
    river = game(actions={"left-2": 3, "stay": 1, "right-1": 2})
    assert river.ways(1) == {
        1: [(1, 1, 0, 0), (2, 2, 1, 0)],
        2: [(2, 1, 0, 0), (3, 2, 1, 0)],
        3: [(1, 3, 1, 0), (3, 1, 0, 0)],
    }


def test_cells_to_avoid_are_closed_in_their_turn_or_always_and_those_to_visit_close_the_others():
    avoid = [in_turn(1, 1), in_turn(1, 2), in_turn(None, 3)]
    river = game(require={"avoid": avoid, "visit": [in_turn(3, 2, 3)]})
    assert [open_cells(river, turn) for turn in (1, 2, 3)] == [set(), {1, 2}, {2}]
    assert open_cells(game(require={"visit": [in_turn(1, 3)]}), 1) == {3}
    assert open_cells(game(require={"avoid": [in_turn(1, 1)]}), 1) == {2, 3}


@pytest.mark.parametrize(
    ("overdraft", "hp", "cost", "fed", "after"),
    [
        ("forbidden", 3, 2, 0, 1),
        ("forbidden", 3, 3, 0, 0),
        ("forbidden", 3, 3, 1, 2),
        ("forbidden", 3, 4, 1, 0),
        ("clamped", 3, 4, 0, 0),
        ("clamped", 3, 4, 1, 2),
    ],
)
def test_what_an_action_costs_and_a_fly_gives(overdraft, hp, cost, fed, after):
    assert game(overdraft=overdraft).hp_after(hp, cost, fed) == after


def test_a_plan_is_played_turn_by_turn():
    river = game(rolls=[0b010, 8, 0])
    figures = replay(river, ["stay", "left-1", "stay"], 4)
    assert figures == {"hp": 5, "moves": 1, "flies": 1, "turns": 3, "start_hp": 4}


@pytest.mark.parametrize(
    ("plan", "where"),
    [
        (["stay", "stay"], "plan, turn 2"),  # onto a snake
        (["right-1", "right-1"], "plan, turn 2"),  # out of the river
        (["left-2"], "plan, turn 1"),  # no action here
        (["stay", "right-1", "left-1"], "plan, turn 3"),  # the last HP
    ],
)
def test_a_plan_is_refused_where_it_goes_wrong(plan, where):
    assert why_invalid(replay, game(rolls=[0b010, 0, 0], hp=2), plan, 2)[0] == where


# --- the claim ----------------------------------------------------------------------------------


def figures(hp=5, moves=0, flies=0, turns=3, start_hp=5):
    return dict(zip(FIGURES, (hp, moves, flies, turns, start_hp), strict=True))


def certificate(ask=("survive",), *, values=None, plan=("stay",) * 3, arguments=(None,), **changes):
    """Return the certificate of a plan that stays for three turns."""
    return {
        "certificate": KIND,
        "scenario": scenario(**changes),
        "claim": {"ask": list(ask), "status": "optimal", "values": values or figures()},
        "plan": list(plan),
        "arguments": list(arguments),
    }


def infeasible(arguments, ask=("survive",), **changes):
    claim = {"ask": list(ask), "status": "infeasible", "values": None}
    made = certificate(arguments=arguments, **changes)
    return made | {"claim": claim, "plan": None}


def test_a_plan_that_does_what_every_plan_must_answers_whether_he_survives():
    check(certificate())
    check(certificate(require={"min_final_hp": 5, "max_moves": 0}))
    check(certificate(**MOVING, require={"max_moves": 1}))


def starving(layers, **changes):
    """Return the claim that 2 HP are too few for three turns of 1 HP, with a layer for each."""
    return infeasible([layers], hp=2, actions={"stay": 1}, **changes)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"certificate": "toadstone river-toad 2"}, "expected the kind"),
        ({"plan": []}, "expected a verdict without a plan"),
        ({"claim": {"values": {}}}, "expected a verdict without a plan"),
        ({"claim": {"status": "unknown"}}, "status: expected optimal or infeasible"),
        ({"claim": {"status": []}}, "status: expected optimal or infeasible"),
        ({"claim": {"ask": []}}, "ask: expected different questions"),
        ({"claim": {"ask": ["survive", "fun"]}}, "ask: expected different questions"),
        ({"claim": {"ask": ["survive", ["fun"]]}}, "ask: expected different questions"),
        ({"claim": {"ask": ["survive", "survive"]}}, "ask: expected different questions"),
        ({"claim": {"ask": ["survive", "min-start-hp"]}}, "ask: expected min-start-hp first"),
        ({"arguments": []}, "arguments: expected as many as due"),
        ({"arguments": {}}, "arguments: expected a list"),
        ({"arguments": [[], []]}, "arguments: expected as many as due"),
        ({"arguments": [None]}, "argument: expected a list of up to 4"),
        ({"arguments": [[[]] * 5]}, "argument: expected a list of up to 4"),
        ({"scenario": None}, "expected an object with the keys rows"),
        ({"more": 1}, "expected an object with the keys certificate"),
    ],
)
def test_a_certificate_is_unusable_where_a_part_is_not_what_it_should_be(change, message):
    sound = starving([])
    claim = sound["claim"] | change.pop("claim", {})
    with pytest.raises(Unusable, match=message):
        check(sound | {"claim": claim} | change)


def test_a_claim_that_nothing_wins_needs_no_plan_and_layers_for_the_start_and_each_turn_at_most():
    check(starving([]))
    check(starving([[[], [], []]] * 4))


def test_where_nothing_is_to_be_excluded_no_argument_may_stand():
    with pytest.raises(Unusable, match="argument: expected null"):
        check(certificate(arguments=[[]]))


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_of_the_claim_is_a_whole_number(figure):
    least = int(figure == "start_hp")
    for value in (least - 1, LARGEST_NUMBER + 1, True):
        with pytest.raises(Unusable, match=f"{figure}: expected"):
            check(certificate(values=figures() | {figure: value}))
    for value in (least, LARGEST_NUMBER):
        if value != figures()[figure]:
            with pytest.raises(Invalid):
                check(certificate(["min-start-hp"], values=figures() | {figure: value}))


MOVING = {"plan": ["left-1", "stay", "stay"], "values": figures(hp=4, moves=1)}


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"plan": ["stay"] * 4, "values": figures(turns=4)}, "plan"),
        ({"values": figures(hp=6, start_hp=6)}, "plan"),
        ({"values": figures(hp=4)}, "claim"),
        ({"values": figures(moves=1)}, "claim"),
        ({"values": figures(flies=1)}, "claim"),
        ({"plan": ["stay"] * 2, "values": figures(turns=2)}, "plan"),
        ({"require": {"min_final_hp": 6}}, "plan"),
        ({"require": {"min_flies": 1}}, "plan"),
        (MOVING | {"require": {"max_moves": 0}}, "plan"),
    ],
)
def test_a_plan_is_refused_that_is_not_as_claimed_or_does_not_do_what_it_must(changes, where):
    assert why_invalid(check, certificate(**changes))[0] == where


@pytest.mark.parametrize(
    ("ask", "turns"),
    [("longest", 0), ("max-hp longest", 0), ("longest survive", 3), ("min-start-hp longest", 3)],
)
def test_who_asks_for_the_longest_run_may_lose_it_unless_he_also_has_to_survive(ask, turns):
    assert Target(game(), ask.split()).turns == turns


def test_what_every_run_has_to_reach():
    required = {"max_moves": 2, "min_final_hp": 4, "min_flies": 1}
    target = Target(game(require=required), ["survive"])
    assert (target.start_hp, target.hp, target.flies, target.moves) == (5, 4, 1, 2)
    assert Target(game(), ["survive"]).hp == 1
    assert target.met_by(3, 4, 2, 1)
    for missed in [(2, 4, 2, 1), (3, 3, 2, 1), (3, 4, 3, 1), (3, 4, 2, 0)]:
        assert not target.met_by(*missed)


def test_more_hp_and_flies_than_matter_and_moves_that_do_not_are_forgotten():
    """A turn costs 1 HP at most, so 2 HP are enough one turn before the end."""
    free = Target(game(), ["survive"])
    assert free.relevant(2, (1, 9, 7, 6)) == (1, 2, 0, 0)
    assert free.relevant(0, (1, 9, 7, 6)) == (1, 4, 0, 0)
    assert free.relevant(0, (1, 3, 7, 0)) == (1, 3, 0, 0)
    frugal = Target(game(require={"max_moves": 2, "min_flies": 5}), ["survive"])
    assert frugal.relevant(3, (1, 1, 7, 6)) == (1, 1, 7, 5)


def numbers_of(target):
    return target and (target.start_hp, target.turns, target.hp, target.flies, target.moves)


@pytest.mark.parametrize(
    ("ask", "values", "targets"),
    [
        (["survive"], figures(), [None]),
        (["max-hp"], figures(), [(5, 3, 6, 0, 3)]),
        (["max-flies"], figures(), [(5, 3, 1, 1, 3)]),
        (["min-moves"], figures(moves=1), [(5, 3, 1, 0, 0)]),
        (["min-moves"], figures(moves=0), [None]),
        (["longest"], figures(turns=2), [(5, 3, 1, 0, 3)]),
        (["longest"], figures(turns=3), [None]),
        (["min-start-hp"], figures(start_hp=2), [(1, 3, 1, 0, 3)]),
        (["min-start-hp"], figures(start_hp=1), [None]),
        (
            ["min-start-hp", "min-moves", "max-flies"],
            figures(start_hp=3, moves=2, flies=4),
            [(2, 3, 1, 0, 3), (3, 3, 1, 0, 1), (3, 3, 1, 5, 2)],
        ),
        (["longest", "max-hp"], figures(turns=2, hp=4), [(5, 3, 1, 0, 3), (5, 2, 5, 0, 3)]),
        (["longest", "survive"], figures(), [None, None]),
    ],
)
def test_what_no_run_may_reach_if_the_plan_is_the_best(ask, values, targets):
    assert list(map(numbers_of, exclusions(game(), ask, values))) == targets


def test_what_no_run_may_reach_if_nothing_wins():
    """Whatever the HP at the start, if that is asked."""
    assert [*map(numbers_of, exclusions(game(), ["survive"], None))] == [(5, 3, 1, 0, 3)]
    dear = {"require": {"min_final_hp": LARGEST_NUMBER}, "actions": {"stay": 10**6}}
    with pytest.raises(Invalid, match="not covered"):
        check(infeasible([[]], ["min-start-hp"], **dear))


# --- the argument -------------------------------------------------------------------------------


def layer(*cells):
    return Layer(Game(scenario(), Budget(most_work=100)), [list(cell) for cell in cells])


def test_an_element_covers_a_toad_in_its_cell_who_has_no_advantage():
    made = layer([], [3, 2, 1])
    assert made.covers(2, 3, 2, 1)
    for worse in [(2, 2, 2, 1), (2, 3, 3, 1), (2, 3, 2, 0)]:
        assert made.covers(*worse)
    for better in [(2, 4, 2, 1), (2, 3, 1, 1), (2, 3, 2, 2), (1, 3, 2, 1), (3, 3, 2, 1)]:
        assert not made.covers(*better)


def test_of_many_elements_one_has_to_cover_all_of_a_toad():
    made = layer([5, 4, 0, 4, 2, 0, 3, 3, 0, 2, 1, 0, 1, 0, 2])
    for toad in [(1, 5, 4, 0), (1, 4, 2, 0), (1, 3, 2, 0), (1, 2, 1, 0), (1, 1, 0, 2)]:
        assert made.covers(*toad)
    for toad in [(1, 5, 3, 0), (1, 3, 1, 0), (1, 2, 0, 0), (1, 2, 0, 1), (1, 6, 9, 0)]:
        assert not made.covers(*toad)
    assert layer([5, 0, 0, 3, 4, 0]).covers(1, 3, 2, 0)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (["x"], "cell: expected a list of up to 300000"),
        ([[]] * 4, "layer: expected a list of up to 3"),
        ([[1, 2]], "element: expected HP, moves and flies"),
        ([[1, 2, 3, 4]], "element: expected HP, moves and flies"),
        ([[-1, 0, 0]], "element: expected a whole number from 0"),
        ([[0, 0, LARGEST_NUMBER + 1]], "element: expected a whole number from 0"),
        ([[-1] * 300_000], "element: expected a whole number from 0"),
        ([[-1] * 300_001], "cell: expected a list of up to 300000"),
    ],
    ids=lambda value: value if type(value) is str else len(value[0]),
)
def test_a_layer_is_refused_for_what_is_no_list_of_elements(cells, message):
    with pytest.raises(Unusable, match=message):
        Layer(game(), cells)


def outlook(ask=("survive",), **changes):
    river = game(**changes)
    return Outlook(river, Target(river, list(ask)))


def test_where_no_way_leads_to_the_end_the_outlook_is_no_way():
    made = outlook(require={"avoid": [in_turn(2, 1, 2, 3)]})
    assert [made.most["hp"][3 * turn] // NO_WAY for turn in range(4)] == [1, 1, 0, 0]
    assert made.start() == []


def test_no_number_of_hp_is_hope_where_there_is_no_way():
    closed = {"avoid": [in_turn(2, 1, 2, 3)]}
    assert outlook(hp=10**12, actions={"stay": 10**6}, require=closed).start() == []


def test_there_is_hope_however_many_moves_the_way_to_the_end_has():
    made = outlook(rolls=[0] * 200, actions={"left-1": 0, "right-1": 0})
    assert len(made.start()) == 1


def test_there_is_no_hope_where_a_number_is_out_of_reach():
    """At best he makes one more move, and eats one fly of 2 HP, which costs him 1."""
    made = outlook(
        rolls=[8, 0],
        actions={"left-1": 1, "right-1": 0, "stay": 0},
        require={"max_moves": 1, "min_final_hp": 4, "min_flies": 2, "visit": [in_turn(2, 1)]},
    )
    assert {figure: most[3 + 1] for figure, most in made.most.items()} == {
        "hp": 1,
        "moves": -1,
        "flies": 1,
    }
    assert not made.hopeless(1, (2, 3, 0, 1))
    for toad in [(3, 3, 0, 1), (2, 2, 0, 1), (2, 3, 1, 1), (2, 3, 0, 0)]:
        assert made.hopeless(1, toad)


def test_the_toad_before_the_first_turn_has_made_no_move_and_has_the_hp_that_matter():
    assert outlook(require={"max_moves": 0}).start() == [(2, 4, 0, 0)]
    assert outlook(hp=3, require={"min_final_hp": 3}).start() == [(2, 3, 0, 0)]
    assert outlook(hp=2, require={"min_final_hp": 3}).start() == []


def test_the_toads_of_the_next_turn_are_alive_and_have_hope():
    made = outlook(rolls=[9, 0, 0], actions={"stay": 1, "right-1": 2}, require={"max_moves": 2})
    work = made.game.budget.left
    assert list(made.after(1, [(2, 3, 1, 0), (1, 2, 1, 0)])) == [(2, 2, 1, 0), (3, 3, 2, 0)]
    assert work - made.game.budget.left == 3 * 2 + 4 * 4
    assert list(made.after(0, [(1, 9, 0, 0)])) == [(1, 5, 0, 0), (2, 5, 1, 0)]
    assert list(made.after(2, [(2, 2, 1, 0), (3, 1, 1, 0)])) == [(2, 1, 1, 0)]
    assert list(made.after(3, [(1, 9, 0, 0)])) == []


# --- arguments of games drawn at random ----------------------------------------------------------


def drawn(seed):
    """Return a scenario of a few turns; something of every rule is in many of them."""
    rng = random.Random(seed)
    width, turns = rng.randint(1, 4), rng.randint(1, 4)
    rolls = [0, rng.randrange(2**width), 2**width, 2**width + 1]
    costs = {name: rng.randint(0, 2) for name in ("left-2", "left-1", "stay", "right-1", "right-2")}
    kept = rng.sample(sorted(costs), rng.randint(2, 4))
    required = {
        "max_moves": rng.randint(0, turns),
        "min_final_hp": rng.randint(0, 4),
        "min_flies": rng.randint(0, 1),
        "forbid": [kept[0]],
        "visit": [in_turn(rng.randint(1, turns), 1, width)],
        "avoid": [in_turn(rng.choice([None, 1, turns]), rng.randint(1, width))],
    }
    return scenario(
        rows=rng.randint(2, 3),
        width=width,
        start=rng.randint(1, width),
        hp=rng.randint(1, 4),
        gain=rng.randint(0, 3),
        actions={name: costs[name] for name in kept},
        overdraft=rng.choice(["forbidden", "clamped"]),
        rolls=rng.choices(rolls, k=turns),
        require={name: required[name] for name in rng.sample(sorted(required), rng.randint(0, 1))},
    )


def cells_of(content, turn):
    """Return which cells are free after a turn, and which one a fly feeds."""
    river = [0] * content["rows"]
    for roll in content["rolls"][:turn]:
        river = [roll, *river[:-1]]
    width, cells = content["width"], set(range(1, content["width"] + 1))
    food = {2**width: 1, 2**width + 1: width}.get(river[-1])
    if not food:
        cells -= {cell for cell in cells if f"{river[-1]:0{width}b}"[cell - 1] == "1"}
    for row in content["require"]["avoid"]:
        cells -= set(row["cells"]) if row["turn"] in (None, turn) else set()
    for row in content["require"]["visit"]:
        cells &= set(row["cells"]) if row["turn"] == turn else cells
    return cells, food


def toads_after(content, turn, toad):
    """Yield what becomes of a living toad in a turn: cell, HP, moves, flies."""
    cell, hp, moves, flies = toad
    cells, food = cells_of(content, turn)
    for name, cost in content["actions"].items():
        way, _, length = name.partition("-")
        new = cell + int(length or 0) * {"left": -1, "stay": 0, "right": 1}[way]
        too_dear = cost > hp and content["overdraft"] == "forbidden"
        left = max(0, hp - cost) + (content["gain"] if new == food else 0)
        if new in cells and name not in content["require"]["forbid"] and not too_dear and left:
            yield new, left, moves + (name != "stay"), flies + (new == food)


def runs(content, hp):
    """Return the toads that there can be, after 0, 1, 2 ... turns."""
    layers = [{(content["start"], hp, 0, 0)}]
    for turn in range(1, len(content["rolls"]) + 1):
        layers.append({new for toad in layers[-1] for new in toads_after(content, turn, toad)})
    return layers


def as_argument(target, layers):
    """Return the layers in the form that a certificate has, with the numbers that matter."""
    kept = [{target.relevant(turn, toad) for toad in toads} for turn, toads in enumerate(layers)]
    return [
        [[n for toad in toads if toad[0] == cell for n in toad[1:]] for cell in target.game.cells]
        for toads in kept
    ]


@in_groups("seed, ask", product(range(40), ["survive", "longest"]))
def test_all_toads_together_are_an_argument_just_where_none_reaches_the_target(seed, ask):
    content = drawn(seed)
    river = Game(content)
    layers = runs(content, content["hp"])
    for hp, moves, flies in [(1, 9, 0), (3, 9, 0), (1, 1, 0), (1, 9, 1)]:
        target = Target(river, [ask])
        target.hp, target.moves, target.flies = hp, moves, flies
        argument = as_argument(target, layers)
        reached = any(
            target.met_by(turn, *toad[1:]) for turn, toads in enumerate(layers) for toad in toads
        )
        if reached:
            with pytest.raises(Invalid, match="as good as the claim excludes"):
                check_argument(river, target, argument)
            with pytest.raises(Invalid, match="not covered"):
                check_argument(river, target, [])
        else:
            check_argument(river, target, argument)


@in_groups("seed, ask", product(range(40), ["survive", "longest"]))
def test_the_outlook_is_the_best_of_all_ways_on(seed, ask):
    """A toad who never runs out of HP, from every cell in every turn."""
    content = drawn(seed)
    river = Game(content)
    target = Target(river, [ask])
    target.moves, target.flies = 0, 1  # so that both are asked for
    made, rich = Outlook(river, target), 10**6
    for turn in range(river.turns + 1):
        for cell in river.cells:
            toads, ends = {(cell, rich, 0, 0)}, []
            for later in range(turn, river.turns + 1):
                ends += toads if later >= target.turns else []
                toads = {new for each in toads for new in toads_after(content, later + 1, each)}
            most = {name: made.most[name][turn * river.width + cell - 1] for name in made.most}
            if not ends:
                assert max(most.values()) < NO_WAY / 2
                continue
            assert most["moves"] == -min(end[2] for end in ends)
            assert most["flies"] == max(end[3] for end in ends)
            if not river.clamped:
                assert most["hp"] == max(end[1] for end in ends) - rich


def test_clamped_an_action_costs_one_hp_at_least_if_it_costs_any():
    made = outlook(overdraft="clamped", actions={"stay": 5}, require={"avoid": [in_turn(1, 3)]})
    assert [made.most["hp"][3 * turn + 1] for turn in range(4)] == [-3, -2, -1, 0]
    free = outlook(overdraft="clamped", actions={"stay": 0})
    assert free.most["hp"][1] == 0


def test_ways_and_elements_cost_work():
    river = Game(scenario(), Budget(most_work=100))
    river.ways(1)
    assert river.budget.left == 100 - 3 * 3
    made = layer([3, 0, 0, 4, 1, 0, 3, 0, 1])
    made.covers(1, 9, 0, 0)
    assert made.game.budget.left == 100 - (4 + 2)
