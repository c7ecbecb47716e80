; Trucks buy goods at markets, load what was bought and bring it to a depot; amounts are levels.
(define (domain tpp)
  (:requirements :strips :typing)
  (:types
    place truck goods level - object
    market depot - place)
  (:predicates
    (road ?from ?to - place)
    (one-more ?less ?more - level)
    (at ?t - truck ?p - place)
    (for-sale ?g - goods ?m - market ?l - level)
    (bought ?g - goods ?m - market ?l - level)
    (aboard ?g - goods ?t - truck ?l - level)
    (stored ?g - goods ?d - depot ?l - level))

  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from) (road ?from ?to))
    :effect (and (not (at ?t ?from)) (at ?t ?to)))

  (:action buy
    :parameters (?t - truck ?g - goods ?m - market ?left ?offered ?before ?after - level)
    :precondition (and
      (at ?t ?m)
      (for-sale ?g ?m ?offered) (one-more ?left ?offered)
      (bought ?g ?m ?before) (one-more ?before ?after))
    :effect (and
      (not (for-sale ?g ?m ?offered)) (for-sale ?g ?m ?left)
      (not (bought ?g ?m ?before)) (bought ?g ?m ?after)))

  (:action load
    :parameters (?t - truck ?g - goods ?m - market ?left ?ready ?before ?after - level)
    :precondition (and
      (at ?t ?m)
      (bought ?g ?m ?ready) (one-more ?left ?ready)
      (aboard ?g ?t ?before) (one-more ?before ?after))
    :effect (and
      (not (bought ?g ?m ?ready)) (bought ?g ?m ?left)
      (not (aboard ?g ?t ?before)) (aboard ?g ?t ?after)))

  (:action unload
    :parameters (?t - truck ?g - goods ?d - depot ?left ?carried ?before ?after - level)
    :precondition (and
      (at ?t ?d)
      (aboard ?g ?t ?carried) (one-more ?left ?carried)
      (stored ?g ?d ?before) (one-more ?before ?after))
    :effect (and
      (not (aboard ?g ?t ?carried)) (aboard ?g ?t ?left)
      (not (stored ?g ?d ?before)) (stored ?g ?d ?after))))
