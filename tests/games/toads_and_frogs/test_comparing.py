"""Toads and Frogs against values: answers, and certificates, held against a naive search.

The naive search plays rows by `toads`, and values as nested pairs of what each side can move to.
"""

import json
import random
from unittest.mock import Mock

import pytest

from checkers import verdict
from command_line import run
from exhaustive import some_of
from forging import forged
from places import ROOT
from tests.games.toads_and_frogs.test_answers import scenario
from tests.games.toads_and_frogs.test_certificates import certified
from toads import VALUES, mover_wins, negative, rows_of
from toadstone.combinatorial import parse, value_of
from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import InputError, LimitReachedError, RequestError
from toadstone.engines.adversarial.values import PositionValues
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer, engine_for, engines_for
from toadstone.engines.comparison import Comparison
from toadstone.engines.instance import make_instance
from toadstone.files.source import Source
from toadstone.games.toads_and_frogs import search
from toadstone.games.toads_and_frogs.difference import DifferenceState, as_asked, rules_of
from toadstone.games.toads_and_frogs.perfect_play import SolvedRows
from toadstone.games.toads_and_frogs.questions import COMPARE_WITH
from toadstone.games.toads_and_frogs.rules import State, ToadsAndFrogsRules
from toadstone.loading import read_scenario
from toadstone_checker.certificate_file import Invalid, Unusable
from toadstone_checker.certificate_file import parse as read_certificate
from toadstone_checker.checking import check
from toadstone_checker.values import Games

PROOFS = ROOT / "proofs"


def naive_relation(rows, name):
    at_least = not mover_wins(rows, negative(VALUES[name]), "frogs")
    at_most = not mover_wins(rows, negative(VALUES[name]), "toads")
    return {(True, True): "=", (True, False): ">", (False, True): "<"}.get(
        (at_least, at_most), "||"
    )


def compared(rows, name, question="compare-with", method=None):
    instance = make_instance(scenario(*rows), [f"{question}={name}"])
    return answer(instance, method=method)


def some_rows(seed, count):
    rng = random.Random(seed)
    rows = [(row,) for row in rng.sample(rows_of(4, 5, 6), count)]
    return rows + [tuple(rng.sample(rows_of(3, 4), 2)) for _ in range(count // 3)]


# --- answers ------------------------------------------------------------------------------------


def test_the_four_relations_are_those_of_a_naive_search():
    rng, found = random.Random(5), set()
    for rows in [*some_rows(1, 24), ("T_F",), ("TT_F",), ("_",), ("TF",)]:
        name = rng.choice(sorted(VALUES))
        relation = compared(rows, name).values["relation"]
        assert relation == naive_relation(rows, name), (rows, name)
        found.add(relation)
    assert found == {"=", "<", ">", "||"}


def relations_of_all_rows(lengths, names):
    """Compare every row with values, by the search and by the canonical form."""
    relations, values = set(), PositionValues(ToadsAndFrogsRules(scenario("_")))
    for length in lengths:
        for name in names:
            asked = COMPARE_WITH.with_stated(name)
            play = SolvedRows(rules_of(as_asked(scenario("_" * length), (asked,), {})))
            other, beside = parse(name), str(-parse(name))
            for row in rows_of(length):
                value = values.value(State((row,), "toads"))
                second = {"frogs": value >= other, "toads": value <= other}
                for first, wins in second.items():
                    state = DifferenceState((row,), first, beside=beside)
                    assert play.payoff(state) == (-1 if wins else 1), (row, name, first)
                relations.add(tuple(second.values()))
    return relations


@pytest.mark.parametrize("longest", [4, pytest.param(6, marks=pytest.mark.exhaustive)])
def test_the_search_agrees_with_the_canonical_form_of_every_row(longest):
    assert len(relations_of_all_rows(range(1, longest + 1), VALUES)) == 4


@pytest.mark.parametrize("question", ["at-least", "compare-with"])
def test_every_method_gives_the_same_answer(question):
    for rows in [("TTT___FF",), ("TT_F_TF",), ("T_F", "TT_FF")]:
        instance = make_instance(scenario(*rows), [f"{question}=1*"])
        engines = list(engines_for(instance))
        answers = tuple(answer(instance, method=engine) for engine in engines)
        names = ["compiled-search", "exact-search"]
        assert [engine.name for engine in engines] == names
        Comparison(instance, answers).confirm(Budget(), Confirm.NEVER)
        assert len({said.values["at_least"] for said in answers}) == 1


@pytest.mark.exhaustive
def test_the_proof_that_the_conjecture_fails_for_seven_toads_is_accepted():
    certificate = read_certificate((PROOFS / "toads-and-frogs-e4-seven-toads.json.gz").read_bytes())
    assert certificate["scenario"]["start"] == ["T" * 7 + "_" * 7 + "F" * 6]
    assert certificate["claim"] == {"ask": "at-least", "values": {"other": "2", "at_least": True}}
    check(certificate)
    forged = certificate | {
        "claim": {"ask": "at-least", "values": {"other": "3", "at_least": True}}
    }
    with pytest.raises(Invalid):
        check(forged)


@pytest.mark.exhaustive
def test_the_compiled_search_answers_who_wins_long_rows():
    instance = make_instance(scenario("TTT_________FFF"), ["winner"])
    by_search = [answer(instance, method=name) for name in ("compiled-search", "exact-search")]
    assert engine_for(instance).name == "compiled-search"
    assert by_search[0].values == by_search[1].values


def test_half_an_answer_is_undecided_and_says_the_half(monkeypatch, tmp_path):
    monkeypatch.setattr(search, "winners_when_first", Mock(side_effect=LimitReachedError))
    file = tmp_path / "row.yaml"
    file.write_text("game: toads-and-frogs\nstart: TTT___FF\nask: compare-with=1\n")
    done = run("solve", file)
    assert done.exit_code == 20
    assert "Undecided: the value is not at least 1, but" in done.stdout
    said = compared(("TTT___FF",), "1*")
    assert said.status is Status.FEASIBLE
    assert said.values["at_least"] is True
    assert "relation" not in said.values


# --- questions with a value ---------------------------------------------------------------------


def read(ask):
    content = {"game": "toads-and-frogs", "start": "T_F", "ask": ask}
    return read_scenario(Source("file", json.dumps(content), None))


def test_a_value_is_stated_in_its_canonical_form():
    for ask in ("compare-with=1*", ["compare-with=1*"]):
        assert list(map(str, read(ask).asked())) == ["compare-with=1*"]
    asked = make_instance(scenario("T_F"), ["compare-with={1,2|0}"]).ask
    assert list(map(str, asked)) == ["compare-with={2|0}"]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        ("compare-with", "expected `compare-with=VALUE`, found `compare-with`"),
        ("compare-with=", "expected `compare-with=VALUE`"),
        ("compare-with=x", "column 1, “x”, cannot be read"),
        ("compare-with=1/3", "the denominator of a value is a power of two"),
        ("winner=1", "expected `winner`"),
        ({"compare-with": 1}, "is not known here"),
        (["at-least=1", "shortest"], "expected `at-least` alone"),
    ],
)
def test_a_question_without_a_value_that_can_be_read_is_refused(ask, message):
    with pytest.raises(InputError, match=message):
        read(ask)


def test_values_too_large_to_be_played_beside_the_rows_are_refused():
    with pytest.raises(RequestError, match="lasts too long"):
        compared(("T_F",), "2000")
    assert compared(("T_F",), "500").values["relation"] == "<"


def test_rows_too_long_for_the_compiled_search_are_compared_by_another():
    row = "T" + "_" * 31
    said = compared((row,), "31")
    assert said.solver.name == "exact-search"
    assert said.values["relation"] == "="


# --- certificates -------------------------------------------------------------------------------


def is_true(certificate):
    """Say whether the claim is true, by the naive search; of values that the tests know."""
    rows, values = tuple(certificate["scenario"]["start"]), certificate["claim"]["values"]
    if certificate["claim"]["ask"] == "at-least":
        return values["at_least"] == (naive_relation(rows, values["other"]) in {"=", ">"})
    relation = "=" if "value" in values else values["relation"]
    return naive_relation(rows, values.get("value", values.get("other"))) == relation


def test_every_sort_of_value_has_a_certificate_that_is_accepted():
    rng, sorts = random.Random(3), set()
    rows = ["TTT___FF", "TT_F_TF", "T_F", "TT_FF_", "TT__FF", "TTF_", "_", "TT_F", "T_TFF"]
    for row in [*rows, *rng.sample(rows_of(6, 7), 8)]:
        certificate = certified("value", row)
        check(certificate)
        sorts |= set(certificate["claim"]["values"]["value"])
    assert sorts >= set("*^v/{0-")


def test_every_relation_has_a_certificate_that_is_accepted_and_true():
    rng, relations = random.Random(4), set()
    for rows in some_rows(4, 24):
        name = rng.choice(sorted(VALUES))
        for question in ("compare-with", "at-least"):
            certificate = certified(f"{question}={name}", *rows)
            check(certificate)
            assert is_true(certificate)
            relations.add(str(certificate["claim"]["values"].get("relation")))
    assert relations == {"=", "<", ">", "||", "None"}


def test_the_checker_reads_names_as_the_games_that_they_stand_for():
    games = Games()

    def written(game):
        return tuple(tuple(map(written, side[game])) for side in (games.left, games.right))

    for name, game in VALUES.items():
        assert written(games.read(name)) == game
        assert written(games.negative(games.read(name))) == negative(game)


SIGNS = ["{", "}", "|", "||", ",", "+-", "±", "1", "-1", "1/2", "*2", "^", "v2", "-_2", " ", "x"]


def _name(rng, depth=0):
    """Return a name with blanks, bars of any length and switches; every other one is damaged."""

    def values(least):
        return f"{blank()},".join(_name(rng, depth + 1) for _ in range(rng.randint(least, 2)))

    def blank():
        return rng.choice(["", "", " "])

    made = rng.choice(
        [
            lambda: rng.choice(["1", "0", "-1", "1/2", "*", "v2", "1*", "+_1", "^*2"]),
            lambda: rng.choice(["+-", "±"]) + blank() + _name(rng, depth + 1),
            lambda: f"+-{{{values(1)}{blank()}}}",
            lambda: f"{{{values(0)}{blank()}|{blank()}{values(0)}}}",
            lambda: f"{{{values(0)}{blank()}||{values(1)}|{values(0)}}}",
            lambda: f"{{{values(0)}|{values(0)}||{blank()}{values(0)}|||{values(0)}}}",
        ][: 6 if depth < 2 else 1]
    )()
    at = rng.randint(0, len(made))
    return made if depth or rng.random() < 0.5 else made[:at] + rng.choice(SIGNS) + made[at:]


@pytest.mark.parametrize("seeds", some_of([range(200), range(200, 5000)], 1))
def test_the_checker_and_the_model_read_the_same_names_as_the_same_values(seeds):
    readable = 0
    for seed in seeds:
        name, games, made = _name(random.Random(seed)), Games(), []
        try:
            value = parse(name)
        except InputError:
            with pytest.raises(Unusable):
                games.read(name)
            continue
        number = games.read(name)
        for left, right in zip(games.left, games.right, strict=True):
            made.append(value_of([made[each] for each in left], [made[each] for each in right]))
        assert made[number] is value, name
        readable += 1
    assert readable > len(seeds) / 4


def test_no_forged_certificate_with_a_false_claim_passes():
    rng, false, passed = random.Random(6), 0, 0
    known = [name for name in VALUES if name not in {"*2", "+_1"}]
    honest = [certified(f"compare-with={rng.choice(known)}", *rows) for rows in some_rows(7, 15)]
    honest += [certified(f"at-least={rng.choice(known)}", *rows) for rows in some_rows(8, 9)]
    honest += [certified("value", row) for row in ("T_F", "TTT___FF", "TT__F", "TT_F_TF")]
    for _ in range(500):
        certificate = forged(rng.choice(honest), rng)
        if verdict(certificate) != "valid":
            false += 1
        elif {*certificate["claim"]["values"].values()} & {*VALUES}:
            passed += 1
            assert is_true(certificate), certificate
    assert false >= 200
    assert passed >= 10


def test_rows_too_long_for_a_certificate_are_refused_before_they_are_compared(tmp_path):
    file, path = tmp_path / "row.yaml", tmp_path / "c.json"
    file.write_text(f"game: toads-and-frogs\nstart: {'T_' * 16}\nask: at-least=1\n")
    done = run("solve", file, "--certificate", path)
    assert done.exit_code == 2
    assert "expected rows of up to 31 cells" in done.stderr
    assert not path.exists()


def test_prove_of_long_rows_writes_a_certificate_by_the_compiled_search(tmp_path):
    file, path = tmp_path / "row.yaml", tmp_path / "c.json"
    file.write_text("game: toads-and-frogs\nstart: TT___________FF\nask: winner\n")
    run("prove", file, "--certificate", path)
    assert run("verify", path).exit_code == 0


def test_a_certificate_of_a_comparison_is_about_its_scenario(tmp_path):
    file, path = tmp_path / "row.yaml", tmp_path / "c.json.gz"
    file.write_text("game: toads-and-frogs\nstart: TTT___FF\nask: compare-with=1*\n")
    done = run("solve", file, "--certificate", path)
    assert done.exit_code == 0
    done = run("verify", path, file)
    assert done.exit_code == 0
    assert "\n  values: the value is equal to 1*\n" in done.stdout
