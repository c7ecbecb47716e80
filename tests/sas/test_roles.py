"""Who moves, what is moved, what is used up."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import permutations, product

import pytest

from beta_plan.sas.roles import roles
from beta_plan.sas.task import SasTask
from tests.sas import examples, large
from tests.sas.build import action, fact_of, task

ROADS = list(permutations("abc", 2))


def named(task: SasTask) -> dict[str, str]:
    found = roles(task)
    parts = {"agents": found.agents, "movables": found.movables, "consumables": found.consumables}
    return {role: " ".join(task.variables[v].name for v in members) for role, members in parts.items()}


def logistics() -> SasTask:
    actions = [action(f"drive t{t} {x} {y}", f"t{t}={x}", f"t{t}={y}") for t in (1, 2) for x, y in ROADS]
    actions += [action(f"fly plane {x} {y}", f"plane={x}", f"plane={y}") for x, y in permutations("ac", 2)]
    for p, v, x in product(("p1", "p2"), ("t1", "t2", "plane"), "abc"):
        if (v, x) != ("plane", "b"):
            kind = "plane" if v == "plane" else "truck"
            actions.append(action(f"load-{kind} {p} {v} {x}", f"{p}={x} {v}={x}", f"{p}={v}"))
            actions.append(action(f"unload-{kind} {p} {v} {x}", f"{p}={v} {v}={x}", f"{p}={x}"))
    variables = {"t1": "a b c", "t2": "a b c", "plane": "a c"} | dict.fromkeys(("p1", "p2"), "a b c t1 t2 plane")
    return task(variables, actions, "p1=b", "t1=a t2=b plane=a p1=a p2=c")


def driverlog(goal: str) -> SasTask:
    actions = []
    for d, t, (x, y) in product(("d1", "d2"), ("t1", "t2"), ROADS):
        actions.append(action(f"drive {t} {x} {y} {d}", f"{t}={x} {d}={t}", f"{t}={y}"))
    for d, (x, y) in product(("d1", "d2"), ROADS):
        actions.append(action(f"walk {d} {x} {y}", f"{d}={x}", f"{d}={y}"))
    for d, t, x in product(("d1", "d2"), ("t1", "t2"), "abc"):
        actions.append(action(f"board {d} {t} {x}", f"{d}={x} {t}={x} empty-{t}=yes", f"{d}={t} empty-{t}=none"))
        actions.append(action(f"leave {d} {t} {x}", f"{d}={t} {t}={x}", f"{d}={x} empty-{t}=yes"))
    for p, t, x in product(("p1", "p2"), ("t1", "t2"), "abc"):
        actions.append(action(f"load {p} {t} {x}", f"{p}={x} {t}={x}", f"{p}={t}"))
        actions.append(action(f"unload {p} {t} {x}", f"{p}={t} {t}={x}", f"{p}={x}"))
    variables = {"t1": "a b c", "t2": "a b c", "empty-t1": "yes none", "empty-t2": "yes none"}
    variables |= dict.fromkeys(("d1", "d2", "p1", "p2"), "a b c t1 t2")
    init = "t1=a t2=a empty-t1=yes empty-t2=yes d1=b d2=b p1=a p2=a"
    return task(variables, actions, goal, init)


def visitall() -> SasTask:
    actions = [action(f"move {x} {y}", f"robot={x}", f"robot={y} seen-{y}=yes") for x, y in ROADS]
    variables = {"robot": "a b c"} | {f"seen-{x}": "yes none" for x in "abc"}
    return task(variables, actions, "seen-a=yes seen-b=yes", "robot=c seen-a=none seen-b=none seen-c=yes")


def thirsty_truck() -> SasTask:
    """One truck whose fuel only goes down."""
    actions = [
        action(f"drive {x} {y} {n}", f"truck={x} fuel={n}", f"truck={y} fuel={n - 1}") for x, y in ROADS for n in (1, 2)
    ]
    for p, x in product(("p1", "p2"), "abc"):
        actions.append(action(f"load {p} {x}", f"{p}={x} truck={x}", f"{p}=in"))
        actions.append(action(f"unload {p} {x}", f"{p}=in truck={x}", f"{p}={x}"))
    variables = {"truck": "a b c", "fuel": "0 1 2", "p1": "a b c in", "p2": "a b c in"}
    return task(variables, actions, "p1=b p2=c", "truck=a fuel=2 p1=a p2=a")


def miconic() -> SasTask:
    actions = [action(f"move {x} {y}", f"lift={x}", f"lift={y}") for x, y in ROADS]
    for p, start, end in (("p1", "a", "b"), ("p2", "c", "a")):
        actions.append(action(f"board {p}", f"lift={start} boarded-{p}=none", f"boarded-{p}=yes"))
        actions.append(action(f"depart {p}", f"lift={end} boarded-{p}=yes", f"served-{p}=yes boarded-{p}=none"))
    variables = {"lift": "a b c"} | {f"{kind}-p{i}": "yes none" for kind in ("boarded", "served") for i in (1, 2)}
    init = "lift=a " + " ".join(f"{name}=none" for name in list(variables)[1:])
    return task(variables, actions, "served-p1=yes served-p2=yes", init)


@pytest.mark.parametrize(
    ("example", "agents", "movables", "consumables"),
    [
        (examples.transport(), "t1 t2 cap1 cap2", "p1 p2", ""),
        (examples.gripper(), "robot hand1 hand2", "ball1 ball2", ""),
        (examples.blocks(), "hand", "b1 b2 b3", ""),
        (examples.sokoban(columns=4), "man", "box1 box2", ""),
        (logistics(), "t1 t2 plane", "p1 p2", ""),
        (driverlog("p1=b p2=c"), "t1 t2 d1 d2", "p1 p2", ""),
        (thirsty_truck(), "truck", "p1 p2", "fuel"),
        (visitall(), "robot", "seen-a seen-b", "seen-a seen-b seen-c"),
        (miconic(), "lift", "boarded-p1 boarded-p2 served-p1 served-p2", "served-p1 served-p2"),
    ],
    ids=["transport", "gripper", "blocks", "sokoban", "logistics", "driverlog", "fuel", "visitall", "miconic"],
)
def test_roles(example, agents, movables, consumables):
    assert named(example) == {"agents": agents, "movables": movables, "consumables": consumables}


def test_a_truck_with_a_goal_is_an_agent_all_the_same():
    assert named(driverlog("p1=b t1=c d2=a"))["agents"] == "t1 t2 d1 d2"
    assert named(driverlog("p1=b t1=c d2=a"))["movables"] == "p1 p2"


def test_where_nothing_but_agents_has_a_goal_they_are_what_is_moved():
    assert named(driverlog("t1=c")) == {"agents": "d1 d2", "movables": "t1 t2", "consumables": ""}


def test_a_package_without_a_goal_is_movable_like_the_others():
    transport = replace(examples.transport(3), goals=((fact_of(examples.transport(3), "p2=c"),),))
    assert named(transport)["movables"] == "p1 p2 p3"


def test_the_variables_of_the_running_example_are_movable_though_they_only_grow():
    assert named(examples.running_example()) == {"agents": "", "movables": "v1 v2 v3", "consumables": "v1 v2 v3"}


def test_a_box_and_its_flag_are_one_bundle():
    flagged = examples.sokoban(columns=4, flags=True)
    found = roles(flagged)
    assert [[flagged.variables[v].name for v in bundle] for bundle in found.bundles] == [
        ["box1", "goal-box1"],
        ["box2", "goal-box2"],
    ]
    assert named(flagged)["agents"] == "man"
    assert [len(bundle) for bundle in roles(miconic()).bundles] == [2, 2]
    assert [len(bundle) for bundle in roles(examples.blocks()).bundles] == [1, 1, 1]


def test_what_belongs_to_one_package_alone_is_no_agent():
    """A label turns by itself and must be up to send its package: it is the package's, not shared."""
    actions = [action(f"turn l{i} {x} {y}", f"l{i}={x}", f"l{i}={y}") for i in (1, 2) for x, y in ROADS]
    actions += [action(f"send p{i} {x} {y}", f"p{i}={x} l{i}=a", f"p{i}={y}") for i in (1, 2) for x, y in ROADS]
    variables = dict.fromkeys(("l1", "l2", "p1", "p2"), "a b c")
    labelled = task(variables, actions, "p1=b p2=c", "l1=b l2=b p1=a p2=a")
    assert named(labelled)["agents"] == ""
    assert roles(labelled).bundles == ((0, 2), (1, 3))


def test_two_hundred_thousand_actions_take_a_fraction_of_a_second():
    fleet = large.transport(trucks=10, packages=40, places=60, capacity=4)
    start = time.process_time()
    found = roles(fleet)
    assert time.process_time() - start < 2  # 0.3 s on a quiet machine
    assert found.agents == tuple(range(20))
    assert found.movables == tuple(range(20, 60))
