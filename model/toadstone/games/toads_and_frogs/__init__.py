"""Toads and Frogs: two sides in a row, one going right and the other left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone.engines.adversarial.game import TwoPlayerGame
from toadstone.games.toads_and_frogs.questions import QUESTIONS, UNCERTIFIED, VALUE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toadstone.core.budget import KeepGoing
    from toadstone.core.question import Question
    from toadstone.engines.adversarial.answering import Judge
    from toadstone.engines.state_space import WholeGames
    from toadstone.games.toads_and_frogs.certificate import ToadsAndFrogsCertifier
    from toadstone.games.toads_and_frogs.display import ToadsAndFrogsBoard, ToadsAndFrogsPieceMoves
    from toadstone.games.toads_and_frogs.horizon import ToadsAndFrogsHorizon
    from toadstone.games.toads_and_frogs.move import Move
    from toadstone.games.toads_and_frogs.rules import State, ToadsAndFrogsRules
    from toadstone.games.toads_and_frogs.scenario import ToadsAndFrogsScenario


class ToadsAndFrogs(TwoPlayerGame["ToadsAndFrogsScenario", "State", "Move"]):
    """Two sides who face each other in a row; whoever cannot move loses."""

    name = "toads-and-frogs"
    atlas_sizes = range(3, 15)
    atlas_columns = ("value", "temperature", "mean")
    summary = "two sides face each other in a row; who cannot move loses"

    def questions(self) -> tuple[Question, ...]:
        """Return the questions about Toads and Frogs."""
        return QUESTIONS

    def scenario_type(self) -> type[ToadsAndFrogsScenario]:
        """Return the pydantic model of the scenario file."""
        from toadstone.games.toads_and_frogs.scenario import ToadsAndFrogsScenario

        return ToadsAndFrogsScenario

    def rules(self, scenario: ToadsAndFrogsScenario) -> ToadsAndFrogsRules:
        """Return the reference simulator."""
        from toadstone.games.toads_and_frogs.rules import ToadsAndFrogsRules

        return ToadsAndFrogsRules(scenario)

    def horizon(
        self,
        scenario: ToadsAndFrogsScenario,
        ask: tuple[Question, ...],
        keep_going: KeepGoing,
        *,
        bounded: bool = True,
    ) -> ToadsAndFrogsHorizon:
        """Return the CP-SAT model of a whole game."""
        from toadstone.games.toads_and_frogs.horizon import ToadsAndFrogsHorizon

        return ToadsAndFrogsHorizon(scenario, keep_going=keep_going)

    def state_space(
        self, scenario: ToadsAndFrogsScenario, figures: Mapping[str, int], keep_going: KeepGoing
    ) -> WholeGames[State, Move]:
        """Return the whole games with so many plies."""
        from toadstone.engines.state_space import WholeGames

        return WholeGames(self.rules(scenario), figures["plies"])

    def board(self, scenario: ToadsAndFrogsScenario) -> ToadsAndFrogsBoard:
        """Return the drawing."""
        from toadstone.games.toads_and_frogs.display import ToadsAndFrogsBoard

        return ToadsAndFrogsBoard(self.rules(scenario))

    def instructions(self, scenario: ToadsAndFrogsScenario) -> str:
        """Return the rules in a few lines, and how moves are typed."""
        from toadstone.games.toads_and_frogs.display import instructions

        return instructions(scenario)

    def piece_moves(self, scenario: ToadsAndFrogsScenario) -> ToadsAndFrogsPieceMoves:
        """Return the moves by the cells that a piece leaves and enters."""
        from toadstone.games.toads_and_frogs.display import ToadsAndFrogsPieceMoves

        return ToadsAndFrogsPieceMoves(self.rules(scenario))

    def certifier(self, scenario: ToadsAndFrogsScenario) -> ToadsAndFrogsCertifier:
        """Return what makes certificates."""
        from toadstone.games.toads_and_frogs.certificate import ToadsAndFrogsCertifier

        return ToadsAndFrogsCertifier(scenario)

    def judge(self, question: Question) -> Judge:
        """Return what answers a question about a position, the value among them."""
        if question != VALUE:
            return super().judge(question)
        from toadstone.games.toads_and_frogs.value import judge_value

        return judge_value

    def usual_start(self) -> ToadsAndFrogsScenario:
        """Return three toads against three frogs, two cells apart."""
        from toadstone.games.toads_and_frogs.scenario import usual_start

        return usual_start("TTT__FFF")

    def usual_starts(self, most_cells: int) -> list[ToadsAndFrogsScenario]:
        """Return every T^a _^b F^c with a, b and c from 1, the shortest first."""
        from toadstone.games.toads_and_frogs.scenario import usual_starts

        return usual_starts(most_cells)

    def atlas_values(
        self, keep_going: KeepGoing
    ) -> Callable[[ToadsAndFrogsScenario], dict[str, str]]:
        """Return what states the value of a start, its temperature and its mean."""
        from toadstone.games.toads_and_frogs.value import Values, facts

        values = Values(self.rules(self.usual_start()), keep_going)
        return lambda scenario: facts(values, scenario.start)

    def why_uncertified(self, question: Question) -> str | None:
        """Say what of a book or a value a strategy does not prove."""
        return UNCERTIFIED.get(question.name)


GAME = ToadsAndFrogs()
