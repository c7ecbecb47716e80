; Couples hike from stage to stage, where a pitched tent must wait for them; cars bring people and tents back and forth.
(define (domain hiking)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types
    place thing couple - object
    person car tent - thing)
  (:predicates
    (trail ?from ?to - place)
    (partners ?c - couple ?a ?b - person)
    (at ?x - thing ?p - place)
    (pitched ?t - tent)
    (packed ?t - tent)
    (hiked-to ?c - couple ?p - place))

  (:action pitch
    :parameters (?a - person ?t - tent ?p - place)
    :precondition (and (at ?a ?p) (at ?t ?p) (packed ?t))
    :effect (and (not (packed ?t)) (pitched ?t)))

  (:action pack
    :parameters (?a - person ?t - tent ?p - place)
    :precondition (and (at ?a ?p) (at ?t ?p) (pitched ?t))
    :effect (and (not (pitched ?t)) (packed ?t)))

  (:action drive
    :parameters (?driver - person ?car - car ?from ?to - place)
    :precondition (and (at ?driver ?from) (at ?car ?from))
    :effect (and (not (at ?driver ?from)) (at ?driver ?to) (not (at ?car ?from)) (at ?car ?to)))

  (:action drive-together
    :parameters (?driver ?passenger - person ?car - car ?from ?to - place)
    :precondition (and (at ?driver ?from) (at ?passenger ?from) (at ?car ?from) (not (= ?driver ?passenger)))
    :effect (and
      (not (at ?driver ?from)) (at ?driver ?to)
      (not (at ?passenger ?from)) (at ?passenger ?to)
      (not (at ?car ?from)) (at ?car ?to)))

  (:action drive-tent
    :parameters (?driver - person ?t - tent ?car - car ?from ?to - place)
    :precondition (and (at ?driver ?from) (at ?t ?from) (packed ?t) (at ?car ?from))
    :effect (and
      (not (at ?driver ?from)) (at ?driver ?to)
      (not (at ?t ?from)) (at ?t ?to)
      (not (at ?car ?from)) (at ?car ?to)))

  (:action drive-tent-together
    :parameters (?driver ?passenger - person ?t - tent ?car - car ?from ?to - place)
    :precondition (and
      (at ?driver ?from) (at ?passenger ?from) (at ?t ?from) (packed ?t) (at ?car ?from)
      (not (= ?driver ?passenger)))
    :effect (and
      (not (at ?driver ?from)) (at ?driver ?to)
      (not (at ?passenger ?from)) (at ?passenger ?to)
      (not (at ?t ?from)) (at ?t ?to)
      (not (at ?car ?from)) (at ?car ?to)))

  (:action hike
    :parameters (?c - couple ?a ?b - person ?t - tent ?from ?to - place)
    :precondition (and
      (partners ?c ?a ?b) (at ?a ?from) (at ?b ?from) (hiked-to ?c ?from)
      (trail ?from ?to) (at ?t ?to) (pitched ?t))
    :effect (and
      (not (at ?a ?from)) (at ?a ?to)
      (not (at ?b ?from)) (at ?b ?to)
      (not (hiked-to ?c ?from)) (hiked-to ?c ?to))))
