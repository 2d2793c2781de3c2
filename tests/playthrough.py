"""Games played and written down, ply by ply: what the rules say of every state on the way.

A playthrough is a text file, `tests/playthroughs/GAME.txt`, of one or more games. Each game begins
with a head that is written by hand, a YAML mapping between two lines of signs:

    ==== HEAD
    scenario: {game: ..., ...}      the content of a scenario file
    moves: [..]                     what is played, to the end or not
    try: [..]                       moves to be tried in every state, for the reasons against them
    ==== PLAY

All that follows is written by the reference simulator. After a change of the rules, or with a new
head, write it anew and look at the difference:

    python tests/playthrough.py GAME
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from places import TESTS
from toadstone.core.rules import RULES, Outcome, Rules
from toadstone.files.source import Source
from toadstone.game import find_game
from toadstone.loading import read_scenario

FOLDER = TESTS / "playthroughs"
HEAD, PLAY = "==== HEAD\n", "==== PLAY\n"


@dataclass(frozen=True)
class Played:
    """One game of a playthrough: its head as it stands in the file, and what the head says."""

    head: str
    rules: Rules[Any, Any]
    moves: list[str]
    tried: list[str]

    def states(self) -> Iterator[Any]:
        """Yield the states of the game, the start first."""
        state = self.rules.start()
        yield state
        for move in self.moves:
            state = self.rules.play(state, self.rules.read_move(move))
            yield state


def rules_of(content: dict[str, Any]) -> Rules[Any, Any]:
    """Return the reference simulator of a scenario, given as the content of its file."""
    scenario = read_scenario(Source("scenario", json.dumps(content), Path()))
    game = find_game(scenario.game)
    return game.get(RULES)(scenario)


def games_of(text: str) -> list[Played]:
    """Return the games of a playthrough."""
    heads = [part.partition(PLAY)[0] for part in text.split(HEAD)[1:]]
    return [_game(head, yaml.safe_load(head)) for head in heads]


def _game(head: str, content: dict[str, Any]) -> Played:
    return Played(head, rules_of(content["scenario"]), content["moves"], content.get("try", []))


def written(text: str) -> str:
    """Return the playthrough with everything but its heads written anew."""
    before = text.partition(HEAD)[0]
    return before + "\n".join(f"{HEAD}{game.head}{PLAY}{_play(game)}" for game in games_of(text))


def _play(game: Played) -> str:
    plies = []
    for ply, state in enumerate(game.states()):
        chosen = game.moves[ply] if ply < len(game.moves) else None
        plies.append("".join(f"{line}\n" for line in _ply(game, ply, state, chosen)))
    return "\n".join(plies)


def _ply(game: Played, ply: int, state: Any, chosen: str | None) -> Iterator[str]:
    rules = game.rules
    outcome = rules.outcome(state)
    yield f"ply {ply}"
    yield f"  state    {state}"
    yield f"  observed {_pairs(rules.observe(state))}"
    yield f"  figures  {_pairs(rules.figures(state))}"
    yield f"  legal    {' '.join(map(str, rules.legal_moves(state))) or 'nothing'}"
    for move in game.tried:
        if reason := rules.why_illegal(state, rules.read_move(move)):
            yield f"  not      {move}: {reason}"
    if outcome:
        yield f"  outcome  {_winner(outcome)}: {outcome.reason}"
    if chosen:
        yield f"  played   {chosen}"


def _winner(outcome: Outcome) -> str:
    return outcome.winner or ("nobody" if outcome.is_loss else "draw")


def _pairs(numbers: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in numbers.items()) or "nothing"


def main(arguments: list[str]) -> None:
    """Write the playthroughs of the games that the command line names."""
    for name in arguments:
        path = FOLDER / f"{name}.txt"
        path.write_text(written(path.read_text()))


if __name__ == "__main__":
    main(sys.argv[1:])
