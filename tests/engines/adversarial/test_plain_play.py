"""Perfect play by plain rules, on random games that end and random games that need not.

The answers are found here by going through all values until none changes.
"""

import random
from types import SimpleNamespace

import pytest

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import BrokenGameError, LimitReachedError
from toadstone.engines.adversarial import plain_play
from toadstone.engines.adversarial.plain_play import PlainPlay
from toadstone.engines.adversarial.query import perfect_play, position_result
from toadstone.engines.plain_rules import PlainTwoPlayerSimulator

SIDES = ("left", "right")
SCENARIO = SimpleNamespace(game="graph")


def graph(seed, size=12, *, acyclic=False, draws=False):
    """Return the rules of a random graph; who cannot move loses, or some positions say who wins."""
    dice = random.Random(seed)
    ends = {n: dice.choice((*SIDES, "draw")) for n in range(size) if draws and dice.random() < 0.3}
    edges = {
        (n, side): dice.sample(targets, min(len(targets), dice.randrange(4)))
        for n in range(size)
        for side in SIDES
        for targets in [range(n + 1, size) if acyclic else range(size)]
    }

    class Graph:
        sides = SIDES

        def __init__(self, scenario):
            pass

        def start(self):
            return 0

        def moves(self, position, side):
            return list(map(str, edges[position, side]))

        def play(self, position, move, side):
            return int(move)

    if draws:

        def winner(self, position, side):
            stuck = SIDES[side == "left"] if not edges[position, side] else None
            return ends.get(position, stuck)

        Graph.winner = winner
    if not acyclic:
        Graph.repeated = "draw"
    return Graph


def payoffs(rules):
    """Return the payoff to the side to move of every place, 0 where play does not end."""
    plain, known = rules(None), {}

    def result(place):
        position, side = place
        winner = plain.winner(position, side) if hasattr(plain, "winner") else None
        if winner:
            return {side: 1, "draw": 0}.get(winner, -1)
        after = [(int(move), SIDES[side == "left"]) for move in plain.moves(position, side)]
        best = -1 if not after else max(-known.get(each, 2) for each in after)
        undecided = any(each not in known for each in after)
        return best if best == 1 or not undecided else None

    places = [(n, side) for n in range(12) for side in SIDES]
    changed = True
    while changed:
        changed = False
        for place in places:
            if place not in known and (found := result(place)) is not None:
                known[place] = found
                changed = True
    return {place: known.get(place, 0) for place in places}


@pytest.fixture
def proof_numbers(monkeypatch):
    """Give the memo no time in the trial, and two steps in each position after it."""
    for name, value in (("TRIAL_SECONDS", -1.0), ("STEPS", 1), ("BETWEEN_LOOKS", 1)):
        monkeypatch.setattr(plain_play, name, value)


@pytest.mark.parametrize("draws", [False, True])
def test_proof_numbers_find_the_same(draws, proof_numbers):
    by = set()
    for seed in range(200):
        rules = graph(seed, acyclic=True, draws=draws)
        simulator, wanted = PlainTwoPlayerSimulator(rules, SCENARIO), payoffs(rules)
        play, start = perfect_play(simulator), simulator.start()
        for state in (start, simulator.null_move(start)):
            place = state.position, simulator.to_move(state)
            assert play.payoff(state) == wanted[place], (seed, place)
            assert play.remoteness(state).payoff == wanted[place]
        by.add(play.method)
    assert "proof numbers" in by


def test_the_method_is_chosen_by_a_trial_and_said(proof_numbers, monkeypatch):
    simulator = PlainTwoPlayerSimulator(graph(3, acyclic=True), SCENARIO)
    start = simulator.start()
    for seconds, by in ((-1.0, "proof numbers"), (60.0, "memo")):
        monkeypatch.setattr(plain_play, "TRIAL_SECONDS", seconds)
        play = perfect_play(simulator)
        assert (play.payoff(start), play.method) == (payoffs(graph(3, acyclic=True))[0, "left"], by)


def test_proof_numbers_refuse_a_circle_on_the_line_of_play(proof_numbers):
    refused = []
    for seed in range(60):
        rules = graph(seed)
        wanted = payoffs(rules)[0, "left"]
        del rules.repeated
        play = perfect_play(simulator := PlainTwoPlayerSimulator(rules, SCENARIO))
        try:
            assert play.payoff(simulator.start()) == wanted, seed
        except BrokenGameError as error:
            refused.append(str(error))
        tables = [table for pair in play._tables.values() for table in pair]
        assert not any(type(each) is tuple for table in tables for each in table.values())
    assert refused
    assert all("so the game need not end" in each for each in refused)


def test_a_search_that_was_ended_goes_on(proof_numbers):
    rules = graph(7, 200, acyclic=True)
    simulator = PlainTwoPlayerSimulator(rules, SCENARIO)
    play = perfect_play(simulator, Budget(Limits(seconds=0)))
    with pytest.raises(LimitReachedError):
        play.payoff(simulator.start())
    play.budget = Budget()
    assert play.payoff(simulator.start()) == perfect_play(simulator).payoff(simulator.start())


@pytest.mark.parametrize("draws", [False, True])
@pytest.mark.parametrize("acyclic", [False, True])
def test_every_place_has_the_payoff_that_going_through_all_values_gives(acyclic, draws):
    for seed in range(60):
        rules = graph(seed, acyclic=acyclic, draws=draws)
        simulator = PlainTwoPlayerSimulator(rules, SCENARIO)
        play, wanted = perfect_play(simulator), payoffs(rules)
        start = simulator.start()
        for state in (start, simulator.null_move(start)):
            place = state.position, simulator.to_move(state)
            assert play.payoff(state) == wanted[place], (seed, place)
        if simulator.outcome(start) is None:
            best = [
                move
                for move in simulator.legal_moves(start)
                if -wanted[int(move), "right"] == wanted[0, "left"]
            ]
            assert position_result(play).best_moves == tuple(best), seed


def test_a_circle_is_refused_with_what_would_allow_it():
    rules = graph(5)
    del rules.repeated
    simulator = PlainTwoPlayerSimulator(rules, SCENARIO)
    with pytest.raises(BrokenGameError, match='`repeated = "draw"` makes play without end a draw'):
        PlainPlay(simulator).payoff(simulator.start())


def test_a_key_that_two_positions_on_one_line_share_is_no_circle():
    class Heap:
        sides = SIDES

        def __init__(self, scenario):
            pass

        def start(self):
            return 9

        def moves(self, position, side):
            return [str(n) for n in (1, 2, 3) if n <= position]

        def play(self, position, move, side):
            return position - int(move)

        def key(self, position, side):
            return position % 4 == 0

    simulator = PlainTwoPlayerSimulator(Heap, SCENARIO)
    assert perfect_play(simulator).payoff(simulator.start()) == 1
