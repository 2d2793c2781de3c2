"""Why a scenario cannot be won, and what would help.

A quick search suggests; the rules and the solver decide. Every changed scenario that is called
winnable has a plan that the reference simulator replayed. Every other one was refuted by the quick
search and, if it is installed, by the solver on the game's own model. All of it is then derived
again, see `CONFIRM_EXPLANATION`. Pieces that a limit or an interrupt leaves open are left out and
named; only what is proven is called smallest or least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import DisagreementError, LimitReachedError, UnconfirmedError
from toadstone.core.replay import crosscheck
from toadstone.engines import STATE_SPACE, Confirmer
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer
from toadstone.engines.confirming import second_derivation
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.engine import Engine
from toadstone.engines.instance import Instance, decision_of
from toadstone.engines.search.engine import LAYERED
from toadstone.engines.state_space import moves_of_plans
from toadstone.files.scenario import Scenario
from toadstone.proofs import CONFIRM_EXPLANATION, EXPLAINER
from toadstone.proofs.explanation import (
    WIDER,
    Causes,
    Core,
    Explainer,
    Explanation,
    Repair,
    Repaired,
    Setting,
)
from toadstone_checker.certificate_file import Invalid

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

    from toadstone.engines.cp_sat.solver import Run


def explain(
    scenario: Scenario,
    budget: Budget | None = None,
    *,
    most_cores: int | None = None,
    confirm: Confirm = Confirm.AUTO,
) -> Explanation:
    """Explain why the scenario cannot be won, or how narrowly it can.

    Args:
        scenario: the scenario; its questions do not matter, only whether it can be won.
        budget: time, threads, seed and listener, for all of it together.
        most_cores: the most cores to look for; with None, one core.
        confirm: how long the second derivation may take.

    Raises:
        RequestError: the game has no explanations, or none of such a scenario.
        DefectError: solver, quick search, simulator and second derivation do not agree.
    """
    budget = budget or Budget()
    decision = decision_of(scenario)
    explainer = decision.get(EXPLAINER)
    explanation = _Inquiry(decision, explainer(scenario, budget), budget).explain(most_cores)
    if explanation.status is Status.UNKNOWN:
        return replace(explanation, confirmed_why="the answer is not proven")
    explanation.derived_once = explanation.pieces
    derive = partial(_derive_again, explanation)
    by, why = second_derivation(decision, derive, budget, explanation.seconds, confirm)
    return replace(explanation, confirmed_by=by, confirmed_why=why, seconds=budget.elapsed())


def _derive_again(explanation: Explanation, confirmer: Confirmer, budget: Budget) -> str:
    """Derive the explanation again, piece by piece; the other pieces stay in `derived_once`.

    Raises:
        UnconfirmedError: a piece can be derived only once.
    """
    derive_pieces = explanation.instance.get(CONFIRM_EXPLANATION)
    checks = derive_pieces(explanation.scenario, explanation, budget)
    left_out = list[UnconfirmedError]()
    for piece in explanation.pieces:
        try:
            checks[piece]()
        except (DisagreementError, Invalid) as error:
            raise DisagreementError(f"{piece}: {': '.join(error.args)}") from None
        except UnconfirmedError as error:
            left_out.append(error)
        else:
            explanation.derived_once.remove(piece)
    if left_out:
        raise left_out[0]
    return confirmer.name


def _engine() -> Engine:
    return CP_SAT if CP_SAT.is_installed else LAYERED


class _Inquiry:
    """One explanation in the making."""

    def __init__(self, decision: Instance, explainer: Explainer[Any], budget: Budget) -> None:
        self.decision = decision
        self.explainer = explainer
        self.budget = budget
        self.explanation = Explanation(decision, explainer, _engine().facts(budget))

    def explain(self, most_cores: int | None) -> Explanation:
        with self._deciding("verdict"):
            self.budget.tell("whether it can be won")
            winnable = self._winnable(self.decision.scenario)
            self.explanation.status = Status.FEASIBLE if winnable else Status.INFEASIBLE
        if self.explanation.status is Status.FEASIBLE:
            self._how_narrowly()
        if self.explanation.status is Status.INFEASIBLE:
            self._why_not(most_cores)
        self.explanation.interrupted = self.budget.interrupted
        self.explanation.out_of_memory = self.budget.out_of_memory
        self.explanation.seconds = self.budget.elapsed()
        return self.explanation

    @contextmanager
    def _deciding(self, name: str) -> Iterator[None]:
        """Note the piece that a limit or an interrupt leaves undecided."""
        decided = False
        with self.budget.stoppable():
            yield
            decided = True
        if not decided:
            self.explanation.undecided.append(name)

    def _why_not(self, most_cores: int | None) -> None:
        with self._deciding("core"):
            self._find_core()
        for kind in self.explainer.repairs if CP_SAT.is_installed else ():
            with self._deciding(f"repairs.{kind.name}"):
                self.explanation.repairs[kind] = self._least(kind)
        if most_cores is not None:
            self.explanation.cores_complete = False
            with self._deciding("cores"):
                self._find_cores(most_cores)

    def _how_narrowly(self) -> None:
        with self._deciding("forced_turns"):
            self.budget.tell("the forced moves")
            plans = self.decision.get(STATE_SPACE)(self.decision.scenario, {}, self.budget)
            moves = enumerate(moves_of_plans(plans, self.budget), 1)
            self.explanation.forced = {turn: str(*each) for turn, each in moves if len(each) == 1}
        question = self.explainer.least_start
        with self._deciding(self.explainer.least_key):
            self.budget.tell(question.meaning)
            result = answer(self.decision.asking(question), self.budget, _engine())
            if result.status is not Status.OPTIMAL or not result.values:
                raise LimitReachedError
            self.explanation.least = result.values[question.figure or ""]

    def _find_core(self) -> None:
        """Find a core, one that loses in spite of every help if there is one, and prove it."""
        self.budget.tell("a smallest set of causes")
        causes = self.explainer.causes()
        cores: dict[Setting, Causes] = {}
        for setting in Setting:
            if self._quickly_lost(setting, causes):
                cores[setting] = causes = shrink(causes, partial(self._quickly_lost, setting))
        if not {Setting.HELPED, Setting.BARE} <= cores.keys():
            raise DisagreementError("the solver says it is lost, the quick search has a plan")
        core = self._proven(cores[Setting.BARE], Setting.BARE)
        self.explanation.core = core
        self.explanation.cores = [core.causes]
        for setting in WIDER:
            if cores.get(setting, core.causes) != core.causes:
                self.explanation.wider[setting] = self._proven(cores[setting], setting)

    def _find_cores(self, most: int) -> None:
        """Look for more cores, until there are no more or enough."""
        if self.explanation.core is None:
            raise LimitReachedError

        from toadstone.engines.cp_sat.solver import run

        def search(model: CpModel) -> Run:
            self.budget.check()
            result = run(model, self.budget)
            if result.status is Status.UNKNOWN:
                raise LimitReachedError
            return result

        lost = partial(self._quickly_lost, Setting.BARE)
        others = all_cores(self.explainer.causes(), self.explanation.cores, lost, search)
        while len(self.explanation.cores) < most:
            self.budget.tell(f"more cores, {len(self.explanation.cores)} so far")
            core = next(others, None)
            if core is None:
                self.explanation.cores_complete = True
                return
            self._prove(core, Setting.BARE)
            self.explanation.cores.append(core)

    def _proven(self, causes: Causes, setting: Setting) -> Core:
        self._prove(causes, setting)
        scenario = self.explainer.only(causes, setting)
        for reason, remedied in self.explainer.remedies(scenario):
            if self._winnable(remedied):
                return Core(causes, reason)
        return Core(causes, self.explainer.last_reason)

    def _prove(self, causes: Causes, setting: Setting) -> None:
        """Prove that the causes suffice to lose; each is needed, as plans without it have shown."""
        self.budget.tell(f"proving that {len(causes)} causes are enough")
        if self._winnable(self.explainer.only(causes, setting)):
            raise DisagreementError("a core of the quick search can be won")

    def _least(self, kind: type[Repair[Any]]) -> Repaired | None:
        """Return the least change of a kind, proven least, or None if none suffices."""
        from toadstone.engines.cp_sat.solver import run

        self.budget.tell(kind.goal)
        repair = kind(self.decision.scenario, self.budget)
        repair.horizon.model.minimize(repair.size)
        result = run(repair.horizon.model, self.budget)
        if result.status is Status.INFEASIBLE:
            return None
        if result.status is not Status.OPTIMAL or result.value_of is None:
            raise LimitReachedError
        change, solution = repair.read(result.value_of)
        changed = self.decision.about(solution.scenario)
        return Repaired(change, changed.scenario, crosscheck(changed.rules, solution))

    def _winnable(self, scenario: Scenario) -> bool:
        """Return whether the simulator accepts a plan; if not, the solver has to refute all."""
        if self._has_plan(scenario):
            return True
        if not CP_SAT.is_installed:
            return False  # the second derivation confirms it
        from toadstone.engines.cp_sat.solver import run

        result = run(self.explainer.horizon(scenario).model, self.budget)
        if result.value_of is not None:
            raise DisagreementError("the solver has a plan, the quick search says it is lost")
        if result.status is not Status.INFEASIBLE:
            raise LimitReachedError
        return False

    def _quickly_lost(self, setting: Setting, kept: Causes) -> bool:
        return not self._has_plan(self.explainer.only(kept, setting))

    def _has_plan(self, scenario: Scenario) -> bool:
        """Return whether the quick search has a plan; it has to win on the reference simulator."""
        self.budget.check()
        changed = self.decision.about(scenario)
        plans = LAYERED.solve(changed, self.budget).solutions
        for plan in plans:
            crosscheck(changed.rules, plan, said_by="the quick search")
        return bool(plans)


Suffices = Callable[[Causes], bool]
"""Whether some causes suffice; if they do, all sets that hold them do."""


def shrink(
    causes: Causes, suffices: Suffices, given: Causes = (), *, given_is_new: bool = True
) -> Causes:
    """Return a minimal set of causes that suffices together with the given ones (QuickXplain).

    If there is a choice, the causes that stand first are kept.
    `given_is_new` says whether `suffices(given)` has not been asked yet.
    """
    if given_is_new and suffices(given):
        return ()
    if len(causes) <= 1:
        return causes
    middle = len(causes) // 2
    first, second = causes[:middle], causes[middle:]
    of_second = shrink(second, suffices, given + first)
    of_first = shrink(first, suffices, given + of_second, given_is_new=bool(of_second))
    return of_first + of_second


def all_cores(
    causes: Causes,
    known_cores: Sequence[Causes],
    suffices: Suffices,
    search: Callable[[CpModel], Run],
) -> Iterator[Causes]:
    """Yield the minimal sets that suffice, without the known ones, each once (MARCO).

    The solutions of a model are the undecided sets. Take one to which no cause can be added without
    completing a known core: it holds a new core, or it is a maximal set that does not suffice.
    Either way it is decided afterwards, with all sets above or below it. When no set is undecided,
    all cores are known. `search` solves a small model; it raises its caller's error if it is
    stopped first.
    """
    from ortools.sat.python.cp_model import CpModel

    model, cores = CpModel(), list[frozenset[int]]()
    chosen = [model.new_bool_var("") for _ in causes]

    def exclude(core: Causes) -> None:
        cores.append(frozenset(map(causes.index, core)))
        model.add_bool_or([~chosen[i] for i in cores[-1]])

    for core in known_cores:
        exclude(core)
    while (value_of := search(model).value_of) is not None:
        seed = {i for i, choice in enumerate(chosen) if value_of(choice)}
        for i in range(len(causes)):
            if not any(core <= seed | {i} for core in cores):
                seed.add(i)
        proposed = tuple(causes[i] for i in sorted(seed))
        if suffices(proposed):
            new = shrink(proposed, suffices)
            exclude(new)
            yield new
        else:
            model.add_bool_or([chosen[i] for i in range(len(causes)) if i not in seed])
