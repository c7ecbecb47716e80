; A robot with one arm opens locked rooms with keys of the right shape.
(define (domain grid)
  (:requirements :strips :typing)
  (:types room key shape)
  (:predicates
    (door ?from ?to - room)
    (lock-shape ?r - room ?s - shape)
    (key-shape ?k - key ?s - shape)
    (robot ?r - room)
    (lies ?k - key ?r - room)
    (holding ?k - key)
    (arm-empty)
    (locked ?r - room)
    (open ?r - room))

  (:action move
    :parameters (?from ?to - room)
    :precondition (and (robot ?from) (door ?from ?to) (open ?to))
    :effect (and (robot ?to) (not (robot ?from))))

  (:action unlock
    :parameters (?here ?there - room ?k - key ?s - shape)
    :precondition (and
      (robot ?here) (door ?here ?there) (locked ?there)
      (holding ?k) (key-shape ?k ?s) (lock-shape ?there ?s))
    :effect (and (open ?there) (not (locked ?there))))

  (:action pick-up
    :parameters (?k - key ?r - room)
    :precondition (and (robot ?r) (lies ?k ?r) (arm-empty))
    :effect (and (holding ?k) (not (lies ?k ?r)) (not (arm-empty))))

  (:action exchange
    :parameters (?new ?old - key ?r - room)
    :precondition (and (robot ?r) (lies ?new ?r) (holding ?old))
    :effect (and (holding ?new) (not (lies ?new ?r)) (lies ?old ?r) (not (holding ?old))))

  (:action put-down
    :parameters (?k - key ?r - room)
    :precondition (and (robot ?r) (holding ?k))
    :effect (and (lies ?k ?r) (arm-empty) (not (holding ?k)))))
