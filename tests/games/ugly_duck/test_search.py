"""The proof-number search of Ugly Duck against other searches, and at its limits."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ducks
from exhaustive import tried
from random_scenarios import boards, sparse_boards
from tests.games.ugly_duck.test_answers import answer_of, scenario, seen_by
from toadstone.core.budget import Budget, Limits
from toadstone.engines.answer import Status
from toadstone.games.ugly_duck import perfect_play
from toadstone.games.ugly_duck.kernels import deadline_search, df_pn
from toadstone.games.ugly_duck.kernels.bit_board import DEEPEST, key_of, mover_view, shape_of
from toadstone.games.ugly_duck.kernels.df_pn import new_memory
from toadstone.games.ugly_duck.perfect_play import SolvedUglyDuck
from toadstone.games.ugly_duck.proof import UglyDuckCertifier
from toadstone.games.ugly_duck.rules import UglyDuckRules
from toadstone.proofs.certificate import verify, write_certificate

sides = st.sampled_from(["green", "blue"])
rulings = st.sampled_from(["loses", "pass"])


def solved(text, turn="green", no_moves="loses"):
    rules = UglyDuckRules(scenario(text, turn, no_moves=no_moves))
    return rules, SolvedUglyDuck(rules)


wide = st.one_of(sparse_boards(4, 7, 3), sparse_boards(7, 4, 3), sparse_boards(7, 7, 3))


@tried(wide, sides, rulings, few=25, many=90)
def test_boards_whose_keys_need_two_words_agree_with_the_naive_search(text, turn, ruling):
    rules, play = solved(text, turn, ruling)
    assert play.memory.table.entries.shape[1] == 3
    naive = ducks.payoff(seen_by(text, turn), ruling == "pass")
    assert play.payoff(rules.start()) == naive


@pytest.mark.parametrize(("rows", "columns"), [(4, 5), (7, 7)])
def test_two_positions_share_a_key_exactly_where_one_is_the_mirror_image(rows, columns):
    shape = shape_of(rows, columns, passes=False)

    def key(board):
        return key_of(shape, mover_view(board, "green"), False)

    @given(boards(rows, columns), st.data())
    @settings(deadline=None, max_examples=20)
    def share(text, data):
        board = tuple(text.split("/"))
        assert key(board) == key(tuple(row[::-1] for row in board))
        row = data.draw(st.integers(1, rows - 2))
        column = data.draw(st.integers(0, columns - 1))
        piece = data.draw(st.sampled_from(".dsDS"))
        line = board[row][:column] + piece + board[row][column + 1 :]
        other = (*board[:row], line, *board[row + 1 :])
        same = ducks.upright(board) == ducks.upright(other)
        assert (key(board) == key(other)) == same

    share()


def test_no_win_is_left_out_because_a_swan_seems_too_far_from_home():
    """A bound of two moves too many gives 7 plies here."""
    board = "......./d....../...DDDD"
    asked = scenario(board, ask="remoteness")
    assert ducks.worth(seen_by(board, "green"), False) == (1, 5)
    assert answer_of(asked).values["remoteness"] == 5


@given(sparse_boards(4, 3, 5), sides, rulings)
@settings(deadline=None, max_examples=30)
def test_a_search_in_small_steps_with_a_table_too_small_is_never_wrong(text, turn, ruling):
    rules, play = solved(text, turn, ruling)
    play.memory, play.most_entries = new_memory(play.shape, 4), 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(df_pn, "NODES_AT_A_TIME", 3)
        assert play.payoff(rules.start()) == ducks.payoff(seen_by(text, turn), ruling == "pass")


small_boards = st.one_of(boards(3, 3), boards(3, 4), sparse_boards(3, 3, 6))


@tried(small_boards, sides, rulings, few=15, many=200)
def test_plies_are_found_in_small_steps_and_with_a_table_too_small(text, turn, ruling):
    rules = UglyDuckRules(scenario(text, turn, no_moves=ruling))
    play, start = SolvedUglyDuck(rules), rules.start()
    payoff, needed = ducks.worth(seen_by(text, turn), ruling == "pass")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deadline_search, "NODES_AT_A_TIME", 2)
        patch.setattr(perfect_play, "PLIES_TABLE_LOG2", {49: 2})
        for hurries, plies in product([True, False], [8, 3, 7, 4, 6, 5, 2, 1]):
            in_time = payoff == (1 if hurries else -1) and needed <= plies
            assert play.ends_within(start, plies, hurries=hurries) == in_time
        assert play.remoteness(start) == (payoff, needed)


def test_a_strategy_is_found_again_where_the_table_has_lost_it(tmp_path):
    asked = scenario("ddd/.../.../DDD")
    answer = answer_of(asked)
    play = answer.evidence
    play.memory, play.most_entries = new_memory(play.shape, 6), 0
    path = str(tmp_path / "proof.json")
    write_certificate(path, UglyDuckCertifier(asked), answer)
    assert verify(path).valid


def test_no_game_is_deeper_than_the_search_has_room_for():
    full = "/".join(["ddddddd"] * 4 + ["DDDDDDD"] * 3)
    assert 2 * scenario(full).most_plies < DEEPEST


def test_a_table_that_grows_finds_the_same_winner(monkeypatch):
    monkeypatch.setattr(df_pn, "NODES_AT_A_TIME", 100)
    rules, play = solved("dddd/..../..../DDDD")
    play.memory = new_memory(play.shape, 6)
    assert play.payoff(rules.start()) == -1
    assert len(play.memory.table.entries) > 1 << 10


def test_where_memory_is_short_the_tables_stay_small_and_find_the_same(monkeypatch):
    monkeypatch.setattr("toadstone.core.process._free_memory", lambda: 0)
    monkeypatch.setattr(df_pn, "NODES_AT_A_TIME", 3)
    monkeypatch.setattr(perfect_play, "FIRST_TABLE_LOG2", 4)
    rules, play = solved("dd./.../.DD")
    assert play.remoteness(rules.start()) == ducks.worth(seen_by("dd./.../.DD", "green"), False)
    assert len(play.memory.table.entries) == len(play._deadline.table.entries) == 1 << 4


def test_a_search_that_runs_out_of_time_is_undecided():
    asked = scenario("ddddd/...../...../...../DDDDD")
    answer = answer_of(asked, budget=Budget(Limits(0.1)))
    assert answer.status is Status.UNKNOWN
    assert answer.position is None


@pytest.mark.exhaustive
def test_blue_wins_the_full_game_on_five_by_five_and_has_a_certificate(tmp_path):
    asked = scenario("ddddd/...../...../...../DDDDD")
    answer = answer_of(asked)
    assert answer.values["winner"] == "blue"
    path = str(tmp_path / "proof.json.gz")
    write_certificate(path, UglyDuckCertifier(asked), answer)
    assert verify(path).valid
