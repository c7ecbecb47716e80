; A robot as small as a block builds towers: it climbs one block at a time and takes blocks from a depot.
(define (domain termes)
  (:requirements :strips :typing :negative-preconditions)
  (:types cell level)
  (:predicates
    (beside ?a ?b - cell)
    (one-more ?less ?more - level)
    (depot ?c - cell)
    (robot ?c - cell)
    (height ?c - cell ?l - level)
    (carrying)
    (unladen))

  (:action walk
    :parameters (?from ?to - cell ?l - level)
    :precondition (and (robot ?from) (beside ?from ?to) (height ?from ?l) (height ?to ?l))
    :effect (and (not (robot ?from)) (robot ?to)))

  (:action climb
    :parameters (?from ?to - cell ?low ?high - level)
    :precondition (and (robot ?from) (beside ?from ?to) (height ?from ?low) (height ?to ?high) (one-more ?low ?high))
    :effect (and (not (robot ?from)) (robot ?to)))

  (:action descend
    :parameters (?from ?to - cell ?low ?high - level)
    :precondition (and (robot ?from) (beside ?from ?to) (height ?from ?high) (height ?to ?low) (one-more ?low ?high))
    :effect (and (not (robot ?from)) (robot ?to)))

  (:action put
    :parameters (?here ?there - cell ?low ?high - level)
    :precondition (and
      (robot ?here) (beside ?here ?there) (not (depot ?there)) (carrying)
      (height ?here ?low) (height ?there ?low) (one-more ?low ?high))
    :effect (and
      (not (height ?there ?low)) (height ?there ?high)
      (not (carrying)) (unladen)))

  (:action take
    :parameters (?here ?there - cell ?low ?high - level)
    :precondition (and
      (robot ?here) (beside ?here ?there) (unladen)
      (height ?here ?low) (height ?there ?high) (one-more ?low ?high))
    :effect (and
      (not (height ?there ?high)) (height ?there ?low)
      (not (unladen)) (carrying)))

  (:action fetch-block
    :parameters (?c - cell)
    :precondition (and (robot ?c) (depot ?c) (unladen))
    :effect (and (not (unladen)) (carrying)))

  (:action return-block
    :parameters (?c - cell)
    :precondition (and (robot ?c) (depot ?c) (carrying))
    :effect (and (not (carrying)) (unladen))))
