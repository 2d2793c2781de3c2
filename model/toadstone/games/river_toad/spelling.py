"""Actions as people spell them: `l`, `R2`, `right 2`, `<-`, `-1`."""

from __future__ import annotations

import re
from collections.abc import Callable

from toadstone.files.plan_file import TwoWaysError
from toadstone.games.river_toad.scenario import Action, RiverToadScenario

_STAY = frozenset({"stay", "s", "wait", "0"})
_NUMBER = "([1-9][0-9]{0,2})"
_CELLS = rf"(?:\s*[-_]?\s*{_NUMBER}|\s*\(\s*{_NUMBER}\s*\))?"
_LEFT = re.compile(rf"(?:left|l|<-+|<){_CELLS}")
_RIGHT = re.compile(rf"(?:right|r|-+>|>){_CELLS}")
_SIGNED = re.compile(f"([-+]){_NUMBER}")
_SEVERAL = re.compile(r"[lrs]{2,}|<{2,}|>{2,}")


def spelling(scenario: RiverToadScenario) -> Callable[[str], tuple[Action]]:
    """Return what reads an action; without a number the toad goes one cell."""
    return _spell


def _spell(text: str) -> tuple[Action]:
    plain = text.strip().lower()
    if plain in _STAY:
        return (Action(0),)
    if _SEVERAL.fullmatch(plain):
        several = f"several actions, `{' '.join(plain)}`"
        if len(set(plain)) > 1 or plain[0] == "s":
            raise TwoWaysError("one action", several)
        raise TwoWaysError(f"`{'left' if plain[0] in 'l<' else 'right'}-{len(plain)}`", several)
    if match := _SIGNED.fullmatch(plain):
        return (Action(-int(match[2]) if match[1] == "-" else int(match[2])),)
    for sign, pattern in ((-1, _LEFT), (1, _RIGHT)):
        if match := pattern.fullmatch(plain):
            return (Action(sign * int(match[1] or match[2] or 1)),)
    return (Action.read(text),)
