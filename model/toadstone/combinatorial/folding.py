"""Results that are found from the parts of a thing, however deeply its parts have parts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from toadstone.core.errors import RequestError

Part = TypeVar("Part", bound=Hashable)
Result = TypeVar("Result")


def go_on() -> None:
    """Let a computation continue: the `keep_going` of those that need no limit."""


def fold(
    root: Part,
    parts_of: Callable[[Part], Iterable[Part]],
    combine: Callable[[Part, dict[Part, Result]], Result],
    keep_going: Callable[[], None] = go_on,
) -> Result:
    """Return the result for `root`, every part having been combined once, before what it is in.

    `combine` gets a part and the results so far, those of all its own parts among them. The depth
    is not bounded by Python's limit on recursion. `keep_going` is called once for each part; what
    it raises ends the computation.

    Raises RequestError where a thing is a part of itself.
    """
    results: dict[Part, Result] = {}
    pending: dict[Part, Iterator[Part]] = {root: iter(parts_of(root))}
    while pending:
        part = next(reversed(pending))
        missing = next((p for p in pending[part] if p not in results), None)
        if missing is None:
            keep_going()
            results[part] = combine(part, results)
            del pending[part]
        elif missing in pending:
            raise RequestError("only a game that cannot return to a position has such a value")
        else:
            pending[missing] = iter(parts_of(missing))
    return results[root]
