; Trucks need drivers; drivers walk on footpaths, trucks go by road.
(define (domain driverlog)
  (:requirements :strips :typing)
  (:types
    spot locatable - object
    driver truck goods - locatable)
  (:predicates
    (road ?from ?to - spot)
    (footpath ?from ?to - spot)
    (at ?x - locatable ?s - spot)
    (loaded ?g - goods ?t - truck)
    (steers ?d - driver ?t - truck)
    (idle ?t - truck))

  (:action walk
    :parameters (?d - driver ?from ?to - spot)
    :precondition (and (at ?d ?from) (footpath ?from ?to))
    :effect (and (not (at ?d ?from)) (at ?d ?to)))

  (:action get-in
    :parameters (?d - driver ?t - truck ?s - spot)
    :precondition (and (at ?d ?s) (at ?t ?s) (idle ?t))
    :effect (and (not (at ?d ?s)) (not (idle ?t)) (steers ?d ?t)))

  (:action get-out
    :parameters (?d - driver ?t - truck ?s - spot)
    :precondition (and (steers ?d ?t) (at ?t ?s))
    :effect (and (not (steers ?d ?t)) (at ?d ?s) (idle ?t)))

  (:action drive
    :parameters (?t - truck ?d - driver ?from ?to - spot)
    :precondition (and (at ?t ?from) (steers ?d ?t) (road ?from ?to))
    :effect (and (not (at ?t ?from)) (at ?t ?to)))

  (:action load
    :parameters (?g - goods ?t - truck ?s - spot)
    :precondition (and (at ?g ?s) (at ?t ?s))
    :effect (and (not (at ?g ?s)) (loaded ?g ?t)))

  (:action unload
    :parameters (?g - goods ?t - truck ?s - spot)
    :precondition (and (loaded ?g ?t) (at ?t ?s))
    :effect (and (not (loaded ?g ?t)) (at ?g ?s))))
