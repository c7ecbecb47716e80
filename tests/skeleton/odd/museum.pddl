; Guards carry exhibits between halls; a display case opens with its key.
(define (domain museum)
  (:requirements :strips :typing)
  (:types hall guard exhibit key case)
  (:predicates
    (door ?a ?b - hall)
    (stands-in ?c - case ?h - hall)
    (fits ?k - key ?c - case)
    (in ?g - guard ?h - hall)
    (has ?g - guard ?k - key)
    (hangs-in ?k - key ?h - hall)
    (locked ?c - case)
    (unlocked ?c - case)
    (empty-handed ?g - guard)
    (carries ?g - guard ?e - exhibit)
    (shown ?e - exhibit ?c - case)
    (bare ?c - case))
  (:action walk
    :parameters (?g - guard ?from ?to - hall)
    :precondition (and (in ?g ?from) (door ?from ?to))
    :effect (and (not (in ?g ?from)) (in ?g ?to)))
  (:action take-key
    :parameters (?g - guard ?k - key ?h - hall)
    :precondition (and (in ?g ?h) (hangs-in ?k ?h))
    :effect (and (not (hangs-in ?k ?h)) (has ?g ?k)))
  (:action hang-up-key
    :parameters (?g - guard ?k - key ?h - hall)
    :precondition (and (in ?g ?h) (has ?g ?k))
    :effect (and (not (has ?g ?k)) (hangs-in ?k ?h)))
  (:action unlock
    :parameters (?g - guard ?k - key ?c - case ?h - hall)
    :precondition (and (in ?g ?h) (stands-in ?c ?h) (has ?g ?k) (fits ?k ?c) (locked ?c))
    :effect (and (not (locked ?c)) (unlocked ?c)))
  (:action lock
    :parameters (?g - guard ?k - key ?c - case ?h - hall)
    :precondition (and (in ?g ?h) (stands-in ?c ?h) (has ?g ?k) (fits ?k ?c) (unlocked ?c))
    :effect (and (not (unlocked ?c)) (locked ?c)))
  (:action take-out
    :parameters (?g - guard ?e - exhibit ?c - case ?h - hall)
    :precondition (and (in ?g ?h) (stands-in ?c ?h) (unlocked ?c) (shown ?e ?c) (empty-handed ?g))
    :effect (and (not (shown ?e ?c)) (bare ?c) (not (empty-handed ?g)) (carries ?g ?e)))
  (:action put-in
    :parameters (?g - guard ?e - exhibit ?c - case ?h - hall)
    :precondition (and (in ?g ?h) (stands-in ?c ?h) (unlocked ?c) (bare ?c) (carries ?g ?e))
    :effect (and (not (carries ?g ?e)) (empty-handed ?g) (not (bare ?c)) (shown ?e ?c))))
