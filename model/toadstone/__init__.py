"""Exact, proof-carrying answers for small turn-based games.

A scenario flows in one direction, one module a step::

    scenario_file -> scenario -> horizon -> solver -> plan -> simulator -> answer

`solving` walks that road; each game is a folder under `games`.
"""

__version__ = "0.1.0"
