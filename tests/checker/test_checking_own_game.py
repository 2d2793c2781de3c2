"""The checker of other people's games: rules files, and claims true and forged.

The games are Kayles and Lights out, below `tests/own_games`. What is true of them is found here by
looking at every line of play.
"""

import copy
import hashlib
import random

import pytest

from checkers import stated
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


def certificate(source, game, scenario, ask, values, **parts):
    status = "infeasible" if values is None else "optimal"
    return {
        "certificate": KIND,
        "game": game,
        "rules": {"file": f"{game}.py", "sha256": hashlib.sha256(source).hexdigest()},
        "scenario": scenario,
        "claim": {"ask": ask, "status": status, "values": values},
        "plan": None,
        "layers": None,
        "strategies": None,
        **parts,
    }


# --- what is true -------------------------------------------------------------------------------


def worth(rules, position, side):
    """Return what the side to move gets at best, 1 or -1, and in how many plies, the best first."""
    other = rules.sides[side == rules.sides[0]]
    results = []
    for move in rules.moves(position, side):
        payoff, plies, _ = worth(rules, rules.play(position, move, side), other)
        results.append((-payoff, plies + 1, move))
    return max(results, key=lambda each: (each[0], -each[0] * each[1]), default=(-1, 0, None))


def replies_of(rules, holder):
    """Return the best reply of a side in every position that comes up."""
    replies, waiting = {}, [(rules.start(), rules.sides[0])]
    while waiting:
        position, side = waiting.pop()
        moves = list(rules.moves(position, side))
        if side == holder and moves:
            moves = [worth(rules, position, side)[2]]
            replies[f"{position!r} {side}"] = moves[0]
        other = rules.sides[side == rules.sides[0]]
        waiting += [(rules.play(position, move, side), other) for move in moves]
    return replies


def kayles(pins, *, timed=False):
    """Return a valid certificate of Kayles."""
    rules = load(KAYLES).of({"pins": pins})
    payoff, plies, _ = worth(rules, rules.start(), "left")
    winner = "left" if payoff > 0 else "right"
    values = {"winner": winner} | ({"remoteness": plies} if timed else {})
    strategies = {side: replies_of(rules, side) for side in (rules.sides if timed else [winner])}
    ask = "remoteness" if timed else "winner"
    return certificate(KAYLES, "kayles", {"pins": pins}, ask, values, strategies=strategies)


def reachable(rules):
    """Return the shortest plan to each position, by layers."""
    layers, plans = [[rules.start()]], {rules.start(): []}
    while layers[-1]:
        layers.append([])
        for position in layers[-2]:
            for move in rules.moves(position) if not rules.won(position) else ():
                after = rules.play(position, move)
                if after not in plans:
                    plans[after] = [*plans[position], move]
                    layers[-1].append(after)
    return layers[:-1], plans


def lights(row, ask="min-moves"):
    """Return a valid certificate of Lights out."""
    rules = load(LIGHTS).of({"row": row})
    layers, plans = reachable(rules)
    plan = min((plans[each] for each in plans if rules.won(each)), key=len, default=None)
    shown = [[repr(each) for each in layer] for layer in layers]
    if plan is not None:
        shown = shown[: len(plan)] if ask == "min-moves" else None
    values = None if plan is None else {"moves": len(plan)}
    return certificate(LIGHTS, "lights", {"row": row}, ask, values, plan=plan, layers=shown)


def test_the_limits_are_those_of_the_page():
    assert stated("work for a game of your own") == own_game.MOST_WORK
    assert stated("plies of a game of your own") == own_game.MOST_PLIES


# --- valid certificates -------------------------------------------------------------------------


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize("pins", [0, 1, 2, 5])
def test_strategies_prove_who_wins_and_in_how_many_plies(pins, timed):
    proven = check(kayles(pins, timed=timed), rules=KAYLES)
    assert proven.claim["values"]["winner"] == ("left" if pins else "right")
    assert "Rules: trusted as kayles.py states them (sha256 " in "\n".join(proven.lines())


@pytest.mark.parametrize("ask", ["min-moves", "reach"])
@pytest.mark.parametrize("row", ["...", "o.o", "oo", "o.", "oo.o", "o...."])
def test_a_plan_and_closed_layers_prove_that_none_is_shorter_or_that_there_is_none(row, ask):
    proven = check(lights(row, ask), rules=LIGHTS)
    assert proven.claim["status"] == ("infeasible" if row in {"o.", "o...."} else "optimal")


def test_without_its_rules_a_certificate_is_unusable():
    with pytest.raises(Unusable, match=r"it needs the rules of the game, the file kayles\.py"):
        check(kayles(2))


def test_other_rules_prove_nothing_be_it_by_one_blank():
    with pytest.raises(Invalid) as refused:
        check(kayles(2), rules=KAYLES + b"\n")
    assert refused.value.args[0] == "rules"


# --- forged ones --------------------------------------------------------------------------------


def is_true(proven):
    """Return whether a claim is true, by every line of play."""
    values, ask = proven.claim["values"], proven.claim["ask"][0]
    if proven.game == "kayles":
        rules = load(KAYLES).of(proven.scenario)
        payoff, plies, _ = worth(rules, rules.start(), "left")
        right = values["winner"] == ("left" if payoff > 0 else "right")
        return right and (ask == "winner" or values["remoteness"] == plies)
    rules = load(LIGHTS).of(proven.scenario)
    _, plans = reachable(rules)
    lengths = [len(plans[each]) for each in plans if rules.won(each)]
    if values is None:
        return not lengths
    return values["moves"] in lengths if ask == "min-moves" else bool(lengths)


HONEST = {
    "winner": (KAYLES, lambda: kayles(4)),
    "remoteness": (KAYLES, lambda: kayles(4, timed=True)),
    "min-moves": (LIGHTS, lambda: lights("oo.o")),
    "reach": (LIGHTS, lambda: lights("o.o", "reach")),
    "never": (LIGHTS, lambda: lights("o....")),
}


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
    ("winner", ("strategies", "left"), {}, "strategies, left: there is no legal reply to '!!!!'"),
    ("winner", ("strategies", "left", "'....' left"), "1", "strategies, left: nothing leads to"),
    ("winner", ("scenario", "pins"), 31, "pins: out of bounds"),
    ("winner", ("scenario", "pins"), "3", "strategies: the rules fail: TypeError"),
    ("winner", ("scenario", "more"), 3, "expected an object with the keys pins"),
    ("winner", ("plan",), [], "plan, layers: expected null"),
    ("remoteness", ("claim", "values", "remoteness"), 2, "strategies, left: it reaches a win"),
    ("remoteness", ("claim", "values", "remoteness"), 4, "strategies, right: it reaches a loss"),
    ("min-moves", ("plan",), [], "plan: it does not win"),
    ("min-moves", ("plan",), ["9"], "plan, move 1: it is not legal"),
    ("min-moves", ("claim", "values", "moves"), 1, "claim: the plan has 2 moves"),
    ("min-moves", ("layers",), [], "layers: they end before 'oo.o'"),
    ("min-moves", ("layers", 0), [], "layer 0: it lacks 'oo.o'"),
    ("min-moves", ("layers", 0), ["'oo.o'", "'....'"], "layer 0: it has what nothing leads to"),
    ("min-moves", ("layers", 1, 0), "'oooo'", "layer 1: it lacks "),
    ("reach", ("layers",), [], "layers: expected null"),
    ("reach", ("strategies",), {}, "strategies: expected null"),
]


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
    made |= {"plan": ["1", "1", *made["plan"]]}
    made["claim"]["values"]["moves"] = 4
    layers, _ = reachable(load(LIGHTS).of({"row": "o.o"}))
    made["layers"] = [[repr(each) for each in layer] for layer in layers]
    with pytest.raises(Invalid, match="the game is won in"):
        check(made, rules=LIGHTS)


# --- rules files --------------------------------------------------------------------------------


def test_a_game_that_goes_round_in_a_circle_proves_nothing():
    strategy = {f"{position} left": "1" for position in (0, 2)}
    made = certificate(CIRCLE, "circle", {}, "winner", {"winner": "left"})
    with pytest.raises(Invalid, match="round in a circle: 0 left"):
        check(made | {"strategies": {"left": strategy}}, rules=CIRCLE)


BROKEN = [
    (b"1 +", "the rules file cannot be run: SyntaxError"),
    (b"import toadstone", "expected a rules file that calls plain_game once"),
    (KAYLES.replace(b"GAME", b"MORE = plain_game('a', '', KaylesScenario, KaylesRules)\nGAME"), ""),
    (KAYLES.replace(b"class KaylesRules", b"from elsewhere import KaylesRules\nclass Other"), ""),
    (KAYLES.replace(b'"kayles", __name__', b"3, 4"), "plain_game: expected a game"),
]


@pytest.mark.parametrize(("source", "reason"), BROKEN)
def test_a_rules_file_that_does_not_stand_alone_is_unusable(source, reason):
    digest = {"file": "kayles.py", "sha256": hashlib.sha256(source).hexdigest()}
    with pytest.raises(Unusable, match=reason or "expected"):
        check(kayles(2) | {"rules": digest}, rules=source)


USES = [b"if Helper", b"if Helper == 3", b"for _ in Helper", b"if Helper.x"]


@pytest.mark.parametrize("use", USES)
def test_a_name_from_another_file_decides_nothing_in_the_rules(use):
    used = KAYLES.replace(b"        pins = [", b"        " + use + b": pass\n        pins = [")
    source = b"from helpers import Helper\n" + used
    made = kayles(2) | {"rules": {"file": "k.py", "sha256": hashlib.sha256(source).hexdigest()}}
    with pytest.raises(Invalid, match="the rules fail"):
        check(made, rules=source)
