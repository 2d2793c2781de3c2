"""Reviews: what each move of a game cost, held against searches that share nothing with them."""

import json
import pickle
import random
from dataclasses import replace
from itertools import pairwise

import pytest

import ducks
import frogs
import toad
import toads
import toadstone
from random_scenarios import some_goal
from squirrel import Naive, squirrel_war
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import DisagreementError, RequestError
from toadstone.core.line import Line
from toadstone.engines.instance import make_instance
from toadstone.play import CONTINUED, Verdict
from toadstone.play.adviser import UNKNOWN, adviser_for, instance_once_begun
from toadstone.play.judging import review
from toadstone.play.review import Judgement
from toadstone.play.session import Session
from toadstone.play.tasks import TaskContext


def instance_of(scenario, *ask):
    return instance_once_begun(make_instance(scenario, ask))


def random_game(instance, dice, most=100):
    """Return a game of random moves, up to its end or to a number of moves."""
    session = Line.begin(instance.rules)
    while session.ending is None and len(session.moves) < most:
        session = session.after(dice.choice(list(session.rules.legal_moves(session.state))))
    return session


def positions(session):
    """Return the game before its first move, after it, after the second, and so on."""
    return [*(session.before(turn) for turn in range(1, len(session.moves) + 1)), session]


# One player: every line of play from every position


def ends(session, may_stop):
    """Yield the figures of every game that can still become of this one, and is not lost."""
    over = session.ending
    if over is None:
        if may_stop:
            yield session.rules.figures(session.state)
        for move in session.rules.legal_moves(session.state):
            yield from ends(session.after(move), may_stop)
    elif not over.is_loss:
        yield session.rules.figures(session.state)
    elif may_stop and not session.rules.legal_moves(session.state) and session.moves:
        yield session.rules.figures(session.states[-2])


def best(session, ask, may_stop):
    """Return the best figures that the questions can still have, in their order; or None."""
    figures = min(ends(session, may_stop), key=lambda end: toad.costs(end, ask), default=None)
    return toad.asked_values(figures, ask)


def expected(before, after, ask):
    """Return the grade, the cost and its unit, from the best results before and after a move."""
    if before == after:
        return Judgement.BEST, 0, None
    if after is None:
        return Judgement.BLUNDER, None, None
    units = [question.figure for question in ask if question.figure]
    unit, cost = next(
        (u, abs(b - a)) for u, b, a in zip(units, before, after, strict=True) if b != a
    )
    return Judgement.MISTAKE, cost, unit


def assert_agrees(instance, session, said, may_stop=False):
    """Hold a review without a limit against all lines of play."""
    results = [best(each, instance.ask, may_stop) for each in positions(session)]
    for (before, after), each in zip(pairwise(results), said.moves, strict=True):
        wanted = expected(before, after, instance.ask)
        assert (each.grade, each.cost, each.unit) == wanted, (session.moves, each)
        for move in each.better:
            there = session.before(each.turn).after(move)
            assert best(there, instance.ask, may_stop) == before
        assert bool(each.better) == each.is_mistake or may_stop  # the best may be to stop
    names = [question.name for question in instance.ask if question.figure]
    for known, outlook in ((results[0], said.start), (results[-1], said.end)):
        assert list(outlook.figures.values()) == (known or [])
        assert known is None or list(outlook.figures) == names
    first = next((turn for turn, (b, a) in enumerate(pairwise(results), 1) if b != a), None)
    assert (said.first_mistake and said.first_mistake.turn) == first
    return {each.grade for each in said.moves}


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "ask",
    ["max-hp", "min-moves max-hp", "max-flies", "survive", "longest max-hp", "max-hp longest"],
)
def test_each_action_of_the_toad_costs_what_all_lines_of_play_say(ask):
    ask = ask.split()
    dice, grades = random.Random(str(ask)), set()
    for _ in range(8):
        rolls = dice.choices([0, 1, 2, 4, 3, 5, 8, 9], k=5)
        scenario = toad.river_toad(rolls, rows=dice.choice([2, 3]), hp=dice.randint(2, 4), width=3)
        instance = instance_of(scenario, *ask)
        session = random_game(instance, dice)
        said = review(instance, session.moves, Budget())
        grades |= assert_agrees(instance, session, said, may_stop="longest" in ask)
    worse = Judgement.MISTAKE if "longest" in ask else Judgement.BLUNDER
    assert {Judgement.BEST, worse} <= grades


def test_requirements_decide_what_is_still_possible():
    scenario = toad.river_toad([0, 0, 0], hp=9, require={"max_moves": 1, "min_final_hp": 7})
    instance = instance_of(scenario, "max-hp")
    move = instance.rules.read_move
    session = Line.begin(instance.rules).after(move("left-1")).after(move("right-1"))
    graded = [(each.grade, each.cost) for each in review(instance, session.moves, Budget()).moves]
    assert graded == [(Judgement.MISTAKE, 1), (Judgement.BLUNDER, None)]


def test_each_hop_of_a_puzzle_costs_what_breadth_first_search_says():
    dice, grades = random.Random(5), set()
    for start in ["LL_RR", "LLL_RR", "L_LRR", "LL__R", "LR_LR"]:
        for _ in range(3):
            scenario = frogs.frog_puzzle(start, some_goal(dice, start))
            instance = instance_of(scenario, "min-moves")
            session = random_game(instance, dice)
            said = review(instance, session.moves, Budget())
            left = [frogs.fewest_moves(s.state.row, scenario.goal) for s in positions(session)]
            whole = [None if n is None else [n + done] for done, n in enumerate(left)]
            for (before, after), each in zip(pairwise(whole), said.moves, strict=True):
                assert (each.grade, each.cost, each.unit) == expected(before, after, instance.ask)
                grades.add(each.grade)
    assert {Judgement.BEST, Judgement.BLUNDER} <= grades


def test_a_game_that_does_not_say_how_it_goes_on_is_judged_by_whether_it_can_be_won():
    scenario = frogs.frog_puzzle("LL_RR")
    instance = instance_of(scenario, "min-moves")
    parts = {part: place for part, place in instance.game.parts.items() if part is not CONTINUED}
    instance = replace(instance, game=replace(instance.game, parts=parts))
    for seed in range(5):
        session = random_game(instance, random.Random(seed))
        said = review(instance, session.moves, Budget())
        can = [frogs.fewest_moves(s.state.row, "RR_LL") is not None for s in positions(session)]
        lost = [Judgement.BLUNDER if b and not a else Judgement.BEST for b, a in pairwise(can)]
        assert [each.grade for each in said.moves] == lost


# Two players: naive searches of each game


def assert_agrees_for_two(instance, session, said, value):
    """Hold a review against a function of a session: its payoff to the first side, its plies."""
    first = instance.rules.sides[0]
    values = [value(each) for each in positions(session)]
    for (before, after), each in zip(pairwise(values), said.moves, strict=True):
        sign = 1 if each.side == first else -1
        lost = sign * (before[0] - after[0])
        turned = (before[0] > 0) - (before[0] < 0) != (after[0] > 0) - (after[0] < 0)
        grade = Judgement.BEST if not lost else Judgement.BLUNDER if turned else Judgement.MISTAKE
        assert each.grade is grade, (session.moves, each)
        if instance.rules.highest_payoff > 1 and lost:
            assert (each.cost, each.unit) == (lost, "margin")
        for move in each.better:
            assert value(session.before(each.turn).after(move))[0] == before[0]
        assert bool(each.better) == each.is_mistake
    return {each.grade for each in said.moves}


def toads_value(session):
    """Return the payoff to the toads and the plies to the end."""
    row, side = session.state.rows[0], session.to_move
    return (1 if toads.winner(row, side) == "toads" else -1), toads.remoteness(row, side)


def toads_and_frogs(row, **more):
    content = {"game": "toads-and-frogs", "start": row, "ask": "winner"}
    return toadstone.load(content | more)


@pytest.mark.parametrize("row", ["TT__FF", "T_T_FF", "TT_T_FF_F", "TT_FF_F"])
def test_each_move_of_toads_and_frogs_costs_what_its_definition_says(row):
    dice, grades = random.Random(row), set()
    instance = instance_of(toads_and_frogs(row))
    for _ in range(8):
        session = random_game(instance, dice)
        said = review(instance, session.moves, Budget())
        grades |= assert_agrees_for_two(instance, session, said, toads_value)
    assert grades == {Judgement.BEST, Judgement.BLUNDER}


def test_where_plies_are_asked_for_to_win_later_is_a_mistake():
    instance = instance_of(toads_and_frogs("TTT__FFF"), "remoteness")
    costs = set()
    for seed in range(12):
        session = random_game(instance, random.Random(seed))
        for each in review(instance, session.moves, Budget()).moves:
            before, after = (toads_value(session.before(t)) for t in (each.turn, each.turn + 1))
            if before[0] != after[0]:
                assert each.grade is Judgement.BLUNDER
                continue
            slower = abs(after[1] + 1 - before[1])
            assert (each.grade is Judgement.MISTAKE, each.cost) == (slower > 0, slower)
            costs.add(slower)
    assert len(costs) > 1


def duck_value(session):
    """Return the payoff to green and the plies to the end."""
    over, side = session.ending, session.to_move
    if over is not None:
        return {"green": 1, "blue": -1}.get(over.winner, 0), 0
    board = session.state.rows
    payoff, plies = ducks.worth(board if side == "green" else ducks.turned(board), False)
    return (payoff if side == "green" else -payoff), plies


def test_each_move_of_ugly_duck_costs_what_a_naive_search_says():
    instance = instance_of(toadstone.load("three-by-three"))
    adviser, dice, grades = adviser_for(instance), random.Random(1), set()
    for _ in range(4):
        session = random_game(instance, dice)
        said = review(instance, session.moves, Budget(), adviser=adviser)
        grades |= assert_agrees_for_two(instance, session, said, duck_value)
    assert grades == {Judgement.BEST, Judgement.BLUNDER}


VALUES, BOARD = "9 4 7 2\n3 8 1 6", "X..O\n...."


def squirrel_value(session):
    """Return the margin that perfect play comes to."""
    naive = Naive(VALUES, session.state.board.replace("/", "\n"))
    return (naive.extreme(session.to_move, {"X": max, "O": min}),)


def test_each_cell_of_squirrel_war_costs_what_a_naive_search_says():
    instance = instance_of(squirrel_war(VALUES, BOARD))
    dice, grades = random.Random(2), set()
    for _ in range(6):
        session = random_game(instance, dice)
        said = review(instance, session.moves, Budget())
        grades |= assert_agrees_for_two(instance, session, said, squirrel_value)
    assert grades == {Judgement.BEST, Judgement.MISTAKE, Judgement.BLUNDER}


def test_only_the_sides_that_are_asked_about_are_judged():
    instance = instance_of(toads_and_frogs("TT__FF"))
    session = random_game(instance, random.Random(3))
    said = review(instance, session.moves, Budget(), sides=["frogs"])
    assert said.sides == ("frogs",)
    for each in said.moves:
        assert (each.grade is Judgement.UNJUDGED) == (each.side == "toads")
    assert all(each.side == "frogs" for each in said.mistakes)


# What is not known is not guessed


class Forgetful:
    """An adviser that often has no answer, and often one that it cannot prove."""

    def __init__(self, instance, dice):
        self._true, self._dice = adviser_for(instance), dice
        self.hurries = False

    def outlook(self, session, budget, *, plies=True):
        chance = self._dice.random()
        if chance < 0.3:
            return UNKNOWN
        said = self._true.outlook(session, Budget(), plies=plies)
        if chance < 0.6 and said.figures and said.winner is None:
            return replace(said, proven=False)
        return said

    def advise(self, session, budget):
        return UNKNOWN if self._dice.random() < 0.3 else self._true.advise(session, Budget())


def test_what_is_said_of_a_game_that_is_partly_known_is_true():
    dice, seen = random.Random(7), set()
    for _ in range(20):
        rolls = dice.choices([0, 1, 2, 4, 8, 9], k=5)
        instance = instance_of(toad.river_toad(rolls, hp=dice.randint(2, 4), width=3), "max-hp")
        session = random_game(instance, dice)
        said = review(instance, session.moves, Budget(), adviser=Forgetful(instance, dice))
        results = [best(each, instance.ask, False) for each in positions(session)]
        for (before, after), each in zip(pairwise(results), said.moves, strict=True):
            seen.add(each.grade)
            if each.grade is not Judgement.UNDECIDED:
                assert (each.grade, each.cost, each.unit) == expected(before, after, instance.ask)
    assert seen == {*Judgement} - {Judgement.UNJUDGED}


def test_what_is_said_of_a_game_for_two_that_is_partly_known_is_true():
    dice, seen = random.Random(8), set()
    for _ in range(20):
        instance = instance_of(squirrel_war(VALUES, BOARD))
        session = random_game(instance, dice)
        said = review(instance, session.moves, Budget(), adviser=Forgetful(instance, dice))
        values = [squirrel_value(each)[0] for each in positions(session)]
        for (before, after), each in zip(pairwise(values), said.moves, strict=True):
            cost = abs(before - after)
            seen.add(each.grade)
            if each.grade is not Judgement.UNDECIDED:
                assert (each.is_mistake, each.cost) == (cost > 0, cost)
    assert {Judgement.UNDECIDED, Judgement.BEST, Judgement.MISTAKE} <= seen


def test_without_time_nothing_is_claimed_but_how_the_game_ended():
    instance = instance_of(toadstone.load("first-crossing"))
    session = random_game(instance, random.Random(4), most=4)
    said = review(instance, session.moves, Budget(Limits(0.0)))
    assert {each.grade for each in said.moves} == {Judgement.UNDECIDED}
    assert said.undecided == (1, 2, 3, 4)
    assert said.first_mistake is None
    assert (said.start.verdict, said.status.value) == (Verdict.UNDECIDED, "unknown")


class Counting:
    """An adviser that counts how often it is asked."""

    def __init__(self, instance):
        self._true, self.asked = adviser_for(instance), 0

    def outlook(self, session, budget):
        self.asked += 1
        return self._true.outlook(session, budget)


@pytest.mark.parametrize("name", ["first-crossing", "wall-of-snakes"])
def test_a_game_that_follows_a_plan_or_is_lost_at_once_is_solved_once(name):
    instance = instance_of(toadstone.load(name))
    adviser = Counting(instance)
    session = Line.begin(instance.rules)
    line = adviser_for(instance).advise(session, Budget()).line
    for turn in range(3):
        move = line[turn] if line else session.rules.legal_moves(session.state)[0]
        session = session.after(move)
        assert session.ending is None
    assert review(instance, session.moves, Budget(), adviser=adviser).mistakes == []
    assert adviser.asked == 1


def test_a_review_that_is_stopped_keeps_what_is_known():
    instance = instance_of(toads_and_frogs("TT__FF"))
    session = random_game(instance, random.Random(4))
    budget = Budget()
    budget.stop()
    said = review(instance, session.moves, budget)
    assert said.interrupted
    assert said.undecided


def test_answers_that_cannot_both_be_true_are_a_defect():
    class Liar(Forgetful):
        def outlook(self, session, budget):
            said = self._true.outlook(session, Budget())
            return replace(said, figures={"max-hp": 3 + len(session.moves)}, line=())

    instance = instance_of(toad.river_toad([0, 0, 0], hp=3), "max-hp")
    session = random_game(instance, random.Random(1), most=2)
    with pytest.raises(DisagreementError, match="two answers differ"):
        review(instance, session.moves, Budget(), adviser=Liar(instance, random.Random(1)))


# From Python


MOVES = ["right-1", "stay", "left-1", "stay"]


def test_a_review_is_a_result_like_others():
    said = toadstone.review("first-crossing", MOVES)
    assert repr(said) == "<Review river-toad 'First crossing' max-hp: first mistake in turn 3>"
    assert pickle.loads(pickle.dumps(said)) == said == toadstone.review("first-crossing", MOVES)
    assert [record["cost"] for record in said.to_records()] == [0, 0, 2, 0]
    found = json.loads(json.dumps(said.to_json()))
    assert (found["first_mistake"], found["status"]) == (3, "optimal")
    assert found["moves"][2]["before"]["values"] == {"max-hp": 14}
    assert "&lt;table" in said._repr_html_()
    assert max(map(len, str(said).split("\n"))) <= 80


def test_what_is_no_game_is_refused():
    with pytest.raises(RequestError, match=r"turn 2: B2: the game is over"):
        toadstone.review("last-raid", ["B2", "B2"])


def test_of_two_sides_the_person_is_judged():
    session = Session(instance_of(toadstone.load("two-against-two")), ["frogs=perfect"])
    for move in ("2-3", "5-4"):
        session.play(*session.instance.read_moves(move))
    said = session.review().run(TaskContext(session.instance), Budget()).to_json()
    assert said["sides"] == ["toads"]
    assert [move["grade"] for move in said["moves"]] == ["best", "unjudged"]
