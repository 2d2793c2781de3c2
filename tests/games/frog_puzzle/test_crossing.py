"""Rows with one gap that are to be crossed: the closed form, by the simulator and the checker."""

import pytest

import toadstone
from toadstone.core.errors import ToadstoneError
from toadstone.games.frog_puzzle.rules import FrogPuzzleRules
from toadstone.games.frog_puzzle.scenario import FrogPuzzleScenario
from toadstone.games.frog_puzzle.search import crossing


def facing(lefts, rights, **keys):
    return toadstone.scenario("frog-puzzle", start="L" * lefts + "_" + "R" * rights, **keys)


@pytest.mark.parametrize("lefts", range(9))
def test_the_crossing_is_legal_and_takes_ab_plus_a_plus_b_moves(lefts):
    for rights in range(9):
        start = "L" * lefts + "_" + "R" * rights
        rules = FrogPuzzleRules(FrogPuzzleScenario(game="frog-puzzle", start=start))
        state = rules.start()
        for move in crossing(start):
            state = rules.play(state, move)
        assert state.row == start[::-1]
        assert state.moves == lefts * rights + lefts + rights


@pytest.mark.parametrize("cells", [(29, 29), (40, 30)])
def test_a_long_crossing_is_written_down_and_the_checker_derives_it_again(cells, tmp_path):
    lefts, rights = cells
    answer = toadstone.solve(facing(lefts, rights))
    assert answer.solver.name == "closed-form"
    assert answer.confirmed_by == "checker"
    assert answer.values == {"moves": lefts * rights + lefts + rights}
    path = tmp_path / "proof.json"
    toadstone.certify(answer, path)
    assert toadstone.verify(path).valid


def test_both_questions_are_answered_at_once():
    answer = toadstone.solve(facing(3, 4, ask=["reach", "min-moves"]))
    assert (answer.solver.name, answer.values) == ("closed-form", {"moves": 19})


@pytest.mark.parametrize(
    ("start", "goal"), [("LL_RR", "RR_L?"), ("LL__RR", "RR__LL"), ("LR_LR", "LR_LR")]
)
def test_other_rows_are_searched(start, goal):
    answer = toadstone.solve(toadstone.scenario("frog-puzzle", start=start, goal=goal))
    assert answer.solver.name != "closed-form"


@pytest.mark.parametrize(
    ("start", "goal", "said"),
    [
        ("L" * 100 + "_" + "R" * 100, None, "expected 1 to 200 cells, found 201"),
        ("L" * 30 + "__" + "R" * 30, None, "expected 1 to 60 cells, found 62"),
        ("L" * 30 + "_" + "R" * 30, "?" * 61, "expected the start mirrored"),
    ],
)
def test_only_a_crossing_has_more_than_sixty_cells(start, goal, said):
    with pytest.raises(ToadstoneError, match=said):
        toadstone.scenario("frog-puzzle", start=start, goal=goal)
