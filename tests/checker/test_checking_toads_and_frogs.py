"""The checker of Toads and Frogs, part by part: rows, moves, ends, and each way to be refused.

What rows can become is known from `toads`, a second statement of the rules.
"""

import random
from itertools import product

import pytest

import toads
from checkers import accepts, stated, why_invalid
from exhaustive import in_groups
from toads import ONE, OTHER, STAR, ZERO, after, mover_wins, moves_in, negative, remoteness, winner
from toadstone_checker import toads_and_frogs
from toadstone_checker.certificate_file import Budget, Invalid, Unusable
from toadstone_checker.toads_and_frogs import DIGITS, KIND, Game, Sum, check, ends, wins_of

SIDES = tuple(OTHER)


def scenario(*rows, turn="toads"):
    return {"start": list(rows), "turn": turn}


def game(*rows, turn="toads"):
    return Game(scenario(*rows, turn=turn), Budget(most_work=10**7))


# --- rows and moves -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start": []}, "start: expected at least one row"),
        ({"start": ["T"] * 21}, "start: expected a list of up to 20"),
        ({"start": "TF"}, "start: expected a list of up to 20"),
        ({"start": ["TF", ""]}, "start: expected rows of 1 to 60 cells"),
        ({"start": ["T" * 61]}, "start: expected rows of 1 to 60 cells"),
        ({"start": [["T", "F"]]}, "start: expected rows of 1 to 60 cells"),
        ({"start": ["T.F"]}, "start: expected the letters T, F and _"),
        ({"turn": "green"}, "turn: expected toads or frogs"),
        ({"turn": ["toads"]}, "turn: expected toads or frogs"),
        ({"more": 1}, "expected an object with the keys start, turn"),
    ],
)
def test_a_scenario_is_refused_for_what_are_no_rows(change, message):
    with pytest.raises(Unusable, match=message):
        Game(scenario("T_F") | change)


def test_twenty_rows_of_sixty_cells_are_read():
    rows = ["T" * 60, *["F"] * 19]
    largest = game(*rows, turn="frogs")
    assert (largest.start, largest.cells, largest.turn) == (tuple(rows), 79, "frogs")


@pytest.mark.parametrize(
    ("rows", "side", "moves"),
    [
        (["T_F"], "toads", {"1-2": ["_TF"]}),
        (["_TF_"], "frogs", {"3-1": ["FT__"]}),
        (["T_TF__"], "toads", {"1-2": ["_TTF__"], "3-5": ["T__FT_"]}),
        (["TF_F", "T_"], "toads", {"1:1-3": ["_FTF", "T_"], "2:1-2": ["TF_F", "_T"]}),
        (["T", "_TF", "TF"], "frogs", {"2:3-1": ["T", "FT_", "TF"]}),
    ],
)
def test_an_animal_steps_into_a_gap_or_jumps_over_one_of_the_others(rows, side, moves):
    found = game(*rows).moves(tuple(rows), side)
    assert found == {name: tuple(each) for name, each in moves.items()}


def drawn(seed, most=6, rows=2):
    rng = random.Random(seed)
    lengths = [rng.randint(1, most) for _ in range(rng.randint(1, rows))]
    return tuple("".join(rng.choices("TTFF__", k=length)) for length in lengths)


ROWS = [drawn(seed) for seed in range(40)]


@in_groups("rows", ROWS)
def test_the_moves_are_those_of_the_rules_and_cost_work(rows):
    start = game(*rows)
    for side in SIDES:
        before = start.budget.left
        moves = start.moves(rows, side)
        assert sorted(moves.values()) == sorted(after(rows, side))
        work = 2 * sum(map(len, rows)) + (10 + 5 * len(rows)) * len(moves)
        assert before - start.budget.left == work


# --- all games ----------------------------------------------------------------------------------


def naive_ends(rows, side, replies, plies=0):
    """Return the ends of all games: plies, the side that is stuck, and the rows."""
    following = after(rows, side)
    if not following:
        return {(plies, side, rows)}
    if side in replies:
        following = [replies[side](rows)]
    further = (naive_ends(each, OTHER[side], replies, plies + 1) for each in following)
    return set().union(*further)


class First(dict):
    """A strategy that always makes the first of its moves, by name."""

    def __init__(self, game, side):
        self.game, self.side = game, side

    def get(self, position):
        return next(iter(self.game.moves(tuple(position.split("+")), self.side)))


@in_groups("rows, first, strategist", product(ROWS, SIDES, [None, *SIDES]))
def test_every_game_has_its_end(rows, first, strategist):
    start = game(*rows)
    naive, checked = {}, {}
    if strategist:
        naive = {strategist: lambda rows: next(iter(start.moves(rows, strategist).values()))}
        checked = {strategist: First(start, strategist)}
    found = list(ends(start, first, checked))
    assert set(found) == naive_ends(rows, first, naive)
    assert len(set(found)) == len(found)


def test_so_many_positions_are_kept_and_no_more(monkeypatch):
    """There are two positions after one ply, four after two, two again, and one end."""
    most = "positions of Toads and Frogs after any one number of plies"
    assert stated(most) == toads_and_frogs.MOST_POSITIONS
    monkeypatch.setattr(toads_and_frogs, "MOST_POSITIONS", 4)
    short = game("T_", "T_", "_F", "_F")
    assert len(list(ends(short, "toads", {}))) == 1
    monkeypatch.setattr(toads_and_frogs, "MOST_POSITIONS", 3)
    with pytest.raises(Unusable, match="there are too many positions to check"):
        list(ends(short, "toads", {}))


# --- the claims ---------------------------------------------------------------------------------


def certificate(rows, ask, values, *, turn="toads", **proof):
    return {
        "certificate": KIND,
        "scenario": scenario(*rows, turn=turn),
        "claim": {"ask": ask, "values": values},
        "plan": None,
        "strategies": None,
    } | proof


def tables(rows, holders, firsts):
    """Return the best reply of each holder to every position there can be, by its name."""
    found = {side: {} for side in SIDES}
    start = game(*rows)
    met, waiting = set(), [(rows, first) for first in firsts]
    while waiting:
        position = waiting.pop()
        if position in met:
            continue
        met.add(position)
        now, mover = position
        moves = start.moves(now, mover)
        if moves and mover in holders:
            plies = {name: remoteness(each, OTHER[mover]) for name, each in moves.items()}
            wins = {name: each for name, each in plies.items() if each % 2 == 0}
            best = min(wins, key=wins.get) if wins else max(plies, key=plies.get)
            found[mover]["+".join(now)] = best
        waiting += [(each, OTHER[mover]) for each in moves.values()]
    return found


@in_groups("rows", ROWS)
def test_winning_replies_prove_who_wins_for_either_first_player(rows):
    wins = {first: winner(rows, first) for first in SIDES}
    strategies = tables(rows, SIDES, SIDES)
    check(certificate(rows, "winner", wins, strategies=strategies))
    for first in SIDES:
        lie = wins | {first: OTHER[wins[first]]}
        with pytest.raises(Invalid, match="lose after") as refused:
            check(certificate(rows, "winner", lie, strategies=strategies))
        assert refused.value.args[0] == f"{first} first"


@in_groups("rows, turn", product(ROWS, SIDES))
def test_the_best_replies_of_both_prove_the_remoteness_and_no_other(rows, turn):
    named, plies = winner(rows, turn), remoteness(rows, turn)
    strategies = tables(rows, SIDES, [turn])

    def of(named, plies):
        values = {"winner": named, "remoteness": plies}
        return certificate(rows, "remoteness", values, turn=turn, strategies=strategies)

    check(of(named, plies))
    for false in range(max(0, plies - 2), plies + 3):
        if false != plies:
            liar = named if false < plies else OTHER[named]
            assert why_invalid(check, of(named, false))[0] == f"strategies, {liar}"
    assert not accepts(check, of(OTHER[named], plies))


@in_groups("rows, turn, ask", product(ROWS, SIDES, ["shortest", "longest"]))
def test_a_whole_game_proves_that_none_is_shorter_or_longer(rows, turn, ask):
    lengths = {}
    start = game(*rows)

    def play(now, mover, plan):
        moves = start.moves(now, mover)
        if not moves:
            lengths.setdefault(len(plan), plan)
        for name, each in moves.items():
            if len(lengths) < 9:
                play(each, OTHER[mover], [*plan, name])

    play(rows, turn, [])
    lengths |= {plies: None for plies, *_ in naive_ends(rows, turn, {}) if plies not in lengths}
    best = min(lengths) if ask == "shortest" else max(lengths)
    for plies, plan in lengths.items():
        if plan is not None:
            content = certificate(rows, ask, {"plies": plies}, turn=turn, plan=plan)
            assert accepts(check, content) == (plies == best)


ONE_WAY = ("T_F",)  # toads step, frogs jump, toads step, and frogs are stuck


def of_length(moves=("1-2", "3-1", "2-3"), **change):
    content = certificate(ONE_WAY, "longest", {"plies": 3}, plan=list(moves))
    return content | change


@pytest.mark.parametrize(
    ("plan", "plies", "where", "message"),
    [
        (["1-2", "3-1"], 2, "plan", "it is not a whole game of 2 plies"),
        (["1-2", "3-1", "2-3"], 2, "plan", "it is not a whole game of 2 plies"),
        (["1-2", "3-1", "2-3"], 4, "plan", "it is not a whole game of 4 plies"),
        (["1-2", "3-1", "2-3"], 10**6, "plan", "it is not a whole game of 1000000 plies"),
        (["1-2", "3-2"], 2, "plan, ply 2", "the move is not legal"),
        ([["1-2"]], 1, "plan, ply 1", "the move is not legal"),
        (["1-2", "3-1", "2-3", "1-2"], 4, "plan, ply 4", "the move is not legal"),
    ],
)
def test_a_plan_is_refused_that_is_no_whole_game_as_long_as_claimed(plan, plies, where, message):
    check(of_length())
    assert why_invalid(
        check, of_length(plan, claim={"ask": "longest", "values": {"plies": plies}})
    ) == (where, message)


def of_remoteness(winner="toads", remoteness=3, **change):
    """Return the claim about a row in which either side has one move after the other."""
    replies = {"toads": {"T_F": "1-2", "FT_": "2-3"}, "frogs": {"_TF": "3-1"}} | change
    values = {"winner": winner, "remoteness": remoteness}
    return certificate(ONE_WAY, "remoteness", values, strategies=replies)


@pytest.mark.parametrize("reply", [None, "2-1", ["3-1"]])
def test_a_reply_that_is_missing_or_no_move_is_refused(reply):
    check(of_remoteness())
    assert why_invalid(check, of_remoteness(frogs={"_TF": reply})) == (
        "strategies, frogs, _TF",
        "there is no legal reply",
    )


def test_a_remoteness_of_a_million_is_read():
    assert not accepts(check, of_remoteness(remoteness=10**6))
    stuck = {"winner": "frogs", "remoteness": 0}
    check(certificate(("FT",), "remoteness", stuck, strategies={"toads": {}, "frogs": {}}))


# --- claims that compare with a value -----------------------------------------------------------

VALUES = toads.VALUES | {"{1|*}": ((ONE,), (STAR,)), "{0,*|1,0}": ((ZERO, STAR), (ONE, ZERO))}


def strategy(rows, beside, holder, firsts, *, last=False):
    """Return the replies of a strategy, followed through everything: each the first good one."""
    rival, met, waiting, replies = OTHER[holder], set(), [], ""

    def meet(positions):
        new = [each for each in dict.fromkeys(positions) if each not in met]
        met.update(new)
        waiting.extend(new)

    if holder in firsts:
        meet([(rows, beside)])
    if rival in firsts:
        meet(moves_in(rows, beside, rival))
    while waiting:
        moves = moves_in(*waiting.pop(), holder)
        wins = [at for at, each in enumerate(moves) if not mover_wins(*each, rival)]
        replies += DIGITS[wins[-last]]
        meet(moves_in(*moves[wins[-last]], rival))
    return replies


def who_wins(rows, name):
    """Return who wins the rows less a value, by who moves first."""
    beside = negative(VALUES[name])
    return {side: side if mover_wins(rows, beside, side) else OTHER[side] for side in SIDES}


RELATIONS = {("frogs", "toads"): "=", ("toads", "toads"): ">", ("frogs", "frogs"): "<"}


def strategies_for(rows, name, wins, *, last=False):
    beside, found = negative(VALUES[name]), {}
    for holder in SIDES:
        firsts = [first for first, winner in wins.items() if winner == holder]
        found[holder] = strategy(rows, beside, holder, firsts, last=last) if firsts else None
    return found


COMPARED = [(drawn(seed, 5), name) for seed, name in enumerate(list(VALUES) * 5)]


@in_groups("rows, name", COMPARED)
def test_winning_replies_prove_how_rows_compare_with_a_value(rows, name):
    wins = who_wins(rows, name)
    relation = RELATIONS.get((wins["toads"], wins["frogs"]), "||")
    for last in (False, True):
        strategies = strategies_for(rows, name, wins, last=last)
        values = {"other": name, "relation": relation}
        check(certificate(rows, "compare-with", values, strategies=strategies))
        for false in {"=", "<", ">", "||"} - {relation}:
            lie = certificate(rows, "compare-with", values | {"relation": false})
            guess = {side: text or "0" * 99 for side, text in strategies.items()}
            for forged in (strategies, guess, {"toads": guess["toads"], "frogs": None}):
                with pytest.raises((Invalid, Unusable)):
                    check(lie | {"strategies": forged})
        if relation == "=":
            check(certificate(rows, "value", {"value": name}, strategies=strategies))
        for side in SIDES:
            if strategies[side]:
                cut = strategies | {side: strategies[side][:-1]}
                with pytest.raises(Invalid, match=f"strategies, {side}, reply"):
                    check(certificate(rows, "compare-with", values, strategies=cut))


@in_groups("rows, name", COMPARED)
def test_winning_replies_prove_whether_rows_are_at_least_a_value(rows, name):
    winner = who_wins(rows, name)["frogs"]
    strategies = strategies_for(rows, name, {"frogs": winner})
    values = {"other": name, "at_least": winner == "toads"}
    check(certificate(rows, "at-least", values, strategies=strategies))
    lie = values | {"at_least": winner != "toads"}
    swapped = {side: strategies[OTHER[side]] for side in SIDES}
    assert not accepts(check, certificate(rows, "at-least", lie, strategies=swapped))


@pytest.mark.parametrize(
    ("ask", "values", "named"),
    [
        ("value", {"value": "1"}, {"toads": "frogs", "frogs": "toads"}),
        ("compare-with", {"other": "1", "relation": "="}, {"toads": "frogs", "frogs": "toads"}),
        ("compare-with", {"other": "1", "relation": ">"}, {"toads": "toads", "frogs": "toads"}),
        ("compare-with", {"other": "1", "relation": "<"}, {"toads": "frogs", "frogs": "frogs"}),
        ("compare-with", {"other": "1", "relation": "||"}, {"toads": "toads", "frogs": "frogs"}),
        ("at-least", {"other": "1", "at_least": True}, {"frogs": "toads"}),
        ("at-least", {"other": "1", "at_least": False}, {"frogs": "frogs"}),
    ],
)
def test_a_claim_says_who_has_to_win_the_difference(ask, values, named):
    assert wins_of(ask, values) == ("1", named)


@pytest.mark.parametrize(
    ("ask", "values", "message"),
    [
        ("at-least", {"other": "1", "at_least": 1}, "at_least: expected true or false"),
        ("at-least", {"other": 1, "at_least": True}, "expected the name of a value"),
        ("at-least", {"other": "1"}, "expected an object with the keys other, at_least"),
        ("compare-with", {"other": "1", "relation": ">="}, "relation: unknown"),
        ("compare-with", {"other": "1", "relation": ["="]}, "relation: unknown"),
        ("compare-with", {"other": "1"}, "expected an object with the keys other, relation"),
        ("value", {"value": None}, "expected the name of a value"),
        ("value", {"other": "1"}, "expected an object with the keys value"),
    ],
)
def test_a_claim_is_unusable_that_names_no_relation_or_no_value(ask, values, message):
    with pytest.raises(Unusable, match=message):
        wins_of(ask, values)


def of_value(**change):
    """Return the claim that a toad with one step is worth 1: toads, second, step to answer."""
    content = certificate(["T_"], "value", {"value": "1"}, strategies={"toads": "0", "frogs": "0"})
    return content | change


UNUSABLE = [
    (of_length(certificate="toadstone toads-and-frogs 2"), "expected the kind"),
    (of_length(strategies={}), "strategies: expected null"),
    (of_length(plan={}), "plan: expected a list"),
    (of_length(claim={"ask": "longest", "values": {"plies": -1}}), "plies: expected a whole"),
    (
        of_length(claim={"ask": "longest", "values": {"plies": 10**6 + 1}}),
        "plies: expected a whole",
    ),
    (of_length(claim={"ask": "longest", "values": {}}), "expected an object with the keys plies"),
    (of_length(claim={"ask": "book", "values": {}}), "ask: expected a question that has cert"),
    (of_length(claim={"ask": "winner", "values": {}}), "plan: expected null"),
    (of_length(claim={"ask": "value", "values": {}}), "plan: expected null"),
    (of_length(more=1), "expected an object with the keys certificate"),
    (of_remoteness(remoteness=-1), "remoteness: expected a whole number"),
    (of_remoteness(remoteness=10**6 + 1), "remoteness: expected a whole number"),
    (of_remoteness(winner="green"), "winner: expected toads or frogs"),
    (of_remoteness(toads=None), "expected objects of replies"),
    (of_remoteness(green={}), "expected an object with the keys toads, frogs"),
    (of_remoteness() | {"plan": []}, "plan: expected null"),
    (of_value(strategies={"toads": "0", "frogs": None}), "strategies: expected text"),
    (of_value(strategies={"toads": "0", "frogs": ["0"]}), "strategies: expected text"),
    (of_value(strategies={"toads": "0"}), "expected an object with the keys toads, frogs"),
    (of_value(plan=[]), "plan: expected null"),
    (of_value(scenario=scenario("T" * 32)), "the rows are longer than 31 cells"),
    (of_value(scenario=scenario("T" * 15, "T" * 16)), "the rows are longer than 31 cells"),
    (
        of_value(claim={"ask": "at-least", "values": {"other": "1", "at_least": True}}),
        "strategies, frogs: expected null",
    ),
]


@pytest.mark.parametrize(("content", "message"), UNUSABLE, ids=range(len(UNUSABLE)))
def test_a_certificate_is_unusable_where_a_part_is_not_what_it_should_be(content, message):
    for usable in (of_length(), of_remoteness(), of_value()):
        check(usable)
    with pytest.raises(Unusable, match=message):
        check(content)


@pytest.mark.parametrize(
    ("text", "reply", "reason"),
    [
        ("", 1, "there is no legal reply"),
        ("1", 1, "there is no legal reply"),
        ("!", 1, "there is no legal reply"),
        ("00", 2, "nothing is left to reply to"),
    ],
)
def test_the_reply_that_is_wrong_is_named(text, reply, reason):
    for holder in SIDES:
        assert why_invalid(
            check, of_value(strategies={"toads": "0", "frogs": "0"} | {holder: text})
        ) == (f"strategies, {holder}, reply {reply}", reason)


def test_a_strategy_has_so_many_replies_and_a_check_so_much_work(monkeypatch):
    assert stated("work for values of Toads and Frogs") == toads_and_frogs.MOST_WORK
    most = "replies of one strategy for values of Toads and Frogs"
    assert stated(most) == toads_and_frogs.MOST_REPLIES
    monkeypatch.setattr(toads_and_frogs, "MOST_REPLIES", 1)
    check(of_value())
    with pytest.raises(Unusable, match="strategies: expected text"):
        check(of_value(strategies={"toads": "0", "frogs": "00"}))
    monkeypatch.setattr(toads_and_frogs, "MOST_WORK", 1)
    with pytest.raises(Unusable, match="takes too long"):
        check(of_value())


# --- rows as numbers ----------------------------------------------------------------------------

LONGEST = [drawn(seed, 10, 3) for seed in range(20)]
LONGEST += ["".join(random.Random(seed).choices("TF_", k=31)) for seed in range(20)]
LONGEST = [(rows,) if type(rows) is str else rows for rows in LONGEST]


def number_of(rows):
    """Return the number of some rows, with a cell between them, and nothing beside."""
    line = "+".join(rows)
    return sum(1 << cell for cell, letter in enumerate(line) if letter == "T") + sum(
        1 << 31 + cell for cell, letter in enumerate(line) if letter == "F"
    )


@in_groups("rows", LONGEST)
def test_the_moves_of_rows_as_numbers_are_those_of_the_rules_in_the_order_of_the_page(rows):
    beside = Sum(game(*rows), "{0,*|1}")
    for side, options in (("toads", 1), ("frogs", 2)):
        before = beside.budget.left
        moves = beside.moves(beside.start, side)
        assert before - beside.budget.left == 20 + 5 * len(moves)
        numbers = [number_of(each) for each in after(rows, side)]
        value = beside.start >> 62
        assert [move % 2**62 for move in moves] == numbers + [number_of(rows)] * options
        assert [move >> 62 for move in moves[: len(numbers)]] == [value] * len(numbers)
        further = tuple(move >> 62 for move in moves[len(numbers) :])
        assert further == beside.options[side][value]
