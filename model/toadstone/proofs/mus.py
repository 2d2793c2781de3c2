"""Minimal unsatisfiable subsets: the smallest sets that already suffice, one of them or all.

The question `suffices` is put to sets of elements, and has to be monotone: a set that holds a
sufficient one is sufficient.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from ortools.sat.python.cp_model import CpModel

from toadstone.engines.cp_sat.solver import Proof, Run

Element = TypeVar("Element")
Elements = tuple[Element, ...]
Suffices = Callable[[Elements[Element]], bool]
Search = Callable[[CpModel], Run]
"""Solves a small model; it raises its caller's error if it is stopped first."""


def shrink(elements: Elements[Element], suffices: Suffices[Element]) -> Elements[Element]:
    """Return a sufficient set of which no element can be spared (QuickXplain).

    Where there is a choice, the elements that stand first are kept.

    Args:
        elements: a sufficient set.
        suffices: the monotone question.
    """
    return _needed((), elements, suffices, background_is_new=True)


def _needed(
    background: Elements[Element],
    elements: Elements[Element],
    suffices: Suffices[Element],
    *,
    background_is_new: bool,
) -> Elements[Element]:
    """Return a smallest part of the elements that, with the background, suffices."""
    if background_is_new and suffices(background):
        return ()
    if len(elements) <= 1:
        return elements
    middle = len(elements) // 2
    first, second = elements[:middle], elements[middle:]
    of_second = _needed(background + first, second, suffices, background_is_new=True)
    of_first = _needed(background + of_second, first, suffices, background_is_new=bool(of_second))
    return of_first + of_second


class SeedMap(Generic[Element]):
    """The sets not decided yet, by the minimal sufficient and maximal insufficient ones."""

    def __init__(self, elements: Elements[Element]) -> None:
        self._elements = elements
        self._model = CpModel()
        self._chosen = [self._model.new_bool_var(str(i)) for i in range(len(elements))]
        self._cores: list[frozenset[int]] = []

    def exclude_core(self, core: Elements[Element]) -> None:
        """Note that all sets that hold this one suffice."""
        indices = frozenset(map(self._elements.index, core))
        self._cores.append(indices)
        self._model.add_bool_or([~self._chosen[i] for i in indices])

    def exclude_insufficient(self, elements: Elements[Element]) -> None:
        """Note that no set within this one suffices."""
        outside = [i for i, element in enumerate(self._elements) if element not in elements]
        self._model.add_bool_or([self._chosen[i] for i in outside])

    def propose(self, search: Search) -> Elements[Element] | None:
        """Return an undecided set, as large as can be; None where all sets are decided."""
        result = search(self._model)
        if result.proof is Proof.INFEASIBLE or result.value_of is None:
            return None
        chosen = {i for i, choice in enumerate(self._chosen) if result.value_of(choice)}
        for i in range(len(self._elements)):
            if not any(core <= chosen | {i} for core in self._cores):
                chosen.add(i)
        return tuple(self._elements[i] for i in sorted(chosen))


def all_cores(
    elements: Elements[Element],
    known: Sequence[Elements[Element]],
    suffices: Suffices[Element],
    search: Search,
) -> Iterator[Elements[Element]]:
    """Yield the smallest sufficient sets beside the known ones, each once (MARCO).

    An undecided set that no element can be added to without completing a known core either holds
    a new core, or is a largest set that does not suffice; either way it is decided afterwards,
    with all sets above or below it. When nothing is undecided, all cores have been seen.
    """
    undecided = SeedMap(elements)
    for core in known:
        undecided.exclude_core(core)
    while (proposed := undecided.propose(search)) is not None:
        if suffices(proposed):
            core = shrink(proposed, suffices)
            undecided.exclude_core(core)
            yield core
        else:
            undecided.exclude_insufficient(proposed)
