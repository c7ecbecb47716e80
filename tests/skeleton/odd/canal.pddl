; Barges go through a canal; a lock is at high or at low water and takes one barge.
(define (domain canal)
  (:requirements :strips :typing)
  (:types basin lock barge cargo)
  (:predicates
    (upper ?l - lock ?b - basin)
    (lower ?l - lock ?b - basin)
    (moored ?x - barge ?b - basin)
    (inside ?x - barge ?l - lock)
    (high ?l - lock)
    (low ?l - lock)
    (unoccupied ?l - lock)
    (ashore ?c - cargo ?b - basin)
    (aboard ?c - cargo ?x - barge))
  (:action enter-from-above
    :parameters (?x - barge ?l - lock ?b - basin)
    :precondition (and (moored ?x ?b) (upper ?l ?b) (high ?l) (unoccupied ?l))
    :effect (and (not (moored ?x ?b)) (not (unoccupied ?l)) (inside ?x ?l)))
  (:action enter-from-below
    :parameters (?x - barge ?l - lock ?b - basin)
    :precondition (and (moored ?x ?b) (lower ?l ?b) (low ?l) (unoccupied ?l))
    :effect (and (not (moored ?x ?b)) (not (unoccupied ?l)) (inside ?x ?l)))
  (:action fill
    :parameters (?l - lock)
    :precondition (low ?l)
    :effect (and (not (low ?l)) (high ?l)))
  (:action drain
    :parameters (?l - lock)
    :precondition (high ?l)
    :effect (and (not (high ?l)) (low ?l)))
  (:action leave-above
    :parameters (?x - barge ?l - lock ?b - basin)
    :precondition (and (inside ?x ?l) (upper ?l ?b) (high ?l))
    :effect (and (not (inside ?x ?l)) (unoccupied ?l) (moored ?x ?b)))
  (:action leave-below
    :parameters (?x - barge ?l - lock ?b - basin)
    :precondition (and (inside ?x ?l) (lower ?l ?b) (low ?l))
    :effect (and (not (inside ?x ?l)) (unoccupied ?l) (moored ?x ?b)))
  (:action load
    :parameters (?c - cargo ?x - barge ?b - basin)
    :precondition (and (moored ?x ?b) (ashore ?c ?b))
    :effect (and (not (ashore ?c ?b)) (aboard ?c ?x)))
  (:action unload
    :parameters (?c - cargo ?x - barge ?b - basin)
    :precondition (and (moored ?x ?b) (aboard ?c ?x))
    :effect (and (not (aboard ?c ?x)) (ashore ?c ?b))))
