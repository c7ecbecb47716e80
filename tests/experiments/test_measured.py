"""What the documentation says about runs that were made stands in the records of these runs."""

import csv
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import fmean

import pytest

from beta_plan.experiments.duels import Duel, duels
from beta_plan.experiments.methods import ORDERINGS, TERMS
from beta_plan.experiments.patterns import CONFLICTS_FIRST, WITH_NOVELTY, orders
from beta_plan.experiments.records import Records, is_as_now
from beta_plan.experiments.samples import Sample
from beta_plan.metrics import Metrics

ROOT = Path(__file__).parents[2]
RECORDS, SLOWER, SLOWEST, FASTEST = (
    ROOT / "benchmarks" / "records" / f"xsokoban-60s{which}.csv" for which in ("", "-slower", "-slowest", "-fastest")
)
TEXT = (ROOT / "docs" / "reproduce.md").read_text(encoding="utf-8")
MODES = ("greedy", "optimal")
FIVE = ("1", "10", "19", "28", "90")
ON_SLOWER = {*range(1, 91, 3), *range(2, 90, 9), *range(5, 90, 9)}
"""The mazes of the slower machine, of which the other one has some rows, too."""

ALL = range(1, 91)
LOOKED_AT = {3, 8, 14, 15, 21, 32, 41, 45, 51} | {7, 25, 38, 43, 46, 55, 56, 74}
"""The mazes on which the race was made, and those on which forms of it were tried."""

ROWS = ("20", "human", "default")
OTHER_SEEDS = (1, 2)
WORDS = " ".join(TEXT.split())


def lines(records: Path = RECORDS) -> list[dict[str, str]]:
    with records.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def tried(records: Path) -> list[Sample]:
    """Return what both modes of the solver said about states of the three rows, as recorded in a file."""
    return [
        Sample(
            line["row"], int(line["maze"]), int(line["seed"]), Metrics(None, None), None,
            solved={mode: line[f"solved_{mode}"] == "1" for mode in MODES},
            effort={mode: int(line[f"expanded_{mode}"]) for mode in MODES},
        )
        for line in lines(records)
        if line["row"] in ROWS and all(line[f"solved_{mode}"] for mode in MODES)
    ]  # fmt: skip


def samples(mazes: Sequence[int]) -> list[Sample]:
    """Return what the solver said about the states of seed 0 on some mazes, each on one machine."""
    faster, slower = ([each for each in tried(records) if each.seed == 0] for records in (RECORDS, SLOWER))
    found = [each for each in faster if each.maze not in ON_SLOWER] + [
        each for each in slower if each.maze in ON_SLOWER
    ]
    return [each for each in found if each.maze in mazes]


def of_other_seeds() -> list[Sample]:
    """Return what is recorded of all rows with other seeds, each maze from one machine."""
    runs = [("human", 0), *product(("20", "default"), OTHER_SEEDS)]
    found: list[Sample] = []
    for records in (SLOWEST, FASTEST, RECORDS):
        known = {each.maze for each in found}
        given = [each for each in tried(records) if each.maze not in known]
        have = [{each.maze for each in given if (each.row, each.seed) == run} for run in runs]
        found += [each for each in given if each.maze in set.intersection(*have) and (each.row, each.seed) in runs]
    return found


@pytest.mark.parametrize("records", [RECORDS, SLOWER, SLOWEST, FASTEST], ids=lambda path: path.stem)
def test_records_can_be_taken_and_tell_nothing_of_the_walls(records):
    found = lines(records)
    assert len(Records.read(records)) == len(found) >= (45 if records == FASTEST else 60)
    assert all(is_as_now(line["version"], line["row"]) for line in found), "runs of methods that are others now"
    assert not set("#$@") & set(records.read_text(encoding="utf-8"))


def test_means_of_row_20():
    where = {RECORDS: set(ALL) - ON_SLOWER, SLOWER: ON_SLOWER}
    found = [
        each
        for records, mazes in where.items()
        for each in lines(records)
        if (each["row"], each["seed"]) == ("20", "0") and int(each["maze"]) in mazes
    ]
    assert len(found) == len(ALL)
    expanded = fmean(int(each["expanded"]) for each in found)
    means = [fmean(float(each[f"own_{term}"]) for each in found) for term in TERMS]
    assert f"| ours, 60 s | {expanded:,.0f} | {' | '.join(f'{mean:.2f}' for mean in means)} |" in TEXT


def solved(mazes: Sequence[int], row: str) -> tuple[int, ...]:
    """Return how many states of a row each mode has solved."""
    found = [each for each in samples(mazes) if each.row == row]
    assert len(found) == len(mazes)
    return tuple(sum(each.solved[mode] for each in found) for mode in MODES)


def fought(mazes: Sequence[int]) -> list[Duel]:
    """Return the default's duels with both rows, by mode and measure."""
    return list(duels(samples(mazes), ("20", "human"), MODES))


def solved_table(mazes: Sequence[int]) -> str:
    table = [f"| {len(mazes)} mazes | solved, greedy | solved, optimal |", "|---|---:|---:|"]
    return "\n".join(table + [f"| {row} | {' | '.join(map(str, solved(mazes, row)))} |" for row in ROWS])


def duels_table(mazes: Sequence[int]) -> str:
    return told(fought(mazes), len(mazes))


def told(found: Sequence[Duel], num_mazes: int) -> str:
    """Return a table of duels."""
    table = [f"| {num_mazes} mazes | by | default is harder | other is harder | chance |", "|---|---|---:|---:|---:|"]
    seeds = {each.seed for each in found} - {None}
    for each in found:
        other = f"{each.other}, seed {each.seed}" if each.seed is not None and len(seeds) > 1 else each.other
        won_and_lost = f"{each.default_harder} | {each.other_harder} | {each.chance:.2g}"
        table.append(f"| {each.mode}, against {other} | {each.measure} | {won_and_lost} |")
    return "\n".join(table)


def counts(found: Sequence[Sample], row: str) -> str:
    """Return how many states of a row each mode has solved, by seeds."""
    seeds = (0,) if row == "human" else OTHER_SEEDS
    solved = ([sum(e.solved[mode] for e in found if (e.row, e.seed) == (row, s)) for s in seeds] for mode in MODES)
    return " | ".join(", ".join(map(str, each)) for each in solved)


def other_seeds_tables(found: Sequence[Sample]) -> tuple[str, str]:
    """Return a table of what was solved, and one of duels."""
    num_mazes = len({each.maze for each in found})
    table = [f"| {num_mazes} mazes | solved, greedy | solved, optimal |", "|---|---:|---:|"]
    table += [f"| {row} | {counts(found, row)} |" for row in ROWS]
    return "\n".join(table), told(list(duels(found, ("20", "human"), MODES)), num_mazes)


def test_other_seeds():
    found = of_other_seeds()
    mazes = sorted({each.maze for each in found})
    assert f"--mazes {','.join(map(str, mazes))} \\\n" in TEXT, mazes
    assert f"On {90 - len(mazes)} mazes it is one seed." in WORDS
    for table in other_seeds_tables(found):
        assert f"\n\n{table}\n\n" in TEXT, table


def test_other_seeds_on_mazes_on_which_the_race_was_not_tried():
    found = [each for each in of_other_seeds() if each.maze not in LOOKED_AT]
    for table in other_seeds_tables(found):
        assert f"\n\n{table}\n\n" in TEXT, table


@pytest.mark.parametrize("table", [solved_table, duels_table], ids=["solved", "duels"])
def test_the_default_against_states_of_people_and_row_20(table):
    assert f"\n\n{table(ALL)}\n\n" in TEXT, table(ALL)


def test_where_the_default_falls_and_others_do_not():
    found = {(each.row, each.maze): each.solved["greedy"] for each in samples(ALL)}
    for other, told in (("human", "those of people resist"), ("20", "row 20's do")):
        lost = [maze for maze in ALL if found["default", maze] and not found[other, maze]]
        assert f"{told} on mazes {', '.join(map(str, lost[:-1]))} and {lost[-1]}" in WORDS


def test_what_readme_says_of_the_default():
    rows = {"default": "beta-plan's default", "human": "designed by people", "20": "the paper's row 20"}
    table = [f"| states of {len(ALL)} mazes | by greedy search | by A* |", "|---|---:|---:|"]
    table += [f"| {name} | {' | '.join(map(str, solved(ALL, row)))} |" for row, name in rows.items()]
    assert "\n".join(table) in (ROOT / "README.md").read_text(encoding="utf-8")


def test_mazes_on_which_the_race_was_not_tried():
    others = [maze for maze in ALL if maze not in LOOKED_AT]
    (row_20, star_20), (people, star_people), (ours, star) = (solved(others, row) for row in ROWS)
    told = f"On the other {len(others)}, greedy search solves {row_20} states of row 20, {people} of people and {ours}"
    assert f"{told} of the default, A* {star_20}, {star_people} and {star};" in WORDS
    row, human = fought(others)[:2]
    assert (
        f"harder than row 20's on {row.default_harder} mazes, easier on {row.other_harder}, than people's on "
        f"{human.default_harder} and {human.other_harder}"
    ) in WORDS


@pytest.mark.parametrize(
    ("pairs", "term", "said"),
    [(WITH_NOVELTY, "PDB{}", "a larger h^PDBk in 10 of 10 pairs"), (CONFLICTS_FIRST, "{}C", "a larger kC in 6 of 6")],
)
def test_what_the_paper_finds_on_five_mazes(pairs, term, said):
    def mean(row: str, k: str) -> float:
        mine = [line for line in lines() if (line["row"], line["seed"]) == (row, "0") and line["maze"] in FIVE]
        found = [float(line[f"own_{term.format(k)}"]) for line in mine]
        assert len(found) == len(FIVE)
        return sum(found) / len(found)

    ks = {row: ORDERINGS[row].partition("PDB")[2][0] for row in pairs}
    borne_out = sum(mean(row, ks[row]) > mean(other, ks[row]) for row, other in pairs.items())
    assert f"{borne_out} of {len(pairs)}" in said
    assert said in WORDS


def test_the_order_of_rows_on_five_mazes():
    found = [
        Sample(line["row"], int(line["maze"]), 0, Metrics(None, None, own), None)
        for line in lines()
        for own in [{term: float(line[f"own_{term}"]) for term in TERMS if line[f"own_{term}"]}]
        if line["maze"] in FIVE and line["seed"] == "0" and line["row"] in (*ORDERINGS, "human")
    ]
    assert len(found) == len(FIVE) * 21
    swapped = {order.column: len(order.swapped) for order in orders(found, [])}
    least, most = min(swapped, key=swapped.__getitem__), max(swapped, key=swapped.__getitem__)
    assert f"in {swapped[least]} (h^{least}) to {swapped[most]} ({most}) of {21 * 20 // 2} pairs" in WORDS
