"""The exceptions of beta-plan; each family has the exit code that scripts rely on.

BetaPlanError                 1   unexpected
├── NothingFound             11   the search ended without an instance that was asked for
├── VerificationFailed       12   a plan does not replay to the goal
├── LimitReached                  before anything was found:
│   ├── OutOfTime            31
│   ├── OutOfMemory          32
│   └── Interrupted          33
├── InputRefused             41   not PDDL (or XSB): syntax, undeclared or ill-typed names
│   ├── NotInstalled              software that only some commands need
│   ├── WrongOption           2   wrong usage: an option that says nothing, or does not go with the others
│   ├── UnsupportedFeature   42   a feature we name and do not treat
│   └── IllegalTask          43   well-formed, but no task: no goal state, contradictory facts
│       └── DeadEnd               a state from which no goal can be reached, where one is needed
├── CannotWrite              51   the output directory or a file in it
└── ClusterLost              61   the scheduler of a cluster does not answer, or not any more

Other usage errors (2) are click's own; usage is what can be judged without a look into a file. A message is one line:
the place, what is wrong there, the remedy.
"""

from __future__ import annotations


class BetaPlanError(Exception):
    """Base of everything that the command line reports in one line and turns into an exit code."""

    exit_code = 1


class NothingFound(BetaPlanError):
    """The search ended without an instance that meets the request."""

    exit_code = 11


class VerificationFailed(BetaPlanError):
    """A plan, replayed over the written text, does not reach the goal."""

    exit_code = 12


class LimitReached(BetaPlanError):
    """A limit ended the run before anything was found."""


class OutOfTime(LimitReached):
    """The time limit ended the run before anything was found."""

    exit_code = 31


class OutOfMemory(LimitReached):
    """The memory limit ended the run before anything was found."""

    exit_code = 32


class Interrupted(LimitReached):
    """A signal ended the run before anything was found."""

    exit_code = 33


class InputRefused(BetaPlanError):
    """The text is not what it claims to be; ``place`` is ``file:line:column`` or a file name."""

    exit_code = 41

    def __init__(self, message: str, *, place: str = "", remedy: str = "") -> None:
        self.message, self.place, self.remedy = message, place, remedy
        where = f"{place}: " if place else ""
        what_now = f" ({remedy})" if remedy else ""
        super().__init__(f"{where}{message}{what_now}")


class NotInstalled(InputRefused):
    """Software that only some commands need is missing; ``extra`` is the group of packages that brings it."""

    def __init__(self, message: str, *, extra: str, place: str = "", otherwise: str = "") -> None:
        remedy = f"pip install '.[{extra}]' in the clone{otherwise and f', or {otherwise}'}"
        super().__init__(message, place=place, remedy=remedy)


class WrongOption(InputRefused):
    """An option that cannot be understood, or that does not go with the other options or the kind of input."""

    exit_code = 2


class UnsupportedFeature(InputRefused):
    """A feature of PDDL that beta-plan names and does not treat."""

    exit_code = 42


class IllegalTask(InputRefused):
    """A well-formed text that describes no task, such as a goal that no legal state satisfies."""

    exit_code = 43


class DeadEnd(IllegalTask):
    """A state from which no goal state can be reached, as can be seen at once."""


class CannotWrite(BetaPlanError):
    """The output could not be written."""

    exit_code = 51


class ClusterLost(BetaPlanError):
    """The scheduler that carries jobs to other machines does not answer, or not any more."""

    exit_code = 61
