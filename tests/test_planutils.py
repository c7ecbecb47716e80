"""The package for planutils: a manifest as planutils reads it, scripts that a shell reads."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from beta_plan.cli.generate import generate

PACKAGE = Path(__file__).parent.parent / "planutils" / "beta-plan"
MANIFEST = json.loads((PACKAGE / "manifest.json").read_text(encoding="utf-8"))


def test_the_manifest_has_what_planutils_asks_for():
    assert {"name", "description", "dependencies", "install-size"} <= set(MANIFEST)
    assert sorted(path.name for path in PACKAGE.iterdir()) == ["install", "manifest.json", "run", "uninstall"]


def test_the_service_is_a_call_that_generate_understands():
    service = MANIFEST["endpoint"]["services"]["generate"]
    names = {argument["name"] for argument in service["args"]}
    assert set(re.findall(r"{(\w+)}", service["call"])) == {"package_name", *names}
    values = dict.fromkeys(names, "7") | {"package_name": PACKAGE.name}
    program, command, *arguments = shlex.split(service["call"].format_map(values))
    assert (program, command) == ("beta-plan", "generate")
    context = generate.make_context("generate", arguments)
    assert (context.params["count"], context.params["overall_time_limit"], str(context.params["output"])) == (
        7,
        7,
        "generated",
    )
    with pytest.raises(click.UsageError):
        generate.make_context("generate", [*arguments, "--unknown"])


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a POSIX shell")
@pytest.mark.parametrize("script", ["install", "run", "uninstall"])
def test_a_shell_understands_the_scripts(script):
    assert os.access(PACKAGE / script, os.X_OK)
    subprocess.run(["sh", "-n", PACKAGE / script], check=True)


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a POSIX shell")
def test_run_passes_its_arguments_on_and_uninstall_removes_the_environment(tmp_path):
    package = shutil.copytree(PACKAGE, tmp_path / "a folder" / "beta-plan")
    program = package / "env" / "bin" / "beta-plan"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\nprintf "%s;" "$@"\n')
    program.chmod(0o755)
    done = subprocess.run([package / "run", "generate", "a b"], capture_output=True, text=True, check=True)
    assert done.stdout == "generate;a b;"
    subprocess.run(["./uninstall"], cwd=package, check=True)
    assert not (package / "env").exists()
