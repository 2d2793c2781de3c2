"""A CP-SAT model as a mixed-integer linear programme.

Every constraint becomes linear rows over the same variables. A constraint that holds only under
some literals gets the least slack that frees it where a literal is false, from the variables'
domains ("big M"). A domain with holes and a maximum choose with new variables, named `choice_N`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from ortools.linear_solver.python.model_builder import LinearExpr, Model
from ortools.sat.python.cp_model_helper import CpModelProto

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError

Terms = dict[int, int]
"""Coefficients by the number of the variable."""

LARGEST = 2**53
"""Beyond this, whole numbers are not all numbers of 64-bit floating point."""

_UNLIMITED = 2**62
"""A bound of a domain beyond this, either way, is none."""

_WORDS = {
    *("minimize", "minimum", "min", "maximize", "maximum", "max", "obj", "constant"),
    *("subject", "such", "st", "bounds", "free", "inf", "infinity"),
    *("general", "generals", "gen", "integer", "int", "binary", "binaries", "bin"),
    *("semi", "sos", "end"),
}
"""Words that mean something else in LP files, and the names that are taken."""


@dataclass(frozen=True)
class Linear:
    """A whole number, linear in variables."""

    terms: Terms
    offset: int = 0

    def __sub__(self, other: Linear) -> Linear:
        terms = dict(self.terms)
        for variable, factor in other.terms.items():
            terms[variable] = terms.get(variable, 0) - factor
        return Linear(terms, self.offset - other.offset)


@dataclass
class LinearProgramme:
    """The programme: variables with a name and bounds, all of them whole, and rows.

    Attributes:
        names: the name of each variable, in the order of the CP-SAT model; then the new ones.
        domains: the least and the most of each.
        rows: least, most, and terms; None where there is no least or no most.
    """

    proto: CpModelProto
    budget: Budget
    names: list[str] = field(init=False)
    domains: list[tuple[int, int]] = field(init=False)
    rows: list[tuple[int | None, int | None, Terms]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        variables = self.proto.variables
        self.names = readable_names([each.name for each in variables])
        domains = [list(each.domain) for each in variables]
        self.domains = [(domain[0], domain[-1]) for domain in domains]
        for variable, domain in enumerate(domains):
            if len(domain) > 2:
                self._within(Linear({variable: 1}), domain, ())
        for constraint in self.budget.each(self.proto.constraints):
            self._state(constraint)

    def _state(self, constraint: Any) -> None:
        """Add the rows of one constraint; raise RequestError where it is of a kind unknown here."""
        under = tuple(constraint.enforcement_literal)
        for kind, stated in _KINDS.items():
            if getattr(constraint, f"has_{kind}")():
                stated(self, getattr(constraint, kind), under)
                return
        raise RequestError("this model has a constraint that is not stated linearly: use cp-sat")

    def linear(self, stated: Any, under: Sequence[int]) -> None:
        """Keep a sum within a domain."""
        terms = dict[int, int]()
        for variable, factor in zip(stated.vars, stated.coeffs, strict=True):
            terms[variable] = terms.get(variable, 0) + factor
        self._within(Linear(terms), list(stated.domain), under)

    def bool_or(self, stated: Any, under: Sequence[int]) -> None:
        """Let at least one of some literals hold."""
        self._row(self._sum(stated.literals), 1, None, under)

    def bool_and(self, stated: Any, under: Sequence[int]) -> None:
        """Let all of some literals hold."""
        for literal in stated.literals:
            self._row(self._sum([literal]), 1, None, under)

    def exactly_one(self, stated: Any, under: Sequence[int]) -> None:
        """Let exactly one of some literals hold."""
        self._row(self._sum(stated.literals), 1, 1, under)

    def at_most_one(self, stated: Any, under: Sequence[int]) -> None:
        """Let no more than one of some literals hold."""
        self._row(self._sum(stated.literals), None, 1, under)

    def lin_max(self, stated: Any, under: Sequence[int]) -> None:
        """Keep a number no less than each of some, and no more than one that is chosen."""
        target, numbers = _number(stated.target), [_number(each) for each in stated.exprs]
        choices = [self._new_choice() for _ in numbers]
        for number, choice in zip(numbers, choices, strict=True):
            self._row(target - number, 0, None, under)
            self._row(target - number, None, 0, (*under, choice))
        self._row(self._sum(choices), 1, 1, ())

    def _within(self, number: Linear, domain: Sequence[int], under: Sequence[int]) -> None:
        """State that a number is in a domain: pairs of a least and a most."""
        pairs = list(zip(domain[::2], domain[1::2], strict=True))
        if len(pairs) == 1:
            self._row(number, *_limits(pairs[0]), under)
            return
        choices = [self._new_choice() for _ in pairs]
        self._row(self._sum(choices), 1, 1, ())
        for pair, choice in zip(pairs, choices, strict=True):
            self._row(number, *_limits(pair), (*under, choice))

    def _sum(self, literals: Iterable[int]) -> Linear:
        """Return how many literals hold; a negative one, `-v - 1`, holds where `v` is 0."""
        terms, offset = dict[int, int](), 0
        for literal in literals:
            variable, sign = (literal, 1) if literal >= 0 else (-literal - 1, -1)
            terms[variable] = terms.get(variable, 0) + sign
            offset += sign < 0
        return Linear(terms, offset)

    def _row(
        self, number: Linear, least: int | None, most: int | None, under: Sequence[int]
    ) -> None:
        """State a least and a most of a number, where all the literals hold."""
        if not under:
            lower = None if least is None else least - number.offset
            upper = None if most is None else most - number.offset
            self._add(lower, upper, number.terms)
            return
        low, high = self._range(number)
        if least is not None and least > low:
            freed = self._freed(number, under, least - low)
            self._add(least - freed.offset, None, freed.terms)
        if most is not None and most < high:
            freed = self._freed(number, under, most - high)
            self._add(None, most - freed.offset, freed.terms)

    def _freed(self, number: Linear, under: Sequence[int], slack: int) -> Linear:
        """Return a number with the slack added for each literal that does not hold."""
        false = self._sum([-literal - 1 for literal in under])
        return number - Linear(
            {v: -slack * f for v, f in false.terms.items()}, -slack * false.offset
        )

    def _range(self, number: Linear) -> tuple[int, int]:
        low = high = number.offset
        for variable, factor in number.terms.items():
            ends = [factor * end for end in self.domains[variable]]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def _add(self, least: int | None, most: int | None, terms: Terms) -> None:
        terms = {variable: factor for variable, factor in terms.items() if factor}
        largest = max((abs(each) for each in (least, most, *terms.values()) if each), default=0)
        if largest > LARGEST:
            raise RequestError(f"a coefficient of {largest:,} is too large for a linear file")
        self.rows.append((least, most, terms))

    def _new_choice(self) -> int:
        self.names.append(f"choice_{len(self.names)}")
        self.domains.append((0, 1))
        return len(self.names) - 1

    def built(self, *, minimised: bool = False) -> Model:
        """Return the programme as OR-tools' model of linear programmes.

        Variables that nothing is said of are left out: CBC refuses files that have such.

        Args:
            minimised: whether an objective to be maximised is minimised with its signs turned.
        """
        model = Model()  # type: ignore[no-untyped-call]
        used = sorted({v for _, _, terms in self.rows for v in terms}.union(self._objective()))
        columns = {v: model.new_int_var(*self.domains[v], self.names[v]) for v in used}

        def total(terms: Mapping[int, int]) -> Any:
            return LinearExpr.weighted_sum([columns[v] for v in terms], list(terms.values()))

        for number, (least, most, terms) in enumerate(self.budget.each(self.rows), 1):
            low = -float("inf") if least is None else least
            high = float("inf") if most is None else most
            model.add_linear_constraint(total(terms), low, high, f"row_{number}")
        if self.proto.has_objective():
            self._set_objective(model, total, minimised=minimised)
        return model

    def _objective(self) -> Terms:
        stated = self.proto.objective
        return dict(zip(stated.vars, stated.coeffs, strict=True))

    def _set_objective(
        self, model: Model, total: Callable[[Terms], Any], *, minimised: bool
    ) -> None:
        """Set the objective; CP-SAT keeps what is maximised with all signs turned."""
        turned, offset = self.proto.objective.scaling_factor < 0, round(self.proto.objective.offset)
        if turned and not minimised:
            terms = {variable: -factor for variable, factor in self._objective().items()}
            model.maximize(total(terms) - offset)
        else:
            model.minimize(total(self._objective()) + offset)


_KINDS: dict[str, Callable[[LinearProgramme, Any, Sequence[int]], None]] = {
    "linear": LinearProgramme.linear,
    "bool_or": LinearProgramme.bool_or,
    "bool_and": LinearProgramme.bool_and,
    "exactly_one": LinearProgramme.exactly_one,
    "at_most_one": LinearProgramme.at_most_one,
    "lin_max": LinearProgramme.lin_max,
}
"""The kinds of constraints that the models have, and how each becomes linear."""


def _number(stated: Any) -> Linear:
    return Linear(dict(zip(stated.vars, stated.coeffs, strict=True)), stated.offset)


def _limits(pair: Sequence[int]) -> tuple[int | None, int | None]:
    least, most = pair
    return (None if least < -_UNLIMITED else least), (None if most > _UNLIMITED else most)


def readable_names(names: Iterable[str]) -> list[str]:
    """Return names that LP and MPS files allow, all different.

    `act[3,2,left-1]` is `act_3_2_left_1`. Names have letters, digits and `_`; they begin
    with a letter, and none is a number such as `e1`.
    """
    taken = set(_WORDS)
    return [_free_name(name, number, taken) for number, name in enumerate(names)]


def _free_name(name: str, number: int, taken: set[str]) -> str:
    plain = re.sub("[^A-Za-z0-9]+", "_", name).strip("_") or f"x{number}"
    if not plain[0].isalpha() or re.match("[eE][0-9]", plain):
        plain = f"v_{plain}"
    free = plain if plain.lower() not in taken else next(_numbered(plain, taken))
    taken.add(free.lower())
    return free


def _numbered(name: str, taken: set[str]) -> Iterator[str]:
    return (f"{name}_{n}" for n in count(2) if f"{name}_{n}".lower() not in taken)
