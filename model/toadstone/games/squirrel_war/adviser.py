"""What to do next at Squirrel War: by an endgame table, as soon as one can be built in time."""

from __future__ import annotations

from toadstone.core.session import Session
from toadstone.games.squirrel_war.choosing import SolvedByTable
from toadstone.games.squirrel_war.endgame_table import EndgameTable
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import Cell
from toadstone.play.two_player_adviser import TimelyAdviser


class SquirrelWarAdviser(TimelyAdviser[State, Cell]):
    """Advises both sides; a table serves all that comes after the position it was built for."""

    rules: SquirrelWarRules

    def __init__(self, rules: SquirrelWarRules) -> None:
        super().__init__(rules, rules.lead)
        self._tables: dict[State, SolvedByTable] = {}

    def solved(self, session: Session[State, Cell]) -> SolvedByTable:
        """Return the table of a position that the game has been in, or a new one."""
        for state in session.states:
            if state in self._tables:
                return self._tables[state]
        rows, turn = session.state.board.split("/"), session.state.turn
        scenario = self.rules.scenario.continued_from(rows, turn)
        table = EndgameTable(scenario, lambda entries: self.hear(f"{entries:,} positions"))
        self._tables = {session.state: SolvedByTable(self.rules, table)}
        return self._tables[session.state]
