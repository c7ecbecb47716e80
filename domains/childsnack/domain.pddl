; Sandwiches are made in the kitchen and served from trays; some children must not eat gluten.
(define (domain childsnack)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    place tray child sandwich food - object
    bread filling - food)
  (:constants kitchen - place)
  (:predicates
    (gluten-free ?f - food)
    (allergic ?c - child)
    (sits ?c - child ?p - place)
    (in-stock ?f - food)
    (unmade ?s - sandwich)
    (in-kitchen ?s - sandwich)
    (safe ?s - sandwich)
    (on ?s - sandwich ?t - tray)
    (at ?t - tray ?p - place)
    (hungry ?c - child)
    (served ?c - child))

  (:action make
    :parameters (?s - sandwich ?b - bread ?f - filling)
    :precondition (and (unmade ?s) (in-stock ?b) (in-stock ?f))
    :effect (and (not (unmade ?s)) (not (in-stock ?b)) (not (in-stock ?f)) (in-kitchen ?s)))

  (:action make-safe
    :parameters (?s - sandwich ?b - bread ?f - filling)
    :precondition (and (unmade ?s) (in-stock ?b) (in-stock ?f) (gluten-free ?b) (gluten-free ?f))
    :effect (and (not (unmade ?s)) (not (in-stock ?b)) (not (in-stock ?f)) (in-kitchen ?s) (safe ?s)))

  (:action put-on-tray
    :parameters (?s - sandwich ?t - tray)
    :precondition (and (in-kitchen ?s) (at ?t kitchen))
    :effect (and (not (in-kitchen ?s)) (on ?s ?t)))

  (:action carry
    :parameters (?t - tray ?from ?to - place)
    :precondition (at ?t ?from)
    :effect (and (not (at ?t ?from)) (at ?t ?to)))

  (:action serve
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (on ?s ?t) (at ?t ?p) (sits ?c ?p) (hungry ?c) (not (allergic ?c)))
    :effect (and (not (on ?s ?t)) (not (hungry ?c)) (served ?c)))

  (:action serve-safe
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (on ?s ?t) (at ?t ?p) (sits ?c ?p) (hungry ?c) (allergic ?c) (safe ?s))
    :effect (and (not (on ?s ?t)) (not (hungry ?c)) (served ?c))))
