"""Squirrel War by the compiled search, held against a naive second statement and the table."""

import json
import random
import re
from pathlib import Path
from unittest.mock import Mock

import pytest

from command_line import run
from exhaustive import in_groups, some_of
from places import ROOT
from random_scenarios import random_position, scattered
from squirrel import FOE, PERFECT, Naive, name, scenario_file, squirrel_war
from toadstone.core import process
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.line import Line
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer as answer_to
from toadstone.engines.answering import engine_for, engines_for
from toadstone.engines.instance import Instance
from toadstone.files.source import read_source
from toadstone.games.squirrel_war import GAME, search
from toadstone.games.squirrel_war.engines import SquirrelWarAdviser
from toadstone.games.squirrel_war.kernels import endgame_table, live_cells
from toadstone.games.squirrel_war.kernels.endgame_table import EndgameTable
from toadstone.games.squirrel_war.kernels.live_board import board_of, near_to, position_of, take
from toadstone.games.squirrel_war.questions import MARGIN
from toadstone.games.squirrel_war.rules import SquirrelWarRules
from toadstone.games.squirrel_war.scenario import Cell, neighbours
from toadstone.games.squirrel_war.search import ENTRY_BYTES, SearchedPlay
from toadstone.loading import read_scenario
from toadstone.play import Verdict
from toadstone_cli.streams import ExitStatus

FOUR_BY_FOUR = "20 16 1 32\n20 12 2 11\n28 48 9 1\n20 12 10 6"
EMPTY_FOUR = "\n".join(["...."] * 4)


def asking(question, *position, **more):
    return Instance(GAME, squirrel_war(*position, **more), (question,))


def answer(instance, *limits):
    return answer_to(instance, Budget(*limits))


def searched(instance):
    return answer_to(instance, Budget(), engine_for(instance, "compiled-search"))


# --- the endgame table ----------------------------------------------------------------------------


@pytest.mark.few(1)
@in_groups("seed", range(40))
def test_the_table_knows_every_position_as_a_search_through_all_does(seed):
    values, board, turn = random_position(seed, most_side=5, most_empty=6)
    scenario = squirrel_war(values, board, turn=turn)
    rules = SquirrelWarRules(scenario)
    table = EndgameTable(rules)
    rnd, state, naive = random.Random(seed), rules.start(), Naive(values, board)
    while True:
        naive.board = Naive(values, state.board.replace("/", "\n")).board
        sign = 1 if state.turn == "X" else -1
        assert sign * table.payoff(state) == naive.extreme(state.turn, PERFECT)
        if rules.outcome(state) is not None:
            return
        state = rules.play(state, rnd.choice(rules.legal_moves(state)))


def test_large_values_are_counted_exactly():
    values = "1000000 1000000 1000000\n1000000 -1000000 999999"
    naive = Naive(values, "...\n...")
    assert answer(asking(MARGIN, values)).values["margin"] == naive.extreme("X", PERFECT)


def test_a_table_too_large_is_undecided(monkeypatch):
    monkeypatch.setattr(endgame_table, "MOST_ENTRIES", 10)
    given = answer(asking(MARGIN, "1 2 3\n4 5 6"))
    assert (given.status, given.out_of_memory) == (Status.UNKNOWN, True)


def test_a_time_limit_leaves_the_margin_undecided(monkeypatch):
    monkeypatch.setattr(search, "MOST_MEMORY", 1 << 26)  # 4 GB take seconds to be touched
    given = answer(asking(MARGIN, "1 2 3 4 5\n" * 5), Limits(seconds=0.001))
    assert (given.status, given.values) == (Status.UNKNOWN, None)


# --- the compiled search --------------------------------------------------------------------------


RANGES = [(1, 99), (0, 2), (-9, 9), (5, 5), (-1_000_000, 1_000_000), (0, 0)]


@in_groups("seed", range(72), size=6, few=18)
def test_margin_and_best_moves_are_those_of_brute_force(seed):
    position = random_position(seed, most_empty=6, values=RANGES[seed % 6])
    values, board, turn = position
    given = searched(asking(MARGIN, values, board, turn=turn))
    assert given.status is Status.OPTIMAL
    margin, naive, margins = given.values["margin"], Naive(values, board), {}
    assert margin == naive.extreme(turn, PERFECT)
    for cell in naive.empty(naive.board):
        naive.board = naive.taken(Naive(values, board).board, cell, turn)
        margins[name(cell)] = naive.extreme(FOE[turn], PERFECT)
        naive = Naive(values, board)
    assert given.values["best_moves"] == [cell for cell, end in margins.items() if end == margin]
    assert given.plan[:1] == given.values["best_moves"][:1]


@pytest.mark.parametrize("seed", some_of(range(4), 1))
def test_the_search_with_a_small_table_agrees_with_the_endgame_table(seed):
    scenario = squirrel_war(*scattered(seed, 12))
    play = SearchedPlay(SquirrelWarRules(scenario), memory=search.LEAST_MEMORY)
    table, state = EndgameTable(play.rules), play.rules.start()
    margin = table.payoff(state)
    assert play.payoff(state) == margin
    for move in play.best_line(state):
        state = play.rules.play(state, move)
        assert play.payoff(state) == table.payoff(state)
    assert play.rules.outcome(state).margin == margin
    assert play.nodes > search.LEAST_MEMORY // ENTRY_BYTES


@pytest.mark.parametrize(("part", "name"), [(EndgameTable, "value"), (SearchedPlay, "payoff")])
def test_what_is_wrong_is_found_out(part, name, monkeypatch):
    right = getattr(part, name)
    monkeypatch.setattr(part, name, lambda *arguments: right(*arguments) + 1)
    with pytest.raises(DisagreementError):
        (answer if part is EndgameTable else searched)(asking(MARGIN, "1 2 3\n4 5 6"))


@in_groups("seed", range(15))
def test_gains_and_frontiers_on_large_boards_are_those_of_the_rules(seed):
    rnd = random.Random(seed)
    side = 5 + seed % 3
    pieces = ["."] * rnd.randint(9, 27 if side == 5 else 18)
    pieces += rnd.choices("XO", k=side * side - len(pieces))
    rnd.shuffle(pieces)
    rows = ["".join(pieces[side * row :][:side]) for row in range(side)]
    values = "\n".join(" ".join(str(rnd.randint(-99, 99)) for _ in rows) for _ in rows)
    scenario = squirrel_war(values, "\n".join(rows))
    rules, board, cells = SquirrelWarRules(scenario), board_of(scenario), live_cells(scenario)
    state = rules.start()
    position = position_of(cells, state)
    for at, cell in enumerate(cells.empty):
        raised = rules.lead(rules.play(state, cell), "X") - rules.lead(state, "X")
        assert take(board, position, at)[1] == raised
    some = position.empty & rnd.getrandbits(27)
    near = {
        c
        for at, each in enumerate(cells.all)
        if some >> at & 1
        for c in neighbours(scenario.cells, each)
    }
    assert {each for at, each in enumerate(cells.all) if near_to(board, some) >> at & 1} == near


# --- stopped --------------------------------------------------------------------------------------


def out_of_time_after(monkeypatch, method, calls):
    right, left = getattr(SearchedPlay, method), iter(range(calls))

    def until_then(play, *arguments):
        if next(left, None) is None:
            raise LimitReachedError
        return right(play, *arguments)

    monkeypatch.setattr(SearchedPlay, method, until_then)


def test_the_json_of_a_stopped_search_shows_the_bracket(monkeypatch, tmp_path):
    out_of_time_after(monkeypatch, "_bound", 1)
    done = run("solve", scenario_file(tmp_path, FOUR_BY_FOUR, EMPTY_FOUR), "--json")
    assert done.exit_code == ExitStatus.UNDECIDED
    given = json.loads(done.stdout)
    assert (given["status"], given["plan"]) == ("unknown", None)
    low, high = given["values"]["margin_at_least"], given["values"]["margin_at_most"]
    assert -248 <= low <= 38 <= high <= 248
    assert high - low < 2 * 248


def test_where_time_ends_before_all_best_moves_are_known_the_margin_is_told(monkeypatch, tmp_path):
    out_of_time_after(monkeypatch, "best_moves", 0)
    done = run("solve", scenario_file(tmp_path, FOUR_BY_FOUR, EMPTY_FOUR))
    assert done.exit_code == ExitStatus.UNDECIDED
    page = " ".join(done.output.split())
    assert "Undecided: X wins by 38 points, but the time limit was reached before" in page
    assert "Best moves, as far as known: C2" in page


def test_without_memory_the_margin_is_undecided(monkeypatch):
    monkeypatch.setattr(process, "expect_room", Mock(side_effect=MemoryError))
    given = searched(asking(MARGIN, "1 2"))
    assert (given.status, given.out_of_memory) == (Status.UNKNOWN, True)


@pytest.mark.parametrize(("free", "taken"), [(1 << 40, 4096), (8192, 4096), (8191, 2048), (9, 512)])
def test_half_of_the_free_memory_is_left_to_others(monkeypatch, free, taken):
    monkeypatch.setattr(process, "_free_memory", lambda: free)
    assert process.room_for(4096, 512, "a table") == taken


# --- where it is used -----------------------------------------------------------------------------


def test_the_search_answers_where_a_table_would_be_slower_and_there_is_room_for_it():
    def default(*position, **more):
        return engine_for(asking(MARGIN, *position, **more)).name

    assert default("1 2 3 4\n" * 3) == "exact-search"
    assert default("1 2 3 4 5 6 7\n" * 2) == "compiled-search"
    assert default("1 2 3 4 5 6 7\n" * 4) == "exact-search"
    assert default("1000000 1000000 1000000 1000000\n" * 4) == "compiled-search"
    names = [each.name for each in engines_for(asking(MARGIN, "1 2 3 4 5 6 7\n" * 4))]
    assert names == ["exact-search"]


def test_a_hint_in_a_game_from_the_empty_board_is_proven_and_soon_there():
    instance = asking(MARGIN, FOUR_BY_FOUR)
    adviser = SquirrelWarAdviser(instance)
    adviser.prepare()
    advice = adviser.advise(Line.begin(instance.rules), Budget(Limits(seconds=30)))
    assert (advice.verdict, advice.proven) == (Verdict.WON, True)
    assert list(map(str, advice.moves)) == ["C2"]


# --- the page of the solved boards ----------------------------------------------------------------

PAGE = (ROOT / "docs" / "squirrel-war-solved.md").read_text()


def test_the_sample_moves_are_worth_what_the_page_says(monkeypatch):
    monkeypatch.chdir(ROOT)
    play = SearchedPlay(SquirrelWarRules(committed("course-position")))
    start = play.rules.start()
    rows = re.findall(r"\| `input_(\d).txt` \| [^|]* \| (\w\d) \| (-?\d+) \|", PAGE)
    assert len(rows) == 4
    for number, move, margin in rows:
        folder = Path("tests/data/squirrel-war")
        after = play.rules.play(start, Cell.read(move))
        assert -play.payoff(after) == int(margin)
        sample = (folder / f"next_state_{number}.txt").read_text().split()
        assert sample == after.board.replace(".", "*").split("/")


def committed(name):
    return read_scenario(read_source(f"scenarios/squirrel-war/{name}.yaml"))


# --- large ----------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_the_certificate_of_the_course_s_position_is_as_the_page_says(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    file = tmp_path / "position.json"
    position = "scenarios/squirrel-war/course-position.yaml"
    assert run("prove", position, "--certificate", file).exit_code == 0
    assert f"The certificate has {file.stat().st_size:,} bytes" in PAGE
    assert run("verify", file).exit_code == 0


@pytest.mark.exhaustive
def test_best_play_from_the_empty_board_is_as_the_page_says(monkeypatch):
    monkeypatch.chdir(ROOT)
    play = SearchedPlay(SquirrelWarRules(committed("empty-course-board")))
    start = play.rules.start()
    margin, best = re.findall(r"\| the empty board \| X \| (\d+) \| (\w\d) \|", PAGE)[0]
    assert play.payoff(start) == int(margin)
    assert list(map(str, play.best_moves(start))) == [best]


# Threads with one table


@pytest.mark.parametrize("seed", some_of(range(6), 2))
def test_threads_that_share_a_table_find_the_same_margin_in_hardly_more_work(seed):
    values, board = scattered(seed, 16)
    rules = SquirrelWarRules(squirrel_war(values, board))
    alone, together = (SearchedPlay(rules, Budget(Limits(workers=n))) for n in (1, 3))
    assert together.payoff(rules.start()) == alone.payoff(rules.start())
    assert together.best_moves(rules.start()) == alone.best_moves(rules.start())
    assert together.nodes < 3 * alone.nodes


def test_threads_stop_when_time_is_up():
    values, board = scattered(1, 25)
    rules = SquirrelWarRules(squirrel_war(values, board))
    play = SearchedPlay(rules, Budget(Limits(0.3, workers=2)), memory=1 << 24)
    with pytest.raises(LimitReachedError):
        play.payoff(rules.start())
