; A robot with hands carries balls from room to room. Without types: unary predicates play their part.
(define (domain gripper)
  (:requirements :strips)
  (:predicates
    (room ?r) (ball ?b) (hand ?h)
    (robot-in ?r)
    (lies-in ?b ?r)
    (empty ?h)
    (holds ?h ?b))

  (:action go
    :parameters (?from ?to)
    :precondition (and (room ?from) (room ?to) (robot-in ?from))
    :effect (and (robot-in ?to) (not (robot-in ?from))))

  (:action grasp
    :parameters (?b ?r ?h)
    :precondition (and (ball ?b) (room ?r) (hand ?h) (lies-in ?b ?r) (robot-in ?r) (empty ?h))
    :effect (and (holds ?h ?b) (not (lies-in ?b ?r)) (not (empty ?h))))

  (:action release
    :parameters (?b ?r ?h)
    :precondition (and (ball ?b) (room ?r) (hand ?h) (holds ?h ?b) (robot-in ?r))
    :effect (and (lies-in ?b ?r) (empty ?h) (not (holds ?h ?b)))))
