; Trucks are loaded through one door, so what is near the door is in the way; every drive takes an hour of the day.
(define (domain trucks)
  (:requirements :typing :adl)
  (:types
    place thing bay hour - object
    truck parcel - thing)
  (:predicates
    (road ?from ?to - place)
    (nearer ?a ?b - bay)
    (next-hour ?h ?later - hour)
    (now ?h - hour)
    (at ?x - thing ?p - place)
    (free ?b - bay ?t - truck)
    (in ?p - parcel ?t - truck ?b - bay)
    (delivered ?p - parcel ?where - place))

  (:action drive
    :parameters (?t - truck ?from ?to - place ?h ?later - hour)
    :precondition (and (at ?t ?from) (road ?from ?to) (now ?h) (next-hour ?h ?later))
    :effect (and (not (at ?t ?from)) (at ?t ?to) (not (now ?h)) (now ?later)))

  (:action load
    :parameters (?p - parcel ?t - truck ?b - bay ?where - place)
    :precondition (and
      (at ?t ?where) (at ?p ?where) (free ?b ?t)
      (forall (?front - bay) (imply (nearer ?front ?b) (free ?front ?t))))
    :effect (and (not (at ?p ?where)) (not (free ?b ?t)) (in ?p ?t ?b)))

  (:action unload
    :parameters (?p - parcel ?t - truck ?b - bay ?where - place)
    :precondition (and
      (at ?t ?where) (in ?p ?t ?b)
      (forall (?front - bay) (imply (nearer ?front ?b) (free ?front ?t))))
    :effect (and (not (in ?p ?t ?b)) (free ?b ?t) (at ?p ?where)))

  (:action hand-over
    :parameters (?p - parcel ?where - place)
    :precondition (at ?p ?where)
    :effect (and (not (at ?p ?where)) (delivered ?p ?where))))
