; Three cars, four ports.
(define (problem ferry-p01)
  (:domain ferry)
  (:objects north south east west - port coupe estate taxi - car)
  (:init
    (ferry-at west) (deck-free)
    (parked coupe north) (parked estate south) (parked taxi south))
  (:goal (and (parked coupe south) (parked estate north) (parked taxi east) (ferry-at north))))
