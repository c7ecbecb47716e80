; Vehicles with a limited number of slots carry packages along roads; a drive costs the road's length.
(define (domain transport)
  (:requirements :typing :action-costs)
  (:types
    place thing level - object
    vehicle package - thing)
  (:predicates
    (road ?from ?to - place)
    (at ?x - thing ?where - place)
    (in ?p - package ?v - vehicle)
    (room ?v - vehicle ?free - level)
    (one-more ?less ?more - level))
  (:functions
    (length ?from ?to - place) - number
    (total-cost) - number)

  (:action drive
    :parameters (?v - vehicle ?from ?to - place)
    :precondition (and (at ?v ?from) (road ?from ?to))
    :effect (and
      (not (at ?v ?from))
      (at ?v ?to)
      (increase (total-cost) (length ?from ?to))))

  (:action load
    :parameters (?p - package ?v - vehicle ?where - place ?less ?more - level)
    :precondition (and (at ?v ?where) (at ?p ?where) (room ?v ?more) (one-more ?less ?more))
    :effect (and
      (not (at ?p ?where))
      (in ?p ?v)
      (not (room ?v ?more))
      (room ?v ?less)
      (increase (total-cost) 1)))

  (:action unload
    :parameters (?p - package ?v - vehicle ?where - place ?less ?more - level)
    :precondition (and (at ?v ?where) (in ?p ?v) (room ?v ?less) (one-more ?less ?more))
    :effect (and
      (not (in ?p ?v))
      (at ?p ?where)
      (not (room ?v ?less))
      (room ?v ?more)
      (increase (total-cost) 1))))
