"""A compiled search of Breakthrough: who wins, by proof numbers, with a table of positions.

It decides what the plain search asks; moves and certificates stay those of the rules. The search is
A. Nagai's df-pn (2002). Every position is seen by the side to move, as if that went down. Where a
side wins at once, or cannot stop the other one from winning next, a position is decided without a
search. Mirror images are not merged: strategies would then share fewer positions.
"""

import numba
import numpy as np

from breakthrough.alpha_beta import ALPHA_BETA, refill
from breakthrough.alpha_beta import place_of as slot_of
from toadstone.core.budget import COMPILING
from toadstone.engines.adversarial.plain_play import PlainPlay
from toadstone.engines.adversarial.query import PositionSearch

NEVER = 1 << 30  # the number of what cannot be proven
PAUSE = 1 << 16  # positions between two looks at the clock
FIRST_PLACES = 1 << 20
MOST_PLACES = 1 << 27  # 2.7 GB
OWN, ENEMY, WIN, LOSS = (
    0,
    1,
    2,
    3,
)  # the men that a move leaves, and what first proof numbers it has
USED, VISITED, DEPTH = 0, 1, 2
NEW = -1.0
TURNS = (1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF), (16, 0x0000FFFF)


@numba.njit(cache=True)
def turned(men, cells):
    """Return a set of up to 32 squares on the board turned round."""
    for width, mask in TURNS:
        men = men >> width & mask | (men & mask) << width
    return men >> 32 - cells


@numba.njit(cache=True)
def first_look(own, enemy, shape):
    """Return the first proof numbers: of a win of the side to move, and of its loss."""
    height, width = shape
    cells = height * width
    if own >> (cells - 2 * width) & (1 << width) - 1:
        return 0, NEVER
    must = enemy >> width & (1 << width) - 1  # enemies that would win next
    moves = captures = 0
    for at in range(cells - width):
        if own >> at & 1:
            column = at % width
            for to in range(max(0, column - 1), min(width, column + 2)):
                there = at + width + to - column
                capture = enemy >> there & 1
                if own >> there & 1 or (capture and to == column):
                    continue
                if capture and enemy == 1 << there:
                    return 0, NEVER
                moves += 1
                captures += there < 2 * width and must == 1 << to
    if must:
        moves = captures
    return (1, moves) if moves else (NEVER, 0)


@numba.njit(cache=True)
def moves_into(own, enemy, shape, found):
    """Write what the moves lead to, but for moves after which the enemy wins at once.

    Return how many there are, or -1 if one of them leaves the enemy lost.
    """
    height, width = shape
    count = 0
    for at in range((height - 1) * width):
        if own >> at & 1:
            column = at % width
            for to in range(max(0, column - 1), min(width, column + 2)):
                there = at + width + to - column
                if own >> there & 1 or (enemy >> there & 1 and to == column):
                    continue
                mover = turned(enemy & ~(1 << there), height * width)
                other = turned(own ^ 1 << at ^ 1 << there, height * width)
                win, loss = first_look(mover, other, shape)
                if loss == 0:
                    return -1
                if win:
                    found[count, OWN], found[count, ENEMY] = mover, other
                    found[count, WIN], found[count, LOSS] = win, loss
                    count += 1
    return count


@numba.njit(cache=True)
def place_of(own, enemy, shape, keys):
    """Return where a position is in the table, or where it belongs."""
    return slot_of(own << shape[0] * shape[1] | enemy, keys)


@numba.njit(cache=True)
def sum_up(found, count, shape, keys, numbers):
    """Return the proof numbers of a position, and which move to try next.

    Beside it stand the number of its win for the other side, and the second least for a loss.
    """
    win, second, loss, best, win_there = NEVER, NEVER, 0, 0, 0
    for number in range(count):
        after = found[number]
        place = place_of(after[OWN], after[ENEMY], shape, keys)
        if keys[place]:
            after[WIN], after[LOSS] = numbers[place]
        loss = min(NEVER, loss + after[WIN])
        if after[LOSS] < win:
            win, second, best, win_there = after[LOSS], win, number, after[WIN]
        elif after[LOSS] < second:
            second = after[LOSS]
    if win == 0 or count < 0:
        win, loss = 0, NEVER
    return win, loss, best, win_there, second


@numba.njit(cache=True)
def search(own, enemy, most_win, most_loss, shape, table, counts, line):
    """Write the proof numbers of a position, once one of them is beyond its bound.

    Return whether they were written: not where the table is full, or it is time for a pause.
    """
    keys, numbers = table
    if counts[USED] * 4 > len(keys) * 3 or counts[VISITED] >= PAUSE:
        return False
    counts[VISITED] += 1
    found = line[counts[DEPTH]]
    count = moves_into(own, enemy, shape, found)
    while True:
        win, loss, best, win_there, second = sum_up(found, count, shape, keys, numbers)
        if win >= most_win or loss >= most_loss or win == 0 or loss == 0:
            break
        there = NEVER if most_loss == NEVER else most_loss - loss + win_there
        bound = min(most_win, max(second + 1, second + second // 4))
        after = found[best]
        counts[DEPTH] += 1
        done = search(after[OWN], after[ENEMY], there, bound, shape, table, counts, line)
        counts[DEPTH] -= 1
        if not done:
            return False
    place = place_of(own, enemy, shape, keys)
    counts[USED] += keys[place] == 0
    keys[place] = own << shape[0] * shape[1] | enemy
    numbers[place, 0], numbers[place, 1] = win, loss
    return True


@numba.njit(cache=True)
def known(own, enemy, shape, table):
    """Return what is known of a position: 1 for a win of the side to move, -1 for a loss, or 0."""
    win, loss = first_look(own, enemy, shape)
    if win and loss:
        place = place_of(own, enemy, shape, table[0])
        if table[0][place]:
            win, loss = table[1][place]
    return 1 if win == 0 else -1 if loss == 0 else 0


@numba.njit(cache=True)
def size(own, enemy, shape, table, sizes):
    """Return how many replies the smallest tree has that shows a decided position to be so."""
    win, loss = first_look(own, enemy, shape)
    if win == 0 or loss == 0:
        return 0.0
    place = place_of(own, enemy, shape, table[0])
    if sizes[place] != NEW:
        return sizes[place]
    wins = table[1][place, 0] == 0
    least, total = np.inf, 0.0
    height, width = shape
    for at in range((height - 1) * width):
        if own >> at & 1:
            column = at % width
            for to in range(max(0, column - 1), min(width, column + 2)):
                there = at + width + to - column
                if own >> there & 1 or (enemy >> there & 1 and to == column):
                    continue
                mover = turned(enemy & ~(1 << there), height * width)
                other = turned(own ^ 1 << at ^ 1 << there, height * width)
                if not wins or known(mover, other, shape, table) < 0:
                    replies = size(mover, other, shape, table, sizes)
                    least, total = min(least, 1 + replies), total + replies
    sizes[place] = least if wins else total
    return sizes[place]


class CompiledPlay(PlainPlay):
    """The plain search, with its question answered by compiled code."""

    def __init__(self, rules, budget):
        super().__init__(rules, budget)
        self.shape = rules.plain.height, rules.plain.width
        self.counts = np.zeros(3, np.int64)
        self.line = np.zeros((200, 64, 4), np.int64)
        self.make_table(FIRST_PLACES)
        self.met = set()
        budget.tell(COMPILING)

    def make_table(self, places):
        self.table = np.zeros(places, np.int64), np.zeros((places, 2), np.int32)
        self.sizes = None

    def seen(self, position, turn):
        """Return the men of the side to move, and of the other, as the search has them."""
        plain = self._plain
        black, white = position & plain.men, position >> plain.cells
        return (turned(white, plain.cells), turned(black, plain.cells)) if turn else (black, white)

    def _reaches(self, position, turn, least):
        winner = self._plain.winner(position, self.rules.sides[turn])
        if winner is not None:
            return bool(winner == self.rules.sides[turn])
        return self.decided(*self.seen(position, turn)) > 0

    def reply(self, position, side, least):
        """Return the number of a winning move; None if there is none.

        A position met before is best, and then what has the smallest tree to show.
        """
        turn = self.rules.sides.index(side)
        if not self._reaches(position, turn, least):
            return None
        if self.sizes is None:
            self.sizes = np.full(len(self.table[0]), NEW)
        after, state = list(self._following(position, turn)), (self.shape, self.table)
        seen = [self.seen(each, 1 - turn) for each in after]
        number = min(
            (number for number, men in enumerate(seen) if known(*men, *state) < 0),
            key=lambda each: (after[each] not in self.met, size(*seen[each], *state, self.sizes)),
        )
        self.met.add(after[number])
        return number

    def decided(self, own, enemy):
        """Return 1 if the side to move wins, and -1 if it loses; the table grows if it has to."""
        while not (result := known(own, enemy, self.shape, self.table)):
            self.counts[VISITED] = self.counts[DEPTH] = 0
            state = self.shape, self.table, self.counts, self.line
            done = search(own, enemy, NEVER, NEVER, *state)
            self.sizes = None
            self.nodes = self.budget.nodes = self.nodes + int(self.counts[VISITED])
            self.budget.tell(f"{self.counts[USED]:,} positions known")
            if not done and self.counts[VISITED] < PAUSE:
                self.grow()
        return result

    def grow(self):
        """Double the table."""
        keys, numbers = self.table
        if 2 * len(keys) > MOST_PLACES:
            raise MemoryError
        self.make_table(2 * len(keys))
        refill(keys, numbers, *self.table)


ENGINES = (
    PositionSearch(
        name="compiled-search",
        meaning="every line of play, compiled, by proof numbers",
        library="numba",
        questions=frozenset({"winner"}),
        search=CompiledPlay,
        room=lambda scenario: scenario.rows <= 5 and scenario.columns <= 6,
        needs="only for up to five rows of six",
    ),
    ALPHA_BETA,
)
