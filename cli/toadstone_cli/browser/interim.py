"""Interim: cells of boards, until the drawings have `data-cell`."""

from toadstone.pictures.picture import CELL
from toadstone.pictures.sheet import document
from toadstone.pictures.svg import Markup, element, join


def cell_rects(picture, instance):
    game = instance.game.name
    scenario = instance.scenario
    if game == "river-toad":
        y = picture._top + CELL * (picture._rows - 1)
        return {
            str(c): (picture._left + CELL * c, y, CELL, CELL)
            for c in range(1, scenario.board.width + 1)
        }
    if game == "frog-puzzle":
        return {str(n + 1): (CELL * n, picture._top, CELL, CELL) for n in range(len(scenario.start))}
    if game == "toads-and-frogs":
        rects = {}
        alone = len(scenario.start) == 1
        for index, row in enumerate(scenario.start):
            for n in range(len(row)):
                name = str(n + 1) if alone else f"{index + 1}:{n + 1}"
                rects[name] = (picture._left + CELL * n, picture._y(index + 1), CELL, CELL)
        return rects
    if game == "squirrel-war":
        from toadstone.games.squirrel_war.picture import _SIDE

        return {
            str(c): (picture._centre(c)[0] - _SIDE / 2, picture._centre(c)[1] - _SIDE / 2, _SIDE, _SIDE)
            for c in scenario.cells
        }
    from toadstone.games.ugly_duck.picture import _SIDE
    from toadstone.games.ugly_duck.scenario import Cell

    cells = [Cell(r, c) for r in range(len(scenario.lines)) for c in range(len(scenario.lines[0]))]
    return {
        str(c): (picture._centre(c)[0] - _SIDE / 2, picture._centre(c)[1] - _SIDE / 2, _SIDE, _SIDE)
        for c in cells
    }


def board_svg(picture, instance, moment, title):
    rects = cell_rects(picture, instance)
    cells = [
        element("rect", x=x, y=y, width=w, height=h, fill="transparent", data_cell=name, aria_label=name)
        for name, (x, y, w, h) in rects.items()
    ]
    drawn = join([picture.background(), picture.foreground(moment), *cells])
    return document(drawn, (picture.width, picture.height), title, picture.alt(moment))
