"""Puzzles: one solution, enough to decide, the difficulty measured, the same for the same seed.

What is claimed of a puzzle is counted here once more, by programs that share nothing with those
that make it: a count of all plans by their final HP, all plans of the frogs, naive game trees.
"""

import json
import math
import os
import re
import sys
import threading
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

import ducks
import toads
import toadstone
from command_line import run
from exhaustive import some_of
from frogs import after_one_move, is_one_trick, rows_in_layers
from places import ROOT
from programs import ran
from squirrel import FOE, PERFECT, Naive, name
from toad import river_toad
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.errors import LimitReachedError as LimitReached
from toadstone.engines.answer import Status
from toadstone.game import all_games
from toadstone.games.river_toad.puzzles import BestPlans, BlankPuzzle, RiverToadMaker
from toadstone.services import MAKER
from toadstone.services.generation import making
from toadstone.services.generation.folder import Folder
from toadstone.services.generation.maker import Wish
from toadstone.services.generation.making import attempt, complete_wish, maker_of
from toadstone.services.generation.puzzle import Difficulty, Hardness, Scale, Turn, has_enough
from workers import no_room_for_threads, wait_until, workers_of

GAMES = sorted(name for name, game in all_games().items() if MAKER in game.parts)
ACTIONS = {-2: 3, -1: 1, 0: 0, 1: 1, 2: 3}
QUICK = {
    "river-toad": "--turns 12",
    "frog-puzzle": "--cells 11 --length 10",
    "toads-and-frogs": "--cells 4 --rows 5",
    "squirrel-war": "--rows 3 --columns 3 --empty 6",
    "ugly-duck": "--rows 3 --columns 3",
}
"""Sizes with which a puzzle is quickly made, and quickly counted once more."""


def made(game, number=1, seed=0, **sizes):
    """Return so many puzzles, no fewer."""
    puzzles = toadstone.generate(game, count=number, seed=seed, **sizes)
    assert len(puzzles) == number
    return puzzles


# --- River Toad, counted once more ----------------------------------------------------------------


def snakes_of(rolls, width=5):
    """Return the snakes of a roll file: the index of the roll, and the cell."""
    digits = {index: f"{roll:0{width}b}" for index, roll in enumerate(rolls) if roll < 2**width}
    return [(i, c) for i, word in digits.items() for c, bit in enumerate(word, 1) if bit == "1"]


def without(rolls, snake, width=5):
    """Return a roll file without one of its snakes."""
    index, cell = snake
    return [r - (2 ** (width - cell) if i == index else 0) for i, r in enumerate(rolls)]


def final_hps(rolls, rows, hp, width=5):
    """Return, for each final HP, the number of plans that win with so many.

    All plans go side by side, none is left out: after each turn, the plans for each cell and HP.
    """
    arriving = [0] * (rows - 1) + list(rolls)
    plans = Counter({((width + 1) // 2, hp): 1})
    for roll in arriving[: len(rolls)]:
        after = Counter()
        closed = {cell for _, cell in snakes_of([roll], width)}
        fly = {2**width: 1, 2**width + 1: width}.get(roll)
        for (cell, left), ways in plans.items():
            for step, cost in ACTIONS.items():
                now = left - cost + (5 if cell + step == fly else 0)
                inside = 1 <= cell + step <= width and cell + step not in closed
                if left >= cost and now > 0 and inside:
                    after[cell + step, now] += ways
        plans = after
    ends = Counter()
    for (_, left), ways in plans.items():
        ends[left] += ways
    return ends


def best_plans(*arguments, **more):
    """Return the most HP, and the number of plans that end with so many."""
    ends = final_hps(*arguments, **more)
    return (max(ends), ends[max(ends)]) if ends else (0, 0)


def blank(turns, rows=4, hp=10, width=5):
    return BlankPuzzle(river_toad([0] * turns, rows=rows, hp=hp, width=width))


def test_the_count_that_proposes_is_right_on_random_files():
    dice, counts = Random(2), Counter()
    for _ in range(80):
        turns, rows, hp = dice.randint(3, 9), dice.randint(2, 3), dice.randint(1, 6)
        rolls = [dice.randint(0, 33) & dice.randint(0, 63) for _ in range(turns)]
        found = BestPlans(blank(turns, rows, hp), rolls)
        assert (found.hp, found.count) == best_plans(rolls, rows, hp)
        counts[min(found.count, 2)] += 1
    assert set(counts) == {0, 1, 2}  # lost, unique, and several


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", some_of(range(6), 4))
def test_a_river_toad_puzzle_has_one_best_plan_and_no_snake_too_many(seed):
    (puzzle,) = made("river-toad", seed=seed)
    rolls = puzzle.scenario.rolls
    hp, count = best_plans(rolls, 4, 10)
    assert (puzzle.answer.values["hp"], 1) == (hp, count)
    assert puzzle.answer.plan == list(puzzle.solution)
    for snake in snakes_of(rolls):
        assert best_plans(without(rolls, snake), 4, 10) != (hp, 1)
    assert puzzle.hardness.near_misses == final_hps(rolls, 4, 10)[hp - 1]
    assert puzzle.solution.count("stay") <= len(puzzle.solution) / 2
    assert toadstone.check(puzzle.scenario, puzzle.answer.plan).valid


# --- the other games, counted once more -----------------------------------------------------------


def test_a_frog_puzzle_has_one_solution_of_the_wanted_length():
    for puzzle in made("frog-puzzle", 2, cells=11, length=10):
        start, goal = puzzle.scenario.start, puzzle.scenario.goal
        assert [hops for hops, rows in enumerate(rows_in_layers(start)) if goal in rows] == [10]
        ways = Counter({start: 1})
        for _ in puzzle.solution:
            ways = sum(
                (Counter(dict.fromkeys(after_one_move(r), n)) for r, n in ways.items()), Counter()
            )
        assert ways[goal] == 1
        rows = [str(state).split()[1] for state in puzzle.answer.states]
        assert (rows[0], rows[-1], len(rows)) == (start, goal, 11)
        assert all(after in after_one_move(row) for row, after in pairwise(rows))
        assert not is_one_trick(puzzle.solution)


def test_exactly_one_move_wins_a_toads_and_frogs_puzzle():
    (puzzle,) = made("toads-and-frogs")
    side, rival = puzzle.scenario.turn, toads.OTHER[puzzle.scenario.turn]
    moves = toads.after(puzzle.scenario.start, side)
    (won,) = [rows for rows in moves if not toads.mover_wins(rows, toads.ZERO, rival)]
    assert len(moves) >= 4
    assert str(puzzle.answer.states[1]).split()[0] == "+".join(won)


def test_exactly_one_move_wins_an_ugly_duck_puzzle():
    (puzzle,) = made("ugly-duck", rows=3, columns=3)
    board = puzzle.scenario.lines
    board = ducks.turned(board) if puzzle.scenario.turn == "blue" else board
    after = ducks.after(board)
    won = [ducks.has_won(each) or ducks.payoff(ducks.turned(each), False) < 0 for each in after]
    assert sum(won) == 1
    assert puzzle.answer.values["best_moves"] == list(puzzle.solution)


def test_one_move_of_a_squirrel_war_puzzle_is_best_and_the_lead_at_once_does_not_show_it():
    for puzzle in made("squirrel-war", rows=3, columns=4, empty=6):
        side, board = puzzle.scenario.turn, "\n".join(puzzle.scenario.board)
        assert max(max(row) for row in puzzle.scenario.values) < 10
        values = "\n".join(" ".join(map(str, row)) for row in puzzle.scenario.values)
        naive, margins = Naive(values, board), {}
        for cell in naive.empty(naive.board):
            after = Naive(values, board)
            after.board = naive.taken(naive.board, cell, side)
            margin = after.extreme(FOE[side], PERFECT)
            margins[cell] = margin if side == "X" else -margin
        best = [cell for cell, margin in margins.items() if margin == max(margins.values())]
        assert tuple(map(name, best)) == puzzle.solution
        leads = {c: naive.lead(naive.taken(naive.board, c, side), side) for c in margins}
        assert any(leads[cell] >= leads[best[0]] for cell in leads if cell != best[0])
        first, *_ = puzzle.hardness.turns
        assert sorted(first.looks[0].values()) == sorted(leads.values())


# --- difficulty -----------------------------------------------------------------------------------


def turn(*looks, right="a", weight=1.0):
    """Return a turn with moves `a`, `b`, …; each string has what they look worth at a depth."""
    return Turn([dict(zip("abc", map(int, each), strict=False)) for each in looks], {right}, weight)


@pytest.mark.parametrize(
    ("looks", "is_decision", "ahead", "chances"),
    [
        (["21", "21"], False, 0, [0.95, 0.95]),
        (["11", "21"], True, 1, [0.5, 0.95]),
        (["12", "12"], True, 2, [0.05, 0.05]),
        (["21", "12", "21"], False, 2, [0.95, 0.05, 0.95]),
        (["112", "221", "211"], True, 2, [0.1 / 3, 0.45 + 0.1 / 3, 0.9 + 0.1 / 3]),
        (["1", "1"], False, 0, [1, 1]),
    ],
)
def test_a_turn_is_a_decision_where_a_wrong_move_looks_as_good(looks, is_decision, ahead, chances):
    seen = turn(*looks)
    assert (seen.is_decision, seen.ahead, seen.is_forced) == (is_decision, ahead, looks[0] == "1")
    assert [seen.chance(depth) for depth in range(len(looks))] == pytest.approx(chances)


def test_the_points_are_the_luck_needed_over_all_depths_and_that_of_the_near_misses():
    scale = Scale(easy=2.5, hard=4.0, ahead=1)
    even = turn("11", "11")
    hardness = Hardness([even, even, replace(even, weight=0.5)], 0, scale)
    assert hardness.points == pytest.approx(2.5)
    assert replace(hardness, near_misses=3).points == pytest.approx(4.5)
    assert (hardness.decisions, hardness.ahead) == (3, 2)
    difficulties = [replace(hardness, near_misses=n).difficulty.value for n in (0, 1, 3)]
    assert difficulties == ["medium", "medium", "hard"]
    shallow = replace(hardness, turns=[turn("11", "21")] * 4)
    assert shallow.points == pytest.approx(2 - 2 * math.log2(0.95))
    assert (shallow.ahead, shallow.difficulty) == (1, Difficulty.EASY)
    assert replace(shallow, turns=[turn("11", "21"), even]).ahead == 2


def test_a_puzzle_has_four_decisions_and_at_most_half_of_its_turns_are_forced():
    cases = {(4, 0): True, (3, 1): False, (4, 4): True, (4, 5): False}
    for (decisions, forced), is_puzzle in cases.items():
        assert has_enough([turn("11")] * decisions + [turn("1")] * forced) is is_puzzle


def test_what_is_seen_of_a_small_scenario_is_what_is_found_by_hand():
    """In turn 3 left and right look the same; a fly comes down on the right, two turns later."""
    rolls = [0b11011, 0b00101, 0b00101, 33, 0]
    scenario = river_toad(rolls, rows=2, hp=4, ask="max-hp")
    assert best_plans(rolls, 2, 4) == (7, 1)
    maker = RiverToadMaker(complete_wish(Wish("river-toad", {"turns": 8, "rows": 2, "hp": 4})))
    solution = ("stay", "stay", "right-1", "stay", "right-1")
    turns = maker.sight(scenario, UNLIMITED).turns(solution, 4)
    assert turns[2].looks[0] == {"left-2": 1, "left-1": 3, "right-1": 3}
    assert turns[2].looks[2] == {"left-2": 1, "left-1": 3, "right-1": 7}
    assert (turns[2].is_decision, turns[2].ahead) == (True, 2)
    assert [each.is_forced for each in turns] == [False, True, False, True, False]


DIFFICULTIES = {
    "rising": ["easy", "easy", "medium", "hard"],
    None: ["easy", "hard", "hard"],
    **{each: [each] * 2 for each in ("easy", "medium", "hard")},
}


@pytest.mark.parametrize("difficulty", some_of(DIFFICULTIES, 2))
def test_a_difficulty_selects_by_the_grade_and_rises_under_one_numbering(difficulty):
    wanted = DIFFICULTIES[difficulty]
    puzzles = toadstone.generate("frog-puzzle", count=len(wanted), difficulty=difficulty)
    assert [each.name for each in puzzles] == [f"frog-puzzle-{n + 1}" for n in range(len(wanted))]
    assert [each.difficulty.value for each in puzzles] == wanted
    ranks = [each.hardness.rank for each in puzzles]
    assert ranks == sorted(ranks)


def test_no_squirrel_war_puzzle_that_is_a_long_sum_is_easy():
    with pytest.raises(toadstone.RequestError, match="at most 6 in easy puzzles, found 8"):
        complete_wish(Wish("squirrel-war", {"empty": 8}, difficulty="rising"))
    assert maker_of(complete_wish(Wish("squirrel-war", {"empty": 8}))).scale.easy == 0


# --- what is believed -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def again():
    """Make a puzzle once more."""
    maker = maker_of(complete_wish(Wish("river-toad", {"turns": 12})))
    number = next(n for n in range(100) if attempt(maker, n, Budget()))
    return lambda: attempt(maker, number, Budget())


def test_where_a_limit_is_reached_in_a_proof_the_proposal_is_dropped(monkeypatch, again):
    answer = making.answering.answer

    def undecided(instance, budget):
        return replace(answer(instance, budget), status=Status.UNKNOWN)

    monkeypatch.setattr(making.answering, "answer", undecided)
    assert again() is None


def test_two_engines_that_count_differently_are_a_defect(monkeypatch, again):
    monkeypatch.setattr(RiverToadMaker, "prove", lambda *arguments: 2)
    with pytest.raises(DisagreementError, match="another number"):
        again()


def test_a_file_that_is_not_minimal_is_a_defect(monkeypatch):
    monkeypatch.setattr("toadstone.games.river_toad.puzzles.minimal", lambda course, dice: course)
    with pytest.raises(DisagreementError, match="a snake can be taken away"):
        made("river-toad", turns=12)


# --- the same for the same seed -------------------------------------------------------------------


def files_of(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("game", some_of(["frog-puzzle", "toads-and-frogs", "river-toad"], 1))
def test_the_same_seed_gives_the_same_bytes_with_any_number_of_workers(game, tmp_path):
    line = f"generate {game} {QUICK[game]} --count 2 --seed 5 --json -o"
    one, two = (tmp_path / name for name in ("one", "two"))
    alone, together = run(f"{line} {one}"), run(f"{line} {two} --workers 2")
    assert alone.exit_code == together.exit_code == 0
    assert alone.stdout.replace(str(one), "") == together.stdout.replace(str(two), "")
    assert files_of(one) == files_of(two)
    assert len(files_of(one)) == 2 * 4 + 2


def test_no_puzzle_comes_twice(monkeypatch):
    one, other = made("frog-puzzle", 2)
    monkeypatch.setattr(making, "MOST_IN_VAIN", 3)
    proposals = iter([one, None, one, other, one, other, None, other])
    assert list(making._until_in_vain(proposals, set())) == [one, other]
    assert list(proposals) == [other]


# --- the command ----------------------------------------------------------------------------------


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES)
def test_every_file_of_a_puzzle_is_written_and_says_what_is_so(game, tmp_path):
    done = run(f"generate {game} {QUICK[game]} --count 2 --json -o {tmp_path}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == 2
    for number, line in enumerate(lines, 1):
        path = tmp_path / f"{game}-{number}.yaml"
        assert line["file"] == str(path)
        said = toadstone.solve(path)
        assert line["values"] == said.values
        solution = said.plan if line["best_plans"] else said.values["best_moves"]
        assert line["solution"] == solution
        assert f"# Solution: {' '.join(solution)}"[:90] in path.read_text()
        assert path.with_suffix(".svg").read_text().startswith("<svg")
        proof = path.with_suffix(".proof.json")
        assert toadstone.verify(proof).proven.game == game
    ran(sys.executable, "-I", ROOT / "checker/toadstone_checker", proof, check=True)
    sheet, answers = ((tmp_path / page).read_text() for page in ("index.html", "answers.html"))
    assert sheet.count("<section") == answers.count("<section") == 2
    assert "http" not in sheet.replace("http-equiv", "").replace("http://www.w3.org", "")
    begun, filled = (re.findall("<span>([^<]+)</span></li>", page) for page in (sheet, answers))
    assert begun == (["S"] * 4 * 2 if game == "river-toad" else [])
    assert len(filled) == sum(len(line["solution"]) for line in lines)
    (rules,) = re.findall(r'class="rules">([^<]+)<', sheet)
    assert rules.count(".") >= 2
    assert len(rules) < 430  # about two lines of a printed page, three of a small screen
    graded = re.compile("<small>(?:easy|medium|hard) .*?>[★☆]{5}<")
    assert len(graded.findall(sheet)) == len(graded.findall(answers)) == 2
    assert "None" not in answers


def test_a_folder_holds_the_puzzles_of_one_run(tmp_path):
    sizes = f"squirrel-war {QUICK['squirrel-war']} -o {tmp_path}"
    assert run(f"generate {sizes} --count 3").exit_code == 0
    fewer = run(f"generate {sizes} --count 2")
    assert (fewer.exit_code, fewer.stdout) == (30, "")
    assert "holds 1 puzzle of another run, such as squirrel-war-3: remove" in fewer.stderr
    assert len(files_of(tmp_path)) == 3 * 4 + 2
    other = run(f"generate {sizes} --count 3 --seed 2")
    assert f"replacing 3 puzzles of an earlier run in {tmp_path}" in other.stderr
    wish = complete_wish(Wish("squirrel-war", {}, count=3))
    Folder(str(tmp_path), wish).write_pages(toadstone.generate("squirrel-war", count=1))
    assert {name.split(".")[0] for name in files_of(tmp_path)} == {
        "index",
        "answers",
        "squirrel-war-1",
        "squirrel-war-1-answer",
    }


def test_a_sheet_is_written_with_what_was_found_when_time_was_up(tmp_path):
    line = "generate squirrel-war --rows 3 --columns 3 --count 500 --difficulty rising"
    done = run(f"{line} --time-limit 1 --json -o {tmp_path}")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == 20
    assert {each["file"] for each in found} == set(map(str, tmp_path.glob("*.yaml")))
    said = f"puzzle{'s' * (len(found) != 1)} of 500 made: the time limit was reached."
    assert f"toadstone: {len(found)} {said}" in done.stderr
    classes = [list(Difficulty).index(each["panel"]["difficulty"]) for each in found]
    assert classes == sorted(classes)
    with pytest.raises(LimitReached):
        toadstone.generate("river-toad", time_limit=0)


def test_an_interrupt_leaves_whole_puzzles(tmp_path, monkeypatch):
    write = Folder._write

    def interrupted(folder, name, text):
        if name == "river-toad-2.yaml":
            raise KeyboardInterrupt
        write(folder, name, text)

    monkeypatch.setattr(Folder, "_write", interrupted)
    done = run(f"generate river-toad --turns 12 --count 3 -o {tmp_path} --json")
    assert done.exit_code == 130
    assert "toadstone: 1 puzzle of 3 made: interrupted." in done.stderr
    assert len(done.stdout.splitlines()) == 1
    assert len(files_of(tmp_path)) == 4 + 2
    assert (tmp_path / "index.html").read_text().count("<section") == 1


def test_the_python_interface_returns_one_puzzle_or_several():
    puzzle = toadstone.generate("river-toad", turns=12, seed=7)
    assert toadstone.generate("river-toad", count=1, turns=12, seed=7) == (puzzle,)
    assert repr(puzzle).startswith("<Puzzle river-toad-1 ")


def test_processes_without_room_for_threads_keep_nobody_waiting_and_end(monkeypatch, tmp_path):
    before = workers_of(os.getpid())  # of other tests of this process
    monkeypatch.setattr(threading.Thread, "start", no_room_for_threads)
    done = run(f"generate river-toad {QUICK['river-toad']} --workers 2 -o {tmp_path / 'made'}")
    assert done.exit_code == 20
    assert "memory ran out" in done.output
    wait_until(lambda: {*workers_of(os.getpid())} <= {*before})
