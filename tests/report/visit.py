"""A visit to a page from the disk, during which nothing may go wrong and nothing may be asked of a network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from re import Pattern
from typing import Any

ARROWS = {"u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown", "l": "ArrowLeft"}


@contextmanager
def visit(browser: Any, file: Path, *, width: int = 1280, **options: Any) -> Iterator[Any]:
    """Open a page; complain at the end about errors, messages, dialogs and requests."""
    context = browser.new_context(viewport={"width": width, "height": 844}, reduced_motion="reduce", **options)
    page_url = file.resolve().as_uri()
    page: Any = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: complaints.append(request.url))
    try:
        page.goto(page_url)
        yield page
        wanted = [each for each in complaints if not each.startswith(("data:", page_url))]
        assert wanted == []
    finally:
        context.close()


def squares(page: Any, kind: str) -> set[tuple[int, int]]:
    """Return row and column of everything of a kind, ``box`` or ``man``, on the board that is on the stage."""
    found = page.eval_on_selector_all(
        f"#stage .field .{kind}", "all => all.map((each) => each.style.transform.match(/[\\d.]+/g).map(Number))"
    )
    return {(int(y), int(x)) for x, y in found}


def press(page: Any, moves: str) -> None:
    """Press an arrow key for each move."""
    for letter in moves:
        page.keyboard.press(ARROWS[letter.lower()])


def wait_for(page: Any, selector: str, text: str | Pattern[str]) -> None:
    """Wait until an element says something; the page's policy allows no tests inside it."""
    from playwright.sync_api import expect

    expect(page.locator(selector)).to_have_text(text, timeout=60_000)
