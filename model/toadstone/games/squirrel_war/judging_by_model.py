"""How the questions about whole games of Squirrel War are answered, by the horizon model."""

from __future__ import annotations

from collections.abc import Mapping

from toadstone.core.answer import Status
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.question import Question
from toadstone.core.replay import crosscheck
from toadstone.core.solution import Reading
from toadstone.engines.adversarial.answering import Inquiry, Judge, Judgement
from toadstone.engines.cp_sat.lexicographic import solver_facts
from toadstone.engines.cp_sat.solver import Approach, Proof, Run, run
from toadstone.games.squirrel_war.horizon import SquirrelWarHorizon, other
from toadstone.games.squirrel_war.judging import Line, rules_of, winner
from toadstone.games.squirrel_war.questions import BEAT, SHARED
from toadstone.games.squirrel_war.scenario import Cell
from toadstone.games.squirrel_war.stated_players import restriction


def judge_beat(inquiry: Inquiry) -> Judgement:
    """Find the best game of the side to move against a greedy opponent, by the horizon model."""
    rules, watch = rules_of(inquiry), inquiry.watch
    mover = rules.scenario.turn
    horizon = SquirrelWarHorizon(rules.scenario, greedy=other(mover), keep_going=watch.keep_going)
    result, line = _extreme(inquiry, horizon, BEAT, largest=mover == "X")
    margin = rules.figures(line.states[-1])["margin"]
    values = {
        "winner": winner(margin),
        "margin": margin,
        "best_moves": [str(move) for move in line.moves[:1]],
    }
    return Judgement(values, line, solver_facts(watch.limits), _status(result), bound=result.bound)


def judge_shared(inquiry: Inquiry) -> Judgement:
    """Find the largest and the smallest margin that there can be, by the horizon model."""
    rules, watch = rules_of(inquiry), inquiry.watch
    ends: dict[str, tuple[Run, Line]] = {}
    for name, largest in (("largest", True), ("smallest", False)):
        horizon = SquirrelWarHorizon(rules.scenario, keep_going=watch.keep_going)
        ends[name] = _extreme(inquiry, horizon, SHARED, largest=largest)
    lines = {name: line for name, (_, line) in ends.items()}
    margins = {name: rules.figures(line.states[-1])["margin"] for name, line in lines.items()}
    proven = all(result.proof is Proof.OPTIMAL for result, _ in ends.values())
    return Judgement(
        margins,
        lines["largest"],
        solver_facts(watch.limits),
        Status.OPTIMAL if proven else Status.FEASIBLE,
        {"games": {name: [str(move) for move in line.moves] for name, line in lines.items()}},
    )


JUDGES: Mapping[str, Judge] = {BEAT.name: judge_beat, SHARED.name: judge_shared}


def _status(result: Run) -> Status:
    return Status.OPTIMAL if result.proof is Proof.OPTIMAL else Status.FEASIBLE


def _extreme(
    inquiry: Inquiry, horizon: SquirrelWarHorizon, question: Question, *, largest: bool
) -> tuple[Run, Line]:
    """Return the game with the largest or smallest margin, as the simulator replays it.

    Raises:
        DisagreementError: the simulator does not confirm it, or the model has no game at all.
        LimitReachedError: a limit came before any game was found.
    """
    rules = rules_of(inquiry)
    aim = horizon.model.maximize if largest else horizon.model.minimize
    aim(horizon.figures["margin"])
    result = run(
        horizon.model,
        inquiry.watch,
        inquiry.reporting.listeners(question),
        Approach(lead=horizon.lead),
    )
    if result.value_of is None:
        if result.proof is Proof.INFEASIBLE:
            raise DisagreementError("the rules allow a game, the model has none")
        raise LimitReachedError
    reading: Reading[Cell] = horizon.read(result.value_of)
    return result, crosscheck(rules, reading, restriction=restriction(rules, (question,)))
