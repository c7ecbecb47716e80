; Hoists creep through narrow halls and put the crates of a container into a depot, spot by spot.
(define (domain storage)
  (:requirements :strips :typing)
  (:types
    spot building thing - object
    hoist crate - thing)
  (:predicates
    (beside ?a ?b - spot)
    (belongs ?s - spot ?b - building)
    (at ?x - thing ?s - spot)
    (free ?s - spot)
    (hangs ?c - crate ?h - hoist)
    (idle ?h - hoist)
    (inside ?c - crate ?b - building))

  (:action move
    :parameters (?h - hoist ?from ?to - spot)
    :precondition (and (at ?h ?from) (beside ?from ?to) (free ?to))
    :effect (and (not (at ?h ?from)) (at ?h ?to) (not (free ?to)) (free ?from)))

  (:action lift
    :parameters (?h - hoist ?c - crate ?here ?there - spot ?b - building)
    :precondition (and (at ?h ?here) (beside ?here ?there) (at ?c ?there) (idle ?h) (belongs ?there ?b) (inside ?c ?b))
    :effect (and
      (not (at ?c ?there)) (not (inside ?c ?b)) (not (idle ?h))
      (hangs ?c ?h) (free ?there)))

  (:action drop
    :parameters (?h - hoist ?c - crate ?here ?there - spot ?b - building)
    :precondition (and (at ?h ?here) (beside ?here ?there) (free ?there) (hangs ?c ?h) (belongs ?there ?b))
    :effect (and
      (not (hangs ?c ?h)) (not (free ?there))
      (at ?c ?there) (inside ?c ?b) (idle ?h))))
