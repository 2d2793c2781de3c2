"""River Toad: Mr. Toad crosses the turns of a roll file, past snakes, from fly to fly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone.files.formats import PlainFormat, PlainOption
from toadstone.game import Game
from toadstone.games.river_toad.questions import LONGEST, MIN_START_HP, QUESTIONS, SURVIVE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toadstone.core.budget import KeepGoing
    from toadstone.core.question import Question
    from toadstone.core.session import Session
    from toadstone.engines.engine import Method
    from toadstone.files.source import Document, Source
    from toadstone.games.river_toad.certificate import RiverToadCertifier
    from toadstone.games.river_toad.display import RiverToadBoard
    from toadstone.games.river_toad.explainer import RiverToadExplainer
    from toadstone.games.river_toad.horizon import RiverToadHorizon
    from toadstone.games.river_toad.plan_space import PlanSpace
    from toadstone.games.river_toad.rules import RiverToadRules, State
    from toadstone.games.river_toad.scenario import Action, RiverToadScenario
    from toadstone.games.river_toad.search_problem import RiverToadSearch
    from toadstone.play.adviser import Continuation


class RiverToad(Game["RiverToadScenario", "State", "Action"]):
    """One player, a known roll file, hit points to spend and flies to eat."""

    name = "river-toad"
    summary = "one player, a known roll file; survive it, with most HP or fewest moves"
    plain = PlainFormat(
        meaning="a plain roll file",
        options=(
            PlainOption("hp", ("toad", "hp"), 1, 1_000_000_000, "starting HP"),
            PlainOption("rows", ("board", "rows"), 2, 1000, "number of rows of the board"),
        ),
    )

    def questions(self) -> tuple[Question, ...]:
        """Return River Toad's questions."""
        return QUESTIONS

    def decision(self) -> Question:
        """Return `survive`."""
        return SURVIVE

    def must_end(self, ask: tuple[Question, ...]) -> bool:
        """Say whether the toad has to win: always, but where `longest` lets him die."""
        return LONGEST not in ask or SURVIVE in ask or MIN_START_HP in ask

    def scenario_type(self) -> type[RiverToadScenario]:
        """Return the pydantic model of the scenario file."""
        from toadstone.games.river_toad.scenario import RiverToadScenario

        return RiverToadScenario

    def rules(self, scenario: RiverToadScenario) -> RiverToadRules:
        """Return the reference simulator."""
        from toadstone.games.river_toad.rules import RiverToadRules

        return RiverToadRules(scenario)

    def horizon(
        self,
        scenario: RiverToadScenario,
        ask: tuple[Question, ...],
        keep_going: KeepGoing,
        *,
        bounded: bool = True,
    ) -> RiverToadHorizon:
        """Return the CP-SAT model."""
        from toadstone.games.river_toad.horizon import RiverToadHorizon
        from toadstone.games.river_toad.lean_horizon import LeanHorizon, pays

        if pays(scenario, ask):
            return LeanHorizon(scenario, ask, bounded=bounded, keep_going=keep_going)
        return RiverToadHorizon(
            scenario,
            must_win=self.must_end(ask),
            choose_start_hp=MIN_START_HP in ask,
            keep_going=keep_going,
        )

    def methods(self, ask: tuple[Question, ...]) -> tuple[Method, ...]:
        """Return the searches that can answer the questions.

        Where a plan may stop after any turn, the fewest turns are none at all. What a scenario
        has to have to be won, a search without proofs cannot tell.
        """
        from toadstone.engines.search.methods import BREADTH_FIRST, GREEDY, SEARCHES

        unfit = {BREADTH_FIRST} if not self.must_end(ask) else set()
        unfit |= {GREEDY} if MIN_START_HP in ask else set()
        return tuple(method for method in SEARCHES if method not in unfit)

    def search_problem(
        self, scenario: RiverToadScenario, ask: tuple[Question, ...], keep_going: KeepGoing
    ) -> RiverToadSearch:
        """Return the questions as shortfalls to be kept small."""
        from toadstone.games.river_toad.search_problem import RiverToadSearch

        return RiverToadSearch(scenario, ask, keep_going, must_win=self.must_end(ask))

    def choices(
        self, scenario: RiverToadScenario, ask: tuple[Question, ...]
    ) -> Sequence[RiverToadScenario]:
        """Return the scenario, or where `min-start-hp` is asked one for each starting HP."""
        from toadstone.games.river_toad.search_problem import StartHpChoices

        return StartHpChoices(scenario) if MIN_START_HP in ask else (scenario,)

    def state_space(
        self, scenario: RiverToadScenario, figures: Mapping[str, int], keep_going: KeepGoing
    ) -> PlanSpace:
        """Return the layered graph of the plans with these figures."""
        from toadstone.games.river_toad.plan_space import PlanSpace

        return PlanSpace(scenario, figures, keep_going)

    def board(self, scenario: RiverToadScenario) -> RiverToadBoard:
        """Return the drawing."""
        from toadstone.games.river_toad.display import RiverToadBoard

        return RiverToadBoard(scenario)

    def instructions(self, scenario: RiverToadScenario) -> str:
        """Return the rules in a few lines, and how moves are typed."""
        from toadstone.games.river_toad.display import instructions

        return instructions(scenario)

    def certifier(self, scenario: RiverToadScenario) -> RiverToadCertifier:
        """Return what makes certificates."""
        from toadstone.games.river_toad.certificate import RiverToadCertifier

        return RiverToadCertifier(scenario)

    def explainer(self, scenario: RiverToadScenario, keep_going: KeepGoing) -> RiverToadExplainer:
        """Return what can say why the scenario is lost."""
        from toadstone.games.river_toad.explainer import RiverToadExplainer

        return RiverToadExplainer(scenario, keep_going)

    def as_planned(
        self,
        scenario: RiverToadScenario,
        ask: tuple[Question, ...],
        figures: Mapping[str, int],
    ) -> RiverToadScenario:
        """Return the scenario with the plan's starting HP, where that was asked for."""
        start_hp = figures.get("start_hp")
        if MIN_START_HP not in ask or not isinstance(start_hp, int) or start_hp < 1:
            return scenario
        return scenario.with_start_hp(start_hp)

    def continued(
        self, scenario: RiverToadScenario, session: Session[State, Action]
    ) -> Continuation:
        """Return the scenario that requires the toad to be where the game has led him.

        His cells tell his actions, and what is already on the river stays as it is.
        """
        from toadstone.play.adviser import Continuation

        cells = [state.cell for state in session.states[1:]]
        return Continuation(scenario.with_visits(cells), played=len(cells))

    def include(self, document: Document) -> None:
        """Read the file that `rolls_file` names."""
        from toadstone.games.river_toad.roll_file import include_rolls_file

        include_rolls_file(document)

    def recognises(self, source: Source) -> bool:
        """Say whether the text is a list of whole numbers."""
        from toadstone.games.river_toad.roll_file import looks_like_rolls

        return looks_like_rolls(source)

    def read_plain(self, source: Source) -> Document:
        """Return the document for a roll file, which still lacks starting HP and rows."""
        from toadstone.games.river_toad.roll_file import document_of_rolls

        return document_of_rolls(source)


GAME = RiverToad()
