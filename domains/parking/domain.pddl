; Cars stand at kerbs, and a second row stands behind them; who is blocked has to wait.
(define (domain parking)
  (:requirements :strips :typing :equality :negative-preconditions)
  (:types car kerb)
  (:predicates
    (parked ?c - car ?k - kerb)
    (behind ?c ?front - car)
    (first-row ?c - car)
    (vacant ?k - kerb)
    (unblocked ?c - car))

  (:action change-kerb
    :parameters (?c - car ?from ?to - kerb)
    :precondition (and (parked ?c ?from) (unblocked ?c) (vacant ?to))
    :effect (and
      (not (parked ?c ?from)) (not (vacant ?to))
      (parked ?c ?to) (vacant ?from)))

  (:action fall-in
    :parameters (?c ?front - car ?from - kerb)
    :precondition (and (parked ?c ?from) (unblocked ?c) (first-row ?c) (unblocked ?front) (first-row ?front)
      (not (= ?c ?front)))
    :effect (and
      (not (parked ?c ?from)) (not (first-row ?c)) (not (unblocked ?front))
      (behind ?c ?front) (vacant ?from)))

  (:action pull-out
    :parameters (?c ?front - car ?to - kerb)
    :precondition (and (behind ?c ?front) (unblocked ?c) (vacant ?to))
    :effect (and
      (not (behind ?c ?front)) (not (vacant ?to))
      (parked ?c ?to) (first-row ?c) (unblocked ?front)))

  (:action change-front
    :parameters (?c ?from ?to - car)
    :precondition (and (behind ?c ?from) (unblocked ?c) (unblocked ?to) (first-row ?to))
    :effect (and
      (not (behind ?c ?from)) (not (unblocked ?to))
      (behind ?c ?to) (unblocked ?from))))
