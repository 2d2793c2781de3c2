"""Models of whole plans for other solvers: as CP-SAT has them, and linear in MPS and LP files.

In a linear file every constraint becomes rows over the same variables. A constraint that holds only
under some literals gets the least slack that frees it where a literal is false, from the variables'
domains ("big M"). A domain with holes and a maximum choose with new variables, named `choice_N`.

The solution files of HiGHS, CBC, Gurobi, SCIP and others list names and values. Their formats
differ in what stands around: a line has a name and its value, CBC's a number before them and a
reduced cost behind, SCIP's a coefficient behind. HiGHS goes on with the rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count, pairwise, takewhile
from typing import Any

from ortools.linear_solver.python.model_builder import LinearExpr as LinearTotal
from ortools.linear_solver.python.model_builder import Model
from ortools.sat.python.cp_model import CpModel, IntVar, LinearExpr, LinearExprT
from ortools.sat.python.cp_model_helper import CpSolverResponse, FlatIntExpr

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.part import Part
from toadstone.engines.cp_sat.horizon import Horizon
from toadstone.engines.instance import Instance
from toadstone.engines.parts import HORIZON
from toadstone.files.messages import one_of, quote
from toadstone.files.source import Source
from toadstone.services.export.parts import (
    MOST_WEIGHT,
    WHOLE_MODELS,
    Aim,
    Claim,
    Files,
    Format,
    Objective,
    no_plan,
    objective_of,
    refuse_front,
)


def whole_models(
    instance: Instance, budget: Budget, *, minimised: bool = False
) -> Mapping[str, Aim]:
    """Return the models that answer an instance, by short names; one alone is `model`.

    Their objectives are set, all to be minimised if so wanted; without one, any plan will do. Where
    there are several, they have the same variables and objectives of the same figures.

    Raises:
        RequestError: a front is asked for, or no model of a whole plan answers the questions.
        LimitReachedError: time is up.
    """
    refuse_front(instance)
    if WHOLE_MODELS in instance.game.parts:
        _expect_stated(instance, WHOLE_MODELS)
        models = instance.get(WHOLE_MODELS)(instance, budget)
    else:
        _expect_stated(instance, HORIZON)
        make = instance.get(HORIZON)
        horizon = make(instance.scenario, instance.ask, bounded=instance.bounded, budget=budget)
        whole = horizon.whole()
        ranges = {name: whole.figure_range(name) for name in whole.figures}
        models = {"model": (whole, objective_of(instance.ask, ranges))}
    if minimised:
        models = {name: (model, aim.to_minimise()) for name, (model, aim) in models.items()}
    for horizon, objective in models.values():
        figures = [horizon.bounded_figure(name) for name in objective.weights]
        if figures:
            total = LinearExpr.weighted_sum(figures, list(objective.weights.values()))
            set_objective = horizon.model.maximize if objective.maximise else horizon.model.minimize
            set_objective(total + objective.constant)
    return models


def _claim(
    horizon: Horizon[Any], values: Sequence[int], stated: float | None, objective: Objective
) -> Claim:
    """Return the plan that the values of all variables mean, and the objective if it is stated."""

    def value_of(expression: LinearExprT) -> int:
        if isinstance(expression, IntVar):
            return values[int(expression.index)]
        flat = FlatIntExpr(LinearExpr.sum([expression]))
        terms = zip(flat.vars, flat.coeffs, strict=True)
        total = sum(int(c) * values[each.index] for each, c in terms)
        return int(flat.offset + total)

    solution = horizon.read(value_of)
    known = [] if stated is None or not objective.weights else [(objective, round(stated))]
    return Claim(solution.moves, solution.figures or {}, known)


def _expect_stated(instance: Instance, part: Part[Any]) -> None:
    """Raise RequestError where the question is about the position, and models state others."""
    game, asked = instance.game, ", ".join(f"`{question}`" for question in instance.ask)
    stated = [q.name for q in game.questions if not instance.asking(q).why_unsupported(part)]
    if instance.about_plans or not stated or instance.ask[0].name in stated:
        return
    no_model = f"{asked} of {game.name} is about the position: no model of a whole game states it"
    wanted = one_of(stated)
    raise RequestError(f"{no_model}. Expected {wanted}", f"{no_model}. Expected --ask {wanted}")


# CP-SAT


def write_cp_sat(instance: Instance, budget: Budget) -> Files:
    """Return the text of each model, as `toadstone solve` gives it to CP-SAT, with its bounds."""
    models = whole_models(instance, budget)
    return {f"{name}.pbtxt": str(horizon.model.proto) for name, (horizon, _) in models.items()}


def read_cp_sat(instance: Instance, source: Source, budget: Budget) -> Claim:
    """Read the text of a `CpSolverResponse`, as Python's `str` and `sat_runner` write it."""
    response = CpSolverResponse()
    if not response.parse_text_format(source.text):
        raise source.error("expected the text of a CpSolverResponse: `status:`, `solution:`")
    values = list(response.solution)
    if not values:
        if "INFEASIBLE" in source.text or "UNKNOWN" in source.text:
            raise source.error(no_plan(source, stopped="INFEASIBLE" not in source.text))
        raise source.error("the response has no `solution`")
    horizon, objective = next(iter(whole_models(instance, budget).values()))
    wanted = len(horizon.model.proto.variables)
    if len(values) != wanted:
        raise source.error(
            f"expected the values of {wanted} variables, found {len(values)}: is it the "
            "solution of another scenario?"
        )
    return _claim(horizon, values, response.objective_value, objective)


# Linear programmes

TOLERANCE = 1e-4
"""How far from whole a value may be that should be whole; solvers allow up to 1e-5."""

_UNLIMITED = 2**62
"""A bound of a domain beyond this, either way, is none."""

_HOLDING = {"bool_or": (1, None), "exactly_one": (1, 1), "at_most_one": (None, 1)}
"""For some kinds of constraints, how many literals have to hold: the least and the most."""

_WORDS = {
    *("minimize", "minimum", "min", "maximize", "maximum", "max", "obj", "constant"),
    *("subject", "such", "st", "bounds", "free", "inf", "infinity"),
    *("general", "generals", "gen", "integer", "int", "binary", "binaries", "bin"),
    *("semi", "sos", "end"),
}
"""Words that mean something else in LP files."""

_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_OBJECTIVE = re.compile(rf"objective(?:\s+value)?\s*[:=]?\s*({_NUMBER})\s*$", re.IGNORECASE)
_NONE = re.compile(r"\binfeasible\b", re.IGNORECASE)
_STOPPED = re.compile(r"\bstopped on\b|\blimit\b|\binterrupt", re.IGNORECASE)
_NOTHING_FOUND = re.compile(
    r"\bno solution available|\bno integer solution|^none$", re.IGNORECASE | re.MULTILINE
)
_ROWS = re.compile(r"#\s*(rows|dual)\b", re.IGNORECASE)


class LinearProgramme:
    """The programme: the variables of a model, new ones that choose, and rows over them.

    Attributes:
        model: a copy of the CP-SAT model, with the new variables.
        rows: least, most, and terms by the variable; None where there is no least or no most.
    """

    def __init__(self, model: CpModel, budget: Budget) -> None:
        self.model, self.budget = model.clone(), budget
        self.rows: list[tuple[int | None, int | None, dict[int, int]]] = []
        for index, each in enumerate(model.proto.variables):
            if len(each.domain) > 2:
                self._within(self.model.get_int_var_from_proto_index(index), list(each.domain), [])
        for constraint in budget.each(model.proto.constraints):
            self._state(constraint)

    def _state(self, constraint: Any) -> None:
        """Add the rows of one constraint; raise RequestError where it is of a kind unknown here."""
        under = self._literals(constraint.enforcement_literal)
        if constraint.has_linear():
            self._within(self._total(constraint.linear), list(constraint.linear.domain), under)
        elif constraint.has_lin_max():  # no less than each number, no more than one that is chosen
            stated = (constraint.lin_max.target, *constraint.lin_max.exprs)
            target, *numbers = (self._total(each) + each.offset for each in stated)
            for number, choice in zip(numbers, self._choose_one(len(numbers)), strict=True):
                self._row(target - number, 0, None, under)
                self._row(target - number, None, 0, [*under, choice])
        elif constraint.has_bool_and():
            for literal in self._literals(constraint.bool_and.literals):
                self._row(literal, 1, None, under)
        else:
            for kind, (least, most) in _HOLDING.items():
                if getattr(constraint, f"has_{kind}")():
                    literals = self._literals(getattr(constraint, kind).literals)
                    self._row(LinearExpr.sum(literals), least, most, under)
                    return
            raise RequestError(
                "this model has a constraint that is not stated linearly: use cp-sat"
            )

    def _literals(self, indices: Iterable[int]) -> list[LinearExpr]:
        """Return literals by their indices; a negative one, `-v - 1`, is that `v` is 0."""
        variable = self.model.get_bool_var_from_proto_index
        return [variable(each) if each >= 0 else ~variable(-each - 1) for each in indices]

    def _total(self, stated: Any) -> LinearExpr:
        variables = list(map(self.model.get_int_var_from_proto_index, stated.vars))
        return LinearExpr.weighted_sum(variables, list(stated.coeffs))

    def _within(self, number: LinearExpr, domain: Sequence[int], under: list[LinearExpr]) -> None:
        """State that a number is in a domain: pairs of a least and a most."""
        pairs = [
            (None if least < -_UNLIMITED else least, None if most > _UNLIMITED else most)
            for least, most in zip(domain[::2], domain[1::2], strict=True)
        ]
        if len(pairs) == 1:
            self._row(number, *pairs[0], under)
        else:
            for pair, choice in zip(pairs, self._choose_one(len(pairs)), strict=True):
                self._row(number, *pair, [*under, choice])

    def _choose_one(self, count: int) -> list[IntVar]:
        """Return new variables, of which exactly one holds."""
        known = len(self.model.proto.variables)
        choices = [self.model.new_bool_var(f"choice_{known + each}") for each in range(count)]
        self._row(LinearExpr.sum(choices), 1, 1, [])
        return choices

    def _row(
        self, number: LinearExpr, least: int | None, most: int | None, under: list[LinearExpr]
    ) -> None:
        """State a least and a most of a number, where all the literals hold."""
        flat = FlatIntExpr(number)
        terms = {each.index: int(c) for each, c in zip(flat.vars, flat.coeffs, strict=True)}
        if under:
            domains = ((self._domain(variable), factor) for variable, factor in terms.items())
            ends = [sorted(factor * end for end in domain) for domain, factor in domains]
            low, high = (int(flat.offset) + sum(each[side] for each in ends) for side in (0, 1))
            false = len(under) - LinearExpr.sum(under)
            if least is not None and least > low:
                self._row(number + (least - low) * false, least, None, [])
            if most is not None and most < high:
                self._row(number + (most - high) * false, None, most, [])
            return
        least, most = (None if end is None else end - int(flat.offset) for end in (least, most))
        largest = max((abs(each) for each in (least, most, *terms.values()) if each), default=0)
        if largest > MOST_WEIGHT:
            raise RequestError(f"a coefficient of {largest:,} is too large for a linear file")
        self.rows.append((least, most, terms))

    def _domain(self, variable: int) -> tuple[int, int]:
        domain = self.model.proto.variables[variable].domain
        return domain[0], domain[len(domain) - 1]

    def to_model(self) -> Model:
        """Return the programme as OR-tools' model of linear programmes.

        Variables that nothing is said of are left out: CBC refuses files that have such.
        """
        model = Model()  # type: ignore[no-untyped-call]
        stated = self.model.proto.objective
        objective = dict(zip(stated.vars, stated.coeffs, strict=True))
        used = sorted({v for _, _, terms in self.rows for v in terms}.union(objective))
        names = readable_names([each.name for each in self.model.proto.variables])
        columns = {v: model.new_int_var(*self._domain(v), names[v]) for v in used}

        def total(terms: Mapping[int, int]) -> Any:
            return LinearTotal.weighted_sum([columns[v] for v in terms], list(terms.values()))

        for number, (least, most, terms) in enumerate(self.budget.each(self.rows), 1):
            low = -float("inf") if least is None else least
            high = float("inf") if most is None else most
            model.add_linear_constraint(total(terms), low, high, f"row_{number}")
        if self.model.has_objective():
            offset = round(stated.offset)
            if stated.scaling_factor < 0:  # CP-SAT has turned all signs
                turned = {variable: -factor for variable, factor in objective.items()}
                model.maximize(total(turned) - offset)
            else:
                model.minimize(total(objective) + offset)
        return model


def readable_names(names: Iterable[str]) -> list[str]:
    """Return names that LP and MPS files allow, all different.

    `act[3,2,left-1]` is `act_3_2_left_1`. Names have letters, digits and `_`; they begin
    with a letter, and none is a number such as `e1`.
    """
    taken, readable = set(_WORDS), list[str]()
    for number, name in enumerate(names):
        plain = re.sub("[^A-Za-z0-9]+", "_", name).strip("_") or f"x{number}"
        if not plain[0].isalpha() or re.match("[eE][0-9]", plain):
            plain = f"v_{plain}"
        choices = chain([plain], (f"{plain}_{n}" for n in count(2)))
        readable.append(next(each for each in choices if each.lower() not in taken))
        taken.add(readable[-1].lower())
    return readable


def write_linear(ending: str, instance: Instance, budget: Budget) -> Files:
    """Return a file for each model without bounds, in MPS (free form) or in LP as CPLEX defines it.

    MPS has no agreed way to say that the objective is to be maximised: CBC ignores `OBJSENSE`. So
    it is always minimised.
    """
    text: Callable[[Model], str]
    text = Model.export_to_mps_string if ending == "mps" else Model.export_to_lp_string
    models = whole_models(replace(instance, bounded=False), budget, minimised=ending == "mps")
    return {
        f"{name}.{ending}": text(LinearProgramme(horizon.model, budget).to_model())
        for name, (horizon, _) in models.items()
    }


def read_linear(ending: str, instance: Instance, source: Source, budget: Budget) -> Claim:
    """Read a solution file; a variable that it leaves out is 0, or as near as it can be."""
    models = whole_models(replace(instance, bounded=False), budget, minimised=ending == "mps")
    horizon, objective = next(iter(models.values()))
    variables = horizon.model.proto.variables
    names = readable_names([each.name for each in variables])
    values = {
        name: max(each.domain[0], min(each.domain[len(each.domain) - 1], 0))
        for name, each in zip(names, variables, strict=True)
    }
    found, stated = _read_values(source, values.keys())
    return _claim(horizon, list((values | found).values()), stated, objective)


def _read_values(source: Source, names: Iterable[str]) -> tuple[dict[str, int], float | None]:
    """Read the values of variables in a solution file, and the objective if it states one.

    Raises:
        InputError: the file says that there is no plan, names no variable of the model, or gives
            one a value that is not whole.
    """
    known, values, objective = frozenset(names), dict[str, int](), None
    lines = list(takewhile(lambda line: not _ROWS.match(line), source.text.splitlines()))
    # CBC says that there is no plan, and goes on with the values of the last thing that it tried.
    head = takewhile(lambda line: _value_in(line, known) is None, lines)
    said = "\n".join(line.strip() for line in head)
    infeasible = _NONE.search(said) is not None
    if infeasible or _NOTHING_FOUND.search(said):
        stopped = _STOPPED.search(said) is not None
        raise source.error(no_plan(source, stopped=stopped or not infeasible))
    for place, line in enumerate(lines, 1):
        if stated := _value_in(line, known):
            name, text = stated
            value = float(text)
            if abs(value - round(value)) > TOLERANCE:
                wanted = f"`{name}`: expected a whole number, found {quote(text)}"
                raise source.error(wanted, place)
            values[name] = round(value)
        elif objective is None and (match := _OBJECTIVE.search(line)):
            objective = float(match[1])
    if not values:
        raise source.error("no variable of this model is in the file: is it for another scenario?")
    return values, objective


def _value_in(line: str, names: frozenset[str]) -> tuple[str, str] | None:
    """Return the name and the value that a line states, or None."""
    words = [word for word in line.split() if word != "**"]
    for name, value in pairwise(words[:3]):
        if name in names and re.fullmatch(_NUMBER, value):
            return name, value
    return None


FORMATS = {"cp-sat": Format(write_cp_sat, read_cp_sat)} | {
    ending: Format(partial(write_linear, ending), partial(read_linear, ending))
    for ending in ("mps", "lp")
}
