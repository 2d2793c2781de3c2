"""The rubric: how many points a submission gets."""

from __future__ import annotations

from typing import Any

from pydantic import Field, ValidationInfo, field_validator, model_validator

from toadstone.files.scenario import Section, expectation, validate
from toadstone.files.source import Source, parse

MOST_POINTS = 10_000


def _points(default: int, meaning: str) -> int:
    points: int = Field(default, ge=0, le=MOST_POINTS, description=meaning)
    return points


class Rubric(Section):
    """How many points a submission gets; a file may state any of these, in YAML."""

    best: int = _points(100, "Points for a plan that is best.")
    valid: int = _points(60, "Points that every valid plan gets at least.")
    per_gap: int = _points(10, "Points that each unit of the gap to the best takes off.")
    legal: int = _points(30, "Points for a line of a two-player game that gives something away.")
    progress: int = _points(
        0, "Points for an invalid plan, by the share of turns before its fault."
    )
    after_end: int = _points(
        0, "Points, at most, for a plan that is valid but for moves after the end of the game."
    )

    @model_validator(mode="before")
    @classmethod
    def _in_proportion(cls, stated: Any) -> Any:
        """Let what is not stated be in proportion to the points for the best."""
        best = stated.get("best") if isinstance(stated, dict) else None
        if not isinstance(best, int) or not 0 <= best <= MOST_POINTS:
            return stated
        proportion = {"valid": best * 6 // 10, "per_gap": max(1, best // 10)}
        return {**proportion, "legal": best * 3 // 10, **stated}

    @field_validator("valid", "legal", "progress", "after_end")
    @classmethod
    def _at_most_best(cls, points: int, info: ValidationInfo) -> int:
        best = info.data.get("best", MOST_POINTS)
        if points > best:
            raise expectation(f"expected at most {best}, the points for the best, found `{points}`")
        return points

    def of_valid(self, gap: int | None) -> int:
        """Return the points for a valid plan; without a gap, where no best is known, the least."""
        if gap is None:
            return self.valid
        return max(self.valid, self.best - self.per_gap * max(0, gap))

    def of_invalid(self, turns: int, of: int) -> int:
        """Return the points for a plan that goes wrong after some of the turns that it should go.

        The share is rounded down, and a plan that goes wrong never has all of it.
        """
        return self.progress * min(turns, of) // max(of, turns + 1)

    def in_words(self, *, two_player: bool = False) -> str:
        """State the rubric for plans, or for lines of play of a two-player game."""
        less = f"{self.per_gap} less for each unit of the gap, but at least {self.valid} if valid"
        if two_player:
            less = f"{self.legal} if legal, but a move gives something away"
        said = [
            f"{self.best} points for the best",
            less,
            f"up to {self.progress} if invalid, by the turns before the fault"
            if self.progress
            else "0 if invalid",
        ]
        if self.after_end:
            said.append(f"up to {self.after_end} if it only goes on after the end")
        return f"{'; '.join(said)}."


def read_rubric(source: Source) -> Rubric:
    """Read a rubric file; raise InputError, with its place, where it is none."""
    return validate(parse(source, "a rubric, such as `best: 20`"), Rubric)
