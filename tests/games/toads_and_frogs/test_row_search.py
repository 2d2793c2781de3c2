"""The compiled search of rows, and the walk through its strategy, against the naive statement."""

import random
from functools import cache

import pytest

from exhaustive import in_groups
from tests.games.toads_and_frogs.test_answers import scenario
from toads import OTHER, VALUES, after, mover_wins, negative, rows_of
from toadstone.core.errors import RequestError
from toadstone.engines.adversarial.kernels import walk
from toadstone.games.toads_and_frogs import perfect_play
from toadstone.games.toads_and_frogs.difference import as_asked, rules_of
from toadstone.games.toads_and_frogs.kernels import row_search
from toadstone.games.toads_and_frogs.kernels.row_search import Position, mobility, movers
from toadstone.games.toads_and_frogs.perfect_play import SolvedRows, graph_of, masks
from toadstone.games.toads_and_frogs.questions import COMPARE_WITH
from toadstone_checker.toads_and_frogs import Game, Sum, Walk

SIDES = ("toads", "frogs")
SEEDS = range(40)


@cache
def short_rows():
    return rows_of(1, 2, 3, 4, 5)


def some_sum(seed):
    """Return rows, and the name of a value that they are compared with."""
    rng = random.Random(seed)
    return tuple(rng.sample(short_rows(), 1 + seed % 2)), rng.choice(sorted(VALUES))


def difference(rows, name):
    asked = (COMPARE_WITH.with_stated(name),)
    return SolvedRows(rules_of(as_asked(scenario(*rows), asked, {})))


def wins(play, rows, name):
    """Say, for each side, whether it wins if it moves first; check it against a naive search."""
    start = play.rules.start()
    states = {start.turn: start, OTHER[start.turn]: play.rules.null_move(start)}
    found = {side: play.payoff(states[side]) == 1 for side in SIDES}
    assert found == {side: mover_wins(rows, negative(VALUES[name]), side) for side in SIDES}
    return found


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("rows", [("TF_",), ("_TF",), ("T_", "_F"), ("_", "T_F"), ("T", "_F")])
def test_animals_do_not_leave_their_row(rows, side):
    cells, toads, frogs = masks(rows)
    found = movers(cells, Position(toads, frogs, 0, SIDES.index(side))).bit_count()
    assert found == sum(len(after(row, side)) for row in rows)


@in_groups("seed", SEEDS)
def test_a_search_in_small_steps_with_little_memory_or_a_small_table_finds_the_same(seed):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(perfect_play, "FIRST_TABLE_LOG2", 2)
        patch.setattr(perfect_play, "LARGEST_TABLE_LOG2", 2 + seed % 3)
        patch.setattr(row_search, "NODES_AT_A_TIME", 1 + seed % 3)
        rows, name = some_sum(seed)
        for free in (0, 1 << 40):
            patch.setattr("toadstone.core.process._free_memory", lambda free=free: free)
            play = difference(rows, name)
            wins(play, rows, name)
            assert free or len(play.table.entries) == 4


@in_groups("seed", SEEDS)
def test_a_strategy_wins_however_often_the_walk_pauses_and_however_little_room_it_has(seed):
    rows, name = some_sum(seed)
    play = difference(rows, name)
    first = wins(play, rows, name)
    for holder in SIDES:
        won = [side for side in SIDES if first[side] == (side == holder)]
        if not won:
            continue
        texts = set()
        for most in (1, 2, 1 << 14):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(walk, "REPLIES_AT_A_TIME", most)
                patch.setattr(walk, "ROOM_LOG2", 7 if most == 1 else 12)
                texts.add(play.strategy(holder, won))
        assert len(texts) == 1
        total = Sum(Game({"start": list(rows), "turn": "toads"}), name)
        Walk(total, holder, *texts).check(won)


def test_a_strategy_of_who_does_not_win_is_refused():
    play = difference(("T_F",), "2")
    with pytest.raises(ValueError, match="cannot win"):
        play.strategy("toads", ["frogs"])


class Form:
    """A value of which nothing is asked but what each side can move to."""

    number = 0  # its name is known at once

    def __init__(self, left=(), right=()):
        self.left, self.right = tuple(left), tuple(right)


def chain(length):
    form = Form()
    for _ in range(length):
        form = Form(right=[form])
    return form


def test_values_of_more_than_32768_positions_are_refused():
    graph, nodes = graph_of(chain(32767))
    assert len(nodes) == 32768
    assert mobility(1, graph, Position(0, 0, 0, 1)) == 1
    with pytest.raises(RequestError, match="over 32,768 positions"):
        graph_of(chain(32768))


@pytest.mark.parametrize("side", ["left", "right"])
def test_values_with_more_than_32_moves_of_a_side_are_refused(side):
    ends = [Form() for _ in range(33)]
    graph, _ = graph_of(Form(**{side: ends[:32]}))
    assert list(graph.targets[:32]) == list(range(1, 33))
    with pytest.raises(RequestError, match="too many options"):
        graph_of(Form(**{side: ends}))
