; Three spanners on the way from the shed to the gate, where two nuts are loose.
(define (problem spanner-p01)
  (:domain spanner)
  (:objects
    shed orchard meadow gate - place
    bob - man
    spanner1 spanner2 spanner3 - spanner
    nut1 nut2 - nut)
  (:init
    (path shed orchard) (path orchard meadow) (path meadow gate)
    (at bob shed)
    (at spanner1 orchard) (usable spanner1)
    (at spanner2 meadow) (usable spanner2)
    (at spanner3 meadow) (usable spanner3)
    (at nut1 gate) (loose nut1)
    (at nut2 gate) (loose nut2))
  (:goal (and (tight nut1) (tight nut2))))
