"""Certificates of Squirrel War: those of answers are accepted, and false ones are not."""

import json
import random

import pytest

from checkers import verdict
from command_line import run
from exhaustive import some_of
from forging import forged
from random_scenarios import random_position
from squirrel import PERFECT, Naive, scenario_file
from toadstone.games.squirrel_war import engines
from toadstone_cli.streams import ExitStatus


@pytest.mark.parametrize("ask", ["margin", "beat", "shared"])
@pytest.mark.parametrize("seed", some_of(range(6), 2))
def test_a_certificate_is_accepted_and_no_false_one_is(ask, seed, tmp_path):
    path = scenario_file(tmp_path, *random_position(seed, most_empty=5), ask)
    proof = tmp_path / "proof.json"
    assert run("solve", path, "--certificate", proof).exit_code == ExitStatus.ANSWERED
    assert run("verify", proof).exit_code == ExitStatus.ANSWERED
    honest, rnd, refused = json.loads(proof.read_text()), random.Random(seed), 0
    for _ in range(100):
        made = forged(honest, rnd)
        if verdict(made) == "valid":
            assert is_true(made)
        else:
            refused += 1
    assert refused > 50


def is_true(certificate):
    """Say by brute force whether what a certificate claims is so."""
    scenario, claim = certificate["scenario"], certificate["claim"]
    values = "\n".join(" ".join(map(str, row)) for row in scenario["values"])
    naive, turn = Naive(values, "\n".join(scenario["board"])), scenario["turn"]
    if claim["ask"] == "shared":
        ends = [naive.extreme(turn, {"X": aim, "O": aim}) for aim in (max, min)]
        return [claim["values"]["largest"], claim["values"]["smallest"]] == ends
    find = naive.against_greed if claim["ask"] == "beat" else lambda t: naive.extreme(t, PERFECT)
    margin = find(turn)
    winner = "draw" if margin == 0 else "X" if margin > 0 else "O"
    return claim["values"] == {"winner": winner, "margin": margin}


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(4))
def test_a_certificate_from_the_search_is_accepted(seed, tmp_path, monkeypatch):
    monkeypatch.setattr(engines, "MOST_EMPTY_IN_A_TABLE", -1)
    values, board, turn = random_position(seed, most_empty=6)
    path, proof = scenario_file(tmp_path, values, board, turn), tmp_path / "proof.json"
    assert run("solve", path, "--certificate", proof).exit_code == ExitStatus.ANSWERED
    assert run("verify", proof).exit_code == ExitStatus.ANSWERED
    assert is_true(json.loads(proof.read_text()))
