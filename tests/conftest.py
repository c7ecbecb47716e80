"""Options and fixtures of all tests."""

from pathlib import Path

import pytest


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
