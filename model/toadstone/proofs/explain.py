"""Why a scenario cannot be won, and what would help.

A quick search suggests, the rules and the solver decide: every changed scenario that is said to
be winnable has a plan that the reference simulator replayed, and every one that is said not to be
was refuted by the quick search and by the solver on the game's own model. The whole is then derived
again, see `CONFIRM_EXPLANATION`. What a limit or an interrupt leaves open is left out and named;
nothing is called smallest or least that was not proven to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from ortools.sat.python.cp_model import CpModel

from toadstone.core.budget import Budget, Confirm, Listener
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.replay import Replay, crosscheck, replay
from toadstone.core.rules import Rules
from toadstone.core.solution import ScenarioLike, Solution
from toadstone.engines.answer import Status, reproducible
from toadstone.engines.answering import answer
from toadstone.engines.confirming import second_derivation
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.cp_sat.solver import Proof, Run, run
from toadstone.engines.instance import Instance, decision_of
from toadstone.engines.parts import Confirmer
from toadstone.files.scenario import Scenario
from toadstone.proofs.explainer import Explainer, Repair, Setting
from toadstone.proofs.mus import all_cores, shrink
from toadstone.proofs.parts import CONFIRM_EXPLANATION, EXPLAINER
from toadstone.proofs.result import WIDER, Causes, Core, Explanation, Repaired


def explain(
    scenario: Scenario,
    budget: Budget | None = None,
    *,
    most_cores: int | None = None,
    confirm: Confirm = Confirm.AUTO,
) -> Explanation:
    """Explain why the scenario cannot be won, or how narrowly it can.

    Args:
        scenario: the scenario; what it asks does not matter, only whether it can be won.
        budget: time, threads and seed, for all of it together, and who follows it.
        most_cores: how many cores to look for at most; with None, for one and no others.
        confirm: how long the second derivation may take.

    Raises:
        RequestError: the game has no explanations, or none of such a scenario.
        DefectError: solver, quick search, simulator and second derivation do not agree.
    """
    budget = budget or Budget()
    decision = decision_of(scenario)
    make = decision.get(EXPLAINER)
    with reproducible(decision, CP_SAT.facts(budget)):
        found = _Inquiry(decision, make(scenario, budget), budget).explain(most_cores)
        return _confirm(decision, found, budget, confirm)


def _confirm(
    decision: Instance, found: Explanation, budget: Budget, wanted: Confirm
) -> Explanation:
    """Return the explanation with the name of what derived it again, or why nothing did."""
    if found.status is Status.UNKNOWN:
        return replace(found, confirmed_why="the answer is not proven")

    def derive(confirmer: Confirmer, within: Budget) -> str:
        decision.game.get(CONFIRM_EXPLANATION)(decision.scenario, found, within)
        return confirmer.name

    by, why = second_derivation(decision, derive, budget, found.seconds, wanted)
    return replace(found, confirmed_by=by, confirmed_why=why, seconds=budget.elapsed())


class _Inquiry:
    """One explanation in the making."""

    def __init__(self, decision: Instance, explainer: Explainer[Any], budget: Budget) -> None:
        self.decision = decision
        self.explainer = explainer
        self.budget = budget
        self.found = Explanation(decision, explainer, CP_SAT.facts(budget))

    def explain(self, most_cores: int | None) -> Explanation:
        with self._deciding("verdict"):
            self.budget.tell("whether it can be won")
            winnable = self._winnable(self.decision.scenario)
            self.found.status = Status.FEASIBLE if winnable else Status.INFEASIBLE
        if self.found.status is Status.FEASIBLE:
            self._how_narrowly()
        if self.found.status is Status.INFEASIBLE:
            self._why_not(most_cores)
        self.found.interrupted = self.budget.interrupted
        self.found.out_of_memory = self.budget.out_of_memory
        self.found.seconds = self.budget.elapsed()
        return self.found

    @contextmanager
    def _deciding(self, name: str) -> Iterator[None]:
        """Note what is left undecided when a limit or an interrupt comes."""
        decided = False
        with self.budget.stoppable():
            yield
            decided = True
        if not decided:
            self.found.undecided.append(name)

    def _why_not(self, most_cores: int | None) -> None:
        with self._deciding("core"):
            self._find_core()
        for kind in self.explainer.repairs():
            with self._deciding(f"repairs.{kind.name}"):
                self.found.repairs[kind] = self._least(kind)
        if most_cores is not None:
            self.found.cores_complete = False
            with self._deciding("cores"):
                self._find_cores(most_cores)

    def _how_narrowly(self) -> None:
        with self._deciding("forced_turns"):
            self.budget.tell("the forced moves")
            moves = self.explainer.forced_moves()
            self.found.forced = {turn: str(move) for turn, move in moves.items()}
        least_start = self.explainer.least_start
        with self._deciding(least_start.key):
            self.budget.tell(least_start.question.meaning)
            asked = self.decision.asking(least_start.question)
            said = answer(asked, self._rest(), CP_SAT)
            self.budget.interrupted |= said.interrupted
            self.budget.out_of_memory |= said.out_of_memory
            if said.status is not Status.OPTIMAL or not said.values:
                raise LimitReachedError
            self.found.least = said.values[least_start.question.figure or ""]

    def _find_core(self) -> None:
        """Find a core, preferring what loses in spite of every help, and prove it."""
        self.budget.tell("a smallest set of causes")
        causes = self.explainer.causes()
        cores: dict[Setting, Causes] = {}
        for setting in Setting:
            if self._quickly_lost(setting, causes):
                cores[setting] = causes = shrink(causes, partial(self._quickly_lost, setting))
        if not {Setting.HELPED, Setting.BARE} <= cores.keys():
            raise DisagreementError("the solver says it is lost, the quick search has a plan")
        core = self._proven(cores[Setting.BARE], Setting.BARE)
        self.found.core = core
        self.found.cores = [core.causes]
        for setting in WIDER:
            if cores.get(setting, core.causes) != core.causes:
                self.found.wider[setting] = self._proven(cores[setting], setting)

    def _find_cores(self, most: int) -> None:
        """Look for more cores, until there are no more or enough."""
        if self.found.core is None:
            raise LimitReachedError
        known = [self.found.core.causes]
        others = all_cores(
            self.explainer.causes(),
            known,
            partial(self._quickly_lost, Setting.BARE),
            self._search,
        )
        while len(self.found.cores) < most:
            self.budget.tell(f"more cores, {len(self.found.cores)} so far")
            core = next(others, None)
            if core is None:
                self.found.cores_complete = True
                return
            self._prove(core, Setting.BARE)
            self.found.cores.append(core)

    def _proven(self, causes: Causes, setting: Setting) -> Core:
        self._prove(causes, setting)
        scenario = self.explainer.only(causes, setting)
        for reason, remedied in self.explainer.remedies(scenario):
            if self._winnable(remedied):
                return Core(causes, reason)
        return Core(causes, self.explainer.last_reason())

    def _prove(self, causes: Causes, setting: Setting) -> None:
        """Prove that the causes suffice to lose, and that each of them is needed."""
        if self._winnable(self.explainer.only(causes, setting)):
            raise DisagreementError("a core of the quick search can be won")
        for number, cause in enumerate(causes, 1):
            self.budget.tell(f"proving cause {number} of {len(causes)} necessary")
            others = [other for other in causes if other is not cause]
            if not self._winnable(self.explainer.only(others, setting)):
                raise DisagreementError(f"the cause of turn {cause.turn} is not needed in its core")

    def _least(self, kind: type[Repair[Any]]) -> Repaired | None:
        """Return the least change of a kind, proven least, or None where none suffices."""
        self.budget.tell(kind.goal)
        repair = self.explainer.repair(kind)
        repair.horizon.model.minimize(repair.size)
        result = self._run(repair.horizon.model)
        if result.proof is Proof.INFEASIBLE:
            return None
        if result.proof is not Proof.OPTIMAL or result.value_of is None:
            raise LimitReachedError
        change, solution = repair.read(result.value_of)
        return Repaired(change, solution.scenario, self._replay(solution))

    def _winnable(self, scenario: Scenario) -> bool:
        """Decide: the simulator accepts a plan, or the solver refutes that there is one."""
        if self._has_plan(scenario):
            return True
        result = self._run(self.explainer.horizon(scenario).model)
        if result.value_of is not None:
            raise DisagreementError("the solver has a plan, the quick search says it is lost")
        if result.proof is not Proof.INFEASIBLE:
            raise LimitReachedError
        return False

    def _quickly_lost(self, setting: Setting, kept: Causes) -> bool:
        return not self._has_plan(self.explainer.only(kept, setting))

    def _has_plan(self, scenario: Scenario) -> bool:
        """Ask the quick search; a plan of its own has to win on the reference simulator."""
        self.budget.check()
        plan = self.explainer.quick_plan(scenario)
        if plan is None:
            return False
        failure = replay(self._rules(scenario), plan).failure
        if failure:
            raise DisagreementError(f"a plan of the quick search fails: {failure.reason}")
        return True

    def _replay(self, solution: Solution[Any]) -> Replay[Any, Any]:
        return crosscheck(self._rules(solution.scenario), solution)

    def _rules(self, scenario: ScenarioLike) -> Rules[Any, Any]:
        return self.decision.about(scenario).rules

    def _run(self, model: CpModel) -> Run:
        return run(model, self.budget)

    def _search(self, model: CpModel) -> Run:
        """Solve a small model of no game; raise LimitReachedError when it is stopped."""
        self.budget.check()
        result = run(model, self.budget)
        if result.proof is Proof.UNKNOWN:
            raise LimitReachedError
        return result

    def _rest(self) -> Budget:
        """Return a budget of what is left, whose runs only the log follows."""
        self.budget.check()
        return Budget(self.budget.rest(), Listener(log=self.budget.listener.log))
