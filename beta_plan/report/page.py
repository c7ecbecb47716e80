"""One page of HTML with everything in it: template, styles, scripts and data become one text.

The scripts are ES modules, written one purpose to a file in ``assets``; here they become one script, in an order in
which each comes after what it imports. The page's policy names style and script by their digests, so that nothing
else can run in it, whatever the data say.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

ENTRY = "main.js"
_IMPORT = re.compile(r'^import [^;]*? from "\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_POLICY = (
    "default-src 'none'; script-src {script}; style-src-elem {style}; style-src-attr 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)


def page(title: str, data: Mapping[str, Any], style: str = "") -> str:
    """Return the page that shows some data; ``style`` are further rules of CSS."""
    script = bundle(ENTRY)
    css = f"{asset('page.css')}{style}"
    parts = {
        "policy": _POLICY.format(script=_digest(script), style=_digest(css)),
        "title": escape(title.encode(errors="replace").decode()),  # of a file whose name is no text
        "style": css,
        "data": embedded(data),
        "script": script,
    }
    return re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], asset("page.html"))


def bundle(entry: str) -> str:
    """Return a module and all that it imports as one module."""
    return "".join(_EXPORT.sub("", _IMPORT.sub("", asset(name))) for name in _in_order(entry, []))


def _in_order(module: str, before: list[str]) -> Iterator[str]:
    """Yield modules after those that they import, each once; ``before`` has those that were yielded."""
    if module in before:
        return
    for imported in _IMPORT.findall(asset(module)):
        yield from _in_order(imported, before)
    before.append(module)
    yield module


def embedded(data: Mapping[str, Any]) -> str:
    r"""Return data as JSON that may stand inside an element ``script``: no ``<`` can end it, or begin a comment.

    >>> embedded({"title": "</script>"})
    '{"title":"\\u003c/script>"}'
    """
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def asset(name: str) -> str:
    """Return the text of a file in ``assets``."""
    return files("beta_plan.report").joinpath("assets", name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
