"""Ugly Duck: ducks go forward, come back as swans, and the first one home wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone.engines.adversarial.game import TwoPlayerGame
from toadstone.engines.adversarial.questions import REMOTENESS, WINNER
from toadstone.games.ugly_duck.questions import BEST_MOVES, QUESTIONS, SHORTEST, UNCERTIFIED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toadstone.core.budget import KeepGoing
    from toadstone.core.question import Question
    from toadstone.engines.adversarial.answering import Judge
    from toadstone.engines.adversarial.minimax import Evaluation
    from toadstone.engines.engine import Method
    from toadstone.engines.state_space import WholeGames
    from toadstone.games.ugly_duck.certificate import UglyDuckCertifier
    from toadstone.games.ugly_duck.display import UglyDuckBoard, UglyDuckPieceMoves
    from toadstone.games.ugly_duck.horizon import UglyDuckHorizon
    from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules
    from toadstone.games.ugly_duck.scenario import UglyDuckScenario
    from toadstone.games.ugly_duck.search_problem import UglyDuckSearch
    from toadstone.play.adviser import Adviser
    from toadstone.play.players import PlayerKind


class UglyDuck(TwoPlayerGame["UglyDuckScenario", "State", "AnyMove"]):
    """Two rows of ducks; the first swan home wins, or whoever captures every enemy."""

    name = "ugly-duck"
    summary = "ducks cross the board and come back as swans; the first one home wins"

    def questions(self) -> tuple[Question, ...]:
        """Return the questions about Ugly Duck."""
        return QUESTIONS

    def scenario_type(self) -> type[UglyDuckScenario]:
        """Return the pydantic model of the scenario file."""
        from toadstone.games.ugly_duck.scenario import UglyDuckScenario

        return UglyDuckScenario

    def rules(self, scenario: UglyDuckScenario) -> UglyDuckRules:
        """Return the reference simulator."""
        from toadstone.games.ugly_duck.rules import UglyDuckRules

        return UglyDuckRules(scenario)

    def horizon(
        self,
        scenario: UglyDuckScenario,
        ask: tuple[Question, ...],
        keep_going: KeepGoing,
        *,
        bounded: bool = True,
    ) -> UglyDuckHorizon:
        """Return the CP-SAT model of a game, a short one first."""
        from toadstone.games.ugly_duck.horizon import UglyDuckHorizon

        return UglyDuckHorizon.short(scenario, keep_going, bounded=bounded)

    def state_space(
        self, scenario: UglyDuckScenario, figures: Mapping[str, int], keep_going: KeepGoing
    ) -> WholeGames[State, AnyMove]:
        """Return the whole games with so many plies that are won as the scenario wants."""
        from toadstone.games.ugly_duck.won_games import WonGames

        return WonGames(self.rules(scenario), figures["plies"])

    def board(self, scenario: UglyDuckScenario) -> UglyDuckBoard:
        """Return the drawing."""
        from toadstone.games.ugly_duck.display import UglyDuckBoard

        return UglyDuckBoard(self.rules(scenario))

    def instructions(self, scenario: UglyDuckScenario) -> str:
        """Return the rules in a few lines, and how moves are typed."""
        from toadstone.games.ugly_duck.display import instructions

        return instructions(scenario)

    def piece_moves(self, scenario: UglyDuckScenario) -> UglyDuckPieceMoves:
        """Return the moves by the cells that a piece leaves and enters."""
        from toadstone.games.ugly_duck.display import UglyDuckPieceMoves

        return UglyDuckPieceMoves(self.rules(scenario))

    def certifier(self, scenario: UglyDuckScenario) -> UglyDuckCertifier:
        """Return what makes certificates."""
        from toadstone.games.ugly_duck.certificate import UglyDuckCertifier

        return UglyDuckCertifier(scenario)

    def judge(self, question: Question) -> Judge:
        """Return what answers a question about a position; who wins comes with the best moves."""
        return super().judge(WINNER if question == BEST_MOVES else question)

    def methods(self, ask: tuple[Question, ...]) -> tuple[Method, ...]:
        """Return the searches; for questions about the position the compiled one is the first."""
        from toadstone.engines.search.methods import SEARCHES
        from toadstone.games.ugly_duck.methods import FASTEST

        if ask[0] == SHORTEST:
            return SEARCHES
        slower = super().methods((WINNER,) if ask[0] == BEST_MOVES else ask)
        return (FASTEST, *(each for each in slower if each.name != FASTEST.name))

    def search_problem(
        self, scenario: UglyDuckScenario, ask: tuple[Question, ...], keep_going: KeepGoing
    ) -> UglyDuckSearch:
        """Return the boards and the moves between them, for the shortest game."""
        from toadstone.games.ugly_duck.search_problem import UglyDuckSearch

        return UglyDuckSearch(self.rules(scenario))

    def as_planned(
        self, scenario: UglyDuckScenario, ask: tuple[Question, ...], figures: Mapping[str, int]
    ) -> UglyDuckScenario:
        """Return the scenario; who has to win matters only where both sides help."""
        return scenario if SHORTEST in ask else scenario.model_copy(update={"wins": None})

    def evaluation(self, scenario: UglyDuckScenario) -> Evaluation[State]:
        """Return who is ahead: in the pieces, in the rows they have behind them, and in moves."""
        from toadstone.games.ugly_duck.evaluation import Lead

        return Lead(self.rules(scenario))

    def usual_start(self) -> UglyDuckScenario:
        """Return the board of the game's description: five by five, a row of ducks each."""
        from toadstone.games.ugly_duck.scenario import USUAL_START

        return USUAL_START

    def adviser(self, scenario: UglyDuckScenario, ask: tuple[Question, ...]) -> Adviser:
        """Return proof-number search; the exact search of all games where it has to hurry."""
        from toadstone.games.ugly_duck.adviser import UglyDuckAdviser

        if REMOTENESS in ask:
            return super().adviser(scenario, ask)
        return UglyDuckAdviser(self.rules(scenario))

    def players(self) -> tuple[PlayerKind, ...]:
        """Return the two players of the game's description."""
        from toadstone.games.ugly_duck.players import DIFFICULT, EASY

        return (EASY, DIFFICULT)

    def why_uncertified(self, question: Question) -> str | None:
        """Say what a strategy does not prove."""
        return UNCERTIFIED.get(question.name)


GAME = UglyDuck()
