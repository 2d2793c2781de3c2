"""How large the values are that the checker reads, so that no certificate takes for ever."""

from fractions import Fraction

import pytest

from toadstone_checker import values
from toadstone_checker.certificate_file import Budget, Unusable
from toadstone_checker.values import Games


def nested(braces):
    return "{" * braces + "|}" + "|}" * (braces - 1)


def options(count):
    return ",".join(["0"] * count)


LIMITS = {
    "a number is too large": [("1000", "1001"), ("-1000", "-1001")],
    "a fraction is no value": [("1/1048576", "1/2097152"), ("3/1", "1/3"), ("3/2", "2/3")],
    "a nimber is too large": [("*62", "*63"), ("1*62", "1*63")],
    "there are too many ups": [("^1000", "^1001"), ("v1000", "v1001")],
    "braces are nested too deep": [
        (nested(100), nested(101)),
        (f"{{0{100 * '|'}0}}", f"{{0{101 * '|'}0}}"),
    ],
    "bars are missing, or unclear": [("{3|2||1|0}", "{3||2|1||0}")],
    "a value cannot be read": [("+-{0}", "+-{}")],
    "a side has too many options in a value": [
        (f"{{{options(62)}|}}", f"{{{options(63)}|}}"),
        (f"{{|{options(62)}}}", f"{{|{options(63)}}}"),
    ],
    "a denominator is 0": [("0/1", "0/0"), ("1/2", "1/0")],
}


@pytest.mark.parametrize(
    ("most", "too_much", "message"),
    [(*pair, message) for message, pairs in LIMITS.items() for pair in pairs],
    ids=lambda text: text[:10],
)
def test_a_value_is_read_up_to_its_limit_and_refused_beyond(most, too_much, message):
    Games().read(most)
    with pytest.raises(Unusable) as error:
        Games().read(too_much)
    assert str(error.value) == message


def test_braces_beside_each_other_are_not_nested():
    games = Games()
    deep = nested(99)
    beside = games.read(f"{{{deep},{deep}|}}")
    assert games.left[beside] == (games.read(deep),) * 2
    with pytest.raises(Unusable):
        games.read(f"{{{deep},{nested(100)}|}}")


def test_a_value_has_so_many_games_at_most(monkeypatch):
    assert values.MOST_GAMES == 100_000
    monkeypatch.setattr(values, "MOST_GAMES", 1000)
    games = Games()
    made = games.game([], [])
    for _ in range(999):
        made = games.game([made], [])
    assert made == 999
    assert games.game([made - 1], []) == made
    with pytest.raises(Unusable, match="the value is too large"):
        games.game([made], [])


def test_a_game_costs_work_by_its_wider_side():
    games = Games(Budget(most_work=100))
    zero = games.number(Fraction(0))
    left = games.budget.left
    games.game([zero, zero, zero], [zero])
    assert (left, games.budget.left) == (90, 74)


def test_what_follows_a_value_is_no_part_of_it():
    with pytest.raises(Unusable) as error:
        Games().read("1" + "*" * 45)
    assert str(error.value) == "there is no value 1" + "*" * 39
