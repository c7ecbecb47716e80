"""Tasks of the size of a competition's largest, as arrays without a loop over actions."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from beta_plan.sas.rows import Rows
from beta_plan.sas.task import ActionNames, ActionTable, AtomTable, ConditionalEffects, SasTask, Variable


def transport(*, trucks: int, packages: int, places: int, capacity: int) -> SasTask:
    """Trucks drive between near places, load and unload; facts are trucks, then capacities, then packages."""

    def truck(t, x):
        return t * places + x

    def free(t, c):
        return trucks * places + t * (capacity + 1) + c

    def package(p, x):
        return trucks * (places + capacity + 1) + p * (places + trucks) + x

    t, x, y = _grid(trucks, places, places)
    near = (x != y) & (abs(x - y) < 6)
    t, x, y = t[near], x[near], y[near]
    none = np.full(len(t), -1)
    drive = (np.stack([truck(t, x), none, none], axis=1), np.stack([truck(t, y), none], axis=1))
    p, t, x, c = _grid(packages, trucks, places, capacity)
    at, inside = package(p, x), package(p, places + t)
    load = (np.stack([at, truck(t, x), free(t, c + 1)], axis=1), np.stack([inside, free(t, c)], axis=1))
    unload = (np.stack([inside, truck(t, x), free(t, c)], axis=1), np.stack([at, free(t, c + 1)], axis=1))
    lengths = [len(block[0]) for block in (drive, load, unload)]
    sizes = [*[places] * trucks, *[capacity + 1] * trucks, *[places + trucks] * packages]
    count = sum(lengths)
    return SasTask(
        atoms=AtomTable(
            ("at-truck", "free", "package"),
            (),
            np.repeat([0, 1, 2], [trucks * places, trucks * (capacity + 1), packages * (places + trucks)]).astype(
                np.int32
            ),
            Rows.of([[]] * sum(sizes)),
        ),
        variables=tuple(
            Variable(f"v{i}", tuple(range(end - n, end)), tuple(map(str, range(n))))
            for i, (n, end) in enumerate(zip(sizes, accumulate(sizes), strict=True))
        ),
        actions=ActionTable(
            names=ActionNames(
                ("drive", "load", "unload"),
                (),
                np.repeat(np.arange(3), lengths).astype(np.int32),
                Rows.of([[]] * count),
            ),
            cost=np.ones(count, dtype=np.int64),
            pre=Rows.from_matrix(np.concatenate([drive[0], load[0], unload[0]])),
            post=Rows.from_matrix(np.concatenate([drive[1], load[1], unload[1]])),
            conditional=ConditionalEffects(np.empty(0, dtype=np.int32), Rows.of([]), np.empty(0, dtype=np.int32)),
        ),
        goals=(tuple(int(package(p, 1)) for p in range(packages)),),
        init=(*[0] * trucks, *[capacity] * trucks, *[0] * packages),
        mutex_groups=(),
        linear_invariants=(),
        true_atoms=(),
    )


def _grid(*sizes: int) -> list[np.ndarray]:
    return [axis.ravel() for axis in np.meshgrid(*map(np.arange, sizes), indexing="ij")]
