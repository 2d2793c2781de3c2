"""Certificates as files: written only when the checker accepts them, read by the checker."""

from __future__ import annotations

import gzip
import inspect
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import DisagreementError, InputError, Place, RequestError
from toadstone.core.shown import Shown
from toadstone.engines.answer import Answer
from toadstone.engines.instance import Instance
from toadstone.files import SCENARIO
from toadstone.files.writing import open_atomic
from toadstone.game import find_game
from toadstone.proofs import CERTIFIER, PLAIN_RULES, UNCERTIFIED, Certifier
from toadstone_checker.certificate_file import Invalid, Unusable, parse, read
from toadstone_checker.checking import Proven, check
from toadstone_checker.own_game import KIND


@dataclass(frozen=True)
class Finding(Shown):
    """The checker's verdict on a certificate: its claim is proven, or where and why it is not."""

    valid: bool
    at: str | None = None
    reason: str | None = None
    proven: Proven | None = field(default=None, hash=False)

    def to_json(self) -> dict[str, Any]:
        """Return the object that `verify --json` prints; the contract states its keys."""
        if self.proven is None:
            return {"valid": False, "at": self.at, "reason": self.reason}
        proven = self.proven
        rules = {} if proven.rules is None else {"rules": proven.rules}
        head = {"valid": True, "game": proven.game, "scenario": proven.scenario}
        return {**head, "claim": proven.claim, **rules}

    def about(self, game: str, scenario: dict[str, Any]) -> Finding:
        """Return the finding, which is invalid if it is about another scenario.

        The scenario is stated as certificates have it, see `Certifier.content`.
        """
        proven = self.proven
        if proven is None:
            return self
        stated, expected = {"game": proven.game} | proven.scenario, {"game": game} | scenario
        others = [key for key in expected if stated.get(key) != expected[key]]
        if not others:
            return self
        reason = f"{', '.join(others)}: in the certificate other than in the scenario"
        return Finding(valid=False, at="scenario", reason=reason)


def certifier_for(instance: Instance) -> Certifier:
    """Return the certifier of answers to these questions.

    Raises:
        RequestError: no certificate can prove them.
    """
    if instance.is_front:
        raise RequestError("there are no certificates of whole fronts")
    reasons = instance.game.find(UNCERTIFIED) or {}
    for question in instance.ask:
        if question.name in reasons:
            raise RequestError(f"there are none for `{question}`: {reasons[question.name]}")
    with _readable_only():
        return instance.get(CERTIFIER)(instance.scenario)


@contextmanager
def _readable_only() -> Iterator[None]:
    """Raise RequestError if the checker would not read the certificate."""
    try:
        yield
    except Unusable as error:
        raise RequestError(f"there can be no certificate: {error}") from None


def write_certificate(
    path: str, certifier: Certifier, answer: Answer, budget: Budget = UNLIMITED
) -> None:
    """Write the certificate of a proven answer; gzip when the name ends in `.gz`.

    Raises:
        LimitReachedError: time ran out; nothing is written then.
        DisagreementError: the checker does not accept the certificate.
        InputError: the file cannot be written.
        RequestError: the certificate is larger than the checker reads.
    """
    with _readable_only():
        content = certifier.certificate(answer, budget)
    data = json.dumps(content, separators=(",", ":")).encode()
    if path.endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    try:
        with _readable_only():
            certificate = parse(data)
            check(certificate, budget.tell, _rules_of(certificate))
    except Invalid as error:
        reason = ": ".join(error.args)
        raise DisagreementError(f"the checker rejects the certificate: {reason}") from None
    with open_atomic(path, binary=True) as file:
        file.write(data)


def verify(path: str, budget: Budget = UNLIMITED) -> Finding:
    """Let the checker read a certificate.

    Raises:
        InputError: the file is no certificate, or of a game that is not there.
    """
    try:
        certificate = read(path)
        proven = check(certificate, budget.tell, _rules_of(certificate))
    except (Unusable, RequestError) as error:
        raise InputError(f"not a usable certificate: {error}", Place(path)) from None
    except Invalid as error:
        at, reason = error.args
        return Finding(valid=False, at=at, reason=reason)
    if proven.rules is not None:
        try:  # the checker knows only the bounds of the scenario
            content = json.dumps({"game": proven.game, **proven.scenario})
            find_game(proven.game).get(SCENARIO).model_validate_json(content)
        except ValidationError as error:
            first = error.errors()[0]
            reason = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
            return Finding(valid=False, at="scenario", reason=reason)
        # The file that was run; the certificate may give it another name.
        ran = rules_file(find_game(proven.game).get(PLAIN_RULES)).absolute()
        proven = replace(proven, rules=proven.rules | {"file": str(ran)})
    return Finding(valid=True, proven=proven)


def _rules_of(certificate: Any) -> bytes | None:
    """Return the rules file of the game that a certificate names, or None if it names none."""
    if not isinstance(certificate, dict) or certificate.get("certificate") != KIND:
        return None
    name = certificate.get("game")
    if not isinstance(name, str):
        raise Unusable("game: expected the name of a game")
    return rules_file(find_game(name).get(PLAIN_RULES)).read_bytes()


def rules_file(rules: type) -> Path:
    """Return the file of a class of plain rules; raise RequestError if there is none."""
    try:
        return Path(inspect.getfile(rules))
    except (OSError, TypeError):
        raise RequestError("there can be no certificate: the rules are in no file") from None
