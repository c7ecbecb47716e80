"""Nothing in beta_plan runs text or loads objects from files: no eval, no pickle, no shell; checked in its source."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "beta_plan"

FORBIDDEN_MODULES = {
    "pickle", "cPickle", "dill", "marshal", "shelve", "joblib", "yaml", "xml", "lxml", "pty", "commands", "telnetlib",
    "code", "codeop",
}  # fmt: skip
"""What loads code, or starts it; also parsers of XML, in which a few bytes can become gigabytes."""

FORBIDDEN_CALLS = {
    "eval", "exec", "compile", "__import__", "os.system", "os.popen", "os.spawnl", "os.spawnv", "os.execv", "os.execvp",
    "os.startfile", "subprocess.getoutput", "subprocess.getstatusoutput", "tempfile.mktemp",
}  # fmt: skip

ALLOWED = {
    ("kernel_cache.py", "pickle"),  # compiled code, from a directory that is the user's own
    ("referees/supervise.py", "os.execvp"),  # a planner, by the words of its command
    ("referees/supervise.py", "os.execve"),
}
"""Places that may do what others may not; each has its reason."""


def complaints(file: str, text: str) -> Iterator[str]:
    """Yield what a file does that it must not."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            for name in names:
                if name.split(".")[0] in FORBIDDEN_MODULES and (file, name) not in ALLOWED:
                    yield f"{file}:{node.lineno}: imports {name}"
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            if called in FORBIDDEN_CALLS and (file, called) not in ALLOWED:
                yield f"{file}:{node.lineno}: calls {called}"
            if called.endswith(("np.load", "numpy.load")) and not _is(given.get("allow_pickle"), False):
                yield f"{file}:{node.lineno}: {called} without allow_pickle=False"
            if "shell" in given and not _is(given["shell"], False):
                yield f"{file}:{node.lineno}: a shell"


def _is(node: ast.expr | None, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def test_no_file_runs_what_it_reads():
    found = [
        complaint
        for path in sorted(PACKAGE.rglob("*.py"))
        for complaint in complaints(path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "import pickle", "from pickle import loads", "def f():\n    import yaml", "eval('1')", "exec(x)",
        "import os\nos.system('x')",
        "import numpy as np\nnp.load('x')", "import numpy as np\nnp.load('x', allow_pickle=True)", "__import__('os')",
        "import subprocess\nsubprocess.run('x', shell=True)", "import subprocess\nsubprocess.run('x', shell=y)",
        "from xml.etree import ElementTree", "import xml.dom.minidom",
    ],
)  # fmt: skip
def test_a_planted_line_is_found(line):
    assert len(list(complaints("planted.py", line))) == 1


def test_what_is_harmless_is_not_found():
    lines = ["import re, subprocess", "np.load('x', allow_pickle=False)", "subprocess.run(['x'])", "re.compile('x')"]
    assert list(complaints("planted.py", "\n".join(lines))) == []
