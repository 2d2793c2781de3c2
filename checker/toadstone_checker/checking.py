"""The check of a certificate: its scenario, its claim, and whether it proves it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from toadstone_checker import (
    frog_puzzle,
    own_game,
    river_toad,
    squirrel_war,
    toads_and_frogs,
    ugly_duck,
)
from toadstone_checker.certificate_file import Hear, expect, unheard

GAMES: dict[str, Callable[[Any, Hear], None]] = {
    module.KIND: module.check
    for module in (frog_puzzle, river_toad, squirrel_war, toads_and_frogs, ugly_duck)
}


@dataclass(frozen=True)
class Proven:
    """The proof in a valid certificate: the claim is true of the scenario."""

    game: str
    scenario: dict[str, Any]
    """As it stands in the certificate."""
    claim: dict[str, Any]
    """The questions, a list; `optimal` or `infeasible`; and the values, None where infeasible."""
    rules: dict[str, str] | None = None
    """The file of the rules that had to be trusted, with its hash; None for the checker's own."""

    def lines(self, width: int = 79) -> Iterator[str]:
        """Yield what is proven in plain words, a line a key, cut off where it is too long."""
        yield f"Game: {self.game}"
        if self.rules is not None:
            yield shorten(f"Rules: trusted as they stand in {self.rules['file']}", width, None)
            yield f"  sha256: {self.rules['sha256']}"
        claim = self.claim | {"values": values_in_words(self.claim)}
        for title, content in (("Scenario", self.scenario), ("Claim", claim)):
            yield f"{title}:"
            for key, value in content.items():
                count = count_things(value) if type(value) is list else None
                yield shorten(f"  {key}: {words(value)}", width, count)


RELATIONS = {"=": "equal to", ">": "greater than", "<": "less than", "||": "confused with"}


def values_in_words(claim: dict[str, Any]) -> Any:
    """Return the values of a claim; who wins, and how two values compare, as sentences."""
    ask, values = claim["ask"], claim["values"]
    if ask == ["winner"] and "winner" not in values:
        return [f"{winner} win if {first} move first" for first, winner in values.items()]
    if ask == ["at-least"]:
        return f"the value is {'' if values['at_least'] else 'not '}at least {values['other']}"
    if ask == ["compare-with"]:
        return f"the value is {RELATIONS[values['relation']]} {values['other']}"
    return values


def count_things(value: Any) -> int:
    """Return how many things a list holds, those in the lists of a list one by one."""
    return sum(map(count_things, value)) if type(value) is list else 1


def words(value: Any) -> str:
    """Return a value of JSON in words; of an object without what is null or empty."""
    if type(value) is dict:
        named = [f"{key} {words(each)}" for key, each in value.items() if each not in (None, [])]
        return ", ".join(named) or "none"
    if type(value) is list:
        return ", ".join(map(words, value)) or "none"
    return "none" if value is None else str(value)


def shorten(line: str, width: int, count: int | None = None) -> str:
    """Return a line, or its beginning up to a comma, and how many things there are in all."""
    # A control character could upset a terminal.
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    end = " ..." if count is None else f" ... ({count:,} in all)"
    if len(line) <= width:
        return line
    kept = line[: width - len(end)]
    return (kept.rpartition(", ")[0] or kept) + end


def check(certificate: Any, hear: Hear = unheard, rules: bytes | None = None) -> Proven:
    """Return what a certificate proves.

    `hear` is called with the progress; it may raise to stop. `rules` is the rules file of a
    game that the checker does not know; it is run.

    Raises Invalid if it does not prove its claim, Unusable if it is no certificate.
    """
    expect(type(certificate) is dict, "expected an object")
    kind = certificate.get("certificate")
    kinds = *GAMES, own_game.KIND
    expect(type(kind) is str and kind in kinds, f"expected a kind known here: {', '.join(kinds)}")
    game = kind.split()[1]
    if kind == own_game.KIND:
        game = own_game.check(certificate, hear, rules)
    else:
        GAMES[kind](certificate, hear)
    claim = dict(certificate["claim"])
    ask, status = claim.pop("ask"), claim.pop("status", "optimal")
    claim = {
        "ask": ask if type(ask) is list else [ask],
        "status": status,
        "values": claim.get("values", claim),
    }
    return Proven(game, certificate["scenario"], claim, certificate.get("rules"))
