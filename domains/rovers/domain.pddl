; Rovers on a strange planet dig, take pictures, and report to a lander that they can see.
(define (domain rovers)
  (:requirements :strips :typing)
  (:types
    place machine material camera mode objective - object
    rover lander - machine)
  (:predicates
    (path ?r - rover ?from ?to - place)
    (in-sight ?a ?b - place)
    (visible ?o - objective ?p - place)
    (analyses ?r - rover ?m - material)
    (mounted ?c - camera ?r - rover)
    (supports ?c - camera ?m - mode)
    (calibrates-on ?c - camera ?o - objective)
    (at ?x - machine ?p - place)
    (deposit ?m - material ?p - place)
    (bin-empty ?r - rover)
    (bin-full ?r - rover)
    (calibrated ?c - camera)
    (has-analysis ?r - rover ?m - material ?p - place)
    (has-picture ?r - rover ?o - objective ?m - mode)
    (reported ?m - material ?p - place)
    (shown ?o - objective ?m - mode))

  (:action drive
    :parameters (?r - rover ?from ?to - place)
    :precondition (and (at ?r ?from) (path ?r ?from ?to))
    :effect (and (not (at ?r ?from)) (at ?r ?to)))

  (:action dig
    :parameters (?r - rover ?m - material ?p - place)
    :precondition (and (at ?r ?p) (deposit ?m ?p) (analyses ?r ?m) (bin-empty ?r))
    :effect (and
      (not (bin-empty ?r)) (not (deposit ?m ?p))
      (bin-full ?r) (has-analysis ?r ?m ?p)))

  (:action empty-bin
    :parameters (?r - rover)
    :precondition (bin-full ?r)
    :effect (and (not (bin-full ?r)) (bin-empty ?r)))

  (:action calibrate
    :parameters (?r - rover ?c - camera ?o - objective ?p - place)
    :precondition (and (at ?r ?p) (mounted ?c ?r) (calibrates-on ?c ?o) (visible ?o ?p))
    :effect (calibrated ?c))

  (:action take-picture
    :parameters (?r - rover ?c - camera ?o - objective ?m - mode ?p - place)
    :precondition (and (at ?r ?p) (mounted ?c ?r) (calibrated ?c) (supports ?c ?m) (visible ?o ?p))
    :effect (and (not (calibrated ?c)) (has-picture ?r ?o ?m)))

  (:action report
    :parameters (?r - rover ?l - lander ?m - material ?p ?here ?there - place)
    :precondition (and (at ?r ?here) (at ?l ?there) (in-sight ?here ?there) (has-analysis ?r ?m ?p))
    :effect (reported ?m ?p))

  (:action show
    :parameters (?r - rover ?l - lander ?o - objective ?m - mode ?here ?there - place)
    :precondition (and (at ?r ?here) (at ?l ?there) (in-sight ?here ?there) (has-picture ?r ?o ?m))
    :effect (shown ?o ?m)))
