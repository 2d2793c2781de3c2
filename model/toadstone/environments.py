"""Every scenario as an environment: of Gymnasium for one player, of PettingZoo (AEC) for two.

    import toadstone.environments

    game = toadstone.environments.make("first-crossing")

The extra `rl` installs both libraries. `docs/environments.md` says what an environment has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.instance import Instance, make_instance
from toadstone.interface import load
from toadstone.services.environments.episode import Episode

SOLO = "toadstone/Scenario-v1"
"""What Gymnasium calls the environment of one player; `source` is all that `load` accepts."""

SECONDS = 5.0
"""The time to prove what is best in a state."""

MOST_TURNS = 1000
"""Turns after which an episode of one player is truncated."""

MODES = ["ansi", "rgb_array"]


def make(
    source: Any,
    *,
    ask: str | Sequence[str] = (),
    render_mode: str | None = None,
    limit: float = SECONDS,
    most_turns: int = MOST_TURNS,
) -> Any:
    """Return the environment of a scenario: a wrapped `SoloEnv` or `DuelEnv`.

    Args:
        source: all that `toadstone.load` accepts.
        ask: what is asked instead of the scenario's own question.
        render_mode: `ansi` for text, `rgb_array` for a picture, which needs the extra `pictures`.
        limit: seconds to prove `value` and `best_actions` of each new state; 0 leaves them out.
        most_turns: turns after which an episode of one player is truncated.
    """
    asked = make_instance(load(source), [ask] if isinstance(ask, str) else ask)
    if not isinstance(asked.rules, TwoPlayerRules):
        options = {"render_mode": render_mode, "limit": limit, "most_turns": most_turns}
        return gymnasium.make(SOLO, source=asked, **options)
    duel = DuelEnv(asked, render_mode=render_mode, limit=limit)
    legal = wrappers.TerminateIllegalWrapper(duel, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


def _instance_of(source: Any) -> Instance:
    return source if isinstance(source, Instance) else make_instance(load(source))


def _observed(episode: Episode) -> spaces.Box:
    limits, shape = np.iinfo(np.int32), episode.observation().shape
    return spaces.Box(limits.min, limits.max, shape, np.int32)


def _drawn(episode: Episode, mode: str | None) -> Any:
    if mode not in MODES:
        return None
    return episode.text() if mode == "ansi" else episode.image()


class SoloEnv(gymnasium.Env):  # type: ignore[misc]  # without its types
    """A game for one player; `info` has `action_mask`, and where proven `value`, `best_actions`.

    An action that is not legal loses, and `info["illegal"]` says why. Only the last reward is not
    0: what the game is worth.
    """

    metadata = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012 - as the library has it

    def __init__(
        self,
        source: Any,
        *,
        render_mode: str | None = None,
        limit: float = SECONDS,
        most_turns: int = MOST_TURNS,
    ) -> None:
        self.episode = Episode(_instance_of(source), limit, most_turns)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(self.episode.actions))
        self.observation_space = _observed(self.episode)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game."""
        super().reset(seed=seed, options=options)
        self.episode.begin()
        return self.episode.observation(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take an action."""
        game = self.episode
        illegal = game.play(action)
        over, too_long = bool(illegal) or game.is_over, game.is_too_long and not illegal
        worth = game.lost if illegal or too_long else game.rewards()[0] if over else 0
        info = self._info() | ({"illegal": illegal} if illegal else {})
        return game.observation(), float(worth), over, too_long, info

    def render(self) -> Any:
        """Return the board in the mode of the environment."""
        return _drawn(self.episode, self.render_mode)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(), **self.episode.advice()}


class DuelEnv(AECEnv):  # type: ignore[misc]  # without its types
    """A game for two players; `player_0` is the first of the game's sides, `player_1` the other.

    An observation has `observation` and `action_mask`; `infos` of the player to move has `value`
    and `best_actions` where they are proven. The last rewards are the payoffs.
    """

    metadata = {  # noqa: RUF012 - as the library has it
        "render_modes": MODES,
        "name": "toadstone_v1",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, source: Any, *, render_mode: str | None = None, limit: float = SECONDS
    ) -> None:
        super().__init__()
        self.episode = game = Episode(_instance_of(source), limit, most_turns=MOST_TURNS)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(len(game.sides))]
        count = len(game.actions)
        mask = spaces.Box(0, 1, (count,), np.int8)
        self.action_spaces = {each: spaces.Discrete(count) for each in self.possible_agents}
        self.observation_spaces = {
            each: spaces.Dict({"observation": _observed(game), "action_mask": mask})
            for each in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Return the space of what a player observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of a player's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; nothing in it is left to chance."""
        self.episode.begin()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def _turn(self) -> None:
        game = self.episode
        self.agent_selection = self.possible_agents[game.sides.index(game.line.to_move)]
        self.infos: dict[str, dict[str, Any]] = {each: {} for each in self.agents}
        self.infos[self.agent_selection] |= game.advice()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a player observes; who is not to move has no action."""
        game, is_turn = self.episode, agent == self.agent_selection
        mask = game.mask() if is_turn else np.zeros(len(game.actions), np.int8)
        return {"observation": game.observation(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of the player to move; None once the game is over.

        Raises:
            ValueError: it is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or (illegal := self.episode.play(action)):
            raise ValueError(illegal if action is not None else "expected an action")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.episode.is_over:
            self.rewards = dict(zip(self.agents, map(float, self.episode.rewards()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._turn()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Return the board in the mode of the environment."""
        return _drawn(self.episode, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


if SOLO not in gymnasium.registry:
    gymnasium.register(SOLO, f"{__name__}:SoloEnv")
