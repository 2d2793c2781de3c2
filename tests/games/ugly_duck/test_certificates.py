"""Certificates of Ugly Duck: honest ones are accepted, forged ones refused.

The stream of replies is stated twice: by the checker, and by the naive walk of `ducks`.
"""

import gzip
import json
import random

import pytest
from hypothesis import assume
from hypothesis import strategies as st

import ducks
from exhaustive import EXHAUSTIVE, some_of, tried
from places import ROOT
from random_scenarios import boards
from tests.games.ugly_duck.test_answers import answer_of, scenario, seen_by
from toadstone.core.budget import Budget, Limits, Listener
from toadstone.core.errors import LimitReachedError
from toadstone.files.source import read_source
from toadstone.games.ugly_duck.proof import UglyDuckCertifier
from toadstone.loading import read_scenario
from toadstone.proofs.certificate import verify, write_certificate
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.certificate_file import Invalid, Unusable
from toadstone_checker.checking import check
from toadstone_checker.ugly_duck import Game, lines_of, reading
from toadstone_cli.answers import Beside

THREE_BY_THREE = "ddd/.../DDD"
FOUR_BY_FOUR = "dddd/..../..../DDDD"


def certificate(text, winner, replies, turn="green", passes=False):
    return {
        "certificate": "toadstone ugly-duck 1",
        "scenario": {
            "board": text.split("/"),
            "turn": turn,
            "no_moves": "pass" if passes else "loses",
        },
        "claim": {"ask": "winner", "winner": winner},
        "strategies": replies,
    }


def verdict(content):
    try:
        check(content)
    except Invalid:
        return "invalid"
    except Unusable:
        return "unusable"
    return "valid"


def naive_certificate(text, turn, passes, last=False):
    """Return a certificate made without the project."""
    worth = ducks.payoff(seen_by(text, turn), passes)
    winner = {1: turn, 0: "draw", -1: ducks.OTHER[turn]}[worth]
    holders = ("green", "blue") if worth == 0 else (winner,)
    replies = {
        side: ducks.strategy(seen_by(text, side), side == turn, passes, worth == 0, last)
        for side in holders
    }
    return certificate(text, winner, replies, turn, passes)


sides = st.sampled_from(["green", "blue"])


@tried(boards(), sides, st.booleans(), st.booleans(), few=50, many=150)
def test_a_certificate_made_by_the_naive_walk_is_valid(text, turn, passes, last):
    assert verdict(naive_certificate(text, turn, passes, last)) == "valid"


@tried(boards(), sides, st.booleans(), st.data(), few=50, many=150)
def test_changed_replies_are_valid_exactly_where_the_naive_walk_wins_with_them(
    text, turn, passes, data
):
    assume(ducks.payoff(seen_by(text, turn), passes) != 0)
    content = naive_certificate(text, turn, passes)
    ((winner, replies),) = content["strategies"].items()
    letters = st.sampled_from("01234567a-_!")
    at = data.draw(st.integers(0, len(replies)))
    cut = data.draw(st.integers(0, 2))
    changed = replies[:at] + data.draw(st.text(letters, max_size=2)) + replies[at + cut :]
    content["strategies"] = {winner: changed}
    holds = ducks.holds(changed, seen_by(text, winner), winner == turn, passes, draw_suits=False)
    assert verdict(content) == ("valid" if holds else "invalid")


@tried(boards(), sides, st.booleans(), few=50, many=150)
def test_nobody_can_certify_that_the_loser_wins(text, turn, passes):
    content = naive_certificate(text, turn, passes)
    for claimed in {"green", "blue"} - {content["claim"]["winner"]}:
        (replies, *_) = content["strategies"].values()
        forged = certificate(text, claimed, {claimed: replies}, turn, passes)
        assert verdict(forged) == "invalid"


def drawn(rng):
    """Return a board and a side to move, from which perfect play with passes is drawn.

    In a block of two rows no piece can move. Some moves into it are taken back.
    """
    while True:
        rows, columns = rng.choice([(4, 3), (5, 3), (5, 4), (4, 5)])
        at = rng.randint(1, rows - 3)
        upper, lower = rng.choice([("dSdSd", "DsDsD"), ("SdSdS", "sDsDs")])
        lines = [list("." * columns) for _ in range(rows)]
        lines[at], lines[at + 1] = list(upper[:columns]), list(lower[:columns])
        for _ in range(rng.randint(1, 6)):
            held = [(y, x) for y in range(rows) for x in range(columns) if lines[y][x] != "."]
            y, x = rng.choice(held)
            back, aside = y + (-1 if lines[y][x] in "dS" else 1), x + rng.choice([-1, 0, 1])
            free = 0 < back < rows - 1 and 0 <= aside < columns and lines[back][aside] == "."
            if free:
                lines[back][aside], lines[y][x] = lines[y][x], "."
        text, turn = "/".join(map("".join, lines)), rng.choice(["green", "blue"])
        if ducks.payoff(seen_by(text, turn), True) == 0:
            return text, turn


@pytest.mark.parametrize("seeds", some_of([range(2), range(2, 40)], 1))
def test_a_drawn_game_is_called_drawn_and_no_other_claim_or_reply_is_accepted(seeds):
    for seed in seeds:
        rng = random.Random(seed)
        text, turn = drawn(rng)
        asked = scenario(text, turn, no_moves="pass")
        answer = answer_of(asked)
        assert answer.values["winner"] == "draw"
        content = json.loads(json.dumps(UglyDuckCertifier(asked).certificate(answer)))
        assert verdict(content) == "valid"
        for side, replies in content["strategies"].items():
            claim = certificate(text, side, {side: replies}, turn, passes=True)
            assert verdict(claim) == "invalid"
            for _ in range(30):
                at, letter = rng.randrange(len(replies) + 1), rng.choice("01234_!")
                made = replies[:at] + letter + replies[at + rng.randint(0, 2) :]
                holds = ducks.holds(made, seen_by(text, side), side == turn, True, True)
                strategies = content["strategies"] | {side: made}
                forged = certificate(text, "draw", strategies, turn, passes=True)
                assert verdict(forged) == ("valid" if holds else "invalid"), forged


def honest():
    return naive_certificate(THREE_BY_THREE, "green", passes=False)


def test_every_cut_and_every_longer_stream_is_invalid():
    replies = honest()["strategies"]["blue"]
    for end in range(len(replies)):
        assert verdict(certificate(THREE_BY_THREE, "blue", {"blue": replies[:end]})) == "invalid"
    for more in ("0", "_", "!", replies):
        assert verdict(certificate(THREE_BY_THREE, "blue", {"blue": replies + more})) == "invalid"


def test_every_reply_that_is_flipped_is_invalid_or_wins_as_well():
    text = "ddd/.../D.D"
    replies = naive_certificate(text, "green", passes=False)["strategies"]["green"]
    board, refused = seen_by(text, "green"), 0
    for at, digit in enumerate(replies):
        for other in set("01234_é") - {digit}:
            flipped = replies[:at] + other + replies[at + 1 :]
            holds = ducks.holds(flipped, board, True, False, False)
            found = verdict(certificate(text, "green", {"green": flipped}))
            assert found == ("valid" if holds else "invalid")
            refused += not holds
    assert refused > 3 * len(replies)


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("claim", "winner"), "green", "unusable"),
        (("claim", "winner"), "draw", "unusable"),
        (("claim", "ask"), "remoteness", "unusable"),
        (("scenario", "turn"), "blue", "invalid"),
        (("scenario", "turn"), ["green"], "unusable"),
        (("scenario", "no_moves"), "draws", "unusable"),
        (("scenario", "board"), ["ddd", "...", "DD."], "invalid"),
        (("scenario", "board"), ["ddd", "DDD"], "unusable"),
        (("scenario", "board"), ["ddd", "..", "DDD"], "unusable"),
        (("scenario", "board"), ["ddd", "...", "..."], "unusable"),
        (("scenario", "board"), ["dds", "...", "DDD"], "unusable"),
        (("strategies", "blue"), ["0"], "unusable"),
        (("strategies", "blue"), None, "unusable"),
        (("strategies", "green"), "0", "unusable"),
        (("certificate",), "toadstone ugly-duck 0", "unusable"),
        (("plan",), None, "unusable"),
    ],
)
def test_a_certificate_with_one_thing_changed_is_refused(path, value, expected):
    content = honest()
    assert verdict(content) == "valid"
    at = content
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    assert verdict(content) == expected


def test_the_reply_that_is_wrong_is_named():
    replies = honest()["strategies"]["blue"]
    for wrong, number in [
        ("!", 1),
        (replies[:-1], len(replies)),
        (replies + "00", len(replies) + 1),
    ]:
        with pytest.raises(Invalid) as refused:
            check(certificate(THREE_BY_THREE, "blue", {"blue": wrong}))
        assert refused.value.args[0] == f"strategies, blue, reply {number}"


@pytest.mark.parametrize("holder", ["green", "blue"])
def test_a_board_is_written_as_it_was_read(holder):
    board = "d.dd./dsDS./..S../D.DsD"
    game = Game(certificate(board, "green", {})["scenario"], holder, Work())
    assert game.written(game.start[0]) == board
    assert game.written(game.start[1]) == "/".join(row[::-1] for row in board.split("/"))


@pytest.mark.parametrize("columns", [2, 3, 7, 8])
@pytest.mark.parametrize("rows", [2, 3, 7, 8])
def test_boards_have_three_to_seven_rows_and_columns(rows, columns):
    board = ["d" * columns, *["." * columns] * (rows - 2), "D" * columns]
    if {rows, columns} <= {3, 7}:
        assert lines_of(board) == board
    else:
        with pytest.raises(Unusable):
            lines_of(board)


def test_a_strategy_for_one_ruling_does_not_pass_for_the_other():
    board = "d../DdD/sDs"
    stuck = naive_certificate(board, "green", passes=False)
    assert stuck["claim"]["winner"] == "blue"
    stuck["scenario"]["no_moves"] = "pass"
    assert verdict(stuck) == "invalid"


def test_a_draw_needs_the_strategies_of_both():
    board = next(text for text in drawn_boards() if text)
    content = naive_certificate(board, "green", passes=True)
    assert content["claim"]["winner"] == "draw"
    assert verdict(content) == "valid"
    for side in ("green", "blue"):
        half = {side: content["strategies"][side]}
        assert verdict({**content, "strategies": half}) == "unusable"
        assert verdict(certificate(board, side, half, "green", passes=True)) == "invalid"


def drawn_boards():
    """Yield boards on which green, to move, draws where a stuck side passes."""
    for middle in ("D.D", "DdD", "dDd", ".D.", "SdS", "Sds", "dSD"):
        for top in ("d.d", "d..", "ddd", ".d.", "S.d", "dSd"):
            for bottom in ("D.D", "D..", "DDD", ".D.", "s.D", "DsD"):
                board = (top, middle, bottom)
                if ducks.payoff(board, True) == 0:
                    yield "/".join(board)


def test_a_move_beyond_the_digits_is_written_with_a_sign_for_more():
    assert list(reading("5_0__a-")) == [5, 63, 136, 62]


def test_a_reply_beyond_the_sixty_third_move_is_read():
    text = "...dddd/......./sssssss/ddddddd/......./sssssss/...D..."
    replies = []

    def reply(given, moves):
        """Play the last move of all, then bring the first swan home."""
        replies.append(0 if replies else len(moves) - 1)
        return replies[-1]

    ducks.walk(seen_by(text, "green"), True, False, False, reply)
    written = ducks.written(replies)
    assert written[0] == "_"
    assert verdict(certificate(text, "green", {"green": written})) == "valid"
    assert verdict(certificate(text, "green", {"green": "__" + written[1:]})) == "invalid"


@pytest.mark.parametrize("ruling", ["loses", "pass"])
@pytest.mark.parametrize(
    "board",
    ["dddd/..../DDDD", "ddd/.../.../DDD", pytest.param(FOUR_BY_FOUR, marks=EXHAUSTIVE)],
)
def test_what_is_written_is_valid_by_both_walks(board, ruling, tmp_path):
    asked = scenario(board, no_moves=ruling)
    path = tmp_path / "proof.json.gz"
    write_certificate(str(path), UglyDuckCertifier(asked), answer_of(asked))
    assert verify(str(path)).valid
    content = json.loads(gzip.decompress(path.read_bytes()))
    ((winner, replies),) = content["strategies"].items()
    passes = ruling == "pass"
    assert ducks.holds(replies, seen_by(board, winner), winner == "green", passes, False)


@pytest.mark.exhaustive
def test_a_certificate_is_made_from_the_search_that_found_the_answer():
    asked = scenario(FOUR_BY_FOUR)
    answer = answer_of(asked)
    before = answer.evidence.winners.nodes
    UglyDuckCertifier(asked).certificate(answer)
    assert answer.evidence.winners.nodes < before + before // 10


def test_the_making_of_a_certificate_can_be_stopped(tmp_path):
    asked = scenario(FOUR_BY_FOUR)
    answer = answer_of(asked)
    path = tmp_path / "proof.json"

    def stop(words):
        assert "replies" in words
        raise LimitReachedError

    with pytest.raises(LimitReachedError):
        write_certificate(
            str(path), UglyDuckCertifier(asked), answer, Budget(listener=Listener(tell=stop))
        )
    assert not path.exists()


def test_a_certificate_for_which_no_time_is_left_is_not_written(tmp_path, capsys):
    asked = scenario(FOUR_BY_FOUR)
    path = tmp_path / "proof.json"
    beside = Beside(Limits(0.0), str(path), UglyDuckCertifier(asked), {})
    beside.write(answer_of(asked))
    assert beside.certified is None
    assert not path.exists()
    assert "no certificate: the time limit was reached" in capsys.readouterr().err


def test_a_check_can_be_stopped_and_says_how_it_goes(monkeypatch):
    monkeypatch.setattr("toadstone_checker.certificate_file.BETWEEN_LOOKS", 1)
    content, heard = json.loads(json.dumps(honest())), []
    check(content, heard.append)
    assert len(heard) > 10

    def stop(words):
        raise LimitReachedError

    with pytest.raises(LimitReachedError):
        check(content, stop)


def test_a_check_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr("toadstone_checker.ugly_duck.MOST_WORK", 1000)
    assert verdict(honest()) == "unusable"


def test_a_strategy_that_meets_too_many_boards_to_keep_is_given_up(monkeypatch):
    monkeypatch.setattr("toadstone_checker.ugly_duck.MOST_BOARDS", 10)
    with pytest.raises(Unusable, match="meets too many boards"):
        check(json.loads(json.dumps(honest())))


# The proof that comes with the project


@pytest.mark.exhaustive
def test_the_full_game_on_five_by_five_comes_with_its_proof():
    proof = ROOT / "proofs" / "ugly-duck-five-by-five.json.gz"
    content = json.loads(gzip.decompress(proof.read_bytes()))
    asked = read_scenario(read_source(str(ROOT / "scenarios/ugly-duck/five-by-five.yaml")))
    assert content["scenario"]["board"] == list(asked.lines)
    assert (content["scenario"]["turn"], content["scenario"]["no_moves"]) == ("green", "loses")
    assert content["claim"] == {"ask": "winner", "winner": "blue"}
    assert verify(str(proof)).valid
