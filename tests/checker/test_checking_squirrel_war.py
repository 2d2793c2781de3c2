"""The checker of Squirrel War, part by part: boards, moves, walks, and each way to be refused.

What a walk finds is known from `squirrel.Naive`, a second statement of the rules.
"""

from itertools import product

import pytest

from checkers import why_invalid
from exhaustive import in_groups
from random_scenarios import random_position
from squirrel import FOE, PERFECT, Naive
from squirrel import name as name_of
from toadstone_checker.certificate_file import Budget, Invalid, Unusable
from toadstone_checker.squirrel_war import KIND, LETTERS, OTHER, SIGN, Game, Walk, cell_named, check


def scenario(board, values=None, turn="X"):
    """Return a scenario; without values, the cells are worth 1, 2, 3 and so on."""
    rows = board.split("/")
    wide = len(rows[0])
    counted = [[row * wide + column + 1 for column in range(wide)] for row in range(len(rows))]
    return {"values": values or counted, "board": rows, "turn": turn}


def game(*arguments, **more):
    return Game(scenario(*arguments, **more))


def cells(*numbers):
    """Return the set of these cells."""
    return sum(1 << number for number in numbers)


# --- the board ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"values": [], "board": []}, "values: no board"),
        ({"values": [[], []], "board": ["", ""]}, "values: no board"),
        ({"values": [[1, 2], [3]]}, "values: no board"),
        ({"values": [[1], [2, 3]]}, "values: no board"),
        ({"values": [[1]] * 8}, "values: expected a list of up to 7"),
        ({"values": [[1] * 8]}, "values: expected a list of up to 7"),
        ({"values": [[1, 2], [3, 10**6 + 1]]}, "a value: expected a whole number"),
        ({"values": [[1, 2], [3, -(10**6) - 1]]}, "a value: expected a whole number"),
        ({"board": ["XO"] * 8}, "board: expected a list of up to 7"),
        ({"board": "XO.."}, "board: expected a list of up to 7"),
        ({"board": ["XO", "."]}, "board: rows"),
        ({"board": ["XO", ["X", "O"]]}, "board: rows"),
        ({"board": ["XO"]}, "board: its letters"),
        ({"board": ["XO", "XO", "XO"]}, "board: its letters"),
        ({"board": ["XO", ".x"]}, "board: its letters"),
        ({"turn": "."}, "turn: expected X or O"),
        ({"more": 1}, "expected an object with the keys values, board, turn"),
    ],
)
def test_a_scenario_is_refused_for_what_is_no_board(change, message):
    with pytest.raises(Unusable, match=message):
        Game(scenario("XO/..") | change)


def test_a_board_has_seven_rows_and_columns_at_most_and_values_up_to_a_million():
    most, least = 10**6, -(10**6)
    largest = game("/".join(["X......"] * 7), [[most, *[least] * 6]] * 7, turn="O")
    assert (largest.width, largest.turn) == (7, "O")
    assert largest.values == [most, *[least] * 6] * 7
    assert largest.holders == {"X": cells(0, 7, 14, 21, 28, 35, 42), "O": 0}
    assert largest.empty == (1 << 49) - 1 - largest.holders["X"]
    assert game(".", [[5]]).width == 1


def test_every_cell_lies_beside_those_above_below_left_and_right_of_it():
    board = game(".../...")
    assert board.beside == [
        cells(1, 3),
        cells(0, 2, 4),
        cells(1, 5),
        cells(0, 4),
        cells(1, 3, 5),
        cells(2, 4),
    ]


def test_a_cell_is_named_by_column_and_row():
    board = game(".../...")
    assert [cell_named(board, name) for name in ("A1", "C1", "A2", "C2")] == [0, 2, 3, 5]
    for name in ("D1", "A3", "A0", "a1", "", 3, ["A1"]):
        with pytest.raises(Unusable, match="plan: expected cells"):
            cell_named(board, name)
    assert cell_named(game("/".join(["......."] * 7)), "G7") == 48


# --- the moves ----------------------------------------------------------------------------------


def test_a_cell_that_no_own_one_lies_beside_is_taken_alone():
    board = game("O../O.X")
    assert board.take(board.holders, "X", 1) == {"X": cells(1, 5), "O": cells(0, 3)}


def test_from_a_cell_beside_an_own_one_all_enemies_beside_it_are_raided():
    board = game("OO./O.X")
    assert board.take(board.holders, "X", 4) == {"X": cells(1, 3, 4, 5), "O": cells(0)}
    assert board.take(board.holders, "O", 2) == {"O": cells(0, 1, 2, 3, 5), "X": 0}


def test_the_margin_is_what_x_holds_less_what_o_holds():
    board = game("XO/.X")
    assert board.margin(board.holders) == 1 - 2 + 4
    assert board.margin({"X": 0, "O": cells(0, 3)}) == -5


@pytest.mark.parametrize(
    ("board", "values", "side", "taken"),
    [
        ("...", [[1, 3, 2]], "X", 1),
        ("...", [[1, 3, 2]], "O", 1),
        ("...", [[3, 1, 3]], "X", 0),
        ("...", [[3, 1, 3]], "O", 0),
        ("XO.", [[1, 5, 1]], "X", 2),
        ("XO.O.", [[1, 4, 1, 1, 5]], "X", 4),
        ("X.OO.", [[1, 1, 3, 1, 5]], "X", 1),
    ],
)
def test_greed_takes_what_leads_by_most_at_once_and_of_several_the_first(
    board, values, side, taken
):
    start = game(board, values)
    assert start.greedy(side)(start.holders, start.empty) == taken


# --- the walks ----------------------------------------------------------------------------------

POSITIONS = [
    random_position(seed, most_side=3, most_empty=5, values=(-9, 30)) for seed in range(40)
]


def content_of(position):
    values, board, turn = position
    return {
        "values": [[int(word) for word in line.split()] for line in values.split("\n")],
        "board": board.split("\n"),
        "turn": turn,
    }


AIMS = {
    "both their own": (SIGN, PERFECT),
    "the largest": ({"X": 1, "O": 1}, {"X": max, "O": max}),
    "the smallest": ({"X": -1, "O": -1}, {"X": min, "O": min}),
}


@in_groups("position, aims", product(POSITIONS, AIMS))
def test_a_walk_finds_the_margin_of_all_games(position, aims):
    values, board, turn = position
    numbers, extremes = AIMS[aims]
    naive = Naive(values, board).extreme(turn, extremes)
    assert Walk(Game(content_of(position)), {}, numbers).margin() == naive


@in_groups("position", POSITIONS)
def test_a_walk_finds_the_best_margin_against_greed(position):
    values, board, turn = position
    start = Game(content_of(position))
    walk = Walk(start, {OTHER[turn]: start.greedy(OTHER[turn])}, SIGN)
    assert walk.margin() == Naive(values, board).against_greed(turn)


def test_a_position_is_walked_once():
    """After two of three far cells are taken, either way round, the third is the same game."""
    start = Game(scenario("X.X.X.X/XXXXXXX"), Budget(most_work=10_000))
    walk = Walk(start, {}, SIGN)
    walk.margin()
    assert start.budget.left == 10_000 - 40 * (3 + 3 * 2 + 3 * 1)


# --- the claim of a margin ----------------------------------------------------------------------


def best_replies(position, side):
    """Return the letters of best replies: in a walk, depth first, through every game once."""
    values, board, turn = position
    naive, letters, met = Naive(values, board), [], set()
    names = dict(zip(naive.board, LETTERS, strict=False))

    def end(board, mover):
        rest = Naive(values, "")
        rest.board = board
        return rest.extreme(mover, PERFECT)

    def walk(board, mover):
        empty = naive.empty(board)
        beside = {c for r, k in empty for c in [(r - 1, k), (r + 1, k), (r, k - 1), (r, k + 1)]}
        position = tuple((c, board[c]) for c in board if c in beside or board[c] == ".")
        if not empty or position in met:
            return
        met.add(position)
        if mover == side:
            ends = {cell: end(naive.taken(board, cell, mover), FOE[mover]) for cell in empty}
            empty = [PERFECT[mover](ends, key=ends.get)]
            letters.append(names[empty[0]])
        for cell in empty:
            walk(naive.taken(board, cell, mover), FOE[mover])

    walk(naive.board, turn)
    return "".join(letters)


def claimed(margin):
    return {"winner": "X" if margin > 0 else "O" if margin < 0 else "draw", "margin": margin}


def certificate(content, ask, values, *, plan=None, strategies=None):
    return {
        "certificate": KIND,
        "scenario": content,
        "claim": {"ask": ask, "values": values},
        "plan": plan,
        "strategies": strategies,
    }


@in_groups("position", POSITIONS)
def test_best_replies_of_both_sides_prove_the_margin_and_no_other(position):
    values, board, turn = position
    margin = Naive(values, board).extreme(turn, PERFECT)
    replies = {side: best_replies(position, side) for side in OTHER}
    check(certificate(content_of(position), "margin", claimed(margin), strategies=replies))
    for more, side in [(1, "X"), (-1, "O")]:
        false = claimed(margin + more)
        with pytest.raises(Invalid, match="a game ends with the margin") as refused:
            check(certificate(content_of(position), "margin", false, strategies=replies))
        assert refused.value.args[0] == f"strategies, {side}"


ONE_EACH = scenario("..")  # X takes B, which is worth 2, and O takes A; without raids


def of_margin(change=None, *, values=None, **more):
    strategies = {"X": "B", "O": "BA"} | (change or {})
    return certificate(ONE_EACH, "margin", values or claimed(1), strategies=strategies) | more


def test_the_replies_to_each_first_move_are_read_in_the_order_of_the_board():
    check(of_margin())


@pytest.mark.parametrize(
    ("change", "where", "message"),
    [
        ({"X": ""}, "strategies, X", "there is no legal reply"),
        ({"X": "C"}, "strategies, X", "there is no legal reply"),
        ({"X": "é"}, "strategies, X", "there is no legal reply"),
        ({"O": "B"}, "strategies, O", "there is no legal reply"),
        ({"O": "AB"}, "strategies, O", "there is no legal reply"),
        ({"X": "BA"}, "strategies, X", "nothing is left to reply to"),
        ({"O": "BAA"}, "strategies, O", "nothing is left to reply to"),
        ({"X": "A"}, "strategies, X", "a game ends with the margin -1"),
    ],
)
def test_replies_are_refused_where_they_are_not_legal_too_many_or_not_good(change, where, message):
    with pytest.raises(Invalid, match=message) as refused:
        check(of_margin(change))
    assert refused.value.args[0] == where


def test_the_last_letter_is_for_the_last_of_49_cells():
    board = "/".join(["XXXXXXX"] * 6 + ["XXXXXX."])
    margin = 49 * 50 // 2
    replies = {"X": "w", "O": ""}
    check(certificate(scenario(board), "margin", claimed(margin), strategies=replies))


@pytest.mark.parametrize(
    ("margin", "named", "right"),
    [(0, "X", "draw"), (1, "draw", "X"), (1, "O", "X"), (-1, "draw", "O"), (-1, "X", "O")],
)
def test_the_winner_goes_with_the_margin(margin, named, right):
    assert why_invalid(check, of_margin(values={"winner": named, "margin": margin})) == (
        "claim",
        f"with this margin the winner is {right}",
    )


# --- the claim of a game against greed ------------------------------------------------------------


def plan_against_greed(position):
    """Return the names of the cells of a best game, and its margin."""
    values, board, turn = position
    naive, names = Naive(values, board), []
    while empty := naive.empty(naive.board):
        ends = naive.ends_against_greed(turn)
        cell = PERFECT[turn](empty, key=ends.get)
        names.append(cell)
        naive.board = naive.taken(naive.board, cell, turn)
        if naive.empty(naive.board):
            names.append(naive.greedy(naive.board, FOE[turn]))
            naive.board = naive.taken(naive.board, names[-1], FOE[turn])
    return [*map(name_of, names)], naive.lead(naive.board, "X")


@in_groups("position", POSITIONS)
def test_a_best_game_proves_the_margin_against_greed_and_no_other(position):
    plan, margin = plan_against_greed(position)
    check(certificate(content_of(position), "beat", claimed(margin), plan=plan))
    for false in (margin + 1, margin - 1):
        with pytest.raises(Invalid, match="it does not end with a full board and the margin"):
            check(certificate(content_of(position), "beat", claimed(false), plan=plan))


GREED = scenario("...", [[1, 3, 2]])  # X takes B, O takes C; in the end X raids it from A, or not


def of_beat(moves, margin, **more):
    return certificate(GREED, "beat", claimed(margin), plan=moves) | more


@pytest.mark.parametrize(
    ("plan", "margin", "where", "message"),
    [
        (["B1", "A1", "C1"], 6, "plan, ply 2", "the move is not legal, or not the greedy one"),
        (["B1", "B1", "A1"], 2, "plan, ply 2", "the move is not legal, or not the greedy one"),
        (["B1", "C1", "C1"], 2, "plan, ply 3", "the move is not legal, or not the greedy one"),
        (["B1", "C1"], 1, "plan", "it does not end with a full board"),
        ([], 2, "plan", "it does not end with a full board"),
        (["B1", "C1", "A1"], 3, "plan", "it does not end with a full board and the margin"),
        (["A1", "B1", "C1"], 0, "claim", "there is a game with the margin"),
    ],
)
def test_a_game_against_greed_is_refused_where_it_is_none_or_not_the_best(
    plan, margin, where, message
):
    with pytest.raises(Invalid, match=message) as refused:
        check(of_beat(plan, margin))
    assert refused.value.args[0] == where


def test_a_game_may_have_49_moves():
    with pytest.raises(Invalid):
        check(of_beat(["A1"] * 49, 2))


# --- the claim of a shared war ------------------------------------------------------------------


@in_groups("position", POSITIONS)
def test_the_largest_and_the_smallest_margin_are_accepted_and_no_others(position):
    values, board, turn = position
    naive, content = Naive(values, board), content_of(position)
    largest = naive.extreme(turn, {"X": max, "O": max})
    smallest = naive.extreme(turn, {"X": min, "O": min})
    ends = {"largest": largest, "smallest": smallest}
    check(certificate(content, "shared", ends))
    for name, margin in ends.items():
        for false in (margin + 1, margin - 1):
            assert why_invalid(check, certificate(content, "shared", ends | {name: false})) == (
                "claim",
                f"the {name} margin is {margin}",
            )


# --- certificates that cannot be used -------------------------------------------------------------

ENDS = {"largest": 1, "smallest": -1}
MARGIN, BEAT, SHARED = (
    of_margin(),
    of_beat(["B1", "C1", "A1"], 2),
    certificate(ONE_EACH, "shared", ENDS),
)


@pytest.mark.parametrize(
    ("honest", "change", "message"),
    [
        (MARGIN, {"certificate": "toadstone squirrel-war 2"}, "expected the kind"),
        (MARGIN, {"more": 1}, "expected an object with the keys certificate"),
        (MARGIN, {"plan": []}, "plan: expected null"),
        (MARGIN, {"strategies": None}, "expected an object with the keys X, O"),
        (MARGIN, {"strategies": {"X": "B", "O": ["B", "A"]}}, "strategies: expected letters"),
        (MARGIN, {"claim": {"ask": "best-move", "values": {}}}, "ask: expected a question"),
        (MARGIN, {"claim": {"ask": "margin", "values": {}}}, "expected an object with the keys"),
        (BEAT, {"strategies": {}}, "strategies: expected null"),
        (BEAT, {"plan": None}, "plan: expected a list of up to 49"),
        (BEAT, {"plan": ["A1"] * 50}, "plan: expected a list of up to 49"),
        (BEAT, {"plan": ["A9"]}, "plan: expected cells"),
        (SHARED, {"plan": []}, "plan, strategies: expected null"),
        (SHARED, {"strategies": {}}, "plan, strategies: expected null"),
    ],
)
def test_a_certificate_is_unusable_where_a_part_is_not_what_it_should_be(honest, change, message):
    check(honest)
    with pytest.raises(Unusable, match=message):
        check(honest | change)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("name", ["margin", "largest", "smallest"])
def test_a_margin_is_a_whole_number_up_to_a_thousand_million(name, sign):
    def with_margin(margin):
        if name == "margin":
            return of_margin(values=claimed(sign * margin))
        return certificate(ONE_EACH, "shared", ENDS | {name: sign * margin})

    with pytest.raises(Invalid):
        check(with_margin(10**9))
    with pytest.raises(Unusable, match=f"{name}: expected a whole number"):
        check(with_margin(10**9 + 1))
