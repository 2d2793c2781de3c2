"""Values of games by their names: 2, 1/2, *3, ^2*, +-1, +_2, {2|1*}.

A value is a game of its own, given by what Left and what Right can move to. docs/values.md explains
the names, docs/toads-and-frogs.md which games they stand for.
"""

import re
from collections.abc import Sequence
from fractions import Fraction

from toadstone_checker.certificate_file import Budget, Unusable, expect

MOST_GAMES = 100_000  # that one value consists of
MOST_DEPTH = 100  # braces within braces
MOST_OPTIONS = 62  # that a side has in one game
LARGEST = 1_000  # of a number, or a multiple of ^
LEAST_PART = 2**20  # no denominator is larger
NUMBER = r"-?[0-9]{1,4}(?:/[0-9]{1,7})?"
SIMPLE = re.compile(rf"({NUMBER})?([v^][0-9]{{0,4}})?(\*[0-9]{{0,4}})?")
TINY = re.compile(r"([+-])_([0-9]{1,4}(?:/[0-9]{1,7})?)")

Options = tuple[int, ...]


class Games:
    """Games, each by a number of its own; what a game can become has a smaller number.

    `left` and `right` are, for each game, the games that Left and Right can move to, in order.
    """

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self.left: list[Options] = []
        self.right: list[Options] = []
        self.known: dict[tuple[Options, Options], int] = {}
        self.text = ""
        self.at = self.depth = 0

    def game(self, left: Sequence[int], right: Sequence[int]) -> int:
        """Return the game in which the sides can move to these."""
        options = tuple(left), tuple(right)
        widest = max(len(left), len(right))
        expect(widest <= MOST_OPTIONS, "a side has too many options in a value")
        self.budget.spend(10 + 2 * widest)
        if options not in self.known:
            expect(len(self.left) < MOST_GAMES, "the value is too large")
            self.known[options] = len(self.left)
            self.left.append(options[0])
            self.right.append(options[1])
        return self.known[options]

    def negative(self, game: int) -> int:
        """Return the game with the sides exchanged."""
        made: list[int] = []
        for left, right in list(zip(self.left, self.right, strict=True))[: game + 1]:
            made.append(self.game([made[each] for each in right], [made[each] for each in left]))
        return made[game]

    # --- games that have names ------------------------------------------------------------------

    def number(self, size: Fraction) -> int:
        """Return a whole number, so many moves for one side; or a fraction, halfway between two."""
        expect(abs(size) <= LARGEST, "a number is too large")
        below = size.denominator
        expect(below & (below - 1) == 0 and below <= LEAST_PART, "a fraction is no value")
        if below > 1:
            part = Fraction(1, below)
            return self.game([self.number(size - part)], [self.number(size + part)])
        made = self.game([], [])
        for _ in range(abs(int(size))):
            made = self.game([made], []) if size > 0 else self.game([], [made])
        return made

    def nimber(self, base: Fraction, size: int) -> int:
        """Return a number and a heap of Nim: either side can move to each smaller heap."""
        expect(size <= MOST_OPTIONS, "a nimber is too large")
        smaller: list[int] = [self.number(base)]
        while len(smaller) <= size:
            smaller.append(self.game(smaller, smaller))
        return smaller[size]

    def up(self, base: Fraction, ups: int, size: int) -> int:
        """Return a number, ups (downs where negative), and a nimber.

        Up and star, ^*, is {0,*|0}; any other sum of ups and a nimber is {0|s}, with s that sum
        with one ^ less and a star more. For downs the sides are exchanged.
        """
        expect(abs(ups) <= LARGEST, "there are too many ups")
        size ^= abs(ups) & 1
        made = self.nimber(base, size)
        zero = self.number(base)
        for count in range(1, abs(ups) + 1):
            size ^= 1
            far = [made] if (count, size) != (1, 1) else [zero]
            near = [zero] if (count, size) != (1, 1) else [zero, self.nimber(base, 1)]
            made = self.game(near, far) if ups > 0 else self.game(far, near)
        return made

    def tiny(self, size: Fraction) -> int:
        """Return {0|{0|-size}}."""
        zero = self.number(Fraction(0))
        return self.game([zero], [self.game([zero], [self.number(-size)])])

    # --- names ----------------------------------------------------------------------------------

    def read(self, text: str) -> int:
        """Return the game that a text names."""
        self.text, self.at, self.depth = text, 0, 0
        made = self.value()
        self.skip_blanks()
        expect(self.at == len(text), f"there is no value {text[:40]}")
        return made

    def value(self) -> int:
        """Return the game that the text names from here."""
        self.depth += 1
        expect(self.depth <= MOST_DEPTH, "braces are nested too deep")
        if self.skipped("{"):
            made = self.divided(*self.braces())
        elif self.skipped("+-") or self.skipped("\u00b1"):
            made = self.switch()
        else:
            made = self.simple()
        self.depth -= 1
        return made

    def switch(self) -> int:
        """Return {a|-a}, or with several options between braces, that with each of them."""
        expect(not self.skipped("+-") and not self.skipped("\u00b1"), "a value cannot be read")
        if self.skipped("{"):
            lists, bars = self.braces()
            expect(lists != [[]], "a value cannot be read")
            left = [self.divided(lists, bars)] if bars else lists[0]
        else:
            left = [self.value()]
        return self.game(left, [self.negative(each) for each in left])

    def braces(self) -> tuple[list[list[int]], list[int]]:
        """Return what stands up to the brace that closes: the lists of games, and the bars."""
        lists: list[list[int]] = [[]]
        bars: list[int] = []
        while not self.skipped("}"):
            length = self.bars()
            if length:
                bars.append(length)
                lists.append([])
            else:
                expect(not lists[-1], "a value cannot be read")
                lists[-1] = self.list_of_values()
        return lists, bars

    def divided(self, lists: list[list[int]], bars: list[int]) -> int:
        """Return the game that the longest bars divide; what has bars left in it is one option."""
        expect(len(bars) > 0 and bars.count(max(bars)) == 1, "bars are missing, or unclear")
        at = bars.index(max(bars))
        left = [self.divided(lists[: at + 1], bars[:at])] if at > 0 else lists[0]
        beyond = lists[at + 1 :], bars[at + 1 :]
        right = [self.divided(*beyond)] if beyond[1] else lists[-1]
        return self.game(left, right)

    def list_of_values(self) -> list[int]:
        """Return the games between commas."""
        made = [self.value()]
        while self.skipped(","):
            made.append(self.value())
        return made

    def simple(self) -> int:
        """Return a tiny, or a number with ups and a nimber."""
        self.skip_blanks()
        if (tiny := TINY.match(self.text, self.at)) is not None:
            self.at = tiny.end()
            made = self.tiny(fraction(tiny[2]))
            return made if tiny[1] == "+" else self.negative(made)
        match = SIMPLE.match(self.text, self.at)
        if match is None or match.end() == self.at:
            raise Unusable("a value cannot be read")
        self.at = match.end()
        base, arrows, star = fraction(match[1] or "0"), match[2] or "", match[3] or ""
        ups = read_count(arrows) * (-1 if arrows[:1] == "v" else 1)
        return self.up(base, ups, read_count(star))

    def skipped(self, sign: str) -> bool:
        """Return whether a sign comes next, after blanks, and go past it."""
        self.skip_blanks()
        comes = self.text.startswith(sign, self.at)
        self.at += len(sign) * comes
        return comes

    def bars(self) -> int:
        """Return how many bars come next, side by side, and go past them."""
        began = self.at
        while self.text.startswith("|", self.at):
            self.at += 1
        expect(self.at - began <= MOST_DEPTH, "braces are nested too deep")
        return self.at - began

    def skip_blanks(self) -> None:
        """Go past blanks."""
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1


def fraction(text: str) -> Fraction:
    """Return a number."""
    above, _, below = text.partition("/")
    expect(not below or int(below) > 0, "a denominator is 0")
    return Fraction(int(above), int(below or 1))


def read_count(text: str) -> int:
    """Return the number behind a sign, 1 if there is none, 0 without a sign."""
    return int(text[1:] or 1) if text else 0
