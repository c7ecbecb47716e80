; Robots paint a floor, only straight ahead and straight behind, and never step on wet paint.
(define (domain floortile)
  (:requirements :strips :typing)
  (:types tile direction robot colour)
  (:predicates
    (next ?from ?to - tile ?d - direction)
    (paintable ?d - direction)
    (available ?c - colour)
    (at ?r - robot ?t - tile)
    (loaded ?r - robot ?c - colour)
    (clear ?t - tile)
    (painted ?t - tile ?c - colour))

  (:action roll
    :parameters (?r - robot ?from ?to - tile ?d - direction)
    :precondition (and (at ?r ?from) (next ?from ?to ?d) (clear ?to))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (not (clear ?to)) (clear ?from)))

  (:action change-colour
    :parameters (?r - robot ?old ?new - colour)
    :precondition (and (loaded ?r ?old) (available ?new))
    :effect (and (not (loaded ?r ?old)) (loaded ?r ?new)))

  (:action paint
    :parameters (?r - robot ?here ?there - tile ?d - direction ?c - colour)
    :precondition (and (at ?r ?here) (next ?here ?there ?d) (paintable ?d) (clear ?there) (loaded ?r ?c))
    :effect (and (not (clear ?there)) (painted ?there ?c))))
