"""The checker of Ugly Duck, part by part: boards, moves, replies, and each way to be refused.

What a board can become is known from `ducks`, a second statement of the rules.
"""

import functools
import random
from itertools import product

import pytest

import ducks
from checkers import accepts, stated, why_invalid
from exhaustive import in_groups
from toadstone_checker import ugly_duck
from toadstone_checker.certificate_file import Budget, Invalid, Unusable
from toadstone_checker.ugly_duck import (
    DIGITS,
    HOLDER,
    KIND,
    NO_MOVE,
    RIVAL,
    Game,
    Walk,
    check,
    lines_of,
    reading,
)


def scenario(board, *, turn="green", passes=False):
    return {
        "board": board.split("/"),
        "turn": turn,
        "no_moves": "pass" if passes else "loses",
    }


def game(board, holder="green", **more):
    return Game(scenario(board, **more), holder, Budget(most_work=10**6))


# --- the board ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("ddd/.../DDD", None),
        ("/".join(["ddddddd", *["......."] * 5, "DDDDDDD"]), None),
        ("S.d/dsD/s.D", None),
        ("d..../dsDS./....D", None),
        ("ddd/DDD", "board: expected 3 to 7 rows"),
        ("/".join(["ddd", *["..."] * 6, "DDD"]), "board: expected a list of up to 7"),
        ("dd/../DD", "board: expected 3 to 7 columns"),
        ("dddddddd/......../DDDDDDDD", "board: expected 3 to 7 columns"),
        ("ddd/../DDD", "board: a row is wrong"),
        ("ddd/.x./DDD", "board: a row is wrong"),
        ("Ddd/.../DDD", "board: wrong piece in the first row"),
        ("sdd/.../DDD", "board: wrong piece in the first row"),
        ("ddd/.../dDD", "board: wrong piece in the last row"),
        ("ddd/.../SDD", "board: wrong piece in the last row"),
        ("ddd/.../...", "board: a side has no piece"),
        (".../.../DDD", "board: a side has no piece"),
        ("d../.../s..", "board: a side has no piece"),
        ("S../.../D..", "board: a side has no piece"),
        ("d../.../D..", None),
        ("S../.../s..", None),
    ],
)
def test_a_board_has_three_to_seven_rows_and_columns_and_pieces_of_both_sides(board, message):
    lines = board.split("/")
    if message is None:
        assert lines_of(lines) == lines
    else:
        with pytest.raises(Unusable, match=message):
            lines_of(lines)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": "ddd"}, "board: expected a list"),
        ({"board": ["ddd", None, "DDD"]}, "board: expected rows of text"),
        ({"turn": "red"}, "turn: expected green or blue"),
        ({"turn": ["green"]}, "turn: expected green or blue"),
        ({"no_moves": "draws"}, "no_moves: expected loses or pass"),
        ({"more": 1}, "expected an object with the keys board, turn, no_moves"),
    ],
)
def test_a_scenario_is_refused_for_what_it_cannot_hold(change, message):
    with pytest.raises(Unusable, match=message):
        Game(scenario("ddd/.../DDD") | change, "green", Budget())


def test_the_side_to_move_is_the_holder_or_the_rival():
    movers = [
        game("ddd/.../DDD", holder, turn=turn).mover
        for turn in ("green", "blue")
        for holder in ("green", "blue")
    ]
    assert movers == [HOLDER, RIVAL, RIVAL, HOLDER]
    assert [game("ddd/.../DDD", passes=each).passes for each in (True, False)] == [True, False]


def drawn(seed, most=9):
    """Return rows in the middle of a game that nobody has won; d and s go to move, and down."""
    rng = random.Random(seed)
    rows, columns = rng.choice([(3, 3), (3, 4), (4, 3), (4, 4), (5, 3)])
    while True:
        cells = ["."] * (rows * columns)
        for at in rng.sample(range(len(cells)), rng.randint(2, most)):
            cells[at] = rng.choice("dsDS")
        text = "".join(cells)
        board = tuple(text[at : at + columns] for at in range(0, len(text), columns))
        wrong = set(board[0]) & set("Ds") or set(board[-1]) & set("dS")
        if not wrong and set(text) & set("ds") and set(text) & set("DS"):
            return board


STUCK = [".dS/dSs/DsD", "dSd/DsD/.D.", "dSd/DsD/s..", "SdS/sDs/..D"]
PASSING = [".../DdD/sDs", ".dS/dDs/Ds.", "dSd/SsD/...", "SdS/sSs/...", "dSd/dsd/ssD"]
EVEN = [".d./.Sd/DsD", "dSd/D../.Ds", "dSd/D.D/s..", "d../SSS/sDs", "ddS/S.S/sDs"]
"""Where neither side can move, where only the rival can, and where passes make a draw."""

BOARDS = [drawn(seed) for seed in range(40)]
BOARDS += [tuple(text.split("/")) for text in STUCK + PASSING + EVEN]


def mirrored(board):
    return tuple(row[::-1] for row in board)


def numbers(board):
    return ducks.number(board), ducks.number(mirrored(board))


@in_groups("board", BOARDS)
def test_a_board_has_a_number_and_is_turned_for_blue(board):
    text = "/".join(board)
    green, blue = game(text, "green"), game(text, "blue")
    assert green.start == numbers(board)
    assert blue.start == numbers(ducks.turned(board))
    for side in (green, blue):
        assert side.written(side.start[0]) == text
        assert side.written(side.start[1]) == "/".join(mirrored(board))


# --- the moves ----------------------------------------------------------------------------------


@in_groups("board", BOARDS)
def test_the_moves_of_both_sides_are_those_of_the_rules(board):
    start = game("/".join(board))
    after = [numbers(each) for each in ducks.after(board)]
    assert start.moves(start.start, HOLDER) == after
    assert start.budget.left == 10**6 - 20 - 7 * len(after)
    rivals = [numbers(ducks.turned(each)) for each in ducks.after(ducks.turned(board))]
    assert sorted(start.moves(start.start, RIVAL)) == sorted(rivals)


@in_groups("board, passes", product(BOARDS, [True, False]))
def test_a_side_without_moves_passes_if_it_may_and_the_other_can_move(board, passes):
    start = game("/".join(board), passes=passes)
    found = start.choices(start.start, HOLDER)
    assert found == [numbers(each) for each in ducks.choices(board, passes)]
    turned = ducks.choices(ducks.turned(board), passes)
    rivals = sorted(numbers(ducks.turned(each)) for each in turned)
    assert sorted(start.choices(start.start, RIVAL)) == rivals


@in_groups("board", [*BOARDS, *(drawn(seed, 4) for seed in range(60))])
def test_a_move_that_wins_at_once_is_seen(board):
    start = game("/".join(board))
    wins = any(map(ducks.has_won, ducks.after(board)))
    assert start.holder_wins_now(start.start[0]) == wins


@in_groups("board", BOARDS)
def test_it_is_seen_whether_the_rival_has_won(board):
    start = game("/".join(board))
    assert not start.rival_has_won(start.start[0])
    for each in ducks.after(ducks.turned(board)):
        number = ducks.number(ducks.turned(each))
        assert start.rival_has_won(number) == ducks.has_won(each)


# --- the replies --------------------------------------------------------------------------------


def test_a_reply_is_a_digit_and_each_sign_for_more_before_it_adds_63():
    assert list(reading(DIGITS)) == list(range(63))
    assert list(reading("5_0__a-")) == [5, 63, 136, 62]
    assert list(reading("_-0")) == [125, 0]
    assert list(reading("")) == []


@pytest.mark.parametrize("text", ["!", "é", "_!", "0_", "0__"])
def test_what_is_no_reply_is_a_move_that_nobody_has(text):
    assert list(reading(text))[-1] >= NO_MOVE > 3 * 49


def certificate(board, winner, strategies, **more):
    return {
        "certificate": KIND,
        "scenario": scenario(board, **more),
        "claim": {"ask": "winner", "winner": winner},
        "strategies": strategies,
    }


@functools.cache
def best(board, turn, *, passes, last=False):
    """Return a true certificate, made without the checker."""
    seen = {"green": board, "blue": ducks.turned(board)}
    worth = ducks.payoff(seen[turn], passes)
    winner = {1: turn, 0: "draw", -1: ducks.OTHER[turn]}[worth]
    holders = ("green", "blue") if worth == 0 else (winner,)
    replies = {
        side: ducks.strategy(seen[side], side == turn, passes, worth == 0, last) for side in holders
    }
    return certificate("/".join(board), winner, replies, turn=turn, passes=passes)


SMALL = [board for board in BOARDS if len(board) * len(board[0]) <= 12][-30:]
CASES = [
    (board, turn, passes) for board in SMALL for turn in ("green", "blue") for passes in (0, 1)
]


def name_of(case):
    return "-".join(["/".join(case[0]), case[1], "pass" if case[2] else "loses"])


@in_groups("case", CASES)
def test_good_replies_prove_who_wins(case):
    board, turn, passes = case
    check(best(board, turn, passes=bool(passes)))
    check(best(board, turn, passes=bool(passes), last=True))


@in_groups("case", CASES)
def test_changed_replies_prove_it_just_where_they_win_or_draw_as_well(case):
    board, turn, passes = case
    content = best(board, turn, passes=bool(passes))
    rng = random.Random(name_of(case))
    for holder, replies in content["strategies"].items():
        seen = board if holder == "green" else ducks.turned(board)
        draw_suits = content["claim"]["winner"] == "draw"
        for _ in range(3):
            at = rng.randint(0, len(replies))
            changed = replies[:at] + rng.choice("0012345_!") + replies[at + rng.randint(0, 1) :]
            holds = ducks.holds(changed, seen, holder == turn, bool(passes), draw_suits)
            strategies = content["strategies"] | {holder: changed}
            assert accepts(check, content | {"strategies": strategies}) == holds


@in_groups("case", CASES)
def test_replies_that_draw_or_lose_prove_no_win(case):
    board, turn, passes = case
    content = best(board, turn, passes=bool(passes))
    replies = next(iter(content["strategies"].values()))
    for claimed in {"green", "blue"} - {content["claim"]["winner"]}:
        for text in (replies, content["strategies"].get(claimed, "")):
            more = {"turn": turn, "passes": bool(passes)}
            assert not accepts(
                check, certificate("/".join(board), claimed, {claimed: text}, **more)
            )


# --- the claim ----------------------------------------------------------------------------------

START = ("ddd", "...", "DDD")


def honest():
    return best(START, "green", passes=False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"certificate": "toadstone ugly-duck 2"}, "expected the kind"),
        ({"claim": {"ask": "remoteness", "winner": "blue"}}, "ask: expected a question"),
        ({"claim": {"ask": "winner", "winner": "red"}}, "winner: expected green, blue or draw"),
        ({"claim": {"ask": "winner", "winner": "green"}}, "expected an object with the keys green"),
        ({"strategies": {"blue": ["0"]}}, "strategies: expected text"),
        ({"strategies": {"blue": "", "green": ""}}, "expected an object with the keys blue"),
        ({"more": 1}, "expected an object with the keys certificate"),
    ],
)
def test_a_certificate_is_unusable_where_a_part_is_not_what_it_should_be(change, message):
    check(honest())
    with pytest.raises(Unusable, match=message):
        check(honest() | change)


def test_without_passes_no_game_is_drawn():
    claim = {"ask": "winner", "winner": "draw"}
    with pytest.raises(Unusable, match="there are no draws without passes"):
        check(honest() | {"claim": claim, "strategies": {"green": "", "blue": ""}})


def test_a_draw_needs_the_strategies_of_both_and_each_is_followed():
    drawn = next(
        content
        for board, turn, passes in CASES
        for content in [best(board, turn, passes=bool(passes))]
        if content["claim"]["winner"] == "draw"
    )
    for side in ("green", "blue"):
        assert why_invalid(check, drawn | {"strategies": drawn["strategies"] | {side: "!" * 99}})[
            0
        ].startswith(f"strategies, {side}, reply ")


@pytest.mark.parametrize(
    ("change", "reply", "reason"),
    [
        (lambda replies: "!", 1, "there is no legal reply to "),
        (lambda replies: "_0", 1, "there is no legal reply to "),
        (lambda replies: replies[:-1], 0, "there is no legal reply to "),
        (lambda replies: f"{replies}0", 1, "nothing is left to reply to"),
    ],
)
def test_the_reply_that_is_wrong_is_named(change, reply, reason):
    replies = honest()["strategies"]["blue"]
    changed = change(replies)
    with pytest.raises(Invalid, match=reason) as refused:
        check(honest() | {"strategies": {"blue": changed}})
    number = reply if len(changed) < len(replies) - 1 else len(replies) + reply
    assert refused.value.args[0] == f"strategies, blue, reply {number}"


@pytest.mark.parametrize("moves", [3, 4])
def test_the_number_after_the_last_move_is_no_reply(moves):
    """Green has a duck with three ways on, or two with two each."""
    board = {3: ".d./.../D.D", 4: "d.d/.../.D."}[moves]
    start = game(board)
    walk = Walk(start, "x", DIGITS[moves], draw_suits=False)
    assert why_invalid(walk.reply, start.start) == (
        "x, reply 1",
        f"there is no legal reply to {board}",
    )
    assert len(start.moves(start.start, HOLDER)) == moves


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("d../..s/S.D", "it loses in d../..s/S.D"),
        ("S../D../..D", "it loses in S../D../..D"),
    ],
)
def test_a_board_on_which_the_rival_has_won_is_refused(board, reason):
    walk = Walk(game("d../.../D.."), "x", "", draw_suits=False)
    with pytest.raises(Invalid, match=reason):
        walk.discover([numbers(tuple(board.split("/")))])


def test_where_neither_can_move_a_win_is_not_proven():
    for board in STUCK:
        start = game(board, passes=True)
        assert (
            why_invalid(Walk(start, "x", "", draw_suits=False).follow, start.start)[1]
            == f"it lets the game be drawn in {board}"
        )
        Walk(start, "x", "", draw_suits=True).follow(start.start)


def test_a_board_and_its_mirror_image_are_met_once_and_the_largest_number_is_on_top():
    walk = Walk(game("d.../..../..../D..."), "x", "", draw_suits=False)
    boards = ["d.../..../D.../....", ".d../..../..../D...", "..d./..../..../D..."]
    found = [numbers(tuple(board.split("/"))) for board in boards]
    walk.discover([*found, *found, *((image, number) for number, image in found)])
    assert walk.seen == {min(each) for each in found}
    assert walk.waiting == sorted((min(each), max(each)) for each in found)


def test_a_check_has_so_much_work_and_a_strategy_so_many_boards(monkeypatch):
    assert stated("work for Ugly Duck") == ugly_duck.MOST_WORK
    assert stated("boards that one strategy for Ugly Duck meets") == ugly_duck.MOST_BOARDS
    walk = Walk(
        game("/".join(START), "blue"), "x", honest()["strategies"]["blue"], draw_suits=False
    )
    walk.check()
    work = 10**6 - walk.game.budget.left
    monkeypatch.setattr(ugly_duck, "MOST_WORK", work)
    monkeypatch.setattr(ugly_duck, "MOST_BOARDS", len(walk.seen))
    check(honest())
    monkeypatch.setattr(ugly_duck, "MOST_BOARDS", len(walk.seen) - 1)
    with pytest.raises(Unusable, match="the strategy meets too many boards"):
        check(honest())
    monkeypatch.setattr(ugly_duck, "MOST_WORK", work - 1)
    monkeypatch.setattr(ugly_duck, "MOST_BOARDS", len(walk.seen))
    with pytest.raises(Unusable, match="takes too long"):
        check(honest())
