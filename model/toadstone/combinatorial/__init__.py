"""Values of two-player games in which a player who cannot move loses.

The games are those that end, that hide nothing and that leave nothing to chance. `docs/values.md`
says what a value is and how its name is read.

Sources of the theory: E. Berlekamp, J. Conway, R. Guy, "Winning Ways for your Mathematical Plays"
(1982); J. Conway, "On Numbers and Games" (1976); A. Siegel, "Combinatorial Game Theory" (2013).
"""

from toadstone.combinatorial.canonical_form import CanonicalForm, number, value_of
from toadstone.combinatorial.notation import parse

__all__ = ["CanonicalForm", "number", "parse", "value_of"]
