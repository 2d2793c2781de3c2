"""What imports what in a tree of Python files, and what of it the house does not allow.

Every import counts, under `TYPE_CHECKING` and inside functions too. That a module imports the
packages it lies in is left out: a package's `__init__` counts where it is imported by name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

LAYERS = (
    ("core",),
    ("files", "combinatorial"),
    ("game",),
    ("loading",),
    ("engines",),
    ("proofs", "workers"),
    ("play",),
    ("view",),
    ("services",),
    ("games", "own_game"),
    ("shown",),
    ("interface",),
    ("testing", "table", "environments", "reasoning_gym"),
)
"""The rooms of `toadstone`, from the ground up; those of one layer do not import each other."""

PUBLIC, COMMANDS, CHECKER = "toadstone", "toadstone_cli", "toadstone_checker"
"""The public interface is outside the layers, the commands above them, the checker by itself."""


HOLDS_STATEMENTS = ast.stmt | ast.excepthandler | ast.match_case
"""The nodes that imports stand in; there are none in an expression."""


@dataclass(frozen=True)
class Import:
    """One import.

    Attributes:
        importer: the module that imports.
        target: what it imports: a module of the tree, or any other as it is named there.
        line: where it stands.
        typing: whether it stands under `TYPE_CHECKING`.
    """

    importer: str
    target: str
    line: int
    typing: bool

    def __str__(self) -> str:
        return f"{self.importer} imports {self.target} (line {self.line})"


def modules_in(folders: Iterable[Path]) -> dict[str, Path]:
    """Return the files of some packages, by the dotted names of the modules."""
    found = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(modules: Mapping[str, Path]) -> Sequence[Import]:
    """Return all imports of some modules; the files are read once."""
    return _imports_of(tuple(modules.items()))


@cache
def _imports_of(files: Sequence[tuple[str, Path]]) -> Sequence[Import]:
    modules = dict(files)
    found = (each for name, path in files for each in _imports(name, path, modules))
    return sorted(set(found), key=lambda each: (each.importer, each.line, each.target))


def _imports(importer: str, path: Path, modules: Mapping[str, Path]) -> Iterator[Import]:
    package = importer if path.name == "__init__.py" else importer.rpartition(".")[0]
    waiting: list[tuple[ast.AST, bool]] = [(ast.parse(path.read_text()), False)]
    while waiting:
        node, typing = waiting.pop()
        for target in _named(node, package, modules):
            yield Import(importer, target, node.lineno, typing)
        checked = _checked(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, HOLDS_STATEMENTS):
                waiting.append((child, typing or child in checked))


def _checked(node: ast.AST) -> Sequence[ast.AST]:
    """Return the statements that a node leaves to type checkers."""
    names = {"TYPE_CHECKING", "typing.TYPE_CHECKING"}
    return node.body if isinstance(node, ast.If) and ast.unparse(node.test) in names else ()


def _named(node: ast.AST, package: str, modules: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) - node.level + 1]
        source = ".".join([*(above if node.level else []), *([node.module] if node.module else [])])
        for alias in node.names:
            module = f"{source}.{alias.name}"
            yield module if module in modules else source


def complaints(modules: Mapping[str, Path]) -> list[str]:
    """Return every import that the house does not allow, in words; none where all is well."""
    imports = imports_of(modules)
    homeless = [
        f"{module} is in no layer"
        for module in modules
        if _package(module) == PUBLIC != module and _rank(_room(module)) is None
    ]
    reasons = ((each, _objection(each)) for each in imports)
    wrong = [f"{each}: {reason}" for each, reason in reasons if reason]
    round_about = circle(imports)
    return [*homeless, *wrong, *([f"a circle: {' -> '.join(round_about)}"] if round_about else [])]


def _objection(given: Import) -> str | None:
    """Say why an import is not allowed, or return None when it is."""
    ours = {PUBLIC, COMMANDS, CHECKER}
    if _package(given.target) not in ours or given.importer == PUBLIC:
        return None
    if _package(given.importer) == CHECKER:
        return None if _package(given.target) == CHECKER else "the checker imports only itself"
    if _package(given.importer) == COMMANDS or _package(given.target) == CHECKER:
        return None
    if _package(given.target) == COMMANDS:
        return "nothing imports the commands"
    return _objection_within(given)


def _objection_within(given: Import) -> str | None:
    if given.target == PUBLIC:
        return "nothing inside imports the public interface"
    room, other = _room(given.importer), _room(given.target)
    one, two = _game(given.importer), _game(given.target)
    if room == other == "games" and two is not None and one != two:
        return "no game imports another"
    rank, below = _rank(room), _rank(other)
    if room == other or rank is None or (below is not None and below < rank):
        return None
    return f"{room} may import only {', '.join([*sum(LAYERS[:rank], ()), room])}"


def _package(module: str) -> str:
    return module.partition(".")[0]


def _room(module: str) -> str:
    return module.split(".")[1]


def _game(module: str) -> str | None:
    """Return the folder of the game that a module of `games` belongs to, if it is one's."""
    return next(iter(module.split(".")[2:]), None)


def _rank(room: str) -> int | None:
    return next((rank for rank, rooms in enumerate(LAYERS) if room in rooms), None)


def circle(imports: Iterable[Import]) -> Sequence[str]:
    """Return the modules along a circle of imports, the first twice; none where there is none.

    What the public interface imports late is left out: that is what it is for.
    """
    follows = _follows(each for each in imports if each.importer != PUBLIC)
    try:
        TopologicalSorter(follows).prepare()
    except CycleError as error:
        *way, _ = reversed(error.args[1])
        first = way.index(min(way))
        return [*way[first:], *way[: first + 1]]
    return []


def _follows(imports: Iterable[Import]) -> dict[str, set[str]]:
    follows: dict[str, set[str]] = {}
    for each in imports:
        follows.setdefault(each.importer, set()).add(each.target)
    return follows


def reachable(start: str, imports: Iterable[Import], *, typing: bool = True) -> set[str]:
    """Return every module that importing one can lead to, itself included.

    Args:
        start: where to begin.
        imports: the imports.
        typing: whether those under `TYPE_CHECKING` count.
    """
    follows = _follows(each for each in imports if typing or not each.typing)
    reached, waiting = set(), [start]
    while waiting:
        module = waiting.pop()
        if module not in reached:
            reached.add(module)
            waiting += follows.get(module, ())
    return reached
