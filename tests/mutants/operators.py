"""What a mutant changes: Cosmic Ray's operators, some of our own, and what they need not try.

A mutant is a module with one small change. Cosmic Ray brings operators for numbers, signs,
comparisons, conditions and loops. The rules of games also go wrong in three ways that it leaves
out: the larger for the smaller, a membership turned round, and a call that is not made.
"""

import ast
import re

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Example, Operator

SWAPPED = {"max": "min", "min": "max", "all": "any", "any": "all"}


class SwapName(Operator):
    """Take the largest for the smallest, and all for any."""

    def mutation_positions(self, node):
        called = node.get_next_leaf() if node.type == "name" else None
        if called and called.value == "(" and node.value in SWAPPED:
            yield (node.start_pos, node.end_pos)

    def mutate(self, node, index):
        node.value = SWAPPED[node.value]
        return node

    @classmethod
    def examples(cls):
        return (Example("max(a, b)", "min(a, b)"),)


class TurnMembership(Operator):
    """Take `in` for `not in`, and the other way."""

    def mutation_positions(self, node):
        if node.type == "comparison":
            for sign in node.children[1::2]:
                if sign.get_code().split() in (["in"], ["not", "in"]):
                    yield (sign.start_pos, sign.end_pos)

    def mutate(self, node, index):
        signs = [i for i, each in enumerate(node.children) if each.get_code().split()[-1] == "in"]
        sign = node.children[signs[index]]
        turned = "in" if sign.get_code().split() == ["not", "in"] else "not in"
        node.children[signs[index]] = get_ast(f" {turned}")
        return node

    @classmethod
    def examples(cls):
        return (Example("a in b", "a not in b"), Example("a not in b", "a in b"))


class DropCall(Operator):
    """Leave out a statement that only calls something, such as a constraint that is added."""

    def mutation_positions(self, node):
        if _is_call_statement(node):
            yield (node.start_pos, node.end_pos)

    def mutate(self, node, index):
        return get_ast(f"{node.get_first_leaf().prefix}None")

    @classmethod
    def examples(cls):
        return (Example("model.add(x <= 1)", "None"),)


def _is_call_statement(node):
    return (
        node.type == "atom_expr"
        and node.parent.type in {"simple_stmt", "file_input"}
        and node.children[-1].get_first_leaf().value == "("
    )


class OurOperators(dict):
    """A provider of operators, in the form that Cosmic Ray looks them up."""

    def __init__(self):
        super().__init__({each.__name__: each for each in (SwapName, TurnMembership, DropCall)})


cosmic_ray.plugins.OPERATOR_PROVIDERS["toadstone"] = OurOperators()


def chosen(patterns):
    """Return the operators whose names match one of the patterns as a whole, by name."""
    wanted = re.compile("|".join(patterns))
    names = [name for name in cosmic_ray.plugins.operator_names() if wanted.fullmatch(name)]
    return {name: cosmic_ray.plugins.get_operator(name)() for name in names}


class _Meaning(ast.NodeTransformer):
    """Takes away what does not matter to a run, and writes one thing in one way."""

    TURNED = ((ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot))

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        node.annotation = ast.Constant(None)
        return node

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_keyword(self, node):
        self.generic_visit(node)
        return None if node.arg == "frozen" else node

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        inner = node.operand
        if not isinstance(node.op, ast.Not):
            return node
        if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
            return inner.operand
        if isinstance(inner, ast.Compare) and len(inner.ops) == 1:
            for pair in self.TURNED:
                for one, other in (pair, pair[::-1]):
                    if isinstance(inner.ops[0], one):
                        return ast.Compare(inner.left, [other()], inner.comparators)
        return node


def meaning(code):
    """Return the code without annotations; two codes of one meaning are not two mutants."""
    return ast.dump(_Meaning().visit(ast.parse(code)))


def places(code, operators):
    """Yield name, occurrence and position of each change that an operator can make."""
    tree = get_ast(code)
    for name, operator in operators.items():
        positions = (each for node in ast_nodes(tree) for each in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(positions):
            yield name, occurrence, (start, end)


def mutants(code, operators, changes=None):
    """Yield name, occurrence, position and mutated code of each mutant that differs from all.

    `changes` are those to make, of `places`; by default all.
    """
    seen = {meaning(code)}
    wanted = places(code, operators) if changes is None else changes
    for name, occurrence, position in wanted:
        mutated = mutate_code(code, operators[name], occurrence)
        try:
            means = meaning(mutated)
        except SyntaxError:
            continue
        if means not in seen:
            seen.add(means)
            yield name, occurrence, position, mutated
