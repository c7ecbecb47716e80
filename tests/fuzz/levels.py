"""A grammar of files of Sokoban levels in the dialects of thirty years, and of solutions."""

from __future__ import annotations

from itertools import groupby
from random import Random

from tests.fuzz.damage import damaged, odd_word

_TITLES = ("Title: The hall", "; 7", "Level 3", "Author: Somebody", "Collection: x", ":: remark", "Comment:", "Date: 2")


def level_file(chance: Random) -> bytes:
    """Return a file of one level or a few, mostly right, and perhaps damaged."""
    levels = [level_text(chance) for _ in range(chance.choice((1, 1, 1, 2, 3)))]
    return damaged(chance, chance.choice(("\n", "\n", "", "\n\n; next\n")).join(levels))


def level_text(chance: Random) -> str:
    """Return a level with what may stand around it."""
    rows = board(chance)
    if chance.random() < 0.2:
        rows = [_short(row) for row in rows]
    before = [chance.choice(_TITLES) for _ in range(chance.choice((0, 0, 1)))]
    after = [chance.choice(_TITLES) for _ in range(chance.choice((0, 1, 2)))]
    if chance.random() < 0.1:
        after.append(f"Title: {odd_word(chance)}")
    if chance.random() < 0.4:
        after += [chance.choice(("Solution:", "Solution", "solution: ")), lurd(chance)]
    joint = "|" if chance.random() < 0.03 else "\n"
    return "\n".join([*before, joint.join(rows), *after, ""])


def board(chance: Random) -> list[str]:
    """Return rows with a wall around them, a man, and as many boxes as goals."""
    width, height = chance.randrange(3, 10), chance.randrange(3, 8)
    inside = [(row, column) for row in range(1, height - 1) for column in range(1, width - 1)]
    grid = [["#" if chance.random() < 0.1 else " " for _ in range(width)] for _ in range(height)]
    for row in range(height):
        for column in range(width):
            if (row, column) not in inside:
                grid[row][column] = "#"
    count = chance.randrange(1, 4)
    chance.shuffle(inside)
    for symbol, (row, column) in zip("@" + "$" * count + "." * count, inside, strict=False):
        grid[row][column] = symbol
    if chance.random() < 0.3:
        row, column = chance.choice(inside)
        grid[row][column] = chance.choice("*+@$.-_#")
    floor = chance.choice("   -_")
    return ["".join(row).replace(" ", floor) for row in grid]


def lurd(chance: Random) -> str:
    """Return moves, sometimes with run lengths and parentheses."""
    moves = "".join(chance.choice("lurdLURD") for _ in range(chance.randrange(1, 12)))
    if chance.random() < 0.2:
        return f"{chance.choice(('3', '9999999', '0'))}({moves}){chance.randrange(99)}"
    return moves


def _short(row: str) -> str:
    return "".join(f"{count if count > 1 else ''}{sign}" for sign, all_ in groupby(row) for count in [len(list(all_))])
