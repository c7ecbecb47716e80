"""Walls as designers draw them: pieces of three by three places side by side, some of them mirrored.

The pieces are rooms, pillars, nooks, corridors and crossings. What they leave is tidied up: no large halls, no long
dead ends, one part.
"""

from __future__ import annotations

from random import Random

from beta_plan.skeleton.maze_bits import Grid, each

SIDE = 3
_DRAWN = """
    ...  ...  #..  ##.  ##.  ###  ###  #.#  #.#  ###  ...  .#.  ###  .##  ##.
    ...  .#.  ...  ...  #..  ...  ...  ...  ...  #..  .##  .#.  ###  .#.  ...
    ...  ...  ...  ...  ...  ...  ###  ###  #.#  #..  ...  ...  ###  ...  .##
"""
_WEIGHTS = (5, 8, 3, 4, 4, 4, 2, 2, 2, 3, 4, 4, 1, 4, 3)

Piece = tuple[str, ...]


def _turns(piece: Piece) -> tuple[Piece, ...]:
    """Return a piece as it can be turned and mirrored; each once."""
    found = []
    for _ in range(4):
        piece = tuple("".join(row) for row in zip(*piece[::-1], strict=True))
        found += [piece, piece[::-1]]
    return tuple(dict.fromkeys(found))


PIECES = tuple(_turns(piece) for piece in zip(*(line.split() for line in _DRAWN.split("\n")[1:-1]), strict=True))
"""The pieces with a dot for floor, each as it can be turned and mirrored."""

MIRRORED, TURNED = 0.15, 0.3
"""So many mazes are their own mirror image; so many, those included, have some symmetry."""


def draw_floor(grid: Grid, random: Random) -> int:
    """Return floor in one part, which no hall and no long dead end spoils; it may be small, or nothing."""
    floor = _symmetric(grid, _pieces(grid, random), random.random())
    floor = _with_doors(grid, floor, random)
    floor = _trimmed(grid, _with_pillars(grid, floor, random))
    return max(grid.zones(floor), key=int.bit_count, default=0)


def _pieces(grid: Grid, random: Random) -> int:
    """Return the floor that pieces leave, the first of which may begin beyond the border."""
    first_row, first_column = (1 - random.randrange(SIDE) for _ in range(2))
    places = []
    for top in range(first_row, grid.height, SIDE):
        for left in range(first_column, grid.width, SIDE):
            piece = random.choice(random.choices(PIECES, _WEIGHTS)[0])
            places += [
                (top + row, left + column)
                for row, line in enumerate(piece)
                for column, sign in enumerate(line)
                if sign == "." and 0 < top + row < grid.height - 1 and 0 < left + column < grid.width - 1
            ]
    return grid.bits(places)


def _symmetric(grid: Grid, floor: int, chance: float) -> int:
    """Return floor that equals its own mirror image, or itself turned round; or nothing was changed."""
    if chance >= TURNED:
        return floor
    half = [(row, column) for row, column in grid.places(floor) if 2 * column < grid.width]
    last_row, last_column = grid.height - 1, grid.width - 1
    other = [(row if chance < MIRRORED else last_row - row, last_column - column) for row, column in half]
    return grid.bits({*half, *other})


def _with_doors(grid: Grid, floor: int, random: Random) -> int:
    """Return floor with doors from its largest part to the others, where the wall between them is thin."""
    parts = sorted(grid.zones(floor), key=int.bit_count)
    whole = parts.pop() if parts else 0
    while parts:
        walls = grid.beside(whole) & grid.inside & ~floor
        near = next((part for part in reversed(parts) if grid.beside(part) & walls), 0)
        if not near:
            break
        door = random.choice(list(each(grid.beside(near) & walls)))
        floor |= door
        whole = grid.zone(floor, door)
        parts = [part for part in parts if not part & whole]
    return floor


def _with_pillars(grid: Grid, floor: int, random: Random) -> int:
    """Return floor with a pillar in every hall: floor of four by three, lying or standing.

    It divides nothing: there is floor in all eight places around it.
    """
    for across, down in ((1, grid.width), (grid.width, 1)):
        while True:
            long = floor & floor >> across & floor >> 2 * across & floor >> 3 * across
            halls = long & long >> down & long >> 2 * down
            if not halls:
                break
            first = random.choice(list(each(halls)))
            floor &= ~(first << (down + across * random.randrange(1, 3)))
    return floor


def _trimmed(grid: Grid, floor: int) -> int:
    """Return floor whose dead ends are niches: nowhere do two squares follow each other in one."""
    while True:
        up, right, down, left = (grid.shifted(floor, step) & floor for step in grid.steps)
        two = up & right | down & left | (up | right) & (down | left)
        three = up & right & (down | left) | down & left & (up | right)
        ends = floor & ~two
        blind = ends & (grid.beside(floor & ~three) | ~grid.beside(floor))
        if not blind:
            return floor
        floor &= ~blind
