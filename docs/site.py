"""Builds the site: `python docs/site.py FOLDER` writes the documentation, and the page in `play/`.

The page is that of `toadstone play`, file for file. Its workers run the same Python by Pyodide. All
that it loads is in the folder: Pyodide from the npm registry, pydantic's compiled part from the
package index, each at a pinned version with its hash. docs/site.md says what is trusted there.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from array import array
from collections.abc import Iterable
from functools import cache
from importlib.metadata import files as files_of
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

from toadstone.core.errors import ToadstoneError
from toadstone.game import all_games
from toadstone.games.ugly_duck.certified import TABLE, number_of
from toadstone.loading import example_files
from toadstone.play.session import Session
from toadstone.services.generation.puzzle import content_of
from toadstone.table import messages
from toadstone.table.views import USUAL_AHEAD, game_cards, game_view, read_text, start_named
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.certificate_file import unheard
from toadstone_checker.ugly_duck import MOST_WORK, RIVAL, Board, Game, Walk

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "model" / "toadstone" / "table" / "page"

PYODIDE = "pyodide@314.0.7"
PYODIDE_SHA512 = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of Pyodide that a worker loads; its list of packages is empty, so it asks for none."""

WHEELS = {
    "pydantic-core==2.50.5": "b2910ec0fa5aeb9bef70156f2b79f4783978fdcfaa7b2f1b5d1814458d2e79a1",
    "pydantic==2.14.4": "653a2ad9f6d8858529c77c72717d0ea991d6c6837fe683246b2f4b2bbfc3fadc",
    "annotated-types==0.8.0": "f072f4d804ea359e4eaf198b1af7a8b0943881a87f31bb764f8bf219bb9419e0",
    "rich==15.0.0": "33bd4ef74232fb73fe9279a257718407f169c09b78a87ad3d296f548e27de0bb",
    "typing-extensions==4.16.0": "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8",
    "PyYAML==6.0.4": "c604dc2613c417130479cdd6e55c2faa691b6365aa82b3dafddfcecc2eaf1ac7",
    "typing-inspection==0.4.5": "bc210535442b39e1bf2805e0c7a17dfd6a4ace760c84c7f7d16245d23a6b1c39",
}
"""The wheels that Toadstone needs there, with their SHA-256; of PyYAML the plain Python."""

LEFT_OUT = (
    *("_pyio.py", "_pyrepl", "asyncio/windows*.py", "bdb.py", "cProfile.py", "doctest.py"),
    *("encodings/cp[178]*.py", "encodings/iso*.py", "encodings/mac*.py", "ftplib.py"),
    *("http/cookie*.py", "http/server.py", "imaplib.py", "logging/config.py"),
    *("logging/handlers.py", "mailbox.py", "modulefinder.py", "optparse.py", "pdb.py"),
    *("pickletools.py", "plistlib.py", "poplib.py", "profile.py", "pstats.py", "pyclbr.py"),
    *("pydantic/mypy.py", "pydantic/v1", "pydoc.py", "rich/_emoji_codes.py", "smtplib.py"),
    *("socketserver.py", "sqlite3", "timeit.py", "trace.py", "unittest", "wave.py", "wsgiref"),
    *("xml", "xmlrpc"),
)
"""Modules that nothing here imports."""

PLATFORMS = {
    "pydantic-core": ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14"),
    "PyYAML": ("--platform", "manylinux2014_x86_64", "--python-version", "3.14"),
}

PROVEN = ROOT / "proofs" / "coq" / "toadstone-verify.js"
"""The checker that is proven in Coq, as a script."""

RECORDS = ("ugly-duck-five-by-five", "toads-and-frogs-e4-seven-toads")
"""The certificates that the page verifies by a click."""


def main(arguments: list[str]) -> int:
    """Build the site into the folder that is named."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.stderr.write(__doc__ or "")
        return 2
    folder = Path(arguments[0]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    build_documentation(folder)
    build_page(folder / "play")
    size = sum(path.stat().st_size for path in (folder / "play").rglob("*") if path.is_file())
    sys.stdout.write(f"{folder}: play/ has {size / 1e6:.1f} MB; serve the folder, open play/\n")
    return 0


def build_documentation(folder: Path) -> None:
    """Build the pages of `docs/`, where Zensical is installed."""
    if not find_spec("zensical"):
        sys.stderr.write("the documentation is left out: pip install '.[docs]'\n")
        return
    run(sys.executable, str(ROOT / "docs" / "commands.py"))
    run(sys.executable, "-m", "zensical", "build", "--strict")
    left_out = shutil.ignore_patterns("__pycache__", "*.py")
    shutil.copytree(ROOT / "site", folder, dirs_exist_ok=True, ignore=left_out)
    shutil.rmtree(ROOT / "site")
    for page in folder.glob("*.html"):
        page.write_text(with_links(page.stem, page.read_text("utf-8")), "utf-8")


BLOCK = re.compile(r'<div class="language-[^>]*>.*?<code>(.*?)</code></pre></div>', re.DOTALL)


def with_links(name: str, page: str) -> str:
    """Return a page of the documentation with links that open what it is about in `play/`."""
    known = {""}

    def opened(block: re.Match[str]) -> str:
        text = html.unescape(re.sub("<[^>]*>", "", block[1]))
        links = [link(text, "Open it here")]
        commands = re.findall(r"^(?:\$ )?toadstone (.*)", text, re.MULTILINE)
        for word in " ".join(commands).split():
            example = re.sub(r"^scenarios/.*/|\.yaml$", "", word)
            if example in example_files():
                links.append(link(example, f"Open {example} here"))
        new = [each for each in dict.fromkeys(links) if each not in known]
        known.update(new)
        return "\n".join([block[0], *new])

    page = BLOCK.sub(opened, page)
    if name in all_games():
        page = page.replace("</h1>", f"</h1>\n{link(name, 'Play it here')}", 1)
    return page


def link(scenario: str, words: str) -> str:
    """Return a link that opens a scenario, or the one of that name; nothing where it is none."""
    try:
        named = scenario in all_games() or scenario in example_files()
        instance = start_named(scenario) if named else read_text(scenario)
        game_view(Session(instance), None, None, 0)
    except ToadstoneError:
        return ""
    content = json.dumps(content_of(instance.scenario)).encode()
    address = f"play/#scenario={base64.urlsafe_b64encode(content).decode().rstrip('=')}"
    return f'<p><a class="md-button" href="{address}">{words}</a></p>'


def build_page(folder: Path) -> None:
    """Write the page and all that it loads."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PAGE, folder)
    runtime = folder / "runtime"
    runtime.mkdir()
    with tempfile.TemporaryDirectory() as fetched:
        fetch_pyodide(Path(fetched), runtime)
        library = write_library(Path(fetched), runtime)
    (runtime / "files.json").write_text(json.dumps({"library": library}))
    take_proven_checker(runtime)
    (folder / "records").mkdir()
    for name in RECORDS:
        shutil.copy(ROOT / "proofs" / f"{name}.json.gz", folder / "records")
    (folder / "first.json").write_text(json.dumps(first_views()))
    write_offline(folder)


def packed(numbers: Iterable[int]) -> bytes:
    """Return a table as `certified.read` reads it."""
    data = array("Q", (b - a for a, b in pairwise([0, *sorted(numbers)]))).tobytes()
    planes = b"".join(data[place::8] for place in range(8))
    return gzip.compress(b"%d\n" % (len(data) // 8) + planes, mtime=0)


def boards_left(certificate: Any) -> set[int]:
    """Return the numbers of boards that the winner leaves, as the checker follows them.

    A board after which it wins at once, or leaves one of these whatever is replied, is left out.
    """
    winner, left, next_left = certificate["claim"]["winner"], dict[int, list[int]](), {}
    game = Game(certificate["scenario"], winner, Work(unheard, MOST_WORK))

    class Noting(Walk):
        waits = 0

        def reply(self, board: Board) -> None:
            self.waits = board[0]
            super().reply(board)

        def follow(self, board: Board) -> None:
            next_left[self.waits] = min(board)
            replies = map(min, game.choices(board, RIVAL))
            left[min(board)] = [each for each in replies if not game.holder_wins_now(each)]
            super().follow(board)

    @cache
    def is_kept(board: int) -> bool:
        return not all(is_kept(next_left[reply]) for reply in left[board])

    Noting(game, winner, certificate["strategies"][winner], draw_suits=False).check()
    return {number_of(game.written(board).split("/")) for board in left if is_kept(board)}


def fetch_pyodide(fetched: Path, runtime: Path) -> None:
    """Take the runtime from the npm package."""
    run("npm", "pack", "--silent", PYODIDE, "--pack-destination", str(fetched))
    (archive,) = fetched.glob("pyodide-*.tgz")
    expect(archive, "sha512", base64.b64decode(PYODIDE_SHA512).hex())
    with tarfile.open(archive) as package:
        package.extractall(fetched, filter="data")
    for name in RUNTIME:
        shutil.move(fetched / "package" / name, runtime / name)
    lock = json.loads((fetched / "package" / "pyodide-lock.json").read_text())
    (runtime / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": {}}))


def take_proven_checker(runtime: Path) -> None:
    """Take the proven checker if it is there or can be made; else the page says so."""
    if all(map(shutil.which, ("make", "coqc", "ocamlfind", "js_of_ocaml"))):
        run("make", "-C", str(PROVEN.parent), "js")
    if PROVEN.is_file():
        shutil.copy(PROVEN, runtime)
    else:
        sys.stderr.write("the proven checker is left out: it needs Coq, OCaml and js-of-ocaml\n")


def write_library(fetched: Path, runtime: Path) -> str:
    """Write one archive with Toadstone, one with Python and the rest; return the first's name."""
    path, python = fetched / "library.zip", runtime / "python_stdlib.zip"
    with zipfile.ZipFile(path, "w") as library, zipfile.ZipFile(python, "a") as others:
        for requirement, sha256 in WHEELS.items():
            inside = None if "pydantic-core" in requirement else others  # it cannot be loaded there
            take_wheel(library, inside, wheel(fetched, requirement, sha256))
        take_toadstone(library)
    (fetched / "compile.mjs").write_text(COMPILE)
    run("node", f"{fetched}/compile.mjs", str(runtime), str(path), str(python), *LEFT_OUT)
    name = f"library-{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}.zip"
    shutil.move(path, runtime / name)
    return name


COMPILE = """
import { readFileSync, writeFileSync } from "node:fs";
const [runtime, library, python, ...leftOut] = process.argv.slice(2);
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const py = await loadPyodide({ indexURL: runtime });
py.FS.writeFile("/library.zip", readFileSync(library));
py.FS.writeFile("/python.zip", readFileSync(python));
py.globals.set("left_out", py.toPy(leftOut));
py.runPython(`
import compileall, pathlib, pkgutil, py_compile, shutil, sys, zipfile

def write(name, is_compiled):
    folder = pathlib.Path("/", name)
    for path in filter(is_compiled, folder.rglob("*.py")):
        compiled, as_it_is = path.with_suffix(".pyc"), py_compile.PycInvalidationMode.UNCHECKED_HASH
        level = 0 if path.stem == "__init__" else 2  # the docstring of a game says what it is about
        py_compile.compile(path, compiled, path.name, True, level, as_it_is)
        path.unlink()
    with zipfile.ZipFile(f"/{name}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder))

for name in ("python", "library"):
    shutil.unpack_archive(f"/{name}.zip", f"/{name}")
    sys.path.insert(0, f"/{name}")
for path in (path for name in left_out for path in pathlib.Path("/python").glob(name)):
    shutil.rmtree(path) if path.is_dir() else path.unlink()
for found in pkgutil.walk_packages(["/library/toadstone"], "toadstone."):
    try:
        __import__(found.name)
    except ImportError as error:  # it is for what is missing here, and goes on saying so
        path = pathlib.Path("/library", found.name.replace(".", "/") + ".py")
        if path.is_file():
            path.write_text(f"import {error.name}")
used = {getattr(each, "__file__", None) for each in sys.modules.values()}
names = {each.rpartition(".zip/")[2].removeprefix("/python/") for each in used if each}
write("python", lambda path: str(path.relative_to("/python")) in names)
write("library", bool)
`);
for (const [path, name] of [[library, "library"], [python, "python"]])
  writeFileSync(path, py.FS.readFile(`/${name}.zip`));
"""
"""Compiles what Toadstone uses with the Python of the page, which so starts in half the time."""


def wheel(fetched: Path, requirement: str, sha256: str) -> Path:
    """Fetch a wheel for the page, and compare its hash."""
    name = requirement.partition("==")[0]
    target = fetched / name
    run(
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(target)),
        *("--only-binary", ":all:", *PLATFORMS.get(name, ()), requirement),
    )
    (found,) = target.iterdir()
    expect(found, "sha256", sha256)
    return found


def take_wheel(library: zipfile.ZipFile, others: zipfile.ZipFile | None, path: Path) -> None:
    """Take the modules of a wheel, and what says its version."""
    with zipfile.ZipFile(path) as packed:
        for name in packed.namelist():
            if name.endswith((".py", "/METADATA", "-emscripten.so")):
                taken = library if others is None or name.endswith("/METADATA") else others
                taken.writestr(name, packed.read(name))


def take_toadstone(library: zipfile.ZipFile) -> None:
    """Take the packages, scenarios, a table of a certificate, and the declaration of the games."""
    for package in ("model/toadstone", "checker/toadstone_checker"):
        for path in sorted((ROOT / package).rglob("*")):
            name = path.relative_to(ROOT / package).as_posix()
            suffixes = {".py", ".html", ".css", ".js", ".svg", ".gz"}
            wanted = path.suffix in suffixes and "__pycache__" not in name
            if wanted and not name.startswith("table/page/"):
                library.write(path, f"{package.partition('/')[2]}/{name}")
    for path in sorted((ROOT / "scenarios").rglob("*")):
        if path.suffix in {".yaml", ".txt"}:
            library.write(path, f"toadstone/scenarios/{path.relative_to(ROOT / 'scenarios')}")
    with gzip.open(ROOT / "proofs" / f"{RECORDS[0]}.json.gz") as file:
        boards = packed(boards_left(json.load(file)))
    library.writestr(f"toadstone/proofs/{TABLE.name}", boards)
    for each in files_of("toadstone") or ():
        if each.name in {"METADATA", "entry_points.txt"}:
            library.write(str(each.locate()), each.as_posix())


def first_views() -> dict[str, Any]:
    """Return what the page shows before Python is there: the games, and each usual start."""
    views: dict[str, Any] = {"home": messages.HomeView(games=game_cards()).model_dump(mode="json")}
    for card in game_cards():
        session = Session(start_named(card.game))
        views[card.game] = game_view(session, card.game, None, USUAL_AHEAD).model_dump(mode="json")
    return views


def write_offline(folder: Path) -> None:
    """Write the list of files that the service worker keeps at once, and a name of all files."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + (folder / name).read_bytes())
    at_once = [name for name in names if not name.startswith("records/")]
    kept = {"name": digest.hexdigest()[:16], "files": ["./", *at_once]}
    worker = folder / "offline.js"
    worker.write_text(f"const KEPT = {json.dumps(kept)};\n{worker.read_text()}")


def expect(path: Path, kind: str, digest: str) -> None:
    """Exit where a file is not the one that was pinned."""
    found = hashlib.new(kind, path.read_bytes()).hexdigest()
    if found != digest:
        sys.exit(f"{path.name}: its {kind} is {found}, expected {digest}")


def run(*command: str) -> None:
    """Run a program in the checkout; exit with what it says where it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
