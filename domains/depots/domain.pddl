; Hoists stack crates on pallets and on each other; trucks carry them between places.
(define (domain depots)
  (:requirements :strips :typing)
  (:types
    place thing - object
    truck hoist surface - thing
    pallet crate - surface)
  (:predicates
    (at ?x - thing ?p - place)
    (stacked ?c - crate ?s - surface)
    (in ?c - crate ?t - truck)
    (hangs ?c - crate ?h - hoist)
    (ready ?h - hoist)
    (bare ?s - surface))

  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (at ?t ?from)
    :effect (and (not (at ?t ?from)) (at ?t ?to)))

  (:action hoist-up
    :parameters (?h - hoist ?c - crate ?s - surface ?p - place)
    :precondition (and (at ?h ?p) (ready ?h) (at ?c ?p) (stacked ?c ?s) (bare ?c))
    :effect (and
      (hangs ?c ?h) (bare ?s)
      (not (ready ?h)) (not (at ?c ?p)) (not (stacked ?c ?s)) (not (bare ?c))))

  (:action set-down
    :parameters (?h - hoist ?c - crate ?s - surface ?p - place)
    :precondition (and (at ?h ?p) (hangs ?c ?h) (at ?s ?p) (bare ?s))
    :effect (and
      (ready ?h) (at ?c ?p) (stacked ?c ?s) (bare ?c)
      (not (hangs ?c ?h)) (not (bare ?s))))

  (:action load
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place)
    :precondition (and (at ?h ?p) (at ?t ?p) (hangs ?c ?h))
    :effect (and (in ?c ?t) (ready ?h) (not (hangs ?c ?h))))

  (:action unload
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place)
    :precondition (and (at ?h ?p) (at ?t ?p) (ready ?h) (in ?c ?t))
    :effect (and (hangs ?c ?h) (not (in ?c ?t)) (not (ready ?h)))))
