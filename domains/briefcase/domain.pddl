; What is in the bag goes where the bag goes.
(define (domain briefcase)
  (:requirements :strips :typing :negative-preconditions :equality :conditional-effects :universal-preconditions)
  (:types
    place portable - object
    bag item - portable)
  (:predicates
    (at ?x - portable ?p - place)
    (packed ?i - item ?b - bag)
    (loose ?i - item))

  (:action carry
    :parameters (?b - bag ?from ?to - place)
    :precondition (and (at ?b ?from) (not (= ?from ?to)))
    :effect (and
      (at ?b ?to)
      (not (at ?b ?from))
      (forall (?i - item)
        (when (packed ?i ?b)
          (and (at ?i ?to) (not (at ?i ?from)))))))

  (:action pack
    :parameters (?i - item ?b - bag ?p - place)
    :precondition (and (at ?i ?p) (at ?b ?p) (loose ?i))
    :effect (and (packed ?i ?b) (not (loose ?i))))

  (:action unpack
    :parameters (?i - item ?b - bag)
    :precondition (packed ?i ?b)
    :effect (and (loose ?i) (not (packed ?i ?b)))))
