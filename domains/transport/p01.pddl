; Two vehicles, three packages, five places on a ring with a long and a short side.
(define (problem transport-p01)
  (:domain transport)
  (:objects
    harbour market mill farm inn - place
    van lorry - vehicle
    crate barrel sack - package
    none one two - level)
  (:init
    (one-more none one) (one-more one two)
    (road harbour market) (road market harbour) (= (length harbour market) 4) (= (length market harbour) 4)
    (road market mill)    (road mill market)    (= (length market mill) 3)    (= (length mill market) 3)
    (road mill farm)      (road farm mill)      (= (length mill farm) 6)      (= (length farm mill) 6)
    (road farm inn)       (road inn farm)       (= (length farm inn) 2)       (= (length inn farm) 2)
    (road inn harbour)    (road harbour inn)    (= (length inn harbour) 9)    (= (length harbour inn) 9)
    (at van harbour) (room van one)
    (at lorry farm)  (room lorry two)
    (at crate harbour) (at barrel mill) (at sack inn)
    (= (total-cost) 0))
  (:goal (and (at crate farm) (at barrel inn) (at sack market)))
  (:metric minimize (total-cost)))
