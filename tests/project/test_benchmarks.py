"""The benchmark: its files are what they say, its judge is right, and nothing is dropped."""

import math
import random
import re
import sys

import pytest

from benchmarks.__main__ import main
from benchmarks.figures import exponent, ratio
from benchmarks.game import File
from benchmarks.games.river_toad.benchmark import ASKS, RiverToadBenchmark
from benchmarks.games.river_toad.crossing import Crossing
from benchmarks.games.river_toad.families import FAMILIES, Tightness, river, with_tightness
from benchmarks.games.river_toad.oracle import exact_answers, least_start_hp, played_out
from benchmarks.games.river_toad.tools import TOOLS
from benchmarks.games.river_toad.tools.plain_table import table
from benchmarks.measuring import ROOT, End, Limit, measure
from benchmarks.tool import Outcome, Role, Status, Tool
from benchmarks.tournament import Tournament, in_order, points, start_of
from exhaustive import in_groups
from toad import asking, best_figures, river_toad, undominated_ends
from toadstone.core.budget import Budget, Limits
from toadstone.core.line import Line, sides_of
from toadstone.files.scenario import Scenario
from toadstone.play import Verdict

BENCHMARK = RiverToadBenchmark()
README = ROOT / "benchmarks" / "README.md"
GENEROUS = Limit(seconds=600, memory=8 << 30)


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


class FakeTool(Tool):
    """A tool that runs one line of Python."""

    meaning = "a tool for this test"
    name, role = "fake", Role.PEER

    def __init__(self, code, missing=None):
        self.code, self.reason = code, missing

    def missing(self):
        return self.reason

    def version(self):
        return "1.0"

    def command(self, file, ask):
        return python(self.code)

    def read(self, output):
        return Outcome.from_json(output)


def run_main(tool, folder, monkeypatch, *options):
    """Run the command with one tool; return its exit status and its report."""
    monkeypatch.setattr(RiverToadBenchmark, "tools", lambda self: (tool,))
    status = main(["river-toad", "--widths", "0", "--output", str(folder), *options])
    return status, (folder / "river-toad.md").read_text()


def random_crossing(seed: int) -> Crossing:
    rng = random.Random(seed)
    turns = rng.randint(3, 9)
    rolls = [rng.choice([rng.randint(1, 31), rng.randint(1, 31), 32, 33]) for _ in range(turns)]
    return Crossing(width=5, rows=rng.randint(2, 3), hp=rng.randint(1, 3), rolls=tuple(rolls))


def as_scenario(crossing: Crossing) -> Scenario:
    return river_toad(crossing.rolls, rows=crossing.rows, hp=crossing.hp, width=crossing.width)


# Files


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_the_least_hp_wins_and_one_below_does_not_by_the_simulator(family):
    crossing = river(family, 25, 0)
    for tightness, can_win in [
        (Tightness.AMPLE, True),
        (Tightness.LEAST, True),
        (Tightness.SHORT, False),
    ]:
        scenario = as_scenario(with_tightness(crossing, tightness))
        figures = best_figures(scenario, asking("survive"), undominated_ends)
        assert (figures is not None) is can_win, tightness


# The judge


@in_groups("seed", range(60), few=25)
def test_the_exact_search_agrees_with_a_search_on_the_reference_rules(seed):
    crossing = random_crossing(seed)
    scenario, exact = as_scenario(crossing), exact_answers(crossing)
    figures = {ask: best_figures(scenario, asking(*ask), undominated_ends) for ask in ASKS[1:]}
    if exact is None:
        assert not any(figures.values())
        return
    assert figures["max-hp",]["hp"] == exact.most_hp
    assert figures["min-moves",]["moves"] == exact.fewest_moves
    both = figures["min-moves", "max-hp"]
    assert (both["moves"], both["hp"]) == (exact.fewest_moves, exact.most_hp_with_fewest_moves)


@in_groups("seed", range(40), few=25)
def test_the_least_starting_hp_agrees_with_a_search_on_the_reference_rules(seed):
    crossing = random_crossing(seed)
    figures = best_figures(as_scenario(crossing), asking("min-start-hp"), undominated_ends)
    assert least_start_hp(crossing) == (None if figures is None else figures["start_hp"])


@pytest.mark.parametrize(
    ("rolls", "hp", "steps", "reason"),
    [
        ([4, 0], 9, [0, 0], "turn 2: the toad is caught"),
        ([0, 0], 9, [-2, -1], "turn 2: no action leads to cell 0"),
        ([0, 0], 9, [-2, 3], "turn 2: no action leads to cell 4"),
        ([0, 0], 2, [0, 2], "turn 2: the action costs 3 HP and the toad has 2"),
        ([0, 0], 1, [0, 1], "turn 2: the toad has no HP left"),
        ([0, 0], 1, [0], "a plan of 1 turns for a file of 2"),
    ],
)
def test_a_plan_that_breaks_a_rule_is_told_apart(rolls, hp, steps, reason):
    assert played_out(Crossing(5, 2, hp, tuple(rolls)), steps) == reason


WON = Crossing(width=5, rows=2, hp=4, rolls=(4, 0))
"""A snake comes down in the middle in turn 2: one move has to be made, and 3 HP are left."""
LOST = Crossing(width=5, rows=2, hp=9, rolls=(31, 0))


@pytest.mark.parametrize(
    ("crossing", "ask", "outcome", "complaint"),
    [
        (WON, ("max-hp",), (Status.OPTIMAL, (3,), (0, 1)), None),
        (WON, ("survive",), (Status.OPTIMAL, (), (0, 1)), None),
        (WON, ("max-hp",), (Status.OPTIMAL, (4,), (0, 1)), "the plan comes to hp 3"),
        (WON, ("max-hp",), (Status.OPTIMAL, (1,), (0, 2)), "said to be the best, it is hp 3"),
        (WON, ASKS[3], (Status.OPTIMAL, (2, 3), (0, 1)), "moves 2 with hp 3 is claimed"),
        (WON, ("max-hp",), (Status.OPTIMAL, (), (0, 1)), "figures expected: 1, found: 0"),
        (WON, ("max-hp",), (Status.FEASIBLE, (1,), (0, 2)), None),
        (WON, ("survive",), (Status.OPTIMAL, (), (0, 0)), "breaks a rule: turn 2"),
        (WON, ("survive",), (Status.OPTIMAL, (), None), "without a plan"),
        (WON, ("survive",), (Status.INFEASIBLE, None, None), "said to be impossible"),
        (LOST, ("survive",), (Status.INFEASIBLE, None, None), None),
        (LOST, ("survive",), (Status.OPTIMAL, (), (0, 0)), "none can win"),
        (LOST, ("survive",), (Status.UNKNOWN, None, None), None),
    ],
)
def test_the_judge_finds_what_is_wrong_with_an_answer(tmp_path, crossing, ask, outcome, complaint):
    path = tmp_path / "river.json"
    crossing.write(path)
    said = BENCHMARK.judge(File(path, "", 2, 5), ask, Outcome(*outcome, seconds=0.0))
    assert said is None if complaint is None else complaint in str(said)


# Running tools


def test_a_tool_that_lies_fails_the_run_and_the_files_of_its_lies_are_kept(
    tmp_path, monkeypatch, capsys
):
    lie = FakeTool(f"print({Outcome(Status.INFEASIBLE, None, None, 0.0).as_json()!r})")
    status, report = run_main(lie, tmp_path, monkeypatch, "--turns", "12")
    assert status == 1
    assert "answers disagree with the exact search" in report
    folder = tmp_path / "river-toad-disagreements"
    kept = {path.name for path in folder.iterdir()}
    assert kept
    assert kept == set(re.findall(r"^- fake, .*, (\S+\.json): said", report, re.MULTILINE))
    assert all(exact_answers(Crossing.read(path)) is not None for path in folder.iterdir())
    assert f"Their files: {folder}\n" in capsys.readouterr().err


def test_a_missing_tool_is_said_to_be_missing(tmp_path, monkeypatch, capsys):
    gone = FakeTool("raise SystemExit(9)", missing="`fake` is not installed")
    status, report = run_main(gone, tmp_path, monkeypatch, "--turns", "12")
    assert status == 0
    assert "| fake | a tool for this test | **missing**: `fake` is not installed |" in report
    assert "fake is missing: `fake` is not installed" in capsys.readouterr().err


def test_a_tool_over_its_limit_is_shown_so_and_then_let_off(tmp_path, monkeypatch):
    endless = FakeTool("import time; time.sleep(10_000)")
    options = ["--turns", "12,13", "--time-limit", "0.1"]
    status, report = run_main(endless, tmp_path, monkeypatch, *options)
    assert status == 0
    assert "| fake | over 0.1 s | not tried |" in report
    assert "| 12 | fake | 0 of 3 | 2 |" in report


def test_a_run_that_wants_more_memory_than_it_may_have_fails():
    taken = measure(python("bytearray(1 << 40)"), GENEROUS)
    assert taken.end is End.FAILED
    assert "MemoryError" in taken.error


@pytest.mark.few(1)
@pytest.mark.parametrize("ask", ASKS, ids="-".join)
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_installed_tool_agrees_with_the_exact_search(tmp_path, tool, ask):
    if reason := tool.missing() or (None if tool.answers(ask) else "it does not answer this"):
        pytest.skip(f"{tool.name}: {reason}")
    file = BENCHMARK.files(tmp_path, ask, turns=12, seed=0, width=5)[0]
    taken = measure(tool.command(file.path, ask), GENEROUS, tool.accepted)
    assert taken.end is End.DONE, taken.error
    outcome = tool.read(taken.output)
    assert BENCHMARK.judge(file, ask, outcome) is None
    assert outcome.status is not Status.UNKNOWN


# Figures


def test_a_ratio_is_taken_file_by_file():
    toadstone = {"a": 1.0, "b": 2.0, "c": 10.0, "d": math.inf}
    assert ratio({"a": 3.0, "b": 10.0, "c": 40.0, "d": 1.0}, toadstone) == 4.0
    assert ratio({"a": math.inf, "b": math.inf, "c": 1.0}, toadstone) == math.inf
    assert math.isnan(ratio({"d": 1.0, "e": 1.0}, toadstone))


def test_the_exponent_of_known_data_is_found():
    assert exponent([(n, 0.5 * n**1.2) for n in (100, 1000, 10000)]) == pytest.approx(1.2)
    assert exponent([(10, 7), (100, 7), (1000, 7), (10000, math.inf)]) == pytest.approx(0)
    assert math.isnan(exponent([(100, 1.0), (1000, 2.0), (10000, math.inf)]))


# Tournaments


def games_of(scenario, *names, **more):
    """Play a tournament of these players."""
    return list(Tournament(start_of(scenario), names, **more).play())


LEVEL_NAMES = ("beginner", "casual", "strong", "perfect")
SHORT = ("river-toad", "frog-puzzle", "toads-and-frogs", "squirrel-war", "four-by-four")


@pytest.mark.few(1)
@pytest.mark.parametrize("game", SHORT[:-1])
def test_the_levels_keep_their_order(game):
    assert in_order(games_of(game, *LEVEL_NAMES, rounds=20), LEVEL_NAMES)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("start", "rounds"), [("toads-and-frogs", 400), ("squirrel-war", 100), ("four-by-four", 100)]
)
def test_over_many_games_they_keep_it(start, rounds):
    assert in_order(games_of(start, *LEVEL_NAMES, rounds=rounds, opening=2), LEVEL_NAMES)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("start", "plies"), [*zip(SHORT, (1.61, 1.7, 5.26, 2.95, 9.7), strict=True)]
)
def test_a_lost_strong_lasts_at_least_as_long_as_it_did(start, plies, monkeypatch):
    """`plies` is what it lasted in the same positions before it chose what lasts."""
    instance, dice, lasted = start_of(start), random.Random(20), {}
    games, sides = Tournament(instance, []), sides_of(instance.rules)
    while len(lasted) < 20:
        line = Line.begin(instance.rules)
        for _ in range(dice.randrange(1, 14)):
            ways = [line.after(move) for move in instance.rules.legal_moves(line.state)]
            line = dice.choice([each for each in ways if not each.ending] or [line])
        verdict = games.adviser.advise(line, Budget(Limits(20))).verdict
        if verdict is Verdict.LOST and line.moves not in lasted:
            monkeypatch.setattr(games, "_open", lambda *_, line=line: line)
            players = ["strong", "perfect"]
            players = players if line.to_move == sides[0] else players[::-1]
            played = [games.game(number, players[: len(sides)]) for number in range(3)]
            lasted[line.moves] = sum(len(each.line.moves) - each.opening for each in played) / 3
    assert sum(lasted.values()) / len(lasted) >= plies


def test_two_players_take_the_sides_in_turn_from_openings_that_they_share():
    games = games_of("squirrel-war", "strong", "random", rounds=8, opening=3)
    assert [game.players["X"] for game in games] == ["strong", "random"] * 4
    openings = [game.line.moves[: game.opening] for game in games]
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) > 1
    assert points(games, "strong") + points(games, "random") == 8
    again = games_of("squirrel-war", "strong", "random", rounds=8, opening=3)
    assert [game.line.moves for game in again] == [game.line.moves for game in games]


def test_a_player_without_a_move_in_time_loses():
    (game,) = games_of("squirrel-war", "strong", "random", rounds=1, seconds_per_move=1e-6)
    assert (game.late, game.winner, points([game], "strong")) == ("strong", "random", 0)


# The quick page


def test_the_plain_program_finds_what_the_exact_search_finds():
    for seed in range(30):
        crossing = random_crossing(seed)
        hp, plan = table(5, crossing.rows, crossing.hp, crossing.start, list(crossing.rolls))
        exact = exact_answers(crossing)
        assert (hp or None) == (exact and exact.most_hp)
        assert plan is None or played_out(crossing, plan).most_hp == hp
