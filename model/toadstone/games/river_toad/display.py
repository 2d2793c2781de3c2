"""River Toad as people see and play it: the river between its banks, and instructions."""

from __future__ import annotations

from rich.text import Text

from toadstone.core.board import Board
from toadstone.core.line import Line
from toadstone.games.river_toad.rules import State
from toadstone.games.river_toad.scenario import Action, RiverToadScenario
from toadstone.play.advice import Continuation

STYLES = {"T": "bold green", "S": "red", "F": "yellow", "X": "bold red", ".": "dim"}


class RiverToadBoard(Board[State, Action]):
    """Draws the states of one scenario, from the letters of their text form."""

    def __init__(self, scenario: RiverToadScenario) -> None:
        self.scenario = scenario

    def key(self) -> Text:
        """Say what the letters stand for, and where the banks are."""
        meanings = {"T": "toad", "X": "lost toad", "S": "snake", "F": "fly"}
        named = [
            Text.assemble((letter, STYLES[letter]), f" {meaning}")
            for letter, meaning in meanings.items()
        ]
        return Text(", ").join(named).append("; the banks are outside the bars")

    def picture(self, state: State) -> Text:
        """Draw every row, the top one first."""
        return Text("\n").join(_row(letters) for letters in rows_of(state))

    def strip(self, before: State | None, state: State) -> Text:
        """Draw the toad's row at the moment when snakes and flies come down into it."""
        toad = rows_of(state)[-1]
        arriving = rows_of(before)[-2] if before else "." * len(toad)
        return _row("".join(map(_toad_first, toad, arriving)))

    def caption(self, state: State) -> Text:
        """Say how many HP he has, and whether he just ate."""
        text = Text(f"{state.hp} HP")
        if state.fed:
            text.append(f" +{self.scenario.flies.gain}", STYLES["F"])
        return text

    def event(self, before: State, action: Action, after: State) -> Text:
        """Say what the turn did to the toad."""
        if after.caught:
            return Text("caught by a snake", STYLES["X"])
        if after.hp == 0:
            return Text("out of HP", STYLES["X"])
        if after.fed:
            saved = after.hp == self.scenario.flies.gain
            return Text("saved by a fly" if saved else "eats a fly", STYLES["F"])
        return Text("")


def _toad_first(toad: str, arriving: str) -> str:
    return arriving if toad == "." else toad


def rows_of(state: State) -> list[str]:
    """Return the letters of every row, the top one first; a lost toad is an X."""
    rows = str(state).rpartition(" ")[2].split("/")
    if state.dead:
        rows[-1] = rows[-1].replace("T", "X")
    return rows


def _row(letters: str) -> Text:
    """Draw a row: bank, river cells between bars, bank."""
    left, river, right = letters[0], letters[1:-1], letters[-1]
    text = Text()
    for letter in f"{left}|{river}|{right}":
        text.append(letter, STYLES.get(letter, "blue"))
    return text


_INSTRUCTIONS = """\
Mr. Toad, T, sits at the bottom of a river between two banks. Snakes, S, and
flies, F, come down one row a turn. You win if he is alive after all {turns} turns.

In every turn he acts first. Then everything comes down:
- A snake that comes down into his cell catches him.
- A fly that comes down beside him is eaten, for {gain} HP.
He has lost when he is caught or has no HP left.

Type what he does; what it costs in HP:
{actions}"""


def instructions(scenario: RiverToadScenario) -> str:
    """Return the rules in a few lines, and the actions with their costs."""
    width = max(map(len, scenario.actions))
    actions = [f"  {name:<{width}}   {cost}" for name, cost in scenario.actions.items()]
    return _INSTRUCTIONS.format(
        turns=scenario.turns, gain=scenario.flies.gain, actions="\n".join(actions)
    )


def continued(scenario: RiverToadScenario, session: Line[State, Action]) -> Continuation:
    """Return the scenario that requires the toad to be where the game has led him.

    His cells tell his actions, and what is already on the river stays as it is.
    """
    cells = [state.cell for state in session.states[1:]]
    return Continuation(scenario.with_visits(cells), played=len(cells))
