; Two satellites; one of them carries two instruments and power for one.
(define (problem satellite-p01)
  (:domain satellite)
  (:objects
    argus iris - satellite
    lens prism mirror - instrument
    infrared visible - mode
    earth moon star - direction)
  (:init
    (carries argus lens) (carries argus prism) (carries iris mirror)
    (supports lens visible) (supports prism infrared) (supports mirror infrared)
    (calibrates-on lens earth) (calibrates-on prism moon) (calibrates-on mirror star)
    (points argus star) (power-left argus)
    (points iris moon) (power-left iris))
  (:goal (and (picture star infrared) (picture moon visible) (picture earth infrared) (points iris earth))))
