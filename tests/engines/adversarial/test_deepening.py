"""Iterative deepening plays the best move of the deepest search that comes to its end."""

import pytest

from random_scenarios import random_position
from squirrel import squirrel_war
from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError
from toadstone.engines.adversarial import alpha_beta
from toadstone.engines.adversarial.alpha_beta import deepest_move, search
from toadstone.games.squirrel_war.rules import SquirrelWarRules


class Looks(Budget):
    """A budget that is told so many times how it goes, and then ends."""

    def __init__(self, most):
        super().__init__()
        self.most, self.told = most, []

    def tell(self, words):
        assert len(self.told) <= self.most, "the search goes on after its end"
        self.told.append(words)
        if len(self.told) > self.most:
            raise LimitReachedError


def position(seed):
    values, board, turn = random_position(seed, most_empty=4, values=(1, 9))
    return SquirrelWarRules(squirrel_war(values, board, turn=turn))


def searched(rules, depth):
    """Return the move of a search to this depth, and its visits."""
    visits = []
    _, line = search(rules, rules.lead, depth, rules.start(), visits.append)
    return line[0], visits


POSITIONS = [seed for seed in range(40) if position(seed).outcome(position(seed).start()) is None]


@pytest.mark.parametrize("seed", POSITIONS)
def test_the_move_is_that_of_the_deepest_search_that_comes_to_its_end(seed, monkeypatch):
    monkeypatch.setattr(alpha_beta, "BETWEEN_LOOKS", 1)
    rules = position(seed)
    empty = str(rules.start()).count(".")
    (move, _), *deeper = [searched(rules, depth) for depth in range(1, empty + 2)]
    done = 0
    for following, visits in deeper:
        for stopped_after in {done, done + len(visits) - 1}:
            assert played(rules, Looks(stopped_after)) == move
        move, done = following, done + len(visits)
    every = Looks(done)
    assert played(rules, every) == move
    counted = [f"{count} positions searched, no proof" for count in range(1, done + 1)]
    assert every.told == counted  # and nothing is looked at once more


def played(rules, budget):
    return deepest_move(rules, rules.lead, rules.start(), budget)
