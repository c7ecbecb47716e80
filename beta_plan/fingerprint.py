"""Problems that differ only in the names of their objects have one fingerprint."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeAlias

from beta_plan.pddl.sexpr import Node, Source, parse

Tree: TypeAlias = "str | tuple[Tree, ...]"

_UNORDERED = ("and", "or")
_ITSELF = -1


def fingerprint(problem: str) -> Hashable:
    """Return a value that is equal for problems of one domain that are copies of each other.

    Objects get colours by what is said of them in the initial state and in the goal (colour refinement), and the
    fingerprint is what is said of colours. Now and then problems that are no copies have one, too: those that
    refinement cannot tell apart.
    """
    sections = {str(section[0]): section[1:] for section in parse(Source("problem", problem))[2:] if section}
    kinds = dict(_typed(sections.get(":objects", [])))
    facts = [("init", _tree(fact)) for fact in sections.get(":init", [])]
    facts += [("goal", part) for part in _parts(_tree(sections[":goal"][0]))]
    ranks = {kind: rank for rank, kind in enumerate(sorted(set(kinds.values())))}
    colours = _refined(facts, {item: ranks[kind] for item, kind in kinds.items()})
    members = tuple(sorted((colours[item], kind) for item, kind in kinds.items()))
    return members, tuple(sorted(repr(_coloured(fact, colours)) for fact in facts))


def _refined(facts: list[tuple[str, Tree]], colours: dict[str, int]) -> dict[str, int]:
    """Return colours that differ wherever what is said of two objects differs; older differences stay."""
    about: dict[str, list[Tree]] = {item: [] for item in colours}
    for fact in facts:
        for item in set(_words(fact)) & colours.keys():
            about[item].append(fact)
    while True:
        said = {
            item: (colour, sorted(repr(_coloured(fact, {**colours, item: _ITSELF})) for fact in about[item]))
            for item, colour in colours.items()
        }
        ranks: dict[str, int] = {}
        for item in sorted(said, key=said.__getitem__):
            ranks.setdefault(repr(said[item]), len(ranks))
        finer = {item: ranks[repr(said[item])] for item in colours}
        if len(ranks) == len(set(colours.values())):
            return finer
        colours = finer


def _coloured(tree: Tree, colours: Mapping[str, int]) -> Hashable:
    """Return a tree with colours for objects; where the order of its parts means nothing, they are sorted."""
    if isinstance(tree, str):
        return colours.get(tree, tree)
    parts = [_coloured(part, colours) for part in tree]
    return (parts[0], *sorted(parts[1:], key=repr)) if tree[:1] and tree[0] in _UNORDERED else tuple(parts)


def _typed(words: Iterable[Node]) -> Iterator[tuple[str, str]]:
    """Yield objects with their types, "" without one."""
    waiting: list[str] = []
    pending = iter(words)
    for word in pending:
        if word == "-":
            kind = repr(_tree(next(pending)))
            yield from ((item, kind) for item in waiting)
            waiting = []
        else:
            waiting.append(str(word))
    yield from ((item, "") for item in waiting)


def _parts(goal: Tree) -> Iterable[Tree]:
    return goal[1:] if goal[:1] == ("and",) else (goal,)


def _tree(node: Node) -> Tree:
    return node if isinstance(node, str) else tuple(map(_tree, node))


def _words(tree: Tree) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    else:
        for part in tree:
            yield from _words(part)
