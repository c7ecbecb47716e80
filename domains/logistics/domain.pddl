; Trucks inside cities, aeroplanes between their airports.
(define (domain logistics)
  (:requirements :strips :typing)
  (:types
    city place movable - object
    airport - place
    carrier parcel - movable
    truck aeroplane - carrier)
  (:predicates
    (located ?p - place ?c - city)
    (at ?m - movable ?p - place)
    (aboard ?x - parcel ?c - carrier))

  (:action drive
    :parameters (?t - truck ?from ?to - place ?c - city)
    :precondition (and (at ?t ?from) (located ?from ?c) (located ?to ?c))
    :effect (and (not (at ?t ?from)) (at ?t ?to)))

  (:action fly
    :parameters (?a - aeroplane ?from ?to - airport)
    :precondition (at ?a ?from)
    :effect (and (not (at ?a ?from)) (at ?a ?to)))

  (:action put-aboard
    :parameters (?x - parcel ?c - carrier ?p - place)
    :precondition (and (at ?x ?p) (at ?c ?p))
    :effect (and (not (at ?x ?p)) (aboard ?x ?c)))

  (:action take-off-board
    :parameters (?x - parcel ?c - carrier ?p - place)
    :precondition (and (aboard ?x ?c) (at ?c ?p))
    :effect (and (not (aboard ?x ?c)) (at ?x ?p))))
