"""Whoever made a directory, what is written into it does not end up elsewhere."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.errors import CannotWrite
from beta_plan.export.directory import ExportDirectory
from beta_plan.output.file import write_file
from beta_plan.output.ptest import write_ptest
from beta_plan.output.write import check_directory, write_output
from beta_plan.report.write import write_report
from tests.outputs import bundled_output, content, level_output, split

SECRET = b"mine\n"


@pytest.fixture
def elsewhere(tmp_path):
    """A directory of somebody, with files of names that a run writes."""
    folder = tmp_path / "elsewhere"
    for name in ("easy", "training/easy"):
        (folder / name).mkdir(parents=True)
    for name in ("p01.plan", "p01.pddl", "easy/p01.pddl", "training/easy/p01.plan", "file"):
        (folder / name).write_bytes(SECRET)
    return folder


@pytest.mark.parametrize("link", ["solutions", "training", "training/easy", "solutions/training"])
def test_folders_that_are_links_are_refused_and_nothing_is_touched(tmp_path, elsewhere, link):
    out, before = tmp_path / "out", content(elsewhere)
    output = split(bundled_output("gripper", [1, 2]), ["training/easy", "training/easy"])
    write_output(out, output)
    victim = out / link
    victim.rename(tmp_path / "gone")
    victim.symlink_to(elsewhere / ("easy" if link.endswith("easy") else ""))
    for write in (check_directory, lambda where: write_output(where, bundled_output("gripper", [3]))):
        with pytest.raises(CannotWrite, match="is a link, and may lead elsewhere"):
            write(out)
    assert content(elsewhere) == before


@pytest.mark.parametrize(
    "name", ["domain.pddl", "p01.pddl", "solutions/p01.plan", "manifest.json", "metrics.csv", ".p01.pddl.beta-plan-new"]
)
def test_files_that_are_links_are_replaced_and_not_followed(tmp_path, elsewhere, name):
    out = tmp_path / "out"
    write_output(out, bundled_output("gripper", [1]))
    data = (out / "manifest.json").read_bytes()
    (out / name).unlink(missing_ok=True)
    target = elsewhere / "file"
    if name == "manifest.json":
        target.write_bytes(data)
    before = content(elsewhere)
    (out / name).symlink_to(target)
    write_output(out, bundled_output("gripper", [2]))
    assert content(elsewhere) == before
    assert not (out / name).is_symlink()


@pytest.mark.parametrize("name", ["report.html", "beta-plan.ptest.json", ".report.html.beta-plan-new"])
def test_pages_beside_the_instances_replace_links(tmp_path, elsewhere, name):
    write_output(tmp_path / "out", bundled_output("gripper", [1]))
    (tmp_path / "out" / name).symlink_to(elsewhere / "file")
    write_report(tmp_path / "out")
    write_ptest(tmp_path / "out")
    assert (elsewhere / "file").read_bytes() == SECRET


def test_a_picture_beside_its_instance_replaces_a_link(tmp_path, elsewhere):
    out = tmp_path / "out"
    write_output(out, level_output([1]))
    (out / "p01.svg").symlink_to(elsewhere / "file")
    assert CliRunner().invoke(cli, ["draw", str(out / "p01.sok")]).exit_code == 0
    assert (elsewhere / "file").read_bytes() == SECRET


def test_a_link_that_the_user_names_is_followed(tmp_path, elsewhere):
    (tmp_path / "link").symlink_to(elsewhere / "file")
    write_file(tmp_path / "link", b"new")
    assert (elsewhere / "file").read_bytes() == b"new"


@pytest.mark.parametrize("files", [["../elsewhere/file"], ["levels/../../elsewhere/file"], [7], 7, ["a\0b"]])
def test_an_export_removes_nothing_elsewhere(tmp_path, elsewhere, files):
    out = tmp_path / "out"
    out.mkdir()
    manifest = {"generator": "beta-plan", "complete": False, "format": "boxoban", "files": files}
    (out / "manifest.json").write_text(json.dumps(manifest))
    with suppress(CannotWrite):
        ExportDirectory(out, {"format": "boxoban"})
    assert (elsewhere / "file").read_bytes() == SECRET


def test_a_manifest_below_that_is_not_ours_is_passed_over(tmp_path):
    write_output(tmp_path, bundled_output("gripper", [1]))
    (tmp_path / "theirs").mkdir()
    for entries in ([7], [{"problem": "p01.pddl"}], 7):
        theirs = {"generator": "beta-plan", "instances": entries}
        (tmp_path / "theirs" / "manifest.json").write_text(json.dumps(theirs))
        assert write_ptest(tmp_path) == [tmp_path / "beta-plan.ptest.json"]


def test_the_names_in_a_domain_become_no_files(tmp_path, monkeypatch):
    """Domain, problem, objects and actions with names that are paths: files are called p01 all the same."""
    monkeypatch.chdir(tmp_path)
    bad = "../../x"
    domain = f"""(define (domain {bad}) (:predicates (at{bad} ?x) (near ?x ?y))
      (:action go{bad} :parameters (?x ?y) :precondition (and (at{bad} ?x) (near ?x ?y))
       :effect (and (at{bad} ?y) (not (at{bad} ?x)))))"""
    problem = f"""(define (problem {bad}) (:domain {bad}) (:objects {bad} /etc/b c)
      (:init (at{bad} c) (near c /etc/b) (near /etc/b {bad})) (:goal (at{bad} {bad})))"""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "domain.pddl").write_text(domain)
    (tmp_path / "in" / "p.pddl").write_text(problem)
    words = [
        "generate",
        "in/domain.pddl",
        "in/p.pddl",
        "-o",
        "deep/in/out",
        "--order",
        "[PDB1]",
        "--select",
        "objective",
    ]
    found = CliRunner().invoke(cli, [*words, "--max-expansions", "50", "--quiet", "--report"])
    assert found.exit_code == 0, found.stderr
    assert sorted(path for path in content(Path()) if not path.startswith("in/")) == [
        f"deep/in/out/{name}"
        for name in ("domain.pddl", "manifest.json", "metrics.csv", "p01.pddl", "report.html", "solutions/p01.plan")
    ]
    assert CliRunner().invoke(cli, ["verify", "deep/in/out"]).exit_code == 0


def test_an_exchange_that_somebody_has_begun_ends_no_file_elsewhere(tmp_path, elsewhere):
    write_output(tmp_path / "out", bundled_output("gripper", [1]))
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    names = ["solutions/p01.plan", "training/easy/p01.pddl", "../elsewhere/file"]
    manifest |= {"complete": False, "pending": {"first": names, "new": names, "last": names}}
    (tmp_path / "out" / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "out" / "training").symlink_to(elsewhere / "training")
    (elsewhere / "training" / "easy" / "p01.pddl").write_bytes(SECRET)
    before = content(elsewhere)
    for command in ("verify", "report"):
        CliRunner().invoke(cli, [command, str(tmp_path / "out")])
    assert content(elsewhere) == before
