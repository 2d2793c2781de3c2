"""The methods that can answer a question, each by a name of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toadstone.core.errors import RequestError
from toadstone.core.question import Sense

if TYPE_CHECKING:
    from toadstone.core.answer import Answer
    from toadstone.core.question import Question
    from toadstone.engines.instance import Request
    from toadstone.game import AnyGame


@dataclass(frozen=True)
class Method(ABC):
    """One way to answer questions.

    Attributes:
        name: what `--method` calls it.
        meaning: how it goes about it, in a line.
        guarantee: what its answers prove, in a line.
        can_front: whether it also finds whole fronts, see `toadstone.pareto`.
    """

    name: str
    meaning: str
    guarantee: str
    can_front: bool = False

    @abstractmethod
    def solve(self, request: Request) -> Answer:
        """Answer the questions; a limit or an interrupt leaves them undecided.

        Raises:
            DefectError: two parts of Toadstone disagree; the error carries a scenario file that
                reproduces it.
        """

    def solve_front(self, request: Request) -> Answer:
        """Find the front of the questions; asked of methods that can, see `can_front`."""
        raise NotImplementedError(f"{self.name} finds no fronts")


class CpSat(Method):
    """The model of the whole horizon, solved by CP-SAT."""

    def solve(self, request: Request) -> Answer:
        """Answer the questions with the model."""
        from toadstone.engines.cp_sat.lexicographic import solve

        return solve(request)

    def solve_front(self, request: Request) -> Answer:
        """Find the front of the questions with the model."""
        from toadstone.engines.cp_sat.pareto import solve_front

        return solve_front(request)


CP_SAT = CpSat(
    name="cp-sat",
    meaning="one constraint model of the whole horizon",
    guarantee="proves the best",
    can_front=True,
)


def solve(request: Request) -> Answer:
    """Answer the questions by the game's first method for them: for plans, the model.

    Raises:
        DefectError: see `Method.solve`.
        RequestError: no method answers all of these questions.
    """
    return find_method(request.game, request.ask, None).solve(request)


def find_method(
    game: AnyGame, ask: tuple[Question, ...], name: str | None, *, front: bool = False
) -> Method:
    """Return the method with this name, or without a name the game's first for the questions.

    Raises:
        RequestError: there is no such method, or it cannot answer these questions.
    """
    if name is None and _about_plans(ask):
        return CP_SAT  # the searches need not be loaded
    from toadstone.files.messages import did_you_mean, found, one_of

    methods = {method.name: method for method in methods_for(game, ask, front=front)}
    if name is None:
        return next(iter(methods.values()))
    if name in methods:
        return methods[name]
    known = [each.name for question in game.questions() for each in methods_for(game, (question,))]
    if name in known:
        asked = "a front" if front else ", ".join(question.name for question in ask)
        raise RequestError(f"{name} cannot answer {asked}: expected {one_of(methods)}")
    raise RequestError(
        f"expected {one_of(methods)}, found {found(name)}{did_you_mean(name, known)}"
    )


def methods_for(
    game: AnyGame, ask: tuple[Question, ...], *, front: bool = False
) -> Sequence[Method]:
    """Return the methods that can answer the questions, or find the front of them.

    The first is the one that `solve` uses: for questions about plans, the model.
    """
    methods = (*((CP_SAT,) if _about_plans(ask) else ()), *game.methods(ask))
    return [method for method in methods if method.can_front or not front]


def _about_plans(ask: tuple[Question, ...]) -> bool:
    return all(question.sense is not Sense.POSITION for question in ask)
