"""A CP-SAT model made linear has the same solutions, by trying every assignment."""

import random
import re
from itertools import product

import pytest
from ortools.sat.python import cp_model

from exhaustive import in_groups
from toadstone.core.budget import UNLIMITED
from toadstone.core.errors import RequestError
from toadstone.services.export.models import LinearProgramme, readable_names


def allowed(programme, values):
    """Say whether some values of the new variables let the rows hold for these of the model's."""
    new = len(programme.model.proto.variables) - len(values)
    return any(
        all(
            (least is None or total >= least) and (most is None or total <= most)
            for least, most, terms in programme.rows
            for total in [sum(c * whole[v] for v, c in terms.items())]
        )
        for choices in product((0, 1), repeat=new)
        for whole in [(*values, *choices)]
    )


def truly_allowed(constraint, values):
    """Say, from what each kind of constraint means, whether it holds."""

    def holds(literal):
        return values[literal] == 1 if literal >= 0 else values[-literal - 1] == 0

    def number(stated):
        return stated.offset + sum(
            c * values[v] for v, c in zip(stated.vars, stated.coeffs, strict=True)
        )

    if not all(map(holds, constraint.enforcement_literal)):
        return True
    if constraint.has_linear():
        stated = constraint.linear
        total = sum(c * values[v] for v, c in zip(stated.vars, stated.coeffs, strict=True))
        ends = list(stated.domain)
        return any(a <= total <= b for a, b in zip(ends[::2], ends[1::2], strict=True))
    if constraint.has_lin_max():
        return number(constraint.lin_max.target) == max(map(number, constraint.lin_max.exprs))
    kinds = {
        "bool_or": lambda count, size: count >= 1,
        "bool_and": lambda count, size: count == size,
        "exactly_one": lambda count, size: count == 1,
        "at_most_one": lambda count, size: count <= 1,
    }
    (kind,) = [kind for kind in kinds if getattr(constraint, f"has_{kind}")()]
    literals = list(getattr(constraint, kind).literals)
    return kinds[kind](sum(map(holds, literals)), len(literals))


def random_model(rng):
    """Return a model of three whole numbers and three yes-or-no variables, with one constraint."""
    model = cp_model.CpModel()
    x = model.new_int_var(-2, 2, "x")
    y = model.new_int_var_from_domain(cp_model.Domain.from_values([0, 1, 3]), "y")
    z = model.new_int_var(1, 3, "z")
    bools = [model.new_bool_var(name) for name in "abc"]
    literals = [each if rng.random() < 0.5 else ~each for each in rng.sample(bools, 3)]
    expression = cp_model.LinearExpr.weighted_sum(
        [x, y, z, bools[0]], [rng.randint(-3, 3) for _ in range(4)]
    )
    kind = rng.choice(["sum", "hole", "or", "and", "one", "most", "max", "min"])
    if kind == "sum":
        low = rng.randint(-4, 4)
        stated = model.add_linear_constraint(expression, low, low + rng.randint(0, 4))
    elif kind == "hole":
        stated = model.add(expression != rng.randint(-3, 3))
    elif kind in {"max", "min"}:
        add = model.add_max_equality if kind == "max" else model.add_min_equality
        stated = add(z, [x + 1, expression, 2])
    else:
        add = {
            "or": model.add_bool_or,
            "and": model.add_bool_and,
            "one": model.add_exactly_one,
            "most": model.add_at_most_one,
        }[kind]
        stated = add(literals[:2])
    if kind not in {"one", "most"} and rng.random() < 0.7:
        stated.only_enforce_if(literals[2] if rng.random() < 0.5 else literals[1:])
    return kind, model


@pytest.mark.few(1)
@in_groups("seed", range(36))
def test_the_rows_allow_exactly_what_the_constraint_allows(seed):
    kind, model = random_model(random.Random(seed))
    programme, (constraint,) = LinearProgramme(model, UNLIMITED), model.proto.constraints
    domains = [range(-2, 3), (0, 1, 3), range(1, 4), *[(0, 1)] * 3]
    for values in product(*domains):
        assert allowed(programme, values) == truly_allowed(constraint, values), (kind, values)
    assert not allowed(programme, (0, 2, 1, 0, 0, 0)), "y has a hole in its domain"


def test_the_random_constraints_are_of_every_kind():
    kinds = {random_model(random.Random(seed))[0] for seed in range(36)}
    assert kinds == {"sum", "hole", "or", "and", "one", "most", "max", "min"}


def test_a_constraint_that_is_not_known_is_refused_and_not_left_out():
    model = cp_model.CpModel()
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    model.add_multiplication_equality(y, [x, x])
    with pytest.raises(RequestError, match="not stated linearly"):
        LinearProgramme(model, UNLIMITED)


def test_what_floating_point_cannot_hold_is_refused():
    model = cp_model.CpModel()
    x = model.new_int_var(0, 2**60, "x")
    model.add(x * (2**40) <= 2**61 + 1)
    with pytest.raises(RequestError, match="too large"):
        LinearProgramme(model, UNLIMITED)


def test_names_stay_readable_legal_and_apart():
    given = ["act[3,2,left-1]", "act[3,2,left 1]", "T[0,(1, 2)]", "", "e1", "free", "9", "Free"]
    names = readable_names(given)
    assert names[0] == "act_3_2_left_1"
    assert names[2] == "T_0_1_2"
    assert all(re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name) for name in names)
    assert not any(re.match("[eE][0-9]", name) for name in names)
    assert len({name.lower() for name in names}) == len(given)
    assert "free" not in names
