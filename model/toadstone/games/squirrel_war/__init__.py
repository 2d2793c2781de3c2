"""Squirrel War: two families of squirrels take a board of nuts, by raid and by sneak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone.engines.adversarial.game import TwoPlayerGame
from toadstone.files.formats import OutputOption, PlainFormat
from toadstone.games.squirrel_war.methods import METHODS
from toadstone.games.squirrel_war.questions import (
    BEST_MOVE,
    BY_MODEL,
    MARGIN,
    QUESTIONS,
    UNCERTIFIED,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toadstone.core.answer import Answer
    from toadstone.core.budget import KeepGoing
    from toadstone.core.question import Question
    from toadstone.engines.adversarial.answering import Judge
    from toadstone.engines.adversarial.minimax import Evaluation
    from toadstone.engines.engine import Method
    from toadstone.engines.state_space import StateSpace
    from toadstone.files.source import Document, Source
    from toadstone.games.squirrel_war.certificate import SquirrelWarCertifier
    from toadstone.games.squirrel_war.display import SquirrelWarBoard
    from toadstone.games.squirrel_war.horizon import SquirrelWarHorizon
    from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
    from toadstone.games.squirrel_war.scenario import Cell, SquirrelWarScenario
    from toadstone.play.adviser import Adviser


class SquirrelWar(TwoPlayerGame["SquirrelWarScenario", "State", "Cell"]):
    """Two sides take the cells of a board, until it is full; who has more points wins."""

    name = "squirrel-war"
    summary = "two sides take a board of values by raid and by sneak; most points win"
    plain = PlainFormat("a course's input file", ())
    outputs = (
        OutputOption("log", "FILE", "Write the log of a minimax or alpha-beta search."),
        OutputOption("course-output", "DIR", "Write the files that the course asks for."),
    )

    def questions(self) -> tuple[Question, ...]:
        """Return the questions about Squirrel War."""
        return QUESTIONS

    def decision(self) -> Question:
        """Return `margin`."""
        return MARGIN

    def must_end(self, ask: tuple[Question, ...]) -> bool:
        """Say whether a line of play has to go on until the board is full."""
        return ask != (BEST_MOVE,)

    def restriction(
        self, scenario: SquirrelWarScenario, ask: tuple[Question, ...]
    ) -> Callable[[State, Cell], str | None] | None:
        """Return what holds the players whom the question states to their methods."""
        from toadstone.games.squirrel_war.stated_players import restriction

        return restriction(self.rules(scenario), ask)

    def scenario_type(self) -> type[SquirrelWarScenario]:
        """Return the pydantic model of the scenario file."""
        from toadstone.games.squirrel_war.scenario import SquirrelWarScenario

        return SquirrelWarScenario

    def rules(self, scenario: SquirrelWarScenario) -> SquirrelWarRules:
        """Return the reference simulator."""
        from toadstone.games.squirrel_war.rules import SquirrelWarRules

        return SquirrelWarRules(scenario)

    def judge(self, question: Question) -> Judge:
        """Return what answers a question."""
        if question in BY_MODEL:
            from toadstone.games.squirrel_war import judging_by_model

            return judging_by_model.JUDGES[question.name]
        from toadstone.games.squirrel_war import judging

        return judging.JUDGES[question.name]

    def methods(self, ask: tuple[Question, ...]) -> tuple[Method, ...]:
        """Return the ways to choose a move; every other question has one way."""
        return METHODS if ask == (BEST_MOVE,) else super().methods(ask)

    def stated_method(self, scenario: SquirrelWarScenario, ask: tuple[Question, ...]) -> str | None:
        """Return the method that the scenario names for its best move."""
        return scenario.method if ask == (BEST_MOVE,) else None

    def horizon(
        self,
        scenario: SquirrelWarScenario,
        ask: tuple[Question, ...],
        keep_going: KeepGoing,
        *,
        bounded: bool = True,
    ) -> SquirrelWarHorizon:
        """Return the CP-SAT model of a whole game."""
        from toadstone.games.squirrel_war.horizon import SquirrelWarHorizon

        return SquirrelWarHorizon(scenario, keep_going=keep_going)

    def state_space(
        self, scenario: SquirrelWarScenario, figures: Mapping[str, int], keep_going: KeepGoing
    ) -> StateSpace[State, Cell]:
        """Raise: all questions are about the position, not about plans that could be listed."""
        from toadstone.core.errors import RequestError

        raise RequestError(f"{self.name} has no plans to list: its questions are about positions")

    def board(self, scenario: SquirrelWarScenario) -> SquirrelWarBoard:
        """Return the drawing."""
        from toadstone.games.squirrel_war.display import SquirrelWarBoard

        return SquirrelWarBoard(self.rules(scenario))

    def adviser(self, scenario: SquirrelWarScenario, ask: tuple[Question, ...]) -> Adviser:
        """Return perfect play by an endgame table."""
        from toadstone.games.squirrel_war.adviser import SquirrelWarAdviser

        return SquirrelWarAdviser(self.rules(scenario))

    def evaluation(self, scenario: SquirrelWarScenario) -> Evaluation[State]:
        """Return the lead in points, by which the searches of `best-move` judge as well."""
        return self.rules(scenario).lead

    def usual_start(self) -> SquirrelWarScenario:
        """Return an empty board of three by three."""
        from toadstone.games.squirrel_war.scenario import USUAL_START

        return USUAL_START

    def instructions(self, scenario: SquirrelWarScenario) -> str:
        """Return the rules in a few lines, and how moves are typed."""
        from toadstone.games.squirrel_war.display import instructions

        return instructions(scenario)

    def certifier(self, scenario: SquirrelWarScenario) -> SquirrelWarCertifier:
        """Return what makes certificates."""
        from toadstone.games.squirrel_war.certificate import SquirrelWarCertifier

        return SquirrelWarCertifier(scenario)

    def why_uncertified(self, question: Question) -> str | None:
        """Say why a move chosen, or a battle, has no certificate."""
        return UNCERTIFIED.get(question.name)

    def recognises(self, source: Source) -> bool:
        """Say whether the text looks like an input file of the course."""
        from toadstone.games.squirrel_war.course import looks_like_a_course_file

        return looks_like_a_course_file(source)

    def read_plain(self, source: Source) -> Document:
        """Return the document for an input file of the course."""
        from toadstone.games.squirrel_war.course import document_of_a_course_file

        return document_of_a_course_file(source)

    def expect_output(
        self, name: str, scenario: SquirrelWarScenario, ask: tuple[Question, ...]
    ) -> None:
        """Refuse outputs that the question does not have."""
        from toadstone.games.squirrel_war import course

        expect = course.expect_log if name == "log" else course.expect_course_output
        expect(scenario, ask)

    def write_output(self, name: str, path: str, answer: Answer) -> None:
        """Write the log of the search, or the files of the course."""
        from toadstone.games.squirrel_war import course
        from toadstone.games.squirrel_war.scenario import SquirrelWarScenario

        if not isinstance(answer.scenario, SquirrelWarScenario):
            raise TypeError("an answer to another game")
        if name == "log":
            course.write_log(path, answer.scenario)
        else:
            course.write_course_output(path, answer.scenario, answer)


GAME = SquirrelWar()
