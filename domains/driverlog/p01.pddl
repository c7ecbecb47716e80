; Two drivers, two trucks, two goods; a footpath leads from the depot to the yard through a wood without roads.
(define (problem driverlog-p01)
  (:domain driverlog)
  (:objects
    depot yard shop wood - spot
    mia tom - driver
    big small - truck
    flour salt - goods)
  (:init
    (road depot shop) (road shop depot) (road shop yard) (road yard shop)
    (footpath depot wood) (footpath wood depot) (footpath wood yard) (footpath yard wood)
    (at mia depot) (at tom shop)
    (at big yard) (idle big)
    (at small shop) (idle small)
    (at flour yard) (at salt shop))
  (:goal (and (at flour depot) (at salt yard) (at small depot) (at mia shop))))
