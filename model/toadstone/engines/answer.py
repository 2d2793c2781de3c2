"""Results and their forms for programs: an answer, a decision, and a check of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.core.replay import Replay, replay
from toadstone.core.rules import TwoPlayerRules
from toadstone.core.shown import Shown
from toadstone.engines.instance import Instance
from toadstone.files.scenario import Scenario
from toadstone.files.source import Source

if TYPE_CHECKING:
    from toadstone.core.solution import Conditions
    from toadstone.files.plan_file import PlanFile


class Status(StrEnum):
    """The proof status of an answer."""

    OPTIMAL = "optimal"
    """A proven best plan, any plan if the question accepts any, or a solved position."""
    FEASIBLE = "feasible"
    """A plan not proven best: a limit was reached, or the method gives no proof."""
    INFEASIBLE = "infeasible"
    """Proven: no plan exists."""
    UNKNOWN = "unknown"
    """Undecided: no plan was found, and none is ruled out."""


@dataclass(frozen=True)
class SolverFacts:
    """The method that answered, and how.

    Attributes:
        name: the method, which decided.
        version: its version.
        settings: how it was set up.
        nodes: the nodes it expanded; None if it counts none.
        found_by: the part that found the plan and its bound beforehand; None if it was the method.
    """

    name: str
    version: str
    settings: Mapping[str, Any]
    nodes: int | None = None
    found_by: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the object under `solver`."""
        further = {"nodes": self.nodes, "found_by": self.found_by}
        stated = {name: value for name, value in further.items() if value is not None}
        return {"name": self.name, "version": self.version, **self.settings, **stated}


class SparedModel(NamedTuple):
    """A model that was not built: its size in words, and the seconds that it would take."""

    size: str
    seconds: int


@dataclass(frozen=True)
class Seconds:
    """The time of an answer, in seconds of wall clock."""

    build: float
    solve: float
    total: float


@dataclass(frozen=True)
class PositionResult:
    """The result of a position. Values that were not asked for, or are unknown, are None.

    Attributes:
        winner: the side that wins with perfect play, or `draw`.
        margin: the difference of the scores at the end; if it is unknown, it lies between
            `margin_at_least` and `margin_at_most`.
        other: the value that the position was compared with, and `relation` how: `=`, `>`, `<` or
            `||`; `at_least` and `at_most` are its two halves.
        winner_when_first: who wins, by the side that moves first.
        outcome: the side that wins for either first player, or `first`, `second` or `draw`; with
            `winner_when_first`, None is a mixture of wins and draws.
        remoteness: the plies to the end.
        best_moves: every best first move, as text.
        value: the combinatorial value as text.
        margins: the margins of several games by name, and `games` their moves as text.
    """

    winner: str | None = None
    margin: int | None = None
    margin_at_least: int | None = None
    margin_at_most: int | None = None
    other: str | None = None
    at_least: bool | None = None
    at_most: bool | None = None
    relation: str | None = None
    winner_when_first: Mapping[str, str] | None = None
    outcome: str | None = None
    remoteness: int | None = None
    best_moves: tuple[str, ...] | None = None
    value: str | None = None
    margins: Mapping[str, int] | None = None
    games: Mapping[str, tuple[str, ...]] | None = None

    def figures(self) -> dict[str, Any]:
        """Return the stated values, by name, in the form of the JSON under `values`."""
        stated, mixed = dict[str, Any](), self.winner_when_first is not None
        for name in (each.name for each in fields(self)):
            value = getattr(self, name)
            if name == "margins":
                stated |= value or {}
            elif name != "games" and (value is not None or (name == "outcome" and mixed)):
                stated[name] = list(value) if isinstance(value, tuple) else value
        return stated


@dataclass(frozen=True, repr=False)
class Answer(Shown):
    """The answer to one scenario.

    Attributes:
        instance: the questions, about the scenario of the plan. It differs from the given one if
            the question chooses a value, such as the starting HP.
        status: what is proven about the answer.
        bounds: for each question, a value that no plan can beat, given the earlier questions;
            None if no bound is known or the question has no figure.
        replay: the plan as the reference simulator played it; None if there is no plan. For a
            question about a position, one line of best play.
        solver: which method answered.
        seconds: where the time went.
        interrupted: whether the search was stopped.
        out_of_memory: whether the search ended because memory ran out.
        position: for a question about a position, its result.
        spared: the model that would have answered, where it was too large to be built.
        caveat: why the method's answer is unproven although no limit stopped it.
        front: for a Pareto front, every proven point, ordered by the first question; `replay` is
            then the first point.
        evidence: the search that solved a position, for the game's certificates.
        confirmed_by: what derived a proven answer a second time, from another statement of the
            rules; None if nothing did.
        confirmed_why: why nothing did; None if something did.
    """

    instance: Instance
    status: Status
    bounds: tuple[int | None, ...]
    replay: Replay[Any, Any] | None
    solver: SolverFacts
    seconds: Seconds = field(compare=False)
    interrupted: bool = False
    out_of_memory: bool = False
    position: PositionResult | None = None
    spared: SparedModel | None = None
    caveat: str | None = None
    front: tuple[Replay[Any, Any], ...] | None = None
    evidence: object = field(default=None, compare=False)
    confirmed_by: str | None = field(default=None, compare=False)
    confirmed_why: str | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        questions = ", ".join(map(str, self.ask))
        values = ", ".join(f"{name} {value}" for name, value in (self.values or {}).items())
        claim = f"{self.status.value}{': ' if values else ''}{values}"
        return f"<Answer {self.game} {self.scenario.title!r} {questions}: {claim}>"

    def __hash__(self) -> int:
        result = self.status, self.bounds, self.replay, self.front
        return hash((self.game, self.scenario, self.ask, *result))

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the evidence: it is a search with all its results."""
        return {**self.__dict__, "evidence": None}

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.instance.game.name

    @property
    def scenario(self) -> Scenario:
        """The scenario of the plan."""
        return self.instance.scenario

    @property
    def ask(self) -> tuple[Question, ...]:
        """The questions, most important first."""
        return self.instance.ask

    @property
    def is_proven(self) -> bool:
        """Whether the answer is proven and can be certified."""
        return self.status in {Status.OPTIMAL, Status.INFEASIBLE}

    @property
    def is_settled(self) -> bool:
        """Whether no limit left it open: it is proven, or its method proves no more."""
        return self.is_proven or self.caveat is not None

    @property
    def claim(self) -> str:
        """The claim of the answer, in words."""
        if self.values is None:
            return "there is no plan"
        if self.front is not None:
            return f"the front has {len(self.front)} points"
        if self.position is not None:
            return ", ".join(f"{name} = {value}" for name, value in self.values.items())
        figures = ", ".join(f"{q.name} = {self.values[q.figure]}" for q in self.ask if q.figure)
        how = "at best" if self.status is Status.OPTIMAL else "is possible"
        return f"{figures or 'a plan'} {how}"

    @property
    def plan(self) -> list[str] | None:
        """The moves in their text form."""
        return None if self.replay is None else list(map(str, self.replay.moves))

    @property
    def states(self) -> list[Any] | None:
        """The states of the plan, beginning with the start; `str` gives the text of one."""
        return None if self.replay is None else list(self.replay.states)

    @property
    def values(self) -> Mapping[str, Any] | None:
        """A copy of every figure of the plan, as the simulator measured it; or of the position."""
        if self.position is not None:
            return deepcopy(self.position.figures())
        return None if self.replay is None else dict(self.replay.figures)

    @property
    def bound(self) -> int | None:
        """The bound on the first question; None if unknown."""
        return self.bounds[0]

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each point of a front; for any other answer, one record."""
        if self.front is not None:
            return [{**line.figures, "plan": " ".join(map(str, line.moves))} for line in self.front]
        record = {"game": self.game, "title": self.scenario.title, "status": self.status.value}
        return [record | dict(self.values or {})]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `solve --json` prints; the contract states its keys."""
        points = [
            {"values": dict(line.figures), "plan": list(map(str, line.moves))}
            for line in self.front or ()
        ]
        games = (self.position and self.position.games) or {}
        return {
            **self.scenario.json_head,
            "ask": list(map(str, self.ask)),
            "status": self.status.value,
            "values": self.values,
            "bound": self.bound,
            "bounds": list(self.bounds),
            "plan": self.plan,
            "states": None if self.states is None else list(map(str, self.states)),
            **({} if self.front is None else {"front": points}),
            **({"games": {side: list(each) for side, each in games.items()}} if games else {}),
            **({} if self.spared is None else {"model": self.spared._asdict()}),
            "crosscheck": None if self.replay is None else "agrees",
            **confirmation(self.confirmed_by, self.confirmed_why),
            "solver": self.solver.to_json(),
            "seconds": {name: round(value, 4) for name, value in vars(self.seconds).items()},
        }


INTERRUPTED = "interrupted"
"""A reason why nothing derived a result again."""


def confirmation(by: str | None, why: str | None) -> dict[str, str | None]:
    """Return the keys of JSON that say what derived a result again, or why nothing did."""
    return {"confirmed_by": by} | ({} if why is None else {"confirmed_why": why})


@dataclass(frozen=True, repr=False)
class Decision(Shown):
    """The decision whether a scenario can be won, and the answer that shows it."""

    answer: Answer

    def __repr__(self) -> str:
        answer = self.answer
        return f"<Decision {answer.game} {answer.scenario.title!r}: {self.status.value}>"

    @property
    def status(self) -> Status:
        """FEASIBLE, INFEASIBLE, or UNKNOWN where neither is proven.

        FEASIBLE says that it can be won; in a two-player game, that the side to move can force it.
        """
        rules, answer = self.answer.instance.rules, self.answer
        if not isinstance(rules, TwoPlayerRules):
            return Status.FEASIBLE if answer.status is Status.OPTIMAL else answer.status
        if answer.position is None or answer.position.winner is None:
            return Status.UNKNOWN
        won = answer.position.winner == rules.to_move(rules.start())
        return Status.FEASIBLE if won else Status.INFEASIBLE

    @property
    def plan(self) -> list[str] | None:
        """A winning plan, or one line of play that wins; None if there is none."""
        return None if self.status is Status.INFEASIBLE else self.answer.plan

    def to_json(self) -> dict[str, Any]:
        """Return the object that `prove --json` prints; the contract states its keys."""
        confirmed = confirmation(self.answer.confirmed_by, self.answer.confirmed_why)
        content = {"status": self.status.value, "plan": self.plan, "certificate": None}
        return content | confirmed


@dataclass(frozen=True, repr=False)
class Check(Shown):
    """A plan replayed on the reference simulator.

    Attributes:
        instance: the questions that the plan is to answer.
        replay: the plan, up to the first move that fails.
        read: the file of the plan, and how it was understood; None if there is no file.
        number: the number of the plan in the file, counted from 1.
    """

    instance: Instance
    replay: Replay[Any, Any]
    read: PlanFile[Any] | None = None
    number: int = 1

    def __repr__(self) -> str:
        failure = self.replay.failure
        verdict = "valid" if failure is None else f"invalid at {failure}"
        return f"<Check {self.instance.game.name} {self.instance.scenario.title!r}: {verdict}>"

    @property
    def valid(self) -> bool:
        """Whether the plan follows the rules, wins, and meets the requirements."""
        return self.replay.failure is None

    @property
    def states(self) -> list[Any]:
        """Every state, from the start on; `str` gives the text of one."""
        return list(self.replay.states)

    def to_json(self) -> dict[str, Any]:
        """Return the object that `check --json` prints; the contract states its keys."""
        content: dict[str, Any] = {"valid": True, "values": dict(self.replay.figures)}
        if (failure := self.replay.failure) is not None:
            content = {"valid": False, "at": failure.turn, "reason": failure.reason}
            content |= {"move": failure.move}
        if self.read is not None and not self.read.is_plain:
            content |= {"plans": len(self.read.plans), "understood": self.read.understood}
            if len(self.read.plans) > 1:
                content |= {"plan_number": self.number}
        return content | {"states": list(map(str, self.states))}


def check_plan_file(
    instance: Instance,
    source: Source,
    budget: Budget = UNLIMITED,
    words: Mapping[str, str] | None = None,
) -> Check:
    """Replay the plans of a file; return the check of the first that fails, or of the first.

    Raises:
        InputError: the file holds no plan.
        LimitReachedError: time is up.
    """
    reading = instance.read_plan(source, words, budget)
    stated = instance.as_stated(reading.values)
    conditions = stated.conditions()
    first = Check(stated, replayed(instance, stated, reading, conditions, budget), reading)
    checks = (
        Check(stated, replay(stated.rules, budget.each(moves), conditions), reading, number)
        for number, moves in enumerate(reading.plans[1:], 2)
    )
    return first if not first.valid else next((each for each in checks if not each.valid), first)


def replayed(
    instance: Instance,
    stated: Instance,
    reading: PlanFile[Any],
    conditions: Conditions[Any, Any],
    budget: Budget,
) -> Replay[Any, Any]:
    """Return the replay of the first plan of a file; its reader may have made it already.

    Args:
        instance: the questions with which the file was read.
        stated: the questions that its figures state.
    """
    same = stated.scenario is instance.scenario and conditions.why_excluded is None
    won = reading.won if same else None
    return won or replay(stated.rules, budget.each(reading.moves), conditions)
