; Walk until every cell that matters has been seen.
(define (domain visitall)
  (:requirements :strips :typing)
  (:types cell)
  (:predicates
    (adjacent ?from ?to - cell)
    (here ?c - cell)
    (seen ?c - cell))

  (:action step
    :parameters (?from ?to - cell)
    :precondition (and (here ?from) (adjacent ?from ?to))
    :effect (and (not (here ?from)) (here ?to) (seen ?to))))
