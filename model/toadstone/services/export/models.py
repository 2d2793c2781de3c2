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
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, count, pairwise, takewhile
from typing import Any

from ortools.linear_solver.python.model_builder import LinearExpr as LinearTotal
from ortools.linear_solver.python.model_builder import Model
from ortools.sat.python.cp_model import IntVar, LinearExpr, LinearExprT
from ortools.sat.python.cp_model_helper import CpModelProto, CpSolverResponse, FlatIntExpr

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
    Claim,
    Files,
    Format,
    Objective,
    no_plan,
    objective_of,
    refuse_front,
)


@dataclass(frozen=True)
class WholeModel:
    """A model of the whole plan, and what it optimises.

    Attributes:
        horizon: the model; its objective is set.
        objective: the same objective, in terms of figures.
    """

    horizon: Horizon[Any]
    objective: Objective

    @classmethod
    def of(cls, horizon: Horizon[Any], objective: Objective) -> WholeModel:
        """Give a horizon its objective; without one, any plan will do."""
        figures = [horizon.bounded_figure(name) for name in objective.weights]
        if figures:
            total = LinearExpr.weighted_sum(figures, list(objective.weights.values()))
            set_objective = horizon.model.maximize if objective.maximise else horizon.model.minimize
            set_objective(total + objective.constant)
        return cls(horizon, objective)

    @property
    def proto(self) -> CpModelProto:
        """The model as CP-SAT has it."""
        return self.horizon.model.proto

    def claim(self, values: Sequence[int], stated: float | None, objective: Objective) -> Claim:
        """Return the plan that the values of all variables mean.

        Args:
            values: the values, in the order of the variables.
            stated: the value of the objective, if one is stated.
            objective: the objective that was stated.
        """

        def value_of(expression: LinearExprT) -> int:
            if isinstance(expression, IntVar):
                return values[int(expression.index)]
            flat = FlatIntExpr(LinearExpr.sum([expression]))
            terms = zip(flat.vars, flat.coeffs, strict=True)
            total = sum(int(c) * values[each.index] for each, c in terms)
            return int(flat.offset + total)

        solution = self.horizon.read(value_of)
        if stated is None or not objective.weights:
            return Claim(solution.moves, solution.figures or {})
        return Claim(solution.moves, solution.figures or {}, [(objective, round(stated))])


def whole_models(instance: Instance, budget: Budget) -> Mapping[str, WholeModel]:
    """Return the models that answer an instance, by short names; one alone is `model`.

    Where there are several, they have the same variables and objectives of the same figures.

    Raises:
        RequestError: a front is asked for, or no model of a whole plan answers the questions.
        LimitReachedError: time is up.
    """
    refuse_front(instance)
    if WHOLE_MODELS in instance.game.parts:
        _expect_stated(instance, WHOLE_MODELS)
        models = instance.get(WHOLE_MODELS)(instance, budget)
        return {name: WholeModel.of(*aim) for name, aim in models.items()}
    _expect_stated(instance, HORIZON)
    make = instance.get(HORIZON)
    horizon = make(instance.scenario, instance.ask, bounded=instance.bounded, budget=budget)
    whole = horizon.whole()
    ranges = {name: whole.figure_range(name) for name in whole.figures}
    return {"model": WholeModel.of(whole, objective_of(instance.ask, ranges))}


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
    return {f"{name}.pbtxt": str(model.proto) for name, model in models.items()}


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
    model = next(iter(whole_models(instance, budget).values()))
    wanted = len(model.proto.variables)
    if len(values) != wanted:
        raise source.error(
            f"expected the values of {wanted} variables, found {len(values)}: is it the "
            "solution of another scenario?"
        )
    return model.claim(values, response.objective_value, model.objective)


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


@dataclass(frozen=True)
class Linear:
    """A whole number, linear in variables: coefficients by the variable, and an offset."""

    terms: dict[int, int]
    offset: int = 0

    @classmethod
    def of(cls, variables: Iterable[int], factors: Iterable[int], offset: int = 0) -> Linear:
        """Return a weighted sum; a variable may come several times."""
        terms = dict[int, int]()
        for variable, factor in zip(variables, factors, strict=True):
            terms[variable] = terms.get(variable, 0) + factor
        return cls(terms, offset)

    @classmethod
    def holding(cls, literals: Sequence[int]) -> Linear:
        """Return how many literals hold; a negative one, `-v - 1`, holds where `v` is 0."""
        variables = [literal if literal >= 0 else -literal - 1 for literal in literals]
        signs = [1 if literal >= 0 else -1 for literal in literals]
        return cls.of(variables, signs, signs.count(-1))

    def plus(self, other: Linear, factor: int) -> Linear:
        """Return this number and another one so many times."""
        return Linear.of(
            chain(self.terms, other.terms),
            chain(self.terms.values(), (factor * each for each in other.terms.values())),
            self.offset + factor * other.offset,
        )


class LinearProgramme:
    """The programme: variables with a name and bounds, all of them whole, and rows.

    Attributes:
        names: the name of each variable, in the order of the CP-SAT model; then the new ones.
        domains: the least and the most of each.
        rows: least, most, and terms; None where there is no least or no most.
    """

    def __init__(self, proto: CpModelProto, budget: Budget) -> None:
        self.proto, self.budget = proto, budget
        self.names = readable_names([each.name for each in proto.variables])
        self.rows: list[tuple[int | None, int | None, dict[int, int]]] = []
        domains = [list(each.domain) for each in proto.variables]
        self.domains = [(domain[0], domain[-1]) for domain in domains]
        for variable, domain in enumerate(domains):
            if len(domain) > 2:
                self._within(Linear({variable: 1}), domain, ())
        for constraint in budget.each(proto.constraints):
            self._state(constraint)

    def _state(self, constraint: Any) -> None:
        """Add the rows of one constraint; raise RequestError where it is of a kind unknown here."""
        under = tuple(constraint.enforcement_literal)
        if constraint.has_linear():
            stated = constraint.linear
            self._within(Linear.of(stated.vars, stated.coeffs), list(stated.domain), under)
        elif constraint.has_lin_max():  # no less than each number, no more than one that is chosen
            target, *numbers = (
                Linear.of(each.vars, each.coeffs, each.offset)
                for each in (constraint.lin_max.target, *constraint.lin_max.exprs)
            )
            for number, choice in zip(numbers, self._choose_one(len(numbers)), strict=True):
                self._row(target.plus(number, -1), 0, None, under)
                self._row(target.plus(number, -1), None, 0, (*under, choice))
        elif constraint.has_bool_and():
            for literal in constraint.bool_and.literals:
                self._row(Linear.holding([literal]), 1, None, under)
        else:
            for kind, (least, most) in _HOLDING.items():
                if getattr(constraint, f"has_{kind}")():
                    literals = getattr(constraint, kind).literals
                    self._row(Linear.holding(list(literals)), least, most, under)
                    return
            raise RequestError(
                "this model has a constraint that is not stated linearly: use cp-sat"
            )

    def _within(self, number: Linear, domain: Sequence[int], under: Sequence[int]) -> None:
        """State that a number is in a domain: pairs of a least and a most."""
        pairs = [
            (None if least < -_UNLIMITED else least, None if most > _UNLIMITED else most)
            for least, most in zip(domain[::2], domain[1::2], strict=True)
        ]
        if len(pairs) == 1:
            self._row(number, *pairs[0], under)
        else:
            for pair, choice in zip(pairs, self._choose_one(len(pairs)), strict=True):
                self._row(number, *pair, (*under, choice))

    def _choose_one(self, count: int) -> Sequence[int]:
        """Return new literals, of which exactly one holds."""
        choices = range(len(self.names), len(self.names) + count)
        self.names += [f"choice_{number}" for number in choices]
        self.domains += [(0, 1)] * count
        self._row(Linear.holding(choices), 1, 1, ())
        return choices

    def _row(
        self, number: Linear, least: int | None, most: int | None, under: Sequence[int]
    ) -> None:
        """State a least and a most of a number, where all the literals hold."""
        if not under:
            self._add(number, least, most)
            return
        false = Linear.holding([-literal - 1 for literal in under])
        ends = [
            sorted(factor * end for end in self.domains[variable])
            for variable, factor in number.terms.items()
        ]
        low, high = (number.offset + sum(each[side] for each in ends) for side in (0, 1))
        if least is not None and least > low:
            self._add(number.plus(false, least - low), least, None)
        if most is not None and most < high:
            self._add(number.plus(false, most - high), None, most)

    def _add(self, number: Linear, least: int | None, most: int | None) -> None:
        least, most = (None if end is None else end - number.offset for end in (least, most))
        terms = {variable: factor for variable, factor in number.terms.items() if factor}
        largest = max((abs(each) for each in (least, most, *terms.values()) if each), default=0)
        if largest > MOST_WEIGHT:
            raise RequestError(f"a coefficient of {largest:,} is too large for a linear file")
        self.rows.append((least, most, terms))

    def to_model(self, *, minimised: bool) -> Model:
        """Return the programme as OR-tools' model of linear programmes.

        Variables that nothing is said of are left out: CBC refuses files that have such.

        Args:
            minimised: whether an objective to be maximised is minimised with its signs turned.
        """
        model = Model()  # type: ignore[no-untyped-call]
        stated = self.proto.objective
        objective = dict(zip(stated.vars, stated.coeffs, strict=True))
        used = sorted({v for _, _, terms in self.rows for v in terms}.union(objective))
        columns = {v: model.new_int_var(*self.domains[v], self.names[v]) for v in used}

        def total(terms: Mapping[int, int]) -> Any:
            return LinearTotal.weighted_sum([columns[v] for v in terms], list(terms.values()))

        for number, (least, most, terms) in enumerate(self.budget.each(self.rows), 1):
            low = -float("inf") if least is None else least
            high = float("inf") if most is None else most
            model.add_linear_constraint(total(terms), low, high, f"row_{number}")
        if self.proto.has_objective():
            offset = round(stated.offset)
            if stated.scaling_factor < 0 and not minimised:  # CP-SAT has turned all signs
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
    it is always minimised, if need be with its signs turned.
    """
    text: Callable[[Model], str]
    text = Model.export_to_mps_string if ending == "mps" else Model.export_to_lp_string
    models = whole_models(replace(instance, bounded=False), budget)
    programmes = {name: LinearProgramme(model.proto, budget) for name, model in models.items()}
    return {
        f"{name}.{ending}": text(programme.to_model(minimised=ending == "mps"))
        for name, programme in programmes.items()
    }


def read_linear(ending: str, instance: Instance, source: Source, budget: Budget) -> Claim:
    """Read a solution file; a variable that it leaves out is 0, or as near as it can be."""
    model = next(iter(whole_models(replace(instance, bounded=False), budget).values()))
    variables = model.proto.variables
    names = readable_names([each.name for each in variables])
    values = {
        name: max(each.domain[0], min(each.domain[len(each.domain) - 1], 0))
        for name, each in zip(names, variables, strict=True)
    }
    found, stated = _read_values(source, values.keys())
    objective = model.objective
    if ending == "mps" and objective.maximise:
        weights = {name: -weight for name, weight in objective.weights.items()}
        objective = Objective(weights, maximise=False, constant=-objective.constant)
    return model.claim(list((values | found).values()), stated, objective)


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
