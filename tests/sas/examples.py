"""Small SAS+ tasks written by hand: each has few enough states to look at all of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations, product

from beta_plan.sas.task import SasTask
from tests.sas.build import Action, action, task

ROADS = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")]


def running_example() -> SasTask:
    """P_e of the paper: nothing but inc is of use, and it takes 9 of them from all zero to all three."""
    names = ["v1", "v2", "v3"]
    inc = [action(f"inc {v} {x}", f"{v}={x}", f"{v}={x + 1}") for v in names for x in range(3)]
    jump = [action(f"jump {v}", " ".join(f"{u}={0 if u == v else 4}" for u in names), f"{v}=3") for v in names]
    return task(dict.fromkeys(names, "0 1 2 3 4"), [*inc, *jump], "v1=3 v2=3 v3=3", "v1=0 v2=0 v3=0")


def transport(packages: int = 2, *, linear: bool = True) -> SasTask:
    """Two trucks, of capacity 2 and 1, on the road a-b-c; a truck counts its free places."""
    ps = [f"p{i + 1}" for i in range(packages)]
    actions = [action(f"drive t{t} {x} {y}", f"t{t}={x}", f"t{t}={y}") for t in (1, 2) for x, y in ROADS]
    for p, t, x, level in product(ps, (1, 2), "abc", (1, 2)):
        free, taken = f"cap{t}={level}", f"cap{t}={level - 1}"
        actions.append(action(f"load {p} t{t} {x} {level}", f"{p}={x} t{t}={x} {free}", f"{p}=in{t} {taken}"))
        actions.append(action(f"unload {p} t{t} {x} {level}", f"{p}=in{t} t{t}={x} {taken}", f"{p}={x} {free}"))
    variables = {"t1": "a b c", "t2": "a b c", "cap1": "0 1 2", "cap2": "0 1 2"}
    variables |= dict.fromkeys(ps, "a b c in1 in2")
    sums = [(" ".join(f"{p}=in{t}" for p in ps) + f" cap{t}=1 2*cap{t}=2", 3 - t) for t in (1, 2)]
    goal, init = " ".join(f"{p}=c" for p in ps), " ".join(f"{p}=a" for p in ps)
    return task(variables, actions, goal, f"t1=a t2=b cap1=2 cap2=1 {init}", linear=sums if linear else ())


def gripper() -> SasTask:
    """One robot with two hands, two balls, two rooms; what a hand holds and its flag exclude each other."""
    actions = [action("move a b", "robot=a", "robot=b"), action("move b a", "robot=b", "robot=a")]
    for b, r, h in product(("ball1", "ball2"), "ab", ("hand1", "hand2")):
        actions.append(action(f"pick {b} {r} {h}", f"{b}={r} robot={r} {h}=free", f"{b}={h} {h}=none"))
        actions.append(action(f"drop {b} {r} {h}", f"{b}={h} robot={r}", f"{b}={r} {h}=free"))
    variables = {"robot": "a b", "hand1": "free none", "hand2": "free none"}
    variables |= dict.fromkeys(("ball1", "ball2"), "a b hand1 hand2")
    hands = [f"{h}=free ball1={h} ball2={h}" for h in ("hand1", "hand2")]
    init = "robot=a hand1=free hand2=free ball1=a ball2=a"
    return task(variables, actions, "ball1=b ball2=b", init, exactly_one=hands)


def blocks(names: tuple[str, ...] = ("b1", "b2", "b3")) -> SasTask:
    """Blocksworld; clear and the hand are flags tied to the positions by exactly-one groups.

    put-down, stack and unstack set flags without asking for their old value: only the groups tell it.
    """
    actions = []
    for x in names:
        actions.append(
            action(f"pick-up {x}", f"{x}=table clear-{x}=clear hand=free", f"{x}=hand clear-{x}=none hand=none")
        )
        actions.append(action(f"put-down {x}", f"{x}=hand", f"{x}=table clear-{x}=clear hand=free"))
    for x, y in permutations(names, 2):
        on = f"{x}=on-{y} clear-{x}=clear hand=free"
        actions.append(action(f"stack {x} {y}", f"{x}=hand clear-{y}=clear", f"{on} clear-{y}=none"))
        actions.append(action(f"unstack {x} {y}", on, f"{x}=hand clear-{x}=none hand=none clear-{y}=clear"))
    variables = {x: " ".join(["table", "hand", *(f"on-{y}" for y in names if y != x)]) for x in names}
    variables |= {f"clear-{x}": "clear none" for x in names} | {"hand": "free none"}
    groups = ["hand=free " + " ".join(f"{x}=hand" for x in names)]
    groups += [" ".join([f"clear-{x}=clear {x}=hand", *(f"{y}=on-{x}" for y in names if y != x)]) for x in names]
    tower = " ".join(f"{x}=on-{y}" for x, y in pairwise(names))
    init = " ".join(f"{x}=table clear-{x}=clear" for x in names) + " hand=free"
    return task(variables, actions, tower, init, exactly_one=groups)


def briefcase() -> SasTask:
    """A bag that takes along what is in it: one conditional effect for each object."""
    actions = []
    for x, y in permutations("abc", 2):
        taken = [(f"in{o}=in", f"o{o}={y}") for o in (1, 2)]
        actions.append(action(f"move {x} {y}", f"bag={x}", f"bag={y}", *taken))
    for o, x in product((1, 2), "abc"):
        actions.append(action(f"put-in {o} {x}", f"bag={x} o{o}={x} in{o}=out", f"in{o}=in"))
        actions.append(action(f"take-out {o} {x}", f"bag={x} in{o}=in", f"in{o}=out"))
    variables = {"bag": "a b c"} | dict.fromkeys(("o1", "o2"), "a b c") | dict.fromkeys(("in1", "in2"), "in out")
    return task(variables, actions, "o1=c o2=b", "bag=a o1=a o2=a in1=out in2=out")


def registers() -> SasTask:
    """Conditions that reach across variables: swap x and y, copy y to z, count x up."""
    swap = [(f"x={i}", f"y={i}") for i in range(3)] + [(f"y={i}", f"x={i}") for i in range(3)]
    copy = [(f"y={i}", f"z={i}") for i in range(3)]
    count = [(f"x={i}", f"x={i + 1}") for i in range(2)]
    actions = [action("swap", "", "", *swap), action("copy", "", "", *copy), action("count", "z=0", "", *count)]
    return task(dict.fromkeys("xyz", "0 1 2"), actions, "x=2 y=1", "x=0 y=1 z=0")


def lights() -> SasTask:
    """Effects on variables without precondition; of the two strong lamps at most one burns."""
    actions = [
        action("all-off", "", "strong1=off strong2=off weak=off"),
        action("first", "", "strong1=on strong2=off"),
        action("second", "strong1=off", "strong2=on"),
        action("glow", "weak=off", "weak=on"),
    ]
    variables = dict.fromkeys(("strong1", "strong2", "weak"), "on off")
    init = "strong1=off strong2=off weak=off"
    return task(variables, actions, "strong2=on weak=on", init, at_most_one=["strong1=on strong2=on"])


def tokens() -> SasTask:
    """Two tokens that never share a square, three goals that overlap."""
    variables = dict.fromkeys(("x1", "x2"), "0 1 2 3 4") | {"z": "0 1"}
    steps = [(i, j) for i in range(5) for j in range(5) if abs(i - j) == 1]
    actions = [action(f"slide {u} {i} {j}", f"{u}={i}", f"{u}={j}") for u in ("x1", "x2") for i, j in steps]
    actions = [_kept_apart(a, k) for a in actions for k in range(5) if not a.post.endswith(f"={k}")]
    actions.append(action("flip", "z=0", "z=1"))
    squares = [f"x1={i} x2={i}" for i in range(5)]
    return task(variables, actions, ["x1=0", "x2=1 z=1", "x1=0 x2=1"], "x1=3 x2=4 z=0", at_most_one=squares)


def _kept_apart(moved: Action, other: int) -> Action:
    """Ask where the other token is, so that a slide never ends on it."""
    u = "x2" if moved.name.split()[1] == "x1" else "x1"
    return action(f"{moved.name} {other}", f"{moved.pre} {u}={other}", moved.post)


def sokoban(*, columns: int = 3, flags: bool = False) -> SasTask:
    """Two rows of squares, a man, two boxes; with ``flags`` the goal asks for at-goal, as in the IPC."""
    squares = [f"{r}{c}" for r in range(2) for c in range(columns)]
    boxes = ["box1", "box2"]
    steps = [(0, 1), (0, -1), (1, 0), (-1, 0)]
    actions = []
    for here, (dr, dc) in product(squares, steps):
        row, column = int(here[0]), int(here[1])
        there, beyond = f"{row + dr}{column + dc}", f"{row + 2 * dr}{column + 2 * dc}"
        if there not in squares:
            continue
        step = (f"man={here} clear{there}=clear", f"man={there} clear{here}=clear clear{there}=none")
        actions.append(action(f"move {here} {there}", *step))
        if beyond not in squares:
            continue
        for box in boxes:
            post = f"man={there} {box}={beyond} clear{here}=clear clear{beyond}=none"
            if flags:
                post += f" goal-{box}={'yes' if beyond[1] == '0' else 'no'}"
            pre = f"man={here} {box}={there} clear{beyond}=clear"
            actions.append(action(f"push {box} {here} {there} {beyond}", pre, post))
    variables = dict.fromkeys(["man", *boxes], " ".join(squares)) | {f"clear{q}": "clear none" for q in squares}
    init = "man=02 box1=01 box2=11 " + " ".join(f"clear{q}={'none' if q in '02 01 11' else 'clear'}" for q in squares)
    groups = [f"clear{q}=clear man={q} box1={q} box2={q}" for q in squares]
    goals = [f"box1={x} box2={y}" for x, y in permutations(("00", "10"))]
    if flags:
        variables |= {f"goal-{box}": "yes no" for box in boxes}
        init += " goal-box1=no goal-box2=no"
        goals = [" ".join(f"goal-{box}=yes" for box in boxes)]
    return task(variables, actions, goals, init, exactly_one=groups)


EXAMPLES: dict[str, Callable[[], SasTask]] = {
    "running example": running_example,
    "transport": transport,
    "gripper": gripper,
    "blocks": blocks,
    "briefcase": briefcase,
    "registers": registers,
    "lights": lights,
    "tokens": tokens,
    "sokoban": sokoban,
}
