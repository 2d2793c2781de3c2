"""The floor: the most HP in each cell after each turn, a plain program without any library.

    python benchmarks/games/river_toad/tools/plain_table.py FILE

It prints the HP and the plan, or null where there is none.
"""

import json
import sys

COSTS = ((-2, 3), (-1, 1), (0, 0), (1, 1), (2, 3))


def table(
    width: int, rows: int, hp: int, start: int, rolls: list[int]
) -> tuple[int, list[int] | None]:
    """Return the most HP after the last turn, and by how many cells to go in each turn."""
    here, path = {start: hp}, []
    for roll in [*[0] * (rows - 1), *rolls][: len(rolls)]:
        fly = {1 << width: 1, (1 << width) + 1: width}.get(roll)
        snakes, after, came = 0 if fly else roll, dict[int, int](), dict[int, int]()
        for cell, before in here.items():
            for shift, cost in COSTS:
                to = cell + shift
                if before >= cost and 1 <= to <= width and not snakes >> (width - to) & 1:
                    left = before - cost + 5 * (to == fly)
                    if left > after.get(to, 0):
                        after[to], came[to] = left, shift
        here = after
        path.append(came)
    if not here:
        return 0, None
    cell = max(here, key=lambda each: here[each])
    best, plan = here[cell], list[int]()
    for came in reversed(path):
        plan.append(came[cell])
        cell -= came[cell]
    return best, plan[::-1]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123  (pathlib takes longer)
        said = json.load(file)
    board, toad = said["board"], said["toad"]
    hp, plan = table(board["width"], board["rows"], toad["hp"], toad["start"], said["rolls"])
    json.dump({"hp": hp, "plan": plan}, sys.stdout)
