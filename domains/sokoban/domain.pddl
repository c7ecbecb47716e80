; A man pushes boxes to targets; walking is free, each push costs one.
(define (domain sokoban)
  (:requirements :typing :action-costs)
  (:types
    square direction thing - object
    man box - thing)
  (:predicates
    (next ?from ?to - square ?d - direction)
    (target ?s - square)
    (plain ?s - square)
    (at ?x - thing ?s - square)
    (clear ?s - square)
    (stored ?b - box))
  (:functions (total-cost) - number)

  (:action walk
    :parameters (?m - man ?from ?to - square ?d - direction)
    :precondition (and (at ?m ?from) (clear ?to) (next ?from ?to ?d))
    :effect (and (not (at ?m ?from)) (not (clear ?to)) (at ?m ?to) (clear ?from)))

  (:action push-to-plain
    :parameters (?m - man ?b - box ?behind ?from ?to - square ?d - direction)
    :precondition (and
      (at ?m ?behind) (at ?b ?from) (clear ?to)
      (next ?behind ?from ?d) (next ?from ?to ?d) (plain ?to))
    :effect (and
      (not (at ?m ?behind)) (not (at ?b ?from)) (not (clear ?to))
      (at ?m ?from) (at ?b ?to) (clear ?behind)
      (not (stored ?b))
      (increase (total-cost) 1)))

  (:action push-to-target
    :parameters (?m - man ?b - box ?behind ?from ?to - square ?d - direction)
    :precondition (and
      (at ?m ?behind) (at ?b ?from) (clear ?to)
      (next ?behind ?from ?d) (next ?from ?to ?d) (target ?to))
    :effect (and
      (not (at ?m ?behind)) (not (at ?b ?from)) (not (clear ?to))
      (at ?m ?from) (at ?b ?to) (clear ?behind)
      (stored ?b)
      (increase (total-cost) 1))))
