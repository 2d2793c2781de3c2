"""Among equally good plans, the one with the fewest moves, then the most HP."""

from dataclasses import replace

import pytest

from random_scenarios import crossing
from toad import asked_values, asking, best_figures, living_lines, river_toad, solve
from toadstone.core.errors import DisagreementError
from toadstone.engines import answering
from toadstone.engines.answer import Status
from toadstone.engines.search.engine import LAYERED, SearchEngine
from toadstone.games.river_toad.questions import QUESTIONS

TIES = asking("min-moves", "max-hp")


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_the_plan_is_the_best_in_what_is_asked_then_in_moves_then_in_hp(question):
    ask = (question, *(each for each in TIES if each != question))
    for seed in range(6):
        scenario = crossing(seed)
        truth = best_figures(scenario, ask, living_lines)
        said = solve(scenario, (question,))
        assert (said.values is None) == (truth is None), seed
        assert truth is None or asked_values(said.values, ask) == asked_values(truth, ask), seed


def test_the_longest_game_burns_no_hp_for_nothing():
    quiet = river_toad([0] * 6)
    said = solve(quiet, asking("longest"))
    assert said.values == {"hp": 10, "moves": 0, "flies": 0, "turns": 6, "start_hp": 10}
    assert said.confirmed_by is not None


def test_where_the_choice_takes_too_long_the_plan_that_was_found_is_kept(monkeypatch):
    monkeypatch.setattr(answering, "LEAST_SECONDS_FOR_TIES", 0)
    instant = replace(solve(river_toad([4, 0]), asking("max-hp")).seconds, solve=0.0)
    monkeypatch.setattr(answering, "Seconds", lambda *_: instant)
    said = solve(river_toad([4, 0, 0]), asking("survive"), bounded=False)
    assert said.status is Status.OPTIMAL
    assert said.plan is not None


class Misled(SearchEngine):
    """Looks for the fewest moves, whatever is asked."""

    def solve(self, instance, budget):
        return super().solve(instance.asking(*asking("min-moves")), budget)


def test_a_search_that_finds_no_plan_as_good_is_a_disagreement(monkeypatch):
    monkeypatch.setattr("toadstone.engines.search.engine.LAYERED", Misled(**vars(LAYERED)))
    with pytest.raises(DisagreementError, match="layered does not find max-hp = 14"):
        solve(river_toad([33, 0, 0], start=4), asking("max-hp"), bounded=False)
