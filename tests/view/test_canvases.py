"""A scenario that is drawn: what a click puts where, and what its file then holds."""

from copy import deepcopy

import pytest

from toadstone.game import find_game
from toadstone.view.canvas import CANVAS


def canvas_of(game, **content):
    make = find_game(game).get(CANVAS)
    return make(deepcopy(make.blank) | content)


@pytest.mark.parametrize("game", ["river-toad", "squirrel-war", "ugly-duck"])
def test_a_click_beside_the_cells_or_with_no_tool_is_refused(game):
    canvas = canvas_of(game)
    there, tool = canvas.rows()[0][1][1].name, canvas.tools[0].name
    for cell, what in [("0:3", tool), ("-2:3", tool), ("1:7", tool), (there, "nonsense")]:
        with pytest.raises(ValueError, match="there is no cell"):
            canvas.put(cell, what)
    assert canvas.content == canvas_of(game).content
