"""What the documentation says about runs that were made stands in the records of these runs."""

import csv
from collections.abc import Sequence
from pathlib import Path

import pytest

from beta_plan.experiments.duels import Duel, duels
from beta_plan.experiments.methods import ORDERINGS
from beta_plan.experiments.patterns import CONFLICTS_FIRST, WITH_NOVELTY
from beta_plan.experiments.records import Records, is_as_now
from beta_plan.experiments.samples import Sample
from beta_plan.metrics import Metrics

ROOT = Path(__file__).parents[2]
RECORDS, SLOWER = (ROOT / "benchmarks" / "records" / f"xsokoban-60s{which}.csv" for which in ("", "-slower"))
TEXT = (ROOT / "docs" / "reproduce.md").read_text(encoding="utf-8")
MODES = ("greedy", "optimal")
FOUR = ("1", "10", "19", "28")
THIRD, SIXTH = range(1, 91, 3), range(1, 91, 6)
OTHERS = sorted([*range(2, 90, 9), *range(5, 90, 9)])
"""The mazes of the slower machine."""

WORDS = " ".join(TEXT.split())


def lines(records: Path = RECORDS) -> list[dict[str, str]]:
    with records.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def samples(mazes: Sequence[int]) -> list[Sample]:
    """Return what the solver said about the states of seed 0 on some mazes, all of a maze from one machine."""
    told = [line for line in lines() if int(line["maze"]) not in OTHERS] + lines(SLOWER)
    return [
        Sample(
            line["row"], int(line["maze"]), 0, Metrics(None, None), None,
            solved={mode: line[f"solved_{mode}"] == "1" for mode in MODES},
            effort={mode: int(line[f"expanded_{mode}"]) for mode in MODES},
        )
        for line in told
        if line["row"] in ("20", "default", "human") and int(line["maze"]) in mazes
        and line["seed"] == "0" and line["solved_greedy"]
    ]  # fmt: skip


@pytest.mark.parametrize("records", [RECORDS, SLOWER], ids=["faster", "slower"])
def test_records_can_be_taken_and_tell_nothing_of_the_walls(records):
    found = lines(records)
    assert len(Records.read(records)) == len(found) >= 60
    assert all(is_as_now(line["version"], line["row"]) for line in found), "runs of methods that are others now"
    assert not set("#$@") & set(records.read_text(encoding="utf-8"))


def fought(mazes: Sequence[int], other: str) -> dict[str, Duel]:
    """Return the default's duels with a row under greedy search, by their measure."""
    return {each.measure: each for each in duels(samples(mazes), [other], MODES) if each.mode == "greedy"}


@pytest.mark.parametrize(
    ("mazes", "rows"),
    [(THIRD, ("human", "default")), (SIXTH, ("20", "human", "default")), (OTHERS, ("20", "human", "default"))],
    ids=["every third", "every sixth", "others"],
)
def test_how_many_states_are_solved(mazes, rows):
    found = samples(mazes)
    lines = [f"| {len(mazes)} mazes | solved, greedy | solved, optimal |", "|---|---:|---:|"]
    for row in rows:
        assert sum(sample.row == row for sample in found) == len(mazes)
        lines.append(f"| {row} | {' | '.join(map(str, solved(mazes, row)))} |")
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


def test_the_default_on_the_slower_machine():
    people, row_20 = (fought(OTHERS, other)["expansions"] for other in ("human", "20"))
    assert f"on {people.default_harder} mazes, for the human one on {people.other_harder};" in WORDS
    assert f"against row 20 it is {row_20.default_harder} to {row_20.other_harder}." in WORDS
    found = {(each.row, each.maze): each for each in samples(OTHERS)}
    lost = [m for m in OTHERS if found["default", m].solved["greedy"] and not found["human", m].solved["greedy"]]
    assert f"(mazes {', '.join(map(str, lost[:-1]))} and {lost[-1]})" in WORDS
    assert min(found["human", maze].effort["greedy"] for maze in lost) > 7_000_000


def test_the_default_on_all_mazes():
    with_people, with_row_20 = [*THIRD, *OTHERS], [*SIXTH, *OTHERS]
    people, row_20 = fought(with_people, "human"), fought(with_row_20, "20")
    (ours, ours_optimal), (theirs, theirs_optimal) = (solved(with_people, row) for row in ("default", "human"))
    assert (
        f"On all 50 mazes together {ours} of the default's states and {theirs} human ones are solved greedily." in WORDS
    )
    assert f"Maze by maze it is {_score(people['solved'])}, which is no proof ({people['solved'].chance:.2f})" in WORDS
    assert f"by expansions {_score(people['expansions'])} ({people['expansions'].chance:.3f})" in WORDS
    assert f"on 35 mazes, it is {_score(row_20['solved'])} ({row_20['solved'].chance:.2f})" in WORDS
    assert f"and {_score(row_20['expansions'])} ({row_20['expansions'].chance:.5f})" in WORDS
    assert f"A* solves {ours_optimal} of the default's and {theirs_optimal} human ones" in WORDS
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"On 50 mazes of xSokoban the built-in solver solves {ours} of the default's" in readme
    assert f"in a minute each, and {theirs} of those that people" in readme
    assert (
        f"on {people['expansions'].default_harder} mazes, for the human state on {people['expansions'].other_harder}"
        in readme
    )
    fewer, more = (solved(with_row_20, row)[0] for row in ("default", "20"))
    assert f"On 35 of them it solves {fewer} of the default's, and {more} of the paper's row 20" in readme


def solved(mazes: Sequence[int], row: str) -> tuple[int, ...]:
    """Return how many states of a row each mode has solved."""
    found = [each for each in samples(mazes) if each.row == row]
    return tuple(sum(each.solved[mode] for each in found) for mode in MODES)


def _score(duel: Duel) -> str:
    return f"{duel.default_harder} to {duel.other_harder}"


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
