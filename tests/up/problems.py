"""Problems of unified-planning for tests: bundled tasks as it reads them, and small ones made with its own API."""

from __future__ import annotations

import warnings

from unified_planning.environment import get_environment
from unified_planning.io import PDDLReader
from unified_planning.shortcuts import Fluent, InstantaneousAction, Not, Object, Problem, UserType

from tests.bundled import DOMAINS


def bundled(name: str) -> Problem:
    """Return the task of a bundled domain; a type and an object of it may share a name."""
    environment = get_environment()
    before, environment.error_used_name = environment.error_used_name, False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return PDDLReader().parse_problem(str(DOMAINS / name / "domain.pddl"), str(DOMAINS / name / "p01.pddl"))
    finally:
        environment.error_used_name = before


def lamps(*, broken: bool = False) -> Problem:
    """Return a problem in which nothing holds at first, with names that PDDL does not allow: two lamps to switch on.

    Only one can be lit where they are broken, for the switch goes off with it.
    """
    lamp = UserType("Lamp Type")
    lit, used = Fluent("is lit?", x=lamp), Fluent("2nd")
    problem = Problem("Lamps & switches")
    problem.add_fluent(lit, default_initial_value=False)
    problem.add_fluent(used, default_initial_value=False)
    problem.add_objects([Object("Lamp#1", lamp), Object("lamp_1", lamp)])
    switch = InstantaneousAction("Switch ON", which=lamp)
    switch.add_precondition(Not(lit(switch.which)))
    switch.add_effect(lit(switch.which), True)
    if broken:
        switch.add_precondition(Not(used()))
        switch.add_effect(used, True)
    problem.add_action(switch)
    for each in problem.all_objects:
        problem.add_goal(lit(each))
    return problem
