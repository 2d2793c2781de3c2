"""Every plan of a frog puzzle, no plan twice, and what the command line says of puzzles."""

import json
import random

import pytest

import command_line
from frogs import all_plans, asking, fewest_moves, frog_puzzle
from random_scenarios import every_row, some_goal
from toadstone.core.line import Line
from toadstone.core.replay import replay
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer
from toadstone.engines.enumeration import Enumeration
from toadstone.engines.instance import Instance
from toadstone.games.frog_puzzle import GAME
from toadstone.games.frog_puzzle.board import FrogPuzzleBoard, continuation
from toadstone.games.frog_puzzle.rules import FrogPuzzleRules
from toadstone.play.parts import Continuation


def about(scenario, *names):
    return Instance(GAME, scenario, asking(*names))


CLASSIC = ("LLL_RRR", "RRR_LLL")


def rows_of(scenario, plans):
    """Return the rows that each plan goes through, after making sure that none came twice."""
    play = FrogPuzzleRules(scenario)
    each = [tuple(map(play.read_move, moves)) for moves in plans]
    assert len(set(each)) == len(each) == plans.count()
    return [[state.row for state in replay(play, moves).states] for moves in each]


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(4))
def test_lists_exactly_the_plans_that_playing_everything_finds(seed):
    rng = random.Random(seed)
    for _ in range(40):
        start = rng.choice(every_row(rng.randint(1, 6)))
        goal = some_goal(rng, start)
        scenario, expected = frog_puzzle(start, goal), all_plans(start, goal)
        found = rows_of(scenario, Enumeration(about(scenario, "reach")))
        assert sorted(found) == sorted(expected), (start, goal)
        instance = about(scenario, "min-moves")
        said = answer(instance)
        assert (said.status is Status.OPTIMAL) == bool(expected)
        if expected:
            shortest = [rows for rows in expected if len(rows) == fewest_moves(start, goal) + 1]
            found = rows_of(scenario, Enumeration(said.instance, known=said))
            assert sorted(found) == sorted(shortest)


def test_a_goal_with_a_question_mark_can_have_plans_of_different_lengths():
    scenario = frog_puzzle("L_R", "R??")
    found = rows_of(scenario, Enumeration(about(scenario, "reach")))
    assert sorted(found) == [["L_R", "LR_", "_RL", "R_L"], ["L_R", "_LR", "RL_"]]
    instance = about(scenario, "min-moves")
    assert Enumeration(instance).count() == 1


@pytest.mark.parametrize("frogs", range(1, 10))
def test_the_classic_puzzle_has_two_solutions_each_the_mirror_of_the_other(frogs):
    start = "L" * frogs + "_" + "R" * frogs
    one, other = rows_of(scenario := frog_puzzle(start), Enumeration(about(scenario, "reach")))
    mirrored = [row[::-1].translate(str.maketrans("LR", "RL")) for row in one]
    assert mirrored == other
    assert len(one) == frogs * frogs + 2 * frogs + 1


def test_frogs_that_do_not_meet_can_hop_in_any_order():
    scenario = frog_puzzle("L___L_", "___L_L")
    plans = Enumeration(about(scenario, "min-moves"))
    assert plans.count() == 4  # three hops of one frog, and among them one of the other


def test_a_puzzle_goes_on_from_the_row_it_has_come_to_with_the_same_goal():
    scenario = frog_puzzle("LLL_RRR")
    rules = FrogPuzzleRules(scenario)
    session = Line.begin(rules).after(rules.read_move("3-4"))
    assert continuation(scenario, session) == Continuation(frog_puzzle("LL_LRRR", "RRR_LLL"))


# --- the command line ---------------------------------------------------------------------------


def run(command, start, goal=None, *options, ask="min-moves", plan=()):
    """Run a command on a puzzle that comes from standard input."""
    content = {"game": "frog-puzzle", "start": start, "ask": ask, "title": "A row"}
    text = json.dumps(content | ({} if goal is None else {"goal": goal}))
    arguments = [command, "-", *map(str, [*plan, *options])]
    return command_line.run(*arguments, input=text)


def test_solve_draws_the_rows_and_counts_the_moves():
    done = run("solve", "L_R")
    assert done.exit_code == 0
    assert "Proven best: 3 moves." in done.stdout
    assert "   0          L_R   " in done.stdout
    assert "Figures: 3 moves\n" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_the_table_says_who_jumps_over_whom():
    table = run("solve", "_LR", "RL_", "--view", "table").stdout
    assert ["1", "3-1", "RL_", "goal", *["R", "jumps", "over", "L"]] in map(
        str.split, table.split("\n")
    )


def test_a_puzzle_without_a_solution_is_proven_impossible():
    for command in ["solve", "prove", "enumerate"]:
        assert run(command, "LLRR").exit_code == 10
    assert "Proven impossible: there is no plan." in run("prove", "LLRR").stdout


def test_a_start_that_is_the_goal_is_answered_with_a_plan_of_no_moves(tmp_path):
    said = json.loads(run("solve", "L_L", None, "--json").stdout)
    assert (said["status"], said["plan"], said["values"]) == ("optimal", [], {"moves": 0})
    assert "Proven best: 0 moves." in run("solve", "L_L").stdout
    for view in ["boards", "table"]:
        assert run("solve", "L_L", None, "--view", view).exit_code == 0
    assert run("prove", "L_L").exit_code == 0
    done = run("enumerate", "L_L", None, "--json").stdout.splitlines()
    assert [json.loads(line) for line in done] == [
        {"plan": []},
        {"status": "complete", "count": "1", "confirmed_by": "checker"},
    ]
    assert run("enumerate", "L_L").stdout == "[]\n"
    assert run("enumerate", "L_L", None, "--count", ask="reach").stdout == "1\n"


def test_the_plan_of_no_moves_is_a_plan_that_check_reads(tmp_path):
    moves = run("solve", "L_L", None, "--view", "moves").stdout
    (tmp_path / "plan.txt").write_text(moves)
    done = run("check", "L_L", None, "--json", plan=[tmp_path / "plan.txt"])
    expected = {"valid": True, "values": {"moves": 0}, "states": ["0 L_L"]}
    assert json.loads(done.stdout) == expected
    done = run("check", "L_R", None, "--json", plan=[tmp_path / "plan.txt"])
    assert json.loads(done.stdout) == {
        "valid": False,
        "at": 1,
        "reason": "the plan ends after 0 turns and the game goes on",
        "move": None,
        "states": ["0 L_R"],
    }


@pytest.mark.parametrize(
    ("moves", "at", "reason"),
    [
        (["1-2", "3-1", "2-3"], None, None),
        (["1-2", "3-1", "2-1"], 3, "not legal: the L in cell 2 hops right only"),
        (["1-2", "2-3"], 2, "not legal: there is a frog in cell 3"),
        (["1-2"], 2, "the plan ends after 1 turn and the game goes on"),
    ],
)
def test_check_says_where_a_plan_fails(tmp_path, moves, at, reason):
    (tmp_path / "plan.json").write_text(json.dumps(moves))
    done = run("check", "L_R", None, "--json", plan=[tmp_path / "plan.json"])
    found = json.loads(done.stdout)
    assert (found["valid"], found.get("at"), found.get("reason")) == (at is None, at, reason)
    assert done.exit_code == (0 if at is None else 10)


def test_all_commands_and_questions_that_do_not_fit_are_refused_in_words():
    done = run("explain", "LLRR")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "there are no explanations of frog-puzzle scenarios" in done.stderr
    assert "'toadstone prove'" in done.stderr
    for ask in ["pareto:min-moves,reach", "pareto:min-moves"]:
        done = run("solve", "L_R", None, "--ask", ask)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "no two figures to trade off" in done.stderr
    assert "--hp does not go with frog-puzzle" in run("solve", "L_R", None, "--hp", 3).stderr
    assert "expected `min-moves` or `reach`" in run("solve", "L_R", None, "--ask", "hp").stderr


def test_a_time_limit_leaves_it_undecided():
    done = run("solve", "L" * 30 + "_" + "R" * 29, None, "--time-limit", "0.000001", "--json")
    assert done.exit_code == 20
    assert json.loads(done.stdout)["status"] == "unknown"


def test_the_drawing_has_colours_for_frogs_and_says_how_many_cells_fit():
    scenario = frog_puzzle("L_R", "R_?")
    board, play = FrogPuzzleBoard(scenario), FrogPuzzleRules(scenario)
    state = play.start()
    assert str(board.picture(state)) == "L_R\n123"
    assert len({str(span.style) for span in board.strip(None, state).spans}) == 3
    assert str(board.caption(state)) == "2 of 3 cells match the goal"
