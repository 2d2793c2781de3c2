"""What searches take for one, or for no better, is so by the simulator: in every game.

A search drops a line of play beside another that can do all that it can. If it forgets a counter
that matters, its answer is wrong. Here the lines of small random scenarios are played on the
simulator, side by side with the states that a search has for them.
"""

from collections import defaultdict
from functools import cache
from itertools import permutations

import pytest

from exhaustive import some_of
from random_scenarios import small_scenario
from tests.engines.adversarial.test_two_player import naive_value
from toadstone.core.budget import UNLIMITED
from toadstone.core.question import Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines import SEARCH_PROBLEM, STATE_SPACE
from toadstone.engines.instance import make_instance
from toadstone.engines.search.problem import Node
from toadstone.game import all_games
from toadstone.games.river_toad.search import PlanSpace, RiverToadSearch
from toadstone.games.ugly_duck.rules import UglyDuckRules

TRIED = pytest.mark.parametrize("seeds", some_of([range(60), range(60, 600)], 1))
MOST_LINES = 500


def having(part):
    return [name for name, game in sorted(all_games().items()) if part in game.parts]


def instances(name, part, seed):
    """Yield a small random scenario with each question that a part supports by itself."""
    scenario = small_scenario(name, seed)
    for question in all_games()[name].questions:
        if question.argument is None and not question.changes_scenario:
            instance = make_instance(scenario, [question.name])
            if instance.about_plans and instance.why_unsupported(part) is None:
                yield instance


class Future:
    """The plans that go on from a state, by the simulator alone."""

    def __init__(self, instance):
        self.rules, self.must_end = instance.rules, instance.conditions().must_end
        asked = [question for question in instance.ask if question.figure]
        self._signs = [(each.figure, 1 if each.sense is Sense.MAXIMISE else -1) for each in asked]
        self.best, self.shape, self.after = map(cache, (self._best, self._shape, self._after))
        self._shapes = {}

    def _after(self, state):
        """Return the state after each move that neither loses nor violates a requirement."""
        moves = [(move, self.rules.play(state, move)) for move in self.rules.legal_moves(state)]
        return {
            str(move): after
            for move, after in moves
            if not getattr(self.rules.outcome(after), "is_loss", False)
            and self.rules.violation(move, after) is None
        }

    def _ends(self, state):
        """Say whether a plan can end here."""
        may_end = self.rules.outcome(state) is not None or not self.must_end
        return may_end and self.rules.final_violation(state) is None

    def _best(self, state):
        """Return the best figures that are asked for, the greater the better; None: no plan."""
        figures, ends = self.rules.figures(state), self._ends(state)
        here = [tuple(sign * figures[name] for name, sign in self._signs)] if ends else []
        return max([*here, *filter(None, map(self.best, self.after(state).values()))], default=None)

    def _shape(self, state, stated):
        """Return a number for all plans from here on that end with the figures; 0 for none."""
        ends = self._ends(state) and stated <= {*self.rules.figures(state).items()}
        on = {(move, self.shape(s, stated)) for move, s in self.after(state).items()}
        plans = frozenset({each for each in on if each[1]} | {"end"} if ends else on)
        plans = frozenset(each for each in plans if each == "end" or each[1])
        return self._shapes.setdefault(plans, len(self._shapes) + 1) if plans else 0


def lines_of_search(problem, future):
    """Yield the nodes of a search, each with the simulator's state after the same moves."""
    waiting = [(Node(problem.start(), problem.zero), future.rules.start())]
    for node, state in waiting:  # which grows
        yield node, state
        if len(waiting) < MOST_LINES:
            steps = [step for step in problem.steps(node.state) if step.move is not None]
            after = future.after(state) if steps else {}
            waiting += [(node.after(step), after[str(step.move)]) for step in steps]


def expect_dominance(instance):
    """Assert that what a search drops is no better; return how often it would drop something."""
    problem = instance.get(SEARCH_PROBLEM)(instance.scenario, instance.ask, UNLIMITED)
    future, places, dropped = Future(instance), defaultdict(set), 0
    for node, state in lines_of_search(problem, future):
        numbers = node.cost, problem.stock(node.state)
        places[problem.place(node.state)].add((numbers, state))
    for alike in places.values():
        for ((cost, stock), kept), ((dear, less), left) in permutations(alike, 2):
            if cost <= dear and all(one >= other for one, other in zip(stock, less, strict=True)):
                dropped += 1
                best, rival = future.best(kept), future.best(left)
                assert rival is None or (best is not None and best >= rival), (kept, left)
    return dropped


def expect_equal_futures(instance):
    """Assert that equal elements of the graph of all plans go on alike; return how many do."""
    future, start, merged = Future(instance), instance.rules.start(), 0
    best = future.best(start)
    names = [each.figure for each in instance.ask if each.figure]
    stated = [{}] if best is None else [dict(zip(names, map(abs, best), strict=True))]
    for figures in stated if names else [{}]:
        space = instance.get(STATE_SPACE)(instance.scenario, figures, UNLIMITED)
        layer = {(space.start(), start)} - {(None, start)}
        for turn in range(1, space.turns + 1):
            layer = {
                (element, future.after(state)[str(move)])
                for before, state in sorted(layer, key=str)[:MOST_LINES]
                for move, element in space.successors(turn, before)
            }
            shapes = {
                (element, future.shape(s, frozenset(figures.items()))) for element, s in layer
            }
            elements = {element for element, _ in shapes}
            assert len(shapes) == len(elements)
            merged += len(layer) - len(elements)
    return merged


def expect_equal_worth(rules):
    """Assert that states of one key are worth the same in as many plies; return how many are."""
    states = [rules.start()]
    for state in states:  # which grows
        if len(states) < MOST_LINES:
            states += [rules.play(state, move) for move in rules.legal_moves(state)]
    keys = defaultdict(set)
    for state in states:
        keys[rules.key(state)].add(state)
    for alike in keys.values():
        assert len({naive_value(rules, state) for state in alike if len(alike) > 1}) <= 1, alike
    return sum(map(len, keys.values())) - len(keys)


@pytest.mark.parametrize("name", having(SEARCH_PROBLEM))
@TRIED
def test_a_line_that_is_dominated_is_never_better(name, seeds):
    for seed in seeds:
        for instance in instances(name, SEARCH_PROBLEM, seed):
            expect_dominance(instance)


@pytest.mark.parametrize("name", having(STATE_SPACE))
@TRIED
def test_what_is_one_in_the_graph_of_all_plans_goes_on_alike(name, seeds):
    for seed in seeds:
        for instance in instances(name, STATE_SPACE, seed):
            expect_equal_futures(instance)


@pytest.mark.parametrize("name", sorted(all_games()))
@TRIED
def test_positions_with_one_key_are_worth_the_same(name, seeds):
    for seed in seeds:
        rules = make_instance(small_scenario(name, seed)).rules
        if isinstance(rules, TwoPlayerRules):
            expect_equal_worth(rules)


def of_river_toad(part, expect):
    return lambda seed: sum(map(expect, instances("river-toad", part, seed)))


@pytest.mark.parametrize(
    ("place", "forgetful", "tried"),
    [
        (
            f"{RiverToadSearch.__module__}.RiverToadSearch.stock",
            lambda problem, state: (state.toad.hp,),
            of_river_toad(SEARCH_PROBLEM, expect_dominance),
        ),
        (
            f"{PlanSpace.__module__}.PlanSpace._kept",
            lambda *toad, kept=PlanSpace._kept: (known := kept(*toad)) and (*known[:2], 9, 9),
            of_river_toad(STATE_SPACE, expect_equal_futures),
        ),
        (
            f"{UglyDuckRules.__module__}.UglyDuckRules.key",
            lambda rules, state: state.rows,
            lambda seed: expect_equal_worth(make_instance(small_scenario("ugly-duck", seed)).rules),
        ),
    ],
)
def test_a_counter_that_is_forgotten_is_found(place, forgetful, tried, monkeypatch):
    assert sum(map(tried, range(100)))
    monkeypatch.setattr(place, forgetful)
    with pytest.raises((AssertionError, KeyError)):  # no move of the simulator has that name
        sum(map(tried, range(300)))
