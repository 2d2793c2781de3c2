"""Certificates of games with plain rules, which the checker checks by the file that states them.

docs/certificates.md explains the format and the argument. The file is trusted; nothing else is.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import RequestError
from toadstone.core.question import REMOTENESS
from toadstone.engines.adversarial.perfect_play import (
    ExactSearch,
    PerfectPlay,
    deep_recursion,
    quickest_strategy,
    timely_strategy,
)
from toadstone.engines.adversarial.query import DRAW, two_player_rules
from toadstone.engines.answer import Answer
from toadstone.files.scenario import Scenario
from toadstone.proofs.certificate import rules_file
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.certificate_file import Invalid, Unusable
from toadstone_checker.own_game import KIND, MOST_WORK, OnePlayer, load

NOT_STATED = {"game", "title", "ask"}
"""The keys of a scenario that certificates leave out: they change nothing in the rules."""

COMMON_LENGTH = "in a draw both sides hurry, so no strategy of one side proves its length"


class PlainCertifier:
    """Makes certificates for the answers to one scenario.

    Args:
        rules: the class of the plain rules.
        scenario: the scenario.
    """

    def __init__(self, rules: type, scenario: Scenario) -> None:
        self._rules, self._scenario = rules, scenario

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it."""
        return self._scenario.model_dump(mode="json", exclude=NOT_STATED)

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of a proven answer, OPTIMAL or INFEASIBLE.

        Raises:
            LimitReachedError: time ran out.
            RequestError: the rules file does not stand alone, or the proof is too large.
        """
        path = rules_file(self._rules)
        source = path.read_bytes()
        content, question = self.content(), answer.ask[0]
        try:
            stated = load(source)
            game = stated.of(content)
            names = ("winner", "remoteness") if question == REMOTENESS else ("winner",)
            names = names if stated.for_two else ("moves",)
            values = None if answer.values is None else {n: answer.values[n] for n in names}
            layers = strategies = None
            if stated.for_two:
                strategies = _strategies(answer, budget)
            elif question.figure is not None or values is None:
                layers = _layers(game, None if values is None else values["moves"], budget)
        except (Unusable, Invalid) as error:
            raise RequestError(f"there can be no certificate: {': '.join(error.args)}") from None
        return {
            "certificate": KIND,
            "game": answer.game,
            "rules": {"file": _rules_name(path), "sha256": sha256(source).hexdigest()},
            "scenario": content,
            "claim": {"ask": question.name, "status": answer.status.value, "values": values},
            "plan": None if stated.for_two else answer.plan,
            "layers": layers,
            "strategies": strategies,
        }


def _rules_name(path: Path) -> str:
    """Return the name of a rules file; that of a package has the package before it."""
    return f"{path.parent.name}/{path.name}" if path.name == "__init__.py" else path.name


def _strategies(answer: Answer, budget: Budget) -> dict[str, dict[str, str]]:
    """Return what each side that has to be sure of something replies, by positions."""
    rules = two_player_rules(answer.instance)
    values = answer.values or {}
    timed = answer.ask[0] == REMOTENESS
    if timed and values["winner"] == DRAW:
        raise RequestError(f"there can be no certificate: {COMMON_LENGTH}")
    play = answer.evidence if isinstance(answer.evidence, ExactSearch) else PerfectPlay(rules)
    play.budget = budget
    sides = rules.sides if timed or values["winner"] == DRAW else (values["winner"],)
    start = rules.start()
    strategy = timely_strategy if timed else quickest_strategy
    with deep_recursion():
        made = {side: strategy(play, side, start) for side in sides}
    return {side: {p: str(move) for p, move in replies.items()} for side, replies in made.items()}


def _layers(game: Any, fewer_than: int | None, budget: Budget) -> list[list[str]]:
    """Return the positions that each number of moves leads to and fewer do not, as texts."""
    player = OnePlayer(game, Work(budget.tell, MOST_WORK))
    reached, layers = set[str](), list[list[str]]()
    start = game.start()
    following = {repr(start): start}
    while following and len(layers) != fewer_than:
        layers.append(sorted(following))
        reached |= following.keys()
        after = ((repr(each), each) for at in following.values() for _, each in player.after(at))
        following = {text: each for text, each in after if text not in reached}
    return layers
