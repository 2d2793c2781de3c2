"""The puzzles of every game as data sets of Reasoning Gym; importing this registers them.

    import reasoning_gym
    import toadstone.reasoning_gym

    items = reasoning_gym.create_dataset("toadstone_GAME", size=100, seed=1)

The extra `reasoning-gym` installs the library. GAME is a name such as `nim`, with `_`
for `-`. `docs/environments.md` says what an item holds.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import make_dataclass
from typing import Any, ClassVar

from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

from toadstone.core.errors import RequestError
from toadstone.game import Game, all_games
from toadstone.services import MAKER, SIZES, UNWINNABLE
from toadstone.services.environments.items import Items
from toadstone.services.environments.judging import judge
from toadstone.services.generation.puzzle import Difficulty

USUAL_UNWINNABLE = 0.25
"""The usual share of items that cannot be won, if a game has any."""


class ToadstoneDataset(ProceduralDataset):  # type: ignore[misc]  # the library has no types
    """The items of one game; the same seed gives the same items, in any order.

    Attributes:
        game: the name of the game.
    """

    game: ClassVar[str]
    category = "games"

    def __init__(self, config: Any) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._items = items_of(self.game, config, self.seed)
        self._kept_items: dict[int, dict[str, Any]] = {}

    def __getitem__(self, index: int) -> dict[str, Any]:
        """Return a copy of an item, which is made once: `verifiers` asks for it with each score."""
        if index not in self._kept_items:
            self._kept_items[index] = self._items.item(index)
        return deepcopy(self._kept_items[index])

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return the score of any answer, from 0 to 1; `entry["metadata"]["verdict"]` says why."""
        try:
            score, reason = judge(answer, entry["metadata"])
        except Exception as error:  # a training run must not end for one answer
            score, reason = 0.0, f"It cannot be judged: {error}"
        entry["metadata"]["verdict"] = reason
        return score


def items_of(game: str, config: Any, seed: int) -> Items:
    """Return the items that a configuration wants; raise ValueError if there are none."""
    stated = {name: value for name, value in vars(config).items() if name not in {"size", "seed"}}
    difficulty, share = stated.pop("difficulty"), stated.pop("unwinnable_share", 0.0)
    try:
        sizes = tuple((name, size) for name, size in stated.items() if size is not None)
        return Items(game, sizes, difficulty, seed, share).complete()
    except RequestError as error:
        raise ValueError(str(error)) from None


def register(game: Game) -> None:
    """Register the data set of a game, with its configuration and curriculum."""
    name = Items(game.name).name
    title = name.title().replace("_", "")
    usual: list[tuple[str, Any, Any]] = [("size", int, 500), ("seed", int | None, None)]
    usual += [(key, Any, None) for key in ("difficulty", *(size.name for size in game.get(SIZES)))]
    levels: dict[str, list[Any]] = {"difficulty": [each.value for each in Difficulty]}
    if UNWINNABLE in game.parts:
        usual.append(("unwinnable_share", float, USUAL_UNWINNABLE))
        levels["unwinnable_share"] = [0.0, USUAL_UNWINNABLE, 2 * USUAL_UNWINNABLE]

    def validate(config: Any) -> None:
        """Raise ValueError if there are no such items."""
        items_of(game.name, config, config.seed or 0)

    def begin(curriculum: Any) -> None:
        BaseCurriculum.__init__(curriculum, f"{title}Curriculum", classes["Config"])
        for key, values in levels.items():
            attribute = ScalarAttributeDefinition(name=key, field_name=key, levels=values)
            curriculum._define_attributes(attribute)

    classes: dict[str, Any] = {
        "Config": make_dataclass(f"{title}Config", usual, namespace={"validate": validate}),
        "Dataset": type(f"{title}Dataset", (ToadstoneDataset,), {"game": game.name}),
        "Curriculum": type(f"{title}Curriculum", (BaseCurriculum,), {"__init__": begin}),
    }
    for kind, each in classes.items():
        each.__module__ = __name__
        globals()[f"{title}{kind}"] = each  # where pickle looks for it
    register_dataset(name, classes["Dataset"], classes["Config"], classes["Curriculum"])


for _game in all_games().values():
    if MAKER in _game.parts and Items(_game.name).name not in DATASETS:
        register(_game)
