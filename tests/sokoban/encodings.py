"""Sokoban in PDDL as different people write it: each encoding gives a domain and, of a picture, a problem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import dedent

STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}

ROOM = """\
######
#@ ###
# $. #
# .$ #
#    #
######
"""

CLOSET = """\
#####
#@$.#
# $.#
#####
"""


@dataclass(frozen=True)
class Picture:
    """What a drawing shows; squares by their names, from the top left."""

    floor: dict[tuple[int, int], str]
    links: list[tuple[str, str, str]]
    goals: list[str]
    boxes: list[str]
    man: list[str]

    @classmethod
    def of(cls, text: str, *, walls: bool = False) -> Picture:
        """Read a drawing; with ``walls`` the wall squares are squares, too, and linked like any others."""
        cells = {(r, c): cell for r, line in enumerate(text.splitlines()) for c, cell in enumerate(line)}
        floor = {place: f"q{place[0]}-{place[1]}" for place, cell in cells.items() if walls or cell != "#"}
        links = [
            (name, floor[r + rows, c + columns], direction)
            for (r, c), name in floor.items()
            for direction, (rows, columns) in STEPS.items()
            if (r + rows, c + columns) in floor
        ]

        def drawn(signs: str) -> list[str]:
            return [floor[place] for place, cell in cells.items() if cell in signs]

        return cls(floor, links, drawn(".+*"), drawn("$*"), drawn("@+"))

    def empty(self, text: str) -> list[str]:
        """Return the floor squares with neither man nor box."""
        rows = text.splitlines()
        return [name for (r, c), name in self.floor.items() if rows[r][c] in " ."]


@dataclass(frozen=True)
class Encoding:
    """A domain, and how it says a picture; ``fluents`` are what the initial state adds to ``statics``."""

    domain: str
    objects: Callable[[Picture], str]
    statics: Callable[[Picture], str]
    fluents: Callable[[Picture, str], str]
    goal: Callable[[Picture], str]
    drawing: str = ROOM
    metric: str = ""
    walls: bool = False

    def problem(self, drawing: str | None = None, *, static_only: bool = False) -> str:
        """Return a drawing, or the encoding's own one, as PDDL."""
        text = drawing or self.drawing
        picture = Picture.of(text, walls=self.walls)
        init = self.statics(picture) + ("" if static_only else self.fluents(picture, text))
        return (
            f"(define (problem drawn) (:domain d)\n  (:objects {self.objects(picture)})\n  (:init {init})\n"
            f"  (:goal {self.goal(picture)}){self.metric})\n"
        )


def facts(form: str, rows: Sequence[tuple[str, ...]]) -> str:
    return "".join("\n    " + form.format(*row) for row in rows)


def each(form: str, names: list[str]) -> str:
    return facts(form, [(name,) for name in names])


def squares(picture: Picture) -> str:
    return " ".join(picture.floor.values())


def boxes(picture: Picture) -> list[str]:
    return [f"b{number}" for number in range(len(picture.boxes))]


def others(picture: Picture) -> list[str]:
    return [name for name in picture.floor.values() if name not in picture.goals]


COSTS = "\n  (:metric minimize (total-cost))"

TYPED = Encoding(
    dedent("""\
    (define (domain d)
      (:requirements :typing :action-costs)
      (:types thing square way - object  man box - thing)
      (:predicates (clear ?s - square) (at ?t - thing ?s - square) (home ?b - box) (aim ?s - square)
                   (plain ?s - square) (next ?from ?to - square ?w - way))
      (:functions (total-cost) - number)
      (:action walk
        :parameters (?m - man ?from ?to - square ?w - way)
        :precondition (and (at ?m ?from) (clear ?to) (next ?from ?to ?w))
        :effect (and (not (at ?m ?from)) (not (clear ?to)) (at ?m ?to) (clear ?from)))
      (:action push-away
        :parameters (?m - man ?b - box ?here ?from ?to - square ?w - way)
        :precondition (and (at ?m ?here) (at ?b ?from) (clear ?to) (next ?here ?from ?w) (next ?from ?to ?w)
                           (plain ?to))
        :effect (and (not (at ?m ?here)) (not (at ?b ?from)) (not (clear ?to)) (at ?m ?from) (at ?b ?to) (clear ?here)
                     (not (home ?b)) (increase (total-cost) 1)))
      (:action push-home
        :parameters (?m - man ?b - box ?here ?from ?to - square ?w - way)
        :precondition (and (at ?m ?here) (at ?b ?from) (clear ?to) (next ?here ?from ?w) (next ?from ?to ?w)
                           (aim ?to))
        :effect (and (not (at ?m ?here)) (not (at ?b ?from)) (not (clear ?to)) (at ?m ?from) (at ?b ?to) (clear ?here)
                     (home ?b) (increase (total-cost) 1))))
    """),
    objects=lambda p: f"{squares(p)} - square {' '.join(STEPS)} - way hero - man {' '.join(boxes(p))} - box",
    statics=lambda p: (
        facts("(next {} {} {})", p.links) + each("(aim {})", p.goals) + each("(plain {})", others(p))
        + " (= (total-cost) 0)"
    ),
    fluents=lambda p, text: (
        each("(at hero {})", p.man) + facts("(at {} {})", list(zip(boxes(p), p.boxes, strict=True)))
        + each("(clear {})", p.empty(text))
        + each("(home {})", [box for box, square in zip(boxes(p), p.boxes, strict=True) if square in p.goals])
    ),
    goal=lambda p: f"(and {each('(home {})', boxes(p))})",
    metric=COSTS,
)  # fmt: skip

UNTYPED = Encoding(
    dedent("""\
    (define (domain d)
      (:requirements :strips)
      (:predicates (location ?x) (direction ?d) (crate ?b) (goal-location ?x)
                   (robot ?l) (at ?b ?l) (adjacent ?a ?b ?d) (free ?l))
      (:action move
        :parameters (?from ?to ?d)
        :precondition (and (location ?from) (location ?to) (free ?to) (direction ?d) (robot ?from)
                           (adjacent ?from ?to ?d))
        :effect (and (robot ?to) (not (robot ?from))))
      (:action push
        :parameters (?r ?b ?f ?d ?c)
        :precondition (and (location ?r) (location ?f) (location ?b) (robot ?r) (crate ?c) (at ?c ?b) (free ?f)
                           (direction ?d) (adjacent ?r ?b ?d) (adjacent ?b ?f ?d))
        :effect (and (robot ?b) (at ?c ?f) (free ?b) (not (robot ?r)) (not (at ?c ?b)) (not (free ?f)))))
    """),
    objects=lambda p: f"{squares(p)} {' '.join(STEPS)} {' '.join(boxes(p))}",
    statics=lambda p: (
        facts("(adjacent {} {} {})", p.links) + each("(location {})", list(p.floor.values()))
        + each("(direction {})", list(STEPS)) + each("(crate {})", boxes(p)) + each("(goal-location {})", p.goals)
    ),
    fluents=lambda p, text: (
        each("(robot {})", p.man) + facts("(at {} {})", list(zip(boxes(p), p.boxes, strict=True)))
        + each("(free {})", [name for name in p.floor.values() if name not in p.boxes])
    ),
    goal=lambda p: "(forall (?b) (or (not (crate ?b)) (exists (?l) (and (goal-location ?l) (at ?b ?l)))))",
    drawing=CLOSET,
)  # fmt: skip

RENAMED = Encoding(  # no costs, other names, other orders, a constant for the man, a predicate for each direction
    dedent("""\
    (define (domain d)
      (:requirements :typing :equality)
      (:types k z)
      (:constants j - z)
      (:predicates (p1 ?a ?b - k) (p2 ?a ?b - k) (f ?a - k ?b - z) (g ?a - k) (is-z ?b - z))
      (:action a1 :parameters (?y ?x - k) :precondition (and (not (g ?y)) (p1 ?x ?y) (f ?x j))
        :effect (and (g ?y) (f ?y j) (not (g ?x)) (not (f ?x j))))
      (:action a2 :parameters (?y ?x - k) :precondition (and (p1 ?y ?x) (f ?x j) (not (g ?y)))
        :effect (and (g ?y) (f ?y j) (not (g ?x)) (not (f ?x j))))
      (:action a3 :parameters (?y ?x - k) :precondition (and (p2 ?x ?y) (f ?x j) (not (g ?y)))
        :effect (and (g ?y) (f ?y j) (not (g ?x)) (not (f ?x j))))
      (:action a4 :parameters (?y ?x - k) :precondition (and (p2 ?y ?x) (f ?x j) (not (g ?y)))
        :effect (and (g ?y) (f ?y j) (not (g ?x)) (not (f ?x j))))
      (:action b1 :parameters (?w ?y ?x - k ?v - z)
        :precondition (and (is-z ?v) (p1 ?x ?y) (p1 ?y ?w) (f ?x j) (f ?y ?v) (not (g ?w)) (not (= ?v j)))
        :effect (and (f ?y j) (not (f ?x j)) (not (f ?y ?v)) (f ?w ?v) (g ?w) (g ?y) (not (g ?x))))
      (:action b2 :parameters (?w ?y ?x - k ?v - z)
        :precondition (and (is-z ?v) (p1 ?y ?x) (p1 ?w ?y) (f ?x j) (f ?y ?v) (not (g ?w)) (not (f ?w ?v)))
        :effect (and (f ?y j) (not (f ?x j)) (not (f ?y ?v)) (f ?w ?v) (g ?w) (g ?y) (not (g ?x))))
      (:action b3 :parameters (?w ?y ?x - k ?v - z)
        :precondition (and (is-z ?v) (p2 ?x ?y) (p2 ?y ?w) (f ?x j) (f ?y ?v) (not (g ?w)))
        :effect (and (f ?y j) (not (f ?x j)) (not (f ?y ?v)) (f ?w ?v) (g ?w) (not (g ?x))))
      (:action b4 :parameters (?w ?y ?x - k ?v - z)
        :precondition (and (is-z ?v) (p2 ?y ?x) (p2 ?w ?y) (f ?x j) (f ?y ?v) (not (g ?w)))
        :effect (and (f ?y j) (not (f ?x j)) (not (f ?y ?v)) (f ?w ?v) (g ?w) (not (g ?x)))))
    """),
    objects=lambda p: f"{squares(p)} - k {' '.join(boxes(p))} - z",
    statics=lambda p: (
        facts("(p1 {} {})", [(a, b) for a, b, way in p.links if way == "down"])
        + facts("(p2 {} {})", [(a, b) for a, b, way in p.links if way == "left"]) + each("(is-z {})", boxes(p))
    ),
    fluents=lambda p, text: (
        each("(f {} j)", p.man) + facts("(f {1} {0})", list(zip(boxes(p), p.boxes, strict=True)))
        + each("(g {})", [*p.man, *p.boxes])
    ),
    goal=lambda p: f"(and {''.join(f'(exists (?b - z) (and (is-z ?b) (f {goal} ?b)))' for goal in p.goals)})",
)  # fmt: skip

ANONYMOUS = Encoding(  # boxes without names, every step costs something, goals by square
    dedent("""\
    (define (domain d)
      (:requirements :typing :action-costs :negative-preconditions)
      (:types square way)
      (:predicates (next ?w - way ?to ?from - square) (man ?s - square) (box ?s - square))
      (:functions (total-cost) - number (effort) - number)
      (:action go :parameters (?a ?b - square ?w - way)
        :precondition (and (man ?a) (not (box ?b)) (next ?w ?b ?a))
        :effect (and (not (man ?a)) (man ?b) (increase (total-cost) 1)))
      (:action shove :parameters (?w - way ?a ?b ?c - square)
        :precondition (and (man ?a) (box ?b) (not (box ?c)) (next ?w ?b ?a) (next ?w ?c ?b))
        :effect (and (not (man ?a)) (man ?b) (not (box ?b)) (box ?c) (increase (total-cost) (effort)))))
    """),
    objects=lambda p: f"{squares(p)} - square n1 n2 n3 n4 - way",
    statics=lambda p: (
        facts("(next {2} {1} {0})", [(a, b, f"n{list(STEPS).index(way) + 1}") for a, b, way in p.links])
        + " (= (total-cost) 0) (= (effort) 3)"
    ),
    fluents=lambda p, text: each("(man {})", p.man) + each("(box {})", p.boxes),
    goal=lambda p: f"(and {each('(box {})', p.goals)})",
    metric=COSTS,
)  # fmt: skip

CONDITIONAL = Encoding(  # ADL, and one push for all squares
    dedent("""\
    (define (domain d)
      (:requirements :adl)
      (:types square way man box)
      (:predicates (next ?from ?to - square ?w - way) (on ?b - box ?s - square) (standing ?m - man ?s - square)
                   (loose ?b - box) (target ?s - square))
      (:action step :parameters (?m - man ?from ?to - square ?w - way)
        :precondition (and (standing ?m ?from) (next ?from ?to ?w) (forall (?b - box) (not (on ?b ?to))))
        :effect (and (standing ?m ?to) (not (standing ?m ?from))))
      (:action push :parameters (?m - man ?b - box ?here ?from ?to - square ?w - way)
        :precondition (and (standing ?m ?here) (next ?here ?from ?w) (next ?from ?to ?w) (on ?b ?from)
                           (not (exists (?other - box) (on ?other ?to))))
        :effect (and (standing ?m ?from) (not (standing ?m ?here)) (on ?b ?to) (not (on ?b ?from))
                     (when (not (target ?to)) (loose ?b)) (when (target ?to) (not (loose ?b))))))
    """),
    objects=lambda p: f"{squares(p)} - square {' '.join(STEPS)} - way m - man {' '.join(boxes(p))} - box",
    statics=lambda p: facts("(next {} {} {})", p.links) + each("(target {})", p.goals),
    fluents=lambda p, text: (
        each("(standing m {})", p.man) + facts("(on {} {})", list(zip(boxes(p), p.boxes, strict=True)))
        + each("(loose {})", [box for box, square in zip(boxes(p), p.boxes, strict=True) if square not in p.goals])
    ),
    goal=lambda p: "(forall (?b - box) (not (loose ?b)))",
)  # fmt: skip

ENCODINGS = {
    "typed": TYPED,
    "untyped": UNTYPED,
    "renamed": RENAMED,
    "anonymous": ANONYMOUS,
    "conditional": CONDITIONAL,
}
