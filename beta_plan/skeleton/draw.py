"""Rules become facts: loops bind variables, picks are drawn at random among the objects that fit the conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from math import prod
from random import Random

from beta_plan.errors import IllegalTask, InputRefused
from beta_plan.skeleton.counts import value_of
from beta_plan.skeleton.rules import ANY, AUXILIARY
from beta_plan.skeleton.spec import Condition, Fact, Rule, Term, Typed, Value
from beta_plan.skeleton.topology import Edge

Binding = dict[str, str]

MOST_BINDINGS = 1_000_000
"""A rule that loops over more combinations of objects is refused."""

MOST_PICKS = 200_000
"""So many combinations of objects are tried for one pick at most."""


class Facts:
    """Atoms and values of functions in the order in which they were added."""

    def __init__(self, before: Facts | None = None) -> None:
        self._before = before
        self._rows: dict[str, set[Term]] = {}
        self.atoms: dict[Term, None] = {}
        self.values: dict[Term, int] = {}

    def add(self, fact: Fact, binding: Mapping[str, str]) -> None:
        """Add a fact with objects for its variables."""
        if isinstance(fact, Value):
            known = {"?length": int(binding["?length"])} if "?length" in binding else {}
            self.values[_bound(fact.function, binding)] = value_of(fact.number, known)
            return
        atom = _bound(fact, binding)
        self.atoms[atom] = None
        self._rows.setdefault(atom[0], set()).add(atom)

    def holds(self, condition: Condition, binding: Mapping[str, str]) -> bool:
        """Tell whether a condition holds for all that is known."""
        atom = _bound(condition.atom, binding)
        if atom[0] == "=":
            return (len(set(atom[1:])) == 1) == condition.positive
        return self._knows(atom) == condition.positive

    def _knows(self, atom: Term) -> bool:
        found = atom in self.atoms if ANY not in atom else any(_fits(atom, row) for row in self._rows.get(atom[0], ()))
        return found or (self._before is not None and self._before._knows(atom))

    def written(self) -> Iterator[str]:
        """Yield what a file has of them, as PDDL text."""
        for function, number in self.values.items():
            yield f"(= ({' '.join(function)}) {number})"
        for atom in self.atoms:
            if not atom[0].startswith(AUXILIARY):
                yield f"({' '.join(atom)})"


def _bound(term: Term, binding: Mapping[str, str]) -> Term:
    return tuple(binding.get(word, word) for word in term)


def _fits(pattern: Term, atom: Term) -> bool:
    return len(pattern) == len(atom) and all(p in (ANY, a) for p, a in zip(pattern, atom, strict=True))


def _rows_of(loop: str, kinds: Sequence[Sequence[str]]) -> Iterable[Sequence[str]]:
    """Return the objects that a loop binds together."""
    first, count = kinds[0] if kinds else (), len(kinds[0]) if kinds else 0
    if loop == "chain":
        return pairwise(first)
    if loop == "pairs":
        return combinations(first, 2)
    if loop == "sums":
        return ((first[i], first[j], first[i + j]) for i in range(count) for j in range(count - i))
    if loop == "zip":
        return zip(*kinds, strict=False)
    if loop == "parts":
        return ((name, kinds[1][number * len(kinds[1]) // count]) for number, name in enumerate(first) if kinds[1])
    return product(*kinds)


class Drawer:
    """Objects by kind, maps by kind, and the random numbers of one task."""

    def __init__(self, objects: Mapping[str, Sequence[str]], maps: Mapping[str, Sequence[Edge]], rng: Random) -> None:
        self._objects, self._maps, self._rng = objects, maps, rng

    def apply(self, rules: Iterable[Rule], facts: Facts) -> None:
        """Add the facts of some rules, in their order."""
        for rule in rules:
            if rule.loop == "towers":
                self._build_towers(rule, facts)
            else:
                self._loop(rule, facts)

    def _loop(self, rule: Rule, facts: Facts) -> None:
        of_loop, of_pick = rule.split_where()
        bindings = [b for b in self._bindings(rule) if all(facts.holds(condition, b) for condition in of_loop)]
        if rule.share < 1 and bindings:
            chosen = self._rng.sample(range(len(bindings)), max(1, round(rule.share * len(bindings))))
            bindings = [bindings[number] for number in sorted(chosen)]
        if rule.how == "even":
            bindings = self._permuted(rule, facts, bindings)
        picked: Counter[tuple[str, ...]] = Counter()
        turns = self._rng.sample(rule.one_of, len(rule.one_of))
        for number, binding in enumerate(bindings):
            whole = binding if rule.how == "even" else self._picked(rule, of_pick, facts, binding, picked)
            for fact in (*rule.add, *([turns[number % len(turns)]] if turns else [])):
                facts.add(fact, whole)

    def _bindings(self, rule: Rule) -> Iterator[Binding]:
        """Yield what the loop of a rule binds."""
        variables = [each.variable for each in rule.over]
        if rule.loop in ("edges", "links"):
            done: set[tuple[str, str]] = set()
            for edge in self._maps[rule.over[0].kind]:
                back = (edge.end, edge.start)
                if rule.heading in (None, edge.heading) and (rule.loop == "edges" or back not in done):
                    done.add((edge.start, edge.end))
                    ends = dict(zip(variables, edge[:2], strict=True))
                    yield ends | {"?length": str(edge.length), "?heading": edge.heading}
            return
        kinds = [self._objects[each.kind] for each in rule.over]
        sizes = [len(kind) for kind in (kinds[:2] if rule.loop == "sums" else kinds)]
        if rule.loop not in ("chain", "zip", "parts") and prod(sizes) > MOST_BINDINGS:
            raise InputRefused("loops over too many objects", place=rule.place, remedy="fewer objects")
        place = {name: number for number, name in enumerate(kinds[0])} if rule.loop == "pairs" else {}
        for row in _rows_of(rule.loop, kinds):
            found = dict(zip(variables, row, strict=True))
            if place:
                found["?length"] = str(place[row[1]] - place[row[0]])
            yield found

    def _picked(
        self, rule: Rule, where: Sequence[Condition], facts: Facts, binding: Binding, picked: Counter[tuple[str, ...]]
    ) -> Binding:
        """Return a binding with objects for what is picked; where nothing fits, IllegalTask says so."""
        if not rule.pick:
            return binding
        fitting = self._fitting(rule, where, facts, binding)
        if rule.how != "any" and fitting:
            least = min(picked[row] for row in fitting)
            fitting = [row for row in fitting if picked[row] == least]
            if rule.how == "once" and least:
                fitting = []
        if not fitting:
            said = " ".join(f"{each.variable}={binding[each.variable]}" for each in rule.over)
            remedy = "other numbers of objects"
            raise IllegalTask(f"nothing to pick for {said or 'the rule'}", place=rule.place, remedy=remedy)
        row = self._rng.choice(fitting)
        picked[row] += 1
        return binding | dict(zip((each.variable for each in rule.pick), row, strict=True))

    def _permuted(self, rule: Rule, facts: Facts, bindings: list[Binding]) -> list[Binding]:
        """Return bindings with an even permutation of all that fits the first of them."""
        fitting = self._fitting(rule, rule.split_where()[1], facts, bindings[0]) if bindings else []
        if len(fitting) != len(bindings):
            found = f"{len(fitting)} to pick for {len(bindings)}"
            raise IllegalTask(found, place=rule.place, remedy="other numbers of objects")
        order = self._rng.sample(range(len(fitting)), len(fitting))
        if sum(a > b for a, b in combinations(order, 2)) % 2:
            order[:2] = order[1::-1]
        variables = [each.variable for each in rule.pick]
        return [b | dict(zip(variables, fitting[i], strict=True)) for b, i in zip(bindings, order, strict=True)]

    def _fitting(self, rule: Rule, where: Sequence[Condition], facts: Facts, binding: Binding) -> list[tuple[str, ...]]:
        """Return what may be picked for a binding."""
        variables = [each.variable for each in rule.pick]
        found = []
        for row in self._rows(rule.pick):
            whole = binding | dict(zip(variables, row, strict=True))
            if all(facts.holds(condition, whole) for condition in where):
                found.append(row)
        return found

    def _rows(self, variables: Sequence[Typed]) -> Iterator[tuple[str, ...]]:
        """Yield what may be picked: all combinations, or where these are too many a random part of them."""
        kinds = [self._objects[each.kind] for each in variables]
        if prod(map(len, kinds)) <= MOST_PICKS:
            yield from product(*kinds)
        else:
            for _ in range(MOST_PICKS):
                yield tuple(self._rng.choice(kind) for kind in kinds)

    def _build_towers(self, rule: Rule, facts: Facts) -> None:
        """Stack the things in random order on bases, or on as many towers as come about."""
        (thing,) = rule.over
        things = list(self._objects[thing.kind])
        self._rng.shuffle(things)
        picked: Counter[tuple[str, ...]] = Counter()
        for base, tower in self._towers(rule, things):
            for place, name in enumerate(tower):
                binding = {thing.variable: name}
                if rule.base is not None:
                    binding[rule.base.variable] = base
                if place:
                    binding["?under"] = tower[place - 1]
                binding = self._picked(rule, rule.where, facts, binding, picked)
                added = (*rule.add, *(rule.bottom if not place else ()), *(rule.top if name == tower[-1] else ()))
                for fact in added:
                    term = fact.function if isinstance(fact, Value) else fact
                    if place or "?under" not in term:
                        facts.add(fact, binding)

    def _towers(self, rule: Rule, things: list[str]) -> list[tuple[str, list[str]]]:
        bases = list(self._objects[rule.base.kind]) if rule.base is not None else []
        towers: list[tuple[str, list[str]]] = [(base, []) for base in bases]
        for thing in things:
            room = [t for _, t in towers if rule.height is None or len(t) < rule.height]
            if rule.base is None and (not room or self._rng.random() < 1 / 4):
                towers.append(("", [thing]))
            elif room:
                self._rng.choice(room).append(thing)
            else:
                raise IllegalTask(
                    f"no room for {len(things)} things", place=rule.place, remedy="more bases, or fewer things"
                )
        return [(base, tower) for base, tower in towers if tower]
