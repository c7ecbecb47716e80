"""Commands that users write: words stay words, whatever is in them."""

from __future__ import annotations

import shlex
import sys

import pytest

from beta_plan.errors import WrongOption
from beta_plan.referees.judge import judge
from beta_plan.referees.protocol import Files, RunLimits
from beta_plan.referees.registry import find_referee, spelled
from beta_plan.referees.template import Template
from beta_plan.referees.verdict import Status
from tests.referees.fakes import FERRY, PLAN, script


@pytest.mark.parametrize("word", ["{unknown}", "--plan={Plan}", "{problem_file}"])
def test_a_name_in_braces_that_is_not_known_is_refused(word):
    known = r"\(known are \{domain\}, \{problem\}, \{plan\}, \{level\}, \{time\}, \{memory\}\)"
    with pytest.raises(WrongOption, match=rf"the command has \{{\w+\}}, which is not known {known}"):
        Template.parse(f"p {{domain}} {{problem}} {word}")


def test_no_shell_sees_the_command(tmp_path):
    folder = tmp_path / 'it\'s a "place" with $(blanks); {time}'
    folder.mkdir()
    told = tmp_path / "told"
    command = script(folder, f"import sys; open({str(told)!r}, 'w').write('\\n'.join(sys.argv[1:]))", "my plan'ner.py")
    odd = ["; touch x", "$(touch y)", "`z`", "a b", "*", "&&", "{time}s", "{ no name }"]
    judge(Template.parse(f"{command} {{domain}} {{problem}} {shlex.join(odd)}"), FERRY, RunLimits(seconds=7.5))
    domain, problem, *rest = told.read_text().split("\n")
    assert rest == [*odd[:6], "8s", "{ no name }"]
    assert domain.endswith("/domain.pddl")
    assert problem.endswith("/problem.pddl")


def test_a_plan_goes_where_the_command_is_told(tmp_path):
    code = f"import sys; open(sys.argv[3], 'w').write('''{PLAN}'''); print('(not an action)')"
    referee = Template.parse(f"{script(tmp_path, code)} {{domain}} {{problem}} {{plan}}")
    assert judge(referee, FERRY).status is Status.SOLVED


def test_files_are_found_from_where_the_user_is(tmp_path, monkeypatch):
    script(tmp_path, f"print('''{PLAN}''')")
    monkeypatch.chdir(tmp_path)
    referee = Template.parse(f"{shlex.quote(sys.executable)} planner.py {{domain}} {{problem}}")
    monkeypatch.chdir("/")
    assert judge(referee, FERRY).status is Status.SOLVED


def test_identity_is_that_of_the_program(tmp_path):
    def identity(code):
        return Template.parse(f"{script(tmp_path, code)} {{domain}} {{problem}}").identity

    assert identity("1") == identity("1") != identity("2")


def test_limits_are_filled_in(tmp_path):
    referee = Template.parse("p {domain} {problem} --time={time} --memory={memory}M")
    words = referee.command(Files(tmp_path), RunLimits(seconds=2.1, memory=3 << 30)).words
    assert words[-2:] == ("--time=3", "--memory=3072M")


def test_a_word_that_no_file_can_be_called_is_a_word(tmp_path):
    words = Template.parse(f"echo {'x' * 5000} {{domain}} {{problem}}").words
    assert words == ("echo", "x" * 5000, "{domain}", "{problem}")


def test_a_referee_is_found_again_from_anywhere(tmp_path, monkeypatch):
    folder = tmp_path / "a {time} of blanks"
    folder.mkdir()
    script(folder, f"print('''{PLAN}''')")
    monkeypatch.chdir(folder)
    said = spelled(Template.parse(f"{shlex.quote(sys.executable)} planner.py {{domain}} {{problem}}"))
    monkeypatch.chdir("/")
    assert judge(find_referee(said), FERRY).status is Status.SOLVED
    assert spelled(find_referee("astar-lmcut")) == "astar-lmcut"
