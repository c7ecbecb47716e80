; One rover digs for rock and has a camera, the other one digs for soil; the lander is seen from two of four places.
(define (problem rovers-p01)
  (:domain rovers)
  (:objects
    crater dune gorge plain - place
    beagle husky - rover
    base - lander
    rock soil - material
    eye - camera
    colour - mode
    comet volcano - objective)
  (:init
    (path beagle crater dune) (path beagle dune crater)
    (path beagle dune plain)  (path beagle plain dune)
    (path husky dune gorge)   (path husky gorge dune)
    (in-sight dune plain) (in-sight plain dune) (in-sight plain plain)
    (visible comet crater) (visible volcano plain)
    (analyses beagle rock) (analyses husky soil)
    (mounted eye beagle) (supports eye colour) (calibrates-on eye comet)
    (at base plain)
    (at beagle plain) (bin-empty beagle)
    (at husky dune) (bin-empty husky)
    (deposit rock crater) (deposit soil gorge))
  (:goal (and (reported rock crater) (reported soil gorge) (shown volcano colour))))
