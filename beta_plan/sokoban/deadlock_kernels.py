"""Frozen boxes, a row of the maze at a time, and what they cut off."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from beta_plan.jit import inlined, kernel
from beta_plan.sokoban.board_kernels import NONE, ONE, has, lowest
from beta_plan.sokoban.deadlocks import BOXES, FLOOR, FROZEN, GOALS, LIVE_BOARD, MOST_GOALS, NUM_KEPT, STEP

# What freeze returns.
NOTHING_FROZEN, FROZEN_ON_GOALS, FROZEN_ELSEWHERE = range(3)


@kernel
def freeze(t, state):
    """Find the boxes that can never be pushed again, except to dead squares; say whether there are some off goals.

    At first all boxes are taken for frozen. One that has on an axis neither a wall nor a frozen box beside it, and a
    live square on at least one side, is none; that is repeated while it changes something. What remains has on both
    axes a wall, a frozen box or dead squares beside it: none of them can be the first to be pushed.
    """
    floor, live, goals, frozen = t.boards[FLOOR], t.boards[LIVE_BOARD], t.boards[GOALS], t.boards[FROZEN]
    boxes = t.boards[BOXES]
    for row in range(len(boxes)):
        boxes[row] = NONE
    for i in range(len(state) - 1):
        boxes[t.place[state[i], 0]] |= ONE << np.uint64(t.place[state[i], 1])
    for row in range(len(boxes)):
        frozen[row] = boxes[row]
    changed = True
    while changed:
        changed = False
        for row in range(1, len(frozen) - 2):
            if frozen[row] == NONE:
                continue
            blocked = ~floor[row] | frozen[row]
            across = (blocked << ONE) | (blocked >> ONE) | (~(live[row] << ONE) & ~(live[row] >> ONE))
            upright = ~floor[row - 1] | frozen[row - 1] | ~floor[row + 1] | frozen[row + 1]
            upright |= ~live[row - 1] & ~live[row + 1]
            left = frozen[row] & across & upright
            if left != frozen[row]:
                frozen[row] = left
                changed = True
    found = np.int64(NOTHING_FROZEN)
    for row in range(len(frozen)):
        if frozen[row] & ~goals[row] != NONE:
            return np.int64(FROZEN_ELSEWHERE)
        if frozen[row] != NONE:
            found = np.int64(FROZEN_ON_GOALS)
    return found


@kernel
def spread(t, reached, row, column):
    """Write the squares from which a box can be pushed to one, the man anywhere, while the frozen boxes stay."""
    floor, frozen, step = t.boards[FLOOR], t.boards[FROZEN], t.boards[STEP]
    for r in range(len(reached)):
        reached[r] = NONE
        step[r] = floor[r] & ~frozen[r]
    reached[row] = ONE << np.uint64(column)
    changed = True
    while changed:
        changed = False
        for r in range(1, len(reached) - 2):
            free, here = step[r], reached[r]
            # A box is pulled to a free square, and behind it there is another one for the man.
            more = here | (here << ONE) & free & (free >> ONE) | (here >> ONE) & free & (free << ONE)
            more |= reached[r - 1] & free & step[r + 1] | reached[r + 1] & free & step[r - 1]
            if more != here:
                reached[r] = more
                changed = True


@kernel
def _kept_place(t):
    """Return the place of the set of frozen boxes in the table, after filling it if another one was there."""
    frozen = t.boards[FROZEN]
    mixed = np.uint64(0)
    for row in range(len(frozen)):
        word = frozen[row] ^ (mixed << np.uint64(3)) ^ (mixed >> np.uint64(11))
        mixed = word ^ (word >> np.uint64(17)) ^ (word << np.uint64(7))
    mixed ^= mixed >> np.uint64(32)
    mixed ^= mixed >> np.uint64(16)
    mixed ^= mixed >> np.uint64(8)
    place = np.int64(mixed & np.uint64(NUM_KEPT - 1))
    kept = t.kept[place]
    same = True
    for row in range(len(frozen)):
        same &= kept[row] == frozen[row]
        kept[row] = frozen[row]
    if not same:
        for goal in range(len(t.goal_at)):
            row, column = t.place[t.goal_at[goal], 0], t.place[t.goal_at[goal], 1]
            if not has(frozen, row, column):
                spread(t, t.reached[place, goal], row, column)
    return place


@kernel
def is_cut_off(t, state):
    """Say whether the boxes that are not frozen cannot all get to different goals that have no frozen box."""
    count = len(t.goal_at)
    if count > MOST_GOALS:
        return False
    place, frozen = _kept_place(t), t.boards[FROZEN]
    num_rows = np.int64(0)
    for i in range(count):
        row, column = t.place[state[i], 0], t.place[state[i], 1]
        if has(frozen, row, column):
            continue
        wanted = NONE
        for goal in range(count):
            other = t.goal_at[goal]
            if not has(frozen, t.place[other, 0], t.place[other, 1]) and has(t.reached[place, goal], row, column):
                wanted |= ONE << np.uint64(goal)
        if wanted == NONE:
            return True
        t.wanted[num_rows] = wanted
        num_rows += 1
    for goal in range(count):
        t.row_of[goal] = -1
    for row in range(num_rows):  # noqa: SIM110  numba compiles no generator
        if not _assign(t, row):
            return True
    return False


@inlined
def _assign(t, row):
    """Give a row one of the goals that it wants, along an alternating path; say whether there is one."""
    seen, head, tail = NONE, np.int64(0), np.int64(1)
    t.queue[0] = row
    while head < tail:
        here = t.queue[head]
        head += 1
        new = t.wanted[here] & ~seen
        seen |= new
        while new != NONE:
            goal = lowest(new)
            new &= new - ONE
            t.came[goal] = here
            if t.row_of[goal] < 0:
                _flip(t, goal, row)
                return True
            t.queue[tail] = t.row_of[goal]
            tail += 1
    return False


@inlined
def _flip(t, goal, row):
    """Give every row of a path the goal behind it, from the last one to the first."""
    while True:
        here = t.came[goal]
        t.row_of[goal] = here
        if here == row:
            return
        for other in range(len(t.row_of)):
            if other != goal and t.row_of[other] == here:
                goal = np.int64(other)
                break
