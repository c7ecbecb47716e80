; Satellites turn, switch one instrument on, calibrate it on its target and take pictures.
(define (domain satellite)
  (:requirements :strips :typing :negative-preconditions)
  (:types satellite instrument mode direction)
  (:predicates
    (carries ?s - satellite ?i - instrument)
    (supports ?i - instrument ?m - mode)
    (calibrates-on ?i - instrument ?d - direction)
    (points ?s - satellite ?d - direction)
    (power-left ?s - satellite)
    (on ?i - instrument)
    (calibrated ?i - instrument)
    (picture ?d - direction ?m - mode))

  (:action turn
    :parameters (?s - satellite ?from ?to - direction)
    :precondition (and (points ?s ?from) (not (points ?s ?to)))
    :effect (and (points ?s ?to) (not (points ?s ?from))))

  (:action switch-on
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (carries ?s ?i) (power-left ?s))
    :effect (and (on ?i) (not (calibrated ?i)) (not (power-left ?s))))

  (:action switch-off
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (carries ?s ?i) (on ?i))
    :effect (and (not (on ?i)) (power-left ?s)))

  (:action calibrate
    :parameters (?s - satellite ?i - instrument ?d - direction)
    :precondition (and (carries ?s ?i) (on ?i) (calibrates-on ?i ?d) (points ?s ?d))
    :effect (calibrated ?i))

  (:action take-picture
    :parameters (?s - satellite ?i - instrument ?d - direction ?m - mode)
    :precondition (and (carries ?s ?i) (on ?i) (calibrated ?i) (supports ?i ?m) (points ?s ?d))
    :effect (picture ?d ?m)))
