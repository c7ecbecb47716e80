; Planes with levels of fuel bring people from town to town: slowly for one level of fuel, fast for two.
(define (domain zenotravel)
  (:requirements :strips :typing)
  (:types
    town mover level - object
    plane traveller - mover)
  (:predicates
    (at ?m - mover ?t - town)
    (seated ?x - traveller ?p - plane)
    (tank ?p - plane ?l - level)
    (one-more ?less ?more - level))

  (:action board
    :parameters (?x - traveller ?p - plane ?t - town)
    :precondition (and (at ?x ?t) (at ?p ?t))
    :effect (and (not (at ?x ?t)) (seated ?x ?p)))

  (:action leave
    :parameters (?x - traveller ?p - plane ?t - town)
    :precondition (and (seated ?x ?p) (at ?p ?t))
    :effect (and (not (seated ?x ?p)) (at ?x ?t)))

  (:action fly
    :parameters (?p - plane ?from ?to - town ?before ?after - level)
    :precondition (and (at ?p ?from) (tank ?p ?before) (one-more ?after ?before))
    :effect (and (not (at ?p ?from)) (at ?p ?to) (not (tank ?p ?before)) (tank ?p ?after)))

  (:action fly-fast
    :parameters (?p - plane ?from ?to - town ?before ?between ?after - level)
    :precondition (and (at ?p ?from) (tank ?p ?before) (one-more ?between ?before) (one-more ?after ?between))
    :effect (and (not (at ?p ?from)) (at ?p ?to) (not (tank ?p ?before)) (tank ?p ?after)))

  (:action refuel
    :parameters (?p - plane ?t - town ?before ?after - level)
    :precondition (and (at ?p ?t) (tank ?p ?before) (one-more ?before ?after))
    :effect (and (not (tank ?p ?before)) (tank ?p ?after))))
