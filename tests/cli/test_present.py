"""What people read of the numbers of an instance."""

from beta_plan.cli.present import metrics_lines
from beta_plan.metrics import Metrics


def test_columns_stand_below_their_names_also_where_a_source_lacks_one():
    known = Metrics(
        167, 35, own={"PDB1": 11, "PDB2": 13, "2C": 2, "PDB5": 20}, fresh={"PDB1": 11.4, "PDB2": 13, "2C": 1.6},
        best={"PDB1": None, "PDB2": 13, "2C": 2},
        referee={"name": "lama-first", "status": "solved"}, human={"box_changes": 3, "pushes": 35},
    )  # fmt: skip
    assert list(metrics_lines("out/p01.pddl", known)) == [
        "out/p01.pddl  plan length 167, cost 35",
        "             PDB1      PDB2      PDB5        2C",
        "  own          11        13        20         2",
        "  fresh      11.4        13                 1.6",
        "  best   dead end        13                   2",
        "  lama-first: status solved",
        "  human: box changes 3, pushes 35",
    ]


def test_without_numbers_there_is_no_table():
    assert list(metrics_lines("p01.pddl", Metrics(None, None))) == ["p01.pddl"]
    assert list(metrics_lines("p01.pddl", Metrics(1, 2, fresh={"PDB1": 3}))) == [
        "p01.pddl  plan length 1, cost 2",
        "         PDB1",
        "  fresh     3",
    ]
