"""Another compiled search of Breakthrough: depth first, with a table of all positions met.

It is for six rows and more, where proof numbers know too many positions at once.
Captures come first, then moves to squares that are not attacked. A man that is about to reach the
last row has to be captured.
"""

import numba
import numpy as np

from toadstone.core.budget import COMPILING
from toadstone.engines.adversarial.plain_play import PlainPlay
from toadstone.engines.adversarial.query import PositionSearch

NEW, LOST, WON, FULL = 0, 1, 2, 3
PAUSE = 1 << 16  # positions between two looks at the clock
FIRST_PLACES = 1 << 22
MOST_PLACES = 1 << 27  # 1.2 GB


@numba.njit(cache=True)
def place_of(key, keys):
    """Return where a key is in the table, or where it belongs."""
    place = (key * np.int64(-7046029254386353131)) >> 20 & len(keys) - 1
    while keys[place] != 0 and keys[place] != key:
        place = place + 1 & len(keys) - 1
    return place


@numba.njit(cache=True)
def moves_into(own, enemy, forward, height, width, found):
    """Write the moves that are worth a look, best first; return how many, or -1 for a win."""
    count, last = 0, height - 1 if forward > 0 else 0
    home, threat = last - forward * (height - 1), last - forward * (height - 2)
    must = enemy >> threat * width & (1 << width) - 1  # enemies that would win next
    for at in range(height * width):
        if not own >> at & 1:
            continue
        row, column = at // width + forward, at % width
        for to in range(max(0, column - 1), min(width, column + 2)):
            there = row * width + to
            capture = enemy >> there & 1
            if own >> there & 1 or (capture and to == column):
                continue
            if row == last or (capture and enemy == 1 << there):
                return -1
            left = must & ~(1 << to) if row == threat else must
            if left:
                continue
            attackers = guards = 0
            for side in (to - 1, to + 1):
                if 0 <= side < width:
                    attackers += enemy >> (row + forward) * width + side & 1
                    guard = (row - forward) * width + side
                    guards += guard != at and own >> guard & 1
            score = 1000 * capture + 10 * abs(row - home) + 5 * (attackers == 0)
            score -= 500 * (attackers > guards)
            place = count
            while place and found[place - 1, 0] < score:
                found[place] = found[place - 1]
                place -= 1
            found[place, 0] = score
            found[place, 1] = own ^ 1 << at ^ 1 << there
            found[place, 2] = enemy & ~(1 << there)
            count += 1
    return count


@numba.njit(cache=True)
def decide(own, enemy, black, shape, keys, values, used, line):
    """Return whether the side to move wins: LOST, WON, or FULL where the table is."""
    height, width = shape
    cells = height * width
    key = own << cells | enemy | black << 2 * cells
    known = values[place_of(key, keys)]
    if known != NEW:
        return known
    if used[0] * 4 > len(keys) * 3 or used[2] >= PAUSE:
        return FULL
    found = line[used[1]]
    count = moves_into(own, enemy, 1 if black else -1, height, width, found)
    result = WON if count < 0 else LOST
    used[1] += 1
    used[2] += 1
    for sure in range(2):  # at first only what is known
        if result == WON:
            break
        for number in range(count):
            after = found[number]
            if sure:
                known = decide(after[2], after[1], 1 - black, shape, keys, values, used, line)
            else:
                key_after = after[2] << cells | after[1] | (1 - black) << 2 * cells
                known = values[place_of(key_after, keys)]
            if known in (FULL, LOST):
                result = FULL if known == FULL else WON
                break
        if result == FULL:
            break
    used[1] -= 1
    if result != FULL:
        place = place_of(key, keys)
        keys[place], values[place] = key, result
        used[0] += 1
    return result


class DepthFirstPlay(PlainPlay):
    """The plain search, with its question answered by compiled code."""

    def __init__(self, rules, budget):
        super().__init__(rules, budget)
        self.shape = rules.plain.height, rules.plain.width
        self.used = np.zeros(3, np.int64)
        self.line = np.zeros((200, 64, 3), np.int64)
        self.make_table(FIRST_PLACES)
        budget.tell(COMPILING)

    def make_table(self, places):
        self.keys, self.values = np.zeros(places, np.int64), np.zeros(places, np.uint8)

    def men_of(self, position, turn):
        """Return the men of the side to move, and those of the other."""
        plain = self._plain
        men = position & plain.men, position >> plain.cells
        return men[::-1] if turn else men

    def _reaches(self, position, turn, least):
        winner = self._plain.winner(position, self.rules.sides[turn])
        if winner is not None:
            return winner == self.rules.sides[turn]
        return self.decided(*self.men_of(position, turn), 1 - turn) == WON

    def reply(self, position, side, least):
        """Return the number of a winning move: of those that the search has proven, the best."""
        turn = self.rules.sides.index(side)
        best = np.zeros((64, 3), np.int64)
        count = moves_into(*self.men_of(position, turn), 1 - 2 * turn, *self.shape, best)
        moves = [(own, enemy) for _, own, enemy in best[: max(count, 0)].tolist()]
        for verdict in self.known, self.decided:
            for own, enemy in moves:
                if verdict(enemy, own, turn) == LOST:
                    after = [self.men_of(each, turn) for each in self._following(position, turn)]
                    return after.index((own, enemy))
        return super().reply(position, side, least)

    def known(self, own, enemy, black):
        """Return what the table says of a position: NEW, LOST or WON."""
        cells = self.shape[0] * self.shape[1]
        key = np.int64(own << cells | enemy | black << 2 * cells)
        return self.values[place_of(key, self.keys)]

    def decided(self, own, enemy, black):
        """Return LOST or WON; the table grows where it has to."""
        table = self.shape, self.keys, self.values, self.used, self.line
        while (result := decide(own, enemy, black, *table)) == FULL:
            self.budget.nodes = int(self.used[0])
            self.budget.tell(f"{self.used[0]:,} positions searched")
            if self.used[2] < PAUSE:
                self.grow()
            self.used[1:] = 0
            table = self.shape, self.keys, self.values, self.used, self.line
        self.used[1:] = 0
        return result

    def grow(self):
        """Double the table."""
        keys, values = self.keys, self.values
        if 2 * len(keys) > MOST_PLACES:
            raise MemoryError
        self.make_table(2 * len(keys))
        refill(keys, values, self.keys, self.values)


@numba.njit(cache=True)
def refill(keys, values, more_keys, more_values):
    """Copy a table into a larger one."""
    for at in range(len(keys)):
        if keys[at]:
            place = place_of(keys[at], more_keys)
            more_keys[place], more_values[place] = keys[at], values[at]


ALPHA_BETA = PositionSearch(
    name="compiled-alpha-beta",
    meaning="every line of play, compiled, with a table of all positions met",
    library="numba",
    questions=frozenset({"winner"}),
    search=DepthFirstPlay,
    room=lambda scenario: scenario.rows > 5 and scenario.rows * scenario.columns <= 30,
    needs="only for six rows and more, and up to 30 squares",
)
