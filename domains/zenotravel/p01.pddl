; One plane with an empty tank, three towns, three travellers.
(define (problem zenotravel-p01)
  (:domain zenotravel)
  (:objects
    cork lyon pisa - town
    kite - plane
    ada ben eve - traveller
    dry half full - level)
  (:init
    (one-more dry half) (one-more half full)
    (at kite lyon) (tank kite dry)
    (at ada cork) (at ben lyon) (at eve pisa))
  (:goal (and (at ada pisa) (at ben cork) (at eve lyon) (at kite cork))))
