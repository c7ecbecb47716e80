; A ferry that takes one car at a time.
(define (domain ferry)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types port car)
  (:predicates
    (ferry-at ?p - port)
    (parked ?c - car ?p - port)
    (carries ?c - car)
    (deck-free))

  (:action sail
    :parameters (?from ?to - port)
    :precondition (and (ferry-at ?from) (not (= ?from ?to)))
    :effect (and (ferry-at ?to) (not (ferry-at ?from))))

  (:action embark
    :parameters (?c - car ?p - port)
    :precondition (and (parked ?c ?p) (ferry-at ?p) (deck-free))
    :effect (and (carries ?c) (not (parked ?c ?p)) (not (deck-free))))

  (:action debark
    :parameters (?c - car ?p - port)
    :precondition (and (carries ?c) (ferry-at ?p))
    :effect (and (parked ?c ?p) (deck-free) (not (carries ?c)))))
