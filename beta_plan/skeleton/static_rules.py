"""Rules for the static facts of a domain, as its relations mean them, and for the values of its cost functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from beta_plan.pddl.lifted import FunctionTerm
from beta_plan.skeleton.kinds import Step
from beta_plan.skeleton.spec import Condition, Map, Rule, Typed, Value
from beta_plan.skeleton.statics import Meaning
from beta_plan.skeleton.structure import Structure
from beta_plan.skeleton.wording import Wording

LOW_LEVELS = 3
"""What one use takes away, where a relation says how much: one to so many levels."""

HEADINGS_IN_ORDER = ("up", "down", "right", "left")
"""The directions of four maps of one grid, in the order of the domain: two that are inverse, and the other two."""


class StaticRules:
    """The static facts; ``maps`` are known once the rules are."""

    def __init__(self, structure: Structure, wording: Wording) -> None:
        self._s = structure
        self._kinds, self._task, self._steps = structure.kinds, structure.kinds.task, structure.kinds.steps
        self._kind, self._name, self._rule = wording.kind, wording.name, wording.rule
        self.maps: dict[str, Map] = {}

    def rules(self) -> list[Rule]:
        """Return the rules, those first that others ask for: the ends of chains."""
        last = [meaning for meaning in self._s.statics if meaning.what == "function"]
        first = [meaning for meaning in self._s.statics if meaning not in last]
        of_relations = [rule for meaning in (*first, *last) for rule in self._static(meaning)]
        return [*self._labels(), *of_relations, *self._costs()]

    def _labels(self) -> Iterator[Rule]:
        for name in self._kinds.names:
            if self._kinds.labels[name]:
                facts = tuple((self._name(label), "?x") for label in self._kinds.labels[name])
                yield self._rule(over=(Typed("?x", name),), add=facts)
        of_kinds: dict[tuple[str, ...], list[int]] = {}
        for meaning in self._s.statics:
            if meaning.what == "label":
                of_kinds.setdefault(meaning.kinds[0], []).append(meaning.predicate)
        for kinds, labels in of_kinds.items():
            facts = tuple((self._name(label), "?x") for label in labels)
            alternatives = self._exclude_each_other(labels)
            yield self._rule(
                over=(Typed("?x", self._kind(kinds)),), **{"one_of" if alternatives else "add": facts}
            )  # fmt: skip

    def _exclude_each_other(self, labels: list[int]) -> bool:
        """Tell by their names whether one label is the negation of another: nothing else would."""
        names = [re.sub(r"[^a-z]", "", self._name(label).lower()) for label in labels]
        return any(re.sub("not|non|un", "", name, count=1) in names for name in names if re.search("not|non|un", name))

    def _static(self, meaning: Meaning) -> Iterator[Rule]:
        name = self._name(meaning.predicate)
        kinds = [self._kind(options) for options in meaning.kinds]
        words = [f"?v{i}" for i in range(len(kinds))]
        typed = tuple(Typed(word, kind) for word, kind in zip(words, kinds, strict=True))
        fact = (name, *words)
        if meaning.what == "unequal":
            yield self._rule(over=typed, where=(Condition(("=", *words), False),), add=(fact,))
        elif meaning.what in ("order", "chain"):
            loop = "pairs" if meaning.what == "order" else "chain"
            yield self._rule(loop=loop, over=typed, add=(fact,))
        elif meaning.what == "sum":
            word = {"new": "?a", "difference": "?b", "old": "?c"}
            over = tuple(Typed(each, kinds[0]) for each in ("?a", "?b", "?c"))
            yield self._rule(loop="sums", over=over, add=((name, *(word[role] for role in meaning.roles)),))
        elif meaning.what in ("permission", "flag"):
            yield self._rule(over=typed, add=(fact,))
        elif meaning.what == "map":
            yield from self._map(meaning, name, kinds)
        elif meaning.what == "function":
            yield self._function(name, typed)

    def _map(self, meaning: Meaning, name: str, kinds: list[str]) -> Iterator[Rule]:
        place = kinds[meaning.roles.index("old")]
        grid = self._s.directed or "heading" in meaning.roles
        self.maps.setdefault(place, Map("grid", fixed=True) if grid else Map("random"))
        ends = (Typed("?a", place), Typed("?b", place))
        word = {"old": "?a", "new": "?b", "heading": "?heading", "who": "?who", "cost": "?cost"}
        fact = (name, *(word[role] for role in meaning.roles))
        if "who" in meaning.roles:
            yield self._rule(loop="edges", over=ends, add=(("_edge", "?a", "?b"),))
            who = Typed("?who", kinds[meaning.roles.index("who")])
            yield self._rule(over=(who, *ends), where=(Condition(("_edge", "?a", "?b"), True),), add=(fact,))
        elif "cost" in meaning.roles:
            level = kinds[meaning.roles.index("cost")]
            low = tuple(("_low", f"{level}{number + 2}") for number in range(LOW_LEVELS))
            yield self._rule(add=low)
            cost = (Typed("?cost", level),)
            yield self._rule(
                loop="edges", over=ends, pick=cost, where=(Condition(("_low", "?cost"), True),), add=(fact,)
            )
        else:
            plain = [m.predicate for m in self._s.maps if len(m.roles) == 2]
            heading = HEADINGS_IN_ORDER[plain.index(meaning.predicate)] if self._s.directed else None
            yield self._rule(loop="edges", over=ends, heading=heading, add=(fact,))

    def _function(self, name: str, typed: tuple[Typed, ...]) -> Rule:
        """Return the rule that gives each first object one tuple of others; a level is the first one."""
        first, *others = typed
        where = []
        for other in others:
            if other.kind in self._s.chains:
                where.append(Condition((self._name(self._s.chains[other.kind]), "*", other.variable), False))
        if len(others) == 2 and others[0].kind == others[1].kind:
            where.append(Condition(("=", others[0].variable, others[1].variable), False))
            for other in others:
                where += [
                    Condition((name, "*", other.variable, "*"), False),
                    Condition((name, "*", "*", other.variable), False),
                ]
        return self._rule(
            over=(first,), pick=tuple(others), where=tuple(where), how="any" if where else "evenly",
            add=((name, *(each.variable for each in typed)),),
        )  # fmt: skip

    def _costs(self) -> Iterator[Rule]:
        """Give the functions that actions cost their values: lengths along maps and orders, else one."""
        done = set()
        for schema, step in zip(self._task.schemas, self._steps, strict=True):
            if isinstance(schema.cost, FunctionTerm) and schema.cost.function not in done:
                done.add(schema.cost.function)
                yield self._cost(self._task.function_names[schema.cost.function], schema.cost, step)

    def _cost(self, name: str, cost: FunctionTerm, step: Step) -> Rule:
        kinds = [self._kind(step.of(term)) for term in cost.terms]
        words = [f"?v{i}" for i in range(len(kinds))]
        typed = tuple(Typed(word, kind) for word, kind in zip(words, kinds, strict=True))
        function = (name, *words)
        if len(kinds) == 2 and kinds[0] == kinds[1]:
            if kinds[0] in self.maps:
                return self._rule(loop="edges", over=typed, add=(Value(function, "?length"),))
            if any(m.what == "order" and self._kind(m.kinds[0]) == kinds[0] for m in self._s.statics):
                return self._rule(loop="pairs", over=typed, add=(Value(function, "?length"),))
        return self._rule(over=typed, add=(Value(function, "1"),))
