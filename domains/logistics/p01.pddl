; Two cities of two places, a truck in each, one aeroplane, three parcels.
(define (problem logistics-p01)
  (:domain logistics)
  (:objects
    oslo rome - city
    oslo-office rome-office - place
    oslo-airport rome-airport - airport
    oslo-truck rome-truck - truck
    jumbo - aeroplane
    book lamp vase - parcel)
  (:init
    (located oslo-office oslo) (located oslo-airport oslo)
    (located rome-office rome) (located rome-airport rome)
    (at oslo-truck oslo-airport) (at rome-truck rome-office) (at jumbo rome-airport)
    (at book oslo-office) (at lamp oslo-airport) (at vase rome-office))
  (:goal (and (at book rome-office) (at lamp oslo-office) (at vase oslo-office))))
