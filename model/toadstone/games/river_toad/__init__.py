"""River Toad: Mr. Toad crosses the turns of a roll file, past snakes, from fly to fly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone.game import Game, PlainFormat, PlainOption
from toadstone.games.river_toad.questions import LONGEST, MIN_START_HP, QUESTIONS, SURVIVE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toadstone.games.river_toad.board import RiverToadBoard
    from toadstone.games.river_toad.certificate import RiverToadCertifier
    from toadstone.games.river_toad.explainer import RiverToadExplainer
    from toadstone.games.river_toad.horizon import RiverToadHorizon
    from toadstone.games.river_toad.plan_space import PlanSpace
    from toadstone.games.river_toad.rules import RiverToadRules, State  # noqa: F401 - a base
    from toadstone.games.river_toad.scenario import Action, RiverToadScenario  # noqa: F401 - a base
    from toadstone.horizon import KeepGoing
    from toadstone.question import Question
    from toadstone.scenario_file import Document, Source


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
        self, scenario: RiverToadScenario, ask: tuple[Question, ...], keep_going: KeepGoing
    ) -> RiverToadHorizon:
        """Return the CP-SAT model."""
        from toadstone.games.river_toad.horizon import RiverToadHorizon
        from toadstone.games.river_toad.lean_horizon import LeanHorizon, fits

        if fits(scenario, ask):
            return LeanHorizon(scenario, ask, keep_going=keep_going)
        return RiverToadHorizon(
            scenario,
            must_win=self.must_end(ask),
            choose_start_hp=MIN_START_HP in ask,
            keep_going=keep_going,
        )

    def state_space(
        self, scenario: RiverToadScenario, figures: Mapping[str, int], keep_going: KeepGoing
    ) -> PlanSpace:
        """Return the layered graph of the plans with these figures."""
        from toadstone.games.river_toad.plan_space import PlanSpace

        return PlanSpace(scenario, figures, keep_going)

    def board(self, scenario: RiverToadScenario) -> RiverToadBoard:
        """Return the drawing."""
        from toadstone.games.river_toad.board import RiverToadBoard

        return RiverToadBoard(scenario)

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
