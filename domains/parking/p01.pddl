; Five cars at four kerbs.
(define (problem parking-p01)
  (:domain parking)
  (:objects
    north east south west - kerb
    audi beetle citroen dacia fiat - car)
  (:init
    (parked audi north) (first-row audi)
    (behind beetle audi) (unblocked beetle)
    (parked citroen east) (first-row citroen)
    (behind dacia citroen) (unblocked dacia)
    (parked fiat south) (first-row fiat) (unblocked fiat)
    (vacant west))
  (:goal (and
    (parked beetle north) (behind citroen beetle)
    (parked dacia south) (behind audi dacia)
    (parked fiat east))))
