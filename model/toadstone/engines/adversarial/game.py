"""A game for two, and how the questions about its positions are answered."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from toadstone.core.question import Sense
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.engines.adversarial.method import EXACT_SEARCH, METHODS
from toadstone.engines.adversarial.questions import BOOK, REMOTENESS, WINNER
from toadstone.game import Game, ScenarioT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from toadstone.core.answer import Answer, Status
    from toadstone.core.budget import KeepGoing
    from toadstone.core.question import Question
    from toadstone.engines.adversarial.answering import Judge
    from toadstone.engines.adversarial.minimax import Evaluation
    from toadstone.engines.engine import Method
    from toadstone.play.adviser import Adviser
    from toadstone.play.players import PlayerKind


class TwoPlayerGame(Game[ScenarioT, State, Move]):
    """One game for two sides who move in turn."""

    atlas_sizes: ClassVar[range] = range(0)
    """The numbers of cells up to which there can be an atlas of the usual starts; none by default.
    """

    atlas_columns: ClassVar[tuple[str, ...]] = ()
    """What an atlas states of a start beside who wins and in how many plies, by name."""

    @abstractmethod
    def rules(self, scenario: ScenarioT) -> TwoPlayerRules[State, Move]:
        """Return the reference simulator of the scenario."""

    def decision(self) -> Question:
        """Return `winner`."""
        return WINNER

    def decided(self, scenario: ScenarioT, answer: Answer) -> Status:
        """Say whether the side to move can be sure to win."""
        from toadstone.core.answer import Status

        if answer.judgement is None:
            return Status.UNKNOWN
        rules = self.rules(scenario)
        won = answer.judgement["winner"] == rules.to_move(rules.start())
        return Status.FEASIBLE if won else Status.INFEASIBLE

    def judge(self, question: Question) -> Judge:
        """Return what answers a question about a position; a game may have questions of its own."""
        if question == BOOK:
            from toadstone.engines.adversarial.book import judge_book

            return judge_book
        from toadstone.engines.adversarial.answering import JUDGES

        return JUDGES[question.name]

    def methods(self, ask: tuple[Question, ...]) -> tuple[Method, ...]:
        """Return the searches for questions about the position, the exact one first."""
        return METHODS.get(ask[0], (EXACT_SEARCH,)) if ask[0].sense is Sense.POSITION else ()

    def adviser(self, scenario: ScenarioT, ask: tuple[Question, ...]) -> Adviser:
        """Return perfect play for both sides; where `remoteness` is asked for, it hurries."""
        from toadstone.play.two_player_adviser import PerfectPlayAdviser

        return PerfectPlayAdviser(self.rules(scenario), hurry=REMOTENESS in ask)

    def evaluation(self, scenario: ScenarioT) -> Evaluation[State] | None:
        """Return what judges positions in which a search to a depth stops.

        None, the default, where the game has no measure of who is ahead; nobody can look some plies
        ahead then.
        """
        return None

    def searching_players(self, scenario: ScenarioT) -> tuple[PlayerKind, ...]:
        """Return the players that search to a depth, where there is an evaluation."""
        if self.evaluation(scenario) is None:
            return ()
        from toadstone.play.searching_player import SEARCHING_PLAYERS

        return SEARCHING_PLAYERS

    def usual_starts(self, most_cells: int) -> Sequence[ScenarioT]:
        """Return the starts of an atlas, up to a size in `atlas_sizes`; the title names each."""
        return ()

    def atlas_values(self, keep_going: KeepGoing) -> Callable[[ScenarioT], Mapping[str, str]]:
        """Return what states the columns in `atlas_columns`, of one start after the other.

        What it finds out about one may serve the next. It raises what `keep_going` raises.
        """
        return lambda scenario: {}
