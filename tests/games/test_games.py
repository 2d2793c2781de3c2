"""What every game has to have and to pass, whichever it is.

Two files of numbers and texts belong to each game beside its folder:

- `tests/perft/GAME.yaml`: a list of mappings `{scenario: .., counts: [..]}`. `scenario` is what a
  scenario file holds; its start is the position that is counted from. `counts[n]` is the number of
  legal lines of play of exactly n moves, where a line that ends the game is not among the longer
  ones (`perft`). The comments at the head say how the numbers were made, which is by a throw-away
  count that shares no code with the rules.
- `tests/playthroughs/GAME.txt`: games written down ply by ply; see `playthrough.py`.
"""

from collections import defaultdict
from dataclasses import fields, is_dataclass
from itertools import takewhile

import pytest
import yaml

from exhaustive import EXHAUSTIVE
from places import ROOT
from playthrough import FOLDER as PLAYTHROUGHS
from playthrough import games_of, rules_of, written
from random_scenarios import small_scenario
from toadstone.engines import CONFIRMER
from toadstone.engines.instance import make_instance
from toadstone.game import all_games, find_game
from toadstone.proofs import CERTIFIER

GAMES = sorted(all_games())

CODE = "model/toadstone/games/{folder}"
PARTS = (
    f"{CODE}/__init__.py",
    f"{CODE}/scenario.py",
    f"{CODE}/rules.py",
    f"{CODE}/model.py",
    f"{CODE}/board.py",
    "checker/toadstone_checker/{folder}.py",
    "docs/{name}.md",
    "scenarios/schema/{name}.json",
    "tests/perft/{name}.yaml",
    "tests/playthroughs/{name}.txt",
)
"""The files that every game has."""


# --- completeness -------------------------------------------------------------------------------


def test_every_folder_of_a_game_registers_the_game_of_its_name():
    folders = (ROOT / "model/toadstone/games").glob("*/__init__.py")
    assert sorted(path.parent.name.replace("_", "-") for path in folders) == GAMES
    assert all(game.name == name for name, game in all_games().items())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_complete(name):
    for part in PARTS:
        path = ROOT / part.format(name=name, folder=name.replace("-", "_"))
        assert path.read_text().strip(), path
    assert len([*(ROOT / "scenarios" / name).glob("*.yaml")]) >= 6
    assert {CERTIFIER, CONFIRMER} <= find_game(name).parts.keys()


# --- perft --------------------------------------------------------------------------------------


def positions(name):
    """Return the positions of a game's perft file."""
    return yaml.safe_load((ROOT / "tests" / "perft" / f"{name}.yaml").read_text())


def perft(rules, depth):
    """Count the legal lines of play of each length from 0 to `depth`."""
    layer, counts = [rules.start()], [1]
    for _ in range(depth):
        going = (state for state in layer if rules.outcome(state) is None)
        layer = [rules.play(state, move) for state in going for move in rules.legal_moves(state)]
        counts.append(len(layer))
    return counts


@pytest.mark.parametrize(
    "most", [pytest.param(5000, id="few"), pytest.param(100_000, id="all", marks=EXHAUSTIVE)]
)
@pytest.mark.parametrize("name", GAMES)
def test_the_rules_have_as_many_lines_of_play_as_an_independent_count(name, most):
    for position in positions(name):
        assert position["scenario"]["game"] == name
        counts = list(takewhile(lambda lines: lines <= most, position["counts"]))
        assert perft(rules_of(position["scenario"]), len(counts) - 1) == counts, position


# --- playthroughs -------------------------------------------------------------------------------


def playthrough(name):
    return (PLAYTHROUGHS / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_played_again_is_the_game_written_down(name):
    text = playthrough(name)
    assert written(text) == text, f"python tests/playthrough.py {name}, and look at the difference"


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_shows_an_end_a_refusal_and_every_sort_of_line(name):
    text = playthrough(name)
    for word in ["state", "observed", "figures", "legal", "not", "outcome", "played"]:
        assert f"\n  {word} " in text, word
    assert all(game.rules.start() is not None for game in games_of(text))
    assert len(games_of(text)) >= 3


# --- text forms ---------------------------------------------------------------------------------


def walked(name):
    """Yield rules and states: of playthroughs, of every perft's first lines, of small scenarios."""
    for game in games_of(playthrough(name)):
        for state in game.states():
            yield game.rules, state
    begun = [rules_of(position["scenario"]) for position in positions(name)]
    begun += [make_instance(small_scenario(name, seed)).rules for seed in range(20)]
    for rules in begun:
        layer = [rules.start()]
        while layer:
            layer = layer[:30]
            for state in layer:
                yield rules, state
            layer = [rules.play(state, m) for state in layer for m in rules.legal_moves(state)]


def values_of(state):
    """Return all that a state holds, by name, whether or not it counts where states are equal."""
    names = [each.name for each in fields(state)] if is_dataclass(state) else state._fields
    return {name: getattr(state, name) for name in names}


@pytest.mark.parametrize("name", GAMES)
def test_every_state_and_move_reads_back_to_an_equal_value(name):
    moves, seen = set(), defaultdict(set)
    for rules, state in walked(name):
        again = rules.read_state(str(state))
        assert again == state
        assert values_of(again) == values_of(state)
        assert hash(again) == hash(state)
        assert str(again) == str(state)
        assert "\n" not in str(state)
        for move in rules.legal_moves(state):
            moves.add(move)
            assert rules.read_move(str(move)) == move
            assert hash(rules.read_move(str(move))) == hash(move)
        for counter, value in values_of(state).items():
            seen[counter].add(value)
    assert len(moves) >= 4
    # so that each would be missed if it were left out of the text
    assert all(len(values) > 1 for values in seen.values()), seen


@pytest.mark.parametrize("name", GAMES)
def test_a_move_is_legal_exactly_when_there_is_no_reason_against_it(name):
    seen = set()
    for rules, state in walked(name):
        legal = set(rules.legal_moves(state))
        seen |= legal
        assert all((rules.why_illegal(state, move) is None) == (move in legal) for move in seen)
        assert not (legal and rules.outcome(state))


def test_a_text_that_is_no_state_or_move_is_refused():
    for name in GAMES:
        rules = rules_of(positions(name)[0]["scenario"])
        for read in [rules.read_state, rules.read_move]:
            for text in ["", " ", "?", "no such thing"]:
                with pytest.raises(ValueError):  # noqa: PT011 - any message will do
                    read(text)
