; A man in a row of squares pushes boxes.
(define (domain pushes)
  (:requirements :strips :typing)
  (:types square box)
  (:predicates (next-to ?a ?b - square) (man ?a - square) (stands ?x - box ?a - square) (free ?a - square))
  (:action push
    :parameters (?x - box ?a ?b ?c - square)
    :precondition (and (man ?a) (stands ?x ?b) (free ?c) (next-to ?a ?b) (next-to ?b ?c))
    :effect (and (not (man ?a)) (man ?b) (not (stands ?x ?b)) (stands ?x ?c) (free ?a) (not (free ?c)))))
