"""The sections of a domain and of a problem: in any order, repeated, and refused by name where we cannot treat them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NoReturn

from beta_plan.pddl.sexpr import SList, Source, shorten, show

UNSUPPORTED_SECTIONS = {
    ":derived": ("derived predicates are", "compile them away, or state them as effects"),
    ":axiom": ("derived predicates are", "compile them away, or state them as effects"),
    ":durative-action": ("durative actions are", "use :action without time"),
    ":process": ("processes are", "use :action without time"),
    ":event": ("events are", "use :action without time"),
    ":constraints": ("trajectory constraints are", "leave them out"),
    ":timeless": ("the section :timeless is", "move its facts to :init"),
    ":situation": ("the section :situation is", "write its facts in :init"),
    ":initsituation": ("the section :initsituation is", "write its facts in :init"),
    ":extends": ("extending another domain is", "write the domain out in one file"),
    ":safety": ("safety conditions are", "leave them out"),
    ":addendum": ("addenda are", "write the domain out in one file"),
    ":method": ("hierarchical task networks are", "use a domain of actions only"),
    ":task": ("hierarchical task networks are", "use a domain of actions only"),
    ":tasks": ("hierarchical task networks are", "use a domain of actions only"),
    ":htn": ("hierarchical task networks are", "use a domain of actions only"),
    ":observation": ("sensing is", "use a domain with full information"),
    ":sensor": ("sensing is", "use a domain with full information"),
    ":sensing-action": ("sensing is", "use a domain with full information"),
    ":bounds": ("bounded numeric types are", "state numbers with predicates"),
    ":goal-reward": ("rewards are", "use :action-costs"),
    ":class": ("a feature of another language, :class, is", "use PDDL 2.1"),
}

_DOMAIN_SECTIONS = (":requirements", ":types", ":constants", ":predicates", ":functions", ":action")
_PROBLEM_SECTIONS = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length")
_ONCE = (":domain", ":goal", ":metric")


@dataclass(frozen=True)
class Definition:
    """One file: its name node and its sections by keyword, each list in the order of the file."""

    source: Source
    name_node: SList
    name: str
    sections: dict[str, list[SList]] = field(default_factory=dict)

    def __getitem__(self, keyword: str) -> list[SList]:
        return self.sections.get(keyword, [])


def domain_sections(source: Source, root: SList) -> Definition:
    """Split ``(define (domain NAME) ...)``."""
    return _split(source, root, "domain", _DOMAIN_SECTIONS)


def problem_sections(source: Source, root: SList) -> Definition:
    """Split ``(define (problem NAME) ...)``, which must name its domain and its goal."""
    found = _split(source, root, "problem", _PROBLEM_SECTIONS)
    for keyword, example in ((":domain", "(:domain NAME)"), (":goal", "(:goal CONDITION)")):
        if not found[keyword]:
            source.refuse(f"the problem has no {keyword}", root, None, f"add {example}")
    (domain,) = found[":domain"]
    if len(domain) != 2 or not isinstance(domain[1], str):
        source.refuse("expected (:domain NAME)", domain)
    (goal,) = found[":goal"]
    if len(goal) != 2 or not isinstance(goal[1], SList):
        source.refuse("expected one condition in :goal", goal, None, "join several with (and ...)")
    return found


def check_domain(domain: Definition, problem: Definition) -> None:
    """Refuse a problem that names another domain: what is made of the two no planner would take."""
    (named,) = problem[":domain"]
    if named[1] != domain.name:
        message = f"the problem is of the domain '{show(named[1])}', {domain.source.name} has '{shorten(domain.name)}'"
        problem.source.refuse(message, named, 1, "give the domain that it belongs to")


@dataclass(frozen=True)
class ProblemSource:
    """The user's texts, and where in the problem's text the parts stand that an instance writes anew.

    ``init_spans`` holds every ``(:init ...)`` (nearly always one), ``assignments`` the text of each fact in
    them that gives a function its value.
    """

    domain_file: str
    domain_text: str
    problem_file: str
    problem_text: str
    name_span: tuple[int, int]
    init_spans: tuple[tuple[int, int], ...]
    goal_span: tuple[int, int]
    assignments: tuple[str, ...]

    @property
    def name(self) -> str:
        """What the problem calls itself."""
        return self.problem_text[slice(*self.name_span)]

    @property
    def domain(self) -> Source:
        """The user's domain."""
        return Source(self.domain_file, self.domain_text)


def problem_source(domain: Definition, problem: Definition, assignments: Iterable[SList]) -> ProblemSource:
    """Return the texts of a task and the places of the problem's parts."""
    source = problem.source
    (goal,) = problem[":goal"]
    return ProblemSource(
        domain_file=domain.source.name,
        domain_text=domain.source.text,
        problem_file=source.name,
        problem_text=source.text,
        name_span=source.spans(problem.name_node)[1],
        init_spans=tuple((node.start, node.end) for node in problem[":init"]),
        goal_span=(goal.start, goal.end),
        assignments=tuple(source.text[node.start : node.end] for node in assignments),
    )


def _split(source: Source, root: SList, kind: str, known: tuple[str, ...]) -> Definition:
    head = _head(source, root, kind)
    found = Definition(source, head, str(head[1]))
    for child, section in enumerate(root[2:], 2):
        if not isinstance(section, SList) or not section or not isinstance(section[0], str):
            source.refuse(f"expected a section such as (:{known[0][1:]} ...), found '{show(section)}'", root, child)
        keyword = section[0]
        if keyword not in known:
            _refuse_section(source, section, keyword, kind, known)
        same = found.sections.setdefault(keyword, [])
        if same and keyword in _ONCE:
            source.refuse(f"a second {keyword}", section, None, "keep one")
        same.append(section)
    return found


def _head(source: Source, root: SList, kind: str) -> SList:
    if not root or root[0] != "define":
        source.refuse(f"expected '(define ({kind} NAME) ...)'", root)
    head = root[1] if len(root) > 1 else None
    if not isinstance(head, SList) or not head or head[0] != kind:
        other = {"domain": "problem", "problem": "domain"}[kind]
        swapped = isinstance(head, SList) and bool(head) and head[0] == other
        remedy = f"is this the {other}?" if swapped else ""
        source.refuse(f"expected ({kind} NAME), found '{show(head or '')}'", root, 1, remedy)
    if len(head) != 2 or not isinstance(head[1], str):
        source.refuse(f"expected ({kind} NAME) with one name, found '{show(head)}'", head)
    return head


def _refuse_section(source: Source, section: SList, keyword: str, kind: str, known: tuple[str, ...]) -> NoReturn:
    if keyword in UNSUPPORTED_SECTIONS:
        feature, remedy = UNSUPPORTED_SECTIONS[keyword]
        source.unsupported(feature, section, None, remedy)
    if keyword in _DOMAIN_SECTIONS or keyword in _PROBLEM_SECTIONS:
        source.refuse(f"{keyword} does not belong in a {kind} file", section)
    source.refuse(f"unknown section '{shorten(keyword)}'", section, 0, f"a {kind} has {', '.join(known)}")
