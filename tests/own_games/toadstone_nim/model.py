"""A whole game of Nim as a CP-SAT model."""

from ortools.sat.python.cp_model import CpModel

from toadstone.core.solution import Solution
from toadstone.engines.cp_sat.horizon import Horizon


class NimHorizon(Horizon):
    """All counters are taken in as many plies as there are counters; idle plies do not count."""

    def __init__(self, scenario, ask, *, bounded, budget):
        self.scenario, self.model = scenario, CpModel()
        plies = range(scenario.heap)
        self.taken = [self.model.new_int_var(0, scenario.most, f"taken {t}") for t in plies]
        counts = [self.model.new_bool_var(f"counts {t}") for t in plies]
        for taken, count in zip(self.taken, counts, strict=True):
            self.model.add(taken <= scenario.most * count)
            self.model.add(taken >= count)
        self.model.add(sum(self.taken) == scenario.heap)
        self.figures = {"plies": sum(counts)}

    def read(self, value_of):
        moves = tuple(number for each in self.taken if (number := value_of(each)))
        return Solution(self.scenario, moves, figures={"plies": len(moves)})
