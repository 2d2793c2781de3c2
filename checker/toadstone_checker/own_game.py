"""Any game: its claims, checked by the rules in a file that its author wrote.

The file is Python and is run, so give the checker only a file that you would run. It is the one
that calls `plain_game`. What it imports of Toadstone is replaced by the few stand-ins below, and
whatever else is no part of Python by a name that nothing can be done with: what the rules need has
to stand in the file. docs/certificates.md explains the format and the argument.
"""

import ast
import hashlib
import operator
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
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

KIND = "toadstone own-game 1"
MOST_WORK = 5_000_000_000
WORK_OF_A_POSITION, WORK_OF_A_MOVE = 60, 60
MOST_PLIES = 10_000
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
        exec(code, module.__dict__)  # noqa: S102 - the file that was trusted
    except Unusable:
        raise
    except Exception as error:
        raise Unusable(f"the rules file cannot be run: {in_words(error)}") from None
    expect(len(found) == 1, "expected a rules file that calls plain_game once")
    return found.pop()


def in_words(error: Exception) -> str:
    """Return an error of the rules on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


@contextmanager
def at(place: str) -> Iterator[None]:
    """Let the rules run: an error of theirs proves nothing."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + 4 * MOST_PLIES)
    try:
        yield
    except (Invalid, Unusable):
        raise
    except Exception as error:
        raise Invalid(place, f"the rules fail: {in_words(error)}") from None
    finally:
        sys.setrecursionlimit(before)


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
    with at("scenario"):
        game = rules.of(scenario)
    budget = Budget(hear, MOST_WORK)
    if rules.for_two:
        expect(plan is None and layers is None, "plan, layers: expected null")
        with at("strategies"):
            check_winner(TwoPlayers(game, budget), claim, strategies)
    else:
        expect(strategies is None, "strategies: expected null")
        with at("layers"):
            check_plan(OnePlayer(game, budget), claim, plan, layers)
    return rules.name


# --- two players --------------------------------------------------------------------------------


class TwoPlayers:
    """A game of two sides: the first begins, and a side that cannot move loses.

    With a `winner` in the rules, that says how the game ends.
    """

    def __init__(self, rules: Any, budget: Budget) -> None:
        self.rules, self.budget = rules, budget
        self.sides = tuple(rules.sides)
        expect(len(set(self.sides)) == 2, "sides: expected two")
        self.judge = getattr(rules, "winner", None)

    def other(self, side: str) -> str:
        """Return the side that moves next."""
        return str(self.sides[side == self.sides[0]])

    def winner(self, position: Any, side: str, moves: list[str]) -> str | None:
        """Return who has won, or draw, where the game is over; `moves` are the legal ones."""
        if self.judge is None:
            return None if moves else self.other(side)
        winner: str | None = self.judge(position, side)
        if winner not in (None, "draw", *self.sides):
            raise Invalid("rules", f"no side is called {winner}")
        if winner is None and not moves:
            raise Invalid("rules", f"nobody has won, but there is no move: {position!r}")
        return winner


def check_winner(game: TwoPlayers, claim: Any, strategies: Any) -> None:
    """Make sure that each strategy reaches what is claimed, whatever the other side does."""
    ask, status, values = fields(claim, "ask", "status", "values")
    expect(status == "optimal", "status: expected optimal")
    expect(ask in ("winner", "remoteness"), "ask: expected a question that has certificates")
    timed = ask == "remoteness"
    winner, *plies = fields(values, "winner", *(["remoteness"] if timed else []))
    expect(winner in game.sides or (winner == "draw" and not timed), "winner: expected a side")
    holders = game.sides if winner == "draw" or timed else (winner,)
    end = whole(plies.pop(), 0, MOST_PLIES, "remoteness") if timed else 0
    for holder, replies in zip(holders, fields(strategies, *holders), strict=True):
        expect(type(replies) is dict, "strategies: expected an object")
        texts = [*replies, *replies.values()]
        expect(all(type(each) is str for each in texts), "strategies: expected texts")
        walk = Walk(game, holder, replies, timed=timed)
        reached = walk.value(game.rules.start(), game.sides[0], 0)
        claimed = (0, 0) if winner == "draw" else (1, -end) if winner == holder else (-1, end)
        if reached < claimed:
            raise Invalid(walk.name, f"it reaches {RESULTS[reached[0]]} after {abs(reached[1])}")
        if idle := replies.keys() - walk.used:
            raise Invalid(walk.name, f"nothing leads to {min(idle)}")


RESULTS = {-1: "a loss", 0: "a draw", 1: "a win"}
Result = tuple[int, int]  # 1, 0 or -1 to the holder; plies to the end, negative where it wins


class Walk:
    """A strategy, followed through everything that the other side can do."""

    def __init__(
        self, game: TwoPlayers, holder: str, replies: dict[str, str], *, timed: bool
    ) -> None:
        self.game, self.holder, self.replies, self.timed = game, holder, replies, timed
        self.name = f"strategies, {holder}"
        self.known: dict[str, Result | None] = {}
        self.used: set[str] = set()

    def value(self, position: Any, side: str, ply: int) -> Result:
        """Return the worst that the holder comes to; None is known of what is being looked at."""
        text = f"{position!r} {side}"
        if text in self.known:
            result = self.known[text]
            if result is None:
                raise Invalid(self.name, f"a game goes round in a circle: {text}")
            return result
        if ply > MOST_PLIES:
            raise Invalid(self.name, f"a game takes more than {MOST_PLIES:,} plies")
        self.known[text] = None
        game = self.game
        moves = list(map(str, game.rules.moves(position, side)))
        game.budget.words = f"{self.name}: {len(self.known):,} positions checked"
        game.budget.spend(WORK_OF_A_POSITION + WORK_OF_A_MOVE * len(moves))
        winner = game.winner(position, side, moves)
        if winner is not None:
            result = (0, 0) if winner == "draw" else (1 if winner == self.holder else -1, 0)
        else:
            if side == self.holder:
                moves = [self.reply(text, moves)]
            result = min(self.after(position, side, move, ply) for move in moves)
        self.known[text] = result
        return result

    def reply(self, text: str, moves: list[str]) -> str:
        """Return the reply of the holder, a legal move."""
        reply = self.replies.get(text)
        if reply not in moves:
            raise Invalid(self.name, f"there is no legal reply to {text}")
        self.used.add(text)
        return reply

    def after(self, position: Any, side: str, move: str, ply: int) -> Result:
        """Return what comes of a move."""
        after = self.game.rules.play(position, move, side)
        payoff, plies = self.value(after, self.game.other(side), ply + 1)
        return payoff, plies - payoff if self.timed else 0


# --- one player ---------------------------------------------------------------------------------


class OnePlayer:
    """A game of one player: won where the rules say so, and then over, as where it is lost."""

    def __init__(self, rules: Any, budget: Budget) -> None:
        self.rules, self.budget = rules, budget
        self.lost = getattr(rules, "lost", None)

    def after(self, position: Any) -> Iterator[tuple[str, Any]]:
        """Yield every move of a position in which the game goes on, and what comes of it."""
        self.budget.spend(WORK_OF_A_POSITION)
        if self.rules.won(position) or (self.lost is not None and self.lost(position)):
            return
        for move in map(str, self.rules.moves(position)):
            self.budget.spend(WORK_OF_A_MOVE)
            yield move, self.rules.play(position, move)


def check_plan(game: OnePlayer, claim: Any, plan: Any, layers: Any) -> None:
    """Make sure that the plan wins, and that no shorter one does; or that there is none at all."""
    ask, status, values = fields(claim, "ask", "status", "values")
    expect(ask in ("min-moves", "reach"), "ask: expected a question that has certificates")
    if status == "infeasible":
        expect(plan is None and values is None, "expected a verdict without a plan")
        check_layers(game, items(layers, "layers"), None)
        return
    expect(status == "optimal", "status: expected optimal or infeasible")
    (moves,) = fields(values, "moves")
    position = game.rules.start()
    for turn, move in enumerate(items(plan, "plan"), 1):
        legal = dict(game.after(position))
        if type(move) is not str or move not in legal:
            raise Invalid(f"plan, move {turn}", "it is not legal")
        position = legal[move]
    if not game.rules.won(position):
        raise Invalid("plan", "it does not win")
    if type(moves) is not int or moves != len(plan):
        raise Invalid("claim", f"the plan has {len(plan)} moves")
    if ask == "min-moves":
        check_layers(game, items(layers, "layers"), moves)
    else:
        expect(layers is None, "layers: expected null, as any plan will do")


def check_layers(game: OnePlayer, layers: list[Any], fewer_than: int | None) -> None:
    """Make sure that no position that is reached in fewer moves, or ever, is won.

    Layer k has exactly the positions that k moves lead to and fewer do not. After the last layer
    there are `fewer_than` moves, or nothing new to reach.
    """
    expect(fewer_than is None or len(layers) <= fewer_than, "layers: too many")
    reached: set[str] = set()
    following = {repr(position): position for position in [game.rules.start()]}
    for number, layer in enumerate(layers):
        name = f"layer {number}"
        texts = items(layer, name)
        expect(all(type(text) is str for text in texts), f"{name}: expected texts")
        if missing := following.keys() - set(texts):
            raise Invalid(name, f"it lacks {min(missing)}")
        if len(texts) > len(following):
            raise Invalid(name, "it has what nothing leads to")
        reached |= following.keys()
        here, following = following, {}
        game.budget.words = f"{len(reached):,} positions checked"
        for text, position in here.items():
            if game.rules.won(position):
                raise Invalid(name, f"the game is won in {text}")
            after = ((repr(each), each) for _, each in game.after(position))
            following.update({each: state for each, state in after if each not in reached})
    if following and len(layers) != fewer_than:
        raise Invalid("layers", f"they end before {min(following)}")
