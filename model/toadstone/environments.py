"""Every scenario as an environment: of Gymnasium for one player, of PettingZoo (AEC) for two.

    import toadstone.environments

    game = toadstone.environments.make("first-crossing")

The extra `rl` installs both libraries. `docs/environments.md` says what an environment has.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from toadstone.core.board import BOARD
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import LimitReachedError, RequestError
from toadstone.core.line import Line, sides_of
from toadstone.core.question import Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.instance import Instance, make_instance
from toadstone.interface import load
from toadstone.play import MARGIN, AnyLine, Verdict
from toadstone.play.adviser import adviser_for, instance_once_begun
from toadstone.services import ACTIONS
from toadstone.view.board import drawn_board, moments
from toadstone.view.sheet import expect_extra, frames

SOLO = "toadstone/Scenario-v1"
"""Gymnasium's name of the environment of one player; `source` is any argument of `load`."""

SECONDS = 5.0
"""The time to prove the best moves of a state."""

MOST_TURNS = 1000
"""Turns after which an episode of one player is truncated."""

MOST_STATES = 100_000
"""States that are searched for the moves of a game that does not list them."""


def make(source: Any, *, render_mode: str | None = None, limit: float = SECONDS) -> Any:
    """Return the environment of a scenario: a wrapped `SoloEnv` or `DuelEnv`.

    Args:
        source: any argument that `toadstone.load` accepts.
        render_mode: `ansi` for text, `rgb_array` for a picture, which needs the extra `pictures`.
        limit: seconds to prove `value` and `best_actions` of each new state; 0 leaves them out.
    """
    scenario = load(source)
    if not isinstance(make_instance(scenario).rules, TwoPlayerRules):
        return gymnasium.make(SOLO, source=scenario, render_mode=render_mode, limit=limit)
    duel = DuelEnv(scenario, render_mode=render_mode, limit=limit)
    legal = wrappers.TerminateIllegalWrapper(duel, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


def actions_of(instance: Instance) -> tuple[Any, ...]:
    """Return every move that can ever be legal; the number of one is the action.

    Raises:
        RequestError: the game does not list them, and has too many states to look for them.
    """
    if listed := instance.game.find(ACTIONS):
        return tuple(listed(instance.scenario))
    rules, moves, seen = instance.rules, set[Any](), set[str]()
    waiting = [rules.start()]
    while waiting:
        state = waiting.pop()
        if rules.position(state) not in seen and not rules.outcome(state):
            seen.add(rules.position(state))
            legal = rules.legal_moves(state)
            moves.update(legal)
            waiting += [rules.play(state, move) for move in legal]
        if len(seen) > MOST_STATES:
            name = instance.game.name
            raise RequestError(f"{name} has too many states to find all moves: bring `ACTIONS`")
    return tuple(sorted(moves, key=str))


class ScenarioEnv:
    """The common part of both environments: moves as numbers, states as arrays, best moves.

    The worth of a game is its payoff for two players. For one player it is the figure of the first
    question, with its sign changed if less is better.

    Attributes:
        actions: the moves, by number.
        line: the game so far.
        lost: the worth of a lost game to a single player.
    """

    metadata = {  # noqa: RUF012 - as the libraries have it
        "render_modes": ["ansi", "rgb_array"],
        "name": "toadstone_v1",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, source: Any, *, render_mode: str | None = None, limit: float = SECONDS
    ) -> None:
        self.instance = instance_once_begun(make_instance(load(source)))
        self.render_mode, self.limit = render_mode, limit
        self.actions, self.sides = actions_of(self.instance), sides_of(self.instance.rules)
        self.line: AnyLine = Line.begin(self.instance.rules)
        if self.line.ending:
            raise RequestError(f"the game is over at its start: {self.line.ending.reason}")
        self.lost = -MOST_TURNS if self.instance.ask[0].sense is Sense.MINIMISE else -1
        self._board = self.instance.game.get(BOARD)(self.instance.scenario).in_ascii()
        self._adviser, self._advice = adviser_for(self.instance), dict[Any, dict[str, Any]]()
        if limit:
            self._adviser.prepare()
        most = np.iinfo(np.int32).max
        self.observation_box = spaces.Box(-most, most, self.observation().shape, np.int32)

    def mask(self) -> NDArray[np.int8]:
        """Return 1 for each legal action, else 0."""
        line = self.line
        legal = set() if line.ending else {*line.rules.legal_moves(line.state)}
        return np.array([move in legal for move in self.actions], np.int8)

    def observation(self) -> NDArray[np.int32]:
        """Return the turn, the side to move, the rules' observation, and the sign of each cell."""
        line, head = self.line, [len(self.line.moves), self.sides.index(self.line.to_move)]
        signs = (ord(each.sign) for row in self._board.grid(line.state).rows for each in row)
        return np.array([*head, *line.rules.observe(line.state).values(), *signs], np.int32)

    def render(self) -> Any:
        """Return the board in the mode of the environment."""
        board, line = self._board, self.line
        if self.render_mode == "ansi":
            return f"{board.picture(line.state).plain}\n{board.caption(line.state).plain}\n"
        if self.render_mode == "rgb_array":
            expect_extra()
            drawn = drawn_board(self.instance.game, self.instance.scenario)
            return np.array(next(frames(drawn, moments(line.states, line.moves)[-1:])), np.uint8)
        return None

    def worth(self, line: AnyLine, budget: Budget) -> int:
        """Return the worth to the first side of the best play from a line on.

        Raises:
            LimitReachedError: time is up.
        """
        rules, first = line.rules, self.instance.ask[0]
        if line.ending and isinstance(rules, TwoPlayerRules):
            return rules.payoff(line.ending)
        budget.check()
        outlook = self._adviser.outlook(line, budget, plies=False)
        if not outlook.proven or outlook.verdict is Verdict.UNDECIDED:
            raise LimitReachedError
        if isinstance(rules, TwoPlayerRules):
            won = {rules.sides[0]: 1, rules.sides[1]: -1}.get(outlook.winner or "", 0)
            return outlook.figures.get(MARGIN, won)
        if outlook.verdict is Verdict.LOST and not outlook.figures:
            return self.lost
        figure = outlook.figures.get(first.name, 1)
        return -figure if first.sense is Sense.MINIMISE else figure

    def advice(self) -> dict[str, Any]:
        """Return `value`, the best that the side to move can get, and all `best_actions`.

        Empty where the game is over, or where that is not proven within the limit.
        """
        line, budget = self.line, Budget(Limits(self.limit))
        if line.ending or not self.limit:
            return {}
        if line.state not in self._advice:
            sign, legal = 1 if line.to_move == self.sides[0] else -1, np.flatnonzero(self.mask())
            try:
                worths = {
                    int(each): sign * self.worth(line.after(self.actions[each]), budget)
                    for each in legal
                }
            except (LimitReachedError, MemoryError):
                self._advice[line.state] = {}
            else:
                value = max(worths.values())
                best = [action for action, worth in worths.items() if worth == value]
                self._advice[line.state] = {"value": value, "best_actions": best}
        return dict(self._advice[line.state])


class SoloEnv(ScenarioEnv, gymnasium.Env):  # type: ignore[misc]  # without its types
    """A game for one player; `info` has `action_mask`, and where proven `value`, `best_actions`.

    An action that is not legal loses, and `info["illegal"]` says why. Only the last reward is not
    0: the worth of the game.
    """

    def __init__(self, source: Any, **options: Any) -> None:
        super().__init__(source, **options)
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = self.observation_box

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game."""
        gymnasium.Env.reset(self, seed=seed, options=options)
        self.line = Line.begin(self.instance.rules)
        return self.observation(), {"action_mask": self.mask(), **self.advice()}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take an action; raise RequestError for what is none."""
        if not self.action_space.contains(action):
            raise RequestError(f"expected an action from 0 to {len(self.actions) - 1}: {action}")
        move = self.actions[action]
        if illegal := self.line.why_refused(move):
            info = {"action_mask": self.mask(), "illegal": illegal}
            return self.observation(), float(self.lost), True, False, info
        self.line = self.line.after(move)
        over = self.line.ending is not None
        too_long = not over and len(self.line.moves) >= MOST_TURNS
        worth = self.worth(self.line, Budget()) if over else self.lost if too_long else 0
        info = {"action_mask": self.mask(), **self.advice()}
        return self.observation(), float(worth), over, too_long, info


class DuelEnv(ScenarioEnv, AECEnv):  # type: ignore[misc]  # without its types
    """A game for two players; `player_0` is the first of the game's sides, `player_1` the other.

    An observation has `observation` and `action_mask`; `infos` of the player to move has `value`
    and `best_actions` where they are proven. The last rewards are the payoffs.
    """

    def __init__(self, source: Any, **options: Any) -> None:
        super().__init__(source, **options)
        self.possible_agents = ["player_0", "player_1"]
        mask = spaces.Box(0, 1, (len(self.actions),), np.int8)
        seen = spaces.Dict({"observation": self.observation_box, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        action = spaces.Discrete(len(self.actions))
        self.action_spaces = dict.fromkeys(self.possible_agents, action)

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of a player."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of a player's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; nothing in it is left to chance."""
        self.line = Line.begin(self.instance.rules)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def _turn(self) -> None:
        self.agent_selection = self.possible_agents[self.sides.index(self.line.to_move)]
        self.infos: dict[str, dict[str, Any]] = {each: {} for each in self.agents}
        self.infos[self.agent_selection] |= self.advice()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of a player; only the player to move has actions."""
        is_turn = agent == self.agent_selection
        return {"observation": self.observation(), "action_mask": self.mask() * np.int8(is_turn)}

    def step(self, action: Any) -> None:
        """Take the action of the player to move; None once the game is over.

        Raises:
            IllegalMoveError: it is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.line = self.line.after(self.actions[action])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.line.ending:
            worth = float(self.worth(self.line, Budget()))
            self.rewards = dict(zip(self.agents, (worth, -worth), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._turn()
        self._accumulate_rewards()


if SOLO not in gymnasium.registry:
    gymnasium.register(SOLO, f"{__name__}:SoloEnv")
