"""Bounds on moves and HP together, against enumeration and against plain arithmetic."""

import random
from fractions import Fraction

import numpy as np
import pytest

from crossings import crossing, river_of, winning_lines
from exhaustive import in_groups
from toad import river_toad
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import LimitReachedError
from toadstone.games.river_toad import bounds_on_moves
from toadstone.games.river_toad.bounds_on_hp import CLOSED, Place, least_hp, most_hp
from toadstone.games.river_toad.bounds_on_moves import PricedMoves, Prices

SEEDS = range(40)
COUNTS = [1, 2, 3, 16]


class Bounded:
    """A scenario with its bounds, as plain numbers."""

    def __init__(self, scenario, budget=UNLIMITED):
        self.scenario = scenario
        self.river = river_of(scenario, budget)
        most, need = most_hp(self.river), least_hp(self.river)
        self.most, self.need = most.tolist(), need.tolist()
        self.moves = PricedMoves(self.river, most, need)
        self.least = self.moves.least.tolist()
        self.prices = self.moves.prices
        self.scale, self.slopes = self.prices.scale, self.prices.slopes.tolist()

    def steps(self, turn):
        """Return source, target, what must be at hand, the net HP and the moves of each step."""
        steps = self.river.steps[turn - 1]
        columns = steps.source, steps.target, steps.cost, steps.net, steps.moves
        for source, target, cost, net, moves in zip(*(c.tolist() for c in columns), strict=True):
            yield source, target, max(cost, self.need[turn][target] - net), net, moves

    def places(self):
        """Yield turn and cell of all that the bounds leave open."""
        for turn, layer in enumerate(self.least):
            for cell, least in enumerate(layer):
                if least < CLOSED:
                    yield turn, cell

    def bases(self, turn):
        return self.moves.fronts[turn].bases.tolist()


# --- Prices -------------------------------------------------------------------------------------


@in_groups("seed", SEEDS)
def test_prices_are_those_of_the_table_and_one_for_which_all_hp_cost_less_than_a_move(seed):
    it = Bounded(crossing(seed))
    gain, most = it.scenario.flies.gain or 5, max(0, *it.most[-1])
    fly_worth = [Fraction(5 * price, 12) for price in bounds_on_moves.PRICES]
    expected = {Fraction(1, 1 + most), *(moves / gain for moves in fly_worth)}
    assert [Fraction(slope, it.scale) for slope in it.slopes] == sorted(expected)
    assert it.slopes[0] == 0 < it.slopes[1]
    assert it.slopes[1] * most < it.scale
    assert it.prices.never > it.scale * it.scenario.turns


@pytest.mark.parametrize("hp", [5, 10**4, 10**9])
def test_numbers_have_64_bits_where_those_are_enough_and_are_exact_where_not(hp):
    it = Bounded(river_toad([0, 33, 0], hp=hp, flies={"gain": 10**6}))
    assert (it.prices.slopes.dtype == np.int64) is (hp < 10**9)
    assert it.bases(0)[it.river.start] == [-slope * hp for slope in it.slopes]
    assert it.scale * 4 == it.prices.never


SLOPES = (0, 12, 20, 45, 100)
PLAIN = Prices(60, np.array(SLOPES), 600)


def points_at_random(rng):
    return [(rng.randint(0, 8), rng.randint(1, 12)) for _ in range(rng.randint(1, 5))]


def bases_of(points, prices=PLAIN):
    """Return the line of each price that is the highest below all points of moves and HP."""
    return [min(prices.scale * m - s * hp for m, hp in points) for s in prices.slopes.tolist()]


def height(bases, hp, slopes=SLOPES):
    """Return the highest line at these HP."""
    return max(base + slope * hp for base, slope in zip(bases, slopes, strict=True))


@in_groups("seed", SEEDS)
def test_counted_points_lie_on_or_above_their_lines(seed):
    rng = random.Random(seed)
    fewest = rng.randint(0, 4)
    richest = [[rng.randint(-1, 6) for _ in range(3)] for _ in range(4)]
    expected = []
    for each in richest:
        points = [(fewest + more, hp) for more, hp in enumerate(each) if hp > 0]
        expected.append(bases_of(points) if points else [600] * 5)
    assert PLAIN.points(fewest, np.array(richest)).tolist() == expected


def lifted(bases, enough, slopes):
    """Return the lines of what lies on or above all lines and has at least so many HP."""
    crossings = [
        Fraction(bases[at] - bases[at + 1], slopes[at + 1] - slopes[at])
        for at in range(len(slopes) - 1)
    ]
    corners = [(hp, height(bases, hp, slopes)) for hp in {enough, *crossings} if hp >= enough]
    return [min(top - slope * hp for hp, top in corners) for slope in slopes]


@in_groups("seed", range(100))
def test_lifted_lines_are_those_of_the_plans_with_enough_hp(seed):
    rng = random.Random(seed)
    bases = [bases_of(points_at_random(rng)) for _ in range(6)]
    enough = [rng.randint(-2, 14) for _ in bases]
    expected = [lifted(*each, SLOPES) for each in zip(bases, enough, strict=True)]
    assert PLAIN.lifted(np.array(bases), np.array(enough)).tolist() == expected


@in_groups("seed", range(100))
def test_the_lines_that_are_kept_are_the_highest_for_some_hp_and_no_hp_lacks_its_highest(seed):
    rng = random.Random(seed)
    bases = [sorted(rng.choices(range(-400, 200), k=5))[::-1] for _ in range(6)]
    least = [rng.randint(1, 8) for _ in bases]
    most = [low + rng.choice([0, 1, 2, 5, 12]) for low in least]
    kept = PLAIN.highest(np.array(bases), np.array(least), np.array(most))
    for lines, low, top, flags in zip(bases, least, most, kept.tolist(), strict=True):
        tops = {hp: height(lines, hp) for hp in range(low, top + 1)}
        of_each = [
            {hp for hp in tops if base + slope * hp == tops[hp]}
            for base, slope in zip(lines, SLOPES, strict=True)
        ]
        chosen = [hps for hps, flag in zip(of_each, flags, strict=True) if flag]
        assert all(chosen)
        assert set().union(*chosen) == set(tops)


@in_groups("seed", SEEDS)
def test_hp_within_some_moves_are_the_most_that_no_line_forbids(seed):
    rng = random.Random(seed)
    bases = [bases_of(points_at_random(rng)) for _ in range(4)]
    most = [rng.randint(1, 12) for _ in bases]
    expected = [
        [
            max(
                hp for hp in range(-99, top + 1) if height(lines[1:], hp, (12, 20, 45, 100)) <= paid
            )
            for paid in (0, 180, 420)
        ]
        for lines, top in zip(bases, most, strict=True)
    ]
    within = PLAIN.hp_within(np.array([0, 3, 7]), np.array(bases), np.array(most))
    assert within.tolist() == expected


def test_lines_are_rounded_up_and_in_lowest_terms():
    rounded = PLAIN.rounded_up(np.array([[-61, 1, 20, 46, -19], [-60, 12, 21, 45, 20]]))
    assert rounded.tolist() == [[-60, 12, 20, 60, 0], [-60, 12, 40, 45, 20]]
    assert [PLAIN.line(at, base) for at, base in enumerate(rounded[0].tolist())] == [
        (1, 0, -1),
        (5, 1, 1),
        (3, 1, 1),
        (4, 3, 4),
        (3, 5, 0),
    ]


# --- Fronts -------------------------------------------------------------------------------------


@in_groups("seed", SEEDS)
def test_the_least_hp_are_those_of_a_toad_who_may_have_any_hp_between_the_bounds(seed):
    it = Bounded(crossing(seed))
    assert it.least[0] == [
        it.scenario.toad.hp if cell == it.river.start else CLOSED
        for cell in range(len(it.least[0]))
    ]
    for turn in it.river.turns:
        found = {cell: [CLOSED] for cell in range(len(it.least[0]))}
        for source, target, asked, net, _ in it.steps(turn):
            for hp in range(it.least[turn - 1][source], it.most[turn - 1][source] + 1):
                if asked <= hp <= it.most[turn][target] - net:
                    found[target].append(hp + net)
        assert it.least[turn] == [min(hps) for hps in found.values()]


@in_groups("seed", range(80))
def test_the_most_hp_with_at_most_so_many_moves_are_exact_where_all_moves_are_counted(seed):
    scenario = crossing(seed)
    it, lines = Bounded(scenario), winning_lines(scenario)
    for turn, front in enumerate(it.moves.fronts):
        toads = {line[turn] for line in lines}
        if not toads:
            assert all(least == CLOSED for least in it.least[-1])
            continue
        fewest = min(toad.moves for toad in toads)
        assert front.fewest == fewest
        for column, hps in enumerate(front.richest.tolist()):
            for moves in range(fewest, turn + 1):
                found = [t.hp for t in toads if t.cell == column + 1 and t.moves <= moves]
                assert max(hps[moves - fewest], 0) == max(found, default=0), (turn, column)


def front_after(it, turn, counted):
    """Return fewest moves, most HP by number of moves, and lines, by plain arithmetic."""
    before, bases = it.moves.fronts[turn - 1], it.bases(turn - 1)
    richest, width = before.richest.tolist(), it.scenario.board.width
    points = [dict.fromkeys(range(before.fewest, before.fewest + counted), 0) for _ in range(width)]
    lines = [[it.prices.never] * len(it.slopes) for _ in range(width)]
    for source, target, asked, net, moved in it.steps(turn):
        enough = max(asked, it.least[turn - 1][source])
        if enough > min(it.most[turn - 1][source], it.most[turn][target] - net):
            continue
        for more, hp in enumerate(richest[source]):
            moves = before.fewest + more + moved
            if hp >= asked and moves in points[target]:
                points[target][moves] = max(hp + net, points[target][moves])
        beyond = lifted(bases[source], max(asked, richest[source][-1]), it.slopes)
        for at, base in enumerate(beyond):
            there = base + moved * it.scale - net * it.slopes[at]
            lines[target][at] = min(there, lines[target][at])
    for cell in range(width):
        alive = [(moves, hp) for moves, hp in points[cell].items() if hp > 0]
        if alive:
            of_points = bases_of(alive, it.prices)
            lines[cell] = [min(pair) for pair in zip(lines[cell], of_points, strict=True)]
    return points, lines


@pytest.mark.parametrize("counted", COUNTS)
@pytest.mark.parametrize("seed", [*range(12), 71, 76, 93, 107])
def test_a_front_is_what_the_steps_make_of_the_front_before(seed, counted, monkeypatch):
    monkeypatch.setattr(bounds_on_moves, "COUNTED", counted)
    it = Bounded(crossing(seed, turns=4, hp=1 + seed % 8))
    for turn in it.river.turns:
        if not len(it.river.steps[turn - 1]):
            assert it.moves.fronts[turn] is it.moves.fronts[turn - 1]
            continue
        front, last = it.moves.fronts[turn], it.moves.fronts[turn - 1].fewest + counted
        points, lines = front_after(it, turn, counted)
        assert it.bases(turn) == lines
        possible = [moves for each in points for moves, hp in each.items() if hp > 0]
        assert front.fewest == min(possible, default=last)
        for cell, each in enumerate(points):
            most, least = it.most[turn][cell], it.least[turn][cell]
            for moves in range(last, front.fewest + counted):
                allowed = [
                    hp
                    for hp in range(least, most + 1)
                    if height(lines[cell], hp, it.slopes) <= it.scale * moves
                ]
                each[moves] = max(allowed, default=0)
            expected = [each[moves] for moves in range(front.fewest, front.fewest + counted)]
            assert [max(hp, 0) for hp in front.richest[cell].tolist()] == expected


# --- Lines, ends and room -----------------------------------------------------------------------


@pytest.mark.parametrize("counted", COUNTS)
@pytest.mark.parametrize("seed", range(30))
def test_no_bound_forbids_where_a_winning_line_leads(seed, counted, monkeypatch):
    monkeypatch.setattr(bounds_on_moves, "COUNTED", counted)
    scenario = crossing(seed)
    it = Bounded(scenario)
    lines = {}
    for turn, column, line in it.moves.lines():
        lines.setdefault((turn, column), []).append(line)
    anywhere = list(it.moves.lines_anywhere(scenario.turns))
    for turn, toads in enumerate(zip(*winning_lines(scenario), strict=True)):
        for toad in set(toads):
            place = turn, toad.cell - 1
            assert it.least[turn][toad.cell - 1] <= toad.hp
            assert room_at(it, turn, toad.cell - 1, toad.moves, toad.hp) >= 0
            for scale, slope, base in lines.get(place, []):
                assert scale * toad.moves - slope * toad.hp >= base
    for line in winning_lines(scenario):
        end = line[-1]
        assert all(scale * end.moves - slope * end.hp >= base for scale, slope, base in anywhere)


def room_at(it, turn, column, moves, hp):
    return it.moves.room(turn, *(np.array([each]) for each in (column, moves, hp))).tolist()[0]


def rounded_lines(it, turn, cell):
    """Return scale, slope and base of each line, in lowest terms, the base rounded up."""
    for base, slope in zip(it.bases(turn)[cell], it.slopes, strict=True):
        price = Fraction(slope, it.scale)
        scale, steep = price.denominator, price.numerator
        yield scale, steep, -(-base * scale // it.scale)


def moves_at(line, hp):
    scale, slope, base = line
    return Fraction(base + slope * hp, scale)


@in_groups("seed", SEEDS)
def test_the_lines_of_a_cell_are_its_highest_ones_that_say_anything(seed):
    it = Bounded(crossing(seed, hp=1 + seed % 9))
    found = {place: [] for place in it.places()}
    for turn, cell, line in it.moves.lines():
        found[turn, cell].append(tuple(line))
    for (turn, cell), lines in found.items():
        every = list(rounded_lines(it, turn, cell))
        assert len(set(lines)) == len(lines)
        assert {*lines} <= {*every}
        most = it.most[turn][cell]
        tops = {
            hp: max(moves_at(line, hp) for line in every)
            for hp in range(it.least[turn][cell], most + 1)
        }
        assert all(moves_at(line, most) > 0 for line in lines)
        assert all(any(moves_at(line, hp) == tops[hp] for hp in tops) for line in lines)
        for hp, top in tops.items():
            assert top <= 0 or max(moves_at(line, hp) for line in lines) == top


@in_groups("seed", SEEDS)
def test_the_lines_that_hold_anywhere_are_the_lowest_of_all_cells(seed):
    it = Bounded(crossing(seed))
    for turn in range(it.scenario.turns + 1):
        if turn and not len(it.river.steps[turn - 1]):
            continue
        cells = [rounded_lines(it, turn, cell) for cell in range(it.scenario.board.width)]
        assert list(it.moves.lines_anywhere(turn)) == [
            min(each) for each in zip(*cells, strict=True)
        ]


def rich(seed):
    return crossing(seed, hp=60)


@in_groups("seed", range(60))
def test_where_no_action_is_too_dear_the_lines_touch_the_plans(seed):
    scenario = rich(seed)
    it, lines = Bounded(scenario), winning_lines(scenario)
    if not lines:
        assert it.least[-1] == [CLOSED] * len(it.least[-1])
        return
    for turn, cell in it.places():
        toads = {line[turn] for line in lines if line[turn].cell == cell + 1}
        points = [(toad.moves, toad.hp) for toad in toads]
        assert it.bases(turn)[cell] == bases_of(points, it.prices)


@in_groups("seed", range(60))
def test_where_no_action_is_too_dear_the_end_with_the_fewest_moves_is_that_of_a_plan(seed):
    scenario = rich(seed)
    ends = {line[-1] for line in winning_lines(scenario)}
    end = Bounded(scenario).moves.fewest_end()
    if not ends:
        assert end.moves > scenario.turns
        return
    fewest = min(toad.moves for toad in ends)
    hp = max(toad.hp for toad in ends if toad.moves == fewest)
    cells = [toad.cell for toad in ends if (toad.moves, toad.hp) == (fewest, hp)]
    assert end == Place(min(cells) - 1, fewest, hp)


@pytest.mark.parametrize("counted", [1, 16])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_ends_are_what_the_lines_leave(seed, counted, monkeypatch):
    monkeypatch.setattr(bounds_on_moves, "COUNTED", counted)
    it = Bounded(crossing(seed))
    if not len(it.river.steps[-1]):
        assert it.moves.fewest_end().moves > it.scenario.turns
        return
    bases, least = it.bases(-1), it.least[-1]
    lowest = [
        height(lines, hp, it.slopes) for lines, hp in zip(bases, least, strict=True) if hp < CLOSED
    ]
    fewest = -(-min([*lowest, it.prices.never]) // it.scale)
    assert it.moves.fewest_end() == it.moves.richest_end(fewest)
    for moves in range(it.scenario.turns + 1):
        most = [
            next(
                hp
                for hp in range(top, -999, -1)
                if height(lines[1:], hp, it.slopes[1:]) <= it.scale * moves
            )
            for lines, top in zip(bases, it.most[-1], strict=True)
            if top >= 1
        ]
        end = it.moves.richest_end(moves)
        if most:
            assert (end.moves, end.hp) == (moves, max(most))
            assert it.most[-1][end.column] >= end.hp


@pytest.mark.parametrize("counted", COUNTS)
@pytest.mark.parametrize("seed", [*range(20), 30])
def test_the_room_is_the_slack_above_the_lines_where_hp_and_moves_go_together(
    seed, counted, monkeypatch
):
    monkeypatch.setattr(bounds_on_moves, "COUNTED", counted)
    it = Bounded(crossing(seed))
    for turn, front in enumerate(it.moves.fronts):
        for cell, lines in enumerate(it.bases(turn)):
            places = [(moves, hp) for moves in range(turn + 2) for hp in range(8)]
            moves, hp = (np.array(each) for each in zip(*places, strict=True))
            rooms = it.moves.room(turn, np.full(len(places), cell), moves, hp).tolist()
            hps = dict(enumerate(front.richest[cell].tolist(), front.fewest))
            for room, (moves, hp) in zip(rooms, places, strict=True):
                if moves < front.fewest or hp > hps.get(moves, hp) or hp < it.least[turn][cell]:
                    assert room < 0
                else:
                    assert room == it.scale * moves - height(lines, hp, it.slopes)


def test_time_that_is_up_ends_the_work():
    over = Budget()
    river = river_of(river_toad([0, 0]), over)
    most, need = most_hp(river), least_hp(river)
    over.interrupted = True
    with pytest.raises(LimitReachedError):
        PricedMoves(river, most, need)
