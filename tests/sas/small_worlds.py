"""Tasks as PDDL text: every legal state can be reached from every other one, and the goal leaves much open."""

from __future__ import annotations

import re

from tests.bundled import texts

CLASSIC_BRIEFCASE = """(define (domain briefcase) (:requirements :adl :typing) (:types place item)
  (:predicates (is-at ?p - place) (at ?i - item ?p - place) (in ?i - item))
  (:action move :parameters (?from ?to - place) :precondition (and (is-at ?from) (not (= ?from ?to)))
   :effect (and (is-at ?to) (not (is-at ?from))
     (forall (?i - item) (when (in ?i) (and (at ?i ?to) (not (at ?i ?from)))))))
  (:action put-in :parameters (?i - item ?p - place) :precondition (and (at ?i ?p) (is-at ?p) (not (in ?i)))
   :effect (in ?i))
  (:action take-out :parameters (?i - item) :precondition (in ?i) :effect (not (in ?i))))"""
CLASSIC_TASK = """(define (problem p) (:domain briefcase) (:objects a b c - place x y - item)
  (:init (is-at a) (at x b) (at y c) (in y) (at y a)) (:goal (at x c)))"""

BOXES = """(define (domain boxes) (:predicates (in ?a ?b) (out ?a))
  (:action put :parameters (?a ?b) :precondition (and (out ?a) (out ?b) (not (= ?a ?b)))
   :effect (and (in ?a ?b) (not (out ?a))))
  (:action take :parameters (?a ?b) :precondition (in ?a ?b) :effect (and (out ?a) (not (in ?a ?b)))))"""
BOXES_TASK = """(define (problem p) (:domain boxes) (:objects a b c d)
  (:init (out a) (out b) (out c) (out d)) (:goal (in a b)))"""

SLIDES = """(define (domain slides) (:requirements :typing) (:types lab slide tray)
  (:predicates (at ?x - object ?l - lab) (on ?s - slide ?t - tray) (loose ?s - slide) (busy) (idle))
  (:action lift :parameters (?t - tray) :precondition (idle) :effect (and (busy) (not (idle))))
  (:action carry :parameters (?t - tray ?l ?m - lab) :precondition (and (busy) (at ?t ?l))
   :effect (and (at ?t ?m) (not (at ?t ?l)) (idle) (not (busy))
     (forall (?s - slide) (when (on ?s ?t) (and (at ?s ?m) (not (at ?s ?l)))))))
  (:action put :parameters (?s - slide ?t - tray ?l - lab) :precondition (and (loose ?s) (at ?s ?l) (at ?t ?l))
   :effect (and (on ?s ?t) (not (loose ?s))))
  (:action take :parameters (?s - slide ?t - tray) :precondition (on ?s ?t)
   :effect (and (loose ?s) (not (on ?s ?t)))))"""
SLIDES_TASK = """(define (problem p) (:domain slides) (:objects a b - lab s1 s2 - slide t1 t2 - tray)
  (:init (at t1 a) (at t2 b) (at s1 a) (at s2 b) (loose s1) (loose s2) (idle)) (:goal (at s1 b)))"""


def with_goal(name: str, goal: str) -> tuple[str, str]:
    """Return a bundled task with another goal."""
    domain, problem = texts(name)
    return domain, re.sub(r"\(:goal.*", f"(:goal (and {goal})))", problem, flags=re.DOTALL)


WORLDS: dict[str, tuple[str, str]] = {
    "blocks, nothing asked of three": with_goal("blocks", "(on a b)"),
    "blocks, nothing asked": with_goal("blocks", "(crane-free)"),
    "depots, one crate asked for": with_goal("depots", "(stacked silk store-pallet)"),
    "depots, nothing asked": with_goal("depots", "(at cart dock)"),
    "briefcase": with_goal("briefcase", "(at key office)"),
    "classic briefcase": (CLASSIC_BRIEFCASE, CLASSIC_TASK.replace("(at y c) ", "")),
    "boxes in boxes": (BOXES, BOXES_TASK),
    "slides on trays": (SLIDES, SLIDES_TASK),
    "satellite": with_goal("satellite", "(picture moon visible) (picture earth infrared) (picture star infrared)"),
    "gripper": texts("gripper"),
    "ferry": texts("ferry"),
    "logistics": texts("logistics"),
    "transport": texts("transport"),
    "elevators": texts("elevators"),
}
