"""One result without any fault, which also compiles the kernels that the tests of this directory share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.processes import QUICK, run, verified
from tests.outputs import content


def pytest_collection_modifyitems(items):
    """Mark every test here."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.faults)


@pytest.fixture(scope="session")
def faultless(tmp_path_factory) -> dict[str, bytes]:
    """The files that QUICK writes when nothing happens."""
    out = tmp_path_factory.mktemp("faultless") / "out"
    done = run(*QUICK, "-o", out)
    assert done.returncode == 0, done.stderr.decode()
    assert verified(out) == 3
    return content(out)
