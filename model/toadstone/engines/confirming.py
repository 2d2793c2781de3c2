"""The second derivation: what is proven is derived again from another statement of the rules.

The simulator replays the plan that was found, never the one that was missed. So a fault in one
statement of the rules could make a worse plan "proven best". A game brings a `Confirmer`, which
shares no statement of the rules with its engines; `answering.py` asks it about every proven answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from toadstone.core.budget import COMPILING, Budget, Confirm
from toadstone.core.errors import (
    DisagreementError,
    LimitReachedError,
    RequestError,
    UnconfirmedError,
)
from toadstone.core.question import Question, Sense
from toadstone.engines import CONFIRMER, Confirmer
from toadstone.engines.answer import INTERRUPTED, Answer
from toadstone.engines.instance import Instance
from toadstone.game import comes_with_toadstone
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.certificate_file import Invalid, Unusable

MOST_WORK = 10**18
"""Work of the checker that no time limit leaves time for."""

BETWEEN_LOOKS = 20_000
"""Work of the checker from one look at the clock to the next, some milliseconds."""

DERIVING_AGAIN = "deriving the answer a second time"
"""The text that a listener receives."""

NOT_COMPILED = "the second derivation is not compiled yet (`always` compiles it)"
"""The reason why a short answer is not confirmed on a new installation."""

SECONDS_TO_COMPILE = 10.0
"""The time to compile a second derivation, about."""

LEAST_SECONDS, LEAST_OUTSIDE = 0.5, 10.0
"""The second derivation may take this long, even if the first took less.

Longer for a game from outside: a wrong `key` would make the first derivation short.
"""

PATIENCE = 3
"""The second derivation may take this many times as long as the first, for a game from outside.

It walks their rules without a key, while the first may have had one.
"""


def work_of(budget: Budget) -> Work:
    """Return the checker's own budget: as much work as this budget leaves time for."""
    return Work(budget.tell, MOST_WORK, BETWEEN_LOOKS)


def confirm_answer(instance: Instance, answer: Answer, budget: Budget, wanted: Confirm) -> Answer:
    """Return the answer with the name of what confirms it, or the reason why nothing does.

    Raises:
        DisagreementError: the second derivation says otherwise.
    """
    if not answer.is_proven:
        return replace(answer, confirmed_by=None, confirmed_why="the answer is not proven")

    def confirm(confirmer: Confirmer, within: Budget) -> str:
        return confirmer.confirm(answer, within)

    spared = answer.spared.seconds if answer.spared else 0  # the model would take as long
    seconds = max(answer.seconds.total, spared)
    try:
        by, why = second_derivation(instance, confirm, budget, seconds, wanted)
    except DisagreementError as error:
        claim = f"{answer.solver.name} says {answer.claim}"
        raise DisagreementError(f"{claim}; derived again, it differs: {error}") from None
    return replace(answer, confirmed_by=by, confirmed_why=why, interrupted=budget.interrupted)


def second_derivation(
    instance: Instance,
    derive: Callable[[Confirmer, Budget], str],
    budget: Budget,
    seconds: float,
    wanted: Confirm,
) -> tuple[str | None, str | None]:
    """Return what confirms a result, and else None with the reason.

    Args:
        instance: the scenario.
        derive: derives the result again with the game's confirmer, and returns who did.
        budget: the limits of the whole answer.
        seconds: what the first derivation took.
        wanted: how long the second may take. Where it may take no longer than the first, it
            compiles nothing, unless the first took about as long as that.

    Raises:
        DisagreementError: the second derivation says otherwise.
    """
    if wanted is Confirm.NEVER:
        return None, "a second derivation was not wanted"
    short = wanted is Confirm.AUTO

    def tell(words: str) -> None:
        if short and words == COMPILING and seconds < SECONDS_TO_COMPILE:
            raise UnconfirmedError(NOT_COMPILED)
        budget.listener.tell(DERIVING_AGAIN)

    outside = not comes_with_toadstone(instance.game.package)
    least, times = (LEAST_OUTSIDE, PATIENCE) if outside else (LEAST_SECONDS, 1)
    limit = max(least, times * seconds) if short else None
    within = budget.within(limit, replace(budget.listener, tell=tell))
    try:
        within.check()
        confirmer = instance.get(CONFIRMER)(instance.scenario, instance.rules)
        return derive(confirmer, within), None
    except Invalid as error:
        raise DisagreementError(f"the checker refuses it: {': '.join(error.args)}") from None
    except (UnconfirmedError, RequestError, Unusable) as error:
        return None, str(error)
    except LimitReachedError:
        return None, INTERRUPTED if budget.interrupted else "the second derivation took too long"
    except MemoryError:
        return None, "memory ran out in the second derivation"
    except KeyboardInterrupt:
        budget.interrupted = True
        return None, INTERRUPTED


def open_corners(
    ask: Sequence[Question], points: Sequence[Mapping[str, int]]
) -> list[dict[str, int]]:
    """Return what a plan may reach that no point of a front covers, as few bounds as say it.

    A point covers what is no better in any question. A plan that is not covered reaches all
    bounds of one of the corners. These are the local bounds of Klamroth, Lacour and Vanderpooten,
    "On the representation of the search region in multi-objective optimization" (2015).

    Args:
        ask: the questions that are traded off.
        points: the figures of each point.

    Returns:
        For each corner, the figures and the values that a plan has to reach, all of them at once.

    Raises:
        DisagreementError: a point covers another.
    """
    signs = {each.figure or "": 1 if each.sense is Sense.MAXIMISE else -1 for each in ask}

    def reaches(point: Mapping[str, int], corner: Mapping[str, int]) -> bool:
        bounds = corner.items()
        return all(name in point and signs[name] * (point[name] - b) >= 0 for name, b in bounds)

    corners: list[dict[str, int]] = [{}]
    for point in points:
        covered = [each for each in corners if reaches(point, each)]
        if not covered:
            raise DisagreementError("a point of the front is covered by another")
        better = [{name: point[name] + sign} for name, sign in signs.items()]
        split = [each | bound for each in covered for bound in better]
        corners = [each for each in corners if each not in covered]
        for each in split:  # one that reaches another is a part of it
            if not any(reaches(each, other) for other in corners):
                corners = [other for other in corners if not reaches(other, each)] + [each]
    return corners
