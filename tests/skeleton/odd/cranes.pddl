; A yard with gantry cranes that have two arms each; containers stand on slots.
(define (domain cranes)
  (:requirements :strips :typing)
  (:types slot crane arm container)
  (:predicates
    (beside ?a ?b - slot)
    (over ?c - crane ?s - slot)
    (arm-of ?a - arm ?c - crane)
    (idle ?a - arm)
    (grips ?a - arm ?x - container)
    (stands ?x - container ?s - slot)
    (vacant ?s - slot))
  (:action roll
    :parameters (?c - crane ?from ?to - slot)
    :precondition (and (over ?c ?from) (beside ?from ?to))
    :effect (and (not (over ?c ?from)) (over ?c ?to)))
  (:action grip
    :parameters (?a - arm ?c - crane ?x - container ?s - slot)
    :precondition (and (arm-of ?a ?c) (over ?c ?s) (idle ?a) (stands ?x ?s))
    :effect (and (not (idle ?a)) (not (stands ?x ?s)) (grips ?a ?x) (vacant ?s)))
  (:action lower
    :parameters (?a - arm ?c - crane ?x - container ?s - slot)
    :precondition (and (arm-of ?a ?c) (over ?c ?s) (grips ?a ?x) (vacant ?s))
    :effect (and (idle ?a) (stands ?x ?s) (not (grips ?a ?x)) (not (vacant ?s)))))
