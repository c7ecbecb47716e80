"""The README tells the truth: its commands run, its output is what they print, its code works."""

import re

import beta_plan
from tests.examples import ROOT, assert_they_print_what_they_show, clone, code, commands, run

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_the_examples_print_what_they_show(monkeypatch, tmp_path):
    monkeypatch.chdir(clone(tmp_path))
    assert len(commands(README)) >= 4
    assert_they_print_what_they_show(README)
    boards = [(tmp_path / "domains/sokoban/levels.sok").read_text(), (tmp_path / "store/p01.sok").read_text()]
    shown = [re.fullmatch("    (.{12})(?:      (.*))", line) for line in TEXT.splitlines() if line.endswith("#")]
    for place, board in enumerate(boards, start=1):
        rows = "\n".join(row[place].rstrip() for row in shown if row)
        assert rows.count("\n") == 8
        assert rows in board


def test_the_command_after_installation_runs(monkeypatch, tmp_path):
    monkeypatch.chdir(clone(tmp_path))
    (installed,) = re.findall(r"&& \.venv/bin/beta-plan (.*)", TEXT)
    assert run(installed).startswith("transport-p01-seed0/p01.pddl  plan length ")


def test_the_citation_names_this_version_and_the_paper():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {beta_plan.__version__}\n" in citation
    title = "Procedural Generation of Initial States of Sokoban"
    assert f"\n  title: {title}\n" in citation
    assert f"{{{title}}}" in TEXT


def test_the_library_example_works(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(clone(tmp_path))
    (example,) = code(README, "python")
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.count("(define (problem transport-p01-p0") == 2
