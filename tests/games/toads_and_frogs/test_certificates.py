"""Certificates of Toads and Frogs: true claims come with proofs, false ones never pass."""

import copy
import json
import random
from collections import Counter
from functools import cache

import pytest

from command_line import run
from tests.games.toads_and_frogs.test_answers import answer_to, scenario
from toads import OTHER, after, rows_of, winner
from toadstone.games.toads_and_frogs.proof import ToadsAndFrogsCertifier
from toadstone_checker import certificate_file, toads_and_frogs
from toadstone_checker.certificate_file import Invalid, Unusable, parse
from toadstone_checker.checking import check
from toadstone_checker.toads_and_frogs import KIND, Game

ASKS = ("winner", "remoteness", "shortest", "longest")


def certified(ask, *rows, turn="toads"):
    """Return the certificate of an answer, as somebody reads it from a file."""
    certifier = ToadsAndFrogsCertifier(scenario(*rows, turn=turn, ask=ask))
    return json.loads(json.dumps(certifier.certificate(answer_to(ask, *rows, turn=turn))))


def passes(certificate):
    try:
        check(parse(json.dumps(certificate).encode()))
    except (Unusable, Invalid):
        return False
    return True


# --- an independent judge of claims -------------------------------------------------------------


@cache
def after_in_sum(rows, side):
    return {
        (*rows[:k], each, *rows[k + 1 :]) for k, row in enumerate(rows) for each in after(row, side)
    }


@cache
def remoteness_of_sum(rows, side):
    plies = [remoteness_of_sum(each, OTHER[side]) for each in after_in_sum(rows, side)]
    lost = [each for each in plies if each % 2 == 0]
    return 1 + (min(lost) if lost else max(plies, default=-1))


@cache
def lengths_of_sum(rows, side):
    lengths, plies, layer = set(), 0, {rows}
    while layer:
        if any(not after_in_sum(each, side) for each in layer):
            lengths.add(plies)
        layer = {following for each in layer for following in after_in_sum(each, side)}
        plies, side = plies + 1, OTHER[side]
    return lengths


def is_true(certificate):
    """Say whether the claim is true of the scenario, by the tests' own rules."""
    try:
        rows, turn = tuple(certificate["scenario"]["start"]), certificate["scenario"]["turn"]
        ask, values = certificate["claim"]["ask"], certificate["claim"]["values"]
        if not rows or any(not row or set(row) - set("TF_") for row in rows) or turn not in OTHER:
            return False
        first = {side: side if remoteness_of_sum(rows, side) % 2 else OTHER[side] for side in OTHER}
        if ask == "winner":
            return values == first
        if ask == "remoteness":
            plies = remoteness_of_sum(rows, turn)
            return values == {"winner": first[turn], "remoteness": plies}
        lengths = lengths_of_sum(rows, turn)
        best = min(lengths) if ask == "shortest" else max(lengths)
        return values == {"plies": best} and ask in {"shortest", "longest"}
    except (KeyError, TypeError, AttributeError):
        return False


# --- true claims --------------------------------------------------------------------------------


@pytest.mark.few(2)
@pytest.mark.parametrize("ask", ASKS)
def test_every_answer_has_a_certificate_that_is_accepted_and_true(ask):
    rng = random.Random(ask)
    starts = [*((row,) for row in rng.sample(rows_of(5, 6, 7), 25)), ("TT__FF",), ("TTF",)]
    starts += [tuple(rng.sample(rows_of(3, 4), 2)) for _ in range(6)]
    for rows in starts:
        certificate = certified(ask, *rows, turn=rng.choice(list(OTHER)))
        check(certificate)
        assert is_true(certificate)


def test_the_rules_of_the_checker_are_the_naive_ones():
    for row in rows_of(1, 2, 3, 4, 5, 6):
        game = Game({"start": [row], "turn": "toads"})
        for side in OTHER:
            reached = [rows[0] for rows in game.moves((row,), side).values()]
            assert sorted(reached) == sorted(after(row, side))


def test_a_certificate_of_the_winner_proves_it_whichever_side_begins():
    certificate = certified("winner", "TT__FF")
    assert certificate["certificate"] == KIND
    assert certificate["claim"] == {
        "ask": "winner",
        "values": {side: winner("TT__FF", side) for side in OTHER},
    }
    assert all(certificate["strategies"].values())


def test_a_certificate_of_a_side_that_always_wins_holds_its_replies_alone():
    assert certified("winner", "T_TF")["strategies"] == {"toads": {"T_TF": "1-2"}, "frogs": {}} or (
        certified("winner", "T_TF")["strategies"]["frogs"] == {}
    )


def test_prove_and_solve_write_what_verify_accepts(tmp_path):
    file, path = tmp_path / "row.yaml", tmp_path / "c.json"
    file.write_text("game: toads-and-frogs\nstart: TTT___FFF\nask: winner\n")
    for command in ("prove", "solve"):
        done = run(command, file, "--certificate", path)
        assert done.exit_code == {"prove": 10, "solve": 0}[command]
        assert run("verify", path).exit_code == 0


def test_what_a_strategy_does_not_prove_is_refused_by_name_before_it_is_solved(tmp_path):
    file, path = tmp_path / "row.yaml", tmp_path / "c.json"
    file.write_text("game: toads-and-frogs\nstart: TTTTTT______FFFFFF\nask: book\n")
    done = run("solve", file, "--certificate", path)
    assert done.exit_code == 2
    assert "there are none for `book`" in done.stderr
    assert not path.exists()


# --- false claims -------------------------------------------------------------------------------


class Mutation:
    """One change of a certificate, anywhere in it."""

    def __init__(self, rng):
        self.rng = rng

    def start(self, c):
        rows = c["scenario"]["start"]
        k = self.rng.randrange(len(rows))
        cell = self.rng.randrange(len(rows[k]))
        rows[k] = rows[k][:cell] + self.rng.choice("TF_") + rows[k][cell + 1 :]

    def longer(self, c):
        c["scenario"]["start"][0] += self.rng.choice("TF_")

    def another_row(self, c):
        c["scenario"]["start"].append(self.rng.choice(rows_of(2, 3)))

    def turn(self, c):
        c["scenario"]["turn"] = OTHER[c["scenario"]["turn"]]

    def claim(self, c):
        values = c["claim"]["values"]
        key = self.rng.choice(sorted(values))
        if isinstance(values[key], int):
            values[key] += self.rng.choice([-2, -1, 1, 2])
        else:
            values[key] = OTHER[values[key]]

    def question(self, c):
        c["claim"]["ask"] = self.rng.choice([each for each in ASKS if each != c["claim"]["ask"]])

    def swap_strategies(self, c):
        tables = c["strategies"]
        tables["toads"], tables["frogs"] = tables["frogs"], tables["toads"]

    def reply(self, c):
        table = c["strategies"][self.rng.choice(["toads", "frogs"])]
        table[self.rng.choice(sorted(table))] = f"{self.rng.randint(1, 6)}-{self.rng.randint(1, 6)}"

    def no_reply(self, c):
        table = c["strategies"][self.rng.choice(["toads", "frogs"])]
        del table[self.rng.choice(sorted(table))]

    def plan(self, c):
        del c["plan"][self.rng.randrange(len(c["plan"])) :]

    def plan_of_another(self, c):
        c["plan"] = list(plan_of(self.rng.choice(["shortest", "longest"]), self.rng.choice(ROWS)))


@cache
def plan_of(ask, row):
    return tuple(certified(ask, row)["plan"])


KINDS = [name for name in vars(Mutation) if not name.startswith("_")]
ROWS = ["TT__FF", "T__F", "TT_TF", "T_F_TF", "TTT_FFF", "_TF_TF", "T_TFF", "TF__TF"]
MUTANTS_OF_A_KIND = 120


def bases():
    """Return true certificates, and lies with the strategies and plans of the truth."""
    found = [certified(ask, row, turn=turn) for ask in ASKS for row in ROWS for turn in OTHER]
    found += [certified(ask, "T_F", "TT_F") for ask in ASKS]
    return found


def test_no_mutant_with_a_false_claim_passes():
    """Change certificates in one to three ways; a claim is judged by the tests' own rules alone."""
    rng, seen = random.Random(1), Counter()
    honest = bases()
    mutation = Mutation(rng)
    for kind in KINDS:
        for _ in range(MUTANTS_OF_A_KIND):
            certificate = copy.deepcopy(rng.choice(honest))
            for name in [kind, *rng.sample(KINDS, rng.randint(0, 2))]:
                try:
                    getattr(mutation, name)(certificate)
                except (LookupError, TypeError, ValueError):
                    continue  # there is no such thing to change in this certificate
            true, passed = is_true(certificate), passes(certificate)
            seen["true" if true else "false"] += 1
            seen["passed"] += passed
            assert true or not passed, certificate
    assert len(KINDS) * MUTANTS_OF_A_KIND >= 1000
    assert seen["false"] >= 500
    assert seen["passed"] >= 20


def test_a_lie_is_found_out_with_the_best_replies_there_are():
    """Every false claim about a small row, with replies for every position."""
    lies = 0
    for row in ROWS:
        for turn in OTHER:
            certificate = certified("remoteness", row, turn=turn)
            for plies in range(12):
                for side in OTHER:
                    lie = copy.deepcopy(certificate)
                    lie["claim"]["values"] = {"winner": side, "remoteness": plies}
                    lies += not is_true(lie)
                    assert passes(lie) == is_true(lie)
    assert lies >= 100


HOSTILE = {
    "no rows": {"scenario": {"start": [], "turn": "toads"}},
    "a row of nothing": {"scenario": {"start": [""], "turn": "toads"}},
    "a row too long": {"scenario": {"start": ["_" * 61], "turn": "toads"}},
    "too many rows": {"scenario": {"start": ["_"] * 21, "turn": "toads"}},
    "odd letters": {"scenario": {"start": ["T_f"], "turn": "toads"}},
    "a number for a row": {"scenario": {"start": [7], "turn": "toads"}},
    "text for rows": {"scenario": {"start": "T_F", "turn": "toads"}},
    "a side unknown": {"scenario": {"start": ["T_F"], "turn": "birds"}},
    "a list for a side": {"scenario": {"start": ["T_F"], "turn": ["toads"]}},
    "no claim": {"claim": None},
    "a question unknown": {"claim": {"ask": "book", "values": {}}},
    "a list for a question": {"claim": {"ask": ["winner"], "values": {}}},
    "values of another question": {"claim": {"ask": "remoteness", "values": {}}},
    "a truth value for plies": {
        "claim": {"ask": "remoteness", "values": {"winner": "toads", "remoteness": True}}
    },
    "a plan beside strategies": {"plan": []},
    "no strategies": {"strategies": None},
    "one strategy": {"strategies": {"toads": {}}},
    "lists for strategies": {"strategies": {"toads": [], "frogs": []}},
    "another key": {"more": 1},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_unusable(name):
    certificate = certified("winner", "TT__FF") | HOSTILE[name]
    with pytest.raises(Unusable):
        check(parse(json.dumps(certificate).encode()))


def test_the_largest_board_of_the_page_is_read():
    assert Game({"start": ["_" * 60] * 20, "turn": "toads"}).cells == 1200


def test_a_certificate_of_another_game_is_none_of_this_one():
    certificate = certified("winner", "T_F") | {"certificate": "toadstone ugly-duck 1"}
    with pytest.raises(Unusable, match="expected the kind"):
        toads_and_frogs.check(certificate)


@pytest.mark.parametrize("reply", ["2-9", 7, None, ["1-2"]])
def test_a_reply_that_is_no_legal_move_is_refused(reply):
    certificate = certified("winner", "T_F")
    certificate["strategies"]["toads"]["T_F"] = reply
    with pytest.raises(Invalid, match="there is no legal reply"):
        toads_and_frogs.check(certificate)


def test_a_file_that_takes_for_ever_is_given_up(monkeypatch):
    monkeypatch.setattr(certificate_file, "MOST_WORK", certificate_file.MOST_WORK // 1000)
    certificate = certified("shortest", "TTT_FFF")
    check(certificate)
    certificate["scenario"]["start"] += ["T__________F"] * 10
    with pytest.raises(Invalid):
        check(certificate)
    certificate["plan"] = some_game(certificate["scenario"]["start"])
    certificate["claim"]["values"]["plies"] = len(certificate["plan"])
    with pytest.raises(Unusable, match="takes too long"):
        check(certificate)


def test_a_claim_with_too_many_positions_to_keep_is_given_up(monkeypatch):
    certificate = certified("shortest", "TT__FF")
    monkeypatch.setattr("toadstone_checker.toads_and_frogs.MOST_POSITIONS", 1)
    with pytest.raises(Unusable, match="too many positions"):
        check(certificate)


def some_game(rows):
    """Return the moves of one whole game: the first move there is, again and again."""
    game, moves, mover, rows = Game({"start": rows, "turn": "toads"}), [], "toads", tuple(rows)
    while legal := game.moves(rows, mover):
        move, rows = next(iter(legal.items()))
        moves.append(move)
        mover = OTHER[mover]
    return moves
