"""The proven checker of any two-player game: its rules are Python's, and its verdicts, too."""

import hashlib
import json
import random
import re

import pytest

import toadstone
from coq import NEEDS_COQ, evaluated
from exhaustive import EXHAUSTIVE
from own_folders import use_games_in
from places import ROOT
from toadstone_checker.certificate_file import Budget, Invalid, Unusable
from toadstone_checker.own_game import TwoPlayers, check, load

RULES = ROOT / "tests" / "proofs" / "rules"
OWN = ROOT / "docs" / "own-games"
FILES = {
    "breakthrough": OWN / "breakthrough" / "breakthrough" / "__init__.py",
    "domineering": OWN / "domineering" / "domineering" / "__init__.py",
    "in-a-row": RULES / "in_a_row.py",
    "nim-heaps": RULES / "nim_heaps.py",
}
COQ = {
    "breakthrough": ("Breakthrough.game {rows} {columns}", "hash_pair same_pair"),
    "domineering": ("Domineering.game {height} {width} {taken}%uint63", "mixed eqb"),
    "in-a-row": ("InARow.game {rows} {columns} {long}", "hash_pair same_pair"),
    "nim-heaps": ("Nim.game {heaps}", "Nim.hash Nim.same"),
}


def coq_game(game, scenario):
    """Return a game as Coq writes it."""
    values = dict(scenario)
    if game == "nim-heaps":
        values["heaps"] = f"[{'; '.join(map(str, scenario['heaps']))}]"
    if game == "domineering":
        board = scenario["board"]
        cells = "".join(board)
        values = {"height": len(board), "width": len(board[0])}
        values["taken"] = sum(1 << at for at, cell in enumerate(cells) if cell == "#")
    return f"({COQ[game][0].format(**values)})"


def rules_of(game, scenario):
    return TwoPlayers(load(FILES[game].read_bytes()).of(scenario), Budget(most_work=10**12))


def lines(game, place, plies):
    """Return how many lines of play of so many plies begin in a place."""
    if plies == 0:
        return 1
    return sum(lines(game, game.after(place, move), plies - 1) for move in game.look(place)[1])


BOARDS = [
    ("breakthrough", {"rows": 5, "columns": 5}, 3),
    ("breakthrough", {"rows": 4, "columns": 2}, 9),
    ("breakthrough", {"rows": 6, "columns": 4}, 3),
    ("domineering", {"board": ["....", "....", "...."]}, 5),
    ("domineering", {"board": ["..#", "#..", "...", "..."]}, 6),
    ("in-a-row", {"rows": 3, "columns": 3, "long": 3}, 6),
    ("in-a-row", {"rows": 2, "columns": 4, "long": 2}, 6),
    ("in-a-row", {"rows": 4, "columns": 3, "long": 3}, 4),
    ("nim-heaps", {"heaps": [3, 4, 5]}, 5),
    ("nim-heaps", {"heaps": [1, 0, 2]}, 4),
]


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text.replace("%N", ""))]


@NEEDS_COQ
@EXHAUSTIVE
def test_the_rules_in_coq_count_the_lines_of_play_of_the_rules_in_python(theory):
    terms = [f"perft {coq_game(game, scenario)} {most}" for game, scenario, most in BOARDS]
    counted = [numbers(each) for each in evaluated(theory, "AnyGame FourGames", terms)]
    for (game, scenario, most), found in zip(BOARDS, counted, strict=True):
        rules = rules_of(game, scenario)
        start = rules.rules.start(), rules.sides[0]
        assert found == [lines(rules, start, plies) for plies in range(most + 1)], (game, scenario)


SMALL = [
    ("breakthrough", {"rows": 4, "columns": 2}),
    ("breakthrough", {"rows": 4, "columns": 3}),
    ("domineering", {"board": ["...", "...", "..."]}),
    ("domineering", {"board": ["....", "....", "...."]}),
    ("in-a-row", {"rows": 3, "columns": 3, "long": 3}),
    ("in-a-row", {"rows": 2, "columns": 4, "long": 2}),
    ("nim-heaps", {"heaps": [1, 2, 3]}),
    ("nim-heaps", {"heaps": [2, 3]}),
]


@pytest.fixture
def certified(monkeypatch, tmp_path):
    """Return the certificates of the small boards: game, scenario, winner, and strategies."""
    folders = [FILES[game].parents[1] for game in ("breakthrough", "domineering")]
    use_games_in(monkeypatch, *folders, RULES)
    made = []
    for game, scenario in SMALL:
        answer = toadstone.solve(toadstone.scenario(game, **scenario, ask="winner"))
        toadstone.certify(answer, tmp_path / "proof.json")
        content = json.loads((tmp_path / "proof.json").read_text())
        made.append((game, scenario, content["claim"]["values"]["winner"], content["strategies"]))
    return made


def altered(scenario, winner, strategies, sides, chance):
    """Return a certificate with one to three changes; many of them are small."""
    strategies = {side: list(replies) for side, replies in strategies.items()}
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        side = chance.choice(list(strategies))
        replies, kind = strategies[side], chance.randrange(8)
        at = chance.randrange(len(replies)) if replies else None
        if kind == 0 and len(strategies) == 1:  # the other side claims the win
            (winner,) = (each for each in sides if each != side)
            strategies = {winner: replies}
        elif kind == 1 and len(strategies) == 2:  # one side claims to win what is a draw
            winner, strategies = side, {side: replies}
        elif kind == 2:
            replies.append(chance.randrange(4))
        elif at is None:
            pass
        elif kind == 3:
            del replies[at]
        elif kind == 4:
            replies.insert(at, chance.randrange(6))
        else:
            replies[at] = max(0, replies[at] + chance.choice((-1, 1, 1, 2, 5)))
    return scenario, winner, strategies


def by_python(game, scenario, winner, strategies):
    """Return whether Python's checker accepts a certificate."""
    source = FILES[game].read_bytes()
    content = {
        "certificate": "toadstone own-game 2",
        "game": game,
        "rules": {"file": "rules.py", "sha256": hashlib.sha256(source).hexdigest()},
        "scenario": scenario,
        "claim": {"ask": "winner", "status": "optimal", "values": {"winner": winner}},
        "plan": None,
        "layers": None,
        "strategies": strategies,
    }
    try:
        check(content, source=source)
    except (Invalid, Unusable):
        return False
    return True


def in_coq(game, scenario, winner, strategies, sides):
    """Return the verdict of the proven checker as a term."""
    terms = []
    for side, replies in strategies.items():
        name = ("first", "second")[sides.index(side)]
        suits = "not_losing" if winner == "draw" else "winning"
        listed = "; ".join(map(str, replies))
        terms.append(
            f"check {coq_game(game, scenario)} {COQ[game][1]} read_list {name} ({suits} {name}) "
            f"40 64 [{listed}]%uint63"
        )
    return f"({' && '.join(terms)})%bool"


@NEEDS_COQ
@EXHAUSTIVE
def test_the_proven_checker_judges_10000_altered_certificates_as_python_does(theory, certified):
    chance, cases = random.Random(7), []
    sides = {game: rules_of(game, scenario).sides for game, scenario in SMALL}
    for number in range(10_000):
        game, scenario, winner, strategies = certified[number % len(certified)]
        cases.append((game, *altered(scenario, winner, strategies, sides[game], chance)))
    expected = [by_python(*case) for case in cases]
    assert 500 < sum(expected) < 9_500
    terms = [in_coq(*case, sides[case[0]]) for case in cases]
    groups = [terms[at : at + 250] for at in range(0, len(terms), 250)]
    lists = [f"[{'; '.join(group)}]" for group in groups]
    found = [
        each == "true"
        for text in evaluated(theory, "AnyGame FourGames", lists)
        for each in re.findall(r"true|false", text)
    ]
    assert found == expected
