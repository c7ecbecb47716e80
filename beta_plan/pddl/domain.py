"""A domain without a problem, lifted: its schemas over one example object of each type."""

from __future__ import annotations

from dataclasses import dataclass

from beta_plan.pddl.lift import lift
from beta_plan.pddl.lifted import LiftedTask
from beta_plan.pddl.names import TOTAL_COST
from beta_plan.pddl.read import read_sources
from beta_plan.pddl.sections import Definition, domain_sections
from beta_plan.pddl.sexpr import SList, Source, parse
from beta_plan.pddl.types import ROOT, type_table


@dataclass(frozen=True, eq=False)
class LiftedDomain:
    """A domain as a task over examples, one of each type that has no sub-type.

    ``leaf_types`` names the types of the examples, in the order of the file, "" where there are no types;
    ``examples`` are their objects. Other objects of ``task`` are the constants of the domain.
    """

    name: str
    task: LiftedTask
    leaf_types: tuple[str, ...]
    examples: tuple[int, ...]
    uses_costs: bool


def lift_domain(source: Source) -> LiftedDomain:
    """Read a domain alone."""
    sections = domain_sections(source, parse(source))
    above = type_table(source, sections[":types"]).above
    names = [name for name in above if name != ROOT and name in above[name]]
    leaves = [name for name in names if not any(name in above[other] for other in names if other != name)]
    uses_costs = _has_cost(sections)
    words = {str(word) for section in sections[":constants"] for word in section}
    examples = [_free_name(f"some-{name}", words) for name in leaves or ["object"]]
    objects = [f"{example} - {name}" for example, name in zip(examples, leaves, strict=True)] if leaves else examples
    metric = "(:metric minimize (total-cost))" if uses_costs else ""
    text = (
        f"(define (problem examples) (:domain {sections.name}) (:objects {' '.join(objects)}) (:init) (:goal (and)) "
        f"{metric})"
    )
    task = lift(read_sources(source, Source("examples", text)))
    found = tuple(task.objects.index(example) for example in examples)
    return LiftedDomain(sections.name, task, tuple(leaves) or ("",), found, uses_costs)


def _has_cost(sections: Definition) -> bool:
    """Tell whether the domain declares the total cost."""
    functions = (node for section in sections[":functions"] for node in section if isinstance(node, SList))
    return any(node and node[0] == TOTAL_COST for node in functions)


def _free_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "-"
    return name
