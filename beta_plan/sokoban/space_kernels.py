"""Pulls, and pushes, of boxes.

A box goes from one square to the next and the man follows or goes ahead, so the zone of the man hardly changes. It is
filled once for each state. What the zone becomes is clear from the squares around the one that the box enters, and from
those beside the one that it leaves; where it is not, it is filled again.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from beta_plan.jit import inlined
from beta_plan.sokoban.board_kernels import NONE, ONE, TWO, around, fill, first_on, has, lowest, toggle
from beta_plan.sokoban.tables import (
    COLUMN,
    FORWARD,
    FREE,
    LIVE,
    LIVE_SQUARES,
    MAN_BITS,
    OTHER,
    ROW,
    SIDEWAYS,
    ZONE,
    MazeTables,
)
from beta_plan.spaces.dispatch import implements
from beta_plan.spaces.protocol import facts, pack, predecessors, unpack

_WORD, _BITS, _PLACE = np.int64(6), np.int64(64), np.int64(63)


@implements(predecessors, MazeTables)
@inlined
def moves(maze, state, out_states, out_actions):
    """Write every state before a push, or behind one where the tables are for a forward search.

    Boxes that can go in a direction are found a row of the maze at a time. The action is the push: four times the
    square on which the box is before it, and the direction.
    """
    squares, zone, sideways = maze.squares, maze.boards[ZONE], maze.settings[SIDEWAYS] != 0
    forward = maze.settings[FORWARD] != 0
    num_boxes = len(state) - 1
    if len(out_actions) < 4 * num_boxes:
        return -1
    place_boxes(maze, state, num_boxes)
    man = np.int64(state[num_boxes])
    fill(maze.boards[FREE], zone, squares[man, ROW], squares[man, COLUMN], maze.square_at.shape[1])
    first = first_on(maze, zone)
    count = 0
    for row in range(1, len(zone) - 2):
        if maze.floor[row] == maze.boards[FREE, row]:
            continue
        for turn in range(4):
            movable = _pushable(maze, row, turn) if forward else _pullable(maze, row, turn)
            direction = 3 - turn if sideways else turn
            while movable != NONE:
                box = np.int64(maze.square_at[row, lowest(movable)])
                movable &= movable - ONE
                there = np.int64(squares[box, direction])
                man = box if forward else np.int64(squares[there, direction])
                _write(state, np.int64(maze.occupied[box]) - 1, there, out_states[count])
                out_states[count, num_boxes] = first_after(maze, first, box, there, man)
                out_actions[count] = 4 * box + direction if forward else 4 * there + (direction ^ 2)
                count += 1
    for place in range(num_boxes):
        maze.occupied[state[place]] = 0
    return count


@inlined
def _pullable(maze, row, turn):
    """Return the boxes of a row that can be pulled up, right, down or left on the board: the man has room there."""
    zone = maze.boards[ZONE]
    boxes = maze.floor[row] & ~maze.boards[FREE, row]
    if turn == 0:
        return boxes & zone[row - 1] & zone[row - 2]  # before the first row comes the last one, a wall, too
    if turn == 1:
        return boxes & (zone[row] >> ONE) & (zone[row] >> TWO)
    if turn == 2:
        return boxes & zone[row + 1] & zone[row + 2]
    return boxes & (zone[row] << ONE) & (zone[row] << TWO)


@inlined
def _pushable(maze, row, turn):
    """Return the boxes of a row that can be pushed to a live square, the man behind them."""
    zone, free, live = maze.boards[ZONE], maze.boards[FREE], maze.boards[LIVE_SQUARES]
    boxes = maze.floor[row] & ~free[row]
    if turn == 0:
        return boxes & zone[row + 1] & free[row - 1] & live[row - 1]
    if turn == 1:
        return boxes & (zone[row] << ONE) & ((free[row] & live[row]) >> ONE)
    if turn == 2:
        return boxes & zone[row - 1] & free[row + 1] & live[row + 1]
    return boxes & (zone[row] >> ONE) & ((free[row] & live[row]) << ONE)


@inlined
def place_boxes(maze, state, num_boxes):
    """Put the boxes of a state on the maze; who has done with it sets ``occupied`` back."""
    free = maze.boards[FREE]
    for r in range(len(free)):
        free[r] = maze.floor[r]
    for place in range(num_boxes):
        box = state[place]
        maze.occupied[box] = place + 1
        toggle(free, maze.squares[box, ROW], maze.squares[box, COLUMN])


@inlined
def _write(state, place, square, out):
    """Write the boxes of a state, the one at ``place`` on another square; they stay ascending."""
    num_boxes = len(state) - 1
    for i in range(num_boxes):
        out[i] = state[i]
    while place > 0 and out[place - 1] > square:
        out[place] = out[place - 1]
        place -= 1
    while place < num_boxes - 1 and out[place + 1] < square:
        out[place] = out[place + 1]
        place += 1
    out[place] = square


@inlined
def first_after(maze, first, box, there, man):
    """Return the first square of the man's zone after a box has gone from ``box`` to ``there``; he stands at ``man``.

    The board ZONE is his zone before, and ``first`` its first square.
    """
    squares, zone, free = maze.squares, maze.boards[ZONE], maze.boards[FREE]
    row, column = np.int64(squares[there, ROW]), np.int64(squares[there, COLUMN])
    joined, whole, others = man == box, True, False
    if has(zone, row, column):
        pattern = around(zone, row, column)
        whole = maze.simple[pattern] != 0
        side = 3 * (squares[box, ROW] - row + 1) + squares[box, COLUMN] - column + 1
        if maze.simple[pattern | (1 << side)]:  # the square that gets free connects, or is connected itself
            joined, whole = True, True
    for direction in range(4):
        beside = squares[box, direction]
        if beside != there and not maze.occupied[beside]:
            if has(zone, squares[beside, ROW], squares[beside, COLUMN]):
                joined = True
            else:
                others = True
    if whole and first != there and not (joined and others):
        return min(first, box) if joined else first
    toggle(free, row, column)
    toggle(free, squares[box, ROW], squares[box, COLUMN])
    other = maze.boards[OTHER]
    fill(free, other, squares[man, ROW], squares[man, COLUMN], maze.square_at.shape[1])
    toggle(free, row, column)
    toggle(free, squares[box, ROW], squares[box, COLUMN])
    return first_on(maze, other)


@implements(pack, MazeTables)
@inlined
def _pack(maze, state, words):
    """Write the man's square, then a bit for each live square: there is a box."""
    num_boxes = len(state) - 1
    bits = maze.settings[MAN_BITS]
    for w in range(len(words)):
        words[w] = NONE
    for i in range(num_boxes):
        place = maze.squares[state[i], LIVE] + bits
        words[place >> _WORD] |= ONE << np.uint64(place & _PLACE)
    words[0] |= np.uint64(state[num_boxes])


@implements(unpack, MazeTables)
@inlined
def _unpack(maze, words, state):
    """Read what ``_pack`` has written."""
    bits = maze.settings[MAN_BITS]
    below = (ONE << np.uint64(bits)) - ONE
    state[len(state) - 1] = np.int64(words[0] & below)
    count = 0
    for w in range(len(words)):
        word = words[w] & ~below if w == 0 else words[w]
        while word != NONE:
            state[count] = maze.live[_BITS * w + lowest(word) - bits]
            count += 1
            word &= word - ONE


@implements(facts, MazeTables)
@inlined
def _facts(maze, state, out):
    """Write the squares of the boxes, then the man's zone, behind all squares."""
    num_boxes = len(state) - 1
    for i in range(num_boxes):
        out[i] = state[i]
    out[num_boxes] = len(maze.occupied) - 1 + state[num_boxes]
    return num_boxes + 1
