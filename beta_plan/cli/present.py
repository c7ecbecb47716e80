"""The results of the stages as text for people."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from beta_plan.stages import Stage

if TYPE_CHECKING:
    from beta_plan.front_end import FrontEnd
    from beta_plan.metrics import Metrics
    from beta_plan.sas.invariants import Groups
    from beta_plan.sas.task import AtomTable, GroundTask, LinearInvariant, SasTask


def stage_rows(stages: Iterable[Stage]) -> Iterator[tuple[str, str, str]]:
    """Yield name, seconds and sizes of each stage as they stand in the table."""
    for stage in stages:
        sizes = ", ".join(f"{size:,} {name.replace('_', ' ')}" for name, size in stage.sizes.items())
        yield stage.name, f"{stage.seconds:.3f}", sizes


def print_stages(stages: Sequence[Stage]) -> None:
    """Write the table of stages: drawn on a terminal, plain aligned text elsewhere."""
    header = ("stage", "seconds", "result")
    rows = list(stage_rows(stages))
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table

        table = Table()
        for title in header:
            table.add_column(title, justify="right" if title == "seconds" else "left")
        for row in rows:
            table.add_row(*row)
        Console().print(table)
        return
    width = max(len(name) for name, _, _ in [header, *rows])
    for name, seconds, sizes in [header, *rows]:
        print(f"{name:{width}}  {seconds:>8}  {sizes}".rstrip())


def metrics_lines(name: str, metrics: Metrics) -> Iterator[str]:
    """Yield the numbers of one instance: a line with its plan, and a table with a row for each kind of databases."""
    known_plan = metrics.plan_length is not None
    yield f"{name}  plan length {metrics.plan_length}, cost {metrics.plan_cost}" if known_plan else name
    terms = metrics.terms()
    found = metrics.by_source()
    rows = [(source, [_number(values[term]) if term in values else "" for term in terms]) for source, values in found]
    width = 2 + max((len(text) for _, row in [("", terms), *rows] for text in row), default=0)
    for source, row in [("", terms), *rows] if rows else []:
        yield f"  {source:5}{''.join(f'{text:>{width}}' for text in row)}"
    for title, said in metrics.remarks():
        yield f"  {title}: {said}"


def _number(value: float | None) -> str:
    return "dead end" if value is None else str(value)


def ground_lines(task: GroundTask) -> Iterator[str]:
    """Yield every atom and every action over atoms."""
    atoms = task.atoms
    yield f"atoms ({len(atoms)})"
    for atom in range(len(atoms)):
        in_init = task.init is not None and task.init[atom]
        yield f"  {atoms[atom]}{'  in init' if in_init else ''}"
    yield f"actions ({task.num_actions})"
    conditional = _by_action(task.effects.action)
    for action in range(task.num_actions):
        yield f"  {task.names[action]}  cost {task.cost[action]}"
        yield f"    pre  {_literals(atoms, task.positive[action], task.negative[action])}"
        yield f"    post {_literals(atoms, task.add[action], task.delete[action])}"
        for effect in conditional.get(action, ()):
            when = _literals(atoms, task.effects.positive[effect], task.effects.negative[effect])
            yield f"    post {_literals(atoms, task.effects.add[effect], task.effects.delete[effect])} when {when}"
    yield from _goal_lines([_literals(atoms, positive, negative) for positive, negative in task.goals])


def mutex_lines(task: GroundTask, groups: Groups) -> Iterator[str]:
    """Yield the mutex groups, one line each, and the atoms that no legal state has."""
    yield f"mutex groups ({len(groups.atoms)})"
    for group, exactly_one in zip(groups.atoms, groups.exactly_one, strict=True):
        yield f"  {'exactly one' if exactly_one else 'at most one'}: {_literals(task.atoms, group, ())}"
    if len(groups.impossible):
        yield f"never true ({len(groups.impossible)})"
        yield from (f"  {task.atoms[atom]}" for atom in groups.impossible)


def invariant_lines(task: SasTask) -> Iterator[str]:
    """Yield the linear invariants and sub-invariants, one line each."""
    yield f"linear invariants ({len(task.linear_invariants)})"
    for invariant in task.linear_invariants:
        yield f"  {invariant_text(task, invariant)}"
    if task.sub_invariants:
        yield f"sub-invariants ({len(task.sub_invariants)})"
    for sub in task.sub_invariants:
        yield f"  at most {sub.value} of {' '.join(fact_text(task, fact) for fact in sub.facts)}"


def invariant_text(task: SasTask, invariant: LinearInvariant) -> str:
    """Return a linear invariant as an equation, for example ``2*(at a) - (at b) = 3``."""
    text = ""
    for fact, weight in zip(invariant.facts, invariant.weights, strict=True):
        sign = (" - " if text else "-") if weight < 0 else (" + " if text else "")
        factor = f"{abs(weight)}*" if abs(weight) != 1 else ""
        text += f"{sign}{factor}{fact_text(task, fact)}"
    return f"{text or '0'} = {invariant.value}"


def sas_lines(task: SasTask) -> Iterator[str]:
    """Yield variables with their values, and actions <pre, post>."""
    yield f"variables ({len(task.variables)})"
    for index, variable in enumerate(task.variables):
        init = f"  init {variable.values[task.init[index]]}" if task.init else ""
        yield f"  {variable.name} ({len(variable.values)} values){init}"
        yield from (f"    {value}" for value in variable.values)
    yield f"actions ({len(task.actions)})"
    actions, effects = task.actions, task.actions.conditional
    conditional = _by_action(effects.action)
    for action in range(len(actions)):
        yield f"  {actions.names[action]}  cost {actions.cost[action]}"
        yield f"    pre  {_facts(task, actions.pre[action])}"
        yield f"    post {_facts(task, actions.post[action])}"
        for effect in conditional.get(action, ()):
            yield f"    post {task.fact_name(effects.fact[effect])} when {_facts(task, effects.condition[effect])}"
    yield from _goal_lines([_goal(task, goal) for goal in task.goals])


def causal_graph_lines(task: SasTask) -> Iterator[str]:
    """Yield the edges of the causal graph and the roles that variables play in it."""
    from beta_plan.sas.graphs import causal_graph
    from beta_plan.sas.roles import roles

    names = [variable.name for variable in task.variables]
    edges = sorted(causal_graph(task).edges)
    yield f"edges ({len(edges)})"
    yield from (f"  {names[source]} -> {names[target]}" for source, target in edges)
    found = roles(task)
    yield "roles"
    for role, members in (("agents", found.agents), ("movables", found.movables), ("consumables", found.consumables)):
        yield f"  {role}: {' '.join(names[member] for member in members) or 'none'}"


def fact_text(task: SasTask, fact: int) -> str:
    """Return the atom of a fact as PDDL text; for a value without an atom, the variable and the value."""
    variable = task.variables[task.variable_of[fact]]
    atom = variable.atoms[fact - task.offsets[task.variable_of[fact]]]
    return task.atoms[atom] if atom >= 0 else task.fact_name(fact)


STAGES: dict[str, Callable[[FrontEnd], Iterator[str]]] = {
    "normalise": lambda front_end: front_end.normalised(),
    "ground": lambda front_end: ground_lines(front_end.ground),
    "mutexes": lambda front_end: mutex_lines(front_end.ground, front_end.groups),
    "sas": lambda front_end: sas_lines(front_end.sas),
    "invariants": lambda front_end: invariant_lines(front_end.sas),
    "causal-graph": lambda front_end: causal_graph_lines(front_end.sas),
}
"""What ``--stage`` can show, in the order of the pipeline."""


def _goal_lines(goals: Sequence[str]) -> Iterator[str]:
    yield "goal" if len(goals) == 1 else f"goal: one of {len(goals)}"
    yield from (f"  {goal}" for goal in goals)


def _literals(atoms: AtomTable, positive: Iterable[int], negative: Iterable[int]) -> str:
    return " ".join([*(atoms[atom] for atom in positive), *(f"(not {atoms[atom]})" for atom in negative)])


def _facts(task: SasTask, facts: Iterable[int]) -> str:
    return " ".join(task.fact_name(fact) for fact in facts)


def _goal(task: SasTask, goal: Sequence[int]) -> str:
    """Return a goal as text; where it leaves a variable several values, these stand between bars."""
    asked = task.goal_values(goal).items()
    return " ".join("|".join(task.fact_name(int(task.offsets[v]) + value) for value in values) for v, values in asked)


def _by_action(owners: Iterable[int]) -> dict[int, list[int]]:
    """Return, for each action that has conditional effects, which they are."""
    effects: dict[int, list[int]] = {}
    for effect, action in enumerate(owners):
        effects.setdefault(int(action), []).append(effect)
    return effects
