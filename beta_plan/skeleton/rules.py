"""Reading the rules of a skeleton file: variables with their kinds, facts and conditions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NoReturn

from beta_plan.errors import InputRefused
from beta_plan.skeleton.spec import (
    HEADINGS,
    HOW,
    LOOPS,
    OF_LOOP,
    Condition,
    Fact,
    Kind,
    Map,
    Rule,
    Term,
    Typed,
    Value,
)

ANY = "*"
"""Stands for any object, in conditions."""

AUXILIARY = "_"
"""Predicates that begin so are notes among the rules; no file has them."""

_FACTS = ("add", "bottom", "top", "one_of")
_OF_TOWERS = ("base", "bottom", "top", "height")
_NOT_OF_TOWERS = ("share", "one_of")
KEYS = (*LOOPS, *_FACTS, "pick", "where", "how", "heading", "base", "height", "share")
"""What a rule may have."""

_TYPED = re.compile(r"\s*((?:\?[\w-]+\s+)+)-\s+([\w-]+)\s*", re.ASCII)
_PIECE = re.compile(r"[()]|[^\s()]+")
_WORD = re.compile(r"\*|=|\??[a-zA-Z_][\w-]*", re.ASCII)
_NUMBER = re.compile(r"(?:[0-9]{1,9}|\?length)(?:[*+](?:[0-9]{1,9}|\?length))*")


@dataclass(frozen=True)
class Names:
    """What the rules of a file may speak of."""

    place: str
    kinds: Mapping[str, Kind]
    groups: Mapping[str, tuple[str, ...]]
    maps: Mapping[str, Map]

    def is_hidden(self, name: str) -> bool:
        """Tell whether objects of a kind or group are not in the file."""
        return any(self.kinds[kind].hidden for kind in self.groups.get(name, (name,)))


def refuse(place: str, where: str, message: str, remedy: str) -> NoReturn:
    """Refuse a file for what stands in one of its tables."""
    raise InputRefused(f"[{where}] {message}", place=place, remedy=remedy)


def hint(word: str, known: Sequence[str]) -> str:
    """Return what may have been meant, or else all that is known."""
    close = get_close_matches(word, known, n=1)
    return f"did you mean '{close[0]}'?" if close else f"known: {', '.join(known)}"


def read_rules(names: Names, table: str, found: Any) -> tuple[Rule, ...]:
    """Return the rules of a table."""
    if not isinstance(found, list):
        refuse(names.place, table, "is no list of rules", f"write [[{table}]]")
    return tuple(_RuleReader(names, f"{table} {number}").rule(said) for number, said in enumerate(found, 1))


class _RuleReader:
    """The checks of one rule."""

    def __init__(self, names: Names, where: str) -> None:
        self._names, self._where = names, where

    def refuse(self, message: str, remedy: str) -> NoReturn:
        refuse(self._names.place, self._where, message, remedy)

    def rule(self, said: Any) -> Rule:
        if not isinstance(said, dict):
            self.refuse("is no rule", f"write [[{self._where.split()[0]}]]")
        for key in said:
            if key not in KEYS:
                self.refuse(f"unknown key '{key}'", hint(key, KEYS))
        loop = self._loop(said)
        base = self._typed(said, "base")
        if len(base) > 1:
            self.refuse("'base' is one variable", 'write base = "?s - pallet"')
        rule = Rule(
            place=f"{self._names.place}: [{self._where}]", loop=loop, over=self._typed(said, loop),
            pick=self._typed(said, "pick"), base=base[0] if base else None, how=self._one_of(said, "how", HOW) or "any",
            heading=self._one_of(said, "heading", HEADINGS), height=self._height(said), share=self._share(said),
            where=tuple(self._condition(text) for text in self._texts(said, "where")),
            **{key: tuple(self._fact(text) for text in self._texts(said, key)) for key in _FACTS},
        )  # fmt: skip
        self._check_loop(rule)
        self._check_keys(rule, said)
        self._check_variables(rule)
        return rule

    def _loop(self, said: Mapping[str, Any]) -> str:
        loops = [key for key in LOOPS if key in said]
        if len(loops) > 1:
            self.refuse(f"loops over {' and '.join(loops)}", "one of them is enough")
        return loops[0] if loops else "each"

    def _check_loop(self, rule: Rule) -> None:
        wanted = {"sums": 3, "towers": 1}.get(rule.loop, 2)
        kinds = {each.kind for each in rule.over}
        if rule.loop in ("zip", "parts"):
            if len(rule.over) != 2:
                self.refuse(f"'{rule.loop}' takes 2 variables", f'write {rule.loop} = "?a - one ?b - other"')
        elif rule.loop != "each" and (len(rule.over) != wanted or len(kinds) != 1):
            variables = " ".join(("?a", "?b", "?c")[:wanted])
            self.refuse(f"'{rule.loop}' takes {wanted} of one kind", f'write {rule.loop} = "{variables} - place"')
        if rule.loop in ("edges", "links") and rule.over[0].kind not in self._names.maps:
            kind = rule.over[0].kind
            self.refuse(f"'{kind}' has no map", f'write {kind} = "random" into [maps]')

    def _check_keys(self, rule: Rule, said: Mapping[str, Any]) -> None:
        """Refuse what has no meaning beside the loop."""
        for key in _OF_TOWERS if rule.loop != "towers" else _NOT_OF_TOWERS:
            if key in said:
                self.refuse(f"'{key}' is {'not ' if rule.loop == 'towers' else ''}for towers", "leave it out")
        if not rule.pick and (rule.how != "any" or (rule.loop == "towers" and rule.where)):
            self.refuse("nothing is picked", 'write pick = "?x - place"')
        if not rule.facts:
            self.refuse("adds nothing", 'write add = "(at ?x ?y)"')
        speaks = any("?heading" in _term_of(fact) for fact in rule.facts)
        if speaks or rule.heading is not None:
            of_map = self._names.maps[rule.over[0].kind] if rule.loop == "edges" else None
            if of_map is None or not of_map.fixed or of_map.topology != "grid":
                remedy = 'edges of a map { topology = "grid", fixed = true } have them'
                self.refuse("there are no headings", remedy)

    def _check_variables(self, rule: Rule) -> None:
        """Refuse variables that nothing binds, and hidden objects in facts that a file has."""
        typed = (*rule.over, *rule.pick, *((rule.base,) if rule.base is not None else ()))
        kinds = {each.variable: each.kind for each in typed}
        if len(kinds) < len(typed):
            self.refuse("a variable stands twice", "give one of them another name")
        own = OF_LOOP.get(rule.loop, ())
        known = (*kinds, *own)
        for term in (*map(_term_of, rule.facts), *(condition.atom for condition in rule.where)):
            for word in term[1:]:
                if word.startswith("?") and word not in known:
                    self.refuse(f"nothing binds '{word}'", hint(word, known))
        for fact in rule.facts:
            term = _term_of(fact)
            if isinstance(fact, Value) and "?" in fact.number and "?length" not in own:
                self.refuse("nothing binds '?length'", "edges, links and pairs do")
            if ANY in term:
                self.refuse(f"'({' '.join(term)})' is no fact", "* is for conditions")
            for word in term[1:]:
                if word in kinds and self._names.is_hidden(kinds[word]) and not term[0].startswith(AUXILIARY):
                    self.refuse(f"'{kinds[word]}' is hidden", f"begin the predicate with {AUXILIARY}")

    def _typed(self, said: Mapping[str, Any], key: str) -> tuple[Typed, ...]:
        text = said.get(key, "")
        found: list[Typed] = []
        at, end = 0, len(text.rstrip()) if isinstance(text, str) else 1
        known = (*self._names.kinds, *self._names.groups)
        while at < end:
            match = _TYPED.match(text, at) if isinstance(text, str) else None
            if match is None:
                self.refuse(f"'{key}' is no list of variables", f'write {key} = "?a ?b - place"')
            if match[2] not in known:
                self.refuse(f"no kind '{match[2]}'", hint(match[2], known))
            found += [Typed(variable, match[2]) for variable in match[1].split()]
            at = match.end()
        return tuple(found)

    def _one_of(self, said: Mapping[str, Any], key: str, known: tuple[str, ...]) -> str | None:
        word = said.get(key)
        if word is not None and word not in known:
            self.refuse(f"'{key}' is unknown: {word}", f"one of {', '.join(known)}")
        return word

    def _height(self, said: Mapping[str, Any]) -> int | None:
        height = said.get("height")
        if height is not None and (not isinstance(height, int) or isinstance(height, bool) or height < 1):
            self.refuse("'height' is no number above zero", "write height = 2")
        return height

    def _share(self, said: Mapping[str, Any]) -> float:
        share = said.get("share", 1.0)
        if not isinstance(share, (int, float)) or isinstance(share, bool) or not 0 < share <= 1:
            self.refuse("'share' is no number between 0 and 1", "write share = 0.5")
        return float(share)

    def _texts(self, said: Mapping[str, Any], key: str) -> list[Any]:
        """Return the nested lists of the texts under a key."""
        texts = said.get(key, [])
        texts = [texts] if isinstance(texts, str) else texts
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            self.refuse(f"'{key}' is neither a text nor a list of texts", f'write {key} = "(at ?x ?y)"')
        return [self._tree(text) for text in texts]

    def _tree(self, text: str) -> Any:
        stack: list[list[Any]] = [[]]
        for piece in _PIECE.findall(text):
            if piece == "(":
                stack.append([])
            elif piece == ")" and len(stack) > 1:
                done = stack.pop()
                stack[-1].append(done)
            else:
                stack[-1].append(piece)
        if len(stack) != 1 or len(stack[0]) != 1 or not isinstance(stack[0][0], list) or not stack[0][0]:
            self.refuse(f"'{text}' is no fact", 'write "(at ?x ?y)"')
        return stack[0][0]

    def _term(self, tree: Any) -> Term:
        words = tree if isinstance(tree, list) else []
        if not words or not all(isinstance(word, str) and _WORD.fullmatch(word) for word in words):
            self.refuse("a fact is no list of names and variables", 'write "(at ?x ?y)"')
        if words[0][0] in "?*" or "=" in words[1:]:
            self.refuse(f"'({' '.join(words)})' has no predicate", 'write "(at ?x ?y)"')
        return tuple(words)

    def _condition(self, tree: Any) -> Condition:
        positive = tree[0] != "not" or len(tree) != 2
        atom = self._term(tree if positive else tree[1])
        if atom[0] == "=" and len(atom) != 3:
            self.refuse("'=' takes two objects", 'write "(= ?a ?b)"')
        return Condition(atom, positive)

    def _fact(self, tree: Any) -> Fact:
        if tree[0] != "=":
            return self._term(tree)
        if len(tree) != 3 or not isinstance(tree[2], str) or not _NUMBER.fullmatch(tree[2]):
            self.refuse("'=' takes a function and a number", 'write "(= (length ?a ?b) 2+?length)"')
        return Value(self._term(tree[1]), tree[2])


def _term_of(fact: Fact) -> Term:
    return fact.function if isinstance(fact, Value) else fact
