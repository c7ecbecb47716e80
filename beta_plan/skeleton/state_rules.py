"""Rules for a natural state: things at rest where a schema would put them, holders free, levels at their beginning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from beta_plan.pddl.lifted import Literal
from beta_plan.skeleton.groups import NOBODY, Group, Part
from beta_plan.skeleton.kinds import Step, not_understood
from beta_plan.skeleton.spec import Condition, Rule, Term, Typed, Value
from beta_plan.skeleton.statics import Meaning
from beta_plan.skeleton.structure import Structure
from beta_plan.skeleton.wording import Wording

SHARE_LEFT = 0.3
"""Of all doors, those that are locked at first, and can never be locked again."""

HOME = "_home"
"""Notes which part of the map a thing cannot leave."""


class StateRules:
    """The natural state, and the ways in which a schema puts things to rest."""

    def __init__(self, structure: Structure, wording: Wording) -> None:
        self._s, self._words = structure, wording
        self._kinds, self._task, self._steps = structure.kinds, structure.kinds.task, structure.kinds.steps
        self._kind, self._name, self._rule = wording.kind, wording.name, wording.rule

    def rules(self) -> list[Rule]:
        """Return the rules; holders come after what they hold, and last what some schema lacks."""
        found = [*self._constants(), *self._placements(), *self.levels(), *self._flags(), *self._free_holders()]
        return [*found, *self._missing(found)]

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
                            rule = self.asked(step, literal, kind)
                            yield replace(rule, share=SHARE_LEFT) if self._is_left_for_good(literal, kind) else rule

    def _is_left_for_good(self, literal: Literal, kind: str) -> bool:
        """Tell whether a flag is exchanged for another one, in which things are at rest: doors are unlocked."""
        return any(
            group.kind == kind and (literal.predicate, 0) in group.parts and part[0] != literal.predicate
            for group, part in self._s.resting.part.items()
        )

    def asked(self, step: Step, literal: Literal, kind: str | None = None) -> Rule:
        """Return the rule by which each first object has an atom of this kind, the others drawn evenly."""
        typed = [Typed(f"?v{i}", self._kind(step.of(term)) if term < 0 else "") for i, term in enumerate(literal.terms)]
        if kind is not None and typed:
            typed[0] = typed[0]._replace(kind=kind)
        words = [
            each.variable if term < 0 else self._task.objects[term]
            for each, term in zip(typed, literal.terms, strict=True)
        ]
        others = tuple(each for each in typed[1:] if each.kind)
        where = tuple(c for each in others for c in self.beginning(literal.predicate, each))
        fact = (self._name(literal.predicate), *words)
        first = tuple(each for each in typed[:1] if each.kind)
        return self._rule(over=first, pick=others, where=where, how="evenly", add=(fact,))

    def beginning(self, predicate: int, typed: Typed) -> Iterator[Condition]:
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
                rule, covered = self.put(kind, left[0])
                if home is not None:
                    rule = self._at_home(rule, home)
                left = [group for group in left if self._s.resting.part[group] not in covered]
                yield rule

    def _at_home(self, rule: Rule, home: Meaning) -> Rule:
        """Return a rule that puts a thing into the part of the map that is its own."""
        thing, part = rule.over[0].variable, Typed("?home", self._kind(home.kinds[1]))
        inside = tuple(
            Condition((self._name(home.predicate), each.variable, "?home"), True)
            for each in rule.pick if set(self._words.members(each.kind)) & set(home.kinds[0])
        )  # fmt: skip
        where = (*rule.where, *inside, Condition((HOME, thing, "?home"), True))
        return replace(rule, pick=(*rule.pick, part), where=where)

    def put(self, kind: str, group: Group, *, only: bool = False) -> tuple[Rule, set[Part]]:
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
            Condition(self._spelled(lit, word), lit.positive)
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
            add=tuple(self._spelled(lit, word) for lit in added),
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
            raise not_understood(f"nothing brings a {kind} to rest")
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

    def _spelled(self, literal: Literal, word: dict[int, str]) -> Term:
        terms = (word[term] if term < 0 else self._task.objects[term] for term in literal.terms)
        return (self._name(literal.predicate), *terms)

    def levels(self) -> Iterator[Rule]:
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
            typed = [Typed(f"?v{i}", self._kind(self._words.options(predicate, i))) for i in range(len(literal.terms))]
            levels = [each for i, each in enumerate(typed) if i not in subjects]
            where = [c for each in levels for c in self.beginning(predicate, each)]
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

    def _flags(self) -> Iterator[Rule]:
        """Yield the flags of groups that name nothing else, and the place of who is only one."""
        for group, (predicate, _) in sorted(self._s.resting.part.items(), key=lambda item: item[0].kind is None):
            if group in self._s.resting.holders or self._s.level_of(group):
                continue
            arity = self._task.arities[predicate]
            if group.kind is None:
                options = [Typed(f"?x{i}", self._kind(self._words.options(predicate, i))) for i in range(arity)]
                words = [each.variable for each in options]
                where = tuple(Condition((self._name(flag), *words), True) for flag in self._entry(predicate))
                yield self._rule(pick=tuple(options), where=where, add=((self._name(predicate), *words),))
            elif arity == 1 and (predicate, 0, group.kind) in self._added:
                others = sorted(other for other, _ in group.parts if (other, 0, group.kind) not in self._added)
                where = tuple(Condition((self._name(other), "?x"), False) for other in others)
                yield self._rule(over=(Typed("?x", group.kind),), where=where, add=((self._name(predicate), "?x"),))

    def _entry(self, predicate: int) -> list[int]:
        """Return the flags that every schema asks of the place where it brings the only one: it is open."""
        found: list[set[int]] = []
        for step in self._steps:
            for there in (literal.terms for literal in step.add if literal.predicate == predicate):
                asked = {lit.predicate for lit in step.pre if lit.positive and lit.terms == there}
                found.append({flag for flag in asked if self._task.fluent[flag] and self._task.arities[flag] == 1})
        return sorted(set.intersection(*found)) if found else []

    def _free_holders(self) -> Iterator[Rule]:
        """Yield that holders are free; where no part is left that could say so, the domain is not understood."""
        for group in self._s.resting.holders:
            part = self._s.resting.part.get(group)
            if part is None or self._task.arities[part[0]] > 1:
                names = " or ".join(self._name(each) for each, _ in sorted(group.parts))
                raise not_understood(f"of {names}, what says that {group.kind or 'the holder'} is free")
            predicate, where = part[0], []
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
        while True:
            blocked = self._blocked(known)
            if blocked is None:
                return
            step, literal = blocked
            known.add(self._name(literal.predicate))
            yield self.asked(step, literal)

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
