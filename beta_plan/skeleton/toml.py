"""Reading a skeleton file; what is wrong with it is refused with the file, the table and the remedy."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from beta_plan.config import TOPOLOGIES
from beta_plan.errors import InputRefused
from beta_plan.skeleton.spec import (
    HEADINGS,
    HOW,
    LOOPS,
    Condition,
    Fact,
    Kind,
    Rule,
    Skeleton,
    Term,
    Typed,
    Value,
)

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_TABLES = ("objects", "groups", "maps", "static", "init", "goal", "metric")
_ADDED = ("add", "bottom", "top", "one_of")
_KEYS = (*LOOPS, *_ADDED, "pick", "where", "how", "heading", "base", "height", "share")
_TYPED = re.compile(r"\s*((?:\?[\w-]+\s+)+)-\s+([\w-]+)\s*")
_WORD = re.compile(r"[()]|[^\s()]+")
_COUNT = re.compile(r"\s*(?:[\w-]+)(?:\s*[*+]\s*[\w-]+)*\s*")
_NAME = re.compile(r"[a-z][\w-]*", re.IGNORECASE)


def read_skeleton(path: Path) -> Skeleton:
    """Return the skeleton that a file describes."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputRefused(f"cannot be read: {error}", place=str(path)) from None
    return parse_skeleton(text, str(path))


def parse_skeleton(text: str, place: str = "skeleton") -> Skeleton:
    """Return the skeleton that a text describes; ``place`` names it in messages."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputRefused(f"no TOML: {error}", place=place) from None
    return _Reader(place).skeleton(found)


class _Reader:
    """The checks of one file."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._kinds: dict[str, Kind] = {}
        self._groups: dict[str, tuple[str, ...]] = {}

    def refuse(self, where: str, message: str, remedy: str = "") -> NoReturn:
        raise InputRefused(f"[{where}] {message}", place=self._place, remedy=remedy)

    def skeleton(self, found: Mapping[str, Any]) -> Skeleton:
        for name in found:
            if name not in _TABLES:
                self.refuse(name, "no such table", _hint(name, _TABLES))
        self._kinds = {name: self._kind(name, said) for name, said in self._table(found, "objects").items()}
        if not self._kinds:
            self.refuse("objects", "no kinds of objects", "add place = 8 and the like")
        for name, members in self._table(found, "groups").items():
            self._groups[name] = self._group(name, members)
        maps, fixed = {}, set()
        for name, topology in self._table(found, "maps").items():
            self._known_kind("maps", name)
            if isinstance(topology, str) and topology.endswith("!"):
                fixed.add(name)
            maps[name] = self._one_of("maps", str(topology).rstrip("!"), TOPOLOGIES)
        rules = {table: self._rules(found.get(table, []), table) for table in ("static", "init", "goal")}
        metric = found.get("metric", False)
        if not isinstance(metric, bool):
            self.refuse("metric", "is neither true nor false")
        return Skeleton(
            place=self._place, kinds=self._kinds, groups=self._groups, maps=maps, fixed=frozenset(fixed),
            metric=metric, **rules,
        )  # fmt: skip

    def _table(self, found: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        table = found.get(name, {})
        if not isinstance(table, dict):
            self.refuse(name, "is no table")
        return table

    def _kind(self, name: str, said: Any) -> Kind:
        said = said if isinstance(said, dict) else {"count": said}
        for key in said:
            if key not in ("count", "type", "names"):
                self.refuse(f"objects.{name}", f"unknown key '{key}'", _hint(key, ("count", "type", "names")))
        count, kind, names = str(said.get("count", "")), said.get("type", name), said.get("names", [])
        if isinstance(said.get("count"), bool) or not _COUNT.fullmatch(count):
            self.refuse(f"objects.{name}", f"'{count}' is no number of objects", 'write 8, or "2*city"')
        if not isinstance(kind, str) or (kind and not _NAME.fullmatch(kind)):
            self.refuse(f"objects.{name}", f"'{kind}' is no type")
        if not isinstance(names, list) or not all(isinstance(n, str) and _NAME.fullmatch(n) for n in names):
            self.refuse(f"objects.{name}", "names are no list of names")
        return Kind(name, kind, count, tuple(names))

    def _group(self, name: str, members: Any) -> tuple[str, ...]:
        if not isinstance(members, list) or not members:
            self.refuse("groups", f"'{name}' is no list of kinds")
        return tuple(self._known_kind("groups", str(member)) for member in members)

    def _known_kind(self, where: str, name: str) -> str:
        if name not in self._kinds and name not in self._groups:
            known = (*self._kinds, *self._groups)
            self.refuse(where, f"no kind '{name}'", _hint(name, known))
        return name

    def _one_of(self, where: str, word: str, known: tuple[str, ...]) -> str:
        if word not in known:
            self.refuse(where, f"'{word}' is none of {', '.join(known)}")
        return word

    def _rules(self, found: Any, table: str) -> tuple[Rule, ...]:
        if not isinstance(found, list):
            self.refuse(table, "is no list of rules", f"write [[{table}]]")
        return tuple(self._rule(said, f"{table} {number}") for number, said in enumerate(found, 1))

    def _rule(self, said: Any, where: str) -> Rule:
        if not isinstance(said, dict):
            self.refuse(where, "is no rule")
        for key in said:
            if key not in _KEYS:
                self.refuse(where, f"unknown key '{key}'", _hint(key, _KEYS))
        loops = [key for key in LOOPS if key in said]
        if len(loops) > 1:
            self.refuse(where, f"loops over {' and '.join(loops)}", "one of them is enough")
        loop = loops[0] if loops else "each"
        over = self._typed(where, said.get(loop, ""))
        wanted = {"chain": 2, "pairs": 2, "edges": 2, "sums": 3, "towers": 1}.get(loop, len(over))
        if len(over) != wanted or (loop != "each" and len({each.kind for each in over}) != 1):
            self.refuse(where, f"'{loop}' takes {wanted} variables of one kind")
        base = self._typed(where, said.get("base", ""))
        if len(base) > 1 or (base and loop != "towers"):
            self.refuse(where, "'base' is one variable, for towers")
        height = said.get("height")
        if height is not None and (not isinstance(height, int) or isinstance(height, bool) or height < 1):
            self.refuse(where, "'height' is no number above zero")
        share = said.get("share", 1.0)
        if not isinstance(share, (int, float)) or isinstance(share, bool) or not 0 < share <= 1:
            self.refuse(where, "'share' is no number between 0 and 1")
        heading = said.get("heading")
        rule = Rule(
            place=f"{self._place}: [{where}]", loop=loop, over=over, pick=self._typed(where, said.get("pick", "")),
            where=tuple(self._condition(where, term) for term in self._terms(where, said.get("where", []))),
            how=self._one_of(where, said.get("how", "any"), HOW), height=height, share=float(share), base=base[0] if base else None,
            heading=None if heading is None else self._one_of(where, heading, HEADINGS),
            **{key: tuple(self._fact(where, t) for t in self._terms(where, said.get(key, []))) for key in _ADDED},
        )  # fmt: skip
        self._check_variables(where, rule)
        return rule

    def _typed(self, where: str, text: Any) -> tuple[Typed, ...]:
        found: list[Typed] = []
        at = 0
        text = text if isinstance(text, str) else ""
        while text[at:].strip():
            match = _TYPED.match(text, at)
            if match is None:
                self.refuse(where, f"'{text}' is no list of variables", 'write "?a ?b - place"')
            found += [Typed(variable, self._known_kind(where, match[2])) for variable in match[1].split()]
            at = match.end()
        if len({each.variable for each in found}) < len(found):
            self.refuse(where, f"a variable stands twice in '{text}'")
        return tuple(found)

    def _terms(self, where: str, said: Any) -> list[Any]:
        texts = [said] if isinstance(said, str) else said
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            self.refuse(where, "facts are neither a text nor a list of texts")
        return [self._tree(where, text) for text in texts]

    def _tree(self, where: str, text: str) -> Any:
        """Return the nested lists of a text in parentheses."""
        stack: list[list[Any]] = [[]]
        for word in _WORD.findall(text):
            if word == "(":
                stack.append([])
            elif word == ")" and len(stack) > 1:
                done = stack.pop()
                stack[-1].append(done)
            else:
                stack[-1].append(word)
        if len(stack) != 1 or len(stack[0]) != 1 or not isinstance(stack[0][0], list) or not stack[0][0]:
            self.refuse(where, f"'{text}' is no fact", 'write "(at ?x ?y)"')
        return stack[0][0]

    def _term(self, where: str, tree: Any) -> Term:
        if not isinstance(tree, list) or not tree or not all(isinstance(word, str) for word in tree):
            self.refuse(where, f"'{tree}' is no atom")
        return tuple(tree)

    def _condition(self, where: str, tree: Any) -> Condition:
        if tree[0] == "not" and len(tree) == 2:
            return Condition(self._term(where, tree[1]), False)
        return Condition(self._term(where, tree), True)

    def _fact(self, where: str, tree: Any) -> Fact:
        if tree[0] == "=":
            if len(tree) != 3 or not isinstance(tree[2], str) or not re.fullmatch(r"\d+|\?length", tree[2]):
                self.refuse(where, "'=' takes a function and a number", 'write "(= (length ?a ?b) ?length)"')
            return Value(self._term(where, tree[1]), tree[2])
        return self._term(where, tree)

    def _check_variables(self, where: str, rule: Rule) -> None:
        """Refuse variables that nothing binds."""
        bound = {each.variable for each in (*rule.over, *rule.pick)} | {"*"}
        if rule.base is not None:
            bound.add(rule.base.variable)
        own = {"towers": {"?under"}, "edges": {"?length", "?heading"}, "pairs": {"?length"}}.get(rule.loop, set())
        facts = (*rule.add, *rule.bottom, *rule.top, *rule.one_of)
        terms = [fact.function if isinstance(fact, Value) else fact for fact in facts]
        for term in (*terms, *(condition.atom for condition in rule.where)):
            for word in term[1:]:
                if word.startswith("?") and word not in bound | own:
                    self.refuse(where, f"nothing binds '{word}'", _hint(word, sorted(bound | own)))
        if not facts:
            self.refuse(where, "adds nothing", 'write add = "(at ?x ?y)"')


def _hint(name: str, known: tuple[str, ...] | list[str]) -> str:
    close = get_close_matches(name, list(known), 1, 0.6)
    return f"did you mean '{close[0]}'?" if close else f"known: {', '.join(known)}"
