"""The proven checker in a page without a server, in chromium: it needs no Python."""

import functools
import shutil
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from coq import COQ
from places import ROOT

SCRIPT = COQ / "toadstone-verify.js"
PROOF = """{"certificate": "toadstone frog-puzzle 1", "scenario": {"start": "L_R", "goal": "R_L"},
"claim": {"ask": ["min-moves"], "status": "optimal", "values": {"moves": 3}},
"plan": ["1-2", "3-1", "2-3"], "positions": null}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words):
        """Say nothing."""


@pytest.fixture
def verified(tmp_path, chromium):
    """Return what gives the words of the page about certificates, with a script or without."""
    shutil.copytree(ROOT / "model/toadstone/table/page", tmp_path / "play")
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def said(texts, script=None):
        if script:
            (tmp_path / "play/runtime").mkdir()
            shutil.copy(script, tmp_path / "play/runtime")
        page = chromium.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/play/")
        page.click("summary >> text=More")
        page.click("#papers-open")
        page.check("[name=kind][value=verify]")
        page.select_option("#checker", "proven")
        words = []
        for text in texts:
            page.fill("#paper", text)
            page.click("#paper-form button.main")
            page.wait_for_function(
                "before => !['', before, 'The proven checker is at work.'].includes("
                "document.querySelector('#result-words').textContent)",
                arg=words[-1] if words else "",
            )
            words.append(page.inner_text("#result-words"))
        page.close()
        return words

    with server:
        yield said
        server.shutdown()


@pytest.mark.skipif(not SCRIPT.exists(), reason="needs: make -C proofs/coq js")
def test_the_page_asks_the_proven_checker(verified):
    forged = PROOF.replace('"moves": 3', '"moves": 2')
    assert verified([PROOF, forged, "{}"], SCRIPT) == [
        "Proven checker: valid",
        "Proven checker: invalid: it does not prove its claim",
        "Proven checker: unusable: expected a kind with a proven checker: toadstone frog-puzzle 1, "
        "toadstone river-toad 1, toadstone squirrel-war 1, toadstone toads-and-frogs 1, "
        "toadstone ugly-duck 1",
    ]


def test_the_page_says_that_the_proven_checker_was_not_built(verified):
    (words,) = verified([PROOF])
    assert words.startswith("This site was built without it.")
