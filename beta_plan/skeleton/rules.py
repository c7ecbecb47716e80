"""A skeleton from the structure of a domain: static facts as they mean, a natural state, a goal.

Things are put where a schema would put them, holders are free, levels are where their use begins; the goal is about
what is achieved once and for all, or else about where things are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from beta_plan.errors import InputRefused
from beta_plan.pddl.lifted import FunctionTerm, Literal
from beta_plan.skeleton.groups import NOBODY, Group, Part
from beta_plan.skeleton.kinds import REMEDY, Step
from beta_plan.skeleton.numbers import numbers
from beta_plan.skeleton.spec import HEADINGS, Condition, Kind, Rule, Skeleton, Term, Typed, Value
from beta_plan.skeleton.statics import Meaning
from beta_plan.skeleton.structure import Structure

HOME = "_home"
"""Notes which part of the map a thing cannot leave."""

LOW_LEVELS = 3
"""What one use takes away, where a relation says how much: one to so many levels."""


def skeleton_of(structure: Structure, place: str) -> Skeleton:
    """Return how tasks of a domain may look; ``place`` names the domain in messages."""
    return _Rules(structure, place).skeleton()


class _Rules:
    """The rules of one domain; groups of kinds are named when they are first needed."""

    def __init__(self, structure: Structure, place: str) -> None:
        self._s, self._place = structure, place
        self._kinds, self._task = structure.kinds, structure.kinds.task
        self._steps = structure.kinds.steps
        self._groups: dict[str, tuple[str, ...]] = {}
        self._maps: dict[str, str] = {}
        self._fixed: set[str] = set()

    def skeleton(self) -> Skeleton:
        last = [m for m in self._s.statics if m.what == "function"]  # they may ask for the end of a chain
        first = [m for m in self._s.statics if m not in last]
        static = [*self._labels(), *(rule for m in (*first, *last) for rule in self._static(m)), *self._costs()]
        init = [*self._constants(), *self._placements(), *self._levels(), *self._flags()]
        init += [*self._free_holders(), *self._missing(init)]
        goal = self._goal()
        if not goal:
            raise InputRefused(
                "the structure of the domain is not understood: nothing is moved or achieved once and for all",
                place=self._place, remedy=REMEDY,
            )  # fmt: skip
        counts = numbers(self._s)
        headings = {k for m in self._s.maps if "heading" in m.roles for k in m.kinds[m.roles.index("heading")]}
        kinds = {
            name: Kind(name, self._kinds.type_of[name], counts[name], HEADINGS if name in headings else ())
            for name in self._kinds.names
        }
        return Skeleton(
            place=self._place, kinds=kinds, groups=self._groups, maps=self._maps, fixed=frozenset(self._fixed),
            static=tuple(static), init=tuple(init), goal=tuple(goal), metric=self._s.domain.uses_costs,
        )  # fmt: skip

    def _rule(self, **parts: object) -> Rule:
        return Rule(place=self._place, **parts)  # type: ignore[arg-type]

    def _kind(self, options: Iterable[str]) -> str:
        """Return the name of a kind, or of a group for several."""
        names = tuple(name for name in self._kinds.names if name in set(options))
        if len(names) == 1:
            return names[0]
        if not names:
            raise InputRefused(
                "the structure of the domain is not understood: an argument of no kind", place=self._place,
                remedy=REMEDY,
            )  # fmt: skip
        joined = "-or-".join(names)
        self._groups[joined] = names
        return joined

    def _name(self, predicate: int) -> str:
        return self._s.name(predicate)

    # Static facts.

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
        words = [f"?{letter}" for letter in "abcdefgh"[: len(kinds)]]
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
        elif meaning.what == "permission":
            yield self._rule(over=typed, add=(fact,))
        elif meaning.what == "map":
            yield from self._map(meaning, name, kinds)
        elif meaning.what == "function":
            yield self._function(name, typed)

    def _map(self, meaning: Meaning, name: str, kinds: list[str]) -> Iterator[Rule]:
        place = kinds[meaning.roles.index("old")]
        grid = self._s.directed or "heading" in meaning.roles
        if grid:
            self._fixed.add(place)
        self._maps.setdefault(place, "grid" if grid else "random")
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
        if self._s.domain.uses_costs:
            yield self._rule(add=(Value(("total-cost",), "0"),))
        done = set()
        for schema, step in zip(self._task.schemas, self._steps, strict=True):
            if isinstance(schema.cost, FunctionTerm) and schema.cost.function not in done:
                done.add(schema.cost.function)
                yield self._cost(self._task.function_names[schema.cost.function], schema.cost, step)

    def _cost(self, name: str, cost: FunctionTerm, step: Step) -> Rule:
        kinds = [self._kind(step.of(term)) for term in cost.terms]
        words = [f"?{letter}" for letter in "abcdefgh"[: len(kinds)]]
        typed = tuple(Typed(word, kind) for word, kind in zip(words, kinds, strict=True))
        function = (name, *words)
        if len(kinds) == 2 and kinds[0] == kinds[1]:
            if kinds[0] in self._maps:
                return self._rule(loop="edges", over=typed, add=(Value(function, "?length"),))
            if any(m.what == "order" and self._kind(m.kinds[0]) == kinds[0] for m in self._s.statics):
                return self._rule(loop="pairs", over=typed, add=(Value(function, "?length"),))
        return self._rule(over=typed, add=(Value(function, "1"),))

    # The natural state.

    @cached_property
    def _added(self) -> set[tuple[int, int, str]]:
        """Predicates, arguments and kinds of what schemas add."""
        return {
            (literal.predicate, i, kind)
            for step in self._steps for literal in step.add for i, term in enumerate(literal.terms)
            for kind in step.of(term)
        }  # fmt: skip

    def _constants(self) -> Iterator[Rule]:
        """Yield what schemas ask for of a kind that none of them gives it: where hoists and pallets stand."""
        done: set[tuple[int, str]] = set()
        for step in self._steps:
            for literal in step.pre:
                if literal.positive and literal.terms and self._task.fluent[literal.predicate]:
                    for kind in sorted(step.of(literal.terms[0])):
                        key = literal.predicate, kind
                        if (literal.predicate, 0, kind) not in self._added and key not in done:
                            done.add(key)
                            yield self._asked(step, literal, kind)

    def _asked(self, step: Step, literal: Literal, kind: str | None = None) -> Rule:
        """Return the rule by which each first object has an atom of this kind, the others drawn evenly."""
        typed = [Typed(f"?{letter}", self._kind(step.of(term)) if term < 0 else "")
                 for letter, term in zip("xyzuvw", literal.terms, strict=False)]  # fmt: skip
        if kind is not None and typed:
            typed[0] = Typed("?x", kind)
        words = [
            each.variable if term < 0 else self._task.objects[term]
            for each, term in zip(typed, literal.terms, strict=True)
        ]
        others = tuple(each for each in typed[1:] if each.kind)
        where = tuple(c for each in others for c in self._beginning(literal.predicate, each))
        return self._rule(
            over=tuple(typed[:1]), pick=others, where=where, how="evenly", add=((self._name(literal.predicate), *words),)
        )  # fmt: skip

    def _beginning(self, predicate: int, typed: Typed) -> Iterator[Condition]:
        """Yield the condition that a level is where the use of a fluent begins."""
        if typed.kind in self._s.chains:
            upwards = self._goes_up(predicate)
            relation = self._name(self._s.chains[typed.kind])
            yield Condition((relation, "*", typed.variable) if upwards else (relation, typed.variable, "*"), False)

    def _goes_up(self, predicate: int) -> bool:
        """Tell whether a fluent rises from its first level, as what is stored, or falls from its last, as room does."""
        if predicate in self._s.rises:
            return self._s.rises[predicate]
        ways: dict[bool, int] = {}
        for up, change in self._s.level_changes(predicate):
            ways[up] = max(ways.get(up, 0), self._begins(change.step))
        return ways.get(True, 0) >= ways.get(False, 0)

    def _begins(self, step: Step) -> int:
        """Return how much a schema is one of those that begin something: a thing leaves its rest, somebody moves."""
        rests = {part[0] for group, part in self._s.resting.part.items() if group.kind in self._s.movables}
        if any(lit.predicate in rests for lit in step.delete) and not any(lit.predicate in rests for lit in step.add):
            return 2
        moves = {p for g in self._s.groups if g.kind in self._s.resting.movers for p, _ in g.parts}
        levels = {p for g in self._s.groups if self._s.level_of(g) for p, _ in g.parts}
        return int(any(lit.predicate in moves - levels for lit in step.delete))

    def _placements(self) -> Iterator[Rule]:
        """Yield rules that put every kind of things where a schema would put them."""
        for kind, groups in sorted(self._s.located.items(), key=lambda item: item[0] not in self._s.resting.movers):
            left = [g for g in groups if (*self._s.resting.part[g], kind) in self._added]
            home = self._s.partition(kind)
            if home is not None:
                over, part = Typed("?x", kind), Typed("?y", self._kind(home.kinds[1]))
                yield self._rule(over=(over,), pick=(part,), how="evenly", add=((HOME, "?x", "?y"),))
            while left:
                rule, covered = self._put(kind, left[0])
                if home is not None:
                    rule = self._at_home(rule, home)
                left = [group for group in left if self._s.resting.part[group] not in covered]
                yield rule

    def _at_home(self, rule: Rule, home: Meaning) -> Rule:
        """Return a rule that puts a thing into the part of the map that is its own."""
        thing, part = rule.over[0].variable, Typed("?home", self._kind(home.kinds[1]))
        inside = tuple(
            Condition((self._name(home.predicate), each.variable, "?home"), True)
            for each in rule.pick if set(self._groups.get(each.kind, (each.kind,))) & set(home.kinds[0])
        )  # fmt: skip
        where = (*rule.where, *inside, Condition((HOME, thing, "?home"), True))
        return replace(rule, pick=(*rule.pick, part), where=where)

    def _put(self, kind: str, group: Group, *, only: bool = False) -> tuple[Rule, set[Part]]:
        """Return the rule that puts objects of a kind to rest as a schema does, and the parts that it covers."""
        part = self._s.resting.part[group]
        step, subject = self._putting(kind, part)
        added = [lit for lit in step.add if subject in lit.terms and lit.predicate not in self._s.resting.restless]
        main = next(lit for lit in added if lit.predicate == part[0] and lit.terms[part[1]] == subject)
        if only:
            added = [main]
        alone = {g_part for g, g_part in self._s.resting.part.items() if g in self._s.resting.holders}
        added = [lit for lit in added if not any(lit.predicate == p for p, _ in alone)]
        levels = {p for g in self._s.groups if self._s.level_of(g) for p, _ in g.parts}
        added = [lit for lit in added if lit.predicate not in levels]
        terms = sorted({term for lit in added for term in lit.terms if term < 0}, reverse=True)
        word = {term: f"?v{~term}" for term in terms}
        gone = {(lit.predicate, lit.terms) for lit in step.delete}
        where = [
            Condition(self._words(lit, word), lit.positive)
            for lit in step.pre
            if lit.predicate not in self._kinds.all_labels and (lit.predicate, lit.terms) not in gone
            and lit.terms and all(term in word or term >= 0 for term in lit.terms)
            and (not self._task.fluent[lit.predicate] or self._is_constant(step, lit))
        ]  # fmt: skip
        where += [Condition(("=", word[a], word[b]), False) for a, b in step.different if a in word and b in word]
        if not only:
            where += [c for lit in added for c in self._exclusive(step, lit, subject, word)]
        pick = tuple(Typed(word[term], self._kind(step.of(term))) for term in terms if term != subject)
        rule = self._rule(
            over=(Typed(word[subject], kind),), pick=pick, where=tuple(dict.fromkeys(where)),
            add=tuple(self._words(lit, word) for lit in added),
        )  # fmt: skip
        return rule, {(lit.predicate, i) for lit in added for i, term in enumerate(lit.terms) if term == subject}

    def _is_constant(self, step: Step, literal: Literal) -> bool:
        """Tell whether an atom is about something of which no schema gives it: where a pallet stands."""
        return any((literal.predicate, 0, kind) not in self._added for kind in step.of(literal.terms[0]))

    def _putting(self, kind: str, part: Part) -> tuple[Step, int]:
        """Return a schema that adds a part, with its subject: the one that says most about it."""
        found = [
            (
                len([lit for lit in step.add if literal.terms[part[1]] in lit.terms]),
                -number,
                step,
                literal.terms[part[1]],
            )
            for number, step in enumerate(self._steps)
            for literal in step.add
            if literal.predicate == part[0] and kind in step.of(literal.terms[part[1]])
        ]
        if not found:
            raise InputRefused(
                f"the structure of the domain is not understood: nothing brings a {kind} to rest", place=self._place,
                remedy=REMEDY,
            )  # fmt: skip
        _, _, step, subject = max(found, key=lambda each: each[:2])
        return step, subject

    def _exclusive(self, step: Step, literal: Literal, subject: int, word: dict[int, str]) -> Iterator[Condition]:
        """Yield that a holder holds nothing yet, in any way."""
        for i, term in enumerate(literal.terms):
            if term != subject and term in word:
                for group in self._s.groups:
                    if group.kind in step.of(term) and (literal.predicate, i) in group.parts:
                        for predicate, at in sorted(group.parts):
                            if self._task.arities[predicate] > 1:
                                words = ["*"] * self._task.arities[predicate]
                                words[at] = word[term]
                                yield Condition((self._name(predicate), *words), False)

    def _words(self, literal: Literal, word: dict[int, str]) -> Term:
        terms = (word[term] if term < 0 else self._task.objects[term] for term in literal.terms)
        return (self._name(literal.predicate), *terms)

    def _levels(self) -> Iterator[Rule]:
        """Yield the levels at which room, fuel and stocks begin."""
        done = set()
        for group in self._s.groups:
            level = self._s.level_of(group)
            if level is None:
                continue
            ((predicate, _),) = group.parts
            step, literal = next((step, lit) for step in self._steps for lit in step.add if lit.predicate == predicate)
            subjects = [i for i, term in enumerate(literal.terms) if level not in step.of(term)]
            if predicate in done:
                continue
            done.add(predicate)
            typed = [Typed(f"?v{i}", self._kind(self._options(predicate, i))) for i in range(len(literal.terms))]
            levels = [each for i, each in enumerate(typed) if i not in subjects]
            where = [c for each in levels for c in self._beginning(predicate, each)]
            if level in self._s.sums:  # the last one adds up with nothing to more
                name = self._name(self._s.sums[level].predicate)
                roles = self._s.sums[level].roles
                for each in levels:
                    words = {"new": each.variable, "difference": f"{level}2", "old": "*"}
                    where.append(Condition((name, *(words[role] for role in roles)), False))
            fact = (self._name(predicate), *(each.variable for each in typed))
            yield self._rule(
                over=tuple(typed[i] for i in subjects), pick=tuple(levels), where=tuple(where), add=(fact,)
            )

    def _options(self, predicate: int, argument: int) -> frozenset[str]:
        """Return the kinds at an argument of a predicate, in all schemas."""
        found: set[str] = set()
        for step in self._steps:
            for literal in (*step.add, *step.pre):
                if literal.predicate == predicate:
                    found |= step.of(literal.terms[argument])
        return frozenset(found)

    def _flags(self) -> Iterator[Rule]:
        """Yield the flags of groups that name nothing else, and the place of who is only one."""
        for group, (predicate, _) in self._s.resting.part.items():
            if group in self._s.resting.holders or self._s.level_of(group):
                continue
            arity = self._task.arities[predicate]
            if group.kind is None:
                options = [Typed(f"?x{i}", self._kind(self._options(predicate, i))) for i in range(arity)]
                words = [each.variable for each in options]
                yield self._rule(pick=tuple(options), add=((self._name(predicate), *words),))
            elif arity == 1 and (predicate, 0, group.kind) in self._added:
                yield self._rule(over=(Typed("?x", group.kind),), add=((self._name(predicate), "?x"),))

    def _free_holders(self) -> Iterator[Rule]:
        for group in self._s.resting.holders:
            predicate, _ = self._s.resting.part[group]
            where = []
            for other, at in sorted(group.parts):
                if other != predicate and other not in self._s.resting.restless and self._task.arities[other]:
                    words = ["*"] * self._task.arities[other]
                    if at != NOBODY:
                        words[at] = "?x"
                    where.append(Condition((self._name(other), *words), False))
            if self._task.arities[predicate] == 0:
                yield self._rule(where=tuple(where), add=((self._name(predicate),),))
            elif group.kind is not None:
                over = (Typed("?x", group.kind),)
                yield self._rule(over=over, where=tuple(where), add=((self._name(predicate), "?x"),))

    def _missing(self, rules: Iterable[Rule]) -> Iterator[Rule]:
        """Yield more facts, of the first schema that could never be applied without, until all could be."""
        known = {fact[0] for rule in rules for fact in rule.add if not isinstance(fact, Value)}
        known |= {self._name(self._s.resting.part[group][0]) for group in self._s.resting.holders}
        while True:
            blocked = self._blocked(known)
            if blocked is None:
                return
            step, literal = blocked
            known.add(self._name(literal.predicate))
            yield self._asked(step, literal)

    def _blocked(self, known: set[str]) -> tuple[Step, Literal] | None:
        """Return a schema that is never applied, and a condition that nothing gives; None if there is none."""
        reached, waiting = set(known), list(self._steps)
        while ready := [step for step in waiting if not self._lacking(step, reached)]:
            waiting = [step for step in waiting if step not in ready]
            reached |= {self._name(lit.predicate) for step in ready for lit in step.add}
        for step in waiting:
            return step, self._lacking(step, reached)[0]
        return None

    def _lacking(self, step: Step, reached: set[str]) -> list[Literal]:
        return [
            lit for lit in step.pre
            if lit.positive and self._task.fluent[lit.predicate] and self._name(lit.predicate) not in reached
        ]  # fmt: skip

    # The goal.

    def _goal(self) -> list[Rule]:
        found = [self._achieved(predicate) for predicate in self._s.achievements]
        found += [self._filled(predicate) for predicate in self._s.stocks]
        if found:
            return found
        for kind in self._s.movables:
            groups = self._s.located[kind]
            if (towers := self._towers(kind)) is not None:
                found.append(towers)
                continue
            held = [g for g in groups if self._is_held(self._s.resting.part[g])]
            rule, _ = self._put(kind, (held or groups)[0], only=True)
            again = tuple(Condition(fact, False) for fact in rule.add if not isinstance(fact, Value))
            how = "once" if held else "any"
            found.append(self._rule(over=rule.over, pick=rule.pick, where=(*rule.where, *again), add=rule.add, how=how))
        return found or [rule for rule in map(self._towers, self._kinds.names) if rule is not None]

    def _is_held(self, part: Part) -> bool:
        """Tell whether a holder takes one thing at a time by this predicate."""
        return any(part[0] == p and i != part[1] for g in self._s.groups if g.kind is not None for p, i in g.parts)

    def _achieved(self, predicate: int) -> Rule:
        step, literal = next((step, lit) for step in self._steps for lit in step.add if lit.predicate == predicate)
        rule = self._asked(step, literal)
        shared = any(predicate == p for g in self._s.resting.holders for p, _ in g.parts)
        first = tuple(Typed(each.variable, self._kind(self._options(predicate, 0))) for each in rule.over)
        return self._rule(over=first, pick=rule.pick, how=rule.how, add=rule.add, share=0.5 if shared else 1.0)

    def _filled(self, predicate: int) -> Rule:
        """Return the goal of what goes one way only: some level behind the one where it begins."""
        rule = next(rule for rule in self._levels() if rule.add[0][0] == self._name(predicate))
        where = tuple(
            condition._replace(positive=True) for each in rule.pick for condition in self._beginning(predicate, each)
        )  # fmt: skip
        return self._rule(over=rule.over, pick=rule.pick, where=where, add=rule.add)

    def _towers(self, kind: str) -> Rule | None:
        """Return the goal of things that may stand on each other; those at the bottom on what else may be there."""
        for group in self._s.groups:
            for predicate, at in sorted(group.parts):
                if group.kind == kind and at == 0 and self._task.arities[predicate] == 2:
                    under = self._options(predicate, 1)
                    if kind in under:
                        thing, name = Typed("?x", kind), self._name(predicate)
                        others = under - {kind}
                        base = Typed("?base", self._kind(others)) if others else None
                        bottom = ((name, "?x", "?base"),) if others else ()
                        add, height = ((name, "?x", "?under"),), self._height(predicate)
                        return self._rule(
                            loop="towers", over=(thing,), base=base, add=add, bottom=bottom, height=height
                        )  # fmt: skip
        return None

    def _height(self, predicate: int) -> int | None:
        """Return 2 where what stands on something has lost what it would need to bear another: a car behind a car."""
        for step in self._steps:
            for literal in step.add:
                if literal.predicate == predicate:
                    upper, lower = literal.terms
                    lost = {lit.predicate for lit in step.delete if lit.terms == (upper,)}
                    if any(lit.predicate in lost and lit.terms == (lower,) for lit in step.pre if lit.positive):
                        return 2
        return None


HEADINGS_IN_ORDER = ("up", "down", "right", "left")
"""The directions of four maps of one grid, in the order of the domain: two that are inverse, and the other two."""
