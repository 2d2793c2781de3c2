"""Any game: its claims, checked by the rules in a file that its author wrote.

The file is Python and is run, so give the checker only a file that you would run. It is the one
that calls `plain_game`. What it imports of Toadstone is replaced by the few stand-ins below, and
whatever else is no part of Python by a name that nothing can be done with: what the rules need has
to stand in the file. checker/README.md explains the format and the argument.
"""

import ast
import hashlib
import operator
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice
from types import ModuleType
from typing import Any

from toadstone_checker.certificate_file import (
    Budget,
    Hear,
    Invalid,
    Unusable,
    expect,
    fields,
    items,
    unheard,
    whole,
)

KIND = "toadstone own-game 2"
MOST_WORK = 5_000_000_000
WORK_OF_A_POSITION, WORK_OF_A_MOVE = 60, 60
MOST_REPLIES, MOST_REMEMBERED = 50_000_000, 1_000_000
MODULE, STAND_INS = "rules_of_a_certificate", "stand_ins_of_the_checker"


# --- the rules file -----------------------------------------------------------------------------


NUMBERS = {"ge": operator.ge, "gt": operator.gt, "le": operator.le, "lt": operator.lt}
SIZES = {"min_length": operator.ge, "max_length": operator.le}


@dataclass
class Bounds:
    """Stands in for `Field`: the bounds that a value of a scenario has to keep."""

    options: dict[str, Any]

    def keeps(self, value: Any) -> bool:
        """Return whether a number is within the bounds, or the length of a text or a list."""
        sized = type(value) in (str, tuple)
        compared = ((name, sign) for name, sign in (SIZES if sized else NUMBERS).items())
        size, bounds = len(value) if sized else value, self.options
        return value is None or all(s(size, bounds[name]) for name, s in compared if name in bounds)


class OnePlayerScenario:
    """Stands in for the base of the scenario of a one-player game."""


class TwoPlayerScenario:
    """Stands in for the base of the scenario of a two-player game."""


class Nothing:
    """Stands in for any other name; it can be called, subscripted and asked for names."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Take anything."""

    def __call__(self, *args: Any, **options: Any) -> "Nothing":
        """Return itself."""
        return self

    def __getattr__(self, name: str) -> "Nothing":
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __getitem__(self, key: Any) -> "Nothing":
        return self

    def __or__(self, other: Any) -> "Nothing":
        return self

    def __mro_entries__(self, bases: Any) -> tuple[type, ...]:
        """Return nothing: as a base of a class, it is none."""
        return ()

    def __bool__(self) -> bool:
        raise TypeError("the rules use a name that is not in their file")

    def __eq__(self, other: object) -> bool:
        return self is other or bool(self)

    __ror__ = __or__
    __hash__ = object.__hash__
    __iter__ = None


NOTHING = Nothing()


class Imports(ast.NodeTransformer):
    """Binds the names that are imported from elsewhere than Python's own modules to stand-ins."""

    def visit_Import(self, node: ast.Import) -> Any:
        """Replace the imports of modules."""
        return [self.bound(node, alias) for alias in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        """Replace the imports of names."""
        if node.level == 0 and is_of_python(node.module or ""):
            return node
        return [stand_in(alias.asname or alias.name, alias.name) for alias in node.names]

    def bound(self, node: ast.Import, alias: ast.alias) -> ast.stmt:
        """Return what stands for the import of one module."""
        if is_of_python(alias.name):
            return ast.copy_location(ast.Import([alias]), node)
        return stand_in(alias.asname or alias.name.partition(".")[0], alias.name)


def is_of_python(module: str) -> bool:
    """Return whether a module is one of the standard library."""
    return module.partition(".")[0] in sys.stdlib_module_names


def stand_in(name: str, wanted: str) -> ast.stmt:
    """Return the statement that binds a name to the stand-in for another."""
    known = ast.Name(STAND_INS, ast.Load())
    value = ast.Subscript(known, ast.Constant(wanted), ast.Load())
    return ast.Assign([ast.Name(name, ast.Store())], value)


@dataclass
class Rules:
    """The rules of a file: the name of the game, its scenarios, and the class of its rules."""

    name: str
    scenario: type
    rules: Callable[[Any], Any]
    for_two: bool = field(init=False)

    def __post_init__(self) -> None:
        self.for_two = issubclass(self.scenario, TwoPlayerScenario)
        here = {getattr(each, "__module__", "") for each in (self.scenario, self.rules)}
        expect(here == {MODULE}, "expected the scenario and the rules in the rules file itself")

    def of(self, content: Any) -> Any:
        """Return the rules of a scenario, in which every key is stated and within its bounds."""
        stated = [vars(each).get("__annotations__", {}) for each in self.scenario.__mro__]
        known = [name for each in stated for name in each if "ClassVar" not in str(each[name])]
        names = [name for name in dict.fromkeys(known) if name != "game"]
        scenario: Any = object.__new__(self.scenario)
        scenario.__dict__["game"] = self.name
        for name, value in zip(names, fields(content, *names), strict=True):
            scenario.__dict__[name] = found = read_value(value, name)
            bounds = getattr(self.scenario, name, None)
            expect(not isinstance(bounds, Bounds) or bounds.keeps(found), f"{name}: out of bounds")
            if any(str(each.get(name, "")).startswith("list") for each in stated):
                scenario.__dict__[name] = list(found)
        return self.rules(scenario)


def read_value(value: Any, name: str) -> Any:
    """Return a value of a scenario: a number, a text, true, false, null, or a tuple of these."""
    if type(value) is list:
        return tuple(read_value(each, name) for each in items(value, name, 1000))
    expect(value is None or type(value) in (bool, int, str), f"{name}: expected no object")
    return value


def load(source: bytes) -> Rules:
    """Run a rules file and return its rules."""
    found: list[Rules] = []

    def plain_game(name: Any, module: Any, scenario: Any, rules: Any, **_: Any) -> Nothing:
        expect(type(name) is str and isinstance(scenario, type), "plain_game: expected a game")
        found.append(Rules(name, scenario, rules))
        return NOTHING

    known = {
        "Field": lambda *_, **options: Bounds(options),
        "OnePlayerScenario": OnePlayerScenario,
        "TwoPlayerScenario": TwoPlayerScenario,
        "plain_game": plain_game,
    }
    module = ModuleType(MODULE)
    module.__dict__[STAND_INS] = defaultdict(lambda: NOTHING, known)
    sys.modules[MODULE] = module
    try:
        tree = ast.fix_missing_locations(Imports().visit(ast.parse(source)))
        code = compile(tree, "the rules file", "exec")
        with redirect_stdout(sys.stderr):
            exec(code, module.__dict__)  # noqa: S102 - the file that was trusted
    except Unusable:
        raise
    except (Exception, SystemExit) as error:
        raise Unusable(f"the rules file cannot be run: {in_words(error)}") from None
    expect(len(found) == 1, "expected a rules file that calls plain_game once")
    return found.pop()


def in_words(error: BaseException) -> str:
    """Return an error of the rules on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


@contextmanager
def at(place: str, budget: Budget) -> Iterator[None]:
    """Let the rules run: an error of theirs proves nothing, and what they print is no verdict."""
    try:
        with redirect_stdout(sys.stderr):
            yield
    except (Invalid, Unusable):
        raise
    except (Exception, SystemExit) as error:
        if error is budget.stopped:
            raise
        raise Invalid(place, f"the rules fail: {in_words(error)}") from None


def expect_plain(position: Any) -> None:
    """Refuse a position with anything but whole numbers, texts, bytes and tuples of these.

    Of these, two are equal only if their texts are. Of others that is not so: 1 == True == 1.0.
    """
    if type(position) is tuple:
        for part in position:
            expect_plain(part)
    elif type(position) not in (int, str, bytes):
        kind = type(position).__name__
        raise Invalid("rules", f"a position has {position!r}, of type {kind}")


# --- the claims ---------------------------------------------------------------------------------


def check(certificate: Any, hear: Hear = unheard, source: bytes | None = None) -> str:
    """Return the name of the game if the certificate proves its claim by the rules in a file.

    Raises Invalid if it does not, Unusable if it is no certificate, or none for a file of rules.
    """
    names = "certificate", "game", "rules", "scenario", "claim", "plan", "layers", "strategies"
    kind, name, stated, scenario, claim, plan, layers, strategies = fields(certificate, *names)
    expect(kind == KIND, f"expected the kind '{KIND}'")
    file, digest = fields(stated, "file", "sha256")
    expect(type(file) is str and type(digest) is str, "rules: expected a name and a hash")
    expect(source is not None, f"it needs the rules of the game, the file {file}")
    found = hashlib.sha256(source or b"").hexdigest()
    if digest != found:
        hashes = f"{digest:.16}..., the file has {found:.16}..."
        raise Invalid("rules", f"it is about rules with the hash {hashes}")
    rules = load(source or b"")
    if name != rules.name:
        raise Invalid("game", f"the rules are those of {rules.name}")
    budget = Budget(hear, MOST_WORK)
    with at("scenario", budget):
        game = rules.of(scenario)
    if rules.for_two:
        expect(plan is None and layers is None, "plan, layers: expected null")
        with at("strategies", budget):
            check_winner(TwoPlayers(game, budget), claim, strategies)
    else:
        expect(strategies is None, "strategies: expected null")
        with at("layers", budget):
            check_plan(OnePlayer(game, budget), claim, plan, layers)
    return rules.name


def moves_of(moves: Any, position: Any) -> list[str]:
    """Return the moves that rules list for a position: texts, each once."""
    found = None if moves is None or isinstance(moves, str) else list(moves)
    if found is None or not all(type(move) is str for move in found):
        raise Invalid("rules", f"the moves of {position!r} are no list of texts")
    if len(set(found)) < len(found):
        raise Invalid("rules", f"a move of {position!r} is there twice")
    return found


# --- two players --------------------------------------------------------------------------------

Place = tuple[Any, str]  # a position, and the side to move
Result = tuple[int, int]  # 1, 0 or -1 to the holder; plies to the end, negative where it wins
Line = list[tuple[Place, Iterator[Place], list[Result]]]  # places, what comes next, what came of it
RESULTS = {-1: "a loss", 0: "a draw", 1: "a win"}


class TwoPlayers:
    """A game of two sides: the first begins, and a side that cannot move loses.

    With a `winner` in the rules, that says how the game ends. A game that need not end is a draw
    if the rules say `repeated = "draw"`.
    """

    def __init__(self, rules: Any, budget: Budget) -> None:
        self.rules, self.budget = rules, budget
        self.sides = tuple(rules.sides)
        expect(len(set(self.sides)) == len(self.sides) == 2, "sides: expected two")
        self.judge = getattr(rules, "winner", None)
        self.may_repeat = getattr(rules, "repeated", None) == "draw"
        self.is_stuck = lru_cache(MOST_REMEMBERED)(lambda place: not self.look(place)[1])

    def other(self, side: str) -> str:
        """Return the side that moves next."""
        return str(self.sides[side == self.sides[0]])

    def look(self, place: Place) -> tuple[str | None, list[str]]:
        """Return who has won, or draw, where the game is over; and else the legal moves."""
        position, side = place
        self.budget.spend(WORK_OF_A_POSITION)
        if self.judge is not None:
            winner: str | None = self.judge(position, side)
            if winner not in (None, "draw", *self.sides):
                raise Invalid("rules", f"no side is called {winner}")
            if winner is not None:
                return winner, []
        moves = moves_of(self.rules.moves(position, side), position)
        if self.judge is not None and not moves:
            raise Invalid("rules", f"nobody has won, but there is no move: {position!r}")
        return (None if moves else self.other(side)), moves

    def is_won(self, place: Place) -> bool:
        """Return whether the side that has just moved has won."""
        if self.judge is None:
            return self.is_stuck(place)
        self.budget.spend(WORK_OF_A_POSITION)
        return bool(self.judge(*place) == self.other(place[1]))

    def after(self, place: Place, move: str) -> Place:
        """Return what comes of a move."""
        self.budget.spend(WORK_OF_A_MOVE)
        position = self.rules.play(place[0], move, place[1])
        expect_plain(position)
        return position, self.other(place[1])


def check_winner(game: TwoPlayers, claim: Any, strategies: Any) -> None:
    """Make sure that each strategy reaches what is claimed, whatever the other side does."""
    ask, status, values = fields(claim, "ask", "status", "values")
    expect(status == "optimal", "status: expected optimal")
    expect(ask in ("winner", "remoteness"), "ask: expected a question that has certificates")
    timed = ask == "remoteness"
    expect(not (timed and game.may_repeat), "ask: expected winner, as positions may come again")
    winner, *plies = fields(values, "winner", *(["remoteness"] if timed else []))
    expect(winner in game.sides or (winner == "draw" and not timed), "winner: expected a side")
    holders = game.sides if winner == "draw" or timed else (winner,)
    end = whole(plies.pop(), 0, MOST_REPLIES, "remoteness") if timed else 0
    start = game.rules.start(), game.sides[0]
    expect_plain(start[0])
    for holder, listed in zip(holders, fields(strategies, *holders), strict=True):
        name = f"strategies, {holder}"
        replies = iter(items(listed, name, MOST_REPLIES))
        walk = Walk(game, holder, partial(next_of, replies), timed=timed)
        reached = walk.value(start)
        claimed = (0, 0) if winner == "draw" else (1, -end) if winner == holder else (-1, end)
        if reached < claimed:
            raise Invalid(name, f"it reaches {RESULTS[reached[0]]} after {abs(reached[1])}")
        if (idle := next(replies, None)) is not None:
            raise Invalid(name, f"nothing leads to the reply {idle}")


def next_of(replies: Iterator[Any], place: Place, after: list[Place]) -> Any:
    """Return the next reply that is listed, whatever the place is; None after the last."""
    return next(replies, None)


class Walk:
    """A strategy, followed through everything that the other side can do.

    `reply` gets a place where the holder is to move, and what comes of each move; it returns the
    number of the reply, counted from 0 in the order of the rules. It is not asked where a move wins
    at once: the first such move is the reply.
    """

    def __init__(
        self,
        game: TwoPlayers,
        holder: str,
        reply: Callable[[Place, list[Place]], Any],
        *,
        timed: bool,
    ) -> None:
        self.game, self.holder, self.choose, self.timed = game, holder, reply, timed
        self.name = f"strategies, {holder}"
        self.known: dict[Place, Result | None] = {}

    def value(self, start: Place) -> Result:
        """Return the worst that the holder comes to: depth first, in the order of the moves."""
        line: Line = []
        result = self.come_to(start, line)
        while line:
            place, following, results = line[-1]
            if result is not None:
                payoff, plies = result
                results.append((payoff, plies - payoff if self.timed else 0))
            after = next(following, None)
            if after is not None:
                result = self.come_to(after, line)
            else:
                self.known[place] = result = min(results)
                line.pop()
        return self.known[start] or (0, 0)

    def come_to(self, place: Place, line: Line) -> Result | None:
        """Return what a place is worth; None if that is open, and it was put on the line of play.

        None is known of the places on the line.
        """
        if place in self.known:
            known = self.known[place]
            if known is None and not self.game.may_repeat:
                again = f"{place[0]!r} {place[1]}"
                raise Invalid(self.name, f"a game goes round in a circle: {again}")
            return known or (0, 0)
        winner, moves = self.game.look(place)
        self.game.budget.words = f"{self.name}: {len(self.known):,} positions checked"
        if winner is not None:
            payoff = 0 if winner == "draw" else 1 if winner == self.holder else -1
            self.known[place] = result = payoff, 0
            return result
        self.known[place] = None
        following: Iterator[Place] = (self.game.after(place, move) for move in moves)
        if place[1] == self.holder:
            after = list[Place]()
            for each in following:
                if self.game.is_won(each):
                    self.known[place] = result = 1, -int(self.timed)
                    return result
                after.append(each)
            following = iter([self.reply(place, after)])
        line.append((place, following, []))
        return None

    def reply(self, place: Place, after: list[Place]) -> Place:
        """Return what comes of the reply that is listed."""
        number = self.choose(place, after)
        if type(number) is not int or not 0 <= number < len(after):
            raise Invalid(self.name, f"there is no legal reply to {place[0]!r} {place[1]}")
        return after[number]


# --- one player ---------------------------------------------------------------------------------


class OnePlayer:
    """A game of one player: won where the rules say so, and then over, as where it is lost."""

    def __init__(self, rules: Any, budget: Budget) -> None:
        self.rules, self.budget = rules, budget
        self.lost = getattr(rules, "lost", None)

    def after(self, position: Any) -> list[Any]:
        """Return what comes of each move of a position in which the game goes on."""
        self.budget.spend(WORK_OF_A_POSITION)
        if self.won(position) or (self.lost is not None and self.lost(position)):
            return []
        moves = moves_of(self.rules.moves(position), position)
        self.budget.spend(WORK_OF_A_MOVE * len(moves))
        following = [self.rules.play(position, move) for move in moves]
        for each in following:
            expect_plain(each)
        return following

    def won(self, position: Any) -> bool:
        """Return whether the game is won."""
        won = self.rules.won(position)
        if type(won) is not bool:
            raise Invalid("rules", f"`won` of {position!r} is neither True nor False")
        return won

    def layers(self) -> Iterator[list[Any]]:
        """Yield the positions that no move leads to, one move and no fewer, and so on."""
        start = self.rules.start()
        expect_plain(start)
        reached, layer = {start}, [start]
        while layer:
            yield layer
            self.budget.words = f"{len(reached):,} positions checked"
            following = dict.fromkeys(each for at in layer for each in self.after(at))
            layer = [each for each in following if each not in reached]
            reached.update(layer)


def check_plan(game: OnePlayer, claim: Any, plan: Any, layers: Any) -> None:
    """Make sure that the plan wins, and that no shorter one does; or that there is none at all."""
    ask, status, values = fields(claim, "ask", "status", "values")
    expect(ask in ("min-moves", "reach"), "ask: expected a question that has certificates")
    if status == "infeasible":
        expect(plan is None and values is None, "expected a verdict without a plan")
        check_layers(game, items(layers, "layers", MOST_REPLIES), None)
        return
    expect(status == "optimal", "status: expected optimal or infeasible")
    (moves,) = fields(values, "moves")
    play_plan(game, items(plan, "plan", MOST_REPLIES))
    if type(moves) is not int or moves != len(plan):
        raise Invalid("claim", f"the plan has {len(plan)} moves")
    if ask == "min-moves":
        check_layers(game, items(layers, "layers", MOST_REPLIES), moves)
    else:
        expect(layers is None, "layers: expected null, as any plan will do")


def play_plan(game: OnePlayer, plan: list[Any]) -> None:
    """Make sure that a plan wins, given by the numbers of its moves in the order of the rules."""
    position = game.rules.start()
    for turn, number in enumerate(plan, 1):
        legal = game.after(position)
        if type(number) is not int or not 0 <= number < len(legal):
            raise Invalid(f"plan, move {turn}", "it is not legal")
        position = legal[number]
    if not game.won(position):
        raise Invalid("plan", "it does not win")


def check_layers(game: OnePlayer, sizes: list[Any], fewer_than: int | None) -> None:
    """Make sure that no position that is reached in fewer moves, or ever, is won."""
    expect(all(type(size) is int for size in sizes), "layers: expected numbers")
    if sizes != (found := sizes_of_layers(game, fewer_than)):
        raise Invalid("layers", f"there are {len(found)}, of {sum(found)} positions")


def sizes_of_layers(game: OnePlayer, fewer_than: int | None) -> list[int]:
    """Return how many positions k moves lead to and fewer do not, for each k below a number.

    None goes on as long as there are any. Raises Invalid where one of them is won.
    """
    sizes = list[int]()
    for layer in islice(game.layers(), fewer_than):
        if (won := next(filter(game.won, layer), None)) is not None:
            raise Invalid(f"layer {len(sizes)}", f"the game is won in {won!r}")
        sizes.append(len(layer))
    return sizes
