"""The frog puzzle: two kinds of frogs hop past each other along a row of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone.game import Game
from toadstone.games.frog_puzzle.questions import QUESTIONS, REACH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toadstone.core.budget import KeepGoing
    from toadstone.core.question import Question
    from toadstone.core.session import Session
    from toadstone.engines.engine import Method
    from toadstone.games.frog_puzzle.certificate import FrogPuzzleCertifier
    from toadstone.games.frog_puzzle.display import FrogPuzzleBoard, FrogPuzzlePieceMoves
    from toadstone.games.frog_puzzle.horizon import FrogPuzzleHorizon
    from toadstone.games.frog_puzzle.plan_space import PlanSpace
    from toadstone.games.frog_puzzle.rules import FrogPuzzleRules, State
    from toadstone.games.frog_puzzle.scenario import (
        FrogPuzzleScenario,
        Move,
    )
    from toadstone.games.frog_puzzle.search_problem import FrogPuzzleSearch
    from toadstone.play.adviser import Continuation


class FrogPuzzle(Game["FrogPuzzleScenario", "State", "Move"]):
    """One player, a row of frogs that hop towards each other, and a row they want to be."""

    name = "frog-puzzle"
    summary = "one player, frogs hopping past each other along a row; reach the goal"

    def questions(self) -> tuple[Question, ...]:
        """Return the questions about a row of frogs."""
        return QUESTIONS

    def decision(self) -> Question:
        """Return `reach`."""
        return REACH

    def scenario_type(self) -> type[FrogPuzzleScenario]:
        """Return the pydantic model of the scenario file."""
        from toadstone.games.frog_puzzle.scenario import FrogPuzzleScenario

        return FrogPuzzleScenario

    def rules(self, scenario: FrogPuzzleScenario) -> FrogPuzzleRules:
        """Return the reference simulator."""
        from toadstone.games.frog_puzzle.rules import FrogPuzzleRules

        return FrogPuzzleRules(scenario)

    def horizon(
        self,
        scenario: FrogPuzzleScenario,
        ask: tuple[Question, ...],
        keep_going: KeepGoing,
        *,
        bounded: bool = True,
    ) -> FrogPuzzleHorizon:
        """Return the CP-SAT model; it is the same for all questions."""
        from toadstone.games.frog_puzzle.horizon import FrogPuzzleHorizon

        return FrogPuzzleHorizon(scenario, keep_going=keep_going)

    def methods(self, ask: tuple[Question, ...]) -> tuple[Method, ...]:
        """Return the searches, which can all answer both questions."""
        from toadstone.engines.search.methods import SEARCHES

        return SEARCHES

    def search_problem(
        self, scenario: FrogPuzzleScenario, ask: tuple[Question, ...], keep_going: KeepGoing
    ) -> FrogPuzzleSearch:
        """Return the rows and the hops between them."""
        from toadstone.games.frog_puzzle.search_problem import FrogPuzzleSearch

        return FrogPuzzleSearch(scenario, ask)

    def continued(
        self, scenario: FrogPuzzleScenario, session: Session[State, Move]
    ) -> Continuation:
        """Return the puzzle that starts with the row as it is now."""
        from toadstone.play.adviser import Continuation

        return Continuation(scenario.continued_from(session.state.row))

    def state_space(
        self, scenario: FrogPuzzleScenario, figures: Mapping[str, int], keep_going: KeepGoing
    ) -> PlanSpace:
        """Return the layered graph of the plans with these figures."""
        from toadstone.games.frog_puzzle.plan_space import PlanSpace

        return PlanSpace(scenario, figures)

    def board(self, scenario: FrogPuzzleScenario) -> FrogPuzzleBoard:
        """Return the drawing."""
        from toadstone.games.frog_puzzle.display import FrogPuzzleBoard

        return FrogPuzzleBoard(scenario)

    def usual_start(self) -> FrogPuzzleScenario:
        """Return three frogs on either side of a gap."""
        from toadstone.games.frog_puzzle.scenario import USUAL_START

        return USUAL_START

    def instructions(self, scenario: FrogPuzzleScenario) -> str:
        """Return the rules in a few lines, and how moves are typed."""
        from toadstone.games.frog_puzzle.display import instructions

        return instructions(scenario)

    def piece_moves(self, scenario: FrogPuzzleScenario) -> FrogPuzzlePieceMoves:
        """Return the moves by the cells that a piece leaves and enters."""
        from toadstone.games.frog_puzzle.display import FrogPuzzlePieceMoves

        return FrogPuzzlePieceMoves(self.rules(scenario))

    def certifier(self, scenario: FrogPuzzleScenario) -> FrogPuzzleCertifier:
        """Return what makes certificates."""
        from toadstone.games.frog_puzzle.certificate import FrogPuzzleCertifier

        return FrogPuzzleCertifier(scenario)


GAME = FrogPuzzle()
