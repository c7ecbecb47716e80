"""A real browser for the pages; where there is none the tests are skipped, which under CI is a failure."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

ARGUMENTS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A chromium of the system, driven by playwright."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _give_up("playwright is not installed")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        _give_up("no chromium is installed")
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield running
        running.close()


def _give_up(why: str) -> Any:
    if os.environ.get("CI") == "true":
        pytest.fail(f"no test of pages may be skipped here: {why}")
    pytest.skip(why)
