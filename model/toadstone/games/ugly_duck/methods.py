"""The compiled searches as a method, for `--method` and `toadstone compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toadstone.engines.adversarial.method import EXACT_SEARCH, PositionSearch
from toadstone.games.ugly_duck.compiling import CAN_COMPILE, HOW_TO_COMPILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from toadstone.core.rules import TwoPlayerRules
    from toadstone.engines.adversarial.perfect_play import SearchedGame


class CompiledSearch(PositionSearch):
    """Who wins and in how many plies, by compiled code."""

    def begin(
        self, rules: TwoPlayerRules[Any, Any], hear: Callable[[str], None]
    ) -> SearchedGame[Any, Any]:
        """Return the search, at its start."""
        from toadstone.games.ugly_duck.rules import UglyDuckRules
        from toadstone.games.ugly_duck.timed import TimedUglyDuck

        if not isinstance(rules, UglyDuckRules):
            raise TypeError("this is the search of Ugly Duck")
        return TimedUglyDuck(rules, hear)


class UncompiledSearch(PositionSearch):
    """The exact search, which says what larger boards need."""

    def begin(
        self, rules: TwoPlayerRules[Any, Any], hear: Callable[[str], None]
    ) -> SearchedGame[Any, Any]:
        """Return the search, at its start."""
        return super().begin(rules, lambda words: hear(f"{words}; {HOW_TO_COMPILE}"))


COMPILED_SEARCH = CompiledSearch(
    name="compiled-search",
    meaning="goes on where the least is left to prove; for plies, looks ever further ahead",
    guarantee="proves who wins",
)
UNCOMPILED_SEARCH = UncompiledSearch(
    name=EXACT_SEARCH.name, meaning=EXACT_SEARCH.meaning, guarantee=EXACT_SEARCH.guarantee
)

FASTEST: PositionSearch = COMPILED_SEARCH if CAN_COMPILE else UNCOMPILED_SEARCH
"""What answers where no method is named."""
