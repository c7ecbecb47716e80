"""What the documentation says about runs that were made stands in the records of these runs."""

import csv
import re
from pathlib import Path

import pytest

from beta_plan.experiments.duels import Duel, duels
from beta_plan.experiments.methods import ORDERINGS
from beta_plan.experiments.patterns import CONFLICTS_FIRST, WITH_NOVELTY
from beta_plan.experiments.records import Records, is_as_now
from beta_plan.experiments.samples import Sample
from beta_plan.metrics import Metrics

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "benchmarks" / "records" / "xsokoban-60s.csv"
TEXT = (ROOT / "docs" / "reproduce.md").read_text(encoding="utf-8")
MODES = ("greedy", "optimal")
FOUR = ("1", "10", "19", "28")


def lines() -> list[dict[str, str]]:
    with RECORDS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def samples(mazes: range) -> list[Sample]:
    """Return what the solver said about the states of seed 0 on some mazes."""
    return [
        Sample(
            line["row"], int(line["maze"]), 0, Metrics(None, None), None,
            solved={mode: line[f"solved_{mode}"] == "1" for mode in MODES},
            effort={mode: int(line[f"expanded_{mode}"]) for mode in MODES},
        )
        for line in lines()
        if line["row"] in ("default", "human") and int(line["maze"]) in mazes and line["seed"] == "0"
    ]  # fmt: skip


def test_records_can_be_taken_and_tell_nothing_of_the_walls():
    found = lines()
    assert len(Records.read(RECORDS)) == len(found) >= 60
    assert all(is_as_now(line["version"], line["row"]) for line in found), "runs of methods that are others now"
    assert not set("#$@") & set(RECORDS.read_text(encoding="utf-8"))


def test_the_default_against_states_of_people():
    found = samples(range(1, 91, 3))
    for row in ("human", "default"):
        mine = [sample for sample in found if sample.row == row]
        solved = [sum(sample.solved[mode] for sample in mine) for mode in MODES]
        assert len(mine) == 30
        assert f"| {row} | {' | '.join(map(str, solved))} |" in TEXT
    fought = {each.measure: each for each in duels(found, ["human"], MODES) if each.mode == "greedy"}
    said = re.search(r"on (\d+) mazes,\s+and for the human one on (\d+)", TEXT)
    assert said is not None
    duel = fought["expansions"]
    assert duel == Duel("human", "greedy", "expansions", int(said[1]), int(said[2]), duel.equal)
    duel = fought["solved"]
    assert duel == Duel("human", "greedy", "solved", 9, 1, duel.equal)  # nine human states, one the other way round
    assert f"probability of {duel.chance:.2f}" in TEXT


@pytest.mark.parametrize(
    ("pairs", "term", "said"),
    [(WITH_NOVELTY, "PDB{}", "a larger h^PDBk in 10 of 10 pairs"), (CONFLICTS_FIRST, "{}C", "a larger kC in 6 of 6")],
)
def test_what_the_paper_finds_on_four_mazes(pairs, term, said):
    def mean(row: str, k: str) -> float:
        mine = [line for line in lines() if (line["row"], line["seed"]) == (row, "0") and line["maze"] in FOUR]
        found = [float(line[f"own_{term.format(k)}"]) for line in mine]
        assert len(found) == len(FOUR)
        return sum(found) / len(found)

    ks = {row: ORDERINGS[row].partition("PDB")[2][0] for row in pairs}
    borne_out = sum(mean(row, ks[row]) > mean(other, ks[row]) for row, other in pairs.items())
    assert f"{borne_out} of {len(pairs)}" in said
    assert said in " ".join(TEXT.split())
