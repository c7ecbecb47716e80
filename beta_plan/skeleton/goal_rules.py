"""Rules for a goal: what is achieved once and for all, stocks, or else where things are."""

from __future__ import annotations

from beta_plan.skeleton.groups import Part
from beta_plan.skeleton.spec import Condition, Rule, Typed, Value
from beta_plan.skeleton.state_rules import StateRules
from beta_plan.skeleton.structure import Structure
from beta_plan.skeleton.wording import Wording


class GoalRules:
    """The goal; where things are put, the rules of the state know."""

    def __init__(self, structure: Structure, wording: Wording, state: StateRules) -> None:
        self._s, self._words, self._state = structure, wording, state
        self._kinds, self._task, self._steps = structure.kinds, structure.kinds.task, structure.kinds.steps
        self._kind, self._name, self._rule = wording.kind, wording.name, wording.rule

    def rules(self) -> list[Rule]:
        """Return the rules; none where nothing is moved or achieved."""
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
            rule, _ = self._state.put(kind, (held or groups)[0], only=True)
            again = tuple(Condition(fact, False) for fact in rule.add if not isinstance(fact, Value))
            how = "once" if held else "any"
            found.append(self._rule(over=rule.over, pick=rule.pick, where=(*rule.where, *again), add=rule.add, how=how))
        return found or [rule for rule in map(self._towers, self._kinds.names) if rule is not None]

    def _is_held(self, part: Part) -> bool:
        """Tell whether a holder takes one thing at a time by this predicate."""
        return any(part[0] == p and i != part[1] for g in self._s.groups if g.kind is not None for p, i in g.parts)

    def _achieved(self, predicate: int) -> Rule:
        step, literal = next((step, lit) for step in self._steps for lit in step.add if lit.predicate == predicate)
        rule = self._state.asked(step, literal)
        shared = any(predicate == p for g in self._s.resting.holders for p, _ in g.parts)
        first = tuple(Typed(each.variable, self._kind(self._words.options(predicate, 0))) for each in rule.over)
        return self._rule(over=first, pick=rule.pick, how=rule.how, add=rule.add, share=0.5 if shared else 1.0)

    def _filled(self, predicate: int) -> Rule:
        """Return the goal of what goes one way only: some level behind the one where it begins."""
        rule = next(rule for rule in self._state.levels() if rule.add[0][0] == self._name(predicate))
        begins = [condition for each in rule.pick for condition in self._state.beginning(predicate, each)]
        where = tuple(condition._replace(positive=True) for condition in begins)
        return self._rule(over=rule.over, pick=rule.pick, where=where, add=rule.add)

    def _towers(self, kind: str) -> Rule | None:
        """Return the goal of things that may stand on each other; those at the bottom on what else may be there."""
        for group in self._s.groups:
            for predicate, at in sorted(group.parts):
                if group.kind == kind and at == 0 and self._task.arities[predicate] == 2:
                    under = self._words.options(predicate, 1)
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
