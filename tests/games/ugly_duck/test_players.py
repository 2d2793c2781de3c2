"""Who leads in Ugly Duck, and perfect play in time."""

import random
from collections import Counter

import pytest

from tests.games.ugly_duck.test_answers import scenario
from toadstone.core.budget import Budget, Limits
from toadstone.core.line import Line
from toadstone.engines.adversarial.perfect_play import PerfectPlay
from toadstone.engines.instance import make_instance
from toadstone.games.ugly_duck import players as players_module
from toadstone.games.ugly_duck.players import Lead, UglyDuckAdviser
from toadstone.games.ugly_duck.rules import UglyDuckRules
from toadstone.play import Verdict
from toadstone.play.adviser import adviser_for, outlook_for
from toadstone.play.players import player_of

FIVE_BY_FIVE = "ddddd/...../...../...../DDDDD"
FEW_PIECES = "d.d/.../D.."


def begin(board, turn="green", **more):
    return Line.begin(UglyDuckRules(scenario(board, turn, **more)))


# Who is ahead


def lead(board, side="green", turn="green"):
    session = begin(board, turn)
    return Lead(session.rules.scenario)(session.state, side)


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ("d../.../D.D", "d.d/.../D.D"),
        ("d../.../.../..D", ".../d../.../..D"),
        (".../d../.../..D", ".../.../s../..D"),
        ("d../.../.../s.D", "d../.../s../..D"),
    ],
)
def test_more_pieces_and_more_rows_behind_them_are_better(worse, better):
    assert lead(worse) < lead(better) == -lead(better, "blue") == lead(better, turn="blue")


def test_a_win_is_worth_more_than_anything_and_the_more_the_sooner():
    session = begin(".../s../..D")
    won = session.after(session.rules.read_move("b1-a1"))
    worth = Lead(won.rules.scenario)(won.state, "green")
    assert worth > 100 * lead("sss/sss/..D".replace("sss/sss", ".../sss"))
    assert Lead(won.rules.scenario)(won.state, "blue") == -worth
    later = session.rules.read_state(f"{won.state.position} 9")
    assert 0 < Lead(won.rules.scenario)(later, "green") < worth


# Perfect play, in time


def random_positions(number, board, seed):
    """Yield positions a few random moves after a start, in which the game goes on."""
    dice = random.Random(seed)
    while number:
        session = begin(board)
        for _ in range(dice.randint(0, 12)):
            following = session.after(dice.choice(session.rules.legal_moves(session.state)))
            if following.ending is not None:
                break
            session = following
        number -= 1
        yield session


def test_without_time_for_a_proof_perfect_plays_on_and_says_so():
    session = begin(FIVE_BY_FIVE, no_moves="pass")
    instance = make_instance(session.rules.scenario)
    player = player_of("perfect", instance, session.to_move, adviser_for(instance))
    chosen = player(session, Budget(Limits(1e-6)))
    assert session.why_refused(chosen.move) is None
    assert not chosen.proven


def test_perfect_play_keeps_what_it_has_and_holds_out_as_long_as_can_be(monkeypatch):
    monkeypatch.setattr(players_module, "LAST_STAND", 60.0)
    verdicts = Counter()
    for session in random_positions(40, FEW_PIECES, seed=2):
        found = UglyDuckAdviser(session.rules.scenario).advise(session, Budget())
        perfect = PerfectPlay(session.rules)
        payoff = perfect.payoff(session.state)
        assert found.verdict is outlook_for(perfect.rules, session.to_move, payoff).verdict
        verdicts[found.verdict] += 1
        best = perfect.timely_moves if found.verdict is Verdict.LOST else perfect.best_moves
        assert set(found.moves) <= set(best(session.state))
    assert verdicts[Verdict.LOST] > 5 < verdicts[Verdict.WON]
