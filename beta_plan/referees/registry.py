"""Referees by name: planners that beta-plan knows, engines of unified-planning, and commands."""

from __future__ import annotations

import shlex
from difflib import get_close_matches

from beta_plan.errors import WrongOption
from beta_plan.pddl.sexpr import shorten
from beta_plan.referees.fast_downward import CONFIGURATIONS, FastDownward
from beta_plan.referees.protocol import Referee
from beta_plan.referees.sokoban import MODES, SokobanSolver
from beta_plan.referees.template import Template
from beta_plan.referees.up import PREFIX, UpEngine


def known_referees() -> dict[str, Referee]:
    """Return the referees that have names of their own."""
    planners: list[Referee] = [FastDownward(name, options) for name, options in CONFIGURATIONS.items()]
    return {referee.name: referee for referee in [*planners, *map(SokobanSolver, MODES)]}


def find_referee(text: str) -> Referee:
    """Return the referee that a user means: a name, ``up:ENGINE``, or a command with ``{problem}`` or ``{level}``.

    Raise WrongOption for anything else; whether the planner is there is seen when it is asked.
    """
    known = known_referees()
    if text in known:
        return known[text]
    if text.startswith(PREFIX) and len(text) > len(PREFIX):
        return UpEngine(text.removeprefix(PREFIX))
    if "{" in text or len(text.split()) > 1:
        return Template.parse(text)
    close = get_close_matches(text, known, n=1)
    guess = f"did you mean '{close[0]}'? " if close else ""
    remedy = f"{guess}known are {', '.join(known)}, up:ENGINE, or a command 'planner {{domain}} {{problem}}'"
    raise WrongOption("no such referee", place=shorten(text), remedy=remedy)


def spelled(referee: Referee) -> str:
    """Return a text by which ``find_referee`` finds a referee from any directory: files of a command are absolute."""
    return shlex.join(referee.words) if isinstance(referee, Template) else referee.name
