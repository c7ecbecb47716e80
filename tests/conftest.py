"""Options and fixtures of all tests."""

import atexit
import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest

# Kernels that tests compile for their own types stay out of the user's cache: without the tests they cannot be loaded.
if "NUMBA_CACHE_DIR" not in os.environ:
    os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(prefix="beta-plan-tests-")
    atexit.register(shutil.rmtree, os.environ["NUMBA_CACHE_DIR"], ignore_errors=True)

if "BETA_PLAN_CACHE_DIR" not in os.environ:  # of verdicts: planners run in tests
    os.environ["BETA_PLAN_CACHE_DIR"] = tempfile.mkdtemp(prefix="beta-plan-verdicts-")
    atexit.register(shutil.rmtree, os.environ["BETA_PLAN_CACHE_DIR"], ignore_errors=True)

os.environ.setdefault("BETA_PLAN_PDB_CACHE", "off")  # tests build their pattern databases, but for those about files

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a script; tests send it to processes
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="run the tests marked slow, too")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--slow"):
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="slow: runs with --slow"))


@pytest.fixture(scope="session")
def domains() -> Path:
    """The directory of bundled tasks."""
    return Path(__file__).parent.parent / "domains"
