; A barman with two hands mixes cocktails in a shaker and pours them into clean glasses.
(define (domain barman)
  (:requirements :strips :typing)
  (:types
    hand dispenser level vessel drink - object
    glass shaker - vessel
    ingredient cocktail - drink)
  (:predicates
    (dispenses ?d - dispenser ?i - ingredient)
    (recipe ?c - cocktail ?first ?second - ingredient)
    (one-more ?less ?more - level)
    (lowest ?l - level)
    (on-bar ?v - vessel)
    (holds ?h - hand ?v - vessel)
    (hand-empty ?h - hand)
    (contains ?v - vessel ?d - drink)
    (empty ?v - vessel)
    (clean ?v - vessel)
    (used ?g - glass ?d - drink)
    (soiled ?s - shaker)
    (filled ?s - shaker ?l - level)
    (unshaken ?s - shaker)
    (shaken ?s - shaker))

  (:action grasp
    :parameters (?h - hand ?v - vessel)
    :precondition (and (on-bar ?v) (hand-empty ?h))
    :effect (and (not (on-bar ?v)) (not (hand-empty ?h)) (holds ?h ?v)))

  (:action put-down
    :parameters (?h - hand ?v - vessel)
    :precondition (holds ?h ?v)
    :effect (and (not (holds ?h ?v)) (on-bar ?v) (hand-empty ?h)))

  (:action fill
    :parameters (?g - glass ?i - ingredient ?d - dispenser ?h ?other - hand)
    :precondition (and (holds ?h ?g) (hand-empty ?other) (dispenses ?d ?i) (empty ?g) (clean ?g))
    :effect (and (not (empty ?g)) (not (clean ?g)) (contains ?g ?i) (used ?g ?i)))

  (:action refill
    :parameters (?g - glass ?i - ingredient ?d - dispenser ?h ?other - hand)
    :precondition (and (holds ?h ?g) (hand-empty ?other) (dispenses ?d ?i) (empty ?g) (used ?g ?i))
    :effect (and (not (empty ?g)) (contains ?g ?i)))

  (:action pour-away
    :parameters (?g - glass ?d - drink ?h - hand)
    :precondition (and (holds ?h ?g) (contains ?g ?d))
    :effect (and (not (contains ?g ?d)) (empty ?g)))

  (:action rinse
    :parameters (?g - glass ?d - drink ?h ?other - hand)
    :precondition (and (holds ?h ?g) (hand-empty ?other) (empty ?g) (used ?g ?d))
    :effect (and (not (used ?g ?d)) (clean ?g)))

  (:action begin-mix
    :parameters (?g - glass ?i - ingredient ?s - shaker ?h - hand ?none ?one - level)
    :precondition (and
      (holds ?h ?g) (contains ?g ?i) (empty ?s) (clean ?s)
      (lowest ?none) (one-more ?none ?one) (filled ?s ?none))
    :effect (and
      (not (contains ?g ?i)) (empty ?g)
      (not (empty ?s)) (not (clean ?s)) (soiled ?s) (contains ?s ?i) (unshaken ?s)
      (not (filled ?s ?none)) (filled ?s ?one)))

  (:action complete-mix
    :parameters (?g - glass ?i - ingredient ?s - shaker ?h - hand ?none ?one ?two - level)
    :precondition (and
      (holds ?h ?g) (contains ?g ?i) (unshaken ?s)
      (lowest ?none) (one-more ?none ?one) (one-more ?one ?two) (filled ?s ?one))
    :effect (and
      (not (contains ?g ?i)) (empty ?g)
      (contains ?s ?i)
      (not (filled ?s ?one)) (filled ?s ?two)))

  (:action shake
    :parameters (?s - shaker ?c - cocktail ?first ?second - ingredient ?h ?other - hand)
    :precondition (and
      (holds ?h ?s) (hand-empty ?other) (unshaken ?s)
      (recipe ?c ?first ?second) (contains ?s ?first) (contains ?s ?second))
    :effect (and
      (not (contains ?s ?first)) (not (contains ?s ?second)) (not (unshaken ?s))
      (contains ?s ?c) (shaken ?s)))

  (:action pour-out
    :parameters (?s - shaker ?g - glass ?c - cocktail ?h - hand ?less ?more - level)
    :precondition (and
      (holds ?h ?s) (shaken ?s) (contains ?s ?c) (empty ?g) (clean ?g)
      (filled ?s ?more) (one-more ?less ?more))
    :effect (and
      (not (empty ?g)) (not (clean ?g)) (contains ?g ?c) (used ?g ?c)
      (not (filled ?s ?more)) (filled ?s ?less)))

  (:action empty-shaker
    :parameters (?s - shaker ?c - cocktail ?h - hand ?before ?none - level)
    :precondition (and (holds ?h ?s) (shaken ?s) (contains ?s ?c) (filled ?s ?before) (lowest ?none))
    :effect (and
      (not (shaken ?s)) (not (contains ?s ?c)) (empty ?s)
      (not (filled ?s ?before)) (filled ?s ?none)))

  (:action rinse-shaker
    :parameters (?s - shaker ?h ?other - hand)
    :precondition (and (holds ?h ?s) (hand-empty ?other) (empty ?s) (soiled ?s))
    :effect (and (not (soiled ?s)) (clean ?s))))
