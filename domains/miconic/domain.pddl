; A lift at which everybody gets on and off at once: a stop has conditional effects for all passengers.
(define (domain miconic)
  (:requirements :adl :typing)
  (:types floor passenger)
  (:predicates
    (above ?low ?high - floor)
    (origin ?p - passenger ?f - floor)
    (destination ?p - passenger ?f - floor)
    (lift-at ?f - floor)
    (boarded ?p - passenger)
    (served ?p - passenger))

  (:action up
    :parameters (?low ?high - floor)
    :precondition (and (lift-at ?low) (above ?low ?high))
    :effect (and (lift-at ?high) (not (lift-at ?low))))

  (:action down
    :parameters (?high ?low - floor)
    :precondition (and (lift-at ?high) (above ?low ?high))
    :effect (and (lift-at ?low) (not (lift-at ?high))))

  (:action stop
    :parameters (?f - floor)
    :precondition (lift-at ?f)
    :effect (and
      (forall (?p - passenger)
        (when (and (boarded ?p) (destination ?p ?f))
          (and (served ?p) (not (boarded ?p)))))
      (forall (?p - passenger)
        (when (and (origin ?p ?f) (not (served ?p)))
          (boarded ?p))))))
