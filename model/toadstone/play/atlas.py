"""An atlas: every usual start of a game up to a size, with what it is worth to either side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from toadstone.core.answer import Status
from toadstone.core.budget import Watch
from toadstone.core.errors import DisagreementError, RequestError
from toadstone.engines.adversarial.answering import outcome_class, winner_of, winners_when_first
from toadstone.engines.adversarial.game import TwoPlayerGame
from toadstone.engines.adversarial.perfect_play import PerfectPlay
from toadstone.files.scenario import Scenario

AnyTwoPlayerGame = TwoPlayerGame[Any, Any, Any]


@dataclass(frozen=True)
class Entry:
    """One start of an atlas; what no limit left the time for is None.

    Attributes:
        start: the name of the start.
        outcome: the side that wins whoever moves first, or `first`, `second` or `draw`.
        winner_when_first: who wins when a side moves first, by that side.
        remoteness: in how many plies, by the side that moves first.
        further: what else the game states of its starts, by the names in `Game.atlas_columns`.
    """

    start: str
    outcome: str | None
    winner_when_first: Mapping[str, str | None]
    remoteness: Mapping[str, int | None]
    further: Mapping[str, str | None]

    @property
    def decided(self) -> bool:
        """Whether all of it is known."""
        return self.outcome is not None and None not in self.further.values()

    def as_json(self) -> dict[str, Any]:
        """Return the entry as an object of the command's JSON."""
        return {
            "start": self.start,
            "status": Status.OPTIMAL.value if self.decided else Status.UNKNOWN.value,
            "outcome": self.outcome,
            "winner_when_first": self.winner_when_first,
            "remoteness": self.remoteness,
            **self.further,
        }


def starts(game: AnyTwoPlayerGame, most_cells: int) -> Sequence[Scenario]:
    """Return the starts of the atlas up to a size.

    Raises:
        RequestError: the game has no atlas of this size.
    """
    sizes = game.atlas_sizes
    if most_cells not in sizes:
        span = f"from {sizes[0]} to {sizes[-1]} cells" if sizes else "of no size"
        raise RequestError(f"the atlas of {game.name} is {span}, not {most_cells}")
    return game.usual_starts(most_cells)


def survey(game: AnyTwoPlayerGame, scenarios: Sequence[Scenario], watch: Watch) -> Iterator[Entry]:
    """Yield the entry of every start; once time is up or the user has stopped it, empty ones.

    Raises:
        DisagreementError: two ways to find who wins do not agree.
    """
    values = game.atlas_values(watch.keep_going)
    for scenario in scenarios:
        sides = game.rules(scenario).sides
        nobody, columns = dict.fromkeys(sides), dict.fromkeys(game.atlas_columns)
        entry = Entry(scenario.title, None, nobody, dict.fromkeys(sides), columns)
        with watch.stoppable():
            watch.keep_going()
            entry = _searched(game, entry, scenario, watch)
            entry = replace(entry, further=values(scenario))
        yield entry


def _searched(game: AnyTwoPlayerGame, entry: Entry, scenario: Scenario, watch: Watch) -> Entry:
    """Fill in who wins and in how many plies, whoever moves first."""
    rules = game.rules(scenario)
    play = PerfectPlay(rules, lambda nodes: watch.keep_going())
    start = rules.start()
    worths = {
        rules.to_move(state): play.remoteness(state) for state in (start, rules.turned(start))
    }
    winners = winners_when_first(play)
    for side, worth in worths.items():
        if winner_of(rules, side, worth.payoff) != winners[side]:
            raise DisagreementError(f"{scenario.title}: two searches differ in who wins")
    return replace(
        entry,
        outcome=outcome_class(rules, winners),
        winner_when_first=winners,
        remoteness={side: worths[side].plies for side in rules.sides},
    )
