"""The model of Squirrel War by itself: its games, each of its rules, and a greedy side's ranks."""

import random
from itertools import product

import pytest

from all_solutions import are_solutions, assignments, domains, value_in
from exhaustive import in_groups
from random_scenarios import random_position
from squirrel import FOE, Naive, squirrel_war
from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.replay import crosscheck
from toadstone.core.solution import Solution
from toadstone.engines.answering import answer
from toadstone.engines.cp_sat.solver import run
from toadstone.engines.instance import Instance
from toadstone.games.squirrel_war import GAME, model
from toadstone.games.squirrel_war.model import UNITS, SquirrelWarHorizon
from toadstone.games.squirrel_war.questions import BEAT
from toadstone.games.squirrel_war.rules import SquirrelWarRules
from toadstone.games.squirrel_war.scenario import Cell

SIDES = ["X", "O"]


def position(seed):
    """Return a small position, with some values below 0."""
    most = random.Random(seed).choice([1, 3, 9])
    return random_position(seed, most_side=3, most_empty=4, values=(-2, most))


def cell_of(place):
    row, column = place
    return Cell(row + 1, column + 1)


def games(naive, board, side, greedy):
    """Yield the moves of each game, and the boards after them."""
    if not naive.empty(board):
        yield (), ()
        return
    moves = [naive.greedy(board, side)] if side == greedy else naive.empty(board)
    for move in moves:
        after = naive.taken(board, move, side)
        for others, boards in games(naive, after, FOE[side], greedy):
            yield (cell_of(move), *others), (after, *boards)


def as_played(scenario, values, board, side, greedy=None):
    """Return all games as solutions of the model."""
    naive = Naive(values, board)

    def points(last, side):
        return sum(naive.values[cell] for cell, piece in last.items() if piece == side)

    return [
        Solution(
            scenario,
            moves,
            tuple(
                {str(cell_of(cell)): ".XO".index(piece) for cell, piece in after.items()}
                for after in boards
            ),
            {
                "margin": naive.lead(last, "X"),
                "points_x": points(last, "X"),
                "points_o": points(last, "O"),
            },
        )
        for moves, boards in games(naive, naive.board, side, greedy)
        for last in [boards[-1] if boards else naive.board]
    ]


# --- the whole model ------------------------------------------------------------------------------


@pytest.mark.few(1)
@in_groups("seed", range(40))
def test_each_game_is_one_solution_and_nothing_else_is(seed):
    values, board, side = position(seed)
    scenario = squirrel_war(values, board, turn=side)
    assert are_solutions(SquirrelWarHorizon(scenario), as_played(scenario, values, board, side))


@in_groups("seed, greedy", product(range(40), SIDES))
def test_each_game_against_a_greedy_side_is_one_solution_and_nothing_else_is(seed, greedy):
    values, board, side = position(seed)
    scenario = squirrel_war(values, board, turn=side)
    expected = as_played(scenario, values, board, side, greedy)
    assert are_solutions(SquirrelWarHorizon(scenario, greedy=greedy), expected)


@pytest.mark.parametrize(
    ("values", "board"),
    [
        ("0 0 0 -5", ".X.O"),  # the greedy side has to conquer what is worth less than nothing
        ("0 0 0 5", ".X.O"),
        ("-4 0 0 0 -5", "O.X.O"),
        ("1 1 1 1", "...."),
        ("9 3 9\n1 2 1", "X.O\n..."),
        ("7 7 7\n7 7 7", "X.O\nO.."),
    ],
)
@pytest.mark.parametrize("greedy", SIDES)
@pytest.mark.parametrize("side", SIDES)
def test_a_greedy_side_takes_what_gains_most_and_of_several_the_first(values, board, side, greedy):
    scenario = squirrel_war(values, board, turn=side)
    expected = as_played(scenario, values, board, side, greedy)
    assert are_solutions(SquirrelWarHorizon(scenario, greedy=greedy), expected)


def test_a_full_board_is_a_game_of_no_move():
    scenario = squirrel_war("3 5", "XO")
    assert are_solutions(SquirrelWarHorizon(scenario), as_played(scenario, "3 5", "XO", "X"))


# --- each rule alone ------------------------------------------------------------------------------


def one_ply(*units, board="O.", side="X"):
    """Return the model of a row of two cells of which one is free."""
    return SquirrelWarHorizon(squirrel_war("1 1", board, turn=side), units=units)


def allowed(h, holds):
    """Return the assignments of yes and no of which a condition holds, called with a dict."""
    names = [name for name, _ in domains(h)]
    every = product((0, 1), repeat=len(names))
    return sorted((each for each in every if holds(dict(zip(names, each, strict=True)))), key=repr)


def conquered(values, cell):
    """Say whether a raid is beside a cell; B1 is the only free cell of the row."""
    return cell == "A1" and values["raids[1,B1]"]


@pytest.mark.parametrize("side", SIDES)
def test_capture_gives_the_mover_what_it_takes_and_conquers_and_leaves_it_its_own(side):
    def holds(values):
        return all(
            values[f"{side}[1,{cell}]"]
            == (
                values[f"{side}[0,{cell}]"]
                or (cell == "B1" and values["takes[1,B1]"])
                or (conquered(values, cell) and values[f"{FOE[side]}[0,{cell}]"])
            )
            for cell in ("A1", "B1")
        )

    h = one_ply(model.capture, side=side)
    assert assignments(h) == allowed(h, holds)


@pytest.mark.parametrize("side", SIDES)
def test_loss_leaves_the_other_side_what_is_not_conquered(side):
    def holds(values):
        foe = FOE[side]
        return all(
            values[f"{foe}[1,{cell}]"]
            == (values[f"{foe}[0,{cell}]"] and not conquered(values, cell))
            for cell in ("A1", "B1")
        )

    h = one_ply(model.loss, side=side)
    assert assignments(h) == allowed(h, holds)


@pytest.mark.parametrize("side", SIDES)
def test_reach_is_where_the_mover_has_a_piece_beside_the_cell(side):
    h = one_ply(model.reach, side=side)
    expected = allowed(h, lambda values: values["reaches[1,B1]"] == values[f"{side}[0,A1]"])
    assert assignments(h) == expected


def test_a_cell_with_nothing_beside_it_is_not_reached():
    h = SquirrelWarHorizon(squirrel_war("1", "."), units=[model.reach])
    assert assignments(h) == allowed(h, lambda values: not values["reaches[1,A1]"])


def test_a_raid_is_what_is_taken_and_reached():
    h = one_ply(model.raid_or_sneak)
    assert assignments(h) == allowed(
        h,
        lambda values: values["raids[1,B1]"] == values["takes[1,B1]"] * values["reaches[1,B1]"],
    )


@pytest.mark.parametrize("board", ["O.", ".X"])
def test_start_is_the_board_of_the_scenario(board):
    h = one_ply(model.start, board=board)
    assert assignments(h) == allowed(
        h,
        lambda values: all(
            values[f"{side}[0,{cell}]"] == (piece == side)
            for side in SIDES
            for cell, piece in zip(("A1", "B1"), board, strict=True)
        ),
    )


def takes_of(h):
    """Return which cells can be taken in each ply: for each way, the cells of each ply."""
    return {
        tuple(
            tuple(str(cell) for cell in h.free if value_of(h.takes[turn][cell])) for turn in h.turns
        )
        for each in assignments(h)
        for value_of in [value_in(dict(enumerate(each)))]
    }


def test_one_cell_is_taken_in_each_ply_and_each_cell_once():
    def two_plies(unit):
        h = SquirrelWarHorizon(squirrel_war("1 1", ".."), units=[unit])
        for each in h.holds:  # one board is enough
            h.model.add_bool_and(~held for side in SIDES for held in each[side].values())
        for turn in h.turns:
            h.model.add_bool_and(~each for each in h.reaches[turn].values())
            h.model.add_bool_and(~each for each in h.raids[turn].values())
        return h

    one = [("A1",), ("B1",)]
    assert takes_of(two_plies(model.one_cell_a_ply)) == {*product(one, one)}
    assert takes_of(two_plies(model.never_again)) == {
        (("A1",), ("B1",)),
        (("B1",), ("A1",)),
        (("A1", "B1"), ()),
        ((), ("A1", "B1")),
    }


# --- ranks ----------------------------------------------------------------------------------------


def test_no_rank_is_outside_the_numbers_that_the_best_can_have():
    """With two free cells and values of 5 in all, ranks are from 2 * -10 - 1 to 2 * 10 - 0."""
    h = SquirrelWarHorizon(squirrel_war("0 0 0 -5", ".X.O"), greedy="X")
    least, most = dict(domains(h))["best[1]"]
    assert least <= -21
    assert most >= 20
    assert (least, most) == (-22, 22)


def test_what_is_taken_has_no_rank_to_beat():
    """X took A1, which is worth more than all else; O takes B1, the best that is left."""
    h = SquirrelWarHorizon(squirrel_war("9 5 1", "..."), greedy="O")
    h.model.add(h.takes[1][Cell(1, 1)] == 1)
    expected = as_played(h.scenario, "9 5 1", "...", "X", "O")
    assert are_solutions(h, [each for each in expected if each.moves[0] == Cell(1, 1)])


# --- a rule that is left out ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "left_out",
    [unit for unit in UNITS if unit is not model.greed],
    ids=lambda unit: unit.__name__,
)
def test_a_rule_that_is_left_out_is_found_out_by_the_simulator(left_out):
    units = [unit for unit in UNITS if unit is not left_out]
    scenarios = [
        squirrel_war(values, board, turn=turn)
        for values, board, turn in (random_position(seed, most_empty=5) for seed in range(30))
    ]
    assert any(is_found_out(each, units, aim) for each in scenarios for aim in (max, min))


def is_found_out(scenario, units, aim):
    h = SquirrelWarHorizon(scenario, units=units)
    (h.model.maximize if aim is max else h.model.minimize)(h.figures["margin"])
    found = run(h.model, Budget())
    assert found.value_of is not None
    try:
        crosscheck(SquirrelWarRules(scenario), h.read(found.value_of))
    except (DisagreementError, ValueError):
        return True
    return False


def test_a_greed_that_is_left_out_is_found_out(monkeypatch):
    monkeypatch.setattr(model, "UNITS", tuple(u for u in UNITS if u is not model.greed))
    with pytest.raises(DisagreementError, match=r"O \(greedy\) takes .. here, not"):
        answer(Instance(GAME, squirrel_war("5 1 9\n2 8 3"), (BEAT,)))
