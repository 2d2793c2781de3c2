"""`toadstone new-game`: a package with a game of your own, to begin with."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import Annotated

import typer

from toadstone_cli.options import Json
from toadstone_cli.output import ExitStatus, write, write_json

_FILES = Path(__file__).parent / "new_game_files"


def new_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name of the game, such as 'kayles'.")
    ],
    one_player: Annotated[
        bool, typer.Option("--one-player", help="Write a one-player game, not one for two.")
    ] = False,
    json: Json = False,
) -> ExitStatus:
    """Write a package with a game of your own.

    The package is the folder NAME: a game that works, an example, tests and a page. Replace its
    rules by yours. docs/own-game.md leads from there to a proof.

    \b
    Examples:
      toadstone new-game kayles
      toadstone new-game maze --one-player
    """
    from toadstone.core.errors import InputError, Place, RequestError
    from toadstone.files.declared_games import NAME
    from toadstone.files.writing import make_folder, open_atomic
    from toadstone.game import all_games

    if not NAME.fullmatch(name):
        raise RequestError(f"expected a name such as `my-game`, found `{name}`")
    if name in all_games():
        raise RequestError(f"there is a game `{name}` already: expected another name")
    if Path(name).exists():
        raise InputError("it exists already: expected a name for a new folder", Place(name))
    texts = _texts(name, "one_player" if one_player else "two_players")
    for path, text in texts.items():
        make_folder(path.parent)
        with open_atomic(str(path)) as file:
            file.write(text)
    if json:
        write_json({"files": list(map(str, texts))})
    else:
        write("".join(f"{path}\n" for path in texts))
        write(f"\nNext: cd {name} && toadstone --game-path . play {name}\n")
    return ExitStatus.ANSWERED


def _texts(name: str, kind: str) -> dict[Path, str]:
    """Return the files of the package, by their paths."""
    words = {
        "name": name,
        "title": name.replace("-", " ").capitalize(),
        "class_": name.title().replace("-", ""),
        "module": f"toadstone_{name.replace('-', '_')}",
        "example": f"{name}-first",
    }

    def filled(file: str, **more: str) -> str:
        return Template((_FILES / f"{file}.txt").read_text()).substitute(words, **more)

    folder, package = Path(name), Path(name, words["module"])
    tests = filled(f"{kind}.test").rstrip()
    return {
        folder / "pyproject.toml": filled("pyproject.toml"),
        folder / "README.md": filled("README.md"),
        package / "__init__.py": filled(f"{kind}.py"),
        package / "scenarios" / f"{words['example']}.yaml": filled(f"{kind}.yaml"),
        folder / "tests" / f"test_{words['module']}.py": filled("test.py", tests=tests),
    }
