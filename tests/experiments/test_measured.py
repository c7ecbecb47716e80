"""What the documentation says about runs that were made stands in the records of these runs."""

import csv
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
THIRD, SIXTH = range(1, 91, 3), range(1, 91, 6)
WORDS = " ".join(TEXT.split())


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
        if line["row"] in ("20", "default", "human") and int(line["maze"]) in mazes
        and line["seed"] == "0" and line["solved_greedy"]
    ]  # fmt: skip


def test_records_can_be_taken_and_tell_nothing_of_the_walls():
    found = lines()
    assert len(Records.read(RECORDS)) == len(found) >= 60
    assert all(is_as_now(line["version"], line["row"]) for line in found), "runs of methods that are others now"
    assert not set("#$@") & set(RECORDS.read_text(encoding="utf-8"))


def fought(mazes: range, other: str) -> dict[str, Duel]:
    """Return the default's duels with a row under greedy search, by their measure."""
    return {each.measure: each for each in duels(samples(mazes), [other], MODES) if each.mode == "greedy"}


@pytest.mark.parametrize(("mazes", "rows"), [(THIRD, ("human", "default")), (SIXTH, ("20", "human", "default"))])
def test_how_many_states_are_solved(mazes, rows):
    found = samples(mazes)
    lines = [f"| {len(mazes)} mazes | solved, greedy | solved, optimal |", "|---|---:|---:|"]
    for row in rows:
        mine = [sample for sample in found if sample.row == row]
        assert len(mine) == len(mazes)
        lines.append(f"| {row} | {' | '.join(str(sum(each.solved[mode] for each in mine)) for mode in MODES)} |")
    assert "\n".join(lines) in TEXT


def test_the_default_against_states_of_people():
    solved, expansions = (fought(THIRD, "human")[measure] for measure in ("solved", "expansions"))
    assert (solved.default_harder, solved.other_harder) == (9, 1)  # in words in the text
    assert f"probability of {solved.chance:.2f}" in WORDS
    assert f"on {expansions.default_harder} mazes, and for the human one on {expansions.other_harder};" in WORDS


def test_the_default_against_row_20():
    solved, expansions = (fought(SIXTH, "20")[measure] for measure in ("solved", "expansions"))
    assert (solved.default_harder, solved.other_harder) == (7, 0)  # in words in the text
    assert f"none the other way round ({solved.chance:.2f})" in WORDS
    assert (expansions.default_harder, expansions.other_harder) == (13, 0)
    assert "more for the default's on 13 mazes, for row 20's on none" in WORDS


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
    assert said in WORDS
