"""The numbers of an instance as JSON, as a table and as one line."""

import json

from beta_plan.metrics import Metrics, metrics_csv

FULL = Metrics(12, 30, own={"4C": 2, "PDB10": 9, "2C": 1, "PDB2": 7}, fresh={"PDB2": 6}, best={"PDB2": 8, "2C": 0})


def test_json_has_the_keys_that_scripts_rely_on_in_a_fixed_order():
    assert json.dumps(FULL.to_json()) == (
        '{"own": {"PDB2": 7, "PDB10": 9, "2C": 1, "4C": 2}, "fresh": {"PDB2": 6}, "best": {"PDB2": 8, "2C": 0}, '
        '"plan_length": 12, "plan_cost": 30}'
    )
    assert Metrics.from_json(json.loads(json.dumps(FULL.to_json()))) == FULL


def test_one_line():
    assert str(FULL) == (
        "own PDB2 = 7, PDB10 = 9, 2C = 1, 4C = 2; fresh PDB2 = 6; best PDB2 = 8, 2C = 0; plan length 12, cost 30"
    )
    assert str(Metrics(1, 2)) == "plan length 1, cost 2"


def test_a_table_has_every_column_that_some_instance_has():
    assert metrics_csv([("p01.pddl", FULL), ("p02.pddl", Metrics(1, 2, fresh={"3C": 5}))]).splitlines() == [
        "problem,plan_length,plan_cost,own_PDB2,own_PDB10,own_2C,own_4C,fresh_PDB2,fresh_3C,best_PDB2,best_2C",
        "p01.pddl,12,30,7,9,1,2,6,,8,0",
        "p02.pddl,1,2,,,,,,5,,",
    ]
    assert metrics_csv([]) == "problem,plan_length,plan_cost\n"


def test_what_it_cost_forward_searches_is_told():
    effort = {"greedy": {"expanded": 40, "solved": True}, "astar": {"expanded": 100, "solved": False}}
    judged = Metrics(3, 2, effort=effort)
    assert Metrics.from_json(json.loads(json.dumps(judged.to_json()))) == judged
    assert judged.to_json()["effort"] == effort
    assert str(judged) == "plan length 3, cost 2; expansions greedy 40, astar more than 100"
    assert metrics_csv([("p01.pddl", judged), ("p02.pddl", Metrics(1, 1))]).splitlines() == [
        "problem,plan_length,plan_cost,effort_greedy_expanded,effort_greedy_solved,effort_astar_expanded,effort_astar_solved",
        "p01.pddl,3,2,40,True,100,False",
        "p02.pddl,1,1,,,,",
    ]


def test_a_table_has_what_a_referee_said_behind_all_others():
    judged = Metrics(1, 2, own={"PDB1": 1}, human={"pushes": 1}, referee={"name": "x y", "status": "solved", "cost": 3})
    cut = Metrics(3, 4, referee={"name": "x y", "status": "time-limit", "expansions": 9})
    assert metrics_csv([("p01.pddl", judged), ("p02.pddl", cut), ("p03.pddl", Metrics(5, 6))]).splitlines() == [
        "problem,plan_length,plan_cost,own_PDB1,human_pushes,referee_name,referee_status,referee_cost,referee_expansions",
        "p01.pddl,1,2,1,1,x y,solved,3,",
        "p02.pddl,3,4,,,x y,time-limit,,9",
        "p03.pddl,5,6,,,,,,",
    ]


def test_numbers_for_people_are_told_where_there_are_some():
    level = Metrics(3, 2, human={"pushes": 2, "box_changes": 0})
    assert Metrics.from_json(json.loads(json.dumps(level.to_json()))) == level
    assert level.to_json()["human"] == {"pushes": 2, "box_changes": 0}
    assert str(level) == "plan length 3, cost 2; human pushes 2, box changes 0"
    assert metrics_csv([("p01.sok", level), ("p02.sok", Metrics(1, 1))]).splitlines() == [
        "problem,plan_length,plan_cost,human_pushes,human_box_changes",
        "p01.sok,3,2,2,0",
        "p02.sok,1,1,,",
    ]
