; Slow lifts stop at every floor of their block, fast ones at few floors of the house; all hold few people.
(define (domain elevators)
  (:requirements :typing :action-costs)
  (:types
    floor lift person count - object
    slow-lift fast-lift - lift)
  (:predicates
    (higher ?low ?high - floor)
    (serves ?l - lift ?f - floor)
    (stands ?l - lift ?f - floor)
    (waits ?p - person ?f - floor)
    (rides ?p - person ?l - lift)
    (load ?l - lift ?n - count)
    (fits ?l - lift ?n - count)
    (successor ?n ?next - count))
  (:functions
    (slow-cost ?low ?high - floor) - number
    (fast-cost ?low ?high - floor) - number
    (total-cost) - number)

  (:action slow-up
    :parameters (?l - slow-lift ?low ?high - floor)
    :precondition (and (stands ?l ?low) (higher ?low ?high) (serves ?l ?low) (serves ?l ?high))
    :effect (and (not (stands ?l ?low)) (stands ?l ?high) (increase (total-cost) (slow-cost ?low ?high))))

  (:action slow-down
    :parameters (?l - slow-lift ?high ?low - floor)
    :precondition (and (stands ?l ?high) (higher ?low ?high) (serves ?l ?low) (serves ?l ?high))
    :effect (and (not (stands ?l ?high)) (stands ?l ?low) (increase (total-cost) (slow-cost ?low ?high))))

  (:action fast-up
    :parameters (?l - fast-lift ?low ?high - floor)
    :precondition (and (stands ?l ?low) (higher ?low ?high) (serves ?l ?low) (serves ?l ?high))
    :effect (and (not (stands ?l ?low)) (stands ?l ?high) (increase (total-cost) (fast-cost ?low ?high))))

  (:action fast-down
    :parameters (?l - fast-lift ?high ?low - floor)
    :precondition (and (stands ?l ?high) (higher ?low ?high) (serves ?l ?low) (serves ?l ?high))
    :effect (and (not (stands ?l ?high)) (stands ?l ?low) (increase (total-cost) (fast-cost ?low ?high))))

  (:action enter
    :parameters (?p - person ?l - lift ?f - floor ?n ?next - count)
    :precondition (and (waits ?p ?f) (stands ?l ?f) (load ?l ?n) (successor ?n ?next) (fits ?l ?next))
    :effect (and (not (waits ?p ?f)) (rides ?p ?l) (not (load ?l ?n)) (load ?l ?next)))

  (:action leave
    :parameters (?p - person ?l - lift ?f - floor ?n ?next - count)
    :precondition (and (rides ?p ?l) (stands ?l ?f) (load ?l ?next) (successor ?n ?next))
    :effect (and (not (rides ?p ?l)) (waits ?p ?f) (not (load ?l ?next)) (load ?l ?n))))
