"""Ways as arrays, so that they can be kept in a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from beta_plan.search.result import Way
from beta_plan.search.snapshot import Arrays


def saved_ways(ways: Sequence[Way], num_variables: int) -> Arrays:
    """Return the states of ways as rows, and their actions one after the other; ``ends`` tells whose they are."""
    paths = [way.path for way in ways]
    return {
        "states": np.array([way.state for way in ways], dtype=np.int32).reshape(len(ways), num_variables),
        "actions": np.array([action for path in paths for action in path], dtype=np.int64),
        "ends": np.cumsum([0, *map(len, paths)], dtype=np.int64),
    }


def restored_ways(arrays: Arrays) -> list[Way]:
    """Return what ``saved_ways`` was given.

    >>> [(way.state, way.path) for way in restored_ways(saved_ways([Way((1, 2), lambda: [7, 5])], 2))]
    [((1, 2), [7, 5])]
    """
    actions, states = arrays["actions"].tolist(), arrays["states"].tolist()
    paths = [actions[begin:end] for begin, end in pairwise(arrays["ends"].tolist())]
    return [Way(tuple(state), partial(list, path)) for state, path in zip(states, paths, strict=True)]
