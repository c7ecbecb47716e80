; Blocks on a table and a crane that holds one of them.
(define (domain blocks)
  (:requirements :strips)
  (:predicates
    (on ?upper ?lower)
    (on-table ?b)
    (top ?b)
    (crane-free)
    (crane-holds ?b))

  (:action lift
    :parameters (?b)
    :precondition (and (on-table ?b) (top ?b) (crane-free))
    :effect (and (crane-holds ?b) (not (on-table ?b)) (not (top ?b)) (not (crane-free))))

  (:action lower
    :parameters (?b)
    :precondition (crane-holds ?b)
    :effect (and (on-table ?b) (top ?b) (crane-free) (not (crane-holds ?b))))

  (:action take
    :parameters (?upper ?lower)
    :precondition (and (on ?upper ?lower) (top ?upper) (crane-free))
    :effect (and
      (crane-holds ?upper) (top ?lower)
      (not (on ?upper ?lower)) (not (top ?upper)) (not (crane-free))))

  (:action set-on
    :parameters (?upper ?lower)
    :precondition (and (crane-holds ?upper) (top ?lower))
    :effect (and
      (on ?upper ?lower) (top ?upper) (crane-free)
      (not (crane-holds ?upper)) (not (top ?lower)))))
