"""Reading a skeleton file; what is wrong with it is refused with the file, the table and the remedy."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from beta_plan.config import TOPOLOGIES
from beta_plan.errors import InputRefused
from beta_plan.pddl.sexpr import load
from beta_plan.skeleton.counts import MOST_OBJECTS, counts
from beta_plan.skeleton.rules import Names, hint, read_rules, refuse
from beta_plan.skeleton.spec import Kind, Map, Skeleton

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SKELETON = "skeleton.toml"
"""Beside a domain: how its tasks are drawn."""

MOST_BYTES = 1_000_000
LARGEST_NUMBER = 2**63 - 1
"""A longer file, and a number that is none of TOML, are refused."""

TABLES = ("objects", "groups", "maps", "static", "init", "goal", "metric")
"""What a file may have."""

_KIND_KEYS = ("count", "type", "names", "first", "least", "most", "fixed", "hidden")
_MAP_KEYS = ("topology", "columns", "fixed")
_NAME = re.compile(r"[a-z][\w-]*", re.IGNORECASE | re.ASCII)
_WORD = r"(?:[0-9]{1,9}|[a-zA-Z_][\w-]*)"
_COUNT = re.compile(rf"\s*{_WORD}(?:(?:\s*[*+]\s*|\s+-\s+){_WORD})*\s*", re.ASCII)


def find_skeleton(domain: Path, given: str | None = None) -> Path | None:
    """Return the file that says how tasks of a domain are drawn: the one that is given, or that beside the domain."""
    if given is not None:
        return Path(given)
    beside = domain.with_name(SKELETON)
    return beside if beside.is_file() else None


def read_skeleton(path: Path) -> Skeleton:
    """Return the skeleton that a file describes."""
    return parse_skeleton(load(path, limit=MOST_BYTES).text, str(path))


def parse_skeleton(text: str, place: str = "skeleton") -> Skeleton:
    """Return the skeleton that a text describes; ``place`` names it in messages."""
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also of a number with thousands of digits
        raise InputRefused(f"no TOML: {error}", place=place, remedy="see https://toml.io") from None
    _check_numbers(place, found)
    return skeleton_from(found, place)


def _check_numbers(place: str, found: Any) -> None:
    """Refuse numbers that no message could quote: in base 16 a file can have them."""
    waiting = [found]
    while waiting:
        said = waiting.pop()
        if isinstance(said, int) and abs(said) > LARGEST_NUMBER:
            raise InputRefused("a number is too large", place=place, remedy=f"at most {LARGEST_NUMBER:,}")
        waiting += said.values() if isinstance(said, dict) else said if isinstance(said, list) else []


def skeleton_from(found: Mapping[str, Any], place: str) -> Skeleton:
    """Return the skeleton that tables describe."""
    _check_keys(place, "", found, TABLES, "no such table")
    kinds = {name: _kind(place, name, said) for name, said in _table(place, found, "objects").items()}
    if not kinds:
        refuse(place, "objects", "no kinds of objects", "add place = 8 and the like")
    groups: dict[str, tuple[str, ...]] = {}
    for name, members in _table(place, found, "groups").items():
        groups[name] = _group(place, name, members, kinds)
    maps = {
        name: _map(place, name, said, {**kinds, **groups}, kinds) for name, said in _table(place, found, "maps").items()
    }
    names = Names(place, kinds, groups, maps)
    metric = found.get("metric", False)
    if not isinstance(metric, bool):
        refuse(place, "metric", "is neither true nor false", "write metric = true")
    rules = {table: read_rules(names, table, found.get(table, [])) for table in ("static", "init", "goal")}
    skeleton = Skeleton(place=place, kinds=kinds, groups=groups, maps=maps, metric=metric, **rules)
    counts(skeleton, {})  # what is wrong with the numbers is refused here
    return skeleton


def _table(place: str, found: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = found.get(name, {})
    if not isinstance(table, dict):
        refuse(place, name, "is no table", f"write [{name}]")
    return table


def _check_keys(place: str, where: str, said: Mapping[str, Any], known: tuple[str, ...], complaint: str) -> None:
    for key in said:
        if key not in known:
            refuse(place, where or key, complaint if not where else f"{complaint} '{key}'", hint(key, known))


def _kind(place: str, name: str, said: Any) -> Kind:
    where = f"objects.{name}"
    if not _NAME.fullmatch(name):
        refuse(place, where, f"'{name}' is no name of a kind", "letters, digits and - after a letter")
    said = said if isinstance(said, dict) else {"count": said}
    _check_keys(place, where, said, _KIND_KEYS, "unknown key")
    kind, names = said.get("type", name), said.get("names", [])
    if not isinstance(kind, str) or (kind and not _NAME.fullmatch(kind)):
        refuse(place, where, f"'{kind}' is no type", 'give its name, or "" in a domain without types')
    if not isinstance(names, list) or not all(isinstance(n, str) and _NAME.fullmatch(n) for n in names):
        refuse(place, where, "names are no list of names", 'write names = ["none", "one"]')
    if len({each.lower() for each in names}) < len(names):
        refuse(place, where, "a name stands twice", "leave one out")
    most, first = said.get("most"), said.get("first", 1)
    if not isinstance(first, int) or isinstance(first, bool) or not 0 <= first <= MOST_OBJECTS:
        refuse(place, where, "'first' is no number", "write first = 0")
    return Kind(
        name=name, type=kind, names=tuple(names), first=first,
        count=_count(place, where, said.get("count", len(names))),
        least=_count(place, where, said.get("least", 1)), most=None if most is None else _count(place, where, most),
        fixed=_flag(place, where, said, "fixed") or "count" not in said, hidden=_flag(place, where, said, "hidden"),
    )  # fmt: skip


def _count(place: str, where: str, said: Any) -> str:
    if not isinstance(said, (int, str)) or isinstance(said, bool) or not _COUNT.fullmatch(str(said)):
        refuse(place, where, f"'{said}' is no number of objects", 'write 8, or "2*city"')
    return str(said)


def _flag(place: str, where: str, said: Mapping[str, Any], key: str) -> bool:
    flag = said.get(key, False)
    if not isinstance(flag, bool):
        refuse(place, where, f"'{key}' is neither true nor false", f"write {key} = true")
    return flag


def _group(place: str, name: str, members: Any, kinds: Mapping[str, Kind]) -> tuple[str, ...]:
    if name in kinds or not _NAME.fullmatch(name):
        refuse(place, "groups", f"'{name}' is no name for a group", "one that no kind has")
    if not isinstance(members, list) or not members:
        refuse(place, "groups", f"'{name}' is no list of kinds", 'write both = ["one", "other"]')
    for member in members:
        if member not in list(kinds):
            refuse(place, "groups", f"no kind '{member}'", hint(str(member), tuple(kinds)))
    return tuple(members)


def _map(place: str, name: str, said: Any, known: Mapping[str, object], kinds: Mapping[str, Kind]) -> Map:
    where = f"maps.{name}"
    if name not in known:
        refuse(place, where, f"no kind '{name}'", hint(name, tuple(known)))
    said = said if isinstance(said, dict) else {"topology": said}
    _check_keys(place, where, said, _MAP_KEYS, "unknown key")
    topology, columns = said.get("topology"), said.get("columns")
    if topology not in TOPOLOGIES:
        refuse(place, where, f"'{topology}' is no topology", f"one of {', '.join(TOPOLOGIES)}")
    if columns is not None and (columns not in list(kinds) or topology != "grid"):
        refuse(place, where, "'columns' is no kind, or there is no grid", 'write columns = "column"')
    return Map(topology, _flag(place, where, said, "fixed"), columns)
