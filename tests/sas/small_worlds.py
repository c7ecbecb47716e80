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

OCCUPIED = """(define (domain occupied) (:requirements :adl) (:types robot cell)
  (:predicates (at ?r - robot ?c - cell) (occupied ?c - cell) (next ?a ?b - cell))
  (:action move :parameters (?r - robot ?a ?b - cell) :precondition (and (at ?r ?a) (next ?a ?b) (not (occupied ?b)))
   :effect (and (not (at ?r ?a)) (at ?r ?b) (not (occupied ?a)) (occupied ?b))))"""
CELLS_TASK = """(define (problem p) (:domain occupied) (:objects x y - robot a b c d - cell)
  (:init (at x a) (at y b) (occupied a) (occupied b) (next a b) (next b c) (next c d) (next d a) (next b a))
  (:goal (at x c)))"""
NOBODY_THERE = OCCUPIED.replace("(not (occupied ?b))", "(not (exists (?o - robot) (at ?o ?b)))").replace(
    "(not (occupied ?a)) (occupied ?b)", ""
)

ONE_IN_HAND = """(define (domain hand) (:requirements :adl) (:types ball room)
  (:predicates (here ?r - room) (at ?b - ball ?r - room) (held ?b - ball))
  (:action go :parameters (?a ?b - room) :precondition (here ?a) :effect (and (not (here ?a)) (here ?b)))
  (:action pick :parameters (?b - ball ?r - room)
   :precondition (and (here ?r) (at ?b ?r) (not (exists (?o - ball) (held ?o))))
   :effect (and (not (at ?b ?r)) (held ?b)))
  (:action drop :parameters (?b - ball ?r - room) :precondition (and (here ?r) (held ?b))
   :effect (and (at ?b ?r) (not (held ?b)))))"""
ONE_IN_HAND_TASK = """(define (problem p) (:domain hand) (:objects x y z - ball a b c - room)
  (:init (here a) (at x a) (at y b) (at z c)) (:goal (and (at x c) (at y c))))"""

TWO_IN_HANDS = ONE_IN_HAND.replace(
    "(not (exists (?o - ball) (held ?o)))",
    "(forall (?o ?p - ball) (or (not (held ?o)) (not (held ?p)) (= ?o ?p)))",
)
"""No group says that at most two balls are held."""

PUT_ELSEWHERE = """(define (domain elsewhere) (:requirements :adl) (:types box room)
  (:predicates (at ?b - box ?r - room) (light ?b - box))
  (:action put :parameters (?b - box ?r - room) :precondition (light ?b)
   :effect (and (forall (?o - room) (when (and (at ?b ?o) (not (= ?o ?r))) (not (at ?b ?o)))) (at ?b ?r))))"""
PUT_ELSEWHERE_TASK = """(define (problem p) (:domain elsewhere) (:objects x y - box a b c - room)
  (:init (light x) (light y) (at x a) (at y b)) (:goal (at x c)))"""

IN_NO_BAG_YET = """(define (domain bags) (:requirements :adl) (:types bag place item)
  (:predicates (is-at ?b - bag ?p - place) (at ?i - item ?p - place) (in ?i - item ?b - bag) (open ?b - bag))
  (:action move :parameters (?b - bag ?from ?to - place) :precondition (and (is-at ?b ?from) (not (open ?b)))
   :effect (and (not (is-at ?b ?from)) (is-at ?b ?to)
     (forall (?i - item) (when (in ?i ?b) (and (not (at ?i ?from)) (at ?i ?to))))))
  (:action put :parameters (?i - item ?b - bag ?p - place)
   :precondition (and (is-at ?b ?p) (at ?i ?p) (open ?b) (not (exists (?x - bag) (in ?i ?x)))) :effect (in ?i ?b))
  (:action take :parameters (?i - item ?b - bag) :precondition (and (in ?i ?b) (open ?b)) :effect (not (in ?i ?b)))
  (:action toggle :parameters (?b - bag) :precondition ()
   :effect (and (when (open ?b) (not (open ?b))) (when (not (open ?b)) (open ?b)))))"""
IN_NO_BAG_YET_TASK = """(define (problem p) (:domain bags) (:objects l m - bag a b c - place i j - item)
  (:init (is-at l a) (is-at m b) (at i a) (at j c) (open l)) (:goal (and (at i c) (not (open l)))))"""

SHUT_CASE = """(define (domain case) (:requirements :adl) (:types place item)
  (:predicates (is-at ?p - place) (at ?i - item ?p - place) (in ?i - item) (out ?i - item) (open) (closed))
  (:action move :parameters (?from ?to - place) :precondition (and (is-at ?from) (closed))
   :effect (and (not (is-at ?from)) (is-at ?to)
     (forall (?i - item) (when (in ?i) (and (not (at ?i ?from)) (at ?i ?to))))))
  (:action put :parameters (?i - item) :precondition (and (out ?i) (open)) :effect (and (in ?i) (not (out ?i))))
  (:action take :parameters (?i - item) :precondition (and (in ?i) (open)) :effect (and (out ?i) (not (in ?i))))
  (:action bring :parameters (?i - item ?p ?q - place) :precondition (and (at ?i ?p) (open))
   :effect (and (at ?i ?q) (not (at ?i ?p))))
  (:action close :parameters (?p - place)
   :precondition (and (open) (is-at ?p) (forall (?i - item) (or (out ?i) (at ?i ?p))))
   :effect (and (closed) (not (open))))
  (:action unlock :parameters () :precondition (closed) :effect (and (open) (not (closed)))))"""
SHUT_CASE_TASK = """(define (problem p) (:domain case) (:objects a b c - place i j - item)
  (:init (is-at a) (at i a) (at j c) (in i) (out j) (closed))
  (:goal (and (is-at c) (closed) (not (at i c)) (not (at j c)))))"""


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
    "robots on occupied cells": (OCCUPIED, CELLS_TASK),
    "robots where nobody is": (NOBODY_THERE, re.sub(r"\(occupied .\) ", "", CELLS_TASK)),
    "one ball in the hand": (ONE_IN_HAND, ONE_IN_HAND_TASK),
    "boxes put elsewhere": (PUT_ELSEWHERE, PUT_ELSEWHERE_TASK),
    "a case that is shut": (SHUT_CASE, SHUT_CASE_TASK),
    "items in no bag yet": (IN_NO_BAG_YET, IN_NO_BAG_YET_TASK),
}
