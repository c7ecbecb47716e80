; A man walks to a gate, and never back; the spanners that he picks up on his way last for one nut each.
(define (domain spanner)
  (:requirements :strips :typing)
  (:types
    place thing - object
    man spanner nut - thing)
  (:predicates
    (path ?from ?to - place)
    (at ?x - thing ?p - place)
    (carries ?m - man ?s - spanner)
    (usable ?s - spanner)
    (loose ?n - nut)
    (tight ?n - nut))

  (:action walk
    :parameters (?m - man ?from ?to - place)
    :precondition (and (at ?m ?from) (path ?from ?to))
    :effect (and (not (at ?m ?from)) (at ?m ?to)))

  (:action pick-up
    :parameters (?m - man ?s - spanner ?p - place)
    :precondition (and (at ?m ?p) (at ?s ?p))
    :effect (and (not (at ?s ?p)) (carries ?m ?s)))

  (:action tighten
    :parameters (?m - man ?s - spanner ?n - nut ?p - place)
    :precondition (and (at ?m ?p) (at ?n ?p) (carries ?m ?s) (usable ?s) (loose ?n))
    :effect (and (not (loose ?n)) (tight ?n) (not (usable ?s)))))
