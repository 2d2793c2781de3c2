"""The checker of other people's games: rules files, and claims true and forged.

The games are Kayles and Lights out, below `tests/own_games`. What is true of them is found here by
looking at every line of play.
"""

import copy
import hashlib
import random

import pytest

from checkers import stated, why_invalid
from exhaustive import some_of
from forging import forged
from places import TESTS
from toadstone_checker import own_game
from toadstone_checker.certificate_file import Invalid, Unusable
from toadstone_checker.checking import check
from toadstone_checker.own_game import KIND, load

KAYLES = (TESTS / "own_games" / "kayles.py").read_bytes()
LIGHTS = (TESTS / "own_games" / "lights.py").read_bytes()
CIRCLE = b"""
from toadstone.own_game import Field, OnePlayerScenario, TwoPlayerScenario, plain_game
class CircleScenario(TwoPlayerScenario):
    game: str = Field()
class CircleRules:
    sides = ("left", "right")
    def __init__(self, scenario): pass
    def start(self): return 0
    def moves(self, position, side): return ["1"]
    def play(self, position, move, side): return (position + 1) % 4
GAME = plain_game("circle", __name__, CircleScenario, CircleRules)
"""
LINE = b"""
from typing import Literal
from toadstone.own_game import Field, TwoPlayerScenario, plain_game
class CellsScenario(TwoPlayerScenario):
    cells: int = Field(ge=1, le=5)
class LineScenario(CellsScenario):
    game: Literal["line"] = Field()
    need: int = Field(gt=1, lt=4)
class LineRules:
    sides = ("x", "o")
    def __init__(self, scenario): self.cells, self.need = scenario.cells, scenario.need
    def start(self): return "." * self.cells
    def moves(self, position, side): return [str(n) for n, c in enumerate(position) if c == "."]
    def play(self, position, move, side):
        return position[:int(move)] + side + position[int(move) + 1:]
    def winner(self, position, side):
        for each in self.sides:
            if each * self.need in position: return each
        return None if "." in position else "draw"
GAME = plain_game("line", __name__, LineScenario, LineRules)
"""
FALL = b"""
import operator
from toadstone.own_game import Field, OnePlayerScenario, plain_game
class FallScenario(OnePlayerScenario):
    steps: tuple = Field(min_length=1, max_length=1000)
class FallRules:
    def __init__(self, scenario): self.steps, self.last = scenario.steps, max(scenario.steps)
    def start(self): return 0
    def moves(self, position): return [str(each) for each in self.steps]
    def play(self, position, move): return position + int(move)
    def won(self, position): return operator.eq(position, 7)
    def lost(self, position): return "fallen" if position > 7 else None
GAME = plain_game("fall", __name__, FallScenario, FallRules)
"""


def rules(source, name):
    """Return how a certificate names a rules file."""
    return {"file": f"{name}.py", "sha256": hashlib.sha256(source).hexdigest()}


def certificate(source, game, scenario, ask, values, **parts):
    status = "infeasible" if values is None else "optimal"
    return {
        "certificate": KIND,
        "game": game,
        "rules": rules(source, game),
        "scenario": scenario,
        "claim": {"ask": ask, "status": status, "values": values},
        "plan": None,
        "layers": None,
        "strategies": None,
        **parts,
    }


# --- what is true -------------------------------------------------------------------------------


def worth(rules, position, side):
    """Return what the side to move gets at best, 1, 0 or -1, in how many plies, and its move."""
    judge = getattr(rules, "winner", None)
    winner = judge(position, side) if judge else None
    if winner is not None:
        return {"draw": 0, side: 1}.get(winner, -1), 0, None
    other = rules.sides[side == rules.sides[0]]
    results = []
    for move in rules.moves(position, side):
        payoff, plies, _ = worth(rules, rules.play(position, move, side), other)
        results.append((-payoff, plies + 1, move))
    return max(results, key=lambda each: (each[0], -each[0] * each[1]), default=(-1, 0, None))


def replies_of(rules, holder):
    """Return the numbers of the best replies of a side, in the order in which places come up."""
    replies, seen = [], set()

    def visit(position, side):
        if (position, side) in seen or worth(rules, position, side)[2] is None:
            return
        seen.add((position, side))
        other = rules.sides[side == rules.sides[0]]
        moves = list(rules.moves(position, side))
        after = [rules.play(position, move, side) for move in moves]
        if side == holder:
            if any(worth(rules, each, other)[:2] == (-1, 0) for each in after):
                return
            replies.append(moves.index(worth(rules, position, side)[2]))
            after = [after[replies[-1]]]
        for each in after:
            visit(each, other)

    visit(rules.start(), rules.sides[0])
    return replies


def two_players(source, game, scenario, *, timed=False):
    """Return a valid certificate of a game of two."""
    rules = load(source).of(scenario)
    first, second = rules.sides
    payoff, plies, _ = worth(rules, rules.start(), first)
    winner = {1: first, 0: "draw", -1: second}[payoff]
    values = {"winner": winner} | ({"remoteness": plies} if timed else {})
    holders = rules.sides if timed or winner == "draw" else [winner]
    strategies = {side: replies_of(rules, side) for side in holders}
    ask = "remoteness" if timed else "winner"
    return certificate(source, game, scenario, ask, values, strategies=strategies)


def kayles(pins, *, timed=False):
    """Return a valid certificate of Kayles."""
    return two_players(KAYLES, "kayles", {"pins": pins}, timed=timed)


def line(cells, need, *, timed=False):
    """Return a valid certificate of a game of so many marks in a row."""
    return two_players(LINE, "line", {"cells": cells, "need": need}, timed=timed)


def reachable(rules):
    """Return the layers of positions, and the shortest plan to each, as numbers of moves."""
    layers, plans = [[rules.start()]], {rules.start(): []}
    while layers[-1]:
        layers.append([])
        for position in layers[-2]:
            lost = getattr(rules, "lost", None)
            over = rules.won(position) or (lost and lost(position))
            for number, move in enumerate([] if over else rules.moves(position)):
                after = rules.play(position, move)
                if after not in plans:
                    plans[after] = [*plans[position], number]
                    layers[-1].append(after)
    return layers[:-1], plans


def one_player(source, game, scenario, ask):
    """Return a valid certificate of a game of one."""
    rules = load(source).of(scenario)
    layers, plans = reachable(rules)
    plan = min((plans[each] for each in plans if rules.won(each)), key=len, default=None)
    sizes = list(map(len, layers))
    if plan is not None:
        sizes = sizes[: len(plan)] if ask == "min-moves" else None
    values = None if plan is None else {"moves": len(plan)}
    return certificate(source, game, scenario, ask, values, plan=plan, layers=sizes)


def lights(row, ask="min-moves"):
    """Return a valid certificate of Lights out."""
    return one_player(LIGHTS, "lights", {"row": row}, ask)


def fall(*steps, ask="min-moves"):
    """Return a valid certificate of a game in which 7 is to be reached and no more."""
    return one_player(FALL, "fall", {"steps": list(steps)}, ask)


# --- valid certificates -------------------------------------------------------------------------


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize("pins", [0, 1, 2, 5])
def test_strategies_prove_who_wins_and_in_how_many_plies(pins, timed):
    proven = check(kayles(pins, timed=timed), rules=KAYLES)
    assert proven.claim["values"]["winner"] == ("left" if pins else "right")
    assert "Rules: trusted as they stand in kayles.py" in "\n".join(proven.lines())


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize(("cells", "need", "winner"), [(3, 2, "x"), (3, 3, "draw"), (2, 2, "draw")])
def test_a_winner_of_the_rules_ends_a_game_and_a_draw_needs_both_strategies(
    cells, need, winner, timed
):
    made = line(cells, need, timed=timed)
    if timed and winner == "draw":
        with pytest.raises(Unusable, match="winner: expected a side"):
            check(made, rules=LINE)
    else:
        assert check(made, rules=LINE).claim["values"]["winner"] == winner


@pytest.mark.parametrize(
    ("steps", "plan"), [((2, 3), 3), ((7, 1), 1), ((2,), None), ((8, 5), None)]
)
def test_a_position_that_is_lost_leads_to_nothing(steps, plan):
    made = fall(*steps)
    assert (made["plan"] and len(made["plan"])) == plan
    assert check(made, rules=FALL).claim["status"] == ("optimal" if plan else "infeasible")


def test_what_a_scenario_calls_a_list_is_one_to_its_rules():
    source = FALL.replace(b"steps: tuple", b"steps: list[int]")
    source = source.replace(b"= scenario.steps,", b"= scenario.steps + [],")
    assert check(fall(2, 3) | {"rules": rules(source, "fall")}, rules=source).game == "fall"


def test_a_long_game_is_followed_to_its_end():
    long = CIRCLE.replace(b'return ["1"]', b'return ["1"] if position < 100_000 else []')
    long = long.replace(b"(position + 1) % 4", b"position + 1")
    made = certificate(long, "circle", {}, "winner", {"winner": "right"})
    made["strategies"] = {"right": [0] * 49_999}
    assert check(made, rules=long).claim["values"] == {"winner": "right"}


DRAWN = CIRCLE.replace(b'"right")', b'"right"); repeated = "draw"')


def test_where_play_without_end_is_a_draw_a_circle_draws_and_does_not_win():
    made = certificate(DRAWN, "circle", {}, "winner", {"winner": "draw"})
    made["strategies"] = {"left": [0, 0], "right": [0, 0]}
    assert check(made, rules=DRAWN).claim["values"] == {"winner": "draw"}
    for strategies in ({"left": [0, 0], "right": [0]}, {"left": [0] * 3, "right": [0, 0]}):
        with pytest.raises(Invalid, match="strategies, "):
            check(made | {"strategies": strategies}, rules=DRAWN)
    won = certificate(DRAWN, "circle", {}, "winner", {"winner": "left"})
    with pytest.raises(Invalid, match="it reaches a draw"):
        check(won | {"strategies": {"left": [0, 0]}}, rules=DRAWN)
    timed = certificate(DRAWN, "circle", {}, "remoteness", {"winner": "left", "remoteness": 3})
    with pytest.raises(Unusable, match="expected winner, as positions may come again"):
        check(timed | {"strategies": {"left": [0, 0], "right": []}}, rules=DRAWN)


@pytest.mark.parametrize(
    ("made", "source", "work"),
    [
        (kayles(2), KAYLES, 420),
        (line(2, 2), LINE, 1140),
        (lights("oo.o"), LIGHTS, 900),
        (fall(2, 3), FALL, 1080),
    ],
)
def test_no_check_takes_more_work_than_it_may(made, source, work, monkeypatch):
    """A position costs 60 units, a look whether it is won as many, and so does each move."""
    assert stated("work for a game of your own") == own_game.MOST_WORK
    monkeypatch.setattr(own_game, "MOST_WORK", work)
    check(made, rules=source)
    monkeypatch.setattr(own_game, "MOST_WORK", work - 1)
    with pytest.raises(Unusable, match="takes too long"):
        check(made, rules=source)


@pytest.mark.parametrize("ask", ["min-moves", "reach"])
@pytest.mark.parametrize("row", ["...", "o.o", "oo", "o.", "oo.o", "o...."])
def test_a_plan_and_closed_layers_prove_that_none_is_shorter_or_that_there_is_none(row, ask):
    proven = check(lights(row, ask), rules=LIGHTS)
    assert proven.claim["status"] == ("infeasible" if row in {"o.", "o...."} else "optimal")


def test_without_its_rules_a_certificate_is_unusable():
    with pytest.raises(Unusable, match=r"it needs the rules of the game, the file kayles\.py"):
        check(kayles(2))


def test_other_rules_prove_nothing_be_it_by_one_blank():
    assert why_invalid(check, kayles(2), rules=KAYLES + b"\n")[0] == "rules"


# --- forged ones --------------------------------------------------------------------------------


def is_true(proven):
    """Return whether a claim is true, by every line of play."""
    values, ask = proven.claim["values"], proven.claim["ask"][0]
    if proven.game in {"kayles", "line"}:
        rules = load({"kayles": KAYLES, "line": LINE}[proven.game]).of(proven.scenario)
        first, second = rules.sides
        payoff, plies, _ = worth(rules, rules.start(), first)
        right = values["winner"] == {1: first, 0: "draw", -1: second}[payoff]
        return right and (ask == "winner" or values["remoteness"] == plies)
    rules = load({"lights": LIGHTS, "fall": FALL}[proven.game]).of(proven.scenario)
    _, plans = reachable(rules)
    lengths = [len(plans[each]) for each in plans if rules.won(each)]
    if values is None:
        return not lengths
    return values["moves"] in lengths if ask == "min-moves" else bool(lengths)


HONEST = {
    "winner": (KAYLES, lambda: kayles(4)),
    "remoteness": (KAYLES, lambda: kayles(4, timed=True)),
    "judged": (LINE, lambda: line(3, 2, timed=True)),
    "drawn": (LINE, lambda: line(3, 3)),
    "fallen": (FALL, lambda: fall(2, 3)),
    "min-moves": (LIGHTS, lambda: lights("oo.o")),
    "reach": (LIGHTS, lambda: lights("o.o", "reach")),
    "never": (LIGHTS, lambda: lights("o....")),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("number", some_of([40, 3000], 1))
@pytest.mark.parametrize("kind", HONEST)
def test_what_a_forged_certificate_is_accepted_for_is_true(kind, number):
    source, make = HONEST[kind]
    honest, chance, refused = make(), random.Random(f"{kind} {number}"), 0
    for _ in range(number):
        made = forged(honest, chance)
        try:
            proven = check(made, rules=source)
        except (Invalid, Unusable):
            refused += 1
        else:
            assert is_true(proven), made
    assert refused > number / 3


FORGED = [
    ("winner", ("claim", "values", "winner"), "right", "expected an object with the keys right"),
    ("winner", ("game",), "lights", "game: the rules are those of kayles"),
    ("winner", ("rules", "sha256"), "0" * 64, "rules: it is about rules with the hash 000"),
    ("winner", ("strategies", "left"), [], "strategies, left: there is no legal reply to '!!!!'"),
    ("winner", ("strategies", "left", 0), 7, "strategies, left: there is no legal reply to"),
    ("winner", ("strategies", "left", 0), True, "strategies, left: there is no legal reply to"),
    ("winner", ("scenario", "pins"), 31, "pins: out of bounds"),
    ("winner", ("scenario", "pins"), "3", "strategies: the rules fail: TypeError"),
    ("winner", ("scenario", "more"), 3, "expected an object with the keys pins"),
    ("winner", ("plan",), [], "plan, layers: expected null"),
    ("winner", ("layers",), [], "plan, layers: expected null"),
    ("winner", ("scenario", "pins"), {}, "pins: expected no object"),
    ("winner", ("scenario", "pins"), -1, "pins: out of bounds"),
    ("winner", ("rules", "file"), 3, "rules: expected a name and a hash"),
    ("winner", ("rules", "sha256"), None, "rules: expected a name and a hash"),
    ("winner", ("claim", "status"), "infeasible", "status: expected optimal"),
    ("winner", ("claim", "ask"), "book", "ask: expected a question"),
    ("winner", ("claim", "values", "winner"), "nobody", "winner: expected a side"),
    ("winner", ("strategies", "left"), {}, "strategies, left: expected a list"),
    ("drawn", ("claim", "values", "winner"), "x", "expected an object with the keys x"),
    ("drawn", ("strategies", "x"), [], "strategies, x: there is no legal reply to '...' x"),
    ("drawn", ("scenario", "need"), 1, "need: out of bounds"),
    ("drawn", ("scenario", "need"), 4, "need: out of bounds"),
    ("drawn", ("scenario", "cells"), 0, "cells: out of bounds"),
    ("judged", ("claim", "values", "remoteness"), 2, "strategies, x: it reaches a win after 3"),
    ("judged", ("claim", "values", "remoteness"), 4, "strategies, o: it reaches a loss after 3"),
    ("judged", ("claim", "values", "remoteness"), -1, "remoteness: expected a whole number"),
    ("fallen", ("scenario", "steps"), [], "steps: out of bounds"),
    ("fallen", ("scenario", "steps"), [1] * 1001, "steps: expected a list of up to 1000"),
    ("fallen", ("claim", "ask"), "winner", "ask: expected a question"),
    ("fallen", ("claim", "status"), "unknown", "status: expected optimal or infeasible"),
    ("fallen", ("claim", "status"), "infeasible", "expected a verdict without a plan"),
    ("fallen", ("layers",), [1, 2], "layers: there are 3, of 6 positions"),
    ("fallen", ("layers", 1), 3, "layers: there are 3"),
    ("fallen", ("layers", 0), True, "layers: expected numbers"),
    ("fallen", ("claim", "values", "moves"), "3", "claim: the plan has 3 moves"),
    ("remoteness", ("claim", "values", "remoteness"), 2, "strategies, left: it reaches a win"),
    ("remoteness", ("claim", "values", "remoteness"), 4, "strategies, right: it reaches a loss"),
    ("min-moves", ("plan",), [], "plan: it does not win"),
    ("min-moves", ("plan",), [9], "plan, move 1: it is not legal"),
    ("min-moves", ("plan",), ["0"], "plan, move 1: it is not legal"),
    ("min-moves", ("claim", "values", "moves"), 1, "claim: the plan has 2 moves"),
    ("min-moves", ("layers",), [], "layers: there are 2"),
    ("never", ("layers",), [], "layers: there are"),
    ("reach", ("layers",), [], "layers: expected null"),
    ("reach", ("strategies",), {}, "strategies: expected null"),
]


def test_a_verdict_of_none_has_neither_plan_nor_values():
    for part in ({"plan": []}, {"claim": lights("o....")["claim"] | {"values": {"moves": 0}}}):
        with pytest.raises(Unusable, match="expected a verdict without a plan"):
            check(lights("o....") | part, rules=LIGHTS)


def test_a_strategy_that_only_draws_does_not_win_and_one_that_loses_does_not_draw():
    made = line(3, 3)
    made["claim"]["values"]["winner"] = "x"
    del made["strategies"]["o"]
    with pytest.raises(Invalid, match="it reaches a draw after 0"):
        check(made, rules=LINE)
    lost = line(3, 2)
    lost["claim"]["values"]["winner"] = "draw"
    lost["strategies"] = {"x": lost["strategies"]["x"], "o": [1, 0, 1, 0]}
    with pytest.raises(Invalid, match="it reaches a loss after 0"):
        check(lost, rules=LINE)


@pytest.mark.parametrize("number", [-1, 2])
def test_the_number_of_a_move_is_one_of_those_there_are(number):
    won = fall(7, 1) | {"plan": [number]}
    assert why_invalid(check, won, rules=FALL) == ("plan, move 1", "it is not legal")
    made = line(2, 2)
    made["strategies"]["x"] = [number]
    assert why_invalid(check, made, rules=LINE)[1].startswith("there is no legal reply")


def test_a_reply_that_nothing_leads_to_is_refused():
    made = kayles(2)
    made["strategies"]["left"] += [0]
    with pytest.raises(Invalid, match="nothing leads to the reply 0"):
        check(made, rules=KAYLES)


@pytest.mark.parametrize(("kind", "place", "value", "reason"), FORGED)
def test_each_forgery_is_refused_for_its_reason(kind, place, value, reason):
    source, make = HONEST[kind]
    made = copy.deepcopy(make())
    holder = made
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = value
    with pytest.raises((Invalid, Unusable)) as refused:
        check(made, rules=source)
    assert ": ".join(refused.value.args).startswith(reason)


def test_a_plan_that_is_not_the_shortest_is_refused_with_the_shorter_one():
    made = lights("o.o")
    made |= {"plan": [0, 0, *made["plan"]]}
    made["claim"]["values"]["moves"] = 4
    layers, _ = reachable(load(LIGHTS).of({"row": "o.o"}))
    made["layers"] = list(map(len, layers))
    with pytest.raises(Invalid, match="the game is won in"):
        check(made, rules=LIGHTS)


# --- rules files --------------------------------------------------------------------------------


def test_a_game_that_goes_round_in_a_circle_proves_nothing():
    made = certificate(CIRCLE, "circle", {}, "winner", {"winner": "left"})
    with pytest.raises(Invalid, match="round in a circle: 0 left"):
        check(made | {"strategies": {"left": [0, 0]}}, rules=CIRCLE)


JUDGES = [
    (b'return None if "." in position else "draw"', b"return None", "there is no move: 'x.*'"),
    (b'else "draw"', b'else "nobody"', "no side is called nobody"),
    (b'sides = ("x", "o")', b'sides = ("x", "x")', "sides: expected two"),
]


@pytest.mark.parametrize(("old", "new", "reason"), JUDGES)
def test_rules_that_contradict_themselves_prove_nothing(old, new, reason):
    source = LINE.replace(old, new)
    with pytest.raises((Invalid, Unusable), match=reason):
        check(line(3, 3) | {"rules": rules(source, "line")}, rules=source)


def test_a_kind_of_another_number_is_unusable():
    with pytest.raises(Unusable, match="expected the kind"):
        own_game.check(kayles(2) | {"certificate": KIND.replace("2", "1")}, source=KAYLES)


IMPORTS = [
    b"import os.path\nfrom collections.abc import Sequence\nassert issubclass(str, Sequence)\n",
    b"import toadstone.core.rules\nRULES = toadstone.core.rules.RULES\n",
    b"from .helpers import shut\n",
    b"from . import helpers\n",
    b"import collections.abc\nfrom collections.abc import Iterable\nIterable.register\n",
    b"from toadstone.core.rules import RULES\nTABLE = {RULES: 1}\nclass Mine(RULES[int]): pass\n",
    b"import numpy as np\nT = np.array([1]) | None\nT = None | np.x.y\n",
]


@pytest.mark.parametrize("imports", IMPORTS)
def test_what_the_file_imports_beside_its_rules_does_no_harm(imports):
    source = imports + KAYLES
    assert check(kayles(2) | {"rules": rules(source, "kayles")}, rules=source).game == "kayles"


def test_a_game_may_be_drawn_before_it_begins():
    source = LINE.replace(b'return "." * self.cells', b'return ""')
    made = certificate(source, "line", {"cells": 1, "need": 2}, "winner", {"winner": "draw"})
    assert check(made | {"strategies": {"x": [], "o": []}}, rules=source).game == "line"


LISTED = "return [str(each) for each in self.steps]"
RULES_THAT_LIE = [
    ("def start(self): return 0", "def start(self): return False", "a position has False"),
    ("return position + int(move)", "return (position + int(move), True)", "a position has True"),
    ("return position + int(move)", "return float(position + int(move))", "a position has 2.0"),
    ("return operator.eq(position, 7)", "return None", "`won` of 0 is neither True nor False"),
    (LISTED, "return None", "the moves of 0 are no list"),
    (LISTED, "return [1]", "the moves of 0 are no list"),
    (
        "return [str(each) for each in self.steps]",
        "return ['2', '2']",
        "a move of 0 is there twice",
    ),
    ("return position + int(move)", "raise SystemExit", "the rules fail: SystemExit"),
]


@pytest.mark.parametrize(("old", "new", "reason"), RULES_THAT_LIE)
def test_rules_with_two_meanings_or_none_prove_nothing(old, new, reason):
    source = FALL.replace(old.encode(), new.encode())
    made = fall(2, 3) | {"rules": rules(source, "fall")}
    assert why_invalid(check, made, rules=source)[1].startswith(reason)


@pytest.mark.parametrize(
    ("old", "new"), [(b"start(self): return 0", b"start(self): return False"), (b"% 4", b"% 4.0")]
)
def test_positions_with_two_texts_prove_nothing_for_two_players_either(old, new):
    source = DRAWN.replace(old, new)
    made = certificate(source, "circle", {}, "winner", {"winner": "draw"})
    made["strategies"] = {"left": [0, 0], "right": [0, 0]}
    with pytest.raises(Invalid, match=r"a position has (False|1\.0), of type"):
        check(made, rules=source)


FORCED = b"""
from toadstone.own_game import Field, TwoPlayerScenario, plain_game
class ForcedScenario(TwoPlayerScenario):
    game: str = Field()
class ForcedRules:
    sides = ("left", "right")
    def __init__(self, scenario): pass
    def start(self): return 0
    def moves(self, position, side): return ["1"]
    def play(self, position, move, side): return position + 1
    def winner(self, position, side): return "left" if position == 2 else None
GAME = plain_game("forced", __name__, ForcedScenario, ForcedRules)
"""


def test_a_win_by_a_move_of_the_other_side_takes_its_plies():
    values = {"winner": "left", "remoteness": 2}
    made = certificate(FORCED, "forced", {}, "remoteness", values)
    made["strategies"] = {"left": [0], "right": [0]}
    assert check(made, rules=FORCED).claim["values"] == values
    made["claim"]["values"] = values | {"remoteness": 1}
    with pytest.raises(Invalid, match="it reaches a win after 2"):
        check(made, rules=FORCED)


def test_what_rules_print_is_no_verdict(capsys):
    source = FALL.replace(b"return position + int(move)", b"print('valid'); return position + 7")
    made = fall(2, 3) | {"rules": rules(source, "fall"), "plan": [0], "layers": [1]}
    made["claim"]["values"]["moves"] = 1
    check(made, rules=source)
    assert capsys.readouterr().out == ""


def test_who_stops_a_check_is_heard():
    class StoppedError(Exception):
        pass

    def stop(words):
        raise StoppedError

    long = CIRCLE.replace(b"(position + 1) % 4", b"position + 1")
    made = certificate(long, "circle", {}, "winner", {"winner": "right"})
    with pytest.raises(StoppedError):
        check(made | {"strategies": {"right": [0] * 99_999}}, stop, long)


BROKEN = [
    (b"1 +", "the rules file cannot be run: SyntaxError"),
    (b"import toadstone", "expected a rules file that calls plain_game once"),
    (KAYLES.replace(b"GAME", b"MORE = plain_game('a', '', KaylesScenario, KaylesRules)\nGAME"), ""),
    (KAYLES.replace(b"class KaylesRules", b"from elsewhere import KaylesRules\nclass Other"), ""),
    (KAYLES.replace(b'"kayles", __name__', b"3, 4"), "plain_game: expected a game"),
]


@pytest.mark.parametrize(("source", "reason"), BROKEN)
def test_a_rules_file_that_does_not_stand_alone_is_unusable(source, reason):
    with pytest.raises(Unusable, match=reason or "expected"):
        check(kayles(2) | {"rules": rules(source, "kayles")}, rules=source)


USES = [b"if Helper", b"if Helper == 3", b"for _ in Helper", b"if Helper.x"]


@pytest.mark.parametrize("use", USES)
def test_a_name_from_another_file_decides_nothing_in_the_rules(use):
    used = KAYLES.replace(b"        pins = [", b"        " + use + b": pass\n        pins = [")
    source = b"from helpers import Helper\n" + used
    with pytest.raises(Invalid, match="the rules fail"):
        check(kayles(2) | {"rules": rules(source, "k")}, rules=source)
