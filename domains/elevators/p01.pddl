; A slow lift for two on each half of the house, a fast lift for one that stops at every second floor.
(define (problem elevators-p01)
  (:domain elevators)
  (:objects
    f0 f1 f2 f3 f4 - floor
    lower-lift upper-lift - slow-lift
    express - fast-lift
    ann ben - person
    n0 n1 n2 - count)
  (:init
    (successor n0 n1) (successor n1 n2)
    (higher f0 f1) (higher f0 f2) (higher f0 f3) (higher f0 f4)
    (higher f1 f2) (higher f1 f3) (higher f1 f4)
    (higher f2 f3) (higher f2 f4)
    (higher f3 f4)
    (serves lower-lift f0) (serves lower-lift f1) (serves lower-lift f2)
    (serves upper-lift f2) (serves upper-lift f3) (serves upper-lift f4)
    (serves express f0) (serves express f2) (serves express f4)
    (fits lower-lift n1) (fits lower-lift n2)
    (fits upper-lift n1) (fits upper-lift n2)
    (fits express n1)
    (= (slow-cost f0 f1) 6) (= (slow-cost f0 f2) 7) (= (slow-cost f1 f2) 6)
    (= (slow-cost f2 f3) 6) (= (slow-cost f2 f4) 7) (= (slow-cost f3 f4) 6)
    (= (fast-cost f0 f2) 3) (= (fast-cost f0 f4) 5) (= (fast-cost f2 f4) 3)
    (stands lower-lift f2) (load lower-lift n0)
    (stands upper-lift f4) (load upper-lift n0)
    (stands express f4) (load express n0)
    (waits ann f1) (waits ben f3)
    (= (total-cost) 0))
  (:goal (and (waits ann f3) (waits ben f0)))
  (:metric minimize (total-cost)))
