; Sliding tiles: the one next to the gap moves into it.
(define (domain npuzzle)
  (:requirements :strips :typing)
  (:types cell tile)
  (:predicates
    (adjacent ?a ?b - cell)
    (at ?t - tile ?c - cell)
    (gap ?c - cell))

  (:action slide
    :parameters (?t - tile ?from ?to - cell)
    :precondition (and (at ?t ?from) (adjacent ?from ?to) (gap ?to))
    :effect (and (not (at ?t ?from)) (at ?t ?to) (not (gap ?to)) (gap ?from))))
