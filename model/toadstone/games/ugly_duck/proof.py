"""The proofs of Ugly Duck: certificates of who wins, and second derivations of all answers.

checker/README.md says what certificates hold, and states the order of the replies, in which the
checker asks for them. The second derivations are searches over the checker's statement of the
rules, and certificates that the checker accepts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import LimitReachedError, UnconfirmedError
from toadstone.core.rules import DRAW
from toadstone.engines.adversarial.perfect_play import PerfectPlay
from toadstone.engines.adversarial.query import winner_of
from toadstone.engines.adversarial.restated import RestatedConfirmer, RestatedPlay, RestatedRules
from toadstone.engines.answer import Answer
from toadstone.engines.confirming import work_of
from toadstone.games.ugly_duck.rules import SIDES, State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario, content_of
from toadstone_checker.certificate_file import Unusable
from toadstone_checker.ugly_duck import HOLDER, KIND, Board, Game, check

if TYPE_CHECKING:
    from toadstone.games.ugly_duck.perfect_play import SolvedUglyDuck

SECONDS_OF_PLAIN_SEARCH = 0.1
"""A plain search of a larger board takes too long; proofs by strategies do not."""

Position = tuple[int, int, int]
"""A board as the checker writes it, its mirror image, and the side to move: green is the holder."""


class UglyDuckCertifier:
    """Makes certificates for the answers to one scenario."""

    def __init__(self, scenario: UglyDuckScenario) -> None:
        self._scenario = scenario

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it."""
        return content_of(self._scenario)

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of who wins: a strategy of the winner, or two that hold a draw.

        It continues the compiled search, if that found the answer.
        """
        start = UglyDuckRules(self._scenario).start()
        play = self.search_from(answer.evidence, budget)
        return self.proof(play, start, dict(answer.values or {})["winner"])

    def search_from(self, search: object, budget: Budget) -> SolvedUglyDuck:
        """Return the search that found an answer; a new one unless it was the compiled one."""
        from toadstone.games.ugly_duck.perfect_play import SolvedUglyDuck

        if not isinstance(search, SolvedUglyDuck):
            return SolvedUglyDuck(UglyDuckRules(self._scenario), budget)
        search.budget = budget
        return search

    def proof(self, play: SolvedUglyDuck, start: State, winner: str) -> dict[str, Any]:
        """Return the certificate of the winner from a state, with the strategies that prove it."""
        draw = winner == DRAW
        holders = SIDES if draw else (winner,)
        return {
            "certificate": KIND,
            "scenario": {**self.content(), "board": list(start.rows), "turn": start.turn},
            "claim": {"ask": "winner", "winner": winner},
            "strategies": {side: play.strategy(start, side, draw_suits=draw) for side in holders},
        }


class CheckedDucks(RestatedRules[Position]):
    """The checker's rules; a board and its mirror image are one position."""

    sides: ClassVar[tuple[str, str]] = ("green", "blue")

    def __init__(self, content: Mapping[str, Any], budget: Budget) -> None:
        self._game = Game(dict(content), self.sides[HOLDER], work_of(budget))
        self.turn = self.sides[self._game.mover]

    def start(self, first: str) -> Position:
        """Return the start with this side to move."""
        return self._position(self._game.start, self.sides.index(first))

    def after(self, position: Position) -> list[Position]:
        """Return the position after each move or pass; none if the game is over."""
        number, image, mover = position
        choices = [] if self._is_won(position) else self._game.choices((number, image), mover)
        return [self._position(each, 1 - mover) for each in choices]

    def _is_won(self, position: Position) -> bool:
        """Return whether the side that has just moved has won."""
        (number, _, mover), game = position, self._game
        if mover == HOLDER:
            return game.rival_has_won(number)
        return bool(number & game.home << game.cells) or not number >> 2 * game.cells

    def payoff(self, position: Position) -> int:
        """Return -1 if the other side has won, or none can move and that loses; else 0."""
        return 0 if self._game.passes and not self._is_won(position) else -1

    def mover(self, position: Position) -> str:
        """Return the side to move."""
        return self.sides[position[2]]

    def position_of(self, state: Any) -> Position:
        """Return the position of a state of the simulator."""
        lines = list(state.rows)
        board = self._game.number(lines), self._game.number([line[::-1] for line in lines])
        return self._position(board, self.sides.index(state.turn))

    def _position(self, board: Board, mover: int) -> Position:
        number, image = board
        return (number, image, mover) if number < image else (image, number, mover)


class CheckedPlay(RestatedPlay[Position]):
    """Perfect play by proofs that the checker accepts, or by a plain search.

    The first search finds the strategies of these proofs; the checker follows each to all its ends.
    They come first where the compiled search has found the answer: it knows most of them.
    """

    def __init__(self, scenario: UglyDuckScenario, answer: Answer, budget: Budget) -> None:
        rules = CheckedDucks(content_of(scenario), budget)
        super().__init__(rules, budget)
        self._scenario, self._search = scenario, answer.evidence
        plain = RestatedPlay(rules, budget.within(SECONDS_OF_PLAIN_SEARCH))
        self._ways = [plain.payoff_of, self._by_strategies]
        if self._search is not None and not isinstance(self._search, PerfectPlay):
            self._ways.reverse()

    def payoff_of(self, state: Any) -> int:
        """Return the payoff of perfect play to the side to move in a state of the simulator."""
        try:
            return self._ways[0](state)
        except (LimitReachedError, UnconfirmedError, Unusable):  # no time, or not compiled yet
            if len(self._ways) == 1:
                raise
            del self._ways[0]
            return self.payoff_of(state)

    def _by_strategies(self, state: State) -> int:
        self.budget.check()
        if not self.rules.after(self.rules.position_of(state)):
            return self.rules.payoff(self.rules.position_of(state))
        certifier = UglyDuckCertifier(self._scenario)
        play = certifier.search_from(self._search, self.budget)
        winner = winner_of(play.rules, state.turn, play.payoff(state))
        check(certifier.proof(play, state, winner), self.budget.tell)
        return 0 if winner == "draw" else 1 if winner == state.turn else -1


class UglyDuckConfirmer(RestatedConfirmer[Position]):
    """Derives results again by searches over the checker's rules."""

    def __init__(self, scenario: UglyDuckScenario, rules: UglyDuckRules) -> None:
        super().__init__(rules)
        self._scenario = scenario
        self.winners = [scenario.wins or side for side in SIDES]

    def restate(self, budget: Budget) -> CheckedDucks:
        """Return the checker's rules."""
        return CheckedDucks(content_of(self._scenario), budget)

    def confirm_position(self, answer: Answer, budget: Budget) -> None:
        """Derive the values of an answer about the position again."""
        self.confirm_play(answer, CheckedPlay(self._scenario, answer, budget))
