"""Why a scenario cannot be won and what would help, held against looking at every plan."""

import functools
import json
import random
from dataclasses import replace
from itertools import combinations
from unittest.mock import Mock

import pytest

import command_line
from exhaustive import some_of
from random_scenarios import requirements
from toad import asking, best_figures, living_games, living_lines, river_toad
from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.replay import replay
from toadstone.engines.cp_sat.solver import run
from toadstone.engines.search.engine import LAYERED
from toadstone.engines.search.problem import SearchResult
from toadstone.games.river_toad.bounds import BoundedHorizon
from toadstone.games.river_toad.explain import LeastHp
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone.proofs.explain import all_cores, explain, shrink

SURVIVE = asking("survive")


@functools.cache
def small_scenario(seed):
    """Return a scenario of up to 6 turns that is lost more often than not."""
    rng = random.Random(seed)
    turns = rng.randint(2, 6)
    rolls = [rng.choice([rng.randint(1, 31), rng.randint(1, 31), 0, 32, 33]) for _ in range(turns)]
    return river_toad(
        rolls,
        rows=rng.choice([2, 2, 3]),
        hp=rng.randint(1, 3),
        start=rng.randint(1, 5),
        flies={"gain": rng.choice([1, 2, 5])},
        overdraft=rng.choice(["forbidden", "clamped"]),
        require=requirements(rng, turns, 5),
    )


@functools.cache
def explained(seed):
    """Return the explanation of a small scenario, with all its cores, as JSON."""
    return explain(small_scenario(seed), most_cores=1000).to_json()


def changed(scenario, **parts):
    fields = {name: getattr(scenario, name) for name in type(scenario).model_fields}
    return RiverToadScenario.model_construct(**(fields | parts))


@functools.cache
def winnable(scenario):
    return best_figures(scenario, SURVIVE, living_lines) is not None


def winnable_with_rolls(scenario, rolls):
    return winnable(changed(scenario, rolls=tuple(rolls)))


def only(scenario, turns):
    return [roll if turn in turns else 0 for turn, roll in enumerate(scenario.rolls, 1)]


def every_core(scenario):
    """Return all smallest sets of turns whose rolls alone lose, from all sets of turns."""
    turns = range(1, scenario.turns + 1)
    cores = []
    for size in range(scenario.turns + 1):
        for kept in map(set, combinations(turns, size)):
            if not any(core <= kept for core in cores) and not winnable_with_rolls(
                scenario, only(scenario, kept)
            ):
                cores.append(kept)
    return cores


def fewest(things, helps):
    """Return the size of a smallest subset that helps, or None."""
    for size in range(len(things) + 1):
        if any(helps(chosen) for chosen in combinations(things, size)):
            return size
    return None


def fewest_rolls(scenario):
    return fewest(
        range(1, scenario.turns + 1),
        lambda turns: winnable_with_rolls(
            scenario, only(scenario, set(range(1, scenario.turns + 1)) - set(turns))
        ),
    )


def without_snakes(scenario, places):
    rolls = list(scenario.rolls)
    for turn, cell in places:
        rolls[turn - 1] &= ~(1 << (scenario.board.width - cell))
    return rolls


def fewest_snakes(scenario):
    places = [
        (turn, cell)
        for turn, roll in enumerate(scenario.rolls, 1)
        if roll < 32
        for cell in range(1, 6)
        if roll >> (5 - cell) & 1
    ]
    return fewest(
        places, lambda gone: winnable_with_rolls(scenario, without_snakes(scenario, gone))
    )


def least_hp(scenario):
    figures = best_figures(scenario, asking("min-start-hp"), living_lines)
    return figures and figures["start_hp"]


def winning_plans(rules):
    return [
        [str(move) for move, _ in played]
        for played in living_games(rules)
        if len(played) == rules.scenario.turns and rules.final_violation(played[-1][1]) is None
    ]


def turns_of(core):
    return {cause["turn"] for cause in core}


def wins(scenario, plan):
    rules = RiverToadRules(scenario)
    return replay(rules, map(rules.read_move, plan)).failure is None


SEEDS = range(60)
LOST = [seed for seed in SEEDS if not winnable(small_scenario(seed))]
WON = [seed for seed in SEEDS if seed not in LOST]


@pytest.mark.parametrize("seed", some_of(LOST, 6))
def test_the_cores_are_exactly_those_of_brute_force(seed):
    scenario = small_scenario(seed)
    result = explained(seed)
    expected = every_core(scenario)
    found = [turns_of(core) for core in result["cores"]]
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    assert result["cores_complete"]
    assert result["core"] == result["cores"][0]
    for cause in result["core"]:
        assert cause["roll"] == scenario.rolls[cause["turn"] - 1]
        assert cause["roll"] < 32


@pytest.mark.parametrize("seed", some_of(LOST, 6))
@pytest.mark.parametrize("name", ["core_with_helps", "core_whatever_start"])
def test_a_core_that_keeps_the_flies_is_there_where_it_is_due_and_minimal(seed, name):
    scenario = small_scenario(seed)
    result = explained(seed)
    if name == "core_whatever_start":
        scenario = scenario.with_start_hp(100)
        if winnable(scenario):
            assert name not in result
            return
    core = turns_of(result.get(name, result["core"]))
    flies = {turn for turn, roll in enumerate(scenario.rolls, 1) if roll >= 32}
    assert turns_of(result["core"]) <= core
    assert not winnable_with_rolls(scenario, only(scenario, core | flies))
    for turn in core:
        assert winnable_with_rolls(scenario, only(scenario, (core | flies) - {turn}))


@pytest.mark.parametrize("seed", some_of(LOST, 6))
def test_the_reason_is_what_the_core_alone_says_with_all_the_hp_one_could_use(seed):
    scenario = small_scenario(seed)
    result = explained(seed)
    rich = changed(scenario, rolls=tuple(only(scenario, turns_of(result["core"]))))
    rich = rich.with_start_hp(100)
    free = changed(rich, require=type(rich.require)())
    expected = "hp" if winnable(rich) else "requirements" if winnable(free) else "walls"
    assert result["reason"] == expected


@pytest.mark.parametrize("seed", some_of(LOST, 6))
def test_repairs_are_least_and_their_plans_win(seed):
    scenario = small_scenario(seed)
    repairs = explained(seed)["repairs"]
    rolls, hp, snakes = repairs["rolls"], repairs["hp"], repairs["snakes"]
    assert (rolls and rolls["count"]) == fewest_rolls(scenario)
    assert (snakes and snakes["count"]) == fewest_snakes(scenario)
    enough = least_hp(scenario)
    assert (hp and hp["extra"] + scenario.toad.hp) == enough
    if rolls:
        assert len(rolls["turns"]) == rolls["count"]
        kept = set(range(1, scenario.turns + 1)) - set(rolls["turns"])
        assert wins(changed(scenario, rolls=tuple(only(scenario, kept))), rolls["plan"])
    if snakes:
        places = [(each["turn"], each["river"]) for each in snakes["removed"]]
        assert len(set(places)) == snakes["count"]
        assert wins(
            changed(scenario, rolls=tuple(without_snakes(scenario, places))), snakes["plan"]
        )
    if hp:
        assert wins(scenario.with_start_hp(enough), hp["plan"])


@pytest.mark.parametrize("seed", some_of(WON, 12))
def test_least_hp_and_forced_turns_are_those_of_all_winning_plans(seed):
    scenario = small_scenario(seed)
    result = explained(seed)
    plans = winning_plans(RiverToadRules(scenario))
    taken = {turn: {plan[turn - 1] for plan in plans} for turn in range(1, scenario.turns + 1)}
    forced = {turn: actions for turn, actions in taken.items() if len(actions) == 1}
    assert result["status"] == "feasible"
    assert result["least_hp"] == least_hp(scenario)
    assert result["forced_turns"] == sorted(forced)
    for move in result["forced_moves"]:
        assert {move["move"]} == forced[move["turn"]]


def test_shrinking_and_listing_agree_with_all_subsets_on_any_monotone_question():
    rng = random.Random(3)
    elements = tuple(range(7))
    for _ in range(20):
        seeds = [set(rng.sample(elements, rng.randint(1, 4))) for _ in range(rng.randint(1, 5))]
        cores = {frozenset(s) for s in seeds if not any(other < s for other in seeds)}

        def suffices(kept, cores=cores):
            return any(core <= set(kept) for core in cores)

        def search(model):
            return run(model, Budget())

        first = shrink(elements, suffices)
        assert frozenset(first) in cores
        found = [first, *all_cores(elements, [first], suffices, search)]
        assert len(found) == len(cores)
        assert set(map(frozenset, found)) == cores


@pytest.mark.parametrize("lie", [lambda goal: None, lambda goal: goal and goal.parent])
def test_a_quick_search_that_lies_as_the_bounds_do_is_a_disagreement(monkeypatch, lie):
    def search(problem, budget):
        return SearchResult(lie(LAYERED.search(problem, budget).goal))

    monkeypatch.setattr(BoundedHorizon, "open_ways", lambda horizon: [[]] * len(horizon.turns))
    monkeypatch.setattr("toadstone.proofs.explain.LAYERED", replace(LAYERED, search=search))
    with pytest.raises(DisagreementError):
        explain(river_toad([4, 31, 0, 0]))


# The command line


LOST_FILE = "16 31 33 4 4\n"


def explained_by_command(*options, text):
    """Return the exit status and the JSON of a roll file with 3 HP and 2 rows."""
    done = command_line.run(
        *("explain", "-", "--hp", 3, "--rows", 2, "--json"), *options, input=text
    )
    return done.exit_code, json.loads(done.stdout)


def test_what_the_time_limit_cuts_off_is_undecided_and_claims_nothing():
    options = "--time-limit", "0.000001", "--all-cores"
    status, result = explained_by_command(*options, text=LOST_FILE)
    assert (status, result["status"], result["undecided"]) == (20, "unknown", ["verdict"])
    assert not result.keys() & {"core", "cores", "repairs", "least_hp", "forced_turns"}


def test_an_interrupt_prints_what_is_known_and_names_the_repairs_that_are_left_out(monkeypatch):
    monkeypatch.setattr(LeastHp, "__init__", Mock(side_effect=KeyboardInterrupt))
    status, result = explained_by_command(text=LOST_FILE)
    assert (status, result["status"]) == (130, "infeasible")
    assert result["core"] == [{"turn": 2, "roll": 31}]
    assert result["undecided"] == ["repairs.hp", "repairs.snakes"]
    assert result["repairs"].keys() == {"rolls"}
