; One tank of fuel and no filling station: each road burns its demand, counted by a table of sums.
(define (domain nomystery)
  (:requirements :strips :typing)
  (:types
    town body amount - object
    truck parcel - body)
  (:predicates
    (at ?b - body ?t - town)
    (in ?p - parcel ?t - truck)
    (demand ?from ?to - town ?burnt - amount)
    (sum ?rest ?burnt ?before - amount)
    (tank ?t - truck ?a - amount))

  (:action drive
    :parameters (?t - truck ?from ?to - town ?rest ?burnt ?before - amount)
    :precondition (and
      (at ?t ?from) (tank ?t ?before)
      (demand ?from ?to ?burnt) (sum ?rest ?burnt ?before))
    :effect (and (not (at ?t ?from)) (at ?t ?to) (not (tank ?t ?before)) (tank ?t ?rest)))

  (:action load
    :parameters (?p - parcel ?t - truck ?where - town)
    :precondition (and (at ?p ?where) (at ?t ?where))
    :effect (and (not (at ?p ?where)) (in ?p ?t)))

  (:action unload
    :parameters (?p - parcel ?t - truck ?where - town)
    :precondition (and (in ?p ?t) (at ?t ?where))
    :effect (and (not (in ?p ?t)) (at ?p ?where))))
