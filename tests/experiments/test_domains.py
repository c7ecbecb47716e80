"""The table of domains: the same task for all rows, random states, and what the planner's effort says."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from beta_plan import GeneratorConfig
from beta_plan.bundled import bundled_domain
from beta_plan.cli.run import begun
from beta_plan.experiments.conduct import Cost, conduct, cost
from beta_plan.experiments.domain_tables import Compared, lines_of, markdown, summary, table_csv, texts
from beta_plan.experiments.domains import (
    DOMAIN_METHODS,
    DomainOutcomes,
    DomainProtocol,
    DomainTable,
    Judged,
    Reference,
    parse_domain_rows,
)
from beta_plan.experiments.executors.local import run_all
from beta_plan.experiments.methods import ORDERINGS
from beta_plan.experiments.references import reference
from beta_plan.experiments.runs import run
from beta_plan.experiments.table1 import SECONDS_WITHOUT_LIMIT
from beta_plan.referees.verdict import Status, Verdict
from tests.experiments.fakes import Fake

OTHERS = ("solved 10", "solved 50", "solved 100", "unsolvable", "crashed")
FERRY = Reference("ferry", "the domain", "the problem", OTHERS)


def conducted(tmp_path: Path, fake: Fake, rows: str = "4,walk,random", **asked) -> DomainOutcomes:
    runs = tmp_path / "runs"
    table = DomainTable(DomainProtocol(rows=parse_domain_rows(rows), **asked), [FERRY], runs)
    conduct(table, runs, lambda jobs: run_all(jobs, runs, run=partial(run, program=fake.program)))
    return table.outcomes()


def test_every_row_has_the_same_task_and_the_same_judge(tmp_path):
    fake = Fake(tmp_path)
    found = conducted(tmp_path, fake)
    assert found.missing == 0
    commands = [call.split() for call in fake.calls]
    searches = [words for words in commands if words[0] == "generate"]
    assert [words[1:3] for words in searches] == 2 * [["domain.pddl", "problem.pddl"]]
    assert "rw" in searches[1]
    assert sum(words[0] == "evaluate" for words in commands) == 1
    assert sum(words[0] == "referee" for words in commands) == len(OTHERS) + 1  # both rows have found the same state


def test_random_states_without_a_plan_are_left_out_and_those_without_an_answer_not_counted(tmp_path):
    ours, walk, usual = lines_of(conducted(tmp_path, Fake(tmp_path)))
    assert (usual.states, usual.answers) == (4, 3)
    assert (usual.middle, usual.most) == ((False, 50), (False, 100))
    assert (ours.middle, ours.ratio, ours.harder) == ((False, 500), 10.0, None), "one was not judged"
    assert (usual.ratio, usual.harder) == (None, None)
    assert walk.values["PDB4"] == 13


def test_who_says_that_a_found_state_has_no_plan_has_not_judged_it(tmp_path):
    ours, _, _ = lines_of(conducted(tmp_path, Fake(tmp_path, generate="unsolvable")))
    assert (ours.states, ours.answers, ours.middle) == (1, 0, None)


def test_what_the_machine_did_not_let_a_planner_do_is_a_failure_and_not_a_hard_state(tmp_path):
    found = conducted(tmp_path, Fake(tmp_path, referee="starved"))
    assert [line.middle for line in lines_of(found)] == [None, None, None]
    assert {failure.result.complaint for failure in found.failures} == {
        "the planner was not run: No space left on device"
    }
    assert len(found.failures) == len(OTHERS) + 1


def test_another_version_of_the_planner_is_asked_anew(tmp_path):
    fake = Fake(tmp_path)
    for number, identity in enumerate(("1.0", "1.0", "2.0")):
        conducted(tmp_path, fake, identity=identity)
        asked = sum(call.startswith("referee") for call in fake.calls)
        assert asked == (len(OTHERS) + 1) * (1 + (number == 2))


def test_a_search_without_a_clock_has_time_for_its_expansions(tmp_path):
    asked = DomainProtocol(seconds=None, max_expansions=5_000_000)
    assert DomainTable(asked, [FERRY], tmp_path).search_jobs()[0].seconds == SECONDS_WITHOUT_LIMIT + 5_000


def test_no_time_of_a_search_is_for_checkpoints(tmp_path):
    for seconds in (10, 3600):
        command = DomainTable(DomainProtocol(seconds=seconds), [FERRY], tmp_path).search_jobs()[0].command
        options = dict(pairwise(command))
        assert options["--checkpoint"] == options["--overall-time-limit"]
    run = begun(tmp_path / "d.pddl", None, None, None, GeneratorConfig(overall_time_limit=3600))
    assert not run.is_long(3600)
    assert run.is_long(3599)


def test_a_second_run_runs_nothing(tmp_path):
    fake = Fake(tmp_path)
    first = conducted(tmp_path, fake)
    calls = len(fake.calls)
    assert conducted(tmp_path, fake) == first
    assert len(fake.calls) == calls


def test_failures_and_missing_jobs_leave_a_table(tmp_path):
    found = conducted(tmp_path, Fake(tmp_path, generate="crash"))
    assert "## Failed: 2 crashed" in markdown(found)
    assert "| 4 | [PDB4] | 0 | - |" in markdown(found)
    nothing = DomainTable(DomainProtocol(), [FERRY], tmp_path / "none")
    assert nothing.outcomes().missing == 5 + len(OTHERS)
    assert "**Partial: 10 of the jobs" in markdown(nothing.outcomes())


def test_the_cost_counts_states_that_are_not_found_yet(tmp_path):
    table = DomainTable(DomainProtocol(referee_seconds=7), [FERRY], tmp_path)
    assert cost(table, tmp_path) == Cost(5, len(OTHERS) + 4, 0, {"generate": 80, "evaluate": 20, "referee": 63})


def judged(row: str, status: Status, expansions: int | None, domain: str = "d") -> Judged:
    return Judged(row, domain, None, None, Verdict(status, expansions=expansions))


@pytest.mark.parametrize(
    ("ours", "rivals", "ratio", "harder"),
    [
        ((Status.SOLVED, 60), [(Status.SOLVED, 20), (Status.SOLVED, 30), (Status.SOLVED, 59)], 2.0, True),
        ((Status.SOLVED, 59), [(Status.SOLVED, 20), (Status.SOLVED, 59)], 2.95, False),
        ((Status.TIME_LIMIT, 40), [(Status.SOLVED, 20), (Status.SOLVED, 59)], 2.0, True),
        ((Status.TIME_LIMIT, 40), [(Status.SOLVED, 20), (Status.MEMORY_LIMIT, 10)], 2.0, False),
        ((Status.SOLVED, 40), [(Status.TIME_LIMIT, 10), (Status.MEMORY_LIMIT, 10)], None, False),
        ((Status.SOLVED, 50), [(Status.SOLVED, 10), (Status.TIME_LIMIT, None)], 5.0, False),
        ((Status.SOLVED, 50), [(Status.SOLVED, 10), *3 * [(Status.TIME_LIMIT, None)]], None, False),
        ((Status.MEMORY_LIMIT, None), [(Status.SOLVED, 10)], None, True),
        ((Status.SOLVED, None), [(Status.SOLVED, 20)], None, None),
        ((Status.CRASHED, None), [(Status.SOLVED, 20)], None, None),
        ((Status.SOLVED, 40), [], None, None),
        ((Status.SOLVED, 60), [(Status.SOLVED, 20), (Status.CRASHED, None)], 3.0, None),
        ((Status.SOLVED, 20), [(Status.SOLVED, 20), (Status.CRASHED, None)], 1.0, False),
    ],
)
def test_ours_compared_with_random_states(ours, rivals, ratio, harder):
    states = [judged("4", *ours), *(judged("random", *rival) for rival in rivals)]
    found = DomainOutcomes(DomainProtocol(rows=parse_domain_rows("4,random")), ["d"], states)
    line = lines_of(found)[0]
    assert (line.ratio, line.harder) == (ratio, harder)


def test_what_a_planner_has_not_judged_is_told(tmp_path):
    states = [judged("4", Status.SOLVED, 60), judged("random", Status.SOLVED, 20)]
    states += [judged("random", status, None) for status in (Status.CRASHED, Status.WRONG_PLAN, Status.CRASHED)]
    found = DomainOutcomes(DomainProtocol(rows=parse_domain_rows("4,random")), ["d"], states)
    section = "## Not judged: 2 crashed, 1 wrong-plan\n\n| domain | row | verdicts |\n|---|---|---|\n"
    assert f"{section}| d | random | 2 crashed, 1 wrong-plan |\n\n" in markdown(found)
    ours, usual = csv.DictReader(io.StringIO(table_csv(found)))
    assert (ours["unjudged"], usual["unjudged"], ours["harder"]) == ("", "2 crashed, 1 wrong-plan", "")
    judged_all = DomainOutcomes(found.protocol, ["d"], states[:2])
    assert "Not judged" not in markdown(judged_all)


def test_the_summary_is_a_geometric_mean():
    states = [judged(row, Status.SOLVED, n, d) for d, n in (("d", 20), ("e", 500)) for row in ("4",)]
    states += [judged("random", Status.SOLVED, 10, domain) for domain in ("d", "e")]
    found = DomainOutcomes(DomainProtocol(rows=parse_domain_rows("4,random")), ["d", "e"], states)
    (row,) = summary(found)
    assert replace(row, mean=round(row.mean or 0.0, 9)) == Compared(DOMAIN_METHODS["4"], 2, 10.0, False, 2, 2)
    assert "over 2 domains in which" in markdown(found)
    assert "| 4 | [PDB4] | 10.0 | 2 of 2 |" in markdown(found)
    line = next(csv.DictReader(io.StringIO(table_csv(found))))
    assert (line["domain"], line["row"], line["effort"], line["ratio"]) == ("d", "4", "20", "2.0")
    assert list(texts(found)) == ["domains.md", "domains.csv"]


def test_rows_are_summed_up_on_the_domains_in_which_all_of_them_have_a_ratio():
    """In e row 4 resists for ever, which no ratio tells; in f it has found nothing, in g nobody was judged."""
    states = [judged("20", Status.SOLVED, 20), judged("4", Status.TIME_LIMIT, 40)]
    states += [judged("20", Status.SOLVED, 2000, "e"), judged("4", Status.MEMORY_LIMIT, None, "e")]
    states += [judged("20", Status.SOLVED, 5, "f"), judged("20", Status.CRASHED, None, "g")]
    states += [judged("random", Status.SOLVED, 10, domain) for domain in "defg"]
    found = DomainOutcomes(DomainProtocol(rows=parse_domain_rows("4,20,random")), list("defg"), states)
    four, twenty = summary(found)
    assert replace(four, mean=round(four.mean or 0.0, 9)) == Compared(DOMAIN_METHODS["4"], 1, 4.0, True, 2, 2)
    assert replace(twenty, mean=round(twenty.mean or 0.0, 9)) == Compared(DOMAIN_METHODS["20"], 1, 2.0, False, 2, 3)
    assert "over 1 domain in which" in markdown(found)
    assert "| 4 | [PDB4] | >4.0 | 2 of 2 |" in markdown(found)
    alone = replace(found, domains=["e"])
    assert [row.mean for row in summary(alone)] == [None, None]
    assert "| 4 | [PDB4] | - | 1 of 1 |" in markdown(alone)


def test_an_effort_that_a_limit_has_cut_is_marked():
    states = [judged("4", Status.TIME_LIMIT, 1234), judged("random", Status.SOLVED, 10)]
    found = DomainOutcomes(DomainProtocol(rows=parse_domain_rows("4,random")), ["d"], states)
    assert "| >1,234 | >1,234 | 123.4 | yes |" in markdown(found)


def test_an_effort_of_which_nothing_is_told_is_no_number():
    states = [judged("4", Status.TIME_LIMIT, None), judged("random", Status.SOLVED, 10)]
    found = DomainOutcomes(DomainProtocol(rows=parse_domain_rows("4,random")), ["d"], states)
    assert "| not solved | not solved | - | yes |" in markdown(found)
    line = next(csv.DictReader(io.StringIO(table_csv(found))))
    assert (line["effort_solved"], line["effort"], line["judged"]) == ("False", "", "1")


def test_rows_are_orderings_and_three_more():
    assert list(DOMAIN_METHODS) == [*ORDERINGS, "default", "walk", "random"]
    with pytest.raises(ValueError, match="'human' is no row"):
        parse_domain_rows("human")


def test_a_reference_is_drawn_once(tmp_path):
    first = reference("ferry", tmp_path, seed=1, count=3)
    (file,) = tmp_path.iterdir()
    before = file.read_bytes()
    assert reference("ferry", tmp_path, seed=1, count=3).others == list(first.others)
    assert (file.read_bytes(), len(first.others)) == (before, 3)
    assert reference("ferry", tmp_path, seed=2, count=3).problem != first.problem


def test_a_domain_in_another_encoding_is_read(tmp_path):
    domain = tmp_path / "domain.pddl"
    text = bundled_domain("ferry").read_text(encoding="utf-8")
    domain.write_bytes(f"; caf\xe9\n{text}".encode("latin-1"))
    assert reference(str(domain), tmp_path / "tasks", seed=0, count=1).problem


def test_another_skeleton_beside_a_domain_draws_another_task(tmp_path):
    for name in ("domain.pddl", "skeleton.toml"):
        (tmp_path / name).write_text(bundled_domain("ferry").with_name(name).read_text(encoding="utf-8"))
    first = reference(str(tmp_path / "domain.pddl"), tmp_path / "tasks", seed=0, count=1)
    skeleton = tmp_path / "skeleton.toml"
    skeleton.write_text(skeleton.read_text() + "\n# another one\n")
    reference(str(tmp_path / "domain.pddl"), tmp_path / "tasks", seed=0, count=1)
    assert len(list((tmp_path / "tasks").iterdir())) == 2
    assert first.name == tmp_path.name


def test_a_file_that_is_not_called_domain_gives_its_own_name(tmp_path):
    text = bundled_domain("ferry").read_text(encoding="utf-8")
    (tmp_path / "boats.pddl").write_text(text)
    (tmp_path / "skeleton.toml").write_text(bundled_domain("ferry").with_name("skeleton.toml").read_text())
    assert reference(str(tmp_path / "boats.pddl"), tmp_path / "tasks", seed=0, count=1).name == "boats"
