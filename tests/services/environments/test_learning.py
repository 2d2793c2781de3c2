"""Environments by the checks of their libraries; a tabular learner finds what is proven."""

import random
import warnings
from collections import defaultdict

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the extra rl is missing")
pytest.importorskip("pettingzoo", reason="the extra rl is missing")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import toadstone
from own_folders import use_games_in
from places import ROOT
from toadstone.environments import make

ONE_PLAYER = {
    "river-toad": toadstone.scenario(
        "river-toad", hp=6, rows=2, rolls=[4, 32, 14, 8], ask="max-hp"
    ),
    "frog-puzzle": toadstone.scenario("frog-puzzle", start="LL_RR", goal="RR_LL"),
}
TWO_PLAYERS = {
    "toads-and-frogs": toadstone.scenario("toads-and-frogs", start="TT__FF", ask="winner"),
    "squirrel-war": toadstone.scenario(
        "squirrel-war", values=[[3, 1, 4], [1, 5, 9]], board=["X..", "..O"], ask="margin"
    ),
    "ugly-duck": toadstone.scenario("ugly-duck", board="d.d\n...\n.D.", ask="winner"),
}

EPISODES = dict.fromkeys((*ONE_PLAYER, *TWO_PLAYERS), 400) | {"river-toad": 1500, "ugly-duck": 800}
"""Random games until a table knows what each first move is worth."""


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
@pytest.mark.parametrize("game", ONE_PLAYER)
def test_gymnasium_accepts_the_environments_of_one_player(game, mode):
    env = make(ONE_PLAYER[game], render_mode=mode)
    check_env(env.unwrapped)
    _, info = env.reset(seed=1)
    frames = [env.render()]
    while True:
        action = env.action_space.sample(info["action_mask"])
        _, _, over, cut, info = env.step(action)
        frames.append(env.render())
        if over or cut:
            break
    if mode == "rgb_array":
        assert len({frame.shape for frame in frames}) == 1
        assert not np.array_equal(frames[0], frames[-1])
    else:
        assert len(set(frames)) == len(frames)


def expect_pettingzoo_accepts(scenario):
    def env(render_mode=None):
        return make(scenario, render_mode=render_mode)

    with warnings.catch_warnings():  # it knows its own that observe a dict by their names
        warnings.filterwarnings("ignore", "Observation (space for each agent|is not a NumPy array)")
        api_test(env(), num_cycles=100)
    seed_test(env, num_cycles=100)
    render_test(env)


@pytest.mark.parametrize("game", TWO_PLAYERS)
def test_pettingzoo_accepts_the_environments_of_two_players(game):
    expect_pettingzoo_accepts(TWO_PLAYERS[game])


def q_learn(env, step, episodes):
    """Learn a table of what each action is worth to who takes it; return it with the first key.

    `step(action)` returns the next key, its mask, the reward of the mover, whether the game goes on
    with the other side, and whether it is over.
    """
    table, dice = defaultdict(float), random.Random(0)
    for _ in range(episodes):
        key, mask = env()
        first = key, mask
        over = False
        while not over:
            actions = np.flatnonzero(mask)
            action = int(dice.choice(list(actions)))
            after, mask_after, reward, sign, over = step(action)
            best = 0.0 if over else max(table[after, int(a)] for a in np.flatnonzero(mask_after))
            table[key, action] = reward + sign * best  # nothing is left to chance: rate 1
            key, mask = after, mask_after
    key, mask = first
    return {int(action): table[key, int(action)] for action in np.flatnonzero(mask)}


@pytest.mark.parametrize("game", ONE_PLAYER)
def test_a_tabular_learner_of_one_player_reaches_the_proven_value(game):
    env, knowing = make(ONE_PLAYER[game], limit=0), make(ONE_PLAYER[game], limit=60)

    def begin():
        seen, info = env.reset()
        return seen.tobytes(), info["action_mask"]

    def step(action):
        seen, reward, over, cut, info = env.step(action)
        return seen.tobytes(), info["action_mask"], reward, 1, over or cut

    found = q_learn(begin, step, EPISODES[game])
    _, info = knowing.reset()
    said = toadstone.solve(ONE_PLAYER[game])
    assert abs(info["value"]) == said.values[said.ask[0].figure]
    assert max(found.values()) == info["value"]
    assert [a for a, worth in found.items() if worth == info["value"]] == info["best_actions"]


@pytest.mark.parametrize("game", TWO_PLAYERS)
def test_a_tabular_learner_of_two_players_reaches_the_proven_value(game):
    env, knowing = make(TWO_PLAYERS[game], limit=0), make(TWO_PLAYERS[game], limit=60)

    def begin():
        env.reset()
        seen = env.last()[0]
        return seen["observation"].tobytes(), seen["action_mask"]

    def step(action):
        mover = env.agent_selection
        env.step(action)
        over = env.terminations[mover]
        seen = env.observe(env.agent_selection)
        reward = env.rewards[mover]
        sign = 1 if env.agent_selection == mover else -1
        return seen["observation"].tobytes(), seen["action_mask"], reward, sign, over

    found = q_learn(begin, step, EPISODES[game])
    knowing.reset()
    info = knowing.last()[4]
    said = toadstone.solve(TWO_PLAYERS[game], ask="margin" if game == "squirrel-war" else "winner")
    rules = said.instance.rules
    worth = {rules.sides[0]: 1, rules.sides[1]: -1}.get(said.values["winner"], 0)
    worth = said.values.get("margin", worth)
    assert info["value"] == worth * (1 if rules.to_move(rules.start()) == rules.sides[0] else -1)
    assert max(found.values()) == info["value"]
    assert [a for a, w in found.items() if w == info["value"]] == info["best_actions"]


def test_an_illegal_action_loses_and_says_why():
    env = make(ONE_PLAYER["frog-puzzle"])
    _, info = env.reset()
    with pytest.raises(toadstone.RequestError, match="expected an action from 0"):
        env.step(-1)
    action = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(action)
    assert over
    assert reward == env.unwrapped.lost
    assert info["illegal"]
    with pytest.raises(toadstone.RequestError, match="over at its start: frogs cannot move"):
        make({"game": "toads-and-frogs", "start": "F_T", "turn": "frogs", "ask": "winner"})


def test_a_requirement_of_a_scenario_that_is_violated_loses():
    strict = toadstone.scenario(
        "river-toad", hp=9, rows=2, rolls=[0, 0, 0, 0], ask="max-hp", require={"max_moves": 0}
    )
    env = make(strict, limit=60)
    _, info = env.reset()
    assert info["best_actions"] == [2]
    assert env.step(1)[1:3] == (-1, True)


def test_a_game_of_others_is_played_as_well(monkeypatch):
    use_games_in(monkeypatch, ROOT / "tests" / "own_games")
    lights = make(toadstone.scenario("lights", row="oo.o"), render_mode="ansi", limit=60)
    check_env(lights.unwrapped)
    _, info = lights.reset()
    value, over = info["value"], False
    assert value == -toadstone.solve(toadstone.scenario("lights", row="oo.o")).values["moves"]
    while not over:
        _, reward, over, _, info = lights.step(info["best_actions"][0])
        assert over or info["value"] == value
    assert reward == value
    kayles = make(toadstone.scenario("kayles", pins=4), limit=60)
    kayles.reset()
    assert [*kayles.last()[0]["observation"][-4:]] == [ord("!")] * 4
    assert kayles.last()[4] == {"value": 1, "best_actions": [3]}  # 2-3: the second and third pin
    assert kayles.unwrapped.actions[3] == "2-3"
    expect_pettingzoo_accepts(toadstone.scenario("kayles", pins=4))


def test_best_actions_are_left_out_where_there_is_no_time_to_prove_them():
    env = make(toadstone.scenario("squirrel-war", values=[[1] * 6] * 6, ask="margin"), limit=1e-9)
    env.reset()
    assert env.last()[4] == {}
