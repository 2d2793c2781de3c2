"""`toadstone verify`: let the stand-alone checker read a certificate."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toadstone_cli.options import Json
from toadstone_cli.output import ExitStatus, write, write_json
from toadstone_cli.progress import live_budget

if TYPE_CHECKING:
    from toadstone.proofs.certificate import Finding

PROGRAM = "toadstone-verify"
"""The checkers that are proven in Coq; `make -C proofs/coq checker` builds it."""
ScenarioPath = Annotated[
    str | None,
    typer.Argument(metavar="SCENARIO", help="The scenario that the certificate must be for."),
]


def verify(
    certificate: Annotated[
        str, typer.Argument(metavar="CERTIFICATE", help="A certificate, gzipped or not.")
    ],
    scenario: ScenarioPath = None,
    proven: Annotated[
        bool, typer.Option("--proven", help="Also run toadstone-verify, proven in Coq.")
    ] = False,
    json: Json = False,
) -> ExitStatus:
    """Check a certificate without the solver.

    Shows what the certificate proves. With SCENARIO, the certificate is
    valid only if it is for this scenario; otherwise Toadstone shows where
    they differ.

    The checker imports nothing from Toadstone. You can copy its folder to
    any machine with Python and run it there.

    With --proven the certificate is valid only if toadstone-verify accepts
    it as well. docs/theorems.md says how to build this program.

    \b
    Example:
      toadstone verify proof.json.gz
    """
    from toadstone.proofs.certificate import verify as verified

    wanted = None if scenario is None else _as_certified(scenario)
    with live_budget(begins="reading the certificate") as budget:
        finding = verified(certificate, budget)
        if proven and finding.valid:
            budget.listener.tell("running toadstone-verify")
            finding = _as_proven(certificate, finding)
    if wanted is not None:
        finding = finding.about(*wanted)
    if json:
        write_json(finding.to_json())
    else:
        from toadstone.view.answer_page import finding_page

        write("".join(f"{line}\n" for line in finding_page(finding)))
    return ExitStatus.ANSWERED if finding.valid else ExitStatus.IMPOSSIBLE


def _as_certified(path: str) -> tuple[str, dict[str, Any]]:
    """Return the game of a scenario file, and the scenario as certificates have it."""
    from toadstone.engines.instance import Instance
    from toadstone.game import find_game
    from toadstone.loading import named_source, read_scenario
    from toadstone.proofs.parts import CERTIFIER

    scenario = read_scenario(named_source(path))
    instance = Instance(find_game(scenario.game), scenario, ())
    return scenario.game, instance.get(CERTIFIER)(scenario).content()


def _as_proven(path: str, finding: Finding) -> Finding:
    """Return the finding, which is invalid if the proven checker rejects the certificate.

    Raises:
        RequestError: the program is not there, or does not check this kind of certificate.
    """
    from toadstone.core.errors import RequestError
    from toadstone.proofs.certificate import Finding

    program = shutil.which(PROGRAM)
    if program is None:
        raise RequestError.about("proven", f"{PROGRAM} is not in PATH; see docs/theorems.md")
    ran = subprocess.run([program, path], capture_output=True, text=True, check=False)  # noqa: S603
    if ran.returncode == ExitStatus.ANSWERED:
        return finding
    if ran.returncode == ExitStatus.IMPOSSIBLE:
        return Finding(valid=False, at="claim", reason=f"{PROGRAM} rejects the certificate")
    raise RequestError.about("proven", f"{PROGRAM}: {ran.stderr.strip()}")
