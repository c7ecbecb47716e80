"""``beta-plan verify``: what it prints, and how it ends."""

import json
import os

import pytest
from click.testing import CliRunner

from beta_plan.certify.external import Outcome, Verdict
from beta_plan.cli.main import cli
from beta_plan.output.write import write_output
from tests.outputs import bundled_output, level_output

OUTPUT = bundled_output("transport", [1, 2, 3])
LEVELS = level_output([3], pddl=True)


@pytest.fixture
def out(tmp_path):
    write_output(tmp_path / "out", OUTPUT)
    return tmp_path / "out"


def verify(*arguments):
    return CliRunner().invoke(cli, ["verify", *map(str, arguments)])


def test_a_good_directory(out):
    result = verify(out)
    first = OUTPUT.instances[0].metrics
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[0] == f"p01.pddl  verified: {first.plan_length} steps, cost {first.plan_cost}"
    assert result.stdout.splitlines()[-1] == "3 verified, 0 failed"
    assert json.loads(verify("--json", out).stdout) == {"verified": 3, "failed": []}


def test_a_manifest_that_is_no_json_is_refused(out):
    (out / "manifest.json").write_text("{")
    result = verify(out)
    assert (result.exit_code, result.stdout) == (41, "")
    assert result.stderr == f"beta-plan: {out / 'manifest.json'}: not JSON (remove it, or generate again)\n"


def test_a_damaged_plan_ends_with_12(out):
    plan = out / "solutions" / "p02.plan"
    plan.write_text("\n".join(plan.read_text().splitlines()[1:]))
    result = verify("--json", out)
    assert result.exit_code == 12
    found = json.loads(result.stdout)
    assert (found["verified"], [entry["problem"] for entry in found["failed"]]) == (2, ["p02.pddl"])
    assert "does not hold" in found["failed"][0]["why"]
    assert result.stderr == f"beta-plan: {out}: 1 of 3 failed, the first is p02.pddl\n"
    assert f"p02.pddl  failed: {found['failed'][0]['why']}" in verify(out).stdout.splitlines()


def why(out, problem):
    result = verify("--json", out)
    assert result.exit_code == 12
    (found,) = (entry["why"] for entry in json.loads(result.stdout)["failed"] if entry["problem"] == problem)
    return found


def test_what_is_missing_or_unreadable_fails(out):
    (out / "solutions" / "p01.plan").unlink()
    (out / "p02.pddl").write_text("(define (problem")
    (out / "p03.pddl").unlink()
    assert why(out, "p01.pddl") == "solutions/p01.plan: cannot be read: No such file or directory"
    assert why(out, "p02.pddl") == "p02.pddl:1:9: this parenthesis is never closed"
    assert why(out, "p03.pddl") == "p03.pddl: cannot be read: No such file or directory"


def test_numbers_of_the_manifest_that_are_not_those_of_the_plan_fail(out):
    manifest = out / "manifest.json"
    found = json.loads(manifest.read_text())
    found["instances"][0]["metrics"]["plan_cost"] += 1
    manifest.write_text(json.dumps(found))
    assert "the manifest says plan_cost" in why(out, "p01.pddl")


def test_a_foreign_directory_needs_no_manifest(out):
    (out / "manifest.json").unlink()
    assert verify(out).exit_code == 0


@pytest.mark.parametrize(
    "manifest", ['{"generator": "beta-plan", "instances": 3}', '{"generator": "beta-plan", "instances": [3]}']
)
def test_a_damaged_manifest_is_refused(out, manifest):
    (out / "manifest.json").write_text(manifest)
    result = verify(out)
    assert (result.exit_code, result.stdout) == (41, "")
    assert "manifest.json: not a manifest" in result.stderr


@pytest.fixture
def levels(tmp_path):
    write_output(tmp_path / "levels", LEVELS)
    return tmp_path / "levels"


def test_levels_and_pddl_are_both_verified(levels):
    result = verify(levels)
    first = LEVELS.instances[0].metrics
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines() == [
        f"{file}  verified: {first.plan_length} steps, cost {first.plan_cost}" for file in ("p01.pddl", "p01.sok")
    ] + ["2 verified, 0 failed"]
    assert json.loads(verify("--json", levels).stdout) == {"verified": 2, "failed": []}


def test_levels_alone_need_no_domain(levels):
    (levels / "p01.pddl").unlink()
    (levels / "manifest.json").unlink()
    (levels / "domain.pddl").unlink()
    assert json.loads(verify("--json", levels).stdout) == {"verified": 1, "failed": []}


def test_a_damaged_level_does_not_harm_its_pddl(levels):
    text = (levels / "p01.sok").read_text()
    (levels / "p01.sok").write_text(text.rstrip()[:-1])
    assert "boxes not on a goal" in why(levels, "p01.sok")
    (levels / "p01.sok").write_text(text.partition("Solution")[0])
    assert why(levels, "p01.sok") == "no solution"
    (levels / "p01.sok").write_text(f"{text}\n{text}")
    assert why(levels, "p01.sok") == "holds 2 levels, expected one"
    (levels / "p01.sok").write_text("")
    assert why(levels, "p01.sok") == "holds 0 levels, expected one"
    assert json.loads(verify("--json", levels).stdout)["verified"] == 1


def test_the_solution_beside_a_level_is_replayed_too(levels):
    path = levels / "solutions" / "p01.lurd"
    lurd = path.read_text().strip()
    path.write_text(lurd[:-1])
    assert why(levels, "p01.sok").startswith("solutions/p01.lurd: after ")
    path.write_text(lurd.lower())
    assert why(levels, "p01.sok") == "solutions/p01.lurd is another solution than that in the level"
    path.unlink()
    assert why(levels, "p01.sok") == "solutions/p01.lurd: cannot be read: No such file or directory"


def test_numbers_of_the_manifest_count_for_levels_and_their_pddl(levels):
    manifest = levels / "manifest.json"
    found = json.loads(manifest.read_text())
    found["instances"][0]["metrics"]["plan_cost"] += 1
    manifest.write_text(json.dumps(found))
    for file in ("p01.sok", "p01.pddl"):
        assert "the manifest says plan_cost" in why(levels, file)
    (levels / "p01.pddl").unlink()
    assert "cannot be read" in why(levels, "p01.pddl")


def up_says(monkeypatch, verdict):
    monkeypatch.setattr("beta_plan.certify.external.require_up", lambda: None)
    monkeypatch.setattr("beta_plan.certify.external.validate_with_up", lambda *texts: verdict)


def test_an_outside_judge_that_is_not_installed_is_no_success(out, monkeypatch):
    monkeypatch.setattr("beta_plan.certify.external.find_spec", lambda name: None)
    for words in ([out], ["--json", out]):
        result = verify("--validator", "up", *words)
        assert (result.exit_code, result.stdout) == (41, "")
        said = "unified-planning is not installed (pip install '.[planners]' in the clone)"
        assert result.stderr == f"beta-plan: --validator up: {said}\n"
    assert verify(out).exit_code == 0


def test_the_outside_judge_is_asked_about_pddl_only(levels, monkeypatch):
    up_says(monkeypatch, Verdict(Outcome.VALID))
    found = json.loads(verify("--json", "--validator", "up", levels).stdout)
    assert found["validator"]["verdicts"] == {"p01.pddl": "valid"}


def test_a_directory_without_instances_is_refused(tmp_path):
    result = verify(tmp_path)
    assert (result.exit_code, result.stdout) == (41, "")
    assert result.stderr == f"beta-plan: {tmp_path}: holds no instances (expected p01.pddl, p02.pddl, ..)\n"


def test_a_directory_without_domain_is_refused(out):
    (out / "domain.pddl").unlink()
    result = verify(out)
    assert (result.exit_code, result.stdout) == (41, "")
    assert "domain.pddl: cannot be read" in result.stderr


@pytest.mark.parametrize("command", ["verify", "report"])
@pytest.mark.parametrize(("name", "why"), [("nowhere", "No such file or directory"), ("file", "Not a directory")])
def test_what_is_no_directory_is_refused(command, name, why, tmp_path):
    (tmp_path / "file").touch()
    result = CliRunner().invoke(cli, [command, str(tmp_path / name)])
    assert (result.exit_code, result.stdout) == (41, "")
    remedy = "name a directory that generate wrote"
    assert result.stderr == f"beta-plan: {tmp_path / name}: cannot be read: {why} ({remedy})\n"


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        (Verdict(Outcome.VALID), 0),
        (Verdict(Outcome.NOT_RUN, "absent"), 0),
        (Verdict(Outcome.INVALID, "so"), 12),
    ],
)
def test_an_outside_judge_is_heard(out, monkeypatch, verdict, code):
    up_says(monkeypatch, verdict)
    result = verify("--json", "--validator", "up", out)
    found = json.loads(result.stdout)
    assert result.exit_code == code
    assert found["validator"] == {
        "name": "up",
        "verdicts": dict.fromkeys(["p01.pddl", "p02.pddl", "p03.pddl"], str(verdict)),
    }
    assert found["verified"] == (0 if code else 3)
    if verdict.outcome is Outcome.NOT_RUN:
        assert "up: not run: absent" in verify("--validator", "up", out).stdout


@pytest.mark.parametrize(
    "name", ["p².pddl", f"p{'1' * 5000}.pddl", "\ud800.pddl", "a\0b.pddl", "", "p01.pddl/x", "\x1b[2J"]
)
def test_a_manifest_may_list_files_by_any_name(out, name):
    manifest = json.loads((out / "manifest.json").read_text())
    manifest["instances"].append({"problem": name, "metrics": {}})
    (out / "manifest.json").write_text(json.dumps(manifest))
    assert "cannot be read" in why(out, name)
    shown = verify(out)
    assert (shown.exit_code, shown.stdout.splitlines()[-1]) == (12, "3 verified, 1 failed")
    assert "\x1b" not in shown.output


@pytest.mark.parametrize("name", ["../secret.pddl", "/etc/passwd", "solutions/../../secret.pddl"])
def test_a_manifest_does_not_lead_elsewhere(out, name):
    (out.parent / "secret.pddl").write_text("secret")
    manifest = json.loads((out / "manifest.json").read_text())
    manifest["instances"].append({"problem": name, "metrics": {}})
    (out / "manifest.json").write_text(json.dumps(manifest))
    assert why(out, name) == "manifest.json: names a file elsewhere (generate it again)"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_nobody_waits_for_a_pipe(out):
    os.mkfifo(out / "p04.pddl")
    (out / "manifest.json").unlink()
    os.mkfifo(out / "manifest.json")
    assert verify(out).stdout.splitlines()[-1] == "3 verified, 0 failed"


def test_a_manifest_that_never_ends_its_lists_is_refused_in_one_line(out):
    (out / "manifest.json").write_text("[" * 1_000_000)
    result = verify(out)
    assert (result.exit_code, result.stdout) == (41, "")
    assert result.stderr == f"beta-plan: {out / 'manifest.json'}: not JSON (remove it, or generate again)\n"
