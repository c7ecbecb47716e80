"""The output directory: its files, the same bytes every time, and nothing half-written whatever happens."""

import errno
import json
import os
from pathlib import Path

import pytest

import beta_plan
from beta_plan.certify.directory import certify_directory
from beta_plan.errors import CannotWrite
from beta_plan.metrics import Metrics
from beta_plan.output.exchange import STAGED, finish_writing
from beta_plan.output.layout import instance_names, read_manifest
from beta_plan.output.write import Instance, Output, check_directory, provenance, write_output
from tests.bundled import DOMAINS
from tests.outputs import bundled_output, content, level_output, split

FIRST = bundled_output("transport", [1, 2, 3])
OTHER = bundled_output("transport", [1, 5])
OTHER_DOMAIN = bundled_output("gripper", [1, 2, 3, 4])
LEVELS = level_output([1, 2, 3])
OTHER_LEVELS = level_output([1, 5])
MIXED = level_output([4, 3], pddl=True)
SPLIT = split(
    bundled_output("transport", [1, 5, 2, 4]), ["training/easy", "testing/easy", "testing/hard", "testing/hard"]
)
OTHER_SPLIT = split(bundled_output("transport", [1, 2]), ["testing/hard", "extra/easy"])
SPLIT_LEVELS = split(level_output([1, 2], pddl=True), ["training/easy", "testing/medium"])


def verified(directory):
    """Return the names of the problems of a directory, all of which must verify."""
    certificates = list(certify_directory(directory))
    assert [(c.problem, c.why) for c in certificates if not c.verified] == []
    return [c.problem for c in certificates]


def manifest_of(directory):
    return json.loads(content(directory)["manifest.json"])


def test_the_files_of_an_output(tmp_path):
    out = tmp_path / "deep" / "out"
    write_output(out, FIRST)
    names = ["p01", "p02", "p03"]
    problems, plans = [f"{name}.pddl" for name in names], [f"solutions/{name}.plan" for name in names]
    assert set(content(out)) == {"domain.pddl", *problems, *plans, "manifest.json", "metrics.csv"}
    assert content(out)["domain.pddl"] == (DOMAINS / "transport" / "domain.pddl").read_bytes()
    assert verified(out) == problems


def test_the_files_of_levels(tmp_path):
    write_output(tmp_path, OTHER_LEVELS)
    levels, solutions = ["p01.sok", "p02.sok"], ["solutions/p01.lurd", "solutions/p02.lurd"]
    assert set(content(tmp_path)) == {*levels, *solutions, "manifest.json", "metrics.csv"}
    assert verified(tmp_path) == levels
    metrics = OTHER_LEVELS.instances[0].metrics.to_json()
    assert manifest_of(tmp_path)["instances"][0] == {"problem": levels[0], "plan": solutions[0], "metrics": metrics}
    assert content(tmp_path)["metrics.csv"].startswith(b"problem,plan_length,plan_cost,own_PDB1\np01.sok,")


def test_levels_with_pddl_beside_them(tmp_path):
    write_output(tmp_path, MIXED)
    assert verified(tmp_path) == ["p01.pddl", "p01.sok", "p02.pddl", "p02.sok"]
    assert content(tmp_path)["domain.pddl"] == (DOMAINS / "sokoban" / "domain.pddl").read_bytes()
    assert manifest_of(tmp_path)["instances"][1] == {
        "problem": "p02.sok",
        "plan": "solutions/p02.lurd",
        "pddl_problem": "p02.pddl",
        "pddl_plan": "solutions/p02.plan",
        "metrics": MIXED.instances[1].metrics.to_json(),
    }


def test_the_domain_is_copied_byte_by_byte(tmp_path):
    strange = b"\xef\xbb\xbf; caf\xe9\r\n(define (domain d))\r"
    write_output(tmp_path, Output(strange, []))
    assert content(tmp_path)["domain.pddl"] == strange


def test_manifest_and_table(tmp_path):
    search = {"expanded": 7, "generated": 9, "status": "exhausted", "seconds": 1.5, "peak_memory_bytes": 10**9}
    write_output(tmp_path, bundled_output("gripper", [1, 2], seed=7, search=search))
    manifest = json.loads(content(tmp_path)["manifest.json"])
    assert manifest["version"] == beta_plan.__version__
    assert (manifest["generator"], manifest["complete"], manifest["seed"]) == ("beta-plan", True, 7)
    assert manifest["search"] == {"expanded": 7, "generated": 9, "status": "exhausted"}
    assert manifest["instances"][1] == {
        "problem": "p02.pddl",
        "plan": "solutions/p02.plan",
        "metrics": {"own": {"PDB1": 2}, "fresh": {}, "best": {}, "plan_length": 6, "plan_cost": 6},
    }
    assert content(tmp_path)["metrics.csv"] == (
        b"problem,plan_length,plan_cost,own_PDB1\np01.pddl,5,5,1\np02.pddl,6,6,2\n"
    )


def test_a_list_of_numbers_takes_one_line_of_the_manifest(tmp_path):
    about = {"numbers": [1, -2, 3.5], "words": ["[\n1,\n2\n]", "x"], "nothing": []}
    write_output(tmp_path, Output(None, [], about))
    text = content(tmp_path)["manifest.json"].decode()
    assert '  "numbers": [1, -2, 3.5],\n' in text
    assert {key: json.loads(text)[key] for key in about} == about


def test_names_have_one_width():
    assert instance_names(3) == ["p01", "p02", "p03"]
    assert instance_names(100)[::99] == ["p001", "p100"]


def test_the_first_comment():
    metrics = Metrics(12, 30, own={"4C": 1, "PDB4": 9}, fresh={"PDB4": 8})
    lines = provenance("beta-plan generate d.pddl --seed 3", seed=3, order="[4C]", metrics=metrics).splitlines()
    assert lines == [
        f"beta-plan {beta_plan.__version__}",
        "command: beta-plan generate d.pddl --seed 3",
        "seed: 3",
        "order: [4C]",
        "metrics: own PDB4 = 9, 4C = 1; fresh PDB4 = 8; plan length 12, cost 30",
    ]


def test_the_same_output_is_the_same_bytes(tmp_path):
    write_output(tmp_path / "a", FIRST)
    write_output(tmp_path / "b", OTHER_DOMAIN)
    write_output(tmp_path / "b", MIXED)
    write_output(tmp_path / "b", FIRST)
    assert content(tmp_path / "a") == content(tmp_path / "b")


def test_writing_again_what_is_there_writes_nothing(tmp_path, monkeypatch):
    write_output(tmp_path, FIRST)
    monkeypatch.setattr(os, "replace", None)
    write_output(tmp_path, FIRST)


def test_fewer_instances_leave_no_old_ones(tmp_path):
    write_output(tmp_path, FIRST)
    write_output(tmp_path, OTHER)
    assert verified(tmp_path) == ["p01.pddl", "p02.pddl"]
    write_output(tmp_path, Output(OTHER.domain, OTHER.instances[:1]))
    assert verified(tmp_path) == ["p01.pddl"]
    assert not (tmp_path / "solutions" / "p02.plan").exists()


def test_levels_leave_no_pddl_of_an_older_output(tmp_path):
    write_output(tmp_path, FIRST)
    write_output(tmp_path, OTHER_LEVELS)
    assert set(content(tmp_path)) == set(OTHER_LEVELS.files())
    write_output(tmp_path, Output(FIRST.domain, []))
    write_output(tmp_path, Output(None, []))
    assert set(content(tmp_path)) == {"manifest.json", "metrics.csv"}


@pytest.mark.parametrize("interrupted", [False, True])
def test_a_domain_beside_levels_that_is_not_ours_stays(tmp_path, monkeypatch, interrupted):
    write_output(tmp_path, LEVELS)
    (tmp_path / "domain.pddl").write_text("mine")
    if interrupted:
        with monkeypatch.context() as patch:
            patch.setattr("beta_plan.output.exchange.sync", None)
            with pytest.raises(TypeError):
                write_output(tmp_path, level_output([9]))
        assert not manifest_of(tmp_path)["complete"]
    write_output(tmp_path, OTHER_LEVELS)
    assert (tmp_path / "domain.pddl").read_text() == "mine"


def test_the_files_of_a_split(tmp_path):
    write_output(tmp_path, SPLIT)
    problems = ["testing/easy/p01", "testing/hard/p01", "testing/hard/p02", "training/easy/p01"]
    plans = [f"solutions/{problem}.plan" for problem in problems]
    files = {"domain.pddl", *(f"{problem}.pddl" for problem in problems), *plans, "manifest.json", "metrics.csv"}
    assert set(content(tmp_path)) == files
    assert verified(tmp_path) == [f"{problem}.pddl" for problem in problems]
    listed = manifest_of(tmp_path)["instances"]
    assert [entry["problem"] for entry in listed][:2] == ["training/easy/p01.pddl", "testing/easy/p01.pddl"]
    assert listed[3]["plan"] == "solutions/testing/hard/p02.plan"
    rows = content(tmp_path)["metrics.csv"].decode().splitlines()[1:]
    assert [row.partition(",")[0] for row in rows] == [entry["problem"] for entry in listed]


def test_a_broken_plan_of_a_split_is_found(tmp_path):
    write_output(tmp_path, SPLIT)
    (tmp_path / "solutions/testing/hard/p02.plan").write_text("; cost = 0")
    (tmp_path / "solutions/training/easy/p01.plan").unlink()
    failed = [c.problem for c in certify_directory(tmp_path) if not c.verified]
    assert failed == ["testing/hard/p02.pddl", "training/easy/p01.pddl"]


@pytest.mark.parametrize("other", [FIRST, OTHER_SPLIT, SPLIT_LEVELS, Output(FIRST.domain, [])])
def test_what_follows_a_split_leaves_neither_files_nor_folders_of_it(tmp_path, other):
    write_output(tmp_path / "new", other)
    write_output(tmp_path / "old", SPLIT)
    write_output(tmp_path / "old", other)
    below = [sorted(p.relative_to(d).as_posix() for p in d.rglob("*")) for d in (tmp_path / "new", tmp_path / "old")]
    assert below[0] == below[1]
    assert content(tmp_path / "old") == content(tmp_path / "new")


@pytest.mark.parametrize("place", ["mine/easy/p01.pddl", "training/easy/notes.txt", "training/hard/p01.pddl"])
@pytest.mark.parametrize("other", [FIRST, OTHER_SPLIT])
def test_strangers_in_folders_like_ours_stay(tmp_path, place, other):
    write_output(tmp_path, SPLIT)
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / place).write_text("mine")
    write_output(tmp_path, other)
    assert (tmp_path / place).read_text() == "mine"


def test_a_manifest_that_points_elsewhere_deletes_nothing(tmp_path):
    write_output(tmp_path / "out", SPLIT)
    (tmp_path / "easy").mkdir()
    (tmp_path / "easy" / "p01.pddl").write_text("precious")
    manifest = manifest_of(tmp_path / "out")
    manifest["instances"] = [{"problem": "../easy/p01.pddl"}, 7]
    manifest["folders"] = ["../easy", {}, "/easy"]
    (tmp_path / "out" / "manifest.json").write_text(json.dumps(manifest))
    write_output(tmp_path / "out", FIRST)
    assert (tmp_path / "easy" / "p01.pddl").read_text() == "precious"


def test_files_are_readable_as_the_user_wants_them(tmp_path):
    before = os.umask(0o022)
    try:
        write_output(tmp_path, OTHER)
    finally:
        os.umask(before)
    assert (tmp_path / "p01.pddl").stat().st_mode & 0o777 == 0o644


def test_strangers_in_our_directory_stay(tmp_path):
    write_output(tmp_path, FIRST)
    (tmp_path / "notes.txt").write_text("mine")
    write_output(tmp_path, OTHER)
    assert (tmp_path / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("manifest", [None, "{}", "no json", '{"generator": "other"}', "[1]"])
def test_a_directory_of_somebody_else_is_refused_untouched(tmp_path, manifest):
    (tmp_path / "p01.pddl").write_text("precious")
    if manifest is not None:
        (tmp_path / "manifest.json").write_text(manifest)
    before = content(tmp_path)
    with pytest.raises(CannotWrite, match=r"not empty .* \(choose another directory, or empty it\)"):
        write_output(tmp_path, FIRST)
    assert content(tmp_path) == before


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder in which nobody can write")
def test_a_place_where_nothing_can_be_made_is_refused_before_the_search():
    with pytest.raises(CannotWrite, match="no directory can be made in /proc"):
        check_directory(Path("/proc/out"))


def test_a_file_in_the_way_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match="is not a directory"):
        check_directory(tmp_path / "file")
    with pytest.raises(CannotWrite, match="no directory can be made"):
        check_directory(tmp_path / "file" / "out" / "deep")
    write_output(tmp_path / "out", Output(b"", []))
    (tmp_path / "out" / "solutions").rmdir()
    (tmp_path / "out" / "solutions").write_text("")
    with pytest.raises(CannotWrite, match=r"solutions: File exists"):
        write_output(tmp_path / "out", FIRST)


def test_a_link_is_followed_and_one_to_nowhere_refused(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "there")
    with pytest.raises(CannotWrite, match="is a link to nowhere"):
        check_directory(tmp_path / "link")
    (tmp_path / "there").mkdir()
    write_output(tmp_path / "link", FIRST)
    assert (tmp_path / "link").is_symlink()
    assert len(verified(tmp_path / "there")) == 3


@pytest.mark.parametrize("name", ["notes.txt", "../precious", "mine/p01.pddl", 7])
def test_an_exchange_that_somebody_else_has_written_touches_only_files_of_ours(tmp_path, name):
    write_output(tmp_path / "out", FIRST)
    precious = [tmp_path / "precious", tmp_path / "out" / "notes.txt", tmp_path / "out" / "mine" / "p01.pddl"]
    (tmp_path / "out" / "mine").mkdir()
    for path in precious:
        path.write_text("mine")
    pending = {"first": [name], "new": [name], "last": [name]}
    (tmp_path / "out" / "manifest.json").write_text(json.dumps({**manifest_of(tmp_path / "out"), "pending": pending}))
    finish_writing(tmp_path / "out")
    assert [path.read_text() for path in precious] == ["mine"] * 3


def test_a_full_disk_is_one_line_and_leaves_the_old_output(tmp_path, monkeypatch):
    write_output(tmp_path, FIRST)
    before, calls = content(tmp_path), []

    def full(number):
        calls.append(number)
        if len(calls) == 3:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotWrite) as caught:
        write_output(tmp_path, OTHER_DOMAIN)
    assert str(caught.value) == f"{tmp_path}: No space left on device"
    assert content(tmp_path) == before


class Crash(BaseException):
    """The machine stops."""


CHANGES = [(FIRST, OTHER), (OTHER, FIRST), (FIRST, OTHER_DOMAIN), (None, FIRST)]
CHANGES += [(LEVELS, OTHER_LEVELS), (OTHER_LEVELS, LEVELS), (LEVELS, MIXED), (MIXED, LEVELS), (FIRST, MIXED)]
CHANGES += [(None, SPLIT), (FIRST, SPLIT), (SPLIT, FIRST), (SPLIT, OTHER_SPLIT), (OTHER_SPLIT, SPLIT)]
CHANGES += [(SPLIT, SPLIT_LEVELS), (SPLIT_LEVELS, LEVELS), (OTHER_DOMAIN, SPLIT)]
CHANGES += [(MIXED, OTHER), (FIRST, OTHER_LEVELS), (OTHER_LEVELS, OTHER), (None, MIXED)]


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_a_crash_at_any_moment_leaves_a_directory_that_verifies(tmp_path, monkeypatch, old, new):
    monkeypatch.setattr(os, "fsync", lambda number: None)  # takes time, and nothing here looks at the disk
    left, replace, unlink = 0, os.replace, Path.unlink
    if old:
        write_output(tmp_path / "old", old)

    def count_down():
        nonlocal left
        left -= 1
        if left == 0:
            raise Crash

    def crashing_replace(*paths):
        count_down()
        replace(*paths)

    def crashing_unlink(path, missing_ok=False):
        count_down()
        unlink(path, missing_ok=missing_ok)

    for moment in range(1, 100):
        out = tmp_path / str(moment)
        if old:
            write_output(out, old)
        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", crashing_replace)
            patch.setattr(Path, "unlink", crashing_unlink)
            patch.setattr("beta_plan.output.write.clean_up", lambda directory: None)
            left = moment
            try:
                write_output(out, new)
            except Crash:
                crashed = True
            else:
                crashed = False
        if [*out.rglob("p*.pddl"), *out.rglob("p*.sok")]:
            verified(out)
        if not crashed:
            break
        manifest = read_manifest(out)
        assert manifest is None or not manifest["complete"] or moment == 1
        finish_writing(out)
        assert safe(out) in [content(tmp_path / "old") if old else {}, expected(tmp_path, new)]
        write_output(out, new)
        assert content(out) == expected(tmp_path, new)
    assert moment > 5
    assert not crashed


def safe(directory):
    """Return the files of a directory, none if it says that it is unfinished; those not in place do not count."""
    if not (read_manifest(directory) or {}).get("complete"):
        return {}
    return {name: text for name, text in content(directory).items() if not name.endswith(STAGED)}


def expected(folder, output):
    write_output(folder / "expected", output)
    return content(folder / "expected")


def test_an_instance_that_does_not_replay_is_found(tmp_path):
    good = FIRST.instances[0]
    write_output(tmp_path, Output(FIRST.domain, [good, Instance(good.problem, "; cost = 0", good.metrics)]))
    why = {c.problem: c.why for c in certify_directory(tmp_path)}
    assert why["p01.pddl"] == ""
    assert why["p02.pddl"].startswith("after 0 steps the goal (at ")
