"""What imports what in a tree of Python files, and what of it the house does not allow.

Every import counts, under `TYPE_CHECKING` and inside functions too. That a module imports the
packages it lies in is left out: a package's `__init__` counts where it is imported by name.
"""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from typing import NamedTuple

PUBLIC, GAMES = "toadstone", "toadstone.games"

LAYERS = (
    ("toadstone_checker",),
    ("toadstone.core",),
    ("toadstone.files", "toadstone.combinatorial"),
    ("toadstone.game",),
    ("toadstone.loading",),
    ("toadstone.engines",),
    ("toadstone.proofs", "toadstone.workers"),
    ("toadstone.play",),
    ("toadstone.view",),
    ("toadstone.services",),
    (GAMES, "toadstone.own_game"),
    ("toadstone.shown",),
    ("toadstone.interface",),
    (
        "toadstone.testing",
        "toadstone.table",
        "toadstone.environments",
        "toadstone.reasoning_gym",
    ),
    (PUBLIC,),
    ("toadstone_cli",),
)
"""The rooms, from the ground up; those of one layer do not import each other."""
RANKS = {room: rank for rank, rooms in enumerate(LAYERS) for room in rooms}


class Import(NamedTuple):
    """One import: of a module of the tree, or of any other as it is named there."""

    importer: str
    target: str
    line: int
    for_types: bool
    """Whether it stands under `TYPE_CHECKING`."""


def modules_in(folders):
    """Return the files of some packages, by the dotted names of the modules."""
    found = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


def imports_of(modules):
    """Return all imports of some modules; each file is read once."""
    names = frozenset(modules)
    return [each for name, path in modules.items() for each in _imports(name, path, names)]


@cache
def _imports(importer, path, modules):
    package = importer if path.name == "__init__.py" else importer.rpartition(".")[0]
    nodes = [*ast.walk(ast.parse(path.read_text()))]
    for_types = {
        inner
        for node in nodes
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for statement in node.body
        for inner in ast.walk(statement)
    }
    return [
        Import(importer, target, node.lineno, node in for_types)
        for node in nodes
        for target in _named(node, package, modules)
    ]


def _named(node, package, modules):
    """Yield the modules that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        source = resolve_name("." * node.level + (node.module or ""), package)
        named = {f"{source}.{alias.name}" for alias in node.names}
        yield from {name if name in modules else source for name in named}


def room_of(module):
    """Return the room of a module; any package that is not ours is one of its own."""
    parts = module.split(".")
    return ".".join(parts[: 2 if parts[0] == PUBLIC else 1])


def objection(importer, target):
    """Say why one module may not import another, or return None where it may."""
    room, other = room_of(importer), room_of(target)
    if room == other == GAMES:
        game, imported = (module.split(".")[2:3] for module in (importer, target))
        return None if imported in ([], game) else "no game imports another"
    if room == other or RANKS.get(other, -1) < RANKS[room]:
        return None
    return f"{room} lies no higher than {other}"


def complaints(modules):
    """Return every import that the house does not allow, in words; none where all is well."""
    imports = imports_of(modules)
    wrong = [
        f"{each.importer} imports {each.target} (line {each.line}): {reason}"
        for each in imports
        if (reason := objection(each.importer, each.target))
    ]
    return [*wrong, *(f"in a circle: {module}" for module in circle(imports))]


def circle(imports):
    """Return the modules along a circle of imports; none where there is none.

    What the public interface imports late is left out: that is what it is for.
    """
    follows = _follows(each for each in imports if each.importer != PUBLIC)
    try:
        TopologicalSorter(follows).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def _follows(imports):
    follows = {}
    for each in imports:
        follows.setdefault(each.importer, set()).add(each.target)
    return follows


def reachable(start, imports, *, typing=True):
    """Return every module that importing one can lead to, itself included.

    Args:
        start: where to begin.
        imports: the imports.
        typing: whether those under `TYPE_CHECKING` count.
    """
    follows = _follows(each for each in imports if typing or not each.for_types)
    reached, waiting = set(), [start]
    while waiting:
        module = waiting.pop()
        if module not in reached:
            reached.add(module)
            waiting += follows.get(module, ())
    return reached
