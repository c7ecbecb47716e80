"""Pictures of planning instances: as SVG, PDF and PNG, of one state or of every step of a plan.

    >>> from beta_plan.pictures import draw_instance
    >>> picture = draw_instance("domains/ferry/domain.pddl", "domains/ferry/p01.pddl")  # doctest: +SKIP
    >>> picture.svg(), picture.pdf(), picture.png(width=800)  # doctest: +SKIP

``draw_level`` draws Sokoban levels, ``animate`` and ``animate_level`` give a picture for every step.
"""

from beta_plan.pictures.draw import animate, animate_level, draw_instance, draw_level
from beta_plan.pictures.frames import Animation, Step
from beta_plan.pictures.scene import Picture

__all__ = ["Animation", "Picture", "Step", "animate", "animate_level", "draw_instance", "draw_level"]
