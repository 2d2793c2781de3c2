"""What serves every two-player game, on Nim and on trees: payoffs, plies, draws, strategies."""

import random

import pytest

from exhaustive import in_groups
from nim import LEFT, RIGHT, SIDES, Heap, NimRules, TwoPlayerTreeRules, nim, other, random_tree
from toadstone.core.budget import Budget
from toadstone.core.errors import BrokenGameError, DisagreementError, LimitReachedError
from toadstone.core.replay import crosscheck
from toadstone.core.rules import DRAW, Outcome
from toadstone.core.solution import Solution
from toadstone.engines.adversarial import perfect_play
from toadstone.engines.adversarial.perfect_play import (
    PerfectPlay,
    follow,
    small_strategy,
    timely_strategy,
)
from toadstone.engines.adversarial.query import outcome_class


class Circle(NimRules):
    """Take a counter, and put one back."""

    def play(self, state, move):
        return Heap(3 - state.size, other(state.turn))


class Margins(TwoPlayerTreeRules):
    """A tree whose leaves are the points by which the first side is ahead; equal trees meet."""

    highest_payoff = 3

    def outcome(self, state):
        margin = self.at(state)
        if isinstance(margin, list):
            return None
        reason = f"margin {margin}"
        return Outcome(SIDES[margin < 0], reason) if margin else Outcome.drawn(reason)

    def payoff(self, outcome):
        return int(outcome.reason.removeprefix("margin "))

    def key(self, state):
        return str(self.at(state)), len(state) % 2


def margins(seed):
    return Margins(random_tree(random.Random(seed), [-3, -2, -1, 0, 1, 2, 3, 3, -3], 6))


@pytest.mark.parametrize("search", [PerfectPlay.payoff, PerfectPlay.remoteness])
def test_a_game_that_leads_back_to_a_position_is_refused(search):
    rules = Circle(nim(1))
    with pytest.raises(
        BrokenGameError, match="moves lead back to `1 left`, so the game need not end"
    ):
        search(PerfectPlay(rules), rules.start())


def naive_value(rules, state):
    """Return payoff to the mover and plies by the definition, without a table."""
    outcome = rules.outcome(state)
    sign = 1 if rules.to_move(state) == rules.sides[0] else -1
    if outcome:
        return sign * rules.payoff(outcome), 0
    values = [naive_value(rules, rules.play(state, move)) for move in rules.legal_moves(state)]
    best = min(payoff for payoff, _ in values)
    plies = [each for payoff, each in values if payoff == best]
    return -best, 1 + (max(plies) if best > 0 else min(plies))


@in_groups("seed", range(100), size=50)
def test_every_search_finds_payoff_and_plies_of_a_random_tree(seed):
    """The winner hurries and the loser delays, by whatever margin; both hurry to a draw."""
    draws = random_tree(random.Random(seed), ["left", "right", "draw"], 6)
    for rules in (TwoPlayerTreeRules(draws), margins(seed)):
        expected = naive_value(rules, ())
        assert PerfectPlay(rules).remoteness(()) == expected
        assert PerfectPlay(rules).payoff(()) == expected[0]


def states_in(rules, state=()):
    """Yield the states of a tree in which the game goes on."""
    if rules.outcome(state) is None:
        yield state
        for move in rules.legal_moves(state):
            yield from states_in(rules, rules.play(state, move))


@in_groups("seed", range(40))
def test_the_best_moves_are_those_that_leave_what_the_state_is_worth(seed):
    rules = TwoPlayerTreeRules(random_tree(random.Random(seed), ["left", "right", "draw"], 5))
    play = PerfectPlay(rules)
    for state in states_in(rules):
        worth, _ = naive_value(rules, state)
        moves = rules.legal_moves(state)
        best = [move for move in moves if -naive_value(rules, rules.play(state, move))[0] == worth]
        assert [*play.best_moves(state)] == best
        assert [move for move in moves if play.is_best(state, move)] == best
        assert play.first_best(state) == best[0]


def test_a_search_that_promises_more_than_any_move_gives_is_a_disagreement():
    class Hopeful(PerfectPlay):
        def payoff(self, state):
            return super().payoff(state) if state else 1

    play = Hopeful(TwoPlayerTreeRules(["draw", "right"]))
    with pytest.raises(DisagreementError):
        play.first_best(())
    with pytest.raises(DisagreementError):
        list(play.best_line(()))


@in_groups("seed", range(50))
def test_what_a_search_leaves_in_its_table_is_true_of_every_position(seed):
    rules = margins(seed)
    play = PerfectPlay(rules)
    waiting = [()]
    while waiting:
        state = waiting.pop(0)
        assert play.payoff(state) == naive_value(rules, state)[0]
        if rules.outcome(state) is None:
            waiting += [rules.play(state, move) for move in rules.legal_moves(state)]


def test_the_timely_moves_are_those_best_in_plies():
    play = PerfectPlay(NimRules(nim(6)))
    assert play.timely_moves(Heap(4)) == (1, 2, 3), "all lose"
    assert play.timely_moves(Heap(7)) == (3,)
    assert play.best_moves(Heap(0)) == play.timely_moves(Heap(0)) == ()


def confirmed(rules, moves, payoff):
    """Replay a line that is said to end with this payoff; raise DisagreementError otherwise."""
    return crosscheck(rules, Solution(None, tuple(moves), payoff=payoff), said_by="the search")


def test_a_line_of_best_play_ends_as_the_search_says_in_as_many_plies_as_remoteness_says():
    for heap in range(12):
        play = PerfectPlay(NimRules(nim(heap)))
        start = play.rules.start()
        payoff, plies = play.remoteness(start)
        assert not confirmed(play.rules, play.best_line(start), payoff).failure
        assert len(list(play.timely_line(start))) == plies


def test_a_line_that_ends_otherwise_than_the_search_says_is_a_defect():
    rules = NimRules(nim(2))
    for moves, payoff, message in [
        ([2], -1, "its line ends with 1"),
        ([1], 1, "the game goes on"),
        ([3], 1, "the heap has only 2"),
    ]:
        with pytest.raises(DisagreementError, match=message):
            confirmed(rules, moves, payoff)


@pytest.mark.parametrize(
    ("winners", "outcome"),
    [
        ((LEFT, LEFT), "left"),
        ((RIGHT, RIGHT), "right"),
        ((LEFT, RIGHT), "first"),
        ((RIGHT, LEFT), "second"),
        ((DRAW, DRAW), DRAW),
        ((LEFT, DRAW), None),
    ],
)
def test_the_outcome_in_a_word(winners, outcome):
    assert outcome_class(NimRules(nim(1)), dict(zip(SIDES, winners, strict=True))) == outcome


def test_a_full_table_costs_time_and_no_truth(monkeypatch):
    monkeypatch.setattr(perfect_play, "MOST_ENTRIES", 3)
    for seed in range(12):
        rules = margins(seed)
        play = PerfectPlay(rules)
        assert play.remoteness(()) == naive_value(rules, ())
        assert play.payoff(()) == naive_value(rules, ())[0]


def test_a_search_can_be_stopped_and_asked_again(monkeypatch):
    monkeypatch.setattr(perfect_play, "BETWEEN_LOOKS", 1)
    stops = iter([False, False, True])

    class Look(Budget):
        def check(self):
            if next(stops, False):
                raise LimitReachedError

    play = PerfectPlay(NimRules(nim(30)), Look())
    for search, answer in [(play.payoff, 1), (play.remoteness, (1, 15))]:
        stops = iter([False, False, True])
        with pytest.raises(LimitReachedError):
            search(Heap(30))
        assert search(Heap(30)) == answer


def test_a_search_goes_as_deep_as_a_long_game():
    rules = NimRules(nim(5000))
    rules.legal_moves = lambda state: (1,) if state.size else ()
    assert PerfectPlay(rules).remoteness(rules.start()) == (-1, 5000)
    assert PerfectPlay(rules).payoff(rules.start()) == -1


def ends_against(rules, replies, side):
    """Return the winners of all games in which a side makes the replies, with their plies."""
    found, waiting = set(), [(rules.start(), 0)]
    while waiting:
        state, plies = waiting.pop()
        outcome = rules.outcome(state)
        if outcome:
            found.add((outcome.winner, plies))
            continue
        own = rules.to_move(state) == side
        moves = [replies[rules.position(state)]] if own else rules.legal_moves(state)
        waiting += [(rules.play(state, move), plies + 1) for move in moves]
    return found


@pytest.mark.parametrize("heap", range(1, 13))
def test_a_strategy_holds_a_reply_to_all_that_can_arise(heap):
    rules = NimRules(nim(heap))
    play = PerfectPlay(rules)
    payoff, plies = play.remoteness(rules.start())
    winner, loser = rules.sides if payoff > 0 else reversed(rules.sides)
    for make in [
        lambda: small_strategy(play, winner, [rules.start()]),
        lambda: timely_strategy(play, winner, rules.start()),
        lambda: follow(rules, winner, lambda state, _: play.best_moves(state)[-1], [rules.start()]),
    ]:
        assert {side for side, _ in ends_against(rules, make(), winner)} == {winner}
    hurried = ends_against(rules, timely_strategy(play, winner, rules.start()), winner)
    assert max(each for _, each in hurried) == plies
    delayed = ends_against(rules, timely_strategy(play, loser, rules.start()), loser)
    assert min(each for side, each in delayed if side == winner) == plies


def test_a_small_strategy_replies_so_that_few_positions_follow():
    tree = [[["left"], ["left"], ["left"]], [["left"]]]
    play = PerfectPlay(TwoPlayerTreeRules(tree))
    assert len(small_strategy(play, "left", [()])) == 2
